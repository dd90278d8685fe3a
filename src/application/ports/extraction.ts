import type { DocumentType, ExtractedDocument } from "../../domain/extracted-document.ts";
import type { ExtractionOutcome, ExtractRecord } from "../../domain/extraction.ts";
import type { JsonObject } from "../../domain/json.ts";

/** A file to read, and what is known of it. */
export interface RawFile {
  /** Where it is. One whose name ends in `.zst` is decompressed first. */
  readonly file: string;
  /** What its links are relative to. */
  readonly url: string;
  /** As the server said; empty where nobody said anything. */
  readonly contentType: string;
  /** The user's word on what it is. @default found out */
  readonly type?: DocumentType;
  /** Languages that are expected of it; none: any. */
  readonly languages?: readonly string[];
  /** Reads pages that are pictures of text, too. @default false: they are flagged */
  readonly ocr?: boolean;
}

/** Reads documents apart from the engine: one that takes too long, too much memory or its reader's life fails alone. */
export interface DocumentReader {
  /** Bumped whenever the same bytes may read differently. */
  readonly version: string;
  /** What one document may take, in words. */
  readonly limits: string;
  /** As many are read at a time. */
  readonly width: number;
  /** Never throws for what a document does. Aborting ends it at once, as `crashed`. */
  read(raw: RawFile, signal?: AbortSignal): Promise<ExtractionOutcome>;
  close(): Promise<void>;
}

/** What a page asked for, as it came. */
export interface LoadedResource {
  readonly body: Uint8Array;
  readonly contentType: string;
}

/** A browser that reaches nothing by itself: everything it shows is given to it. */
export interface Renderer {
  /**
   * The page as it stands once its scripts have done their work; null where it crashed, hung or could not be shown.
   * `load` brings what it asks for; null refuses it.
   */
  render(
    page: LoadedResource & { readonly url: string },
    load: (url: string) => Promise<LoadedResource | null>,
    signal: AbortSignal,
  ): Promise<string | null>;
  close(): Promise<void>;
}

/** What is to be written of one document. */
export interface ExtractFile {
  /** Relative to the root, without its ending. */
  readonly stem: string;
  readonly json: JsonObject;
  /** The text with its front matter, where the source wants it. */
  readonly markdown?: string;
}

export interface Rendered {
  /** Of the file that was shown. */
  readonly sha256: string;
  /** ISO 8601. */
  readonly at: string;
}

/** `{stem}.extracted.json`, and `{stem}.md` where there is one. */
export interface ExtractFiles {
  /** Whole or not at all, each; durable when it resolves. */
  write(files: readonly ExtractFile[]): Promise<void>;
  remove(stems: readonly string[]): Promise<void>;
  /** Which of these are there. */
  present(stems: readonly string[], which?: { readonly markdown?: boolean }): Promise<ReadonlySet<string>>;
  /** What a reading says, as it was written; null where it is not there. */
  read(stem: string): Promise<WrittenExtract | null>;
  /** Puts a reading under another name, too; what stood there goes. Durable when it resolves. */
  copy(from: string, to: string): Promise<void>;
  /** Keeps what a browser made of the file with this hash; answers where it is. Durable when it resolves. */
  keepRendered(page: PageName, rendered: Rendered & { readonly html: string }): Promise<string>;
  dropRendered(page: PageName): Promise<void>;
  /** Where it is kept, and of what and when it was made; null where there is none. */
  renderedOf(page: PageName): Promise<(Rendered & { readonly file: string }) | null>;
}

export interface PageName {
  readonly source: string;
  readonly key: string;
}

/** A reading with what it was made of and when. */
export type WrittenExtract = ExtractedDocument & { readonly extracted_at: string };

/** What is known of readings; derived, and made anew where it was lost. */
export interface Extracts {
  find(source: string, keys: readonly string[]): Promise<ReadonlyMap<string, ExtractRecord>>;
  note(source: string, records: readonly ExtractRecord[]): Promise<void>;
  /** Readings of documents that are no longer there. */
  orphans(source: string): Promise<readonly ExtractRecord[]>;
  forget(source: string, keys: readonly string[]): Promise<void>;
  /** How many readings there are by status. */
  counts(source: string): Promise<Readonly<Record<ExtractRecord["status"], number>>>;
}
