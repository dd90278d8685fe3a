import type { DatabaseSync } from "node:sqlite";
import type { SearchFilters } from "../../domain/search-document.ts";
import { Statements, text } from "../sqlite/statements.ts";
import { isCorruption } from "../sqlite/storage-trouble.ts";
import { LexicalRetriever } from "./lexical-retriever.ts";
import { openForReading, searchFileOf } from "./search-database.ts";

const COLUMNS: Readonly<Record<keyof SearchFilters, readonly string[]>> = {
  source: ["source"],
  level: ["level"],
  ccaa: ["ccaa"],
  municipio: ["municipio"],
  organism: ["organism_abbrev", "organism"],
  type: ["type"],
  channel: ["channel"],
  lang: ["lang"],
};

/** The side of the index that is read, also while another process writes to it. */
export class SearchReader {
  readonly #db: DatabaseSync;
  readonly sql: Statements;
  readonly lexical: LexicalRetriever;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.sql = new Statements(db);
    this.lexical = new LexicalRetriever(this.sql);
  }

  /** Null where there is no index that this version can read. */
  static open(root: string): SearchReader | null {
    const db = openForReading(searchFileOf(root));
    return db === null ? null : new SearchReader(db);
  }

  /** By source: as what the index knows all of it. */
  marks(): ReadonlyMap<string, string> {
    const rows = this.sql.all("SELECT source, value FROM mark");
    return new Map(rows.map((row) => [text(row, "source"), text(row, "value")]));
  }

  /** The values that documents have, the most frequent first. */
  values(name: keyof SearchFilters): readonly string[] {
    const found = COLUMNS[name].flatMap((column) =>
      this.sql.all(
        `SELECT ${column} AS value FROM document WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1`,
      ),
    );
    return found.map((row) => text(row, "value"));
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }
}

const SQLITE_ERROR = 1;

/** The file is damaged, or holds something else: it has to be made anew. */
export function isUnusableIndex(error: unknown): boolean {
  return isCorruption(error) || (error as { errcode?: unknown } | null)?.errcode === SQLITE_ERROR;
}
