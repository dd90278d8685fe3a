/**
 * A thread that draws pages and reads what is on them. WebAssembly cannot be interrupted: whoever started the thread
 * ends it where a page takes too long.
 */
import { parentPort } from "node:worker_threads";
import type { OcrReply, OcrRequest } from "./ocr-messages.ts";
import { loadPdfium, PdfPictures } from "./page-pictures.ts";
import { loadTesseract } from "./tesseract.ts";

const pdfium = await loadPdfium();
const tesseract = await loadTesseract();
let document: PdfPictures | null = null;

function answer(request: OcrRequest): OcrReply {
  if (request.kind === "close" || request.bytes !== null) {
    document?.close();
    document = null;
  }
  if (request.kind === "close") return { ok: true, page: null };
  const { bytes, number, turns, withoutText, languages } = request;
  if (bytes !== null) document = new PdfPictures(pdfium, bytes);
  if (document === null) return { ok: false, message: "no document is open" };
  const picture = document.draw(number, turns, { withoutText });
  const { width, height, dpi } = picture;
  return { ok: true, page: { lines: tesseract.read(picture, languages), width, height, dpi } };
}

function reply(request: OcrRequest): OcrReply {
  try {
    return answer(request);
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on("message", (request: OcrRequest) => parentPort?.postMessage(reply(request), []));
