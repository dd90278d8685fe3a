/** Writes small PDFs (ISO 32000-1) of one's own making: text, rules, pictures, forms, damage. */

export interface PdfPageParts {
  /** Operators. */
  readonly content: string;
  readonly width?: number;
  readonly height?: number;
  /** Degrees, clockwise. */
  readonly rotate?: number;
  /** Of the page, the part that is shown: left, bottom, right, top. */
  readonly cropBox?: readonly [number, number, number, number];
  /** Dictionaries of annotations. */
  readonly annotations?: readonly string[];
  /** Whether it has a picture, drawn by `/Im1 Do`. */
  readonly image?: boolean;
}

export interface PdfParts {
  readonly title?: string;
  readonly language?: string;
  /** Puts all fields of the pages into a form. */
  readonly form?: boolean;
  /** Fonts beside those of `FONTS`: dictionaries by their names. */
  readonly fonts?: Readonly<Record<string, string>>;
  /** Claimed number of pages. @default the true one */
  readonly count?: number;
  /** Entries of the trailer. */
  readonly trailer?: string;
  /** References after the pages of the tree. */
  readonly moreKids?: string;
}

const FONTS = ["Helvetica", "Helvetica-Bold", "Courier", "Times-Roman"] as const;
const FIRST_PAGE = 3 + FONTS.length;

export function pdfOf(pages: readonly PdfPageParts[], parts: PdfParts = {}): Uint8Array {
  const objects = new Map<number, string>();
  const own = Object.entries(parts.fonts ?? {}).map(([name, dictionary]) => `/${name} ${dictionary}`);
  const fonts = [
    ...FONTS.map((name, at) => {
      objects.set(3 + at, `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
      return `/F${at + 1} ${3 + at} 0 R`;
    }),
    ...own,
  ].join(" ");
  const kids: string[] = [];
  const fields: string[] = [];
  let next = FIRST_PAGE;
  for (const page of pages) {
    const pageNumber = next++;
    const content = next++;
    const image = next++;
    const annotations = (page.annotations ?? []).map((dictionary) => {
      objects.set(next, `<< /Type /Annot /F 4 /P ${pageNumber} 0 R ${dictionary} >>`);
      if (dictionary.includes("/Widget")) fields.push(`${next} 0 R`);
      return `${next++} 0 R`;
    });
    kids.push(`${pageNumber} 0 R`);
    const crop = page.cropBox === undefined ? "" : `/CropBox [${page.cropBox.join(" ")}] `;
    const xobjects = page.image === true ? `/XObject << /Im1 ${image} 0 R >>` : "";
    objects.set(
      pageNumber,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width ?? 595} ${page.height ?? 842}] /Rotate ${page.rotate ?? 0} ${crop}` +
        `/Resources << /Font << ${fonts} >> ${xobjects} >> /Contents ${content} 0 R /Annots [${annotations.join(" ")}] >>`,
    );
    objects.set(content, `<< /Length ${page.content.length} >>\nstream\n${page.content}\nendstream`);
    objects.set(image, PICTURE);
  }
  const form = parts.form === true ? `/AcroForm << /Fields [${fields.join(" ")}] >>` : "";
  const language = parts.language === undefined ? "" : `/Lang (${parts.language})`;
  objects.set(1, `<< /Type /Catalog /Pages 2 0 R ${form} ${language} >>`);
  objects.set(
    2,
    `<< /Type /Pages /Kids [${kids.join(" ")} ${parts.moreKids ?? ""}] /Count ${parts.count ?? pages.length} >>`,
  );
  const info = parts.title === undefined ? "" : `/Info << /Title ${literal(parts.title)} >>`;
  return assembled(objects, `${info} ${parts.trailer ?? ""}`);
}

const PICTURE = `<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length 129 >>\nstream\n${"20ff".repeat(32)}>\nendstream`;

/** Objects by number, the table of their places, the trailer (7.5). Every character is one byte. */
function assembled(objects: ReadonlyMap<number, string>, trailer: string): Uint8Array {
  const parts = ["%PDF-1.4\n"];
  let length = parts[0]?.length ?? 0;
  const rows: string[] = [];
  for (const [number, body] of [...objects].toSorted(([a], [b]) => a - b)) {
    rows.push(`${String(length).padStart(10, "0")} 00000 n \n`);
    const object = `${number} 0 obj\n${body}\nendobj\n`;
    parts.push(object);
    length += object.length;
  }
  parts.push(
    `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join("")}` +
      `trailer\n<< /Size ${rows.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
  );
  return Buffer.from(parts.join(""), "latin1");
}

/** 7.3.4.2. Characters of Latin-1 are their own bytes in WinAnsiEncoding. */
export function literal(text: string): string {
  return `(${text.replace(/[\\()]/g, String.raw`\$&`)})`;
}

export type PdfFont = "F1" | "F2" | "F3" | "F4";

/** A line of text; y from the bottom of the page. */
export function shown(text: string, x: number, y: number, size = 10, font: PdfFont = "F1"): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td ${literal(text)} Tj ET`;
}

/** Turned by degrees, against the clock as PDF has it. */
export function turned(text: string, x: number, y: number, degrees: number, size = 10): string {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const matrix = [cos, sin, -sin, cos, x, y].map((value) => value.toFixed(4)).join(" ");
  return `BT /F1 ${size} Tf ${matrix} Tm ${literal(text)} Tj ET`;
}

export function ruled(x0: number, y0: number, x1: number, y1: number): string {
  return `${x0} ${y0} m ${x1} ${y1} l S`;
}

export const PICTURE_ALL_OVER = "q 595 0 0 842 0 0 cm /Im1 Do Q";

/** Near enough for figures, which are all as wide in Helvetica. */
export const widthOf = (text: string, size: number): number =>
  [...text].reduce(
    (sum, letter) => sum + (/[.,:;]/.test(letter) ? 0.278 : letter === "-" ? 0.333 : 0.556),
    0,
  ) * size;
