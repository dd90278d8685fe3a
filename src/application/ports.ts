/**
 * Glossary
 *
 *   root        the folder that holds `data/`; one process writes to it at a time
 *   source      a kind of site: how to discover its documents and where to file them
 *   reference   a document a source knows of; `key` is its identity inside the source
 *   task        a reference the frontier has taken on: from here a crash loses nothing
 *   lease       the right to work on one host; carries a fencing number, so that a worker that was
 *               thought dead cannot settle tasks late
 *   received    a body on disk that no reader sees yet
 *   held        an archive (ZIP) on disk as it came, while its documents are taken out
 *   commit      manifest line written and synced: the document is stored
 *   watermark   how much of a manifest the registry has taken in
 *
 * The ports are asynchronous even where an implementation is not, so that a cluster can stand behind them.
 * Each has a conformance suite in `test/conformance/` that every implementation runs.
 */
import type { Check, Twin } from "../domain/change.ts";
import type { Failure } from "../domain/failure.ts";
import type { HostState } from "../domain/host.ts";
import type { JsonObject } from "../domain/json.ts";
import type { FileFacts, ManifestLine } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { ArchiveEntry } from "../domain/unpacking.ts";

// ── Time ─────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Clock {
  /** Wall clock, ms. For what must survive a restart. */
  now(): number;
  /** Never goes back, ms. For durations. */
  monotonic(): number;
  /** The wall clock at start plus monotonic time since: comparable with stored times, and it never jumps. */
  steady(): number;
  /** Resolves after `ms`, or at once when the signal aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

// ── Network ──────────────────────────────────────────────────────────────────────────────────────────────────

export interface Deadlines {
  readonly connectMs: number;
  /** From the request to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two chunks of the body. */
  readonly idleMs: number;
  readonly totalMs: number;
  /** Measured over the whole body once it has run for 30 s. */
  readonly minBytesPerSecond: number;
}

export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxDecodedBytes: number;
}

export interface HttpRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly deadlines: Deadlines;
  readonly limits: BodyLimits;
}

export interface HttpAnswer {
  readonly ok: true;
  readonly status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** How the end of the body was announced; `close` cannot be told from a cut (E15: marked). */
  readonly framing: "length" | "chunked" | "close";
  /** ms from send to the end of the headers. */
  readonly latencyMs: number;
  /** Decoded, checked bytes. Throws `BrokenBody` when the body is not what was announced. Consumed at most once. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives the body up without reading it. */
  discard(): Promise<void>;
  /** Bytes that came over the wire so far. */
  wireBytes(): number;
}

export interface RefusedExchange {
  readonly ok: false;
  readonly failure: Failure;
}

/** One request, one answer. No retries, no redirects, no pace: those are decided above. */
export interface Transport {
  /** `onSent` is called when the request goes out (not while connecting to a refused address). */
  exchange(
    request: HttpRequest,
    signal: AbortSignal,
    onSent?: () => void,
  ): Promise<HttpAnswer | RefusedExchange>;
  close(): Promise<void>;
}

// ── State of hosts ───────────────────────────────────────────────────────────────────────────────────────────

/** Durable memory of hosts. `save` is durable against a kill when it resolves. */
export interface HostLedger {
  load(host: string): Promise<HostState>;
  save(state: HostState): Promise<void>;
  /** Hosts a source has had tasks on or asked, in name order. */
  hostsOf(source: string): Promise<readonly HostState[]>;
  /** Notes that a source uses a host (shows in its status). */
  associate(source: string, host: string): Promise<void>;
}

// ── Frontier ─────────────────────────────────────────────────────────────────────────────────────────────────

export interface Task {
  readonly id: number;
  readonly source: string;
  readonly host: string;
  readonly reference: Reference;
  /** Attempts made before this one, in this run. */
  readonly attempts: number;
}

export interface Lease {
  readonly host: string;
  readonly fence: number;
}

