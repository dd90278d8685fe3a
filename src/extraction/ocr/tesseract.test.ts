import { describe, expect, it } from "vitest";
import { scanOf, scanPdf, textPdf } from "../../../test/kit/scans.ts";
import { drawingDpi, loadPdfium, PdfPictures } from "./page-pictures.ts";
import { loadTesseract } from "./tesseract.ts";

describe("how finely a page is drawn", () => {
  const A4 = { width: 595, height: 842 };
  it.each([
    ["no image is known", A4, 0, 300],
    ["its scan is coarse", A4, 150, 300],
    ["its scan is fine enough", A4, 310, 310],
    ["its scan is finer than can be read", A4, 1200, 352],
    ["it is as many points wide as its scan has pixels", { width: 2480, height: 3508 }, 72, 72],
    ["it is a stamp with a scan in it", { width: 60, height: 84 }, 3000, 3000],
    ["it is as large as a wall", { width: 14_400, height: 14_400 }, 0, 17],
    ["it is a strip of a mile", { width: 1_000_000, height: 10 }, 0, 1],
    ["it is nothing", { width: 0, height: 0 }, 0, 300],
  ])("where %s", (_, size, imageDpi, dpi) => {
    expect(Math.round(drawingDpi(size, imageDpi))).toBe(dpi);
  });
});

describe("PDFium and Tesseract", () => {
  it("draw a page and read it, without its text where that is known, and in another language", async () => {
    const pages = new PdfPictures(await loadPdfium(), textPdf(["Solicitud de ayuda", ""]));
    const tesseract = await loadTesseract();
    const read = (withoutText: boolean, languages: readonly string[]) =>
      tesseract
        .read(pages.draw(1, 0, { withoutText }), languages)
        .flatMap(({ words }) => words.map(({ text }) => text));
    expect(read(false, ["es"])).toEqual(["Solicitud", "de", "ayuda"]);
    expect(read(true, ["es"])).toEqual([]);
    expect(read(false, ["gl", "es"])).toEqual(["Solicitud", "de", "ayuda"]);
    const { width, height } = pages.draw(2, 1, { withoutText: false });
    expect(width).toBeGreaterThan(height);
    expect(() => pages.draw(9, 0, { withoutText: false })).toThrow("cannot open page 9");
    pages.close();
  });

  it("draw a scan as finely as it is", async () => {
    const grey = new Uint8Array(2500 * 2000).fill(128);
    const scan = { width: 2500, height: 2000, dpi: 250, grey };
    const pages = new PdfPictures(
      await loadPdfium(),
      scanPdf([{ picture: scan }, { picture: scan, strips: 2 }]),
    );
    const { width, height, grey: drawn } = pages.draw(1, 0, { withoutText: true });
    expect({ width, height }).toEqual({ width: 2500, height: 2000 });
    expect(drawn[drawn.length >> 1]).toBe(128);
    expect(Math.round(pages.draw(2, 3, { withoutText: false }).height)).toBe(2500);
    pages.close();
  });

  it.each([-4, 4])(
    "read a sheet that lay askew by %i degrees",
    async (degrees) => {
      const text = Array.from(
        { length: 12 },
        (_, at) => `Las personas interesadas presentan la solicitud ${at} en el registro general`,
      ).join("\n");
      const picture = await scanOf(text, { degrees });
      const read = (await loadTesseract()).read(picture, ["es"]).flatMap(({ words }) => words);
      expect(read.filter(({ text: word }) => word === "solicitud").length).toBeGreaterThanOrEqual(11);
    },
    60_000,
  );

  it("refuse what is no PDF, and a language that is not there", async () => {
    const pdfium = await loadPdfium();
    expect(() => new PdfPictures(pdfium, Buffer.from("<html>"))).toThrow("PDFium cannot open it");
    const picture = { width: 8, height: 8, dpi: 300, grey: new Uint8Array(64).fill(255) };
    const tesseract = await loadTesseract();
    expect(() => tesseract.read(picture, ["xx"])).toThrow();
    expect(tesseract.read(picture, ["es"])).toEqual([]);
  });
});
