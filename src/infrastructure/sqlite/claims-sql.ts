import { type Statements, text } from "./statements.ts";

export interface Claim {
  readonly url: string;
  readonly about: string;
}

/** Which URL has which key. */
export class ClaimsSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
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
}
