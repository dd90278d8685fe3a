/** Pages of a PDF as pictures in grey, as PDFium draws them. */
import { drawingBinary } from "./packages.ts";
import { withoutSpecks } from "./specks.ts";

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** A byte for each point, row by row; 0 is black. */
  readonly grey: Uint8Array;
  /** Pixels for an inch of the page. */
  readonly dpi: number;
}

/** Turns to the right. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** What Tesseract reads best. */
const GOOD_DPI = 300;
const MAX_PIXELS = 12_000_000;
/** A picture that has as many is drawn as it is: it gets no better where it is stretched. */
const ENOUGH_PIXELS = 4_000_000;
const LARGEST_SIDE = 16_000;
/** Of `fpdfview.h` and `fpdf_edit.h`. */
const GREY_FORMAT = 1;
const DRAW_IN_GREY = 0x08;
const WHITE = 0xffffffff;
const TEXT_OBJECT = 1;
const IMAGE_OBJECT = 3;
/** More objects on a page than are looked at. */
const MAX_OBJECTS = 5_000;

/** What is used of it: the package's own types name Emscripten's, which it does not bring. Handles and addresses are numbers. */
export interface Pdfium {
  readonly pdfium: {
    readonly HEAPU8: Uint8Array;
    readonly HEAP32: Int32Array;
    readonly HEAPF32: Float32Array;
    readonly wasmExports: { malloc(size: number): number; free(address: number): void };
  };
  PDFiumExt_Init(): void;
  FPDF_LoadMemDocument(bytes: number, length: number, password: string): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    turns: number,
    flags: number,
  ): void;
  FPDFBitmap_CreateEx(width: number, height: number, format: number, scan: number, stride: number): number;
  FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    colour: number,
  ): boolean;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPage_RemoveObject(page: number, object: number): boolean;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): boolean;
  FPDFPageObj_Destroy(object: number): void;
  FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): boolean;
}

export async function loadPdfium(): Promise<Pdfium> {
  const { init } = await import("@embedpdf/pdfium");
  const pdfium = (await init({ wasmBinary: drawingBinary() } as object)) as unknown as Pdfium;
  pdfium.PDFiumExt_Init();
  return pdfium;
}

export class PdfPictures {
  readonly #lib: Pdfium;
  readonly #bytes: number;
  readonly #document: number;

  constructor(lib: Pdfium, bytes: Uint8Array) {
    this.#lib = lib;
    this.#bytes = lib.pdfium.wasmExports.malloc(bytes.length);
    lib.pdfium.HEAPU8.set(bytes, this.#bytes);
    this.#document = lib.FPDF_LoadMemDocument(this.#bytes, bytes.length, "");
    if (this.#document !== 0) return;
    lib.pdfium.wasmExports.free(this.#bytes);
    throw new Error("PDFium cannot open it");
  }

  /** From 1. `withoutText` leaves out what is written on the picture: it has been read already. */
  draw(number: number, turns: QuarterTurns, { withoutText }: { readonly withoutText: boolean }): Picture {
    const page = this.#lib.FPDF_LoadPage(this.#document, number - 1);
    if (page === 0) throw new Error(`PDFium cannot open page ${number}`);
    try {
      if (withoutText) this.#dropText(page);
      return this.#drawn(page, turns);
    } finally {
      this.#lib.FPDF_ClosePage(page);
    }
  }

  close(): void {
    this.#lib.FPDF_CloseDocument(this.#document);
    this.#lib.pdfium.wasmExports.free(this.#bytes);
  }

  #drawn(page: number, turns: QuarterTurns): Picture {
    const lib = this.#lib;
    const size = { width: lib.FPDF_GetPageWidthF(page), height: lib.FPDF_GetPageHeightF(page) };
    const imageDpi = this.#imageDpi(page);
    const dpi = drawingDpi(size, imageDpi);
    const sides = [size.width, size.height].map((side) => Math.max(1, Math.round((side * dpi) / 72)));
    const [width = 1, height = 1] = turns % 2 === 0 ? sides : sides.toReversed();
    const bitmap = lib.FPDFBitmap_CreateEx(width, height, GREY_FORMAT, 0, 0);
    if (bitmap === 0) throw new Error("there is no room for the picture of a page");
    try {
      lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      lib.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, turns, DRAW_IN_GREY);
      const grey = this.#pixels(bitmap, width, height);
      // A point of the scan is drawn as several where it is stretched.
      const reach = imageDpi > 0 && dpi > imageDpi * 1.3 ? 2 : 1;
      return { width, height, dpi, grey: withoutSpecks({ width, height, grey }, reach) };
    } finally {
      lib.FPDFBitmap_Destroy(bitmap);
    }
  }

  /** Rows of a bitmap may be longer than what they hold. */
  #pixels(bitmap: number, width: number, height: number): Uint8Array {
    const { HEAPU8 } = this.#lib.pdfium;
    const start = this.#lib.FPDFBitmap_GetBuffer(bitmap);
    const stride = this.#lib.FPDFBitmap_GetStride(bitmap);
    const grey = new Uint8Array(width * height);
    for (let row = 0; row < height; row++) {
      const at = start + row * stride;
      grey.set(HEAPU8.subarray(at, at + width), row * width);
    }
    return grey;
  }

