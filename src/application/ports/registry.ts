import type { Check, Twin } from "../../domain/change.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { StoredDocument } from "../../domain/reference.ts";
import type { Lease, Task } from "./frontier.ts";
import type { ManifestEntry } from "./files.ts";

export type ItemState = "pending" | "completed" | "failed" | "skipped";

/** What the registry knows of a key. */
export interface KnownItem {
  readonly key: string;
  readonly url: string;
  readonly state: ItemState;
  readonly reason: string | null;
  /** The document, or the first one of an archive whose documents are all stored. */
  readonly document: StoredDocument | null;
  /** Of the last reference. */
  readonly opens?: string;
  /** What the server said when it was last asked for the document. */
  readonly check?: Check;
  /** Where the item is another one's document. */
  readonly twin?: Twin;
}

/** An item as `status --failed --json` lists it. */
export interface ItemReport {
  readonly key: string;
  readonly url: string;
  readonly reason: string;
  readonly attempts: number;
  readonly last_error: string;
  readonly at: string;
}

/** An item as `discovery_queue.json` lists it. */
export interface QueuedItem {
  readonly url: string;
  readonly state: ItemState;
  readonly reason: string | null;
  /** What the source says of it. */
  readonly fields: JsonObject;
}

export type Counts = Readonly<Record<ItemState, number>>;

/** Identifies the manifest bytes that the registry has taken in: same size and mtime = nothing to read. */
export interface Watermark {
  readonly size: number;
  readonly mtimeMs: number;
  /** Of these `size` bytes: tells a manifest that has grown from one that was changed. */
  readonly crc32: number;
  readonly lines: number;
}

/** `grown`: the bytes that were known are there as they were, and lines may follow them. */
export type ManifestChange = "same" | "grown" | "rewritten";

export interface ManifestScan extends AsyncIterable<ManifestEntry> {
  /** Of all lines up to the last one that was read. */
  watermark(): Watermark;
}

export interface ManifestProblem {
  /** Counts from 1. */
  readonly line: number;
  readonly problem: string;
}

export interface CommittedTask {
  readonly lease: Lease;
  readonly task: Task;
  readonly documents: readonly StoredDocument[];
}

export interface RunRecord {
  readonly id: string;
  readonly source: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly exitCode: number | null;
  readonly summary: JsonObject | null;
}

/** A row of a registry that another program has written. */
export interface ForeignPage {
  readonly pageId: number;
  readonly title: string;
  /** 0 where it has none. */
  readonly revid: number;
  /** Empty where it has none. */
  readonly filePath: string;
}

/** Derived from manifest and files; can be rebuilt from them at any time. */
export interface Registry {
  find(source: string, keys: readonly string[]): Promise<ReadonlyMap<string, KnownItem>>;
  /**
   * Binds a key to a URL for ever, if it is free. Answers who has it, and what was said when it was claimed.
   * `about` is the source's own note (the state a library number was found in).
   */
  claim(
    source: string,
    key: string,
    url: string,
    about: string,
  ): Promise<{ readonly url: string; readonly about: string }>;
  /** The key a URL has been given, if any. */
  keyOf(source: string, url: string): Promise<string | null>;
  /** Documents and their tasks in one transaction, with the watermark of the manifest that holds their lines. */
  commit(source: string, batch: readonly CommittedTask[], watermark: Watermark): Promise<void>;
  /** All documents, in the order of their first commit, a page at a time; `after` starts at 0. */
  documents(
    source: string,
    after: number,
  ): Promise<{ readonly documents: readonly StoredDocument[]; readonly next: number | null }>;
  /** The document whose file this is. */
  documentAt(source: string, localPath: string): Promise<StoredDocument | null>;
  counts(source: string): Promise<Counts>;
  /** The key of a page with these bytes, other than `except`. */
  twinOf(source: string, contentSha256: string, except: string): Promise<string | null>;
  /** Remembers what the server said when it was asked for a stored document. */
  noteCheck(source: string, key: string, check: Check): Promise<void>;
  /** Remembers how long a page may go unasked, ms. */
  noteInterval(source: string, key: string, intervalMs: number): Promise<void>;
  /** Remembers whose document an item is. */
  noteTwin(source: string, key: string, twin: Twin): Promise<void>;
  /** Every item and how it stands, a page at a time; `after` starts at "". */
  queue(
    source: string,
    after: string,
  ): Promise<{ readonly items: readonly QueuedItem[]; readonly next: string | null }>;
  /** The last one first. */
  recentRuns(source: string, limit: number): Promise<readonly RunRecord[]>;
  items(
    source: string,
    state: "failed" | "skipped" | "pending",
    limit?: number,
  ): Promise<readonly ItemReport[]>;
  watermark(source: string): Promise<Watermark | null>;
  /**
   * Replaces everything derived from the manifest, or with `adding` takes in lines that were not known yet: all or
   * nothing. Failed and skipped items of other keys are kept. `end` is asked after the last document. Answers on how
   * many documents the registry said something else before.
   */
  rebuild(
    source: string,
    documents: AsyncIterable<StoredDocument>,
    end: () => { watermark: Watermark; problems: readonly ManifestProblem[] },
    options?: { readonly adding?: boolean },
  ): Promise<number>;
  /** Problems of the manifest found by rebuilds. */
  manifestProblems(source: string): Promise<readonly ManifestProblem[]>;
  /** Documents that are gone leave, in one transaction with the watermark of the manifest that says so. */
  retire(source: string, documents: readonly StoredDocument[], watermark: Watermark): Promise<void>;
  /** Files that are documents no longer, and where they were to be moved (null: nowhere, they have to go). */
  formerPaths(
    source: string,
  ): Promise<readonly { readonly localPath: string; readonly movedTo: string | null }[]>;
  /** How far a source has come with what it reads in steps; its own word. */
  cursor(source: string): Promise<string | null>;
  saveCursor(source: string, cursor: string): Promise<void>;
  /** Pages that only a registry file of the user's knows, a page at a time; `after` starts at 0. */
  foreignPages(after: number): Promise<readonly ForeignPage[]>;
  /** Such pages leave that file: they are gone at their source. */
  dropForeign(keys: readonly string[]): Promise<void>;
  saveRun(run: RunRecord): Promise<void>;
  lastRun(source: string): Promise<RunRecord | null>;
}
