import { closeSync, existsSync, openSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MisuseError, StorageError } from "../../domain/errors.ts";
import { closeDatabase, DurableLog, syncFolder } from "./durable-log.ts";
import { type ClockReading, keepTime } from "./host-times.ts";
import { migrate, MIGRATIONS, refuseNewer, schemaVersion } from "./migrations.ts";
import { PAGES_FILE, PAGES_TABLE } from "./pages-sql.ts";
import { isCorruption, stateError } from "./storage-trouble.ts";

export type StartedFresh = "missing" | "corrupt" | null;

export interface DatabaseOptions {
  /** `FULL`: every commit is durable; `OFF` is for copies that nobody needs after a crash. @default "FULL" */
  readonly synchronous?: "FULL" | "OFF";
  /** The database's size is limited to this many pages: a full disk, for tests. @default no limit */
  readonly maxPages?: number;
  /** A file of the user's that has the table `pages`, or will have it. @default none */
  readonly pagesFile?: string;
  /** What messages call it, where it is a copy. @default its path */
  readonly pagesFileName?: string;
  /** Of whoever tells the time of hosts. @default nobody does */
  readonly clocks?: ClockReading | null;
}

/** Up to this size every page is looked at when the database is opened: 100 ms at most, 250 ms with its indexes. */
const MAX_BYTES_TO_CHECK = 64 * 1024 * 1024;

export interface OpenDatabase {
  readonly db: DatabaseSync;
  /** Null where nothing needs to be durable. */
  readonly log: DurableLog | null;
}

