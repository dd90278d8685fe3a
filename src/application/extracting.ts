import type { EventBody, ExtractionCounts } from "../domain/events.ts";
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import {
  type ExtractionOutcome,
  type ExtractRecord,
  failedBy,
  isCurrent,
  isFailure,
  NEEDS_BROWSER,
  NEEDS_OCR,
  RECOGNISED,
  type ReadingTerms,
  RENDERED,
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
  Rendered,
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
  /** What was rendered before this is rendered again; wall clock, ms. @default 0 */
  readonly renderedSince?: number;
  /** Pages that are pictures of text are read. @default false: they are flagged */
  readonly ocr?: boolean;
  /** No more documents are begun once `stop` aborts; those in hand are given up once `abort` does. */
  readonly signals: { readonly stop: AbortSignal; readonly abort: AbortSignal };
  /** Storage broke: the run ends. */
  readonly fail: (error: unknown) => void;
}

interface Read {
  readonly document: StoredDocument;
  readonly outcome: ExtractionOutcome;
  /** It was read as a browser showed it. */
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
  /** Asked of a browser in this run: once is enough. */
  readonly #shown = new Set<string>();
  #failures = 0;
  #inHand = 0;
  #writing: Promise<void> | null = null;
  #broken = false;
  /** Called when something has ended. */
  #wake: () => void = () => {};

  constructor(parts: ExtractingParts) {
    this.#parts = parts;
  }

  /** Documents of this run that could not be read, and should have been. */
  get failures(): number {
    return this.#failures;
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
    for (const document of await (again ? this.#readable(documents) : this.#outdated(documents))) {
      while (this.#inHand >= this.#parts.reader.width * 2 && !this.#isOver()) await this.#somethingEnds();
      if (this.#isOver()) return;
      void this.#take(document);
    }
  }

  async #outdated(documents: readonly StoredDocument[]): Promise<readonly StoredDocument[]> {
    const { extracts, files, source } = this.#parts;
    const known = await extracts.find(
      source,
      documents.map(({ key }) => key),
    );
    const stems = [...known.values()].flatMap(({ stem }) => (stem === "" ? [] : [stem]));
    const present = await files.present(stems);
    const aged = await this.#agedAmong([...known.values()]);
    return documents.filter((document) => {
      const record = known.get(document.key);
      if (this.#shown.has(document.key)) return false;
      if (this.#parts.ocr !== true && isRecognised(record, document.sha256)) return false;
      if (!isCurrent(record, document, this.#terms())) return true;
      const { stem = "", key = "" } = record ?? {};
      return aged.has(key) || (stem !== "" && !present.has(stem));
    });
  }

  /** All but those of which less would be read than before: pictures of text, now that there is no OCR. */
  async #readable(documents: readonly StoredDocument[]): Promise<readonly StoredDocument[]> {
    const { extracts, source, ocr = false } = this.#parts;
    if (ocr) return documents;
    const known = await extracts.find(
      source,
      documents.map(({ key }) => key),
    );
    return documents.filter(({ key, sha256 }) => !isRecognised(known.get(key), sha256));
  }

  #terms(): ReadingTerms {
    const { reader, render, ocr = false } = this.#parts;
    const { version: extractor, limits } = reader;
    return { extractor, limits, renders: render !== undefined, recognises: ocr };
  }

  /** Of what was rendered, what a browser is to be asked about again. */
  async #agedAmong(records: readonly ExtractRecord[]): Promise<ReadonlySet<string>> {
    const { render, files } = this.#parts;
    const aged = new Set<string>();
    if (render === undefined) return aged;
    for (const { key, reason, stem } of records)
      if (reason === RENDERED && this.#isAged(await files.renderedOf(stem))) aged.add(key);
    return aged;
  }

  #isAged(rendered: Rendered | null): boolean {
    return rendered === null || Date.parse(rendered.at) < (this.#parts.renderedSince ?? 0);
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
    const { archive, files, rules, render } = this.#parts;
    const kept = await files.renderedOf(rules.stem(document));
    const isUsable = kept?.sha256 === document.sha256 && (render === undefined || !this.#isAged(kept));
    if (isUsable)
      return { document, outcome: asRendered(await this.#readFile(document, kept.file)), wasRendered: true };
    const outcome = await this.#readFile(document, archive.fileOf(document));
    const needsBrowser = outcome.ok && outcome.document.metadata.requires_js_rendering;
    const rendered =
      needsBrowser && render !== undefined ? await this.#rendered(document, outcome, render) : null;
    return { document, outcome: rendered ?? outcome, wasRendered: rendered !== null };
  }

  /** What a page says that a browser has shown; null where that is no more than before. */
  async #rendered(
    document: StoredDocument,
    before: ExtractionOutcome & { readonly ok: true },
    render: RenderPage,
  ): Promise<ExtractionOutcome | null> {
    const { files, rules, signals, clock, emit } = this.#parts;
    this.#shown.add(document.key);
    const html = await render(document, signals.abort);
    const stem = rules.stem(document);
    if (html !== null) {
      const at = new Date(clock.now()).toISOString();
      const file = await files.keepRendered(stem, { sha256: document.sha256, at, html });
      const outcome = asRendered(await this.#readFile(document, file));
      if (outcome.ok && outcome.document.metadata.word_count > before.document.metadata.word_count)
        return outcome;
    }
    await files.remove([stem]);
    const what =
      html === null ? "could not be shown by the browser" : "says no more when its scripts have run";
    if (!signals.abort.aborted)
      emit({
        type: "warning",
        code: "render_failed",
        message: `${document.url} ${what}; the next run with --render tries again`,
      });
    return null;
  }

  #readFile(document: StoredDocument, file: string): Promise<ExtractionOutcome> {
    const { reader, rules, signals, ocr = false } = this.#parts;
    const { url = document.url, contentType = "" } = document.page ?? {};
    return reader.read({ file, url, contentType, languages: rules.languages, ocr }, signals.abort);
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
      if (!outcome.ok && isFailure(outcome.failure.code)) this.#failures++;
      emit(eventOf(document, outcome, record));
    }
  }

  #recordOf({ document, outcome, wasRendered }: Read): ExtractRecord {
    const { reader, rules } = this.#parts;
    const { key, sha256 } = document;
    const common = { key, sha256, extractor: reader.version };
    if (!outcome.ok) {
      const { code: reason } = outcome.failure;
      const extractor = failedBy(this.#terms());
      return { ...common, extractor, status: "failed", score: 0, words: 0, reason, stem: "" };
    }
    const { score, status } = outcome.quality;
    const { word_count: words } = outcome.document.metadata;
    const reason = wasRendered ? RENDERED : openQuestion(outcome.document);
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

function isRecognised(record: ExtractRecord | undefined, sha256: string): boolean {
  return record?.reason === RECOGNISED && record.sha256 === sha256;
}

/** What a reading leaves open, or how it was closed. */
function openQuestion({ metadata }: ExtractedDocument): string {
  if (metadata.requires_js_rendering) return NEEDS_BROWSER;
  if (metadata.requires_ocr) return NEEDS_OCR;
  return metadata.ocr === undefined ? "" : RECOGNISED;
}

/** Its scripts have run: what they have left out is not there. */
function asRendered(outcome: ExtractionOutcome): ExtractionOutcome {
  if (!outcome.ok) return outcome;
  const { document } = outcome;
  return {
    ...outcome,
    document: { ...document, metadata: { ...document.metadata, requires_js_rendering: false } },
  };
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
