import type { RunRecord } from "../../application/ports.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { FrontierSql } from "./frontier-sql.ts";
import { KilledRunsSql } from "./killed-runs-sql.ts";
import { numberOrNull, type Row, type Statements, text, textOrNull } from "./statements.ts";

/** The runs of a source, and where the next one goes on. */
export class RunsSql {
  readonly #sql: Statements;
  readonly #frontier: FrontierSql;
  readonly #killed: KilledRunsSql;

  constructor(sql: Statements, frontier: FrontierSql) {
    this.#sql = sql;
    this.#frontier = frontier;
    this.#killed = new KilledRunsSql(sql);
  }

  save(run: RunRecord): void {
    this.#frontier.noteRun(run.source, run.id, run.endedAt !== null);
    const begins = this.#sql.get("SELECT 1 AS known FROM run WHERE id = ?", run.id) === undefined;
    if (begins) this.#killed.complete(run.source);
    this.#sql.run(
      `INSERT INTO run (id, source, started_at, ended_at, exit_code, summary, documents_before)
       VALUES (?, ?, ?, ?, ?, ?, (SELECT coalesce(max(seq), 0) FROM document))
       ON CONFLICT (id) DO UPDATE SET started_at = excluded.started_at, ended_at = excluded.ended_at,
         exit_code = excluded.exit_code, summary = excluded.summary`,
      run.id,
      run.source,
      run.startedAt,
      run.endedAt,
      run.exitCode,
      run.summary === null ? null : JSON.stringify(run.summary),
    );
  }

  last(source: string): RunRecord | null {
    const row = this.#sql.get(
      "SELECT * FROM run WHERE source = ? AND kind = 'ingest' ORDER BY seq DESC LIMIT 1",
      source,
    );
    return row === undefined ? null : runRecord(row);
  }

  /** The latest runs of a source, the last one first. */
  recent(source: string, limit: number): RunRecord[] {
    return this.#sql
      .all("SELECT * FROM run WHERE source = ? AND kind = 'ingest' ORDER BY seq DESC LIMIT ?", source, limit)
      .map(runRecord);
  }

  cursor(source: string): string | null {
    const row = this.#sql.get("SELECT cursor FROM source_cursor WHERE source = ?", source);
    return row === undefined ? null : text(row, "cursor");
  }

  saveCursor(source: string, cursor: string): void {
    this.#sql.run("INSERT OR REPLACE INTO source_cursor (source, cursor) VALUES (?, ?)", source, cursor);
  }
}

export function runRecord(row: Row): RunRecord {
  const summary = textOrNull(row, "summary");
  return {
    id: text(row, "id"),
    source: text(row, "source"),
    startedAt: text(row, "started_at"),
    endedAt: textOrNull(row, "ended_at"),
    exitCode: numberOrNull(row, "exit_code"),
    summary: summary === null ? null : (JSON.parse(summary) as JsonObject),
  };
}
