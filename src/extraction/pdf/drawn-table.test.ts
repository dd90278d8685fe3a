import { describe, expect, it } from "vitest";
import { pdfOf, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

async function tablesOf(...content: readonly string[]) {
  const bytes = pdfOf([{ content: content.join("\n") }]);
  const outcome = await readPdf({ bytes, url: "https://sede.example.org/ayudas.pdf" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document.tables.map(({ rows }) => rows);
}

/** Each cell is its lines. */
type Rows = readonly (readonly (readonly string[])[])[];

const ROWS: Rows = [
  [["Ayuda"], ["Quién la pide", "y cuándo"], ["Euros"]],
  [["Comedor", "escolar"], ["Familias con hijos", "en Primaria"], ["450,00"]],
  [["Transporte"], ["Alumnos que viven", "lejos del centro", "de estudios"], ["210,50"]],
  [["Beca", "Erasmus"], ["Universitarios"], ["900,00"]],
  [["Libros"], ["Familias con hijos", "en Secundaria"], ["120,00"]],
];
const textsOf = (rows: Rows) => rows.map((row) => row.map((lines) => lines.join(" ")));

interface Place {
  readonly x?: number;
  readonly top?: number;
  readonly widths?: readonly number[];
  /** Of what its row has more lines than a cell, the part that is over it. */
  readonly over?: number;
}

const LEADING = 11;

/** Cell by cell, without more space between rows than between lines. */
function drawn(rows: Rows, { x = 60, top = 700, widths = [80, 110], over = 0 }: Place = {}): string[] {
  let y = top;
  return rows.flatMap((row) => {
    const most = Math.max(...row.map((lines) => lines.length));
    let left = x;
    const parts = row.flatMap((lines, column) => {
      const from = left;
      left += widths[column] ?? 0;
      return lines.map((line, at) => shown(line, from, y - (at + over * (most - lines.length)) * LEADING, 9));
    });
    y -= most * LEADING;
    return parts;
  });
}

describe("cells that are drawn one after the other", () => {
  it.each([
    ["at the top of their rows", 0],
    ["in the middle of them", 0.5],
    ["at their foot", 1],
  ])("are rows though nothing is between these: %s", async (_, over) => {
    expect(await tablesOf(...drawn(ROWS, { over }))).toEqual([textsOf(ROWS)]);
  });

  it("are the columns though one of them reaches over the next", async () => {
    const rows = [
      ["Oficina", "Zona", "Calle"],
      ["Registro general", "Norte", "Mayor 3"],
      ["Padrón y estadística municipal", "Centro", "Nueva 14"],
      ["Urbanismo", "Sur", "Ancha 8"],
      ["Servicios sociales", "Este", "Real 21"],
    ].map((row) => row.map((cell) => [cell]));
    expect(await tablesOf(...drawn(rows, { widths: [110, 90] }))).toEqual([textsOf(rows)]);
  });

  it("are cells though their letters touch those of the next", async () => {
    const names = ["Registro general", "Padrón", "Obras y servicios", "Junta de gobierno"];
    const rows = names.map((name, at) => [[`${at + 10}/07/2026`], [name], ["Sala"]]);
    // A date is 45 points wide.
    const widths = [44, 120];
    expect(await tablesOf(...drawn(rows, { widths }))).toEqual([textsOf(rows)]);
  });

  it("go on over a line that is spread to their end", async () => {
    const rows = [...ROWS, [["Vivienda"], ["Jóvenes de", "la ciudad"], ["300,00"]]];
    const spread = drawn(rows, { widths: [80, 200] }).map((line) =>
      line.includes("(J") ? `110 Tw ${line} 0 Tw` : line,
    );
    expect(await tablesOf(...spread)).toEqual([textsOf(rows)]);
  });

  it("are in their columns though most rows leave some empty", async () => {
    const notes = ["Aviso", "Por la tarde", "", "", "Con cita", "", "", "", ""];
    const rows = notes.map((note, at) => [
      [`Día ${at + 1}`],
      at % 2 === 0 ? ["Reunión de vecinos", "del barrio"] : ["Mercado"],
      at < 2 || at % 3 === 0 ? ["Plaza"] : [],
      note === "" ? [] : [note],
    ]);
    expect(await tablesOf(...drawn(rows, { widths: [60, 110, 80], over: 0.5 }))).toEqual([textsOf(rows)]);
  });

  it("are not all of a table whose names are drawn before", async () => {
    const names = ["Lugar", "Norte", "Ribera", "Centro", "Este"];
    const cells = names.map((_, at) => [[`Clase ${at}`], [`Calle ${at}`, "y plaza"], [`${at}7`]]);
    const parts = [
      ...names.map((name, at) => shown(name, 60, 700 - at * 2 * LEADING, 9)),
      ...drawn(cells, { x: 150 }),
    ];
    expect((await tablesOf(...parts)).map((rows) => rows.map(([first]) => first).filter(Boolean))).toEqual([
      names,
    ]);
  });

  it("are not lines of the title over them", async () => {
    const title = shown("Ayudas de este curso", 60, 700 + LEADING, 9);
    expect(await tablesOf(title, ...drawn(ROWS))).toEqual([textsOf(ROWS)]);
  });
});

describe("tables side by side", () => {
  const left = ["Norte", "Sur", "Este"].map((name, at) => [[name], [`${at + 3}20`]]);
  const right = ["Vacas", "Ovejas", "Cabras", "Cerdos"].map((name, at) => [[name], [`${at}7`], ["Vivas"]]);

  it("are two, where one is drawn after the other", async () => {
    const tables = [
      [[["Zona"], ["Casas"]], ...left],
      [[["Animal"], ["Cabezas"], ["Estado"]], ...right],
    ];
    const [first = [], second = []] = tables;
    const parts = [...drawn(first), ...drawn(second, { x: 300, widths: [70, 70] })];
    expect(await tablesOf(...parts)).toEqual(tables.map(textsOf));
  });

  it("are two, though one begins as a list does", async () => {
    const counts = [
      [["Casos"], ["Día"]],
      ...[9, 52, 7].map((count) => [[`${count}`], [`0${count % 9}/03/2026`]]),
    ];
    const parts = [...drawn(counts), ...drawn(right, { x: 300, widths: [70, 70] })];
    expect(await tablesOf(...parts)).toEqual([counts, right].map(textsOf));
  });

  it("are one, where their rows are drawn as one", async () => {
    const rows = left.map((row, at) => [...row, ...(right[at] ?? [])]);
    expect(await tablesOf(...drawn(rows, { widths: [80, 110, 70, 70] }))).toEqual([textsOf(rows)]);
  });
});

describe("a table under another one", () => {
  const other: Rows = [
    [["Junta"], ["Se reúne"], ["Acta"], ["Sala"]],
    [["Pleno"], ["El primer lunes", "de cada mes"], ["Pública"], ["Grande"]],
    [["Gobierno"], ["Cada viernes"], ["Secreta"], ["Azul"]],
    [["Cuentas"], ["En junio"], ["Pública"], ["Azul"]],
  ];
  const words = ROWS.map((row) => [...row.slice(0, 2), ["Anual"]]);

  it("is another where its columns are others", async () => {
    const parts = [...drawn(words), ...drawn(other, { top: 570, widths: [60, 120, 80] })];
    expect(await tablesOf(...parts)).toEqual([textsOf(words), textsOf(other)]);
  });

  it("is another though all cells of both have one line", async () => {
    const rows = ["Norte", "Sur de la sierra", "Este", "Oeste"].map((name) => [
      [name],
      ["Vega del río"],
      ["Sí"],
    ]);
    const more = ["Lugo", "Soria", "Jaén", "León"].map((name) => [
      [name],
      ["Alta"],
      ["Pide cita antes"],
      ["Baja"],
    ]);
    const parts = [
      ...drawn(rows, { widths: [180, 160] }),
      ...drawn(more, { top: 642, widths: [80, 60, 100] }),
    ];
    expect(await tablesOf(...parts)).toEqual([textsOf(rows), textsOf(more)]);
  });

  it("goes on with it where nothing but space is between them", async () => {
    expect(await tablesOf(...drawn(words), ...drawn(words.slice(1), { top: 570 }))).toEqual([
      [...textsOf(words), ...textsOf(words.slice(1))],
    ]);
  });
});
