import { describe, expect, it } from "vitest";
import { pdfOf, shown, widthOf } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

async function read(...pages: readonly (readonly string[])[]) {
  const outcome = await readPdf({
    bytes: pdfOf(pages.map((content) => ({ content: content.join("\n") }))),
    url: "https://example.org/",
  });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document;
}

/** Names from the left, a town, figures to the right. */
const row = ([name = "", town = "", figure = ""]: readonly string[], y: number) => [
  shown(name, 50, y),
  ...(town === "" ? [] : [shown(town, 200, y)]),
  shown(figure, 400 - widthOf(figure, 10), y),
];

const ROWS = [
  ["Obra", "Lugar", "Euros"],
  ["Puente", "Vigo", "1.250"],
  ["Archivo", "Lugo", "830"],
  ["Mercado", "Gijón", "12.400"],
];
const LAST = ["Biblioteca", "Avilés", "95"];
const table = ROWS.flatMap((cells, at) => row(cells, 140 - at * 14));
const TEXT = ["Los gastos de este año se publican en el tablón", "del ayuntamiento."].map((line, at) =>
  shown(line, 50, 700 - at * 14),
);

describe("the last row of a table without rules, alone on the next page", () => {
  it.each([
    { what: "goes on with it", top: row(LAST, 780), rows: [...ROWS, LAST] },
    {
      what: "goes on with it where a cell is empty",
      top: row(["Biblioteca", "", "95"], 780),
      rows: [...ROWS, ["Biblioteca", "", "95"]],
    },
    {
      what: "goes on with it below the head of the page",
      head: [shown("Ayuntamiento de Ejemplo", 50, 810)],
      top: row(LAST, 780),
      rows: [...ROWS, LAST],
    },
    {
      what: "and another go on with it",
      top: [...row(LAST, 780), ...row(["Museo", "Vigo", "7"], 766)],
      rows: [...ROWS, LAST, ["Museo", "Vigo", "7"]],
    },
  ])("$what", async ({ head = [], top, rows }) => {
    const document = await read([...head, ...table], [...head, ...top, ...TEXT]);
    expect(document.tables.map((each) => each.rows)).toEqual([rows]);
  });

  it("is cut as that one is, where too few rows tell near columns", async () => {
    const near = (cells: readonly string[], y: number) => [
      shown(cells[0] ?? "", 50, y),
      shown(cells[1] ?? "", 200 - widthOf(cells[1] ?? "", 10), y),
      shown(cells[2] ?? "", 205, y),
    ];
    const rows = ["12.400", "831", "95", "1.250", "7"].map((figure, at) => [`Obra ${at}`, figure, `A${at}`]);
    const first = rows.slice(0, 4).flatMap((cells, at) => near(cells, 140 - at * 14));
    const last = near(rows[4] ?? [], 780);
    const document = await read(first, [...last, ...TEXT]);
    expect(document.tables.map((each) => each.rows)).toEqual([rows]);
  });

  it.each([
    {
      what: "parts that stand elsewhere",
      top: [shown("El alcalde", 90, 780), shown("La secretaria", 330, 780)],
    },
    {
      what: "a line of text with a wide gap",
      top: [shown("Acta de la sesión", 50, 780), shown("2024", 300, 780)],
    },
  ])("is not taken for one: $what", async ({ top }) => {
    const document = await read(table, [...top, ...TEXT]);
    expect(document.tables.map((each) => each.rows)).toEqual([ROWS]);
  });
});
