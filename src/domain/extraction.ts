import type { DocumentType, ExtractedDocument } from "./extracted-document.ts";

/** Why a document could not be read. It fails alone: the document stays stored, and the run goes on. */
export const EXTRACTION_FAILURES = [
  /** No reader for this kind of document. */
  "unsupported",
  /** Not what it seemed to be, or damaged. */
  "unreadable",
  /** It has no bytes. */
  "empty",
  /** A password is needed. */
  "encrypted",
  /** It opens into more than is read. */
  "too_large",
  "timeout",
  "out_of_memory",
  /** The process that read it died. */
  "crashed",
  /** Its file is not there. */
  "missing",
] as const;

export type ExtractionFailureCode = (typeof EXTRACTION_FAILURES)[number];

export interface ExtractionFailure {
  readonly code: ExtractionFailureCode;
  /** What, and where it can be told what to do. */
  readonly message: string;
}

/** What makes a reading trustworthy, and how much it weighs in hundredths (P21). */
export const QUALITY_CHECKS = {
  words: 30,
  sections: 25,
  language: 20,
  encoding: 15,
  headings: 10,
} as const;
export type QualityCheck = keyof typeof QUALITY_CHECKS;

export type QualityStatus = "accept" | "review" | "reject";

/** How far what was read can be trusted (P21). */
export interface Quality {
  /** From 0 to 1. */
  readonly score: number;
  readonly status: QualityStatus;
  /** What was not met, in the order of its weight. */
  readonly failed: readonly QualityCheck[];
}

export type ExtractionOutcome =
  | { readonly ok: true; readonly document: ExtractedDocument; readonly quality: Quality }
  | {
      readonly ok: false;
      readonly failure: ExtractionFailure;
      /** As far as it was found out. */
      readonly kind: DocumentType | null;
    };

interface KnownReading {
  readonly key: string;
  /** Of the stored file. */
  readonly sha256: string;
  readonly extractor: string;
  /** 0 where it failed. */
  readonly score: number;
  readonly words: number;
  /** Where it was written, relative to the root, without its ending; empty where nothing was. */
  readonly stem: string;
}

export interface FailedRecord extends KnownReading {
  readonly status: "failed";
  /** Why it could not be read. */
  readonly reason: ExtractionFailureCode;
}

export interface ReadRecord extends KnownReading {
  readonly status: QualityStatus;
  /** What is to be said of it; empty where nothing is. */
  readonly reason: OpenQuestion | SpecialReading | "";
}

/** What is known of a reading, so that it need not be done again: it holds for these bytes and this extractor. */
export type ExtractRecord = FailedRecord | ReadRecord;

/** The page says nothing before its scripts have run, and they have not. */
export const NEEDS_BROWSER = "requires_js_rendering";
/** Some of its pages are pictures of text, and nobody has looked at them. */
export const NEEDS_OCR = "requires_ocr";
/** What a reading leaves open: it is done again where there is what it needs. */
export type OpenQuestion = typeof NEEDS_BROWSER | typeof NEEDS_OCR;

/** It was read as a browser showed it. */
export const RENDERED = "rendered";
/** Pages of it that are pictures of text were read. */
export const RECOGNISED = "recognised";
/** What it took to read it, beside its file. */
export type SpecialReading = typeof RENDERED | typeof RECOGNISED;

/** Whether something went wrong. A picture, an empty file or one with a password is kept, and not to be read. */
export function isFailure(code: string): boolean {
  return code !== "unsupported" && code !== "empty" && code !== "encrypted";
}

/** Whether what was read before still holds. */
export function isCurrent(
  record: ExtractRecord | undefined,
  document: { readonly sha256: string },
  terms: ReadingTerms,
): boolean {
  if (record === undefined || record.sha256 !== document.sha256) return false;
  if (terms.renders && record.reason === NEEDS_BROWSER) return false;
  if (terms.recognises && record.reason === NEEDS_OCR) return false;
  return record.extractor === (record.status === "failed" ? failedBy(terms) : terms.extractor);
}

export interface ReadingTerms {
  readonly extractor: string;
  /** What one document may take, in words. */
  readonly limits: string;
  /** There is a browser. */
  readonly renders: boolean;
  /** There is OCR. */
  readonly recognises: boolean;
}

/** A failure holds as long as nothing more is allowed: with other limits the document is tried again. */
export function failedBy({ extractor, limits }: Pick<ReadingTerms, "extractor" | "limits">): string {
  return `${extractor} within ${limits}`;
}
