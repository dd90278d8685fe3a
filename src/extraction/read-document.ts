import { DOCUMENT_TYPES, type DocumentType } from "../domain/extracted-document.ts";
import type { ExtractionFailureCode, ExtractionOutcome } from "../domain/extraction.ts";
import type { DocumentReading } from "./document-reading.ts";
import { type DocumentKind, documentKind } from "./document-kind.ts";
import { assessQuality } from "./quality.ts";
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
}

export type ReadDocument = (raw: RawDocument) => Promise<ExtractionOutcome>;

/** Reads documents of every kind into the one form. A reader is loaded when it is first wanted. */
export function documentReader(): ReadDocument {
  const services = textServices();
  return async (raw) => {
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
        return judged(await readPdf(raw, services), raw, "pdf");
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
