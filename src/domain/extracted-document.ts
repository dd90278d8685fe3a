/** The one form that every kind of document is read into, before it is normalised (P20). Names are those of the file. */

import type { BoeRecord } from "./boe-record.ts";

export const DOCUMENT_TYPES = ["html", "pdf", "boe_xml", "form_html", "form_pdf", "docx", "odt"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export interface ExtractedHeading {
  readonly level: number;
  readonly text: string;
}

export interface ExtractedTable {
  readonly caption: string;
  readonly markdown: string;
  readonly rows: readonly (readonly string[])[];
}

export interface ExtractedLink {
  readonly text: string;
  readonly url: string;
}

export interface FormField {
  /** As HTML has it: text, email, date, checkbox, radio, select, textarea, file … */
  readonly type: string;
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
  /** What can be chosen; empty where anything can be written. */
  readonly options: readonly string[];
}

export interface ExtractionMetadata {
  readonly word_count: number;
  readonly language_detected: string | null;
  /** From 0 to 1. */
  readonly language_confidence: number;
  /** Where a text has more than one: all of them, the greatest first. */
  readonly languages?: readonly LanguageShare[];
  readonly has_text_layer: boolean;
  readonly page_count: number | null;
  readonly extraction_tool: string;
  readonly extraction_duration_ms: number;
  readonly encoding_issues: boolean;
  readonly partial: boolean;
  readonly requires_ocr: boolean;
  /** Where text was read from pictures. */
  readonly ocr?: OcrAccount;
  readonly requires_js_rendering: boolean;
  /** For people: how the page says of itself that it is news; absent where it does not. */
  readonly news_sign?: string;
}

/** What was read from pictures, and how far it can be trusted. */
export interface OcrAccount {
  readonly languages: readonly string[];
  readonly pages: readonly {
    readonly page: number;
    /** From 0 to 1; 0 where nothing was seen. */
    readonly confidence: number;
  }[];
}

export interface ExtractedDocument {
  readonly source_url: string;
  readonly document_type: DocumentType;
  readonly title: string;
  /** Markdown. */
  readonly extracted_text: string;
  readonly headings: readonly ExtractedHeading[];
  readonly tables: readonly ExtractedTable[];
  readonly links: readonly ExtractedLink[];
  readonly form_fields: readonly FormField[];
  readonly metadata: ExtractionMetadata;
  /** Of documents of the official gazette: what P20 has no place for. */
  readonly boe?: BoeRecord;
}

export interface LanguageShare {
  readonly language: string;
  /** From 0 to 1, of the text. */
  readonly share: number;
}

export interface DetectedLanguage {
  readonly language: string | null;
  /** From 0 to 1: low where the text says little, and where it says it in two languages. */
  readonly confidence: number;
  /** All that have a part in the text worth the name, the greatest first. */
  readonly languages?: readonly LanguageShare[];
}

/** The fields that every reader fills from what was detected. */
export function languageFields({
  language,
  confidence,
  languages = [],
}: DetectedLanguage): Pick<ExtractionMetadata, "language_detected" | "language_confidence" | "languages"> {
  return {
    language_detected: language,
    language_confidence: confidence,
    ...(languages.length > 1 ? { languages } : {}),
  };
}

/** Runs of letters and digits, also in scripts that write without spaces. */
export function wordCount(text: string): number {
  const word = /[\p{L}\p{N}]+(?:['’·.,/-][\p{L}\p{N}]+)*/gu;
  let count = 0;
  // One by one: the words of a long text in a list are several times its size.
  while (word.test(text)) count++;
  return count;
}
