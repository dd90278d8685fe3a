import { describe, expect, it } from "vitest";
import { pdfOf, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

const ROWS = [
  ["Obra", "Euros"],
  ["Puente", "120"],
  ["Norte", "95"],
  ["Museo", ""],
  ["Archivo", ""],
  ["Becas", ""],
  ["Luz", ""],
  ["Agua", ""],
  ["Parque", "31"],
  ["Total", "246"],
];

async function tablesOf(content: readonly string[]) {
  const bytes = pdfOf([{ content: content.join("\n") }]);
  const outcome = await readPdf({ bytes, url: "https://example.org/" });
  return outcome.ok ? outcome.document.tables.map(({ rows }) => rows) : [];
}

const drawn = (rows: readonly (readonly string[])[], top: number) =>
  rows.flatMap((cells, at) =>
    cells.flatMap((cell, column) => (cell === "" ? [] : [shown(cell, 50 + column * 150, top - at * 14)])),
  );

it("a table of two columns goes on over names that have nothing beside them", async () => {
  expect(await tablesOf(drawn(ROWS, 780))).toEqual([ROWS]);
});

it("a table goes on over a cell of many lines", async () => {
  const LINES = ["Sanciones en", "materia de", "tráfico y de", "circulación", "de vehículos", "a motor"];
  const content = [
    ...drawn([["Órgano", "Competencia", "Plazo"]], 780),
    ...drawn([["Alcaldía", "", "Un mes"]], 756),
    ...LINES.map((line, at) => shown(line, 200, 756 - at * 14)),
    ...drawn([["Junta", "Contratos", "Dos meses"]], 662),
    ...drawn([["Pleno", "Ordenanzas", "Tres meses"]], 638),
  ];
  expect(await tablesOf(content)).toEqual([
    [
      ["Órgano", "Competencia", "Plazo"],
      ["Alcaldía", LINES.join(" "), "Un mes"],
      ["Junta", "Contratos", "Dos meses"],
      ["Pleno", "Ordenanzas", "Tres meses"],
    ],
  ]);
});

describe("what stands between rows", () => {
  const [first, second] = [
    ROWS.slice(0, 3),
    [
      ["Plaza", "Metros"],
      ["Mayor", "900"],
      ["Nueva", "450"],
    ],
  ];
  const line = "El pleno trató de las obras que siguen en la plaza y en la calle";

  it("parts two tables where it is a text", async () => {
    const text = [shown(line, 50, 730), shown("del puente.", 50, 718)];
    expect(await tablesOf([...drawn(first, 780), ...text, ...drawn(second, 694)])).toEqual([first, second]);
  });

  it("is a row where it is one line", async () => {
    const rows = [...first, ["Obras que siguen en la plaza y en la calle", ""], ...second.slice(1)];
    expect(await tablesOf(drawn(rows, 780))).toEqual([rows]);
  });
});

it.each([
  { what: "go on in several cells where the rows begin with capitals", second: "barandillas", isOne: true },
  { what: "are rows of their own where one begins with a capital", second: "Barandillas", isOne: false },
])("lines $what", async ({ second, isOne }) => {
  const rows = [
    ["Lugar", "Obra", "Euros"],
    ["Puente del", "Tablero y", "120"],
    ["río", second, ""],
    ["Mercado", "Pintura", "95"],
    ["Archivo", "Tubos", "31"],
  ];
  const whole = [rows[0], ["Puente del río", `Tablero y ${second}`, "120"], ...rows.slice(3)];
  expect(await tablesOf(drawn(rows, 780))).toEqual([isOne ? whole : rows]);
});
