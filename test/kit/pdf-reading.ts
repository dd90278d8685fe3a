/** Small PDFs of texts and tables, and what is read of them. */
import { readPdf } from "../../src/extraction/pdf/pdf-document.ts";
import { pdfOf, type PdfPageParts, type PdfParts, ruled, shown } from "./pdf.ts";

export const PDF_URL = "https://sede.example.org/impreso.pdf";

export async function outcomeOf(bytes: Uint8Array, services = {}) {
  return readPdf({ bytes, url: PDF_URL }, services);
}

export async function read(pages: readonly (PdfPageParts | string)[], parts: PdfParts = {}, services = {}) {
  const whole = pages.map((page) => (typeof page === "string" ? { content: page } : page));
  const outcome = await outcomeOf(pdfOf(whole, parts), services);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document;
}

export const textOfPages = async (...pages: string[]) => (await read(pages)).extracted_text;

/** Lines from the top, 14 points apart. */
export const lines = (texts: readonly string[], x = 50, top = 780, size = 10) =>
  texts.map((text, at) => shown(text, x, top - at * 14, size)).join("\n");

export const PROSE = [
  "Las personas interesadas presentan su solicitud en el registro del",
  "ayuntamiento, o en cualquier otro que la ley admita, antes de que acabe",
  "el plazo que se abre el día siguiente al de esta publicación.",
];

/** Cells at fixed places, with rules around them or not. */
export function table(
  rows: readonly (readonly string[])[],
  { x = 60, top = 700, width = 100, rules = false } = {},
): string {
  const texts = rows.flatMap((row, at) =>
    row.map((cell, column) =>
      cell === "" ? "" : shown(cell, x + column * width + 4, top - at * 18 - 13, 9),
    ),
  );
  const columns = rows[0]?.length ?? 0;
  const bottom = top - rows.length * 18;
  const right = x + columns * width;
  const drawn = rules
    ? [
        ...Array.from({ length: rows.length + 1 }, (_, at) => ruled(x, top - at * 18, right, top - at * 18)),
        ...Array.from({ length: columns + 1 }, (_, at) => ruled(x + at * width, top, x + at * width, bottom)),
      ]
    : [];
  return [...texts, ...drawn].join("\n");
}

export const FEES = [
  ["Concepto", "Importe", "Plazo"],
  ["Licencia de obra", "1.250,00", "30"],
  ["Ocupación de vía", "85,40", "10"],
  ["Vado", "120,00", "15"],
];
