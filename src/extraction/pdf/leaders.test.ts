import { describe, expect, it } from "vitest";
import { read } from "../../../test/kit/pdf-reading.ts";
import { shown, widthOf } from "../../../test/kit/pdf.ts";

const ENTRIES = [
  ["3", "Formatos de los ficheros", "33"],
  ["3.1", "ATEXIT", "35"],
  ["3.1.1", "Lectura del plano", "36"],
  ["3.1.2", "Escritura del plano", "41"],
  ["3.2", "Permisos de la carpeta", "112"],
] as const;
const MARGIN = 520;

/** Dots one by one, in places of their own, far enough apart to be cells. */
const farDots = (from: number, y: number) =>
  Array.from({ length: 30 }, (_, at) => MARGIN - 50 - at * 12)
    .filter((x) => x > from)
    .map((x) => shown(".", x, y))
    .toReversed();
const nearDots = (from: number, y: number) => [
  shown(".".repeat(Math.floor((MARGIN - 25 - from) / 2.78)), from, y),
];

type Dots = (from: number, y: number) => readonly string[];

const entry = ([number, name, page]: readonly [string, string, string], y: number, dots: Dots) => [
  shown(number, 60, y),
  shown(name, 100, y),
  ...dots(105 + widthOf(name, 10), y),
  shown(page, MARGIN - widthOf(page, 10), y),
];

const contents = (dots: Dots) =>
  ENTRIES.flatMap((each, at) => entry(each, 700 - at * 16, at === 0 ? () => [] : dots));

describe("a table of contents", () => {
  it.each([
    ["dots that stand far apart", farDots],
    ["dots side by side", nearDots],
  ])("is one line for each of its entries, with %s", async (_, dots) => {
    const { tables, headings, extracted_text } = await read([contents(dots).join("\n")]);
    expect(tables).toEqual([]);
    expect(headings).toEqual([]);
    expect(extracted_text.split("\n\n")).toEqual(
      ENTRIES.map(([number, name, page]) => `${number} ${name} … ${page}`),
    );
  });

  it("has its names apart from its dots where they are drawn as one", async () => {
    const lines = ENTRIES.map(([, name, page], at) =>
      shown(`${name}${".".repeat(60)}${page}`, 60, 700 - at * 16),
    );
    const { extracted_text } = await read([lines.join("\n")]);
    expect(extracted_text.split("\n\n")).toEqual(ENTRIES.map(([, name, page]) => `${name} … ${page}`));
  });
});

describe("dots that lead from nothing", () => {
  it.each([
    ["a map", "0 ......* . * 0"],
    ["a dump of bytes", "|..5..<B......2M.|"],
  ])("stay as they are drawn: %s", async (_, line) => {
    const { extracted_text } = await read([shown(line, 60, 700)]);
    expect(extracted_text).not.toContain("…");
    expect(extracted_text.replaceAll(/[^.]/g, "")).toBe(line.replaceAll(/[^.]/g, ""));
  });
});

describe("dots that lead over a line", () => {
  it("are one sign in a text, whatever they are", async () => {
    const { extracted_text } = await read([
      [
        shown("Firmado en la villa de", 60, 700),
        ...farDots(300, 700),
        shown(`por don ${".".repeat(40)} y su testigo`, 60, 686),
      ].join("\n"),
    ]);
    expect(extracted_text).toBe("Firmado en la villa de …\n\npor don … y su testigo");
  });

  it("are no column of a table", async () => {
    const rows = [
      ["Sueldo base", "12"],
      ["Trienios", "40"],
      ["Complementos", "7"],
      ["Total", "1.059,20"],
    ] as const;
    const drawn = rows.flatMap(([name, amount], at) => entry(["", name, amount], 700 - at * 16, farDots));
    expect((await read([drawn.join("\n")])).tables.map((table) => table.rows)).toEqual([rows]);
  });
});
