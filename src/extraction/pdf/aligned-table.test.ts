import { describe, expect, it } from "vitest";
import { pdfOf, shown, widthOf } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

async function read(...content: readonly string[]) {
  const bytes = pdfOf([{ content: content.join("\n") }]);
  const outcome = await readPdf({ bytes, url: "https://sede.example.org/cuantias.pdf" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document;
}

describe("a head with names over several columns", () => {
  const BODY = [
    ["A1", "1.288,31", "15.459,72", "49,59", "30,61"],
    ["A2", "1.113,98", "13.367,76", "40,44", "29,50"],
    ["B", "973,76", "11.685,12", "35,48", "30,75"],
    ["C1", "836,41", "10.036,92", "30,61", "26,42"],
  ];
  const PLACES = [70, 170, 250, 330, 410];
  const centred = (text: string, x: number, y: number) => shown(text, x - widthOf(text, 10) / 2, y, 10);

  it("does not hide that these are columns", async () => {
    const document = await read(
      ...["Grupo", "Retribuciones (euros)", "Trienio"].map((name, at) =>
        centred(name, [70, 210, 370][at] ?? 0, 718),
      ),
      ...["Mes", "Año", "Base", "Paga"].map((name, at) => centred(name, PLACES[at + 1] ?? 0, 700)),
      ...BODY.flatMap((row, y) => row.map((cell, at) => centred(cell, PLACES[at] ?? 0, 682 - y * 18))),
    );
    expect(document.tables.map(({ rows }) => rows)).toEqual([
      [["Grupo", "Retribuciones (euros)", "", "Trienio", ""], ["", "Mes", "Año", "Base", "Paga"], ...BODY],
    ]);
  });
});

describe("the last line of the first cell", () => {
  const rows = (last: readonly string[]) => [
    ...[
      ["Concepto", "Plazo", "Importe"],
      ["Comedor", "Un mes", "450,00"],
      ["Transporte", "Dos meses", "210,50"],
      ["Ayuda por discapacidad", "Tres meses", "600,00"],
    ].flatMap((row, y) => row.map((cell, at) => shown(cell, 60 + at * 160, 700 - y * 13, 9))),
    ...last.map((line, at) => shown(line, 60, 650 - at * 11, 9)),
  ];

  it("is part of it, though no other cell has one", async () => {
    const [table] = (await read(...rows(["igual o superior"]))).tables;
    expect(table?.rows.at(-1)).toEqual(["Ayuda por discapacidad igual o superior", "Tres meses", "600,00"]);
  });

  it("is told from a text that begins there", async () => {
    const text = "según las bases que el pleno aprobó y que se publicaron en el boletín de la provincia";
    const [table] = (await read(...rows([text]))).tables;
    expect(table?.rows.at(-1)?.[0]).toBe("Ayuda por discapacidad");
  });
});

describe("two blocks side by side", () => {
  const blocks = (left: readonly string[], right: readonly string[]) => [
    ...left.map((line, at) => shown(line, 60, 700 - at * 13, 10)),
    ...right.map((line, at) => shown(line, 330, 700 - at * 13, 10)),
    shown("Le comunicamos que su expediente está incompleto, y que tiene diez días.", 60, 600, 10),
  ];

  it("are who writes and to whom, where each names its town, and are read one after the other", async () => {
    const from = ["Ayuntamiento de Alcoy", "Plaza de España, 1", "03801 Alcoy", "Teléfono: 965 53 71 00"];
    const to = ["María Pérez", "Calle Mayor, 14", "46001 Valencia", "Expediente: 2026/0815"];
    const document = await read(...blocks(from, to));
    expect(document.tables).toEqual([]);
    expect(document.extracted_text.split("\n\n").slice(0, 2)).toEqual([from.join(" "), to.join(" ")]);
  });

  it("are a table of towns, where more have one", async () => {
    const names = ["Oficina", "Norte", "Sur"];
    const places = ["Lugar", "03801 Alcoy", "46001 Valencia"];
    const document = await read(...blocks(names, places));
    expect(document.tables[0]?.rows).toEqual(names.map((name, at) => [name, places[at]]));
  });
});

describe("names and amounts", () => {
  const FEES = [
    ["Certificado de empadronamiento colectivo", "2,10"],
    ["Informe urbanístico de una finca", "1.048,00"],
    ["Copia de planos en formato grande", "12,35"],
    ["Bastanteo de poderes de un letrado", "30,00"],
  ];
  const drawn = (rows: readonly (readonly string[])[], lead: string) =>
    rows.flatMap(([name = "", amount = ""], at) => [
      shown(`${name} ${lead}`, 60, 700 - at * 16, 10),
      shown(amount, 500 - widthOf(amount, 10), 700 - at * 16, 10),
    ]);
  const DOTS = ".".repeat(60);

  it.each([
    ["white space", ""],
    ["dots", DOTS],
    ["dots and spaces", ". ".repeat(30)],
  ])("are a table, with %s between them", async (_, lead) => {
    expect((await read(...drawn(FEES, lead))).tables.map(({ rows }) => rows)).toEqual([FEES]);
  });

  it("are a table under a head", async () => {
    const rows = [["Documento que se expide", "Importe"], ...FEES];
    expect((await read(...drawn(rows, ""))).tables.map((table) => table.rows)).toEqual([rows]);
  });

  it("are told from a table of contents", async () => {
    const rows = FEES.map(([name = ""], at) => [name, `${at * 3 + 2}`]);
    const document = await read(...drawn(rows, DOTS));
    expect(document.tables).toEqual([]);
    expect(document.extracted_text).toMatch(/colectivo … 2\n/);
  });
});