export type LeaseAnswer =
  | { readonly kind: "leased"; readonly lease: Lease }
  /** Nothing is due; something will be at `at` (wall clock, ms). */
  | { readonly kind: "wait"; readonly at: number }
  /** The run has no pending task that is not already in somebody's hands. */
  | { readonly kind: "empty" };

/** How a task left a worker's hands, except for success, which is `Registry.commit`. */
export type Settlement =
  | { readonly kind: "retry"; readonly task: Task; readonly notBefore: number; readonly error: string }
  /** `pending`: back to the queue, for a later run; it leaves this one. */
  | {
      readonly kind: "skipped" | "failed" | "pending";
      readonly task: Task;
      readonly reason: string;
      readonly error: string;
    }
  /** Fetched conditionally and found the same: back to completed. */
  | { readonly kind: "unchanged"; readonly task: Task };

/** An item that is known but whose page could not be read. */
export interface NotedItem {
  readonly key: string;
  readonly url: string;
  readonly state: "failed" | "skipped";
  readonly reason: string;
  readonly error: string;
}

export interface Frontier {
  /**
   * Adds tasks to a run, durable when it resolves. A key already known gets the new reference and is pending again;
   * what leaves the run without an outcome of its own goes back to what it was.
   */
  enqueue(source: string, run: string, references: readonly Reference[]): Promise<void>;
  /** Tasks left over from earlier runs, in the order they were found, a page at a time; `after` starts at 0. */
  leftovers(
    source: string,
    state: "pending" | "failed",
    after: number,
  ): Promise<{ readonly references: readonly Reference[]; readonly next: number | null }>;
  /** Remembers items that cannot be fetched because their page could not be read; a key that has a task is left alone. */
  note(source: string, items: readonly NotedItem[]): Promise<void>;
  noted(source: string): Promise<readonly { readonly key: string; readonly state: "failed" | "skipped" }[]>;
  /** Their page was read, or is no longer there. */
  forget(source: string, keys: readonly string[]): Promise<void>;
  /** Left-over tasks that need nothing more: what they were for is stored, be it under another address. */
  conclude(source: string, keys: readonly string[]): Promise<void>;
  /** A host with work that is due, to this owner for `ttlMs`; never one that this owner has not released yet. */
  lease(run: string, owner: string, now: number, ttlMs: number): Promise<LeaseAnswer>;
  /** Prolongs; false when the lease was lost. */
  renew(lease: Lease, now: number, ttlMs: number): Promise<boolean>;
  /** The next due task of the leased host, now in hand; null when none is due. */
  take(lease: Lease, run: string, now: number): Promise<Task | null>;
  /** False when the lease was lost: the settlement did not happen. */
  settle(lease: Lease, settlement: Settlement): Promise<boolean>;
  /** Gives the host back; nobody leases it before `nextAt`. */
  release(lease: Lease, nextAt: number): Promise<void>;
  /** A held host's tasks leave the run but stay pending, those in hand excepted. Answers how many they are. */
  dismiss(run: string, host: string): Promise<number>;
  /** Pending tasks of the run, those in hand included. */
  remaining(run: string): Promise<number>;
}

// ── Registry ─────────────────────────────────────────────────────────────────────────────────────────────────

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

// ── Files ────────────────────────────────────────────────────────────────────────────────────────────────────

export interface Received extends FileFacts {
  readonly source: string;
  /** Relative to `data/raw/{source}/`. */
  readonly path: string;
  /** Opaque to everyone but the archive. */
  readonly ticket: string;
}

export interface FileDefect {
  readonly kind: "missing" | "corrupt";
  readonly detail: string;
}

/** The two versions of a page that are kept, as their meta files tell of them. */
export interface PageVersions {
  readonly current: { readonly bytes: Uint8Array; readonly meta: JsonObject };
  readonly previous: { readonly bytes: Uint8Array; readonly meta: JsonObject };
}

