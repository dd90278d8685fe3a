import type { ProcedureRecord } from "../../domain/procedure.ts";
import { number, type Row, type Statements, text } from "./statements.ts";

/** What is known of procedures (P32), by the page they are on. */
export class ProceduresSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  find(source: string, keys: readonly string[]): ReadonlyMap<string, ProcedureRecord> {
    const rows = this.#sql.all(
      "SELECT * FROM procedure WHERE source = ? AND key IN (SELECT value FROM json_each(?))",
      source,
      JSON.stringify(keys),
    );
    return new Map(rows.map(recordOf).map((record) => [record.key, record]));
  }

  like(
    source: string,
    {
      tramites,
      likenesses,
    }: { readonly tramites: readonly string[]; readonly likenesses: readonly string[] },
  ): readonly ProcedureRecord[] {
    const rows = this.#sql.all(
      `SELECT * FROM procedure WHERE source = ?1 AND tramite IN (SELECT value FROM json_each(?2))
       UNION SELECT * FROM procedure WHERE source = ?1 AND likeness IN (SELECT value FROM json_each(?3))`,
      source,
      JSON.stringify(tramites),
      JSON.stringify(likenesses),
    );
    return rows.map(recordOf);
  }

  note(source: string, records: readonly ProcedureRecord[]): void {
    for (const record of records)
      this.#sql.run(
        `INSERT OR REPLACE INTO procedure
           (source, key, url, terms, outcome, reason, detail, tramite, content_hash, likeness, catalog, office, needs_review, is_proposal, since, lines)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        source,
        record.key,
        record.url,
        record.terms,
        record.outcome,
        record.reason,
        record.detail,
        record.tramite,
        record.contentHash,
        record.likeness,
        jsonOrEmpty(record.catalog),
        jsonOrEmpty(record.office),
        record.needsReview ? 1 : 0,
        record.isProposal ? 1 : 0,
        record.since,
        record.lines,
      );
  }

  all(
    source: string,
    after: string,
    limit: number,
  ): { readonly records: readonly ProcedureRecord[]; readonly next: string | null } {
    const rows = this.#sql.all(
      "SELECT * FROM procedure WHERE source = ? AND key > ? ORDER BY key LIMIT ?",
      source,
      after,
      limit,
    );
    const records = rows.map(recordOf);
    return { records, next: records.length < limit ? null : (records.at(-1)?.key ?? null) };
  }

  orphans(source: string): readonly ProcedureRecord[] {
    const rows = this.#sql.all(
      `SELECT * FROM procedure AS p WHERE source = ?
         AND NOT EXISTS (SELECT 1 FROM document WHERE source = p.source AND key = p.key)`,
      source,
    );
    return rows.map(recordOf);
  }

  widows(source: string): readonly string[] {
    const rows = this.#sql.all(
      `SELECT key FROM procedure AS p WHERE source = ? AND outcome = 'duplicate' AND NOT EXISTS
         (SELECT 1 FROM procedure WHERE source = p.source AND likeness = p.likeness AND outcome <> 'duplicate')`,
      source,
    );
    return rows.map((row) => text(row, "key"));
  }

  forget(source: string, keys: readonly string[]): void {
    this.#sql.run(
      "DELETE FROM procedure WHERE source = ? AND key IN (SELECT value FROM json_each(?))",
      source,
      JSON.stringify(keys),
    );
  }
}

function jsonOrEmpty(value: object | null): string {
  return value === null ? "" : JSON.stringify(value);
}

function parsedOrNull<T>(json: string): T | null {
  return json === "" ? null : (JSON.parse(json) as T);
}

function recordOf(row: Row): ProcedureRecord {
  return {
    key: text(row, "key"),
    url: text(row, "url"),
    terms: text(row, "terms"),
    outcome: text(row, "outcome") as ProcedureRecord["outcome"],
    reason: text(row, "reason"),
    detail: text(row, "detail"),
    tramite: text(row, "tramite"),
    contentHash: text(row, "content_hash"),
    likeness: text(row, "likeness"),
    catalog: parsedOrNull(text(row, "catalog")),
    office: parsedOrNull(text(row, "office")),
    needsReview: number(row, "needs_review") === 1,
    isProposal: number(row, "is_proposal") === 1,
    since: text(row, "since"),
    lines: text(row, "lines"),
  };
}
