import type { DatabaseSync } from "node:sqlite";
import { StorageError } from "../../domain/errors.ts";
import { PAGES_TABLE } from "./pages-sql.ts";

/**
 * Version 1. Times are wall clock, ms, as REAL (they may carry fractions).
 *
 * `agenda` says for each run and host how many tasks are pending and when the first could be due. It is what
 * makes leasing one index probe. Triggers count, and bring times forward; the frontier puts them off.
 */
const INITIAL = `
CREATE TABLE host (
  host          TEXT PRIMARY KEY,
  last_sent_at  REAL,
  latency_ms    REAL,
  parked_until  REAL,
  failure_count INTEGER NOT NULL DEFAULT 0,
  last_failure  REAL,
  open_until    REAL,
  next_at       REAL NOT NULL DEFAULT 0,
  fence         INTEGER NOT NULL DEFAULT 0,
  owner         TEXT,
  lease_until   REAL
) STRICT, WITHOUT ROWID;
CREATE INDEX host_lease ON host (lease_until) WHERE lease_until IS NOT NULL;

-- Apart from host, so that noting a request does not rewrite half a megabyte of rules.
CREATE TABLE robots (
  host       TEXT PRIMARY KEY REFERENCES host (host),
  fetched_at REAL NOT NULL,
  text       TEXT NOT NULL
) STRICT;

CREATE TABLE source_host (
  source TEXT NOT NULL,
  host   TEXT NOT NULL REFERENCES host (host),
  PRIMARY KEY (source, host)
) STRICT, WITHOUT ROWID;

CREATE TABLE fence (last INTEGER NOT NULL) STRICT;
INSERT INTO fence VALUES (0);

-- A task without a reference is an item that can be counted but not fetched: one whose page could not be read, or
-- one of which only a checkpoint still knew. before: what a task was when it was queued again, as JSON.
CREATE TABLE task (
  id         INTEGER PRIMARY KEY,
  source     TEXT NOT NULL,
  key        TEXT NOT NULL,
  url        TEXT NOT NULL,
  host       TEXT NOT NULL,
  reference  TEXT,
  state      TEXT NOT NULL CHECK (state IN ('pending', 'completed', 'failed', 'skipped')),
  run        TEXT,
  attempts   INTEGER NOT NULL DEFAULT 0,
  not_before REAL NOT NULL DEFAULT 0,
  reason     TEXT,
  error      TEXT,
  at         REAL NOT NULL,
  before     TEXT,
  UNIQUE (source, key)
) STRICT;
CREATE INDEX task_queued_again ON task (run) WHERE state = 'pending' AND before IS NOT NULL;
CREATE INDEX task_due ON task (host, run, not_before) WHERE state = 'pending';
CREATE INDEX task_state ON task (source, state);

CREATE TABLE agenda (
  run     TEXT NOT NULL,
  host    TEXT NOT NULL,
  pending INTEGER NOT NULL,
  due_at  REAL NOT NULL DEFAULT 0,
  leased  INTEGER NOT NULL DEFAULT 0,
  turn    INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (run, host)
) STRICT, WITHOUT ROWID;
CREATE INDEX agenda_due ON agenda (run, leased, due_at, turn);
CREATE INDEX agenda_host ON agenda (host);

CREATE TRIGGER task_added AFTER INSERT ON task
WHEN NEW.state = 'pending' AND NEW.run IS NOT NULL BEGIN
  INSERT INTO agenda (run, host, pending, due_at, leased, turn)
    SELECT NEW.run, NEW.host, 1, max(next_at, NEW.not_before), lease_until IS NOT NULL, fence
    FROM host WHERE host = NEW.host
    ON CONFLICT (run, host) DO UPDATE SET pending = pending + 1, due_at = min(due_at, excluded.due_at);
END;
CREATE TRIGGER task_left AFTER UPDATE OF state, run, host ON task
WHEN OLD.state = 'pending' AND OLD.run IS NOT NULL
  AND (NEW.state <> 'pending' OR NEW.run IS NOT OLD.run OR NEW.host <> OLD.host) BEGIN
  UPDATE agenda SET pending = pending - 1 WHERE run = OLD.run AND host = OLD.host;
  DELETE FROM agenda WHERE run = OLD.run AND host = OLD.host AND pending <= 0;
END;
CREATE TRIGGER task_joined AFTER UPDATE OF state, run, host ON task
WHEN NEW.state = 'pending' AND NEW.run IS NOT NULL
  AND (OLD.state <> 'pending' OR NEW.run IS NOT OLD.run OR NEW.host <> OLD.host) BEGIN
  INSERT INTO agenda (run, host, pending, due_at, leased, turn)
    SELECT NEW.run, NEW.host, 1, max(next_at, NEW.not_before), lease_until IS NOT NULL, fence
    FROM host WHERE host = NEW.host
    ON CONFLICT (run, host) DO UPDATE SET pending = pending + 1, due_at = min(due_at, excluded.due_at);
END;
CREATE TRIGGER task_sooner AFTER UPDATE OF not_before ON task
WHEN NEW.state = 'pending' AND NEW.run IS NOT NULL AND NEW.not_before < OLD.not_before BEGIN
  UPDATE agenda SET due_at = min(due_at, (SELECT max(next_at, NEW.not_before) FROM host WHERE host = NEW.host))
  WHERE run = NEW.run AND host = NEW.host;
END;
CREATE TRIGGER task_removed AFTER DELETE ON task
WHEN OLD.state = 'pending' AND OLD.run IS NOT NULL BEGIN
  UPDATE agenda SET pending = pending - 1 WHERE run = OLD.run AND host = OLD.host;
  DELETE FROM agenda WHERE run = OLD.run AND host = OLD.host AND pending <= 0;
END;

-- seq: the order of the first commit of a key.
CREATE TABLE document (
  seq             INTEGER PRIMARY KEY,
  source          TEXT NOT NULL,
  key             TEXT NOT NULL,
  url             TEXT NOT NULL,
  local_path      TEXT NOT NULL,
  sha256          TEXT NOT NULL,
  original_size   INTEGER NOT NULL,
  compressed_size INTEGER NOT NULL,
  stored_at       TEXT NOT NULL,
  validators      TEXT NOT NULL,
  UNIQUE (source, key)
) STRICT;
CREATE INDEX document_order ON document (source);
CREATE INDEX document_path ON document (source, local_path);

CREATE TABLE key_claim (
  id     INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  key    TEXT NOT NULL,
  url    TEXT NOT NULL,
  about  TEXT NOT NULL,
  UNIQUE (source, key)
) STRICT;
CREATE INDEX key_claim_url ON key_claim (source, url);

CREATE TABLE manifest_state (
  source   TEXT PRIMARY KEY,
  size     REAL NOT NULL,
  mtime_ms REAL NOT NULL,
  problems TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE run (
  seq        INTEGER PRIMARY KEY,
  id         TEXT NOT NULL UNIQUE,
  source     TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at   TEXT,
  exit_code  INTEGER,
  summary    TEXT
) STRICT;
CREATE INDEX run_source ON run (source);
`;

