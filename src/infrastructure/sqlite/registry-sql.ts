import type {
  CheckpointItem,
  CommittedTask,
  Counts,
  ItemReport,
  ItemState,
  KnownItem,
  ManifestProblem,
  QueuedItem,
  RunRecord,
  Watermark,
} from "../../application/ports.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Check, Twin } from "../../domain/change.ts";
import type { StoredDocument, StoredPage, Validators } from "../../domain/reference.ts";
import type { FrontierSql } from "./frontier-sql.ts";
import type { PagesSql } from "./pages-sql.ts";
import { completeArchiveSql, inStateSql, isStoredSql, ownDocumentSql } from "./stored-sql.ts";
import { number, numberOrNull, type Row, type Statements, text, textOrNull } from "./statements.ts";

export interface Claim {
  readonly url: string;
  readonly about: string;
}

/** What tells a file from another one of the same name. */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
}

/** The SQL of `Registry`, but for `rebuild`. */
export class RegistrySql {
  readonly #sql: Statements;
  readonly #frontier: FrontierSql;
  readonly #pages: PagesSql;

  constructor(sql: Statements, frontier: FrontierSql, pages: PagesSql) {
    this.#sql = sql;
    this.#frontier = frontier;
    this.#pages = pages;
  }

  find(source: string, keys: readonly string[]): Map<string, KnownItem> {
    const found = new Map<string, KnownItem>();
    for (const key of keys) {
      const item = this.#known(source, key);
      if (item !== null) found.set(key, item);
    }
    return found;
  }