/** Opens for writing. A file that is no sound database is set aside, since all of it can be rebuilt (E1). */
export function openDatabase(
  path: string,
  options: DatabaseOptions = {},
): OpenDatabase & { readonly startedFresh: StartedFresh } {
  const isMissing = !existsSync(path);
  try {
    const open = isMarkedDamaged(path) ? null : tryOpen(path, options);
    if (open !== null) return { ...open, startedFresh: isMissing ? "missing" : null };
    setAside(path);
    return { ...openSound(path, options), startedFresh: "corrupt" };
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

/**
 * Throws what SQLite throws when the database is damaged. Whoever writes also compares indexes and tables: an index
 * that has lost a bit hides a document, which would be fetched again, or ends a run half-way.
 */
export function assertSound(db: DatabaseSync, path: string, check: "quick_check" | "integrity_check"): void {
  db.prepare("SELECT count(*) FROM sqlite_schema").get();
  if (statSync(path).size > MAX_BYTES_TO_CHECK) return;
  const verdict = db.prepare(`PRAGMA ${check}(1)`).get()?.[check];
  if (verdict !== "ok") throw damage(String(verdict));
  if (schemaVersion(db) !== MIGRATIONS.length) return;
  if (schemaOf(db) !== soundSchema()) throw damage("the schema is not the one that was written");
  if (check === "integrity_check") assertReadable(db);
}

/** Columns of JSON: to SQLite they are text, whatever is in them. Damage does not empty them, and some may be empty. */
const JSON_COLUMNS = [
  ["task", "reference"],
  ["task", "before"],
  ["document", "validators"],
  ["document", "fields"],
  ["document", "page"],
  ["document", "checked_validators"],
  ["alias", "validators"],
  ["retired", "fields"],
  ["manifest_state", "problems"],
  ["run", "summary"],
  ["run_detail", "detail"],
  ["procedure", "catalog"],
  ["procedure", "office"],
  ["procedure", "lines"],
  ["link", "chain"],
  ["link", "former_chain"],
] as const;

function assertReadable(db: DatabaseSync): void {
  for (const [table, column] of JSON_COLUMNS) {
    const broken = `SELECT 1 FROM ${table} WHERE ${column} IS NOT NULL AND NOT json_valid(${column}) AND ${column} <> '' LIMIT 1`;
    if (db.prepare(broken).get() !== undefined) throw damage(`${table}.${column} cannot be read`);
  }
}

/** As SQLite would tell it (SQLITE_CORRUPT). */
function damage(message: string): Error {
  return Object.assign(new Error(message), { errcode: 11 });
}

/** A bit lost in the text of a trigger is no damage to SQLite, which keeps it as text; it would fail for ever. */
function schemaOf(db: DatabaseSync): string {
  const rows = db.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name, type").all();
  return JSON.stringify(rows.filter(({ name }) => !String(name).startsWith("sqlite_")));
}

let knownSchema: string | null = null;

function soundSchema(): string {
  if (knownSchema === null) {
    const db = new DatabaseSync(":memory:");
    migrate(db, ":memory:");
    knownSchema = schemaOf(db);
    db.close();
  }
  return knownSchema;
}

function tryOpen(path: string, options: DatabaseOptions): OpenDatabase | null {
  try {
    return openSound(path, options);
  } catch (error) {
    if (isCorruption(error)) return null;
    throw error;
  }
}

function openSound(path: string, options: DatabaseOptions): OpenDatabase {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  let log: DurableLog | null = null;
  try {
    // A new file becomes one with a log by a write to its first sector, which cannot be torn.
    db.exec("PRAGMA main.synchronous = OFF; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON");
    assertSound(db, path, "integrity_check");
    // After the check, which goes through all of it once and needs no more than a little.
    db.exec("PRAGMA cache_size = -4096");
    refuseNewer(schemaVersion(db), path);
    if (options.synchronous !== "OFF") log = DurableLog.open(db, path);
    migrate(db, path);
    keepTime(db, options.clocks ?? null);
    log?.committed();
    prepare(db, options);
    return { db, log };
  } catch (error) {
    if (log !== null) log.abandon();
    else if (db.isOpen) closeDatabase(db);
    throw error;
  }
}

function prepare(db: DatabaseSync, { synchronous, maxPages, ...pages }: DatabaseOptions): void {
  const { pagesFile, pagesFileName = pagesFile } = pages;
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`);
  if (pagesFile === undefined) return;
  try {
    attachPages(db, pagesFile, synchronous !== "OFF");
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw unusableRegistry(pagesFileName ?? pagesFile, error);
  }
}

/** Throws where the file is something else: nothing of it is touched then. */
function attachPages(db: DatabaseSync, file: string, isDurable: boolean): void {
  db.prepare(`ATTACH ? AS ${PAGES_FILE}`).run(file);
  db.exec(`PRAGMA ${PAGES_FILE}.synchronous = FULL`);
  const find = `SELECT 1 FROM ${PAGES_FILE}.sqlite_schema WHERE lower(name) = 'pages'`;
  if (db.prepare(find).get() !== undefined) assertPages(db);
  if (isDurable) keepNames(db, file);
  db.exec(`CREATE TABLE IF NOT EXISTS ${PAGES_FILE}.${PAGES_TABLE}`);
}

function assertPages(db: DatabaseSync): void {
  db.prepare(
    `SELECT page_id, title, last_revid, last_updated, file_path, categories FROM ${PAGES_FILE}.pages LIMIT 1`,
  ).get();
}

export function unusableRegistry(name: string, error: unknown): MisuseError {
  const detail = error instanceof Error ? error.message : String(error);
  return new MisuseError(
    `the registry ${name} cannot be used (${detail}); it takes an SQLite file with a table pages`,
  );
}

/**
 * The user's file stays as it is, mostly with a rollback journal: only SQLite can sync that in the middle of its
 * commit, and whether its name is durable then is the one thing it does not look at. So the journal has its name
 * durably before, and keeps it until the end.
 */
function keepNames(db: DatabaseSync, file: string): void {
  const mode = db.prepare(`PRAGMA ${PAGES_FILE}.journal_mode`).get()?.["journal_mode"];
  if (mode !== "wal") {
    db.exec(`PRAGMA ${PAGES_FILE}.journal_mode = PERSIST`);
    closeSync(openSync(`${file}-journal`, "a"));
  }
  syncFolder(dirname(file));
}

/** Removes the journal that was kept. */
export function releasePages(db: DatabaseSync): void {
  const mode = db.prepare(`PRAGMA ${PAGES_FILE}.journal_mode`).get()?.["journal_mode"];
  if (mode === "persist") db.exec(`PRAGMA ${PAGES_FILE}.journal_mode = DELETE`);
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
