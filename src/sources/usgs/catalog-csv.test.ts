import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { parseCatalogCsv } from "./catalog-csv.ts";

async function* body(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Five rows for each well, in chunks as they come from a network. */
async function* longCatalog(wells: number): AsyncGenerator<Uint8Array> {
  let text = "Lib Num,State,API Num,Operator,Well Name,Field,County,Analysis,Formation,Min Depth,Max Depth\n";
  for (let well = 0; well < wells; well++) {
    for (let row = 0; row < 5; row++) {
      text += `T${well},TX,42000000${well},STANOLIND OIL AND GAS COMPANY,UNIVERSITY LANDS ${well},SPRABERRY TREND AREA,ANDREWS COUNTY,T,FORMATION ${row},${row}000,${row}900\n`;
    }
    if (text.length < 1 << 16) continue;
    yield new TextEncoder().encode(text);
    text = "";
  }
  yield new TextEncoder().encode(text);
}

/** Two rounds: the first one frees what the second one finds. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
}

async function wellsOf(text: string) {
  const parsed = await parseCatalogCsv(body(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  return Array.from(parsed.value, (cells) => Object.fromEntries(cells));
}

describe("a CSV catalog", () => {
  it("becomes one well per library number, its depth intervals merged", async () => {
    const rows = await wellsOf(
      [
        "Lib Num,State,Well Name,Analysis,Formation,Age,Min Depth,Max Depth",
        "T055,TX,SMITH 1,F,WOLFCAMP,PERMIAN,9000,9050",
        "A029,TX,JONES,T,,,,",
        "T055,TX,,T,SPRABERRY,PERMIAN,800,900",
        "T055,TX,,F,WOLFCAMP,,n/a,9100",
      ].join("\n"),
    );
    expect(rows).toEqual([
      {
        libraryNumber: "T055",
        state: "TX",
        wellName: "SMITH 1",
        analysis: "T",
        formation: "WOLFCAMP; SPRABERRY",
        age: "PERMIAN",
        minDepth: "800",
        maxDepth: "9100",
      },
      { libraryNumber: "A029", state: "TX", wellName: "JONES", analysis: "T" },
    ]);
  });

  it.each([
    ["n/a", "5", "n/a", ["5", "5"]],
    ["70", "9", "800", ["9", "800"]],
    ["-3", "2.5", "", ["-3", "2.5"]],
    ["deep", "deeper", "", ["deep", "deep"]],
  ])("spans depths of %j, %j and %j by number", async (one, two, three, [minDepth, maxDepth]) => {
    const rows = [one, two, three].map((depth) => `T1,TX,${depth},${depth}`);
    expect(await wellsOf(["Lib Num,State,Min Depth,Max Depth", ...rows].join("\n"))).toMatchObject([
      { minDepth, maxDepth },
    ]);
  });

  it("gathers rows of one well wherever they are, in the order of first rows", async () => {
    const numbers = [3, 1, 2, 1, 3, 2, 3];
    const rows = numbers.map((number, index) => `T${number},TX,F${index}`);
    expect(await wellsOf(["Lib Num,State,Formation", ...rows].join("\n"))).toEqual([
      { libraryNumber: "T3", state: "TX", formation: "F0; F4; F6" },
      { libraryNumber: "T1", state: "TX", formation: "F1; F3" },
      { libraryNumber: "T2", state: "TX", formation: "F2; F5" },
    ]);
  });

  it("keeps of a well no more than is ever shown, however much is said", async () => {
    const rows = Array.from(
      { length: 5000 },
      (_, index) => `T1,TX,FORMATION ${index},T,"${"x".repeat(5000)}"`,
    );
    const [well] = await wellsOf(["Lib Num,State,Formation,Photos,Well Name", ...rows].join("\n"));
    expect(Object.keys(well ?? {})).toEqual(["libraryNumber", "state", "formation", "wellName"]);
    expect(well?.["formation"]).toMatch(/^FORMATION 0; FORMATION 1; /);
    expect(JSON.stringify(well).length).toBeLessThan(4000);
  });

  it("takes little memory for each well, and holds on to nothing it was read from", async () => {
    const count = 5000;
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const parsed = await parseCatalogCsv(longCatalog(count));
    collectGarbage();
    const perWell = (process.memoryUsage().heapUsed - before) / count;
    expect(parsed.ok && [...parsed.value].length).toBe(count);
    expect(perWell).toBeLessThan(1500);
  });

  it("keeps one number in two states apart", async () => {
    expect(await wellsOf("State,Lib Num\nTX,T1\nOK,T1\nTX,T1\n")).toHaveLength(2);
  });

  it.each([
    ["other order and case, extra and repeated columns", "x,STATE,lib num,state\n1,TX,T1,OK\n"],
    ["ragged rows", "Lib Num,State,County\nT1,TX\n"],
    ["rows that are longer than the header", "Lib Num,State\nT1,TX,a,b,c\n"],
  ])("may have %s", async (_, text) => {
    expect(await wellsOf(text)).toEqual([{ libraryNumber: "T1", state: "TX" }]);
  });

  it("with nothing but its header has no wells", async () => {
    expect(await wellsOf("Lib Num,API Num,Operator,Well Name,Field,State\r\n")).toEqual([]);
  });

  it.each([
    ["", "an empty body"],
    ["<!doctype html><title>Sorry</title>\n", "an HTML page: <!doctype html>"],
    ["Lib Num;State\nT1;TX", "Lib Num;State"],
    ["id,name\n1,2", "id,name"],
    [`Lib Num,State\n"${"x".repeat(2 << 20)}`, "a field of more than"],
  ])("of the form case %# is not one", async (text, seen) => {
    const parsed = await parseCatalogCsv(body(text));
    expect(parsed).toMatchObject({
      ok: false,
      failure: { kind: "structure_changed", seen: expect.stringContaining(seen) },
    });
  });
});

it("a list of more wells than there are is refused, not held", async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode("Lib Num,State,Well Name\n");
    for (let well = 0; ; well++)
      yield new TextEncoder().encode(`T${well},TX,${"–".repeat(1000)}\n`.repeat(2));
  }
  expect(await parseCatalogCsv(endless())).toMatchObject({
    ok: false,
    failure: { kind: "structure_changed", seen: "wells of more than 24000000 bytes" },
  });
});

it("a control character in a value joins nothing and parts nothing", async () => {
  const rows = ["A1,TX,a\x1fb\x1ec", "A2,TX,d", "\x1dA1,TX,Ópé", "A1,TX,e"];
  const wells = await wellsOf(["Lib Num,State,Well Name", ...rows].join("\n"));
  expect(wells.map(({ libraryNumber, wellName }) => [libraryNumber, wellName])).toEqual([
    ["A1", "a\x01b\x01c"],
    ["A2", "d"],
    ["\x01A1", "Ópé"],
  ]);
});

it("values beyond ASCII are what they were", async () => {
  const rows = "Lib Num,State,Well Name\nT1,TX,Peña – €\nT2,TX,x\nT1,TX,y\n";
  const parsed = await parseCatalogCsv(body(rows));
  expect(parsed.ok && [...parsed.value].map((cells) => cells.get("wellName"))).toEqual(["Peña – €", "x"]);
});
