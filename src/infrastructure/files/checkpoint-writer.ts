import { copyFile, link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { CheckpointSnapshot } from "../sqlite/checkpoint-snapshot.ts";
import type { FileStamp } from "../sqlite/manifests-sql.ts";
import { breakerRecord, hostRecord, itemRecord, parseCheckpoint } from "./checkpoint-format.ts";
import { Durability } from "./durability.ts";
import { errnoOf, storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

/** Pieces are gathered to writes of about this size. */
const WRITE_CHARS = 256 * 1024;

/** About 20 ms to parse. */
const MAX_BYTES_TO_READ = 2 * 1024 * 1024;

interface Saving {
  /** The save that is being written. */
  readonly current: Promise<void>;
  /** The one after it, which all who ask meanwhile share. */
  next: { lastRun: string | null; readonly done: Promise<void> } | null;
}

/** Remembers which file was saved last, so that nobody has to read it to know that it is good. */
export interface SavedFiles {
  saved(source: string): FileStamp | null;
  note(source: string, stamp: FileStamp): void;
}

/** Writes checkpoints from the database, in the thread that owns it. */
export class CheckpointWriter {
  readonly #databasePath: string;
  readonly #folder: string;
  readonly #files: SavedFiles;
  readonly #durability: Durability;
  readonly #saving = new Map<string, Saving>();
  /** Sources whose present checkpoint was read here, or written. */
  readonly #trusted = new Set<string>();
  #snapshot: CheckpointSnapshot | null = null;
  /** The connection can be in one read transaction at a time. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(databasePath: string, folder: string, files: SavedFiles, durability = new Durability()) {
    this.#databasePath = databasePath;
    this.#folder = folder;
    this.#files = files;
    this.#durability = durability;
  }

  /** Resolves when what was committed before the call is in the file. */
  save(source: string, lastRun: string | null): Promise<void> {
    const saving = this.#saving.get(source);
    if (saving === undefined) return this.#start(source, lastRun);
    if (saving.next === null) {
      const follow = (): Promise<void> => this.#start(source, saving.next?.lastRun ?? lastRun);
      saving.next = { lastRun, done: saving.current.then(follow, follow) };
    }
    saving.next.lastRun = lastRun;
    return saving.next.done;
  }

  /** Waits for saves under way. */
  async close(): Promise<void> {
    while (this.#saving.size > 0) {
      await Promise.allSettled(
        [...this.#saving.values()].map((saving) => saving.next?.done ?? saving.current),
      );
    }
    this.#snapshot?.close();
    this.#snapshot = null;
  }

  #start(source: string, lastRun: string | null): Promise<void> {
    const current = this.#inTurn(() => this.#write(source, lastRun));
    const saving: Saving = { current, next: null };
    this.#saving.set(source, saving);
    const forget = () => {
      if (saving.next === null) this.#saving.delete(source);
    };
    current.then(forget, forget);
    return current;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #write(source: string, lastRun: string | null): Promise<void> {
    const file = join(this.#folder, `${source}.json`);
    try {
      await this.#writeTemporary(`${file}.tmp`, source, lastRun);
      if (await this.#isGood(source, file)) await keepAsBackup(file);
      await rename(`${file}.tmp`, file);
    } catch (error) {
      throw storageError(error, `write the checkpoint ${file}`);
    }
    await this.#durability.syncFolder(this.#folder);
    const stamp = await stampOf(file);
    if (stamp !== null) this.#files.note(source, stamp);
  }

  async #writeTemporary(temporary: string, source: string, lastRun: string | null): Promise<void> {
    // Removed and created anew: a link planted under this name is not followed.
    await rm(temporary, { force: true });
    const handle = await open(temporary, "wx");
    try {
      for (const chunk of gathered(this.#pieces(source, lastRun))) {
        await writeWhole(handle, Buffer.from(chunk), temporary);
      }
      await this.#durability.syncFile(handle, temporary);
    } finally {
      this.#snapshot?.end();
      await handle.close();
    }
  }

  *#pieces(source: string, lastRun: string | null): Iterable<string> {
    const snapshot = (this.#snapshot ??= new CheckpointSnapshot(this.#databasePath));
    snapshot.begin();
    yield `{\n  "source_name": ${JSON.stringify(source)},\n  "last_run": ${JSON.stringify(lastRun)},\n`;
    yield* list("completed_ids", snapshot.completed(source));
    yield* list("failed_ids", snapshot.inState(source, "failed"));
    yield `  "cursor": ${JSON.stringify(snapshot.cursor(source))},\n`;
    yield* list("skipped_ids", snapshot.inState(source, "skipped"));
    const breaker = breakerRecord(snapshot.worstBreaker(source) ?? undefined);
    yield `  "circuit_breaker": ${JSON.stringify(breaker)},\n`;
    yield `  "items": [`;
    yield* joined(jsonOf(snapshot.items(source), itemRecord));
    yield `],\n  "hosts": [`;
    yield* joined(jsonOf(snapshot.hosts(source), hostRecord));
    yield `]\n}\n`;
  }

  /** A damaged file must not take the place of the last good one as the backup. */
  async #isGood(source: string, file: string): Promise<boolean> {
    const stamp = await stampOf(file);
    if (this.#trusted.has(source)) return stamp !== null;
    this.#trusted.add(source);
    // Read once, since a disk may lose bits of it; where it is large, size and time have to do.
    if (stamp !== null && stamp.size > MAX_BYTES_TO_READ && isSameFile(stamp, this.#files.saved(source)))
      return true;
    const content = await readFile(file, "utf8").catch((error: unknown) => {
      if (errnoOf(error) === "ENOENT") return null;
      throw error;
    });
    return content !== null && parseCheckpoint(source, content).kind === "good";
  }
}

export function isSameFile(found: FileStamp | null, saved: FileStamp | null): boolean {
  return found !== null && found.size === saved?.size && found.mtimeMs === saved.mtimeMs;
}

/** Null where there is no file. */
export async function stampOf(file: string): Promise<FileStamp | null> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { size, mtimeMs };
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) return null;
    throw storageError(error, `look at ${file}`);
  }
}

/** The name `.json` never goes away: the backup is a second name of the same file, put in place by a rename. */
async function keepAsBackup(file: string): Promise<void> {
  const temporary = `${file}.bak.tmp`;
  await rm(temporary, { force: true });
  await link(file, temporary).catch(async (error: unknown) => {
    if (errnoOf(error) === "ENOENT") throw error;
    // File systems without hard links.
    await copyFile(file, temporary);
  });
  await rename(temporary, `${file}.bak`);
  // A process killed right here leaves both names to one file, and a rename between two such names does nothing.
  await rm(temporary, { force: true });
}

function* list(name: string, pages: Iterable<string>): Iterable<string> {
  yield `  "${name}": [`;
  yield* joined(pages);
  yield "],\n";
}

/** Arrays in JSON, none of them empty, as the inside of one. */
function* joined(pages: Iterable<string>): Iterable<string> {
  let separator = "";
  for (const page of pages) {
    yield separator + page.slice(1, -1);
    separator = ",";
  }
}

function* jsonOf<A>(pages: Iterable<readonly A[]>, record: (one: A) => unknown): Iterable<string> {
  for (const page of pages) yield JSON.stringify(page.map(record));
}

function* gathered(pieces: Iterable<string>): Iterable<string> {
  let chunk = "";
  for (const piece of pieces) {
    chunk += piece;
    if (chunk.length < WRITE_CHARS) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}
