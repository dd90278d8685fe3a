import type { Twin } from "../../domain/change.ts";
import type { Statements } from "./statements.ts";

/** Addresses that lead to a document of another address (`validators` is then empty), or have the same bytes. */
export class AliasesSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** An address that redirects to that of a document. */
  note(source: string, key: string, of: string): void {
    this.#sql.run(
      `INSERT OR REPLACE INTO alias (source, key, of_key, validators) VALUES (?, ?, ?, '{}')`,
      source,
      key,
      of,
    );
  }

  /** An address that has a document of its own leads nowhere else. */
  drop(source: string, key: string): void {
    this.#sql.run("DELETE FROM alias WHERE source = ? AND key = ? AND validators = '{}'", source, key);
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
}
