import type { HostState } from "../../domain/host.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ListingFacts } from "../../domain/listing.ts";
import type { FileFacts, ManifestLine } from "../../domain/manifest.ts";
import type { Reference, StoredDocument } from "../../domain/reference.ts";
import type { ArchiveEntry } from "../../domain/unpacking.ts";
import type { ManifestChange, ManifestScan, Watermark } from "./registry.ts";

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
  /** Where its file is, for those who read it themselves. */
  fileOf(document: StoredDocument): string;
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
  /** One line without its line feed, as a text or as bytes in parts; on disk for good when it resolves. */
  append(line: string | readonly Uint8Array[]): Promise<void>;
  close(): Promise<void>;
}

/** A listing of an earlier run, whole: its checksum was compared when it was recalled, and what is read is what was compared. */
export interface RememberedListing extends ListingFacts {
  /** Throws `StorageError` where it can no longer be read. */
  bytes(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** A listing on its way; what it is to replace stays until `commit`. */
export interface ListingCopy {
  write(chunk: Uint8Array): Promise<void>;
  /** In place of what was remembered, whole or not at all. */
  commit(facts: ListingFacts): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Listings as they came, by what was asked for. A cache: who deletes it pays in transfers and in nothing else. Throws
 * `StorageError`, which need not be the end of anything.
 */
export interface ListingMemory {
  /** Null where there is none, or none that is whole. Writes nothing. */
  recall(source: string, question: string): Promise<RememberedListing | null>;
  /** Null where this run has kept as much as it may. */
  keep(source: string, question: string): Promise<ListingCopy | null>;
  /** Forgets what has not been asked for in a month, and the oldest where there is too much. `now`: wall clock, ms. */
  tidy(source: string, now: number): Promise<void>;
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
