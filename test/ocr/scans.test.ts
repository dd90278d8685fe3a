import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ExtractedDocument } from "../../src/domain/extracted-document.ts";
import { extract } from "../../src/index.ts";
import { type ScanOptions, scanOf, scanPdf, type ScannedPage, textPdf } from "../kit/scans.ts";
import { BASQUE, CATALAN, ENGLISH, GALICIAN, SPANISH } from "./texts.ts";

/** Through the reader's process, as a user has it. */
async function read(pdf: Uint8Array, ocr: boolean): Promise<ExtractedDocument> {
  const folder = mkdtempSync(join(tmpdir(), "levada-ocr-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "scan.pdf");
  writeFileSync(file, pdf);
  for await (const { outcome } of extract([file], { root: folder, ocr })) {
    if (!outcome.ok) throw new Error(`${outcome.failure.code}: ${outcome.failure.message}`);
    return outcome.document;
  }
  throw new Error("nothing was read");
}

const words = (text: string) => text.match(/[\p{L}\p{N}]+(?:[.,·'’-][\p{L}\p{N}]+)*/gu) ?? [];

/** Of the words of one text, the part that stands in the other, each as often as it does. */
function shareOf(some: string, other: string): number {
  const left = new Map<string, number>();
  for (const word of words(other)) left.set(word, (left.get(word) ?? 0) + 1);
  const all = words(some);
  const found = all.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return found.length / all.length;
}

function expectSaid(document: ExtractedDocument, text: string): void {
  expect(shareOf(text, document.extracted_text)).toBeGreaterThanOrEqual(0.95);
  expect(shareOf(document.extracted_text, text)).toBeGreaterThanOrEqual(0.95);
}

describe("a scanned page", () => {
  it("is flagged, and nothing is invented, where OCR was not asked for", async () => {
    const { extracted_text, metadata } = await read(scanPdf([{ picture: await scanOf(SPANISH) }]), false);
    expect(extracted_text).toBe("[Page 1: image without a text layer, needs OCR]");
    expect(metadata).toMatchObject({ requires_ocr: true, has_text_layer: false, word_count: 0 });
    expect(metadata.ocr).toBeUndefined();
  });

  it.each<[string, ScanOptions, Omit<ScannedPage, "picture">]>([
    ["of 300 dpi, askew and grainy", { degrees: 0.7, noise: 50 }, {}],
    ["of 150 dpi, askew and grainy", { dpi: 150, degrees: -0.5, noise: 30 }, {}],
    ["in strips, with a point for each pixel", {}, { strips: 7, pointsPerPixel: 1 }],
    ["that is smaller than its picture", {}, { pointsPerPixel: 0.06 }],
    ["that lay on its side, and says so", { turns: 1 }, { rotate: 270 }],
    ["that lay on its side, and does not say so", { turns: 3 }, {}],
    ["that lay on its head", { turns: 2 }, {}],
  ])("%s is read: 95 of 100 words are right", async (_, scan, page) => {
    const picture = await scanOf(SPANISH, scan);
    const document = await read(scanPdf([{ picture, ...page }]), true);
    expectSaid(document, SPANISH);
    expect(document.headings.map(({ text }) => text)).toEqual([
      "Ayudas para el alquiler de vivienda habitual",
      "Documentación necesaria",
    ]);
    expect(document.extracted_text).toContain("mayores de edad que sean titulares de un contrato");
    const { metadata } = document;
    expect(metadata).toMatchObject({ has_text_layer: false, requires_ocr: false, partial: false });
    expect(metadata).toMatchObject({ language_detected: "es", page_count: 1 });
    expect(metadata.ocr).toMatchObject({ languages: ["es"], pages: [{ page: 1 }] });
    expect(metadata.ocr?.pages[0]?.confidence).toBeGreaterThan(0.85);
    expect(metadata.ocr?.pages[0]?.confidence).toBeLessThanOrEqual(1);
  });

  it.each([
    ["ca", CATALAN],
    ["gl", GALICIAN],
    ["eu", BASQUE],
    ["en", ENGLISH],
  ])("is read in its own language: %s", async (language, text) => {
    const document = await read(scanPdf([{ picture: await scanOf(text, { noise: 20 }) }]), true);
    expectSaid(document, text);
    expect(document.metadata.language_detected).toBe(language);
    expect(document.metadata.ocr?.languages[0]).toBe(language);
  });
});

describe("a document with scans", () => {
  it("keeps the text it has, and reads the pictures between it once", async () => {
    const [first = "", last = ""] = ["Primera parte. ", "Tercera parte. "].map((part) =>
      `${part.repeat(3)}\n`.repeat(12),
    );
    const picture = await scanOf(SPANISH);
    const stamp = "CSV: QX7Z-99KP-L1IO-0O8B";
    const { extracted_text, metadata } = await read(scanPdf([first, { picture, stamp }, last]), true);
    expect(metadata).toMatchObject({ has_text_layer: true, requires_ocr: false, partial: false });
    expect(metadata.ocr?.pages.map(({ page }) => page)).toEqual([2]);
    const order = ["Primera parte", "mayores de edad", stamp, "Tercera parte"];
    const places = order.map((part) => extracted_text.indexOf(part));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places.toSorted((a, b) => a - b)).toEqual(places);
    // It is drawn on the picture: it must not be seen as well as read.
    expect(extracted_text.split("CSV").length - 1).toBe(1);
  });

  it("says of pages that cannot be read that they cannot, and of empty ones that they are", async () => {
    const picture = await scanOf(SPANISH);
    const empty = { ...picture, grey: new Uint8Array(picture.grey.length).fill(250) };
    const { extracted_text, metadata } = await read(
      scanPdf([{ picture }, { picture: scribbled(picture) }, { picture: empty }]),
      true,
    );
    expect(extracted_text).toContain("mayores de edad");
    expect(extracted_text).toMatch(
      /\[Page 2: image (that OCR could not read, confidence 0\.\d\d|in which OCR found no text)\]/,
    );
    expect(extracted_text).toContain("[Page 3: image in which OCR found no text]");
    expect(metadata.ocr?.pages).toMatchObject([{ page: 1 }, { page: 2 }, { page: 3, confidence: 0 }]);
    expect(shareOf(extracted_text.replaceAll(/\[Page.*?\]/g, ""), SPANISH)).toBeGreaterThan(0.95);
  });

  it("of text only is read as ever", async () => {
    const [plain, looked] = [await read(textPdf([SPANISH]), false), await read(textPdf([SPANISH]), true)];
    expect(looked.extracted_text).toBe(plain.extracted_text);
    expect(looked.metadata.ocr).toBeUndefined();
  });
});

/** Strokes where the words are: as much ink, and nothing to read. */
function scribbled({ width, height, grey, dpi }: ScannedPage["picture"]): ScannedPage["picture"] {
  const out = new Uint8Array(grey.length).fill(255);
  for (let at = 0; at < grey.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isWritten = (grey[at] ?? 255) < 128;
    if (isWritten) out[((y + ((x * 7) % 41)) % height) * width + ((x + ((y * 13) % 53)) % width)] = 0;
  }
  return { width, height, grey: out, dpi };
}
