import { DOCUMENT_TYPES, type DocumentType } from "../domain/extracted-document.ts";
import type { ExtractionFailureCode, ExtractionOutcome } from "../domain/extraction.ts";
import type { DocumentReading } from "./document-reading.ts";
import { type DocumentKind, documentKind } from "./document-kind.ts";
import type { Recogniser } from "./ocr/recogniser.ts";
import { assessQuality, EXPECTED_LANGUAGES } from "./quality.ts";
import { textServices } from "./text-services.ts";

/** A document's bytes, and what is known of them. */
export interface RawDocument {
  readonly bytes: Uint8Array;
  readonly url: string;
  readonly contentType: string;
  /** The user's word on what it is. @default found out */
  readonly type?: DocumentType;
  /** Languages that are expected of it (P21); none: any. @default those of procedures */
  readonly languages?: readonly string[];
  /** Reads pages that are pictures, too. @default false */
  readonly ocr?: boolean;
}

export interface ReadingOptions {
  /** Called when something begins that may take so many milliseconds, besides the time that reading takes anyway. */
  readonly onLongWork?: (ms: number) => void;
}

export type ReadDocument = (raw: RawDocument, options?: ReadingOptions) => Promise<ExtractionOutcome>;

/** Reads documents of every kind into the one form. A reader is loaded when it is first wanted. */
export function documentReader(): ReadDocument {
  const services = textServices();
  let kept: Recogniser | null = null;
  const recogniserFor = async (raw: RawDocument, { onLongWork: onPage }: ReadingOptions) => {
    const { Recogniser: Thread } = await import("./ocr/recogniser.ts");
    const recogniser = (kept ??= new Thread());
    const { bytes, languages: expected = EXPECTED_LANGUAGES } = raw;
    const given = { ...services, bytes, expected, ...(onPage === undefined ? {} : { onPage }) };
    return (declared: string | null) => recogniser.open({ ...given, declared });
  };
  return async (raw, options = {}) => {
    const kind = raw.type ?? kindOf(raw);
    if (raw.bytes.length === 0) return failed("empty", "it has no bytes", kind);
    switch (kind) {
      case "html":
      case "form_html": {
        const { readHtml } = await import("./html/html-document.ts");
        const page = { url: raw.url, body: raw.bytes, contentType: raw.contentType };
        const { document } = readHtml(page, services);
        return { ok: true, document, quality: assessQuality(document, raw.languages) };
      }
      case "pdf":
      case "form_pdf": {
        const { readPdf } = await import("./pdf/pdf-document.ts");
        const recogniser = raw.ocr === true ? await recogniserFor(raw, options) : undefined;
        return judged(await readPdf(raw, services, recogniser), raw, "pdf");
      }
      case "boe_xml": {
        const { readBoe } = await import("./boe/boe-document.ts");
        return judged(await readBoe(raw, services), raw, kind);
      }
      case "docx": {
        const { readDocx } = await import("./docx/docx-document.ts");
        return judged(await readDocx(raw, services), raw, kind);
      }
      case "odt": {
        const { readOdt } = await import("./odt/odt-document.ts");
        return judged(await readOdt(raw, services), raw, kind);
      }
      case "office": {
        const { isEncrypted } = await import("./docx/encrypted-package.ts");
        if (isEncrypted(raw.bytes)) return failed("encrypted", "it is protected by a password", kind);
        return unsupported(kind);
      }
      default:
        return unsupported(kind);
    }
  };
}

function unsupported(kind: DocumentKind | DocumentType): ExtractionOutcome {
  return failed("unsupported", `a document of this kind (${kind}) is not read`, kind);
}

function judged(reading: DocumentReading, raw: RawDocument, kind: DocumentType): ExtractionOutcome {
  if (!reading.ok) return { ...reading, kind };
  const { document } = reading;
  return { ok: true, document, quality: assessQuality(document, raw.languages) };
}

function failed(
  code: ExtractionFailureCode,
  message: string,
  kind: DocumentKind | DocumentType,
): ExtractionOutcome {
  const type = DOCUMENT_TYPES.find((known) => known === kind) ?? null;
  return { ok: false, failure: { code, message }, kind: type };
}

function kindOf({ bytes, contentType, url }: RawDocument): DocumentKind {
  return documentKind(bytes, { contentType, name: url });
}
