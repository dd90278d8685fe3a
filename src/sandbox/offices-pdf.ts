import { windows1252 } from "./offices-encodings.ts";

const LINES_PER_PAGE = 44;
const LINE_LENGTH = 90;
const FONT = 3;
const FIRST_FREE = 4;

/** Objects 1 (catalog), 2 (pages) and 3 (font) are the same in all; the others follow. */
interface PdfPage {
  readonly content: string;
  /** @default the font */
  readonly resources?: string;
  /** Entries of the page's own dictionary. */
  readonly more?: string;
}

/** A PDF (ISO 32000-1) with a text layer: a title on every page, a page number at its foot. */
export function textPdf(title: string, paragraphs: readonly string[]): Uint8Array {
  const lines = paragraphs.flatMap(wrapped);
  const pages: string[][] = [];
  for (let start = 0; start < Math.max(1, lines.length); start += LINES_PER_PAGE) {
    pages.push(lines.slice(start, start + LINES_PER_PAGE));
  }
  return pdfOf(
    pages.map((page, index) => ({
      content: [
        shown(title, 56, 800, 14),
        ...page.map((line, row) => shown(line, 56, 770 - row * 16, 11)),
        shown(`Página ${index + 1} de ${pages.length}`, 260, 30, 9),
      ].join("\n"),
    })),
  );
}

/** A form to be filled in (ISO 32000-1, 12.7), one text field per name; those with `*` are required. */
export function formPdf(title: string, fields: readonly string[]): Uint8Array {
  const numbers = fields.map((_, index) => FIRST_FREE + 2 + index);
  const references = numbers.map((number) => `${number} 0 R`).join(" ");
  const labels = fields.map((field, index) => shown(field, 56, 764 - index * 30, 11));
  const widgets = fields.map((field, index) => {
    const name = field.replace(/\s*\*$/, "");
    const flags = field.endsWith("*") ? 2 : 0;
    return `<< /Type /Annot /Subtype /Widget /FT /Tx /T ${literal(name)} /Ff ${flags} /F 4 /Rect [220 ${758 - index * 30} 520 ${778 - index * 30}] >>`;
  });
  return pdfOf(
    [{ content: [shown(title, 56, 800, 14), ...labels].join("\n"), more: `/Annots [${references}]` }],
    {
      objects: widgets,
      catalog: `/AcroForm << /Fields [${references}] >>`,
    },
  );
}

/** A page that is a picture: there is no text in it. */
export function scannedPdf(): Uint8Array {
  const size = 64;
  const pixels = Array.from({ length: size * size }, (_, index) => ((index >> 3) + (index >> 9)) % 2 === 0);
  const data = pixels.map((light) => (light ? "ff" : "20")).join("");
  const image = `<< /Type /XObject /Subtype /Image /Width ${size} /Height ${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length ${data.length + 1} >>\nstream\n${data}>\nendstream`;
  const page = {
    content: "q 480 0 0 700 56 70 cm /Im1 Do Q",
    resources: `/XObject << /Im1 ${FIRST_FREE + 2} 0 R >>`,
  };
  return pdfOf([page], { objects: [image], catalog: "" });
}

function pdfOf(
  pages: readonly PdfPage[],
  extra: { readonly objects: readonly string[]; readonly catalog: string } = { objects: [], catalog: "" },
): Uint8Array {
  const kids = pages.map((_, index) => `${FIRST_FREE + index * 2} 0 R`).join(" ");
  const bodies = pages.flatMap(({ content, resources, more = "" }, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources ?? `/Font << /F1 ${FONT} 0 R >>`} >> /Contents ${FIRST_FREE + index * 2 + 1} 0 R ${more} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]);
  return assembled([
    `<< /Type /Catalog /Pages 2 0 R ${extra.catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...bodies,
    ...extra.objects,
  ]);
}

/** Header, objects, cross-reference table, trailer (7.5). Every character is one byte of WinAnsiEncoding. */
function assembled(objects: readonly string[]): Uint8Array {
  let text = "%PDF-1.4\n%âãÏÓ\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  return windows1252(
    `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  );
}

/** Lines that fit the width of the page. */
function wrapped(paragraph: string): readonly string[] {
  const lines = [""];
  for (const word of paragraph.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + word.length < LINE_LENGTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function shown(text: string, x: number, y: number, size: number): string {
  return `BT /F1 ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`;
}

/** 7.3.4.2. */
function literal(text: string): string {
  return `(${text.replace(/[\\()]/g, String.raw`\$&`)})`;
}
