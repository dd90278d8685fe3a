/** A PDF in the form that all documents are read into (P14, P15, P17, P20), page by page. */
import { EXTRACTOR_VERSION } from "../version.ts";
import { type ExtractedDocument, wordCount } from "../../domain/extracted-document.ts";
import type { ExtractionFailure } from "../../domain/extraction.ts";
import type { DocumentRecogniser } from "../ocr/recogniser.ts";
import { seenPage } from "../ocr/seen-page.ts";
import type { TextServices } from "../text-services.ts";
import { DocumentReading, isPicture } from "./document-reading.ts";
import { type DocumentText, documentText } from "./document-text.ts";
import { documentTitle } from "./document-title.ts";
import { withTrailer } from "./lost-trailer.ts";
import { openingFailure, openPdf, type PdfFile, type PdfInfo } from "./pdf-file.ts";

export interface RawPdf {
  readonly bytes: Uint8Array;
  readonly url: string;
}

export type PdfOutcome =
  | {
      readonly ok: true;
      readonly document: ExtractedDocument;
      /** Pages that are pictures of text, from 1: OCR can read them. */
      readonly imagePages: readonly number[];
    }
  | { readonly ok: false; readonly failure: ExtractionFailure; readonly kind: "pdf" };

/** More of one document is not read; what was read is marked as partial. */
const MAX_PAGES = 5_000;
const MAX_LETTERS = 64 << 20;
/** Rather part of a document than none: the process around this has its own end. */
const BUDGET_MS = 45_000;
/** A tree that claims pages which are not there: after so many there are none. */
const MAX_DAMAGED = 20;

/** `recogniser` reads pages that are pictures; `declared` is the language that the document says it has. */
export async function readPdf(
  raw: RawPdf,
  services: TextServices = {},
  recogniser?: (declared: string | null) => DocumentRecogniser,
): Promise<PdfOutcome> {
  const now = services.now ?? (() => performance.now());
  const started = now();
  if (raw.bytes.length === 0) return failed({ code: "empty", message: "it has no bytes" });
  const opened = await opening(raw.bytes);
  if ("failure" in opened) return failed(opened.failure);
  const { file } = opened;
  const ocr = recogniser?.(file.info.language) ?? null;
  try {
    const reading = new DocumentReading();
    reading.isPartial = opened.isMended;
    await readPages(file, reading, ocr, () => now() - started - (ocr?.spentMs ?? 0) > BUDGET_MS);
    const isNothing = !reading.hasText && reading.imagePages.length + reading.seenPages.length === 0;
    if (isNothing && (opened.isMended || (reading.isEmpty && reading.damaged > 0)))
      return failed({ code: "unreadable", message: "none of its pages can be read" });
    const document = asDocument(raw, file.info, reading, services, ocr);
    const took = Math.round(now() - started);
    return {
      ok: true,
      imagePages: reading.imagePages,
      document: { ...document, metadata: { ...document.metadata, extraction_duration_ms: took } },
    };
  } finally {
    await ocr?.close();
    await file.close().catch(() => undefined);
  }
}

const failed = (failure: ExtractionFailure): PdfOutcome => ({ ok: false, failure, kind: "pdf" });

/** A file that was cut is opened with what is left of it. */
async function opening(
  bytes: Uint8Array,
): Promise<{ readonly file: PdfFile; readonly isMended: boolean } | { readonly failure: ExtractionFailure }> {
  try {
    return { file: await openPdf(bytes), isMended: false };
  } catch (error) {
    const failure = openingFailure(error);
    const mended = failure.code === "unreadable" ? withTrailer(bytes) : null;
    if (mended === null) return { failure };
    return openPdf(mended).then(
      (file) => ({ file, isMended: true }),
      () => ({ failure }),
    );
  }
}

async function readPages(
  file: PdfFile,
  reading: DocumentReading,
  ocr: DocumentRecogniser | null,
  isLate: () => boolean,
): Promise<void> {
  const { pageCount } = file.info;
  let inRow = 0;
  for (let number = 1; number <= pageCount; number++) {
    if (number > MAX_PAGES || reading.letters > MAX_LETTERS || inRow >= MAX_DAMAGED || isLate()) {
      reading.isPartial = true;
      break;
    }
    try {
      const page = await file.page(number);
      const seen = ocr !== null && isPicture(page) ? await seenPage(page, number, ocr) : null;
      reading.add(number, seen ?? page);
      inRow = 0;
    } catch {
      reading.damaged++;
      inRow++;
    }
  }
  reading.finish();
}

function asDocument(
  raw: RawPdf,
  info: PdfInfo,
  reading: DocumentReading,
  services: TextServices,
  ocr: DocumentRecogniser | null,
): ExtractedDocument {
  const read = documentText(reading.pages, reading.sizes);
  const title = documentTitle(info.title, reading.opening.join(" "), read, reading.pages, reading.sizes);
  const { text, issues } = repaired(read, services);
  const hasText = reading.hasText || reading.hasSeenText;
  const words = hasText ? wordCount(text.markdown.replaceAll(/^\|(?: --- \|)+$/gm, "")) : 0;
  const fields = reading.fields;
  const language = services.detectLanguage?.(hasText ? text.markdown : "", info.language) ?? {
    language: info.language,
    confidence: 0,
  };
  return {
    source_url: raw.url,
    document_type: fields.length >= 3 && words < fields.length * 60 ? "form_pdf" : "pdf",
    title: title === info.title ? title : (services.repairText?.(title).text ?? title),
    extracted_text: text.markdown,
    headings: text.headings,
    tables: text.tables,
    links: [...reading.links.values()],
    form_fields: fields,
    metadata: {
      word_count: words,
      language_detected: language.language,
      language_confidence: language.confidence,
      has_text_layer: reading.hasText,
      page_count: info.pageCount,
      extraction_tool: `levada-pdf/${EXTRACTOR_VERSION} (unpdf${reading.seenPages.length > 0 ? ", tesseract" : ""})`,
      extraction_duration_ms: 0,
      encoding_issues: issues || /[\u{fffd}\u{e000}-\u{f8ff}]/u.test(text.markdown),
      partial: reading.isPartial || reading.damaged > 0 || (hasText && reading.imagePages.length > 0),
      requires_ocr: reading.imagePages.length > 0,
      ...(ocr === null || reading.seenPages.length === 0
        ? {}
        : { ocr: { languages: ocr.languages, pages: reading.seenPages } }),
      requires_js_rendering: false,
    },
  };
}

function repaired(text: DocumentText, { repairText }: TextServices): { text: DocumentText; issues: boolean } {
  if (repairText === undefined || !/[^\u{0}-\u{7f}]/u.test(text.markdown)) return { text, issues: false };
  let issues = false;
  const repair = (part: string) => {
    const result = repairText(part);
    issues ||= result.issues;
    return result.text;
  };
  const whole: DocumentText = {
    markdown: repair(text.markdown),
    headings: text.headings.map((heading) => ({ ...heading, text: repair(heading.text) })),
    tables: text.tables,
  };
  if (!issues) return { text: { ...text, markdown: whole.markdown }, issues };
  const tables = text.tables.map(({ caption, markdown, rows }) => ({
    caption: repair(caption),
    markdown: repair(markdown),
    rows: rows.map((row) => row.map(repair)),
  }));
  return { text: { ...whole, tables }, issues };
}
