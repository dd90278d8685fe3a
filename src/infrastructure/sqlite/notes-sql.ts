import type { NotedItem } from "../../application/ports.ts";
import { type Statements, text } from "./statements.ts";
import { isStoredSql } from "./stored-sql.ts";

/** Items whose page could not be read: they count, but there is nothing to fetch for them. */
export class NotesSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  note(source: string, items: readonly NotedItem[]): void {
    for (const { key, url, state, reason, error } of items) {
      this.#sql.run(
        `INSERT INTO task (source, key, url, host, state, attempts, reason, error, at)
         SELECT ?1, ?2, ?3, '', ?4, 1, ?5, ?6, ?7
         WHERE NOT ${isStoredSql("?1", "?2")}
         ON CONFLICT (source, key) DO UPDATE SET url = excluded.url, state = excluded.state, at = excluded.at,
           reason = excluded.reason, error = excluded.error, attempts = attempts + 1
         WHERE task.reference IS NULL`,
        source,
        key,
        url,
        state,
        reason,
        error,
        Date.now(),
      );
    }
  }

  noted(source: string): { key: string; state: "failed" | "skipped" }[] {
    return this.#sql
      .all("SELECT key, state FROM task WHERE source = ? AND reference IS NULL ORDER BY id", source)
      .map((row) => ({ key: text(row, "key"), state: text(row, "state") as "failed" | "skipped" }));
  }

  forget(source: string, keys: readonly string[]): void {
    for (const key of keys) {
      this.#sql.run("DELETE FROM task WHERE source = ? AND key = ? AND reference IS NULL", source, key);
    }
  }
}
