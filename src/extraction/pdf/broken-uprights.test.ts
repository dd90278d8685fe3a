import { describe, expect, it } from "vitest";
import { pdfOf, ruled, shown } from "../../../test/kit/pdf.ts";
import { brokenAt } from "./broken-uprights.ts";
import { readPdf } from "./pdf-document.ts";

const upright = (x: number, y0: number, y1: number) => ({ x0: x, x1: x, y0, y1 });
const level = (y: number) => ({ x0: 0, x1: 200, y0: y, y1: y });

describe("upright rules that are drawn in pieces", () => {
  const whole = [upright(60, 0, 90), upright(120, 0, 90)];
  const cells = [60, 120].flatMap((x) => [upright(x, 0, 30), upright(x, 30, 60), upright(x, 60, 90)]);

  it.each([
    { what: "part rows where the pieces of all of them end", pieces: cells, levels: [], ys: [30, 60] },
    {
      what: "say nothing where a rule is drawn between the rows",
      pieces: cells,
      levels: [level(31)],
      ys: [60],
    },
    {
      what: "say nothing where one of them goes on",
      pieces: [...cells.slice(0, 3), upright(120, 0, 90)],
      levels: [],
      ys: [],
    },
    { what: "say nothing where none is in pieces", pieces: whole, levels: [], ys: [] },
  ])("$what", ({ pieces, levels, ys }) => {
    expect(brokenAt(pieces, whole, levels)).toEqual(ys);
  });

  it("say nothing where a single one is set down again once", () => {
    expect(brokenAt([upright(60, 0, 40), upright(60, 40, 90)], [upright(60, 0, 90)], [])).toEqual([]);
  });
});

const tablesOf = async (...content: readonly string[]) => {
  const outcome = await readPdf({
    bytes: pdfOf([{ content: content.join("\n") }]),
    url: "https://example.org/",
  });
  return outcome.ok ? outcome.document.tables.map(({ rows }) => rows) : [];
};

describe("rows without level rules", () => {
  const rows = [
    ["Obra", "Trabajo", "Fin"],
    ["Puente", "Reparación del tablero y de las barandillas", "2021"],
    ["Mercado", "Pintura", "2022"],
    ["Archivo", "Revisión de la caldera y de los tubos", "2023"],
  ];
  const works = [
    ["Reparación del tablero", "y de las barandillas"],
    ["Pintura"],
    ["Revisión de la caldera", "y de los tubos"],
  ];
  const heads = [
    shown("Obra", 55, 745),
    shown("Trabajo", 155, 745),
    shown("Fin", 355, 745),
    ruled(50, 740, 420, 740),
  ];
  /** The bottom of each row, below the head. */
  const ends = [708, 690, 658];

  it("are parted where each cell has its own piece of the upright ones, wherever its words stand in it", async () => {
    const cells = rows.slice(1).flatMap(([name = "", , year = ""], at) => {
      const [top, bottom] = [[740, ...ends][at] ?? 0, ends[at] ?? 0];
      const middle = (top + bottom) / 2 - 4;
      const own = works[at] ?? [];
      return [
        ...[150, 350].map((x) => ruled(x, top, x, bottom)),
        shown(name, 55, middle),
        shown(year, 355, middle),
        ...own.map((line, index) => shown(line, 155, middle + (own.length - 1) * 7 - index * 14)),
      ];
    });
    expect(await tablesOf(...heads, ...[150, 350].map((x) => ruled(x, 740, x, 758)), ...cells)).toEqual([
      rows,
    ]);
  });

  it("are parted by their distance where the upright ones are whole, and lines go on within them", async () => {
    const cells = rows.slice(1).flatMap(([name = "", , year = ""], at) => {
      const top = [728, 694, 674][at] ?? 0;
      const own = (works[at] ?? []).map((line, index) => shown(line, 155, top - index * 12));
      return [shown(name, 55, top), shown(year, 355, top), ...own];
    });
    expect(await tablesOf(...heads, ...[150, 350].map((x) => ruled(x, 655, x, 758)), ...cells)).toEqual([
      rows,
    ]);
  });
});
