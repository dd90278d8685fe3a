import { MAX_RUN_ITEMS, RunAccount, type RunDetail } from "../../domain/run-account.ts";
import { number, type Row, type Statements, text, textOrNull } from "./statements.ts";

/** What the documents say that a killed run did; of an archive the link stands for all that came out of it. */
const STORED_SINCE = `
SELECT coalesce(archive_key, key) AS key, min(url) AS url, '' AS reason,
  CASE WHEN min(seq) > ?3 THEN 'new' ELSE 'updated' END AS change
FROM document WHERE source = ?1 AND stored_at >= ?2 GROUP BY coalesce(archive_key, key)`;

const RETIRED_SINCE = `
SELECT key, url, reason, 'gone' AS change FROM retired WHERE source = ?1 AND at >= ?2`;

/**
 * The history of a run is written in batches; a kill takes the last of them, not the documents. They are listed when
 * the next run of the source begins, which has recovered them and stored none of its own: `runs compare` over a killed
 * run misses nothing.
 */
export class KilledRunsSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  /** Runs of earlier versions did not note which documents there were; of them nothing can be told. */
  complete(source: string): void {
    const killed = this.#sql.all(
      `SELECT run.*, detail FROM run LEFT JOIN run_detail ON run_detail.run = run.id
       WHERE source = ? AND kind = 'ingest' AND ended_at IS NULL AND documents_before IS NOT NULL
         AND coalesce(is_last, 0) = 0 ORDER BY seq`,
      source,
    );
    for (const run of killed) this.#complete(run);
  }

  /** What was noted lacks a batch at most; where it is as long as a list may be, no more is listed. */
  #complete(run: Row): void {
    const noted = textOrNull(run, "detail");
    const detail = noted === null ? new RunAccount().detail() : (JSON.parse(noted) as RunDetail);
    const count = Object.values(detail.changes).reduce((sum, n) => sum + n, 0);
    if (count < MAX_RUN_ITEMS) {
      this.#list(STORED_SINCE, run, number(run, "documents_before"));
      this.#list(RETIRED_SINCE, run);
    }
    this.#count(text(run, "id"), detail);
  }

  #list(found: string, run: Row, ...bounds: readonly number[]): void {
    this.#sql.run(
      `INSERT INTO run_item (run, key, url, change, reason)
       SELECT ?${bounds.length + 3}, key, url, change, reason FROM (${found}) WHERE true
       ON CONFLICT (run, key) DO UPDATE SET change = excluded.change, reason = excluded.reason
         WHERE run_item.change = 'failed'`,
      text(run, "source"),
      text(run, "started_at"),
      ...bounds,
      text(run, "id"),
    );
  }

  /** The last word on it. It is in no total: those are of runs that have ended. */
  #count(run: string, detail: RunDetail): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO run_detail (run, detail, is_last) VALUES (?, ?, 1)",
      run,
      JSON.stringify(withItems(detail, this.#items(run))),
    );
  }

  #items(run: string): ReadonlyMap<string, number> {
    const rows = this.#sql.all(
      "SELECT change, count(*) AS n FROM run_item WHERE run = ? GROUP BY change",
      run,
    );
    return new Map(rows.map((row) => [text(row, "change"), number(row, "n")]));
  }
}

/** The counts are never below the lists, and what was discovered stays the sum of all outcomes (E7). */
function withItems(detail: RunDetail, items: ReadonlyMap<string, number>): RunDetail {
  const most = (change: keyof RunDetail["changes"]) =>
    Math.max(detail.changes[change], items.get(change) ?? 0);
  const changes = { new: most("new"), updated: most("updated"), gone: most("gone"), failed: most("failed") };
  const ends = { new: changes.new, updated: changes.updated, fetch_failed: changes.failed };
  const told = Object.entries(ends).filter(([, count]) => count > 0);
  const outcomes = { ...detail.outcomes, ...Object.fromEntries(told) };
  const discovered = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const fetched = changes.new + changes.updated;
  const stored = detail.stages.normalized === null ? fetched : detail.stages.stored;
  return { ...detail, outcomes, changes, stages: { ...detail.stages, discovered, fetched, stored } };
}
