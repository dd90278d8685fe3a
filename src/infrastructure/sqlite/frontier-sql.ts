import type { Reference } from "../../domain/reference.ts";
import type { LeasesSql } from "./leases-sql.ts";
import { revertTasks } from "./revert-tasks.ts";
import { number, type Row, type Statements, text } from "./statements.ts";
import { inStateSql, isStoredSql } from "./stored-sql.ts";

/** A page of left-over references, as JSON: parsed where they are used. */
export interface LeftoverPage {
  readonly references: readonly string[];
  /** Where the next page starts; null at the end. */
  readonly next: number | null;
}

/** The tasks that wait, by source and run. */
export class FrontierSql {
  readonly #sql: Statements;
  readonly #leases: LeasesSql;
  /** By source: the run under way in this process. Tasks of any other are left over. */
  readonly #currentRun = new Map<string, string>();

  constructor(sql: Statements, leases: LeasesSql) {
    this.#sql = sql;
    this.#leases = leases;
  }

  enqueue(source: string, run: string, references: readonly Reference[]): void {
    this.#currentRun.set(source, run);
    const at = Date.now();
    const hosts = new Set<string>();
    for (const reference of references) {
      const { host } = new URL(reference.url);
      if (!hosts.has(host)) this.#meet(source, host);
      hosts.add(host);
      this.#add(source, run, host, reference, at);
    }
  }

  leftovers(source: string, state: "pending" | "failed", after: number, limit: number): LeftoverPage {
    const rows = this.#sql.all(
      `SELECT id, reference FROM task
       WHERE source = ? AND ${inStateSql(state)} AND id > ? AND run IS NOT ? AND reference IS NOT NULL
       ORDER BY id LIMIT ?`,
      source,
      after,
      // A run's name is never empty, so this lets every task pass where no run is under way.
      this.#currentRun.get(source) ?? "",
      limit,
    );
    const last = rows.at(-1);
    const next = last === undefined || rows.length < limit ? null : number(last, "id");
    return { references: rows.map((row) => text(row, "reference")), next };
  }

  dismiss(run: string, host: string): number {
    const inHand = this.#leases.holder(host)?.tasks ?? [];
    const dismissed = this.#sql.run(
      `UPDATE task SET run = NULL, not_before = 0
       WHERE host = ? AND run = ? AND state = 'pending' AND id NOT IN (SELECT value FROM json_each(?))`,
      host,
      run,
      JSON.stringify([...inHand]),
    );
    revertTasks(this.#sql, "host = ? AND run IS NULL AND state = 'pending'", host);
    this.#leases.refresh(host);
    return dismissed;
  }

  remaining(run: string): number {
    const row = this.#sql.get("SELECT coalesce(sum(pending), 0) AS n FROM agenda WHERE run = ?", run);
    return number(row as Row, "n");
  }

  noteRun(source: string, run: string, isOver: boolean): void {
    if (!isOver) {
      this.#currentRun.set(source, run);
      return;
    }
    revertTasks(this.#sql, "run = ? AND state = 'pending'", run);
    if (this.#currentRun.get(source) === run) this.#currentRun.delete(source);
  }

  conclude(source: string, keys: readonly string[]): void {
    for (const key of keys) {
      this.#sql.run(
        `UPDATE task SET state = 'completed', reason = NULL, error = NULL, before = NULL
         WHERE source = ? AND key = ? AND state IN ('pending', 'failed') AND run IS NOT ? AND reference IS NOT NULL`,
        source,
        key,
        this.#currentRun.get(source) ?? "",
      );
    }
  }

  /**
   * What a dead process had leased is free, and nothing waits for times that it wrote: the pace itself is kept by the
   * ledger. Only for the one who holds the root's lock.
   */
  clearLeases(): void {
    revertTasks(this.#sql, "state = 'pending'");
    this.#leases.clear();
  }

  #meet(source: string, host: string): void {
    this.#sql.run("INSERT OR IGNORE INTO host (host) VALUES (?)", host);
    this.#sql.run("INSERT OR IGNORE INTO source_host (source, host) VALUES (?, ?)", source, host);
  }

  #add(source: string, run: string, host: string, reference: Reference, at: number): void {
    this.#sql.run(
      `INSERT INTO task (source, key, url, host, reference, state, run, at, before)
       VALUES (?1, ?2, ?3, ?4, ?5, 'pending', ?6, ?7,
         CASE WHEN ${isStoredSql("?1", "?2")}
           THEN '{"state":"completed","attempts":0}' END)
       ON CONFLICT (source, key) DO UPDATE SET url = excluded.url, host = excluded.host,
         reference = excluded.reference, state = 'pending', run = excluded.run, attempts = 0, not_before = 0,
         reason = NULL, error = NULL, at = excluded.at,
         before = CASE WHEN task.state = 'pending' THEN task.before ELSE coalesce(excluded.before,
           json_object('state', task.state, 'reason', task.reason, 'error', task.error, 'attempts', task.attempts,
             'at', task.at))
         END`,
      source,
      reference.key,
      reference.url,
      host,
      JSON.stringify(reference),
      run,
      at,
    );
  }
}
