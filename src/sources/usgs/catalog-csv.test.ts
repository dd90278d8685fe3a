import { describe, expect, it } from "vitest";
import { parseCatalogCsv } from "./catalog-csv.ts";

async function* body(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function wellsOf(text: string) {
  const parsed = await parseCatalogCsv(body(text));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
  return parsed.value.map((cells) => Object.fromEntries(cells));
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
