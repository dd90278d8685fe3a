import type { EventBody, ExtractionCounts } from "../domain/events.ts";
import {
  type ExtractionOutcome,
  type ExtractRecord,
  isCurrent,
  NEEDS_BROWSER,
} from "../domain/extraction.ts";
import type { JsonObject } from "../domain/json.ts";
import { markdownFile } from "../domain/markdown-file.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { ExtractionRules } from "../domain/source.ts";
import type {
  Archive,
  Clock,
  DocumentReader,
  ExtractFile,
  ExtractFiles,
  Extracts,
  Registry,
} from "./ports.ts";
import { storedDocuments } from "./reading.ts";
import type { RenderPage } from "./rendering.ts";

export interface ExtractingParts {
  readonly source: string;
  readonly clock: Pick<Clock, "now">;
  readonly rules: ExtractionRules;
  readonly reader: DocumentReader;
  readonly extracts: Extracts;
  readonly files: ExtractFiles;
  readonly registry: Registry;
  readonly archive: Pick<Archive, "fileOf">;
  readonly emit: (event: EventBody) => void;
  /** Where pages that are scripts only are shown to a browser. @default they are flagged */
  readonly render?: RenderPage;
  /** No more documents are begun once `stop` aborts; those in hand are given up once `abort` does. */
  readonly signals: { readonly stop: AbortSignal; readonly abort: AbortSignal };
  /** Storage broke: the run ends. */
  readonly fail: (error: unknown) => void;
}

interface Read {
  readonly document: StoredDocument;
  readonly outcome: ExtractionOutcome;
  /** A browser was asked, or has been before. */
  readonly wasRendered: boolean;
}

/**
 * Reads stored documents while others are still fetched (P13–P22). Everything it writes is derived from the raw store
 * and keyed by the file's hash and the extractor's version, so that a kill costs no more than reading again:
 *
 *   stored ──▶ waiting ──▶ read, several at a time ──▶ written together ──▶ noted
 */
export class Extracting {
  readonly #parts: ExtractingParts;
  readonly #waiting: string[] = [];
  readonly #counts = { accept: 0, review: 0, reject: 0, failed: 0 };
  readonly #read: Read[] = [];
  #inHand = 0;
  #writing: Promise<void> | null = null;
  #broken = false;
  /** Called when something has ended. */
  #wake: () => void = () => {};

  constructor(parts: ExtractingParts) {
    this.#parts = parts;
  }

