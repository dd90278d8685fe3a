import { DatabaseSync } from "node:sqlite";
import type { Breaker } from "../../domain/breaker.ts";
import type { HostState } from "../../domain/host.ts";
import type { CheckpointItem } from "../../application/ports.ts";
import type { Reference } from "../../domain/reference.ts";
import { hostState } from "./hosts-sql.ts";
import { number, type Row, Statements, text, textOrNull } from "./statements.ts";

const PAGE = 10_000;

const HOST_COLUMNS = `h.host, last_sent_at, latency_ms, parked_until, failure_count, last_failure, open_until`;

/**
 * What goes into a checkpoint, seen at one moment while the writer goes on: a connection of its own, in a read
 * transaction. Long lists come in pages, so that the thread can answer between them.
 */
export class CheckpointSnapshot {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
    this.#sql = new Statements(this.#db);
  }

  begin(): void {
    this.#db.exec("BEGIN");
  }

  end(): void {
    if (this.#db.isTransaction) this.#db.exec("COMMIT");
  }

  close(): void {
    this.#db.close();
  }

  /** In the order of their first commit; each page is a JSON array. */
  completed(source: string): Iterable<string> {
    return this.#pages(
      "SELECT seq, key FROM document WHERE source = ? AND seq > ? ORDER BY seq LIMIT ?",
      source,
    );
  }

  /** In the order they were found. What is queued again is what it was until there is another outcome. */
  inState(source: string, state: "failed" | "skipped"): Iterable<string> {
    return this.#pages(
      `SELECT id AS seq, key FROM task
       WHERE source = ? AND id > ? AND coalesce(before ->> 'state', state) = '${state}' ORDER BY id LIMIT ?`,
      source,
    );
  }

  cursor(source: string): string | null {
    const row = this.#sql.get("SELECT cursor FROM source_cursor WHERE source = ?", source);
    return row === undefined ? null : text(row, "cursor");
  }

  /** Failed and skipped ones, with what is needed to try them again. */
  *items(source: string): Iterable<readonly CheckpointItem[]> {
    for (let after = 0; ;) {
      const rows = this.#sql.all(
        `SELECT id, key, url, reference, coalesce(before ->> 'state', state) AS state,
           coalesce(before ->> 'reason', reason) AS reason, coalesce(before ->> 'error', error) AS error,
           coalesce(before ->> 'attempts', attempts) AS attempts
         FROM task WHERE source = ?1 AND id > ?2 AND (state IN ('failed', 'skipped') OR before IS NOT NULL)
           AND coalesce(before ->> 'state', state) IN ('failed', 'skipped') ORDER BY id LIMIT ?3`,
        source,
        after,
        PAGE,
      );
      if (rows.length > 0) yield rows.map(checkpointItem);
      if (rows.length < PAGE) return;
      after = number(rows.at(-1) as Row, "id");
    }
  }

  /** SQLite makes the JSON: a million rows as objects would cost ten times the memory and the time. */
  *#pages(sql: string, source: string): Iterable<string> {
    for (let after = 0; ;) {
      const page = this.#sql.get(
        `SELECT count(*) AS n, max(seq) AS last, json_group_array(key ORDER BY seq) AS keys FROM (${sql})`,
        source,
        after,
        PAGE,
      ) as Row;
      if (number(page, "n") > 0) yield text(page, "keys");
      if (number(page, "n") < PAGE) return;
      after = number(page, "last");
    }
  }

  /** Hosts of which there is something to remember; robots.txt is asked for again. */
  *hosts(source: string): Iterable<readonly HostState[]> {
    for (let after = ""; ;) {
      const rows = this.#sql.all(
        `SELECT ${HOST_COLUMNS} FROM source_host s JOIN host h ON h.host = s.host
         WHERE s.source = ? AND s.host > ?
           AND (last_sent_at IS NOT NULL OR parked_until IS NOT NULL OR failure_count > 0)
         ORDER BY s.host LIMIT ?`,
        source,
        after,
        PAGE,
      );
      if (rows.length > 0) yield rows.map(hostState);
      if (rows.length < PAGE) return;
      after = text(rows.at(-1) as Row, "host");
    }
  }

  /** Of the source's most troubled host; null where the source has none. */
  worstBreaker(source: string): Breaker | null {
    const row = this.#sql.get(
      `SELECT ${HOST_COLUMNS} FROM source_host s JOIN host h ON h.host = s.host WHERE s.source = ?
       ORDER BY open_until IS NULL, open_until DESC, failure_count DESC, last_failure DESC LIMIT 1`,
      source,
    );
    return row === undefined ? null : hostState(row).breaker;
  }
}

function checkpointItem(row: Row): CheckpointItem {
  const reference = textOrNull(row, "reference");
  return {
    key: text(row, "key"),
    state: text(row, "state") as CheckpointItem["state"],
    url: text(row, "url"),
    reason: textOrNull(row, "reason") ?? "",
    attempts: number(row, "attempts"),
    error: textOrNull(row, "error") ?? "",
    reference: reference === null ? null : (JSON.parse(reference) as Reference),
  };
}
