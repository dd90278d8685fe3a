import type { ManifestProblem, Watermark } from "../../application/ports.ts";
import type { Retirement, StoredDocument } from "../../domain/reference.ts";
import type { AliasesSql } from "./aliases-sql.ts";
import {
  ARCHIVE_COLUMNS,
  DOCUMENT_UPDATES,
  documentValues,
  folderOf,
  PAGE_COLUMNS,
  RETIRED_COLUMNS,
} from "./document-rows.ts";
import type { DocumentsSql } from "./documents-sql.ts";
import type { ManifestsSql } from "./manifests-sql.ts";
import type { PagesSql } from "./pages-sql.ts";
import { number, type Row, type Statements } from "./statements.ts";
import { isStoredSql } from "./stored-sql.ts";

const STORED = isStoredSql("task.source", "task.key");

/** What else is rebuilt with the documents. */
export interface RebuildParts {
  readonly documents: DocumentsSql;
  readonly aliases: AliasesSql;
  readonly manifests: ManifestsSql;
  readonly pages: PagesSql;
}

/**
 * The SQL of `Registry.rebuild`: documents gather in a temporary table, which no crash outlives, and take the
 * place of the old ones in one transaction.
 */
export class RebuildSql {
  readonly #sql: Statements;
  readonly #parts: RebuildParts;

  constructor(sql: Statements, parts: RebuildParts) {
    this.#sql = sql;
    this.#parts = parts;
  }