  get counts(): ExtractionCounts {
    return { ...this.#counts };
  }

  /** Documents that were stored just now. Their reading begins at once, and is waited for by `finish`. */
  add(keys: readonly string[]): void {
    this.#waiting.push(...keys);
    void this.#begin();
  }

  /** Reads all that was added, and whatever else of the source has no reading that still holds; all of it with `again`. */
  async finish({ again = false } = {}): Promise<ExtractionCounts> {
    await this.#drained();
    const { source, registry } = this.#parts;
    let page: StoredDocument[] = [];
    for await (const document of storedDocuments(source, registry)) {
      if (this.#isOver()) break;
      if (page.push(document) < PAGE) continue;
      await this.#sweep(page, again);
      page = [];
    }
    if (!this.#isOver()) await this.#sweep(page, again);
    await this.#drained();
    if (!this.#isOver()) await this.#dropOrphans();
    return this.counts;
  }

  #isOver(): boolean {
    return this.#broken || this.#parts.signals.stop.aborted;
  }

  async #sweep(documents: readonly StoredDocument[], again: boolean): Promise<void> {
    for (const document of again ? documents : await this.#outdated(documents)) {
      while (this.#inHand >= this.#parts.reader.width * 2 && !this.#isOver()) await this.#somethingEnds();
      if (this.#isOver()) return;
      void this.#take(document);
    }
  }

  async #outdated(documents: readonly StoredDocument[]): Promise<readonly StoredDocument[]> {
    const { extracts, source, reader, render } = this.#parts;
    const terms = { extractor: reader.version, renders: render !== undefined };
    const known = await extracts.find(
      source,
      documents.map(({ key }) => key),
    );
    return documents.filter((document) => !isCurrent(known.get(document.key), document, terms));
  }

  /** Takes what is waiting, as far as there are hands. */
  async #begin(): Promise<void> {
    const { registry, source, reader } = this.#parts;
    const hands = reader.width * 2 - this.#inHand;
    if (hands <= 0 || this.#waiting.length === 0 || this.#isOver()) return;
    const keys = this.#waiting.splice(0, hands);
    this.#inHand += keys.length;
    try {
      const found = await registry.find(source, keys);
      const documents = [...found.values()].flatMap(({ document }) => document ?? []);
      for (const document of await this.#outdated(documents)) void this.#take(document);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#inHand -= keys.length;
      this.#ended();
    }
  }

  async #take(document: StoredDocument): Promise<void> {
    const { signals } = this.#parts;
    this.#inHand++;
    try {
      const read = await this.#readOne(document);
      // What was given up says nothing of the document.
      if (signals.abort.aborted) return;
      this.#read.push(read);
      await (this.#writing ??= this.#writeAll());
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#inHand--;
      this.#ended();
      void this.#begin();
    }
  }

  async #readOne(document: StoredDocument): Promise<Read> {
    const { archive, files, rules, signals, render } = this.#parts;
    const stem = rules.stem(document);
    const kept = await files.renderedOf(stem, document.sha256);
    const outcome = await this.#readFile(document, kept ?? archive.fileOf(document));
    const needsBrowser = outcome.ok && outcome.document.metadata.requires_js_rendering;
    if (!needsBrowser || kept !== null || render === undefined)
      return { document, outcome, wasRendered: kept !== null };
    const html = await render(document, signals.abort);
    if (html === null) return { document, outcome, wasRendered: true };
    const file = await files.keepRendered(stem, document.sha256, html);
    return { document, outcome: await this.#readFile(document, file), wasRendered: true };
  }

  #readFile(document: StoredDocument, file: string): Promise<ExtractionOutcome> {
    const { reader, rules, signals } = this.#parts;
    const { url = document.url, contentType = "" } = document.page ?? {};
    return reader.read({ file, url, contentType, languages: rules.languages }, signals.abort);
  }

  /** What was read meanwhile is written together: one sync of each folder, one transaction. */
  async #writeAll(): Promise<void> {
    try {
      while (this.#read.length > 0 && !this.#broken) await this.#write(this.#read.splice(0));
    } finally {
      this.#writing = null;
    }
  }

  async #write(read: readonly Read[]): Promise<void> {
    const { files, extracts, source, emit } = this.#parts;
    const before = await extracts.find(
      source,
      read.map(({ document }) => document.key),
    );
    const records = read.map((one) => this.#recordOf(one));
    await files.write(read.flatMap((one) => this.#fileOf(one)));
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
      emit(eventOf(document, outcome, record));
    }
  }

  #recordOf({ document, outcome, wasRendered }: Read): ExtractRecord {
    const { reader, rules } = this.#parts;
    const { key, sha256 } = document;
    const common = { key, sha256, extractor: reader.version };
    if (!outcome.ok)
      return { ...common, status: "failed", score: 0, words: 0, reason: outcome.failure.code, stem: "" };
    const { score, status } = outcome.quality;
    const { word_count: words, requires_js_rendering } = outcome.document.metadata;
    const reason = requires_js_rendering && !wasRendered ? NEEDS_BROWSER : "";
    return { ...common, status, score, words, reason, stem: rules.stem(document) };
  }

  #fileOf({ document, outcome }: Read): readonly ExtractFile[] {
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
    const file = { stem: rules.stem(document), json };
    return [rules.markdown ? { ...file, markdown: markdownFile(outcome, document) } : file];
  }

  async #dropOrphans(): Promise<void> {
    const { extracts, files, source } = this.#parts;
    const orphans = await extracts.orphans(source);
    if (orphans.length === 0) return;
    await files.remove(orphans.flatMap(({ stem }) => (stem === "" ? [] : [stem])));
    await extracts.forget(
      source,
      orphans.map(({ key }) => key),
    );
  }

  async #drained(): Promise<void> {
    while (this.#inHand > 0 || (this.#waiting.length > 0 && !this.#isOver())) await this.#somethingEnds();
  }

  #somethingEnds(): Promise<void> {
    return new Promise((resolve) => {
      const before = this.#wake;
      this.#wake = () => {
        before();
        resolve();
      };
    });
  }

  #ended(): void {
    const wake = this.#wake;
    this.#wake = () => {};
    wake();
  }

  #fail(error: unknown): void {
    this.#broken = true;
    this.#parts.fail(error);
  }
}

/** Documents whose readings are looked up at a time. */
const PAGE = 500;

function eventOf(
  { key: id, url }: StoredDocument,
  outcome: ExtractionOutcome,
  record: ExtractRecord,
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
  };
}
