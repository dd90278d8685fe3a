/** What the readers of documents share: the bytes they are given, and the form in which they answer (P20). */
import type { BoeRecord } from "../domain/boe-record.ts";
import {
  type DocumentType,
  type ExtractedDocument,
  type ExtractedLink,
  type FormField,
  languageFields,
  wordCount,
} from "../domain/extracted-document.ts";
import type { ExtractionFailure, ExtractionFailureCode } from "../domain/extraction.ts";
import { withoutControls } from "./html/element.ts";
import type { Reading } from "./html/markdown.ts";
import { withoutMarks } from "./html/markdown-marks.ts";
import type { TextServices } from "./text-services.ts";

export interface DocumentBytes {
  readonly bytes: Uint8Array;
  readonly url: string;
  /** The value of the Content-Type header. */
  readonly contentType?: string;
}

export type DocumentReading =
  | { readonly ok: true; readonly document: ExtractedDocument }
  | { readonly ok: false; readonly failure: ExtractionFailure };

/** Thrown where reading cannot go on; `readingOrFailure` makes a value of it. */
export class Refusal extends Error {
  readonly code: ExtractionFailureCode;

  constructor(code: ExtractionFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whatever a damaged document makes a parser throw is an outcome. */
export async function readingOrFailure(
  read: () => ExtractedDocument | Promise<ExtractedDocument>,
): Promise<DocumentReading> {
  try {
    return { ok: true, document: await read() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, failure: { code: error.code, message: error.message } };
    const detail = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    // V8 throws it where the stack or a string has no more room.
    const code = error instanceof RangeError ? "out_of_memory" : "unreadable";
    return { ok: false, failure: { code, message: `it could not be read: ${detail}` } };
  }
}

export interface ReadParts {
  readonly url: string;
  readonly type: DocumentType;
  readonly title: string;
  readonly reading: Reading;
  readonly tool: string;
  /** By the clock of the services. */
  readonly started: number;
  readonly issues: boolean;
  readonly partial?: boolean;
  readonly hasText?: boolean;
  readonly declaredLanguage?: string | null;
  readonly fields?: readonly FormField[];
  /** Beside those of the text. */
  readonly links?: readonly ExtractedLink[];
  readonly boe?: BoeRecord;
}

export function documentOf(parts: ReadParts, services: TextServices): ExtractedDocument {
  const { reading, boe, declaredLanguage = null } = parts;
  const plain = withoutMarks(reading.markdown);
  const language = services.detectLanguage?.(plain, declaredLanguage) ?? {
    language: declaredLanguage,
    confidence: 0,
  };
  return {
    source_url: parts.url,
    document_type: parts.type,
    title: withoutControls(parts.title),
    extracted_text: reading.markdown,
    headings: reading.headings,
    tables: reading.tables,
    links: [...(parts.links ?? []), ...reading.links],
    form_fields: (parts.fields ?? []).map(cleanField),
    metadata: {
      word_count: wordCount(plain),
      ...languageFields(language),
      has_text_layer: parts.hasText ?? true,
      page_count: null,
      extraction_tool: parts.tool,
      extraction_duration_ms: Math.round(clockOf(services)() - parts.started),
      encoding_issues: parts.issues,
      partial: parts.partial ?? false,
      requires_ocr: false,
      requires_js_rendering: false,
    },
    ...(boe === undefined ? {} : { boe }),
  };
}

/** Attributes and properties do not pass where text is cleaned. */
function cleanField(field: FormField): FormField {
  const { name, label, options } = field;
  return {
    ...field,
    name: withoutControls(name),
    label: withoutControls(label),
    options: options.map(withoutControls),
  };
}

export function clockOf({ now }: TextServices): () => number {
  return now ?? (() => performance.now());
}

/** Text as it should have been decoded, and whether something in it stays doubtful. */
export function repaired(
  text: string,
  { repairText }: TextServices,
): { readonly text: string; readonly issues: boolean } {
  const { text: right, issues } = repairText?.(text) ?? { text, issues: false };
  return {
    text: right.toWellFormed(),
    issues: issues || right.includes("\u{FFFD}") || !right.isWellFormed(),
  };
}
