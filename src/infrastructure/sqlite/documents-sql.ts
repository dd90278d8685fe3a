import type { CommittedTask, Watermark } from "../../application/ports.ts";
import type { Check } from "../../domain/change.ts";
import type { StoredDocument } from "../../domain/reference.ts";
import type { AliasesSql } from "./aliases-sql.ts";
import type { ClaimsSql } from "./claims-sql.ts";
import {
  ARCHIVE_COLUMNS,
  DOCUMENT_UPDATES,
  documentValues,
  folderOf,
  PAGE_COLUMNS,
  RETIRED_COLUMNS,
  storedDocument,
} from "./document-rows.ts";
import type { ManifestsSql } from "./manifests-sql.ts";
import type { PagesSql } from "./pages-sql.ts";
import type { SettlingSql } from "./settling-sql.ts";
import { number, type Row, type Statements, text, textOrNull } from "./statements.ts";

/** What else changes with a document. */
export interface DocumentParts {
  readonly settling: SettlingSql;
  readonly pages: PagesSql;
  readonly claims: ClaimsSql;
  readonly aliases: AliasesSql;
  readonly manifests: ManifestsSql;
}

/** What is stored, and what no longer is. */
export class DocumentsSql {
  readonly #sql: Statements;
  readonly #parts: DocumentParts;

  constructor(sql: Statements, parts: DocumentParts) {
    this.#sql = sql;
    this.#parts = parts;
  }

  commit(source: string, batch: readonly CommittedTask[], watermark: Watermark): void {
    for (const committed of batch) {
      for (const document of committed.documents) this.#store(source, document);
      this.#parts.settling.complete(committed);
      this.#parts.pages.stored(
        source,
        committed.documents.map(({ key }) => key),
      );
    }
    this.#parts.manifests.reach(source, watermark);
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
      this.#sql.run("DELETE FROM revisit WHERE source = ? AND key = ?", source, key);
    }
    this.#parts.pages.removed(
      source,
      documents.map(({ key }) => key),
    );
    this.#parts.manifests.reach(source, watermark);
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

  page(source: string, after: number, limit: number): { documents: StoredDocument[]; next: number | null } {
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

  at(source: string, localPath: string): StoredDocument | null {
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
  noteCheck(source: string, key: string, { at, freshUntil, misses, validators, intervalMs }: Check): void {
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
    if (intervalMs !== undefined) this.noteInterval(source, key, intervalMs);
  }

  noteInterval(source: string, key: string, intervalMs: number): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO revisit (source, key, interval_ms) VALUES (?, ?, ?)",
      source,
      key,
      intervalMs,
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
    this.#parts.aliases.drop(source, document.key);
    if (document.alias !== undefined) this.#parts.aliases.note(source, document.alias, document.key);
    const { archive } = document;
    // The link's own key comes first, also where it was claimed by nobody in this database.
    if (archive !== undefined)
      this.#parts.claims.claim(source, archive.key, document.url, folderOf(source, document.localPath));
    this.#parts.claims.claim(source, document.key, document.url, folderOf(source, document.localPath));
  }
}

function aliasesOf(row: Row): Pick<StoredDocument, "aliases"> {
  const aliases = JSON.parse(text(row, "aliases")) as readonly string[];
  return aliases.length === 0 ? {} : { aliases };
}
