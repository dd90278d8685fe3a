import type { ExtractionCounts } from "../domain/events.ts";
import type { StoredDocument } from "../domain/reference.ts";
import { OutdatedReadings } from "./outdated-readings.ts";
import type { Extracts, Registry } from "./ports.ts";
import { type ReadingParts, StoredReader } from "./read-stored.ts";
import { storedDocuments } from "./reading.ts";
import { ReadingRecords } from "./reading-records.ts";

export interface ExtractingParts extends ReadingParts {
  readonly extracts: Extracts;
  readonly registry: Registry;
  /** No more documents are begun once `stop` aborts; those in hand are given up once `abort` does. */
  readonly signals: { readonly stop: AbortSignal; readonly abort: AbortSignal };
  /** Storage broke: the run ends. */
  readonly fail: (error: unknown) => void;
}

/**
 * Reads stored documents while others are still fetched (P13–P22). Everything it writes is derived from the raw store
 * and keyed by the file's hash and the extractor's version, so that a kill costs no more than reading again:
 *
 *   stored ──▶ waiting ──▶ read, several at a time ──▶ written together ──▶ noted
 */
export class Extracting {
  readonly #parts: ExtractingParts;
  readonly #reader: StoredReader;
  readonly #outdated: OutdatedReadings;
  readonly #records: ReadingRecords;
  readonly #waiting: string[] = [];
  #inHand = 0;
  #broken = false;
  /** Called when something has ended. */
  #wake: () => void = () => {};

  constructor(parts: ExtractingParts) {
    this.#parts = parts;
    this.#reader = new StoredReader(parts);
    this.#outdated = new OutdatedReadings(parts, (key) => this.#reader.wasShown(key));
    this.#records = new ReadingRecords(parts, () => this.#broken);
  }

  /** Documents of this run that could not be read, and should have been. */
  get failures(): number {
    return this.#records.failures;
  }

  get counts(): ExtractionCounts {
    return this.#records.counts;
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
    if (!this.#isOver()) await this.#records.dropOrphans();
    return this.counts;
  }

  #isOver(): boolean {
    return this.#broken || this.#parts.signals.stop.aborted;
  }

  async #sweep(documents: readonly StoredDocument[], again: boolean): Promise<void> {
    const chosen = again ? this.#outdated.readable(documents) : this.#outdated.among(documents);
    for (const document of await chosen) {
      while (this.#inHand >= this.#parts.reader.width * 2 && !this.#isOver()) await this.#somethingEnds();
      if (this.#isOver()) return;
      void this.#take(document);
    }
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
      for (const document of await this.#outdated.among(documents)) void this.#take(document);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#inHand -= keys.length;
      this.#ended();
      // Where all of them have been read before, no end of a reading takes the next ones.
      void this.#begin();
    }
  }

  async #take(document: StoredDocument): Promise<void> {
    const { signals } = this.#parts;
    this.#inHand++;
    try {
      const reading = await this.#reader.read(document);
      // What was given up says nothing of the document.
      if (!signals.abort.aborted) await this.#records.keep(reading);
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#inHand--;
      this.#ended();
      void this.#begin();
    }
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
