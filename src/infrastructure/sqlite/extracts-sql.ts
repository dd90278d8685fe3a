import type { ExtractRecord } from "../../domain/extraction.ts";
import { number, type Row, type Statements, text } from "./statements.ts";

/** What is known of readings (P20, P21). */
export class ExtractsSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  find(source: string, keys: readonly string[]): ReadonlyMap<string, ExtractRecord> {
    const rows = this.#sql.all(
      "SELECT * FROM extract WHERE source = ? AND key IN (SELECT value FROM json_each(?))",
      source,
      JSON.stringify(keys),
    );
    return new Map(rows.map(recordOf).map((record) => [record.key, record]));
  }

  note(source: string, records: readonly ExtractRecord[]): void {
    for (const { key, sha256, extractor, status, score, words, reason, stem } of records)
      this.#sql.run(
        `INSERT OR REPLACE INTO extract (source, key, sha256, extractor, status, score, words, reason, stem)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        source,
        key,
        sha256,
        extractor,
        status,
        score,
        words,
        reason,
        stem,
      );
  }

  orphans(source: string): readonly ExtractRecord[] {
    const rows = this.#sql.all(
      `SELECT * FROM extract AS e WHERE source = ?
         AND NOT EXISTS (SELECT 1 FROM document WHERE source = e.source AND key = e.key)`,
      source,
    );
    return rows.map(recordOf);
  }

  forget(source: string, keys: readonly string[]): void {
    this.#sql.run(
      "DELETE FROM extract WHERE source = ? AND key IN (SELECT value FROM json_each(?))",
      source,
      JSON.stringify(keys),
    );
  }

  counts(source: string): Readonly<Record<ExtractRecord["status"], number>> {
    const rows = this.#sql.all(
      "SELECT status, count(*) AS n FROM extract WHERE source = ? GROUP BY status",
      source,
    );
    const counts = { accept: 0, review: 0, reject: 0, failed: 0 };
    return Object.assign(
      counts,
      Object.fromEntries(rows.map((row) => [text(row, "status"), number(row, "n")])),
    );
  }
}

function recordOf(row: Row): ExtractRecord {
  return {
    key: text(row, "key"),
    sha256: text(row, "sha256"),
    extractor: text(row, "extractor"),
    status: text(row, "status"),
    score: number(row, "score"),
    words: number(row, "words"),
    reason: text(row, "reason"),
    stem: text(row, "stem"),
  } as ExtractRecord;
}
