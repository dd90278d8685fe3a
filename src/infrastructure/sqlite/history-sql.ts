import type {
  PastItem,
  PastRun,
  RunDifferences,
  RunEnd,
  RunKind,
  RunRecord,
  RunTotal,
} from "../../application/ports.ts";
import {
  type RunChange,
  type RunDetail,
  type RunItem,
  type RunItemEnd,
  SAME_TEXT,
} from "../../domain/run-account.ts";
import { runRecord } from "./runs-sql.ts";
import { number, type Row, type Statements, text, textOrNull } from "./statements.ts";

const RUNS = "SELECT run.*, detail, is_last FROM run LEFT JOIN run_detail ON run_detail.run = run.id";

/** What runs did (P37). */
export class HistorySql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  begin({ id, source, startedAt, endedAt, exitCode, summary }: RunRecord, kind: RunKind): void {
    this.#sql.run(
      `INSERT INTO run (id, source, started_at, ended_at, exit_code, summary, kind) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, exit_code = excluded.exit_code,
         summary = excluded.summary`,
      id,
      source,
      startedAt,
      endedAt,
      exitCode,
      summary === null ? null : JSON.stringify(summary),
      kind,
    );
  }

  note(run: string, items: readonly RunItem[], ends: readonly RunItemEnd[]): void {
    for (const { key, url, change, reason } of items)
      this.#sql.run(
        `INSERT INTO run_item (run, key, url, change, reason) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (run, key) DO UPDATE SET change = excluded.change, reason = excluded.reason`,
        run,
        key,
        url,
        change,
        reason,
      );
    for (const { key, outcome, reason, tramite } of ends)
      this.#sql.run(
        `UPDATE run_item SET outcome = ?, reason = CASE reason WHEN '' THEN ? ELSE reason END,
           tramite = coalesce(?, tramite) WHERE run = ? AND key = ?`,
        outcome,
        reason,
        tramite,
        run,
        key,
      );
  }

  save(run: string, detail: RunDetail, end: RunEnd | null): void {
    const known = this.#sql.get("SELECT is_last FROM run_detail WHERE run = ?", run);
    if (known !== undefined && number(known, "is_last") === 1) return;
    this.#sql.run(
      "INSERT OR REPLACE INTO run_detail (run, detail, is_last) VALUES (?, ?, ?)",
      run,
      JSON.stringify(detail),
      end === null ? 0 : 1,
    );
    if (end !== null) this.#total(detail, end);
  }

  #total({ outcomes, changes, bytes }: RunDetail, { source, exitCode }: RunEnd): void {
    this.#add(source, "runs", String(exitCode), 1);
    this.#add(source, "bytes", "", bytes);
    this.#add(source, "documents", "gone", changes.gone);
    for (const [outcome, count] of Object.entries(outcomes)) this.#add(source, "documents", outcome, count);
  }

  #add(source: string, name: string, label: string, count: number): void {
    if (count === 0) return;
    this.#sql.run(
      `INSERT INTO run_total (source, name, label, total) VALUES (?, ?, ?, ?)
       ON CONFLICT (source, name, label) DO UPDATE SET total = total + excluded.total`,
      source,
      name,
      label,
      count,
    );
  }

  prune(source: string, kept: number): void {
    const oldest = this.#sql.get(
      "SELECT seq FROM run WHERE source = ? ORDER BY seq DESC LIMIT 1 OFFSET ?",
      source,
      Math.max(kept, 1) - 1,
    );
    if (oldest === undefined) return;
    const old = "SELECT id FROM run WHERE source = ? AND seq < ?";
    for (const table of ["run_item", "run_detail"])
      this.#sql.run(`DELETE FROM ${table} WHERE run IN (${old})`, source, number(oldest, "seq"));
    this.#sql.run("DELETE FROM run WHERE source = ? AND seq < ?", source, number(oldest, "seq"));
  }

  runs({ source, limit }: { readonly source: string | null; readonly limit: number }): PastRun[] {
    return this.#sql
      .all(`${RUNS} WHERE ?1 IS NULL OR source = ?1 ORDER BY seq DESC LIMIT ?2`, source, limit)
      .map(pastRun);
  }

  find(prefix: string): PastRun[] {
    return this.#sql
      .all(`${RUNS} WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id <> ?1, seq DESC LIMIT 3`, prefix)
      .map(pastRun);
  }

  items(run: string, change: RunChange, limit: number): PastItem[] {
    return this.#sql
      .all(
        "SELECT * FROM run_item WHERE run = ? AND change = ? AND reason <> ? ORDER BY url, key LIMIT ?",
        run,
        change,
        SAME_TEXT,
        limit,
      )
      .map(pastItem);
  }

  /** Row by row: a long history is not held in memory. */
  between(source: string, after: number, upTo: number, limit: number): RunDifferences {
    const found = { new: listed(), changed: listed(), gone: listed() };
    let first: Row | null = null;
    let last: Row | null = null;
    const settle = () => {
      if (first === null || last === null) return;
      const wasThere = text(first, "change") !== "new";
      const isThere = text(last, "change") !== "gone";
      if (!wasThere && !isThere) return;
      const list = found[!wasThere ? "new" : isThere ? "changed" : "gone"];
      if (++list.count <= limit) list.items.push(pastItem(last));
    };
    for (const row of this.#sql.iterate(
      `SELECT item.* FROM run_item AS item JOIN run ON run.id = item.run
       WHERE run.source = ? AND run.seq > ? AND run.seq <= ? AND change <> 'failed' AND reason <> ?
       ORDER BY key, seq`,
      source,
      after,
      upTo,
      SAME_TEXT,
    )) {
      if (last === null || text(last, "key") !== text(row, "key")) {
        settle();
        first = row;
      }
      last = row;
    }
    settle();
    for (const { items } of Object.values(found)) items.sort((a, b) => (a.url < b.url ? -1 : 1));
    return found;
  }

  unsettled(run: string): number {
    const row = this.#sql.get(
      "SELECT count(*) AS n FROM run_item WHERE run = ? AND change IN ('new', 'updated') AND outcome IS NULL",
      run,
    );
    return row === undefined ? 0 : number(row, "n");
  }

  totals(): RunTotal[] {
    return this.#sql.all("SELECT * FROM run_total ORDER BY source, name, label").map((row) => ({
      source: text(row, "source"),
      name: text(row, "name"),
      label: text(row, "label"),
      total: number(row, "total"),
    }));
  }
}

function listed(): { count: number; readonly items: PastItem[] } {
  return { count: 0, items: [] };
}

function pastRun(row: Row): PastRun {
  const detail = textOrNull(row, "detail");
  return {
    ...runRecord(row),
    seq: number(row, "seq"),
    kind: text(row, "kind") as RunKind,
    isWhole: row["is_last"] === 1,
    detail: detail === null ? null : (JSON.parse(detail) as RunDetail),
  };
}

function pastItem(row: Row): PastItem {
  return {
    key: text(row, "key"),
    url: text(row, "url"),
    reason: text(row, "reason"),
    outcome: textOrNull(row, "outcome"),
    tramite: textOrNull(row, "tramite"),
  };
}
