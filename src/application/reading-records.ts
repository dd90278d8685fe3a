import type { EventBody, ExtractionCounts } from "../domain/events.ts";
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import {
  type ExtractionOutcome,
  type ExtractRecord,
  failedBy,
  isFailure,
  NEEDS_BROWSER,
  NEEDS_OCR,
  type ReadRecord,
  RECOGNISED,
  RENDERED,
} from "../domain/extraction.ts";
import type { JsonObject } from "../domain/json.ts";
import { markdownFile } from "../domain/markdown-file.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { ExtractFile, Extracts } from "./ports.ts";
import type { Reading, ReadingParts } from "./read-stored.ts";

type Parts = Pick<ReadingParts, "source" | "clock" | "rules" | "reader" | "files" | "emit"> & {
  readonly extracts: Extracts;
};

/** Keeps what was read: its files first, then its record, then its event. */
export class ReadingRecords {
  readonly #parts: Parts;
  /** Storage broke: nothing more is written. */
  readonly #isBroken: () => boolean;
  readonly #counts = { accept: 0, review: 0, reject: 0, failed: 0 };
  readonly #read: Reading[] = [];
  #failures = 0;
  #writing: Promise<void> | null = null;

  constructor(parts: Parts, isBroken: () => boolean) {
    this.#parts = parts;
    this.#isBroken = isBroken;
  }

  /** Documents that could not be read, and should have been. */
  get failures(): number {
    return this.#failures;
  }

  get counts(): ExtractionCounts {
    return { ...this.#counts };
  }

  /** Ends when it is written. */
  async keep(reading: Reading): Promise<void> {
    this.#read.push(reading);
    await (this.#writing ??= this.#writeAll());
  }

  /** Removes what was read of documents that are no longer there. */
  async dropOrphans(): Promise<void> {
    const { extracts, files, source } = this.#parts;
    const orphans = await extracts.orphans(source);
    if (orphans.length === 0) return;
    await files.remove(orphans.flatMap(({ stem }) => (stem === "" ? [] : [stem])));
    for (const { key, reason } of orphans) if (reason === RENDERED) await files.dropRendered({ source, key });
    await extracts.forget(
      source,
      orphans.map(({ key }) => key),
    );
  }

  /** What was read meanwhile is written together: one sync of each folder, one transaction. */
  async #writeAll(): Promise<void> {
    try {
      while (this.#read.length > 0 && !this.#isBroken()) await this.#write(this.#read.splice(0));
    } finally {
      this.#writing = null;
    }
  }

  async #write(read: readonly Reading[]): Promise<void> {
    const { files, extracts, source, rules, emit } = this.#parts;
    const before = await extracts.find(
      source,
      read.map(({ document }) => document.key),
    );
    // A reading stays where it is: it may have been given a name since.
    const stems = read.map(({ document }) => before.get(document.key)?.stem || rules.stem(document));
    const records = read.map((one, nth) => this.#recordOf(one, stems[nth] ?? ""));
    const same = await Promise.all(read.map((one) => this.#saysTheSame(one, before.get(one.document.key))));
    await files.write(read.flatMap((one, nth) => this.#fileOf(one, stems[nth] ?? "")));
    // What an older version of the document said is not left in its place.
    const stale = records.flatMap(({ key, stem }) => {
      const old = before.get(key)?.stem ?? "";
      return old === "" || old === stem ? [] : [old];
    });
    await files.remove(stale);
    await extracts.note(source, records);
    for (const [i, { document, outcome }] of read.entries()) {
      const record = records[i];
      if (record === undefined) continue;
      this.#counts[record.status]++;
      if (!outcome.ok && isFailure(outcome.failure.code)) this.#failures++;
      emit(eventOf(document, outcome, record, same[i] ?? false));
    }
  }

  /** Session ids and counters change the bytes of a page with every request, and nothing that anybody reads. */
  async #saysTheSame({ document, outcome }: Reading, before: ExtractRecord | undefined): Promise<boolean> {
    if (!outcome.ok || before === undefined || before.stem === "" || before.sha256 === document.sha256)
      return false;
    const { title, extracted_text } = outcome.document;
    const old = await this.#parts.files.read(before.stem);
    return old !== null && old.title === title && old.extracted_text === extracted_text;
  }

  #recordOf({ document, outcome, wasRendered }: Reading, stem: string): ExtractRecord {
    const { reader } = this.#parts;
    const { key, sha256 } = document;
    const common = { key, sha256, extractor: reader.version };
    if (!outcome.ok) {
      const { code: reason } = outcome.failure;
      const extractor = failedBy({ extractor: reader.version, limits: reader.limits });
      return { ...common, extractor, status: "failed", score: 0, words: 0, reason, stem: "" };
    }
    const { score, status } = outcome.quality;
    const { word_count: words } = outcome.document.metadata;
    const reason = wasRendered ? RENDERED : remarkOn(outcome.document);
    return { ...common, status, score, words, reason, stem };
  }

  #fileOf({ document, outcome }: Reading, stem: string): readonly ExtractFile[] {
    if (!outcome.ok) return [];
    const { rules, reader, clock } = this.#parts;
    const json = {
      ...outcome.document,
      quality: outcome.quality,
      raw_path: document.localPath,
      raw_sha256: document.sha256,
      extractor_version: reader.version,
      extracted_at: new Date(clock.now()).toISOString(),
    } as unknown as JsonObject;
    const file = { stem, json };
    return [rules.markdown ? { ...file, markdown: markdownFile(outcome, document) } : file];
  }
}

/** What a reading leaves open, or how it was closed. */
function remarkOn({ metadata }: ExtractedDocument): ReadRecord["reason"] {
  if (metadata.requires_js_rendering) return NEEDS_BROWSER;
  if (metadata.requires_ocr) return NEEDS_OCR;
  return metadata.ocr === undefined ? "" : RECOGNISED;
}

function eventOf(
  { key: id, url }: StoredDocument,
  outcome: ExtractionOutcome,
  record: ExtractRecord,
  same_text: boolean,
): EventBody {
  if (!outcome.ok)
    return { type: "extract_failed", id, url, reason: outcome.failure.code, error: outcome.failure.message };
  const { document_type, metadata } = outcome.document;
  return {
    type: "extracted",
    id,
    url,
    path: `${record.stem}.extracted.json`,
    document_type,
    status: outcome.quality.status,
    score: outcome.quality.score,
    words: metadata.word_count,
    language: metadata.language_detected,
    requires_ocr: metadata.requires_ocr,
    requires_js_rendering: metadata.requires_js_rendering,
    same_text,
  };
}
