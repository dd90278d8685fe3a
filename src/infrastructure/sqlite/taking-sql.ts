import type { Lease, Task } from "../../application/ports.ts";
import type { Reference } from "../../domain/reference.ts";
import type { Hand, LeasesSql } from "./leases-sql.ts";
import { number, type Row, type Statements, text } from "./statements.ts";

/** What the holder of a host works on next. */
export class TakingSql {
  readonly #sql: Statements;
  readonly #leases: LeasesSql;

  constructor(sql: Statements, leases: LeasesSql) {
    this.#sql = sql;
    this.#leases = leases;
  }

  /** Tasks whose second attempt is due come first, the others in the order they were found. */
  take(lease: Lease, run: string, now: number): Task | null {
    const hand = this.#leases.holder(lease.host);
    if (hand?.fence !== lease.fence || hand.until === null || hand.until <= now) return null;
    const row =
      this.#firstFree(lease.host, run, Number.MIN_VALUE, now, hand.tasks) ??
      this.#nextFree(lease.host, run, now, hand) ??
      this.#firstFree(lease.host, run, -Number.MAX_VALUE, Math.min(0, now), hand.tasks);
    if (row === null) return null;
    hand.tasks.add(number(row, "id"));
    return {
      id: number(row, "id"),
      source: text(row, "source"),
      host: lease.host,
      reference: JSON.parse(text(row, "reference")) as Reference,
      attempts: number(row, "attempts"),
    };
  }

  #firstFree(host: string, run: string, from: number, to: number, hand: Set<number>): Row | null {
    const rows = this.#sql.iterate(
      `SELECT id, source, reference, attempts FROM task
       WHERE host = ? AND run = ? AND state = 'pending' AND not_before >= ? AND not_before <= ?
       ORDER BY not_before, id`,
      host,
      run,
      from,
      to,
    );
    for (const row of rows) if (!hand.has(number(row, "id"))) return row;
    return null;
  }

  /** With hundreds in hand, looking from the start would meet them all again for every task. */
  #nextFree(host: string, run: string, now: number, { tasks, last }: Hand): Row | null {
    if (now < 0) return null;
    const rows = this.#sql.iterate(
      `SELECT id, source, reference, attempts FROM task
       WHERE host = ? AND run = ? AND state = 'pending' AND not_before = 0 AND id > ? ORDER BY id`,
      host,
      run,
      last.get(run) ?? 0,
    );
    for (const row of rows) {
      last.set(run, number(row, "id"));
      if (!tasks.has(number(row, "id"))) return row;
    }
    return null;
  }
}
