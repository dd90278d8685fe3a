import { describe, expect, it } from "vitest";
import { pdfOf, type PdfFont, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

type Table = readonly (readonly string[])[];

/** Rows 14 points apart in the same columns; between tables the space of `gap`. */
function drawn(tables: readonly Table[], gap: number, headFont: PdfFont = "F1"): string {
  let y = 780;
  return tables
    .flatMap((table) => {
      y -= gap;
      return table.flatMap((row, at) => {
        y -= 14;
        return row.map((cell, column) => shown(cell, 50 + column * 130, y, 10, at === 0 ? headFont : "F1"));
      });
    })
    .join("\n");
}

async function tablesOf(content: string) {
  const outcome = await readPdf({ bytes: pdfOf([{ content }]), url: "https://example.org/" });
  return outcome.ok ? outcome.document.tables.map(({ rows }) => rows) : [];
}

const STREETS: Table = [
  ["Calle", "Casas", "Vecinos"],
  ["Norte", "12", "340"],
  ["Sur", "8", "95"],
  ["Molino", "31", "702"],
];
const ANIMALS: Table = [
  ["Animal", "Cabezas", "Peso"],
  ["Vacas", "44", "21.000"],
  ["Cabras", "19", "800"],
];
const OFFICES: Table = [
  ["Servicio", "Despacho", "Persona"],
  ["Tasas", "Sala A", "Ana Gil"],
  ["Aguas", "Sala B", "Leo Paz"],
];
const COURSES: Table = [
  ["Curso", "Lugar", "Docente"],
  ["Dibujo", "Aula A", "Eva Luz"],
  ["Música", "Aula B", "Sol Rey"],
];

describe("tables one under the other in the same columns", () => {
  it.each([
    { what: "are two where a head over figures comes again", tables: [STREETS, ANIMALS], gap: 8 },
    {
      what: "are two where a bold head comes again",
      tables: [OFFICES, COURSES],
      gap: 14,
      font: "F2" as const,
    },
    { what: "are three where it comes twice", tables: [STREETS, ANIMALS, STREETS], gap: 14 },
  ])("$what", async ({ tables, gap, font }) => {
    expect(await tablesOf(drawn(tables, gap, font))).toEqual(tables);
  });

  it.each([
    { what: "the same head again", tables: [STREETS, STREETS.slice(0, 3)], gap: 0 },
    { what: "another head, after a space", tables: [STREETS, ANIMALS], gap: 8 },
  ])("are two where a title stands over $what", async ({ tables, gap }) => {
    const titled = tables.map((table, at) => [[`Zona ${at + 1}`], ...table]);
    expect(await tablesOf(drawn(titled, gap))).toEqual(tables);
  });

  it.each([
    { what: "a group of rows stands apart", rest: ANIMALS.slice(1), gap: 14 },
    { what: "a head comes again without space before it", rest: ANIMALS, gap: 0 },
  ])("are one where $what", async ({ rest, gap }) => {
    expect(await tablesOf(drawn([STREETS, rest], gap))).toEqual([[...STREETS, ...rest]]);
  });
});