  #dropText(page: number): void {
    for (let at = this.#objectCount(page) - 1; at >= 0; at--) {
      const object = this.#lib.FPDFPage_GetObject(page, at);
      if (this.#lib.FPDFPageObj_GetType(object) !== TEXT_OBJECT) continue;
      if (this.#lib.FPDFPage_RemoveObject(page, object)) this.#lib.FPDFPageObj_Destroy(object);
    }
  }

  /** Of the image on the page that has the most pixels; 0 where there is none. */
  #imageDpi(page: number): number {
    let best = { pixels: 0, dpi: 0 };
    for (let at = 0; at < this.#objectCount(page); at++) {
      const object = this.#lib.FPDFPage_GetObject(page, at);
      if (this.#lib.FPDFPageObj_GetType(object) !== IMAGE_OBJECT) continue;
      const found = this.#resolution(object);
      if (found.pixels > best.pixels) best = found;
    }
    return best.dpi;
  }

  #resolution(image: number): { pixels: number; dpi: number } {
    const { wasmExports, HEAP32, HEAPF32 } = this.#lib.pdfium;
    const place = wasmExports.malloc(24);
    try {
      const [width, height, left, bottom, right, top] = [0, 4, 8, 12, 16, 20].map((at) => place + at) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      if (!this.#lib.FPDFImageObj_GetImagePixelSize(image, width, height)) return { pixels: 0, dpi: 0 };
      if (!this.#lib.FPDFPageObj_GetBounds(image, left, bottom, right, top)) return { pixels: 0, dpi: 0 };
      const pixels = (HEAP32[width >> 2] ?? 0) * (HEAP32[height >> 2] ?? 0);
      const wide = (HEAPF32[right >> 2] ?? 0) - (HEAPF32[left >> 2] ?? 0);
      const high = (HEAPF32[top >> 2] ?? 0) - (HEAPF32[bottom >> 2] ?? 0);
      // By area, so that it holds for an image that is turned, too.
      return { pixels, dpi: wide * high > 0 ? 72 * Math.sqrt(pixels / (wide * high)) : 0 };
    } finally {
      wasmExports.free(place);
    }
  }

  #objectCount(page: number): number {
    return Math.min(this.#lib.FPDFPage_CountObjects(page), MAX_OBJECTS);
  }
}

/** `imageDpi` is that of the scan on the page, which a page of any size in points may hold. */
export function drawingDpi(
  { width, height }: { readonly width: number; readonly height: number },
  imageDpi: number,
): number {
  const squareInches = (Math.max(width, 1) * Math.max(height, 1)) / 72 ** 2;
  const most = Math.min(
    Math.sqrt(MAX_PIXELS / squareInches),
    (LARGEST_SIDE * 72) / Math.max(width, height, 1),
  );
  const pixels = squareInches * imageDpi ** 2;
  if (pixels >= ENOUGH_PIXELS && imageDpi <= most) return imageDpi;
  return Math.min(Math.max(GOOD_DPI, imageDpi), most);
}