/** What is said of a page, to be kept beside it. */
export interface DescribedPage {
  readonly localPath: string;
  readonly meta: JsonObject;
}

/** Seen by no reader and not durable: a crash drops it. */
export interface HeldFile {
  /** Where it is; for the unpacker. */
  readonly file: string;
  /** Of the bytes as they came, hex. */
  readonly sha256: string;
}

export interface Archive {
  /** `data/raw/{source}/{path}`, or in the folder the user chose: what a manifest line calls `local_path`. */
  localPath(source: string, path: string): string;
  /** The other way round. */
  pathIn(source: string, localPath: string): string;
  /** Streams a body through hash and codec into a synced file that no reader sees. Rethrows what the body throws. */
  receive(source: string, path: string, body: AsyncIterable<Uint8Array>): Promise<Received>;
  /** Streams a body as it is into a file that is not a document. Rethrows what the body throws. */
  hold(source: string, body: AsyncIterable<Uint8Array>): Promise<HeldFile>;
  /** Removes a held file. */
  release(held: HeldFile): Promise<void>;
  /** Gives a received file up. */
  discard(received: Received): Promise<void>;
  /** Makes new files visible under their path; durable when it resolves. */
  publish(received: readonly Received[]): Promise<void>;
  /** Sets files aside that will replace what is at their path; durable when it resolves. */
  stage(received: readonly Received[]): Promise<void>;
  /** Puts staged files at their path; durable when it resolves. Only after their manifest lines. */
  replace(received: readonly Received[]): Promise<void>;
  /** Keeps what is said of pages beside them, and what was said of their version before; durable when it resolves. */
  describe(source: string, pages: readonly DescribedPage[]): Promise<void>;
  /** Writes what was said of the versions before again, where they are there and nothing sound is said of them. */
  describeBefore(source: string, pages: readonly DescribedPage[]): Promise<void>;
  /** The version before of a page, and what was said of both; null where it keeps none. */
  versionsOf(document: StoredDocument): Promise<PageVersions | null>;
  /** The key of the page that a file stands beside; null where it is one itself. */
  accompanies(source: string, localPath: string): string | null;
  /** Reads a stored file again and compares it with what its manifest line says. Null when it is as it should be. */
  check(document: StoredDocument): Promise<FileDefect | null>;
  /** The bytes as the server sent them, for documents small enough to be in memory; null where the file is gone. */
  read(document: StoredDocument): Promise<Uint8Array | null>;
  exists(localPath: string): Promise<boolean>;
  /** Local paths of everything under the source's folder but the manifest and what is being written. */
  list(source: string): AsyncIterable<string>;
  /** Moves a file that belongs to no document out of the way, and answers where it is now. */
  setAside(localPath: string): Promise<string>;
  /** Whether a local path leads into the source's folder: only such files are removed or moved. */
  owns(source: string, localPath: string): boolean;
  /** Removes a file of the source's, if it is there. */
  remove(source: string, localPath: string): Promise<void>;
  /** Moves a file of the source's, if it is there, to a local path under the root; durable when it resolves. */
  moveTo(source: string, from: string, to: string): Promise<void>;
  /** Leaves no folder behind that nothing is in. */
  tidy(source: string): Promise<void>;
  /**
   * Clears what a crash left: unfinished files go; a staged file takes its place if `committedSha256`
   * says that its line was written, and goes if not.
   */
  recover(
    source: string,
    committedSha256: (localPath: string) => Promise<string | null>,
  ): Promise<{ readonly rolledForward: number; readonly dropped: number }>;
}

