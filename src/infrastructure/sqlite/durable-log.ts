import { closeSync, fdatasyncSync, fstatSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { StorageError } from "../../domain/errors.ts";
import { refusesFolderSync, syncFailed } from "../files/storage-error.ts";

/** The log is moved into the database after this many commits, about 1000 pages, … */
const COMMITS = 200;
/** … or when it has grown by this much. */
const GROWN_BYTES = 4 * 1024 * 1024;
/** A log that one large transaction has made longer than this is cut. */
const LONG_BYTES = 64 * 1024 * 1024;

/**
 * All syncs of a database in WAL mode, with descriptors of our own. SQLite's own leave one to chance: the first sync
 * of a log also syncs its folder, and the result is not looked at (os_unix.c, unixSync). So SQLite works with
 * `synchronous = OFF`, and what it would have synced is synced here, in an order that a power cut may interrupt
 * anywhere (docs/adr/0002). The first sync that fails is final (E5).
 *
 *   COMMIT ─▶ sync log ─▶ acknowledged
 *   now and then: all frames into the database ─▶ sync database ─▶ one frame at the log's start ─▶ sync log
 */
export class DurableLog {
  readonly #db: DatabaseSync;
  readonly #path: string;
  /** Closed after SQLite has closed the file, never before: that would drop SQLite's locks on it (fcntl). */
  readonly #file: number;
  readonly #log: number;
  #commits = 0;
  #sizeMoved = 0;
  #failure: StorageError | null = null;

  private constructor(db: DatabaseSync, path: string, file: number, log: number) {
    this.#db = db;
    this.#path = path;
    this.#file = file;
    this.#log = log;
  }

  /** Everything found is made durable before anything builds on it. `db` has been read from, so its log exists. */
  static open(db: DatabaseSync, path: string): DurableLog {
    const file = openSync(path, "r+");
    let log: number | null = null;
    try {
      log = openSync(`${path}-wal`, "r+");
      const durable = new DurableLog(db, path, file, log);
      durable.#begin();
      return durable;
    } catch (error) {
      closeAll(db, log === null ? [file] : [log, file]);
      throw error;
    }
  }

  /** Throws what went wrong before, if anything did. */
  assertIntact(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  /** To be called after each COMMIT; what was committed is durable when it returns. */
  committed(): void {
    this.#sync(this.#log, `${this.#path}-wal`);
    this.#commits += 1;
    if (this.#commits >= COMMITS || this.#size() >= this.#sizeMoved + GROWN_BYTES) this.#move();
  }

  /** Moves the log into the database, closes both; SQLite then removes the log, which has nothing left to give. */
  close(): void {
    try {
      this.assertIntact();
      this.#moveAll();
    } finally {
      this.abandon();
    }
  }

  /** Closes the database as it is. */
  abandon(): void {
    closeAll(this.#db, [this.#log, this.#file]);
  }

  #begin(): void {
    this.#db.exec("PRAGMA wal_autocheckpoint = 0");
    this.#sync(this.#file, this.#path);
    syncFolder(dirname(this.#path));
    if (this.#size() === 0) return;
    // Left by a kill: written, but perhaps not synced, or moved, but the database not synced.
    this.#sync(this.#log, `${this.#path}-wal`);
    this.#move();
  }

  #move(): void {
    if (this.#moveAll()) this.#startOver();
    this.#commits = 0;
    this.#sizeMoved = this.#size();
  }

  /** All frames are in the log durably. False where a reader still needs the database as it is. */
  #moveAll(): boolean {
    const moved = this.#db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get();
    this.#sync(this.#file, this.#path);
    return Number(moved?.["log"]) >= 0 && moved?.["log"] === moved?.["checkpointed"];
  }

  /**
   * From here SQLite writes from the log's start again, over frames that are in the database. It must not write over
   * the second before the first is overwritten durably: after a power cut, those before it would be taken for new.
   */
  #startOver(): void {
    if (this.#size() > LONG_BYTES) this.#cut();
    const version = Number(this.#db.prepare("PRAGMA main.user_version").get()?.["user_version"]);
    // Nothing changes by it, and it is always one frame: page 1.
    this.#db.exec(`PRAGMA main.user_version = ${version}`);
    this.#sync(this.#log, `${this.#path}-wal`);
  }

  #cut(): void {
    const timeout = Number(this.#db.prepare("PRAGMA busy_timeout").get()?.["timeout"]);
    // Readers are not waited for.
    this.#db.exec("PRAGMA busy_timeout = 0; PRAGMA main.wal_checkpoint(TRUNCATE)");
    this.#db.exec(`PRAGMA busy_timeout = ${timeout}`);
    this.#sync(this.#log, `${this.#path}-wal`);
  }

  #size(): number {
    return fstatSync(this.#log).size;
  }

  #sync(descriptor: number, path: string): void {
    this.assertIntact();
    try {
      fdatasyncSync(descriptor);
    } catch (error) {
      this.#failure = syncFailed(path, error);
      throw this.#failure;
    }
  }
}

/** SQLite moves what is in the log when it closes: then with syncs of its own, which nobody waits for any more. */
export function closeDatabase(db: DatabaseSync): void {
  for (const sql of ["ROLLBACK", "PRAGMA main.synchronous = FULL"]) {
    try {
      db.exec(sql);
    } catch {
      // No transaction is open, or it is a file that SQLite cannot read, and has nothing to move into.
    }
  }
  db.close();
}

function closeAll(db: DatabaseSync, descriptors: readonly number[]): void {
  try {
    closeDatabase(db);
  } finally {
    for (const descriptor of descriptors) closeSync(descriptor);
  }
}

/** Makes the names in a folder durable. */
export function syncFolder(folder: string): void {
  // Windows has no way to sync a folder.
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!refusesFolderSync(error)) throw syncFailed(folder, error);
  } finally {
    closeSync(descriptor);
  }
}
