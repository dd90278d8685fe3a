import type { Lease, LeaseAnswer } from "../../application/ports.ts";
import { number, numberOrNull, type Row, type Statements, text } from "./statements.ts";

/** What the holder of a lease has in hand. */
export interface Hand {
  readonly fence: number;
  readonly tasks: Set<number>;
  /** By run: the queue is looked at from behind this task on, and from its start only when nothing follows. */
  readonly last: Map<string, number>;
}

export interface Holder extends Hand {
  /** Null where the lease has lapsed. */
  readonly until: number | null;
}

/**
 * Who works on which host.
 *
 *   free ──lease──▶ leased ──release──▶ free
 *                     │  ▲
 *               expires  │ (the holder may still settle: nobody else has the host)
 *                     ▼
 *                   lapsed ──lease, new fence──▶ leased by another; the old holder is fenced off
 *
 * Fences come from one counter, so the host leased longest ago is also the one with the lowest fence. Which
 * tasks are in hand is kept in memory: it means nothing to another process, and taking a task costs no sync.
 */
export class LeasesSql {
  readonly #sql: Statements;
  /** By host: what the holder of this fence has in hand. */
  readonly #hands = new Map<string, Hand>();

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  lease(run: string, owner: string, now: number, ttlMs: number): LeaseAnswer {
    this.#lapse(now, owner);
    for (;;) {
      const first = this.#earliest(run);
      if (first === undefined) return { kind: "empty" };
      if (number(first, "due_at") > now) return { kind: "wait", at: number(first, "due_at") };
      const host = text(first, "host");
      // What made it due may have been settled late, or have moved to another host or run.
      this.refresh(host);
      const dueAt = this.#dueAt(run, host);
      if (dueAt <= now) return { kind: "leased", lease: this.#grant(host, owner, now + ttlMs) };
    }
  }

  renew(lease: Lease, now: number, ttlMs: number): boolean {
    const changed = this.#sql.run(
      `UPDATE host SET lease_until = max(lease_until, ?)
       WHERE host = ? AND fence = ? AND owner IS NOT NULL AND lease_until > ?`,
      now + ttlMs,
      lease.host,
      lease.fence,
      now,
    );
    return changed === 1;
  }

  release(lease: Lease, nextAt: number): void {
    const changed = this.#sql.run(
      `UPDATE host SET owner = NULL, lease_until = NULL, next_at = ?
       WHERE host = ? AND fence = ? AND owner IS NOT NULL`,
      nextAt,
      lease.host,
      lease.fence,
    );
    if (changed === 0) return;
    this.#hands.delete(lease.host);
    this.refresh(lease.host);
  }

  /** Who has the host, in time or not; null where nobody has. */
  holder(host: string): Holder | null {
    const row = this.#sql.get(
      "SELECT fence, lease_until FROM host WHERE host = ? AND owner IS NOT NULL",
      host,
    );
    if (row === undefined) return null;
    const fence = number(row, "fence");
    const hand = this.#hands.get(host);
    const inHand = hand?.fence === fence ? hand : emptyHand(fence);
    return { ...inHand, until: numberOrNull(row, "lease_until") };
  }

  /** Nothing waits for times that a dead process wrote, and what it had leased is free. */
  clear(): void {
    this.#sql.run("UPDATE host SET next_at = 0 WHERE next_at <> 0");
    const held = this.#sql.all("SELECT host FROM host WHERE owner IS NOT NULL");
    for (const row of held) {
      this.#sql.run("UPDATE host SET owner = NULL, lease_until = NULL WHERE host = ?", text(row, "host"));
      this.refresh(text(row, "host"));
    }
  }

  /** Writes down when the host could be leased, for each run that has tasks on it. */
  refresh(host: string): void {
    this.#sql.run(
      `UPDATE agenda SET leased = h.lease_until IS NOT NULL, turn = h.fence,
         due_at = max(h.next_at, (SELECT min(t.not_before) FROM task t
           WHERE t.host = agenda.host AND t.run = agenda.run AND t.state = 'pending'))
       FROM host h WHERE h.host = agenda.host AND agenda.host = ?`,
      host,
    );
  }

  /**
   * Hosts whose lease has run out are up for lease, with what was in hand; but not to their own holder, who may only
   * have been slow to renew and still has requests under way.
   */
  #lapse(now: number, owner: string): void {
    const lapsed = this.#sql.all(
      "SELECT host FROM host WHERE lease_until IS NOT NULL AND lease_until <= ? AND owner IS NOT ?",
      now,
      owner,
    );
    for (const row of lapsed) {
      this.#sql.run("UPDATE host SET lease_until = NULL WHERE host = ?", text(row, "host"));
      this.refresh(text(row, "host"));
    }
  }

  #earliest(run: string): Row | undefined {
    return this.#sql.get(
      "SELECT host, due_at FROM agenda WHERE run = ? AND leased = 0 ORDER BY due_at, turn LIMIT 1",
      run,
    );
  }

  #dueAt(run: string, host: string): number {
    const row = this.#sql.get("SELECT due_at FROM agenda WHERE run = ? AND host = ?", run, host);
    return number(row as Row, "due_at");
  }

  #grant(host: string, owner: string, until: number): Lease {
    const fence = number(this.#sql.get("UPDATE fence SET last = last + 1 RETURNING last") as Row, "last");
    this.#sql.run(
      "UPDATE host SET fence = ?, owner = ?, lease_until = ? WHERE host = ?",
      fence,
      owner,
      until,
      host,
    );
    this.#hands.set(host, emptyHand(fence));
    this.refresh(host);
    return { host, fence };
  }
}

function emptyHand(fence: number): Hand {
  return { fence, tasks: new Set(), last: new Map() };
}
