import type { ForeignPage } from "../../application/ports.ts";
import type { Statements } from "./statements.ts";

/** The source whose documents are pages of a wiki. */
const WIKI = "wiki";

/** Exactly these columns, as the registries that users already have. */
export const PAGES_TABLE = `pages (
  page_id      INTEGER PRIMARY KEY,
  title        TEXT,
  last_revid   INTEGER,
  last_updated TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
  file_path    TEXT,
  categories   TEXT
)`;

export const PAGES_FILE = "pages_file";

/**
 * The table `pages`: what `document` says of a wiki, in the shape that other programs read. Derived like everything
 * here; in this database, and in a file of the user's where there is one.
 */
export class PagesSql {
  readonly #sql: Statements;
  readonly #schemas: readonly string[];

  constructor(sql: Statements, hasFile: boolean) {
    this.#sql = sql;
    this.#schemas = hasFile ? ["main", PAGES_FILE] : ["main"];
  }

  /** These pages were stored, or stored anew. */
  stored(source: string, keys: readonly string[]): void {
    if (source !== WIKI) return;
    for (const schema of this.#schemas) {
      for (const key of keys) this.#sql.run(`${upsert(schema)} AND key = ?`.concat(UPDATE), key);
    }
  }

  removed(source: string, keys: readonly string[]): void {
    if (source !== WIKI) return;
    for (const schema of this.#schemas) {
      for (const key of keys) this.#sql.run(`DELETE FROM ${schema}.pages WHERE page_id = ?`, Number(key));
    }
  }

  /** Brings the table to what `document` says, writing only what differs. */
  align(source: string): void {
    if (source !== WIKI) return;
    for (const schema of this.#schemas) {
      // A row that only the user's file knows may be of a page that is still to be taken over.
      const gone = schema === PAGES_FILE ? `AND page_id IN (${keysOf("retired")})` : "";
      this.#sql.run(`DELETE FROM ${schema}.pages WHERE page_id NOT IN (${keysOf("document")}) ${gone}`);
      this.#sql.run(
        `${upsert(schema)} AND NOT EXISTS (SELECT 1 FROM ${schema}.pages AS p WHERE
           p.page_id = CAST(document.key AS INTEGER) AND p.last_revid IS fields ->> 'revid' AND
           p.file_path IS local_path AND p.last_updated IS stored_at)`.concat(UPDATE),
      );
    }
  }

  /** The user's file was away while other runs went by, or is here for the first time. */
  catchUp(): void {
    if (this.#schemas.includes(PAGES_FILE)) this.align(WIKI);
  }

  /** Pages that only the user's file knows, a number at a time. */
  foreign(after: number, limit: number): ForeignPage[] {
    if (!this.#schemas.includes(PAGES_FILE)) return [];
    const rows = this.#sql.all(
      `SELECT page_id AS pageId, CAST(coalesce(title, '') AS TEXT) AS title,
         CAST(coalesce(last_revid, 0) AS INTEGER) AS revid, CAST(coalesce(file_path, '') AS TEXT) AS filePath
       FROM ${PAGES_FILE}.pages
       WHERE page_id > ?
         AND NOT EXISTS (SELECT 1 FROM main.document WHERE source = '${WIKI}' AND key = CAST(page_id AS TEXT))
       ORDER BY page_id LIMIT ?`,
      after,
      limit,
    );
    return rows as unknown as ForeignPage[];
  }

  /** These are gone: no run will ever store them. */
  dropForeign(keys: readonly string[]): void {
    this.removed(WIKI, keys);
  }
}

const keysOf = (table: string) => `SELECT CAST(key AS INTEGER) FROM main.${table} WHERE source = '${WIKI}'`;

const upsert = (schema: string) =>
  `INSERT INTO ${schema}.pages (page_id, title, last_revid, last_updated, file_path, categories)
   SELECT CAST(key AS INTEGER), fields ->> 'title', fields ->> 'revid', stored_at, local_path,
     coalesce(fields -> 'categories', '[]')
   FROM main.document WHERE source = '${WIKI}'`;

const UPDATE = ` ON CONFLICT (page_id) DO UPDATE SET title = excluded.title, last_revid = excluded.last_revid,
  last_updated = excluded.last_updated, file_path = excluded.file_path, categories = excluded.categories`;
