import type { Certificate, DueLinks, LinkPage, LinkRecord, LinkSelection } from "../../application/ports.ts";
import type { LinkState } from "../../domain/link-health.ts";
import { number, numberOrNull, type Row, type Statements, text, textOrNull } from "./statements.ts";

/** The health of known links (P38). */
export class LinksSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  find(source: string, keys: readonly string[]): ReadonlyMap<string, LinkRecord> {
    const rows = this.#sql.all(
      "SELECT * FROM link WHERE source = ? AND key IN (SELECT value FROM json_each(?))",
      source,
      JSON.stringify(keys),
    );
    return new Map(rows.map(recordOf).map((record) => [record.key, record]));
  }

  note(source: string, links: readonly LinkRecord[]): void {
    for (const link of links)
      this.#sql.run(
        `INSERT OR REPLACE INTO link
           (source, key, url, host, run, curated, state, since, before, failures, down_since, first_seen, last_check,
            last_ok, reason, detail, chain, former_chain, redirect_changed_at, content_hash, drift_hash, drift_since)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        source,
        link.key,
        link.url,
        link.host,
        link.run,
        link.curated,
        link.state,
        link.since,
        link.before,
        link.failures,
        link.downSince,
        link.firstSeen,
        link.lastCheck,
        link.lastOk,
        link.reason,
        link.detail,
        jsonOrNull(link.chain),
        jsonOrNull(link.formerChain),
        link.redirectChangedAt,
        link.contentHash,
        link.driftHash,
        link.driftSince,
      );
  }

  select(source: string, which: LinkSelection, after: string, limit: number): LinkPage {
    const links = this.#selected(source, which, after, limit).map(recordOf);
    return { links, next: links.length < limit ? null : (links.at(-1)?.key ?? null) };
  }

  #selected(source: string, which: LinkSelection, after: string, limit: number): Row[] {
    const page = "source = ?1 AND key > ?2";
    const end = "ORDER BY key LIMIT ?3";
    switch (which.kind) {
      case "flagged":
        return this.#sql.all(
          `SELECT * FROM link WHERE ${page} AND (state <> 'active' OR down_since IS NOT NULL
             OR drift_since IS NOT NULL OR redirect_changed_at > ?4) ${end}`,
          source,
          after,
          limit,
          which.changedSince,
        );
      case "news":
        return this.#sql.all(
          `SELECT * FROM link WHERE ${page} AND (state <> 'active' OR drift_since IS NOT NULL OR since >= ?4
             OR first_seen >= ?4 OR redirect_changed_at >= ?4) ${end}`,
          source,
          after,
          limit,
          which.since,
        );
      case "host":
        return this.#sql.all(
          `SELECT * FROM link WHERE ${page} AND host = ?4 AND run <> ?5
             AND (?6 IS NULL OR reason = ?6) ${end}`,
          source,
          after,
          limit,
          which.host,
          which.notOfRun,
          which.reason,
        );
    }
  }

  due(source: string, { before, after }: DueLinks, limit: number): readonly LinkRecord[] {
    const rows = this.#sql.all(
      `SELECT * FROM link AS l WHERE source = ?1 AND coalesce(last_check, 0) < ?2
         AND (coalesce(last_check, 0), key) > (?3, ?4) AND (curated <> '' OR ${IS_STORED})
       ORDER BY coalesce(last_check, 0), key LIMIT ?5`,
      source,
      before,
      after === null ? -1 : (after.lastCheck ?? 0),
      after?.key ?? "",
      limit,
    );
    return rows.map(recordOf);
  }

  unknown(source: string, limit: number): { key: string; url: string; storedAt: string }[] {
    const rows = this.#sql.all(
      `SELECT key, url, stored_at FROM document AS d WHERE source = ?
         AND NOT EXISTS (SELECT 1 FROM link WHERE source = d.source AND key = d.key) LIMIT ?`,
      source,
      limit,
    );
    return rows.map((row) => ({
      key: text(row, "key"),
      url: text(row, "url"),
      storedAt: text(row, "stored_at"),
    }));
  }

  clearCurated(source: string): void {
    this.#sql.run("UPDATE link SET curated = '' WHERE source = ? AND curated <> ''", source);
  }

  forget(source: string, olderThan: number): void {
    this.#sql.run(
      `DELETE FROM link AS l WHERE source = ? AND curated = '' AND since < ? AND NOT ${IS_STORED}`,
      source,
      olderThan,
    );
  }

  /** A page that was let go is down, or is no link of ours any more; it is never one that is well. */
  counts(source: string): Record<LinkState, number> {
    const rows = this.#sql.all(
      `SELECT state, count(*) AS n FROM link AS l
       WHERE source = ? AND (state <> 'active' OR curated <> '' OR ${IS_STORED}) GROUP BY state`,
      source,
    );
    const found = Object.fromEntries(rows.map((row) => [text(row, "state"), number(row, "n")]));
    return { active: 0, degraded: 0, inactive: 0, ...found };
  }

  noteCertificates(certificates: readonly Certificate[]): void {
    for (const { host, expiresAt, seenAt } of certificates)
      this.#sql.run(
        "INSERT OR REPLACE INTO certificate (host, expires_at, seen_at) VALUES (?, ?, ?)",
        host,
        expiresAt,
        seenAt,
      );
  }

  certificates(source: string | null = null): Certificate[] {
    const rows = this.#sql.all(
      `SELECT * FROM certificate AS c
       WHERE EXISTS (SELECT 1 FROM link WHERE host = c.host AND (?1 IS NULL OR source = ?1))
       ORDER BY expires_at, host`,
      source,
    );
    return rows.map((row) => ({
      host: text(row, "host"),
      expiresAt: number(row, "expires_at"),
      seenAt: number(row, "seen_at"),
    }));
  }
}

const IS_STORED = "EXISTS (SELECT 1 FROM document WHERE source = l.source AND key = l.key)";

function jsonOrNull(chain: readonly string[] | null): string | null {
  return chain === null ? null : JSON.stringify(chain);
}

function chainOf(json: string | null): readonly string[] | null {
  return json === null ? null : (JSON.parse(json) as readonly string[]);
}

function recordOf(row: Row): LinkRecord {
  return {
    key: text(row, "key"),
    url: text(row, "url"),
    host: text(row, "host"),
    run: text(row, "run"),
    curated: text(row, "curated"),
    state: text(row, "state") as LinkState,
    since: number(row, "since"),
    before: textOrNull(row, "before") as LinkState | null,
    failures: number(row, "failures"),
    downSince: numberOrNull(row, "down_since"),
    firstSeen: number(row, "first_seen"),
    lastCheck: numberOrNull(row, "last_check"),
    lastOk: numberOrNull(row, "last_ok"),
    reason: text(row, "reason"),
    detail: text(row, "detail"),
    chain: chainOf(textOrNull(row, "chain")),
    formerChain: chainOf(textOrNull(row, "former_chain")),
    redirectChangedAt: numberOrNull(row, "redirect_changed_at"),
    contentHash: textOrNull(row, "content_hash"),
    driftHash: textOrNull(row, "drift_hash"),
    driftSince: numberOrNull(row, "drift_since"),
  };
}