  begin(source: string): void {
    this.#sql.run(
      `CREATE TEMP TABLE IF NOT EXISTS staged (
         source TEXT, key TEXT, url TEXT, local_path TEXT, sha256 TEXT, original_size INTEGER,
         compressed_size INTEGER, stored_at TEXT, validators TEXT, archive_key TEXT, archive_sha256 TEXT,
         archive_documents INTEGER, fields TEXT, content_sha256 TEXT, page TEXT, checked_at REAL, fresh_until REAL,
         misses INTEGER, checked_validators TEXT, first_url TEXT, about TEXT, seq INTEGER PRIMARY KEY,
         UNIQUE (source, key))`,
    );
    this.#sql.run(
      `CREATE TEMP TABLE IF NOT EXISTS staged_retired (
         source TEXT, key TEXT, url TEXT, local_path TEXT, fields TEXT, at TEXT, reason TEXT)`,
    );
    this.drop(source);
  }

  /** Of two documents with one key the last counts (E1); its place in the order, and the claim, are the first's. */
  add(source: string, documents: readonly StoredDocument[]): void {
    const { aliases } = this.#parts;
    for (const document of documents) {
      if (document.formerPath !== undefined) {
        const movedTo = document.retired === undefined ? null : document.localPath;
        this.#parts.documents.notePath(source, document.formerPath, movedTo);
      }
      aliases.drop(source, document.key);
      if (document.alias !== undefined) aliases.note(source, document.alias, document.key);
      if (document.retired !== undefined) {
        this.#retire(source, document, document.retired);
        continue;
      }
      this.#sql.run(
        `INSERT INTO staged (source, key, url, local_path, sha256, original_size, compressed_size, stored_at,
           validators, ${ARCHIVE_COLUMNS}, fields, ${PAGE_COLUMNS}, first_url, about)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (source, key) DO UPDATE SET ${DOCUMENT_UPDATES}`,
        source,
        ...documentValues(document),
        document.url,
        folderOf(source, document.localPath),
      );
    }
  }

  /**
   * With `adding`, what was known before stays; else only what was staged is there afterwards. Answers on how many
   * documents the old rows said something else.
   */
  finish(
    source: string,
    watermark: Watermark,
    problems: readonly ManifestProblem[],
    adding: boolean,
  ): number {
    const { manifests, pages } = this.#parts;
    const known = adding ? manifests.problems(source) : [];
    const differing = adding ? 0 : this.#differing(source);
    if (!adding) this.#keepChecks(source);
    if (!adding) this.#sql.run("DELETE FROM document WHERE source = ?", source);
    if (!adding) this.#sql.run("DELETE FROM retired WHERE source = ?", source);
    this.#addRetired(source);
    this.#addDocuments(source);
    this.#completeTasks(source);
    if (!adding)
      this.#sql.run(`DELETE FROM task WHERE source = ? AND state = 'completed' AND NOT ${STORED}`, source);
    pages.align(source);
    manifests.reach(source, watermark);
    this.#sql.run(
      "UPDATE manifest_state SET problems = ? WHERE source = ?",
      JSON.stringify([...known, ...problems]),
      source,
    );
    this.drop(source);
    return differing;
  }

  /** What servers said of documents that are as they were is in no manifest. */
  #keepChecks(source: string): void {
    this.#sql.run(
      `UPDATE staged SET checked_at = d.checked_at, fresh_until = d.fresh_until, misses = d.misses,
         checked_validators = d.checked_validators
       FROM document d WHERE staged.source = ? AND d.source = staged.source AND d.key = staged.key
         AND d.sha256 = staged.sha256 AND d.stored_at = staged.stored_at AND d.checked_at IS NOT NULL`,
      source,
    );
  }

  #differing(source: string): number {
    const columns = `url, local_path, sha256, original_size, compressed_size, stored_at, validators, ${ARCHIVE_COLUMNS}, fields`;
    const differs = columns.split(", ").map((column) => `d.${column} IS NOT s.${column}`);
    const row = this.#sql.get(
      `SELECT (SELECT count(*) FROM staged s LEFT JOIN document d ON d.source = s.source AND d.key = s.key
               WHERE s.source = ?1 AND (d.key IS NULL OR ${differs.join(" OR ")}))
            + (SELECT count(*) FROM document d WHERE d.source = ?1 AND NOT EXISTS
               (SELECT 1 FROM staged s WHERE s.source = d.source AND s.key = d.key)) AS n`,
      source,
    );
    return number(row as Row, "n");
  }

  drop(source: string): void {
    this.#sql.run("DELETE FROM staged WHERE source = ?", source);
    this.#sql.run("DELETE FROM staged_retired WHERE source = ?", source);
  }

  #retire(source: string, { key, url, localPath, fields }: StoredDocument, { at, reason }: Retirement): void {
    this.#sql.run("DELETE FROM staged WHERE source = ? AND key = ?", source, key);
    this.#sql.run(
      `INSERT INTO staged_retired (${RETIRED_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      source,
      key,
      url,
      localPath,
      JSON.stringify(fields),
      at,
      reason,
    );
  }

  #addRetired(source: string): void {
    this.#sql.run(
      `INSERT INTO retired (${RETIRED_COLUMNS}) SELECT ${RETIRED_COLUMNS} FROM staged_retired
       WHERE source = ? ORDER BY rowid`,
      source,
    );
    for (const table of ["document", "task"]) {
      this.#sql.run(
        `DELETE FROM ${table} WHERE source = ?1 AND key IN (SELECT key FROM staged_retired WHERE source = ?1)`,
        source,
      );
    }
  }

  #addDocuments(source: string): void {
    this.#sql.run(
      `INSERT INTO document (source, key, url, local_path, sha256, original_size, compressed_size, stored_at,
         validators, ${ARCHIVE_COLUMNS}, fields, ${PAGE_COLUMNS}, checked_at, fresh_until, misses,
         checked_validators)
       SELECT source, key, url, local_path, sha256, original_size, compressed_size, stored_at, validators,
         ${ARCHIVE_COLUMNS}, fields, ${PAGE_COLUMNS}, checked_at, fresh_until, coalesce(misses, 0),
         checked_validators
       FROM staged WHERE source = ? ORDER BY seq
       ON CONFLICT (source, key) DO UPDATE SET ${DOCUMENT_UPDATES}`,
      source,
    );
    // A link to an archive has its key before the documents that came out of it have theirs.
    this.#sql.run(
      `INSERT OR IGNORE INTO key_claim (source, key, url, about)
       SELECT source, key, first_url, about FROM (
         SELECT source, key, first_url, about, seq, 1 AS place FROM staged WHERE source = ?1
         UNION ALL
         SELECT source, archive_key, first_url, about, seq, 0 FROM staged
         WHERE source = ?1 AND archive_key IS NOT NULL)
       ORDER BY seq, place`,
      source,
    );
  }

  #completeTasks(source: string): void {
    this.#sql.run(
      `UPDATE task SET state = 'completed', reason = NULL, error = NULL
       WHERE source = ?1 AND state <> 'completed' AND ${STORED}
         AND key IN (SELECT key FROM staged WHERE source = ?1
           UNION SELECT archive_key FROM staged WHERE source = ?1 AND archive_key IS NOT NULL)`,
      source,
    );
  }
}
