import type { DatabaseSync } from "node:sqlite";
import type { IndexEntry, SearchIndex } from "../../application/ports.ts";
import type { SearchDocument } from "../../domain/search-document.ts";
import { phraseTerms, textTerms } from "../../search/terms.ts";
import { foldText } from "../../search/words.ts";
import { numberOrNull, Statements, text } from "../sqlite/statements.ts";
import { openForWriting, searchFileOf } from "./search-database.ts";

/** Opens the index of a root for writing; for the process that holds its lock. */
export function openSearchIndex(root: string): SqliteSearchIndex {
  return new SqliteSearchIndex(openForWriting(searchFileOf(root)));
}

/** Rows that are read at a time. */
const PAGE = 2000;

/** SQLite works in this thread: between batches the event loop comes round. */
const othersTurn = () => new Promise(setImmediate);

export class SqliteSearchIndex implements SearchIndex {
  readonly db: DatabaseSync;
  readonly #sql: Statements;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.#sql = new Statements(db);
  }

  async known(source: string): Promise<ReadonlyMap<string, string>> {
    const known = new Map<string, string>();
    for (let after: string | undefined = ""; after !== undefined;) {
      const rows = this.#sql.all(
        "SELECT key, stamp FROM entry WHERE source = ? AND key > ? ORDER BY key LIMIT ?",
        source,
        after,
        PAGE,
      );
      for (const row of rows) known.set(text(row, "key"), text(row, "stamp"));
      const last = rows.at(-1);
      after = last && text(last, "key");
      await othersTurn();
    }
    return known;
  }

  async put(source: string, entries: readonly IndexEntry[]): Promise<void> {
    this.#together(() => {
      for (const entry of entries) this.#putOne(source, entry);
    });
    await othersTurn();
  }

  async drop(source: string, keys: readonly string[]): Promise<void> {
    this.#together(() => {
      for (const key of keys) this.#remove(source, key);
    });
    await othersTurn();
  }

  async complete(source: string, mark: string): Promise<void> {
    const before = this.#sql.get("SELECT value FROM mark WHERE source = ?", source);
    // Nothing is written where nothing has changed.
    if (before?.["value"] !== mark)
      this.#sql.run("INSERT OR REPLACE INTO mark (source, value) VALUES (?, ?)", source, mark);
  }

  async close(): Promise<void> {
    if (this.db.isOpen) this.db.close();
  }

  #together(work: () => void): void {
    this.db.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.db.exec("COMMIT");
    } catch (error) {
      if (this.db.isTransaction) this.db.exec("ROLLBACK");
      throw error;
    }
  }

  /** A document keeps its number, by which equals are ordered. */
  #putOne(source: string, { key, stamp, document }: IndexEntry): void {
    const before = this.#remove(source, key);
    const id = document === null ? null : this.#insert(document, before);
    this.#sql.run(
      "INSERT INTO entry (source, key, stamp, document) VALUES (?, ?, ?, ?)",
      source,
      key,
      stamp,
      id,
    );
  }

  #remove(source: string, key: string): number | null {
    const row = this.#sql.get("SELECT document FROM entry WHERE source = ? AND key = ?", source, key);
    if (row === undefined) return null;
    const id = numberOrNull(row, "document");
    if (id !== null) {
      for (const table of ["body", "vector", "embedded"])
        this.#sql.run(`DELETE FROM ${table} WHERE document = ?`, id);
      this.#sql.run("DELETE FROM document WHERE id = ?", id);
      this.#sql.run("DELETE FROM term WHERE rowid = ?", id);
    }
    this.#sql.run("DELETE FROM entry WHERE source = ? AND key = ?", source, key);
    return id;
  }

  #insert(document: SearchDocument, before: number | null): number {
    const { filters: facts, title, keywords, headings, text: body } = document;
    const id = this.#sql.get(
      `INSERT INTO document (id, source, key, name, title, url, path, updated_at, level, ccaa, provincia, municipio,
         organism, organism_abbrev, organism_folded, type, channel, lang, languages)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      before,
      document.source,
      document.key,
      document.id,
      title,
      document.url,
      document.path,
      document.updatedAt,
      facts.level,
      facts.ccaa,
      facts.provincia,
      facts.municipio,
      facts.organism,
      facts.organismAbbrev,
      `${foldText(facts.organism ?? "")} | ${foldText(facts.organismAbbrev ?? "")}`,
      facts.type,
      facts.channel,
      facts.languages[0] ?? null,
      ` ${facts.languages.join(" ")} `,
    )?.["id"] as number;
    this.#sql.run("INSERT INTO body (document, text) VALUES (?, ?)", id, body);
    this.#sql.run(
      "INSERT INTO term (rowid, title, keywords, headings, text) VALUES (?, ?, ?, ?, ?)",
      id,
      phraseTerms([title]),
      phraseTerms(keywords),
      headings.map(textTerms).join(" "),
      textTerms(body),
    );
    return id;
  }
}