export interface OpenedArchive {
  /** In the order of the archive's directory. */
  readonly entries: readonly ArchiveEntry[];
  /** The bytes of an entry, checked against size and checksum. Throws `BrokenBody`. One at a time. */
  read(index: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Opens archives without trusting them: memory does not grow with what they claim. */
export interface Unpacker {
  /** Throws `BrokenBody`: `body_broken` where it is no archive, `archive_refused` where it has too many entries. */
  open(held: HeldFile): Promise<OpenedArchive>;
}

export type ManifestEntry =
  | { readonly kind: "line"; readonly line: number; readonly value: ManifestLine }
  | { readonly kind: "corrupt"; readonly line: number; readonly problem: string };

export interface Manifest {
  /** Cuts a torn last line. */
  recover(source: string): Promise<{ readonly cutBytes: number }>;
  /** Reads the bytes that are known again only where size or mtime differ. A manifest that is not there is empty. */
  changeSince(source: string, known: Watermark | null): Promise<ManifestChange>;
  /** All complete lines, or those that follow the known ones, in order, streamed. A torn last line is not an entry. */
  scan(source: string, after?: Watermark | null): ManifestScan;
  /** One write, one sync for the whole batch. */
  append(source: string, lines: readonly string[]): Promise<Watermark>;
  close(): Promise<void>;
}

/** A failed or skipped item in a checkpoint. */
export interface CheckpointItem {
  readonly key: string;
  readonly state: "failed" | "skipped";
  readonly url: string;
  readonly reason: string;
  readonly attempts: number;
  readonly error: string;
  readonly reference: Reference | null;
}

/** What `data/state/{source}.json` says (TypeScript names; the file has the contract's). */
export interface Checkpoint {
  readonly sourceName: string;
  readonly lastRun: string | null;
  readonly completedIds: readonly string[];
  readonly failedIds: readonly string[];
  readonly skippedIds: readonly string[];
  readonly cursor: string | null;
  /** What is known of failed and skipped items, so that they can be tried again when the database was lost. */
  readonly items: readonly CheckpointItem[];
  /** The states of the source's hosts that must outlive a lost database. */
  readonly hosts: readonly HostState[];
}

export type LoadedCheckpoint =
  | { readonly kind: "missing" }
  | { readonly kind: "good"; readonly checkpoint: Checkpoint }
  | { readonly kind: "corrupt"; readonly problem: string };

export interface Checkpoints {
  load(source: string): Promise<LoadedCheckpoint>;
  /** The last good one before the present one. */
  loadBackup(source: string): Promise<LoadedCheckpoint>;
  /** Whether the file is the one that was saved last, so that there is no need to read it. */
  isAsSaved(source: string): Promise<boolean>;
  /** Moves a corrupt checkpoint out of the way, under a name that is returned. */
  setAside(source: string): Promise<string>;
  /** Writes what registry and ledger know now, atomically, off the main thread. */
  save(source: string, lastRun: string | null): Promise<void>;
  /** Brings failed and skipped ids and host states of a checkpoint into an empty registry and ledger. */
  restore(checkpoint: Checkpoint): Promise<void>;
}

/** What a source keeps of its calls, a line each, as one file a run. */
export interface CallLog {
  /** One line without its line feed; on disk for good when it resolves. */
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Finds the moments at which a document may be acknowledged (E5). */
export interface Syncs {
  /** Calls `tell` while no sync is under way, in whatever thread; throws instead once one has failed. */
  whenQuiet(tell: () => void): Promise<void>;
}

export interface RootLock {
  /** Throws `LockedError` at once when another process has it. */
  acquire(purpose: string): Promise<{ release(): Promise<void> }>;
}

export interface DiskGauge {
  free(): Promise<{ readonly freeBytes: number; readonly totalBytes: number }>;
}

/** Everything an engine stands on. */
export interface Ports {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly ledger: HostLedger;
  readonly frontier: Frontier;
  readonly registry: Registry;
  readonly archive: Archive;
  readonly unpacker: Unpacker;
  readonly manifest: Manifest;
  readonly checkpoints: Checkpoints;
  readonly lock: RootLock;
  readonly disk: DiskGauge;
  readonly calls: CallLog;
  readonly syncs: Syncs;
}
