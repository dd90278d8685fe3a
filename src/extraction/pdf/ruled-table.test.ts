import { describe, expect, it } from "vitest";
import { pdfOf, ruled, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

async function read(...content: readonly (string | readonly string[])[]) {
  const outcome = await readPdf({
    bytes: pdfOf([{ content: content.flat().join("\n") }]),
    url: "https://example.org/",
  });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document;
}

const box = (x0: number, y0: number, x1: number, y1: number) => [
  ruled(x0, y0, x1, y0),
  ruled(x0, y1, x1, y1),
  ruled(x0, y0, x0, y1),
  ruled(x1, y0, x1, y1),
];

/** Names to the left, figures to the right, one under the other. */
const votes = (x: number, top: number, rows: readonly (readonly [string, string])[], pitch = 14) =>
  rows.flatMap(([name, figure], at) => [
    shown(name, x, top - at * pitch, 9),
    ...(figure === "" ? [] : [shown(figure, x + 150 - figure.length * 5, top - at * pitch, 9)]),
  ]);

describe("frames of rules", () => {
  it("hold columns that are read one after the other", async () => {
    const left = [
      ["ALCALDE", ""],
      ["Ana Gil", "120"],
      ["Leo Paz", "98"],
      ["JUEZ", ""],
      ["Sol Rey", "77"],
      ["Eva Luz", "64"],
    ] as const;
    const right = [
      ["Pilar Mar", "51"],
      ["Juan Sanz", "47"],
      ["Rosa Cano", "33"],
    ] as const;
    const document = await read(
      box(50, 600, 230, 760),
      box(230, 600, 410, 760),
      votes(60, 740, left),
      votes(240, 733, right, 21),
    );
    expect(document.tables.map(({ rows }) => rows)).toEqual([left.slice(1), right]);
    expect(document.extracted_text.startsWith("ALCALDE")).toBe(true);
  });

  it("around a head stand over the rows under it", async () => {
    const rows = [
      ["Obras", "1.200"],
      ["Fiestas", "300"],
      ["Parques", "4.500"],
      ["Becas", "90"],
    ] as const;
    const document = await read(
      box(50, 700, 150, 720),
      box(150, 700, 250, 720),
      shown("Partida", 60, 706, 9),
      shown("Euros", 180, 706, 9),
      box(50, 600, 250, 700),
      votes(60, 680, rows),
    );
    expect(document.tables.map((table) => table.rows)).toEqual([[["Partida", "Euros"], ...rows]]);
  });

  it("part groups of columns of one table", async () => {
    const rows = Array.from({ length: 5 }, (_, at) => [
      `Barrio ${"abcde"[at]}`,
      `${at + 11}`,
      `${at + 31}`,
      `${at + 51}`,
      `${at + 71}`,
    ]);
    const document = await read(
      box(50, 600, 130, 700),
      box(130, 600, 230, 700),
      box(230, 600, 330, 700),
      rows.flatMap((row, at) =>
        row.map((cell, column) => shown(cell, [60, 150, 200, 250, 300][column] ?? 0, 680 - at * 14, 9)),
      ),
    );
    expect(document.tables.map((table) => table.rows)).toEqual([rows]);
  });

  it("with a title and heads over several columns keep the figures in their columns", async () => {
    const xs = [50, 150, 210, 270, 330, 390];
    const figures = Array.from({ length: 4 }, (_, at) => [
      `Comarca ${"abcd"[at]}`,
      `${at + 1}`,
      `${at + 21}`,
      `${at + 41}`,
      `${at + 61}`,
    ]);
    const document = await read(
      box(50, 720, 390, 740),
      shown("Permisos del mes", 180, 726, 9),
      box(50, 680, 150, 720),
      box(150, 680, 270, 720),
      box(270, 680, 390, 720),
      shown("Comarca", 60, 686, 9),
      shown("Altas", 195, 706, 9),
      shown("Bajas", 315, 706, 9),
      ["Hombre", "Mujer", "Hombre", "Mujer"].map((head, at) => shown(head, (xs[at + 1] ?? 0) + 10, 686, 9)),
      figures.flatMap((row, at) =>
        row.flatMap((cell, column) => [
          shown(cell, (xs[column] ?? 0) + 10, 666 - at * 20, 9),
          ...box(xs[column] ?? 0, 660 - at * 20, xs[column + 1] ?? 0, 680 - at * 20),
        ]),
      ),
    );
    expect(document.extracted_text.startsWith("Permisos del mes")).toBe(true);
    expect(document.tables.map(({ rows }) => rows)).toEqual([
      [["", "Altas", "", "Bajas", ""], ["Comarca", "Hombre", "Mujer", "Hombre", "Mujer"], ...figures],
    ]);
  });

  it("with few words in many boxes are no table", async () => {
    const boxes = Array.from({ length: 12 }, (_, row) =>
      Array.from({ length: 12 }, (__, column) =>
        box(50 + column * 30, 400 + row * 20, 80 + column * 30, 420 + row * 20),
      ),
    ).flat(2);
    const document = await read(boxes, shown("norte", 54, 626, 8), shown("sur", 354, 406, 8));
    expect(document.tables).toEqual([]);
    expect(document.extracted_text).toMatch(/norte\s+sur/);
  });

  it("lead to figures with dots that are left out", async () => {
    const rows = [
      ["Agua", "12"],
      ["Luz", "34"],
      ["Gas", "56"],
    ] as const;
    const document = await read(
      votes(
        60,
        700,
        rows.map(([name, figure]) => [`${name} ........`, figure]),
      ),
    );
    expect(document.tables.map((table) => table.rows)).toEqual([rows]);
  });

  it("hold the head and the sum of a table whose columns have no rules", async () => {
    const rows = [
      ["Programa", "Inicial", "Final"],
      ["Obras", "1.200", "1.300"],
      ["Fiestas", "300", "280"],
      ["Parques", "4.500", "4.900"],
      ["Becas", "90", "75"],
      ["TOTAL", "6.090", "6.555"],
    ];
    const document = await read(
      box(50, 640, 400, 760),
      ruled(50, 740, 400, 740),
      ruled(50, 660, 400, 660),
      rows.flatMap((row, at) => row.map((cell, column) => shown(cell, 60 + column * 120, 745 - at * 19, 9))),
    );
    expect(document.tables.map((table) => table.rows)).toEqual([rows]);
  });

  it("that part columns alone leave rows apart, with what some of them have not", async () => {
    const rows = [
      ["Fecha", "Concepto", "Cargo", "Abono"],
      ["01/03", "Recibo", "12,50", ""],
      ["02/03", "Nómina", "", "900,00"],
      ["03/03", "Cajero", "60,00", ""],
      ["04/03", "Ingreso", "", "35,10"],
    ];
    const document = await read(
      [50, 150, 250, 350, 450].map((x) => ruled(x, 640, x, 760)),
      ruled(50, 740, 450, 740),
      rows.flatMap((row, at) =>
        row.flatMap((cell, column) =>
          cell === "" ? [] : [shown(cell, 60 + column * 100, 746 - at * 19, 9)],
        ),
      ),
    );
    expect(document.tables.map((table) => table.rows)).toEqual([rows]);
  });
});

it("a title in one cell with the names of the columns stands before the table", async () => {
  const rows = [
    ["Becas", "90", "12"],
    ["Obras", "1.200", "40"],
    ["Parques", "4.500", "7"],
  ];
  const cells = [["Partida", "Importe", "Plazas"], ...rows].flatMap((row, y) =>
    row.map((text, x) => shown(text, 58 + x * 100, 645 - y * 20, 9)),
  );
  const document = await read(
    shown("Cuentas del año", 150, 680, 14),
    cells,
    box(50, 640, 350, 700),
    rows.flatMap((row, y) =>
      row.flatMap((_, x) => box(50 + x * 100, 620 - y * 20, 150 + x * 100, 640 - y * 20)),
    ),
  );
  expect(document.tables.map((each) => each.rows)).toEqual([[["Partida", "Importe", "Plazas"], ...rows]]);
  expect(document.extracted_text).toMatch(/^(?:# )?Cuentas del año\n/);
});
