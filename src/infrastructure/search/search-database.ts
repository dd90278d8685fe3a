import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { TERMS_VERSION } from "../../search/terms.ts";
import { isCorruption, stateError } from "../sqlite/storage-trouble.ts";

/** Raised whenever the tables change: an index of another version is made anew. */
const SCHEMA_VERSION = 1;
const VERSION = SCHEMA_VERSION * 10_000 + TERMS_VERSION;

/**
 * What is found, apart from the engine's own state: all of it is derived. Texts stand by themselves, so that a look at
 * what filters ask for need not pass them; the index of terms holds no texts at all.
 */
const TABLES = `
  CREATE TABLE mark (source TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE entry (
    source TEXT NOT NULL, key TEXT NOT NULL, stamp TEXT NOT NULL, document INTEGER,
    PRIMARY KEY (source, key)
  ) WITHOUT ROWID;
  CREATE TABLE document (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL,
    url TEXT, path TEXT, updated_at TEXT, level TEXT, ccaa TEXT, provincia TEXT, municipio TEXT, organism TEXT,
    organism_abbrev TEXT, organism_folded TEXT NOT NULL, type TEXT, channel TEXT, lang TEXT, languages TEXT NOT NULL
  );
  CREATE TABLE body (document INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE vector (
    document INTEGER NOT NULL, passage INTEGER NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL,
    value BLOB NOT NULL, PRIMARY KEY (document, passage)
  ) WITHOUT ROWID;
  CREATE TABLE vector_model (fingerprint TEXT NOT NULL);
  CREATE TABLE embedded (document INTEGER PRIMARY KEY);
  CREATE VIRTUAL TABLE term USING fts5(
    title, keywords, headings, text, content = '', contentless_delete = 1,
    tokenize = "unicode61 remove_diacritics 2 tokenchars '=_'"
  );
`;

const NAMES = ["mark", "entry", "document", "body", "vector", "vector_model", "embedded", "term"];

const BUSY_MS = 10_000;

export function searchFileOf(root: string): string {
  return join(resolve(root), "data", "state", "search.db");
}

/** For whoever holds the root's lock. What is no index of this version is made one, empty. */
export function openForWriting(path: string): DatabaseSync {
  try {
    return openSound(path);
  } catch (error) {
    if (!isCorruption(error)) throw stateError(error, path);
    discard(path);
  }
  try {
    return openSound(path);
  } catch (error) {
    throw stateError(error, path);
  }
}

function openSound(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: BUSY_MS });
  try {
    // A power cut may take the last documents from the index, never its soundness: the next run puts them back.
    // All of it can be made again, so nothing waits for the disk: a kill spoils nothing, and what a power cut spoils is
    // made anew. SQLite also ignores what a sync of the folder reports, and that folder holds the state (ADR 2).
    db.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL");
    if (versionOf(db) !== VERSION) createTables(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** In one transaction, so that whoever reads meanwhile sees the old index or the new one. */
function createTables(db: DatabaseSync): void {
  db.exec("BEGIN IMMEDIATE");
  for (const name of NAMES) db.exec(`DROP TABLE IF EXISTS ${name}`);
  db.exec(`${TABLES}; PRAGMA user_version = ${VERSION}; COMMIT`);
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/** Removes an index that is damaged. */
export function discard(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}

/** Null where there is no index that this version can read. Works beside a process that writes. */
export function openForReading(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null;
  for (const open of [openBeside, openImmutable]) {
    let db: DatabaseSync | null = null;
    try {
      db = open(path);
      db.exec("PRAGMA query_only = ON");
      if (versionOf(db) === VERSION) return db;
      db.close();
      return null;
    } catch (error) {
      db?.close();
      if (isCorruption(error)) return null;
    }
  }
  return null;
}

/** A reader of a database with a log has to share the index of the log, which is a file beside it. */
function openBeside(path: string): DatabaseSync {
  return new DatabaseSync(path, { timeout: BUSY_MS });
}

/** Where no file can be made beside it, nobody writes to it either. */
function openImmutable(path: string): DatabaseSync {
  const url = pathToFileURL(path);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true });
}
