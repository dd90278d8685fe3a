import type {
  CheckpointItem,
  Counts,
  ItemReport,
  ItemState,
  KnownItem,
  QueuedItem,
} from "../../application/ports.ts";
import type { Check, Twin } from "../../domain/change.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Validators } from "../../domain/reference.ts";
import type { ClaimsSql } from "./claims-sql.ts";
import { checkOf, storedDocument } from "./document-rows.ts";
import { number, numberOrNull, type Row, type Statements, text, textOrNull } from "./statements.ts";
import { completeArchiveSql, inStateSql, isStoredSql, ownDocumentSql } from "./stored-sql.ts";

/** Every item of a source, and how it stands. */
export class ItemsSql {
  readonly #sql: Statements;
  readonly #claims: ClaimsSql;

  constructor(sql: Statements, claims: ClaimsSql) {
    this.#sql = sql;
    this.#claims = claims;
  }

  find(source: string, keys: readonly string[]): Map<string, KnownItem> {
    const found = new Map<string, KnownItem>();
    for (const key of keys) {
      const item = this.#known(source, key);
      if (item !== null) found.set(key, item);
    }
    return found;
  }

  /** Every item and how it stands, in the order of their keys; `after` starts at "". */
  queue(source: string, after: string, limit: number): { items: QueuedItem[]; next: string | null } {
    const rows = this.#sql.all(
      `SELECT key, url, state, reason, fields FROM (
         SELECT t.key, t.url, t.state, t.reason, t.reference ->> 'fields' AS fields FROM task t
         WHERE t.source = ?1 AND t.key > ?2
         UNION ALL
         SELECT d.key, d.url, 'completed', NULL, d.fields FROM document d
         WHERE d.source = ?1 AND d.key > ?2
           AND NOT EXISTS (SELECT 1 FROM task t WHERE t.source = d.source AND t.key = d.key)
           AND NOT EXISTS (SELECT 1 FROM alias a JOIN task t ON t.source = a.source AND t.key = a.key
                           WHERE a.source = d.source AND a.of_key = d.key)
       ) ORDER BY key LIMIT ?3`,
      source,
      after,
      limit,
    );
    const last = rows.at(-1);
    return {
      items: rows.map((row) => ({
        url: text(row, "url"),
        state: text(row, "state") as ItemState,
        reason: textOrNull(row, "reason"),
        fields: JSON.parse(textOrNull(row, "fields") ?? "{}") as JsonObject,
      })),
      next: last === undefined || rows.length < limit ? null : text(last, "key"),
    };
  }

  counts(source: string): Counts {
    const rows = this.#sql.all(
      "SELECT state, count(*) AS n FROM task WHERE source = ? GROUP BY state",
      source,
    );
    const tasks = new Map(rows.map((row) => [text(row, "state"), number(row, "n")]));
    const stored = this.#sql.get("SELECT count(*) AS n FROM document WHERE source = ?", source) as Row;
    return {
      pending: tasks.get("pending") ?? 0,
      completed: number(stored, "n"),
      failed: tasks.get("failed") ?? 0,
      skipped: tasks.get("skipped") ?? 0,
    };
  }

  inState(source: string, state: "failed" | "skipped" | "pending", limit?: number): ItemReport[] {
    const rows = this.#sql.all(
      `SELECT key, url, reason, attempts, error, at FROM task WHERE source = ? AND ${inStateSql(state)} ORDER BY id LIMIT ?`,
      source,
      limit ?? -1,
    );
    return rows.map(itemReport);
  }

  /** Items of a lost registry, as its checkpoint knew them. What is stored, or known better, stays as it is. */
  restore(source: string, items: readonly CheckpointItem[]): void {
    for (const { key, state, url, reason, attempts, error, reference } of items) {
      this.#sql.run(
        `INSERT INTO task (source, key, url, host, reference, state, attempts, reason, error, at)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0
         WHERE NOT ${isStoredSql("?1", "?2")}
         ON CONFLICT DO NOTHING`,
        source,
        key,
        url,
        URL.parse(url)?.host ?? "",
        reference === null ? null : JSON.stringify(reference),
        state,
        attempts,
        reason,
        error,
      );
      if (reference !== null)
        this.#claims.claim(source, key, url, reference.path.split("/").slice(0, -1).join("/"));
    }
  }

  #known(source: string, key: string): KnownItem | null {
    // A note on a page that could not be read says nothing about a document that has the same key.
    const task = this.#sql.get(
      "SELECT url, state, reason, reference ->> 'opens' AS opens FROM task WHERE source = ? AND key = ? AND reference IS NOT NULL",
      source,
      key,
    );
    const alias = this.#sql.get("SELECT * FROM alias WHERE source = ? AND key = ?", source, key);
    const row = this.#storedAs(source, key) ?? (alias === undefined ? undefined : this.#ledTo(source, alias));
    const document = row === undefined ? null : storedDocument(row);
    const more = {
      ...(row === undefined ? {} : { check: this.#checkOf(source, row) }),
      ...(alias === undefined || !this.#isStored(source, text(alias, "of_key"))
        ? {}
        : { twin: twinOf(alias) }),
    };
    if (task !== undefined) {
      const [state, opens] = [text(task, "state") as ItemState, textOrNull(task, "opens")];
      const item = { key, url: text(task, "url"), state, reason: textOrNull(task, "reason"), document };
      return { ...item, ...more, ...(opens === null ? {} : { opens }) };
    }
    return document === null
      ? null
      : { key, url: document.url, state: "completed", reason: null, document, ...more };
  }

  /** Only pages of the web are asked for again and again. */
  #checkOf(source: string, row: Row): Check {
    const check = checkOf(row);
    if (row["page"] === null) return check;
    const found = this.#sql.get(
      `SELECT (SELECT interval_ms FROM revisit WHERE source = ?1 AND key = ?2) AS interval_ms,
         (SELECT drift_since FROM link WHERE source = ?1 AND key = ?2) AS drift_since`,
      source,
      text(row, "key"),
    ) as Row;
    const [intervalMs, driftSince] = [numberOrNull(found, "interval_ms"), numberOrNull(found, "drift_since")];
    return {
      ...check,
      ...(intervalMs === null ? {} : { intervalMs }),
      ...(driftSince !== null && driftSince > check.at ? { hasDrifted: true } : {}),
    };
  }

  /** What an item has the address or the bytes of may be gone. */
  #isStored(source: string, key: string): boolean {
    return this.#sql.get("SELECT 1 FROM document WHERE source = ? AND key = ?", source, key) !== undefined;
  }

  /** The document that an address leads to; one that only has the same bytes is another address's. */
  #ledTo(source: string, alias: Row): Row | undefined {
    if (text(alias, "validators") !== "{}") return undefined;
    return this.#sql.get(`SELECT d.* ${ownDocumentSql("?1", "?2")}`, source, text(alias, "of_key"));
  }

  /** An archive whose documents are all stored is known by the first of them. */
  #storedAs(source: string, key: string): Row | undefined {
    return (
      this.#sql.get(`SELECT d.* ${ownDocumentSql("?1", "?2")}`, source, key) ??
      this.#sql.get(`SELECT d.* ${completeArchiveSql("?1", "?2")} ORDER BY d.seq LIMIT 1`, source, key)
    );
  }
}

function twinOf(row: Row): Twin {
  return {
    of: text(row, "of_key"),
    validators: JSON.parse(text(row, "validators")) as Validators,
    check: {
      at: numberOrNull(row, "checked_at") ?? 0,
      freshUntil: numberOrNull(row, "fresh_until"),
      misses: 0,
    },
  };
}

function itemReport(row: Row): ItemReport {
  return {
    key: text(row, "key"),
    url: text(row, "url"),
    reason: textOrNull(row, "reason") ?? "",
    attempts: number(row, "attempts"),
    last_error: textOrNull(row, "error") ?? "",
    at: new Date(number(row, "at")).toISOString(),
  };
}
