import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MisuseError, StorageError } from "../../domain/errors.ts";
import { errnoOf } from "../files/storage-error.ts";
import { migrate } from "./migrations.ts";
import { PAGES_FILE, PAGES_TABLE } from "./pages-sql.ts";
import { isCorruption, stateError } from "./storage-trouble.ts";

export type StartedFresh = "missing" | "corrupt" | null;

export interface DatabaseOptions {
  /** `OFF` is for copies that nobody needs after a crash. @default "FULL" */
  readonly synchronous?: "FULL" | "OFF";
  /** The database's size is limited to this many pages: a full disk, for tests. @default no limit */
  readonly maxPages?: number;
  /** A file of the user's that has the table `pages`, or will have it. @default none */
  readonly pagesFile?: string;
}

/** Up to this size every page is looked at when the database is opened: some 100 ms at most. */
const MAX_BYTES_TO_CHECK = 64 * 1024 * 1024;

/** Opens for writing. A file that is no sound database is set aside, since all of it can be rebuilt (E1). */
export function openDatabase(
  path: string,
  options: DatabaseOptions = {},
): { readonly db: DatabaseSync; readonly startedFresh: StartedFresh } {
  const isMissing = !existsSync(path);
  try {
    const db = isMarkedDamaged(path) ? null : tryOpen(path, options);
    if (db !== null) return { db, startedFresh: isMissing ? "missing" : null };
    setAside(path);
    return { db: openSound(path, options), startedFresh: "corrupt" };
  } catch (error) {
    throw stateError(error, path);
  }
}

/** Remembers damage that was met in mid-run, so that the next start does not trust the file. */
export function markDamaged(path: string): void {
  try {
    writeFileSync(damageMark(path), "");
  } catch {
    // The disk takes no note of it; the damage will be met again.
  }
}

export function isMarkedDamaged(path: string): boolean {
  return existsSync(damageMark(path));
}

/** Throws what SQLite throws when the database is damaged. */
export function assertSound(db: DatabaseSync, path: string): void {
  db.prepare("SELECT count(*) FROM sqlite_schema").get();
  if (statSync(path).size > MAX_BYTES_TO_CHECK) return;
  const verdict = db.prepare("PRAGMA quick_check(1)").get()?.["quick_check"];
  if (verdict !== "ok") throw Object.assign(new Error(String(verdict)), { errcode: 11 });
}

function tryOpen(path: string, options: DatabaseOptions): DatabaseSync | null {
  try {
    return openSound(path, options);
  } catch (error) {
    if (isCorruption(error)) return null;
    throw error;
  }
}

function openSound(
  path: string,
  { synchronous = "FULL", maxPages, pagesFile }: DatabaseOptions,
): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  try {
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA foreign_keys = ON;
       PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864`,
    );
    assertSound(db, path);
    if (synchronous === "FULL") syncNames(path);
    migrate(db, path);
    if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`);
    if (pagesFile !== undefined) attachPages(db, pagesFile);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Throws `MisuseError` where the file is something else: nothing of it is touched then. */
function attachPages(db: DatabaseSync, file: string): void {
  try {
    db.prepare(`ATTACH ? AS ${PAGES_FILE}`).run(file);
    db.exec(`PRAGMA ${PAGES_FILE}.synchronous = FULL;
      CREATE TABLE IF NOT EXISTS ${PAGES_FILE}.${PAGES_TABLE}`);
    db.prepare(
      `SELECT page_id, title, last_revid, last_updated, file_path, categories FROM ${PAGES_FILE}.pages LIMIT 1`,
    ).get();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new MisuseError(
      `the registry ${file} cannot be used (${detail}); it takes an SQLite file with a table pages`,
    );
  }
}

/**
 * Makes the names of the database and of its log durable before the first commit. SQLite syncs their folder too, and
 * does not look at the result (os_unix.c, unixSync); with this, nothing hangs on that sync any more (E5).
 */
function syncNames(path: string): void {
  // Windows has no way to sync a folder.
  if (process.platform === "win32") return;
  const folder = dirname(path);
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some network file systems sync folders by themselves and refuse the call.
    if (["EINVAL", "ENOTSUP", "EOPNOTSUPP"].includes(errnoOf(error))) return;
    throw new StorageError(
      "fsync_failed",
      `the disk did not confirm ${folder} (fsync: ${errnoOf(error) || String(error)}). Check the disk, then run the same command again.`,
      { cause: error },
    );
  } finally {
    closeSync(descriptor);
  }
}

function setAside(path: string): void {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(path + suffix)) renameSync(path + suffix, `${path}.corrupt-${stamp}${suffix}`);
  }
  rmSync(damageMark(path), { force: true });
}

function damageMark(path: string): string {
  return `${path}.damaged`;
}
