import { type HostState, newHost } from "../../domain/host.ts";
import { number, numberOrNull, type Row, type Statements, text } from "./statements.ts";

const COLUMNS = `h.host, last_sent_at, latency_ms, parked_until, failure_count, last_failure, open_until,
  r.fetched_at, r.text`;

/** The SQL of `HostLedger`. */
export class HostsSql {
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  load(host: string): HostState {
    const row = this.#sql.get(
      `SELECT ${COLUMNS} FROM host h LEFT JOIN robots r ON r.host = h.host WHERE h.host = ?`,
      host,
    );
    return row === undefined ? newHost(host) : hostState(row);
  }

  save(state: HostState): void {
    const { breaker } = state;
    this.#sql.run(
      `INSERT INTO host (host, last_sent_at, latency_ms, parked_until, failure_count, last_failure, open_until)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (host) DO UPDATE SET last_sent_at = excluded.last_sent_at, latency_ms = excluded.latency_ms,
         parked_until = excluded.parked_until, failure_count = excluded.failure_count,
         last_failure = excluded.last_failure, open_until = excluded.open_until`,
      state.host,
      state.lastSentAt,
      state.latencyMs,
      state.parkedUntil,
      breaker.failureCount,
      breaker.lastFailure,
      breaker.openUntil,
    );
    this.#saveRobots(state);
  }

  hostsOf(source: string): HostState[] {
    const rows = this.#sql.all(
      `SELECT ${COLUMNS} FROM source_host s JOIN host h ON h.host = s.host LEFT JOIN robots r ON r.host = s.host
       WHERE s.source = ? ORDER BY s.host`,
      source,
    );
    return rows.map(hostState);
  }

  associate(source: string, host: string): void {
    this.#sql.run("INSERT OR IGNORE INTO host (host) VALUES (?)", host);
    this.#sql.run("INSERT OR IGNORE INTO source_host (source, host) VALUES (?, ?)", source, host);
  }

  /** Brings back hosts of a checkpoint. Of two that know a host, the one that asks for more patience is believed. */
  restore(source: string, states: readonly HostState[]): void {
    for (const state of states) {
      const known = this.load(state.host);
      const isOpenLonger = (state.breaker.openUntil ?? 0) > (known.breaker.openUntil ?? 0);
      const isWorse = isOpenLonger || known.breaker.lastFailure === null;
      this.save({
        ...known,
        lastSentAt: later(known.lastSentAt, state.lastSentAt),
        parkedUntil: later(known.parkedUntil, state.parkedUntil),
        latencyMs: known.latencyMs ?? state.latencyMs,
        breaker: isWorse ? state.breaker : known.breaker,
      });
      this.associate(source, state.host);
    }
  }

  /** Written only when it changed: it may be half a megabyte, and hosts are saved at every request. */
  #saveRobots({ host, robots }: HostState): void {
    if (robots === null) {
      this.#sql.run("DELETE FROM robots WHERE host = ?", host);
      return;
    }
    this.#sql.run(
      `INSERT INTO robots (host, fetched_at, text) VALUES (?, ?, ?)
       ON CONFLICT (host) DO UPDATE SET fetched_at = excluded.fetched_at, text = excluded.text
       WHERE fetched_at <> excluded.fetched_at OR text <> excluded.text`,
      host,
      robots.fetchedAt,
      robots.text,
    );
  }
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

export function hostState(row: Row): HostState {
  const fetchedAt = numberOrNull(row, "fetched_at"); // absent where robots.txt was not asked for
  return {
    host: text(row, "host"),
    lastSentAt: numberOrNull(row, "last_sent_at"),
    latencyMs: numberOrNull(row, "latency_ms"),
    parkedUntil: numberOrNull(row, "parked_until"),
    breaker: {
      failureCount: number(row, "failure_count"),
      lastFailure: numberOrNull(row, "last_failure"),
      openUntil: numberOrNull(row, "open_until"),
    },
    robots: fetchedAt === null ? null : { fetchedAt, text: text(row, "text") },
  };
}
