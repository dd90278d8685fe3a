import { expect, it } from "vitest";
import { pdfOf, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

const ROWS = [
  ["Fecha", "Concepto", "Debe", "Haber"],
  ["02/03/2024", "Recibo de la luz de la sede", "120,50", "0,00"],
  ["05/03/2024", "Nómina de febrero", "0,00", "1.980,00"],
  ["09/03/2024", "Alquiler del local de la plaza", "640,00", "0,00"],
  ["12/03/2024", "Cuota", "35,00", "12,00"],
];

it("has a title of several parts and rules of dashes, which are no rows of its table", async () => {
  const title = [
    shown("Fecha de emisión 31/03/2024", 60, 720, 9),
    shown("Ayuntamiento de Ejemplo, libro mayor", 210, 720, 9),
    shown("Hoja 1", 480, 720, 9),
  ];
  const line = (row: readonly string[], y: number) =>
    row.map((text, at) => shown(text, [60, 130, 320, 420][at] ?? 0, y, 9));
  const [head = [], ...body] = ROWS;
  const content = [
    ...title,
    ...line(head, 698),
    shown("-".repeat(130), 60, 688, 9),
    ...body.flatMap((row, at) => line(row, 678 - 10 * at)),
    shown("=".repeat(75), 60, 638, 9),
  ];
  const outcome = await readPdf({
    bytes: pdfOf([{ content: content.join("\n") }]),
    url: "https://example.org/",
  });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { tables, extracted_text: text } = outcome.document;
  expect(tables.map(({ rows }) => rows)).toEqual([ROWS]);
  expect(text).toContain("libro mayor");
  expect(text).not.toMatch(/-{9}|={9}/);
});

it("has the head of a page over it, of which one part stands in a column by chance", async () => {
  const line = (row: readonly string[], y: number) =>
    row.map((text, at) => shown(text, [60, 130, 320, 420][at] ?? 0, y, 9));
  const content = [
    shown("Banco de Ejemplo, S.A.", 60, 730, 9),
    shown("Hoja 1", 420, 730, 9),
    ...ROWS.flatMap((row, at) => line(row, 698 - 16 * at)),
  ];
  const outcome = await readPdf({
    bytes: pdfOf([{ content: content.join("\n") }]),
    url: "https://example.org/",
  });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  expect(outcome.document.tables.map(({ rows }) => rows)).toEqual([ROWS]);
});