  claim(source: string, key: string, url: string, about: string): Claim {
    const holder = this.#sql.get(
      "SELECT url, about FROM key_claim WHERE source = ? AND key = ?",
      source,
      key,
    );
    if (holder !== undefined) return { url: text(holder, "url"), about: text(holder, "about") };
    this.#sql.run(
      "INSERT INTO key_claim (source, key, url, about) VALUES (?, ?, ?, ?)",
      source,
      key,
      url,
      about,
    );
    return { url, about };
  }

  /** The first key, where a URL has several: the documents of an archive have keys of their own. */
  keyOf(source: string, url: string): string | null {
    const row = this.#sql.get(
      "SELECT key FROM key_claim WHERE source = ? AND url = ? ORDER BY id LIMIT 1",
      source,
      url,
    );
    return row === undefined ? null : text(row, "key");
  }

  commit(source: string, batch: readonly CommittedTask[], watermark: Watermark): void {
    for (const committed of batch) {
      for (const document of committed.documents) this.#store(source, document);
      this.#frontier.complete(committed);
      this.#pages.stored(
        source,
        committed.documents.map(({ key }) => key),
      );
    }
    this.reach(source, watermark);
  }

  /** Documents whose last line says that they are gone. */
  retire(source: string, documents: readonly StoredDocument[], watermark: Watermark): void {
    for (const { key, url, localPath, fields, retired, formerPath } of documents) {
      if (retired === undefined) continue;
      const values = [url, localPath, JSON.stringify(fields), retired.at, retired.reason];
      this.#sql.run(
        `INSERT INTO retired (${RETIRED_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        source,
        key,
        ...values,
      );
      if (formerPath !== undefined) this.notePath(source, formerPath, localPath);
      this.#sql.run("DELETE FROM document WHERE source = ? AND key = ?", source, key);
      this.#sql.run("DELETE FROM task WHERE source = ? AND key = ?", source, key);
    }
    this.#pages.removed(
      source,
      documents.map(({ key }) => key),
    );
    this.reach(source, watermark);
  }

  /** A file that is a document no longer; `movedTo` is where it was put. */
  notePath(source: string, localPath: string, movedTo: string | null): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO former_path (source, local_path, moved_to) VALUES (?, ?, ?)",
      source,
      localPath,
      movedTo,
    );
  }

  formerPaths(source: string): { localPath: string; movedTo: string | null }[] {
    const rows = this.#sql.all(
      `SELECT local_path, moved_to FROM former_path AS f WHERE source = ? AND NOT EXISTS (
         SELECT 1 FROM document AS d WHERE d.source = f.source AND d.local_path = f.local_path)`,
      source,
    );
    return rows.map((row) => ({ localPath: text(row, "local_path"), movedTo: textOrNull(row, "moved_to") }));
  }

  cursor(source: string): string | null {
    const row = this.#sql.get("SELECT cursor FROM source_cursor WHERE source = ?", source);
    return row === undefined ? null : text(row, "cursor");
  }

  saveCursor(source: string, cursor: string): void {
    this.#sql.run("INSERT OR REPLACE INTO source_cursor (source, cursor) VALUES (?, ?)", source, cursor);
  }

  /** The registry holds what the manifest says up to here. */
  reach(source: string, { size, mtimeMs, crc32, lines }: Watermark): void {
    this.#sql.run(
      `INSERT INTO manifest_state (source, size, mtime_ms, crc32, lines) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (source) DO UPDATE SET size = excluded.size, mtime_ms = excluded.mtime_ms,
         crc32 = excluded.crc32, lines = excluded.lines`,
      source,
      size,
      mtimeMs,
      crc32,
      lines,
    );
  }

  /** An address that redirects to that of a document. */
  noteAlias(source: string, key: string, of: string): void {
    this.#sql.run(
      `INSERT OR REPLACE INTO alias (source, key, of_key, validators) VALUES (?, ?, ?, '{}')`,
      source,
      key,
      of,
    );
  }

  /** An address that has a document of its own leads nowhere else. */
  dropAlias(source: string, key: string): void {
    this.#sql.run("DELETE FROM alias WHERE source = ? AND key = ? AND validators = '{}'", source, key);
  }

  documents(
    source: string,
    after: number,
    limit: number,
  ): { documents: StoredDocument[]; next: number | null } {
    const rows = this.#sql.all(
      `SELECT d.*, (SELECT json_group_array(a.key) FROM alias a
         WHERE a.source = d.source AND a.of_key = d.key AND a.validators = '{}') AS aliases
       FROM document d WHERE d.source = ? AND d.seq > ? ORDER BY d.seq LIMIT ?`,
      source,
      after,
      limit,
    );
    const last = rows.at(-1);
    const next = last === undefined || rows.length < limit ? null : number(last, "seq");
    return { documents: rows.map((row) => ({ ...storedDocument(row), ...aliasesOf(row) })), next };
  }

  documentAt(source: string, localPath: string): StoredDocument | null {
    const row = this.#sql.get(
      "SELECT * FROM document WHERE source = ? AND local_path = ? ORDER BY seq DESC LIMIT 1",
      source,
      localPath,
    );
    return row === undefined ? null : storedDocument(row);
  }

  /** The key of a page with these bytes, other than `except`. */
  twinOf(source: string, contentSha256: string, except: string): string | null {
    const row = this.#sql.get(
      "SELECT key FROM document WHERE source = ? AND content_sha256 = ? AND key <> ? ORDER BY seq LIMIT 1",
      source,
      contentSha256,
      except,
    );
    return row === undefined ? null : text(row, "key");
  }

  /** What the server said when it was asked for a document; nobody but the database remembers it. */
  noteCheck(source: string, key: string, { at, freshUntil, misses, validators }: Check): void {
    this.#sql.run(
      `UPDATE document SET checked_at = ?, fresh_until = ?, misses = ?, checked_validators = ?
       WHERE source = ? AND key = ?`,
      at,
      freshUntil,
      misses,
      validators === undefined ? null : JSON.stringify(validators),
      source,
      key,
    );
  }

  noteTwin(source: string, key: string, { of, validators, check }: Twin): void {
    this.#sql.run(
      `INSERT OR REPLACE INTO alias (source, key, of_key, validators, checked_at, fresh_until)
       VALUES (?, ?, ?, ?, ?, ?)`,
      source,
      key,
      of,
      JSON.stringify(validators),
      check.at,
      check.freshUntil,
    );
  }

  /** Every item and how it stands, in the order of their keys; `after` starts at "". */
  queue(source: string, after: string, limit: number): { items: QueuedItem[]; next: string | null } {
    const rows = this.#sql.all(
      `SELECT key, url, state, reason, fields FROM (
         SELECT t.key, t.url, t.state, t.reason, t.reference ->> 'fields' AS fields FROM task t
         WHERE t.source = ?1 AND t.key > ?2
         UNION ALL
         SELECT d.key, d.url, 'completed', NULL, d.fields FROM document d
         WHERE d.source = ?1 AND d.key > ?2
           AND NOT EXISTS (SELECT 1 FROM task t WHERE t.source = d.source AND t.key = d.key)
           AND NOT EXISTS (SELECT 1 FROM alias a JOIN task t ON t.source = a.source AND t.key = a.key
                           WHERE a.source = d.source AND a.of_key = d.key)
       ) ORDER BY key LIMIT ?3`,
      source,
      after,
      limit,
    );
    const last = rows.at(-1);
    return {
      items: rows.map((row) => ({
        url: text(row, "url"),
        state: text(row, "state") as ItemState,
        reason: textOrNull(row, "reason"),
        fields: JSON.parse(textOrNull(row, "fields") ?? "{}") as JsonObject,
      })),
      next: last === undefined || rows.length < limit ? null : text(last, "key"),
    };
  }

  /** The latest runs of a source, the last one first. */
  recentRuns(source: string, limit: number): RunRecord[] {
    return this.#sql
      .all("SELECT * FROM run WHERE source = ? ORDER BY seq DESC LIMIT ?", source, limit)
      .map(runRecord);
  }

  counts(source: string): Counts {
    const rows = this.#sql.all(
      "SELECT state, count(*) AS n FROM task WHERE source = ? GROUP BY state",
      source,
    );
    const tasks = new Map(rows.map((row) => [text(row, "state"), number(row, "n")]));
    const stored = this.#sql.get("SELECT count(*) AS n FROM document WHERE source = ?", source) as Row;
    return {
      pending: tasks.get("pending") ?? 0,
      completed: number(stored, "n"),
      failed: tasks.get("failed") ?? 0,
      skipped: tasks.get("skipped") ?? 0,
    };
  }

  items(source: string, state: "failed" | "skipped" | "pending", limit?: number): ItemReport[] {
    const rows = this.#sql.all(
      `SELECT key, url, reason, attempts, error, at FROM task WHERE source = ? AND ${inStateSql(state)} ORDER BY id LIMIT ?`,
      source,
      limit ?? -1,
    );
    return rows.map(itemReport);
  }

  watermark(source: string): Watermark | null {
    const row = this.#sql.get("SELECT * FROM manifest_state WHERE source = ?", source);
    if (row === undefined) return null;
    return {
      size: number(row, "size"),
      mtimeMs: number(row, "mtime_ms"),
      crc32: number(row, "crc32"),
      lines: number(row, "lines"),
    };
  }

  /** Size and time of the checkpoint that was saved last. */
  savedCheckpoint(source: string): FileStamp | null {
    const row = this.#sql.get("SELECT size, mtime_ms FROM checkpoint_state WHERE source = ?", source);
    return row === undefined ? null : { size: number(row, "size"), mtimeMs: number(row, "mtime_ms") };
  }

  noteCheckpoint(source: string, { size, mtimeMs }: FileStamp): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO checkpoint_state (source, size, mtime_ms) VALUES (?, ?, ?)",
      source,
      size,
      mtimeMs,
    );
  }

  manifestProblems(source: string): ManifestProblem[] {
    const row = this.#sql.get("SELECT problems FROM manifest_state WHERE source = ?", source);
    return row === undefined ? [] : (JSON.parse(text(row, "problems")) as ManifestProblem[]);
  }

  saveRun(run: RunRecord): void {
    this.#frontier.noteRun(run.source, run.id, run.endedAt !== null);
    this.#sql.run(
      `INSERT INTO run (id, source, started_at, ended_at, exit_code, summary) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at, ended_at = excluded.ended_at,
         exit_code = excluded.exit_code, summary = excluded.summary`,
      run.id,
      run.source,
      run.startedAt,
      run.endedAt,
      run.exitCode,
      run.summary === null ? null : JSON.stringify(run.summary),
    );
  }

  lastRun(source: string): RunRecord | null {
    const row = this.#sql.get("SELECT * FROM run WHERE source = ? ORDER BY seq DESC LIMIT 1", source);
    return row === undefined ? null : runRecord(row);
  }

  /** Items of a lost registry, as its checkpoint knew them. What is stored, or known better, stays as it is. */
  restore(source: string, items: readonly CheckpointItem[]): void {
    for (const { key, state, url, reason, attempts, error, reference } of items) {
      this.#sql.run(
        `INSERT INTO task (source, key, url, host, reference, state, attempts, reason, error, at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0
         WHERE NOT ${isStoredSql("?1", "?2")}
         ON CONFLICT DO NOTHING`,
        source,
        key,
        url,
        URL.parse(url)?.host ?? "",
        reference === null ? null : JSON.stringify(reference),
        state,
        attempts,
        reason,
        error,
      );
      if (reference !== null) this.claim(source, key, url, reference.path.split("/").slice(0, -1).join("/"));
    }
  }

  #known(source: string, key: string): KnownItem | null {
    // A note on a page that could not be read says nothing about a document that has the same key.
    const task = this.#sql.get(
      "SELECT url, state, reason, reference ->> 'opens' AS opens FROM task WHERE source = ? AND key = ? AND reference IS NOT NULL",
      source,
      key,
    );
    const alias = this.#sql.get("SELECT * FROM alias WHERE source = ? AND key = ?", source, key);
    const row = this.#storedAs(source, key) ?? (alias === undefined ? undefined : this.#ledTo(source, alias));
    const document = row === undefined ? null : storedDocument(row);
    const more = {
      ...(row === undefined ? {} : { check: checkOf(row) }),
      ...(alias === undefined || !this.#isStored(source, text(alias, "of_key"))
        ? {}
        : { twin: twinOf(alias) }),
    };
    if (task !== undefined) {
      const [state, opens] = [text(task, "state") as ItemState, textOrNull(task, "opens")];
      const item = { key, url: text(task, "url"), state, reason: textOrNull(task, "reason"), document };
      return { ...item, ...more, ...(opens === null ? {} : { opens }) };
    }
    return document === null
      ? null
      : { key, url: document.url, state: "completed", reason: null, document, ...more };
  }

  /** What an item has the address or the bytes of may be gone. */
  #isStored(source: string, key: string): boolean {
    return this.#sql.get("SELECT 1 FROM document WHERE source = ? AND key = ?", source, key) !== undefined;
  }

  /** The document that an address leads to; one that only has the same bytes is another address's. */
  #ledTo(source: string, alias: Row): Row | undefined {
    if (text(alias, "validators") !== "{}") return undefined;
    return this.#sql.get(`SELECT d.* ${ownDocumentSql("?1", "?2")}`, source, text(alias, "of_key"));
  }

  /** An archive whose documents are all stored is known by the first of them. */
  #storedAs(source: string, key: string): Row | undefined {
    return (
      this.#sql.get(`SELECT d.* ${ownDocumentSql("?1", "?2")}`, source, key) ??
      this.#sql.get(`SELECT d.* ${completeArchiveSql("?1", "?2")} ORDER BY d.seq LIMIT 1`, source, key)
    );
  }

  #store(source: string, document: StoredDocument): void {
    this.#sql.run(
      `INSERT INTO document (source, key, url, local_path, sha256, original_size, compressed_size, stored_at,
         validators, ${ARCHIVE_COLUMNS}, fields, ${PAGE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (source, key) DO UPDATE SET ${DOCUMENT_UPDATES}`,
      source,
      ...documentValues(document),
    );
    if (document.formerPath !== undefined) this.notePath(source, document.formerPath, null);
    this.dropAlias(source, document.key);
    if (document.alias !== undefined) this.noteAlias(source, document.alias, document.key);
    const { archive } = document;
    // The link's own key comes first, also where it was claimed by nobody in this database.
    if (archive !== undefined)
      this.claim(source, archive.key, document.url, folderOf(source, document.localPath));
    this.claim(source, document.key, document.url, folderOf(source, document.localPath));
  }
}

export const ARCHIVE_COLUMNS = "archive_key, archive_sha256, archive_documents";
export const DOCUMENT_UPDATES = `url = excluded.url, local_path = excluded.local_path, sha256 = excluded.sha256,
  original_size = excluded.original_size, compressed_size = excluded.compressed_size, stored_at = excluded.stored_at,
  validators = excluded.validators, archive_key = excluded.archive_key, archive_sha256 = excluded.archive_sha256,
  archive_documents = excluded.archive_documents, fields = excluded.fields, content_sha256 = excluded.content_sha256, page = excluded.page,
  checked_at = NULL, fresh_until = NULL, misses = 0, checked_validators = NULL`;
/** Only pages have them: their bytes are looked for. */
export const PAGE_COLUMNS = "content_sha256, page";
export const RETIRED_COLUMNS = "source, key, url, local_path, fields, at, reason";

/** In the order of the columns of `document`, after `source`. */
export function documentValues(document: StoredDocument): (string | number | null)[] {
  return [
    document.key,
    document.url,
    document.localPath,
    document.sha256,
    document.originalSize,
    document.compressedSize,
    document.storedAt,
    JSON.stringify(document.validators),
    document.archive?.key ?? null,
    document.archive?.sha256 ?? null,
    document.archive?.documents ?? null,
    JSON.stringify(document.fields),
    document.page === undefined ? null : (document.validators.contentSha256 ?? null),
    document.page === undefined ? null : JSON.stringify(document.page),
  ];
}

/** `data/raw/usgs/TX/T055.pdf.zst` → `TX`: what a source says about a key when it claims it. */
export function folderOf(source: string, localPath: string): string {
  const prefix = `data/raw/${source}/`;
  const path = localPath.startsWith(prefix) ? localPath.slice(prefix.length) : localPath;
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function archiveOf(row: Row): Pick<StoredDocument, "archive"> {
  const key = textOrNull(row, "archive_key");
  if (key === null) return {};
  return {
    archive: { key, sha256: text(row, "archive_sha256"), documents: number(row, "archive_documents") },
  };
}

function storedDocument(row: Row): StoredDocument {
  return {
    key: text(row, "key"),
    url: text(row, "url"),
    localPath: text(row, "local_path"),
    sha256: text(row, "sha256"),
    originalSize: number(row, "original_size"),
    compressedSize: number(row, "compressed_size"),
    storedAt: text(row, "stored_at"),
    validators: JSON.parse(text(row, "validators")) as Validators,
    fields: JSON.parse(text(row, "fields")) as JsonObject,
    ...archiveOf(row),
    ...(row["page"] === null ? {} : { page: JSON.parse(text(row, "page")) as StoredPage }),
  };
}

function aliasesOf(row: Row): Pick<StoredDocument, "aliases"> {
  const aliases = JSON.parse(text(row, "aliases")) as readonly string[];
  return aliases.length === 0 ? {} : { aliases };
}

/** Until somebody has asked again, what was said when it was stored counts. */
function checkOf(row: Row): Check {
  const { freshUntil } = JSON.parse(text(row, "validators")) as Validators;
  const checkedAt = numberOrNull(row, "checked_at");
  if (checkedAt === null)
    return {
      at: Date.parse(text(row, "stored_at")),
      freshUntil: freshUntil === undefined ? null : Date.parse(freshUntil),
      misses: 0,
    };
  const validators = textOrNull(row, "checked_validators");
  return {
    at: checkedAt,
    freshUntil: numberOrNull(row, "fresh_until"),
    misses: number(row, "misses"),
    ...(validators === null ? {} : { validators: JSON.parse(validators) as Validators }),
  };
}

function twinOf(row: Row): Twin {
  return {
    of: text(row, "of_key"),
    validators: JSON.parse(text(row, "validators")) as Validators,
    check: {
      at: numberOrNull(row, "checked_at") ?? 0,
      freshUntil: numberOrNull(row, "fresh_until"),
      misses: 0,
    },
  };
}

function runRecord(row: Row): RunRecord {
  const summary = textOrNull(row, "summary");
  return {
    id: text(row, "id"),
    source: text(row, "source"),
    startedAt: text(row, "started_at"),
    endedAt: textOrNull(row, "ended_at"),
    exitCode: numberOrNull(row, "exit_code"),
    summary: summary === null ? null : (JSON.parse(summary) as JsonObject),
  };
}

function itemReport(row: Row): ItemReport {
  return {
    key: text(row, "key"),
    url: text(row, "url"),
    reason: textOrNull(row, "reason") ?? "",
    attempts: number(row, "attempts"),
    last_error: textOrNull(row, "error") ?? "",
    at: new Date(number(row, "at")).toISOString(),
  };
}
