import { deflateSync } from "node:zlib";
import {
  loadPdfium,
  type Pdfium,
  PdfPictures,
  type Picture,
} from "../../src/extraction/ocr/page-pictures.ts";

/** Pages of text, and scans of them. Everything is drawn here: PDFium brings the fonts. */

const A4 = { width: 595, height: 842 };

export interface ScanOptions {
  /** @default 300 */
  readonly dpi?: 300 | 150;
  /** Of the paper and the lamp, from 0 to 255 either way. @default 0 */
  readonly noise?: number;
  /** By which the sheet lay askew. @default 0 */
  readonly degrees?: number;
  /** Turns to the right by which it lay in the scanner. @default 0 */
  readonly turns?: 0 | 1 | 2 | 3;
}

let loading: Promise<Pdfium> | null = null;

/** A sheet with this text, through a scanner. Lines that begin with "# " are headings. */
export async function scanOf(text: string, options: ScanOptions = {}): Promise<Picture> {
  const { dpi = 300, noise = 0, degrees = 0, turns = 0 } = options;
  const pages = new PdfPictures(await (loading ??= loadPdfium()), textPdf([text]));
  const sheet = pages.draw(1, turns, { withoutText: false });
  pages.close();
  const lit = degrees === 0 ? sheet : skewed(sheet, degrees);
  return noisy(dpi === 300 ? lit : halved(lit), noise);
}

/** A PDF of pages with text. */
export function textPdf(pages: readonly string[]): Uint8Array {
  return pdfOf(pages.map((text) => ({ ...A4, content: contentOf(text) })));
}

export interface ScannedPage {
  readonly picture: Picture;
  /** As the page says it is to be turned when it is shown. @default 0 */
  readonly rotate?: number;
  /** Written over the picture. */
  readonly stamp?: string;
  /** Points for a pixel, where the page is as large as its picture has pixels. */
  readonly pointsPerPixel?: number;
  /** In strips, as some scanners do it. @default 1 */
  readonly strips?: number;
}

/** Pages that are pictures, or text. */
export function scanPdf(pages: readonly (ScannedPage | string)[]): Uint8Array {
  return pdfOf(
    pages.map((page) => {
      if (typeof page === "string") return { ...A4, content: contentOf(page) };
      const { picture, rotate = 0, stamp, pointsPerPixel = 72 / picture.dpi, strips = 1 } = page;
      const width = picture.width * pointsPerPixel;
      const height = picture.height * pointsPerPixel;
      const images = stripsOf(picture, strips);
      let top = 0;
      const drawn = images.map((strip, at) => {
        const high = (strip.height / picture.height) * height;
        top += high;
        return `q ${width} 0 0 ${high} 0 ${height - top} cm /I${at} Do Q`;
      });
      const over = stamp === undefined ? [] : [`BT /F1 9 Tf 40 20 Td (${escaped(stamp)}) Tj ET`];
      return { width, height, rotate, content: [...drawn, ...over].join("\n"), images };
    }),
  );
}

interface PdfPage {
  readonly width: number;
  readonly height: number;
  readonly content: string;
  readonly rotate?: number;
  readonly images?: readonly Picture[];
}

/** Without a table of its objects: readers find them (ISO 32000-1, 7.5.4 wants one, and none insists). */
function pdfOf(pages: readonly PdfPage[]): Uint8Array {
  const objects: Buffer[] = [];
  const add = (object: string | Buffer) => objects.push(Buffer.from(object as string, "latin1"));
  add("<</Type/Catalog/Pages 2 0 R>>");
  add("");
  add("<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>");
  const kids = pages.map(({ width, height, content, rotate = 0, images = [] }) => {
    const names = images.map((image, at) => `/I${at} ${add(imageObject(image))} 0 R`);
    const body = add(stream("", Buffer.from(content, "latin1")));
    const resources = `<</Font<</F1 3 0 R>>/XObject<<${names.join("")}>>>>`;
    return add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Rotate ${rotate}/Contents ${body} 0 R/Resources${resources}>>`,
    );
  });
  objects[1] = Buffer.from(
    `<</Type/Pages/Count ${kids.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]>>`,
  );
  return withTable(objects);
}

function withTable(objects: readonly Buffer[]): Uint8Array {
  const parts = [Buffer.from("%PDF-1.4\n")];
  let size = 9;
  const offsets = objects.map((object, at) => {
    const whole = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from("\nendobj\n")]);
    parts.push(whole);
    size += whole.length;
    return size - whole.length;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const count = objects.length + 1;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer<</Root 1 0 R/Size ${count}>>\nstartxref\n${size}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function imageObject({ width, height, grey }: Picture): Buffer {
  const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`;
  return stream(entries, grey);
}

function stream(entries: string, data: Uint8Array): Buffer {
  const packed = deflateSync(data);
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${packed.length}>>stream\n`, "latin1"),
    packed,
    Buffer.from("\nendstream"),
  ]);
}

function contentOf(text: string): string {
  const lines = text.split("\n").map((line) => {
    const isHeading = line.startsWith("# ");
    const shown = `(${escaped(line.replace(/^# /, ""))}) Tj`;
    return isHeading ? `/F1 18 Tf ${shown} T* /F1 12 Tf` : `${shown} T*`;
  });
  return `BT /F1 12 Tf 60 770 Td 17 TL ${lines.join("\n")} ET`;
}

const escaped = (text: string) => text.replaceAll(/[()\\]/g, "\\$&");

function stripsOf(picture: Picture, count: number): Picture[] {
  const { width, height, grey, dpi } = picture;
  const rows = Math.ceil(height / count);
  return Array.from({ length: count }, (_, at) => {
    const part = grey.subarray(at * rows * width, Math.min(height, (at + 1) * rows) * width);
    return { width, height: part.length / width, grey: part, dpi };
  });
}

/** As if the sheet had been turned by a little around its middle. */
function skewed({ width, height, grey, dpi }: Picture, degrees: number): Picture {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const out = new Uint8Array(grey.length).fill(255);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - width / 2, y - height / 2];
      const fromX = Math.round(dx * cos + dy * sin + width / 2);
      const fromY = Math.round(dy * cos - dx * sin + height / 2);
      if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue;
      out[y * width + x] = grey[fromY * width + fromX] ?? 255;
    }
  }
  return { width, height, grey: out, dpi };
}

function halved({ width, height, grey, dpi }: Picture): Picture {
  const [wide, high] = [width >> 1, height >> 1];
  const out = new Uint8Array(wide * high);
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const at = 2 * y * width + 2 * x;
      const four =
        (grey[at] ?? 0) + (grey[at + 1] ?? 0) + (grey[at + width] ?? 0) + (grey[at + width + 1] ?? 0);
      out[y * wide + x] = four >> 2;
    }
  }
  return { width: wide, height: high, grey: out, dpi: dpi / 2 };
}

/** The same at every call: a linear congruential generator with the numbers of Numerical Recipes. */
function noisy({ width, height, grey, dpi }: Picture, noise: number): Picture {
  if (noise === 0) return { width, height, grey, dpi };
  let state = 20_260_131;
  const out = grey.map((value) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const by = (state / 2 ** 31 - 1) * noise;
    return Math.max(0, Math.min(255, value + by));
  });
  return { width, height, grey: out, dpi };
}