/** Version 2: documents that were taken out of an archive know which, and how many they are. */
const ARCHIVES = `
ALTER TABLE document ADD COLUMN archive_key TEXT;
ALTER TABLE document ADD COLUMN archive_sha256 TEXT;
ALTER TABLE document ADD COLUMN archive_documents INTEGER;
CREATE INDEX document_archive ON document (source, archive_key) WHERE archive_key IS NOT NULL;
`;

/**
 * Version 3: what a manifest began with, so that lines added to it can be told from lines changed in it, and which
 * checkpoint was saved last. Without the checksum a manifest counts as changed, and is read once more.
 */
const KNOWN_FILES = `
ALTER TABLE manifest_state ADD COLUMN crc32 INTEGER NOT NULL DEFAULT -1;
ALTER TABLE manifest_state ADD COLUMN lines INTEGER NOT NULL DEFAULT 0;
UPDATE manifest_state SET mtime_ms = -1;
CREATE TABLE checkpoint_state (
  source   TEXT PRIMARY KEY,
  size     REAL NOT NULL,
  mtime_ms REAL NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Version 4: what a source says of its documents, documents that are gone, and how far a source has come. */
const HISTORY = `
ALTER TABLE document ADD COLUMN fields TEXT NOT NULL DEFAULT '{}';
-- Files that were documents until now; one that a kill left in place is found by them.
CREATE TABLE former_path (
  source     TEXT NOT NULL,
  local_path TEXT NOT NULL,
  moved_to   TEXT,
  PRIMARY KEY (source, local_path)
) STRICT, WITHOUT ROWID;
CREATE TABLE retired (
  id         INTEGER PRIMARY KEY,
  source     TEXT NOT NULL,
  key        TEXT NOT NULL,
  url        TEXT NOT NULL,
  local_path TEXT NOT NULL,
  fields     TEXT NOT NULL,
  at         TEXT NOT NULL,
  reason     TEXT NOT NULL
) STRICT;
CREATE INDEX retired_key ON retired (source, key);
CREATE TABLE source_cursor (
  source TEXT PRIMARY KEY,
  cursor TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE ${PAGES_TABLE};
UPDATE manifest_state SET mtime_ms = -1, crc32 = -1;
`;

/**
 * Version 5: pages of the web. When the server was last asked for a document and what it said, which documents have
 * which bytes, and which keys are other words for a document: `of_key` has their address or their bytes.
 */
const PAGES = `
ALTER TABLE document ADD COLUMN content_sha256 TEXT;
ALTER TABLE document ADD COLUMN page TEXT;
ALTER TABLE document ADD COLUMN checked_at REAL;
ALTER TABLE document ADD COLUMN fresh_until REAL;
ALTER TABLE document ADD COLUMN misses INTEGER NOT NULL DEFAULT 0;
-- What was last said of the version of a page that is as it was, where that is news.
ALTER TABLE document ADD COLUMN checked_validators TEXT;
CREATE INDEX document_content ON document (source, content_sha256) WHERE content_sha256 IS NOT NULL;
CREATE TABLE alias (
  source      TEXT NOT NULL,
  key         TEXT NOT NULL,
  of_key      TEXT NOT NULL,
  validators  TEXT NOT NULL,
  checked_at  REAL,
  fresh_until REAL,
  PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX alias_of ON alias (source, of_key);
`;

/** Version 6: what is known of readings (P20, P21). */
const EXTRACTS = `
CREATE TABLE extract (
  source    TEXT NOT NULL,
  key       TEXT NOT NULL,
  sha256    TEXT NOT NULL,
  extractor TEXT NOT NULL,
  status    TEXT NOT NULL CHECK (status IN ('accept', 'review', 'reject', 'failed')),
  score     REAL NOT NULL,
  words     INTEGER NOT NULL,
  reason    TEXT NOT NULL,
  stem      TEXT NOT NULL,
  PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;
`;

/** Version 7: what became of pages as procedures (P32). */
const PROCEDURES = `
CREATE TABLE procedure (
  source       TEXT NOT NULL,
  key          TEXT NOT NULL,
  url          TEXT NOT NULL,
  terms        TEXT NOT NULL,
  outcome      TEXT NOT NULL,
  reason       TEXT NOT NULL,
  detail       TEXT NOT NULL,
  tramite      TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  likeness     TEXT NOT NULL,
  catalog      TEXT NOT NULL,
  office       TEXT NOT NULL,
  needs_review INTEGER NOT NULL,
  is_proposal  INTEGER NOT NULL,
  since        TEXT NOT NULL,
  PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX procedure_tramite ON procedure (source, tramite) WHERE tramite <> '';
CREATE INDEX procedure_likeness ON procedure (source, likeness) WHERE likeness <> '';
`;

/**
 * What runs did (P37): counts, and what each found new, changed, gone or failed. Runs of other kinds than `ingest` are
 * in the list, too, and no run goes on where they ended. Totals outlive the runs that are pruned.
 */
const RUN_HISTORY = `
ALTER TABLE run ADD COLUMN kind TEXT NOT NULL DEFAULT 'ingest';
CREATE TABLE run_detail (
  run     TEXT PRIMARY KEY,
  detail  TEXT NOT NULL,
  is_last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE run_item (
  run     TEXT NOT NULL,
  key     TEXT NOT NULL,
  url     TEXT NOT NULL,
  change  TEXT NOT NULL CHECK (change IN ('new', 'updated', 'gone', 'failed')),
  reason  TEXT NOT NULL,
  outcome TEXT,
  tramite TEXT,
  PRIMARY KEY (run, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE run_total (
  source TEXT NOT NULL,
  name   TEXT NOT NULL,
  label  TEXT NOT NULL,
  total  REAL NOT NULL,
  PRIMARY KEY (source, name, label)
) STRICT, WITHOUT ROWID;
`;

/** Links and their health (P38), and until when the certificates of hosts hold. */
const LINKS = `
CREATE TABLE link (
  source              TEXT NOT NULL,
  key                 TEXT NOT NULL,
  url                 TEXT NOT NULL,
  host                TEXT NOT NULL,
  run                 TEXT NOT NULL,
  curated             TEXT NOT NULL,
  state               TEXT NOT NULL CHECK (state IN ('active', 'degraded', 'inactive')),
  since               REAL NOT NULL,
  before              TEXT,
  failures            INTEGER NOT NULL,
  down_since          REAL,
  first_seen          REAL NOT NULL,
  last_check          REAL,
  last_ok             REAL,
  reason              TEXT NOT NULL,
  detail              TEXT NOT NULL,
  chain               TEXT,
  former_chain        TEXT,
  redirect_changed_at REAL,
  content_hash        TEXT,
  drift_hash          TEXT,
  drift_since         REAL,
  PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_host ON link (host, source, key);
CREATE INDEX link_check ON link (source, coalesce(last_check, 0), key);
CREATE TABLE certificate (
  host       TEXT PRIMARY KEY,
  expires_at REAL NOT NULL,
  seen_at    REAL NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** How long a page may go unasked, as learned from its visits. Apart from document, which is rebuilt from the manifest. */
const REVISITS = `
CREATE TABLE revisit (
  source      TEXT NOT NULL,
  key         TEXT NOT NULL,
  interval_ms REAL NOT NULL,
  PRIMARY KEY (source, key)
) STRICT, WITHOUT ROWID;
`;

/** The last document that there was when a run began: what is stored after it is new, also where the run was killed. */
const RUN_BEGINNINGS = `
ALTER TABLE run ADD COLUMN documents_before INTEGER;
`;

/** How the clock on the wall stood to the one that is never set, at the last look: one row. */
const CLOCKS = `
CREATE TABLE clock (
  boot      TEXT PRIMARY KEY,
  offset_ms REAL NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Lines of pages, by which those of their site are known. */
const SITE_LINES = `
ALTER TABLE procedure ADD COLUMN lines TEXT NOT NULL DEFAULT '';
`;

/** Numbered from 1; never edited once released, only added to. */
export const MIGRATIONS: readonly string[] = [
  INITIAL,
  ARCHIVES,
  KNOWN_FILES,
  HISTORY,
  PAGES,
  EXTRACTS,
  PROCEDURES,
  RUN_HISTORY,
  LINKS,
  REVISITS,
  RUN_BEGINNINGS,
  CLOCKS,
  SITE_LINES,
];

export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
}

export function refuseNewer(version: number, path: string): void {
  if (version <= MIGRATIONS.length) return;
  throw new StorageError(
    "storage_failed",
    `${path} was written by a newer Levada (schema ${version}, this one knows ${MIGRATIONS.length}). Use that version.`,
  );
}

/** Each step in its own transaction: a kill in between leaves a database that the next start finishes. */
export function migrate(db: DatabaseSync, path: string): void {
  const version = schemaVersion(db);
  refuseNewer(version, path);
  for (const [index, sql] of MIGRATIONS.entries()) {
    if (index < version) continue;
    db.exec(`BEGIN IMMEDIATE; ${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
  }
}
