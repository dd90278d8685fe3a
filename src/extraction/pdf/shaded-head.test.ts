import { describe, expect, it } from "vitest";
import { pdfOf, ruled, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

const HEAD = ["Árbol", "Cuenta", "Lugar"];
const ROWS = [
  ["Roble", "120", "Monte"],
  ["Haya", "31", "Ribera"],
];
const XS = [50, 150, 250, 350];

const row = (cells: readonly string[], top: number) =>
  cells.map((cell, at) => shown(cell, (XS[at] ?? 0) + 5, top - 14));
const filled = (x: number, y: number, width: number, height: number) => `${x} ${y} ${width} ${height} re f`;
const grid = [
  ...[680, 660, 640].map((y) => ruled(50, y, 350, y)),
  ...XS.map((x) => ruled(x, 640, x, 680)),
  ...ROWS.flatMap((cells, at) => row(cells, 680 - at * 20)),
];

async function read(...content: readonly string[]) {
  const bytes = pdfOf([{ content: ["0.8 g", ...content].join("\n") }]);
  const outcome = await readPdf({ bytes, url: "https://example.org/" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document;
}

describe("a head without rules on a grid", () => {
  it.each([
    {
      what: "is its first row where each cell is shaded",
      shades: XS.slice(0, 3).map((x) => filled(x, 680, 100, 20)),
    },
    { what: "is its first row where one area is behind it", shades: [filled(50, 680, 300, 20)] },
  ])("$what", async ({ shades }) => {
    const document = await read(...shades, "0 g", ...row(HEAD, 700), ...grid);
    expect(document.tables.map(({ rows }) => rows)).toEqual([[HEAD, ...ROWS]]);
  });

  it("is its title where it is one line", async () => {
    const title = [filled(50, 680, 300, 20), "0 g", shown("Árboles del municipio", 120, 686)];
    const document = await read(...title, ...grid);
    expect(document.tables.map(({ rows }) => rows)).toEqual([ROWS]);
    expect(document.extracted_text.startsWith("Árboles del municipio")).toBe(true);
  });

  it("is none where the area stands over a part of it", async () => {
    const document = await read(filled(50, 680, 100, 20), "0 g", shown("Nota", 55, 686), ...grid);
    expect(document.tables.map(({ rows }) => rows)).toEqual([ROWS]);
  });
});
