import type { Lease, LeaseAnswer, NotedItem, Settlement, Task } from "../../application/ports.ts";
import type { Reference } from "../../domain/reference.ts";
import { inStateSql, isStoredSql } from "./stored-sql.ts";
import { number, numberOrNull, type Row, type Statements, text } from "./statements.ts";

/** A page of left-over references, as JSON: parsed where they are used. */
export interface LeftoverPage {
  readonly references: readonly string[];
  /** Where the next page starts; null at the end. */
  readonly next: number | null;
}

interface HostLease {
  readonly fence: number;
  readonly held: boolean;
  readonly until: number | null;
}

/** What the holder of a lease has in hand. */
interface Hand {
  readonly fence: number;
  readonly tasks: Set<number>;
  /** By run: the queue is looked at from behind this task on, and from its start only when nothing follows. */
  readonly last: Map<string, number>;
}

/**
 * The SQL of `Frontier`.
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
export class FrontierSql {
  readonly #sql: Statements;
  /** By host: what the holder of this fence has in hand. */
  readonly #hands = new Map<string, Hand>();
  /** By source: the run under way in this process. Tasks of any other are left over. */
  readonly #currentRun = new Map<string, string>();

  constructor(sql: Statements) {
    this.#sql = sql;
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

  lease(run: string, owner: string, now: number, ttlMs: number): LeaseAnswer {
    this.#lapse(now, owner);
    for (;;) {
      const first = this.#earliest(run);
      if (first === undefined) return { kind: "empty" };
      if (number(first, "due_at") > now) return { kind: "wait", at: number(first, "due_at") };
      const host = text(first, "host");
      // What made it due may have been settled late, or have moved to another host or run.
      this.#refresh(host);
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

  /** Tasks whose second attempt is due come first, the others in the order they were found. */
  take(lease: Lease, run: string, now: number): Task | null {
    const state = this.#leaseOf(lease.host);
    if (!isCurrent(state, lease) || state.until === null || state.until <= now) return null;
    const hand = this.#handOf(lease);
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

  /**
   * What was queued again and not stored anew goes back to what it was: a stored document stays stored, whatever came
   * of replacing it, and a failure stays one until there is another outcome.
   */
  settle(lease: Lease, settlement: Settlement): boolean {
    const state = this.#leaseOf(lease.host);
    const { id } = settlement.task;
    if (!isCurrent(state, lease) || !this.#handOf(lease).tasks.has(id)) return false;
    const settled = this.#write(id, lease.host, settlement);
    if (settlement.kind === "pending") this.#revert("id = ?", id);
    if (settlement.kind === "failed" || settlement.kind === "skipped") {
      this.#revert("id = ? AND before ->> 'state' = 'completed'", id);
      if (settlement.kind === "failed") this.#noteFailedUpdate(settlement);
      this.#sql.run("UPDATE task SET before = NULL WHERE id = ?", id);
    }
    this.#handOf(lease).tasks.delete(id);
    return settled;
  }

  /** What is stored stays stored; that it could not be brought up to date is to be known, and tried again. */
  #noteFailedUpdate({
    task,
    reason,
    error,
  }: Extract<Settlement, { kind: "skipped" | "failed" | "pending" }>): void {
    this.#sql.run(
      "UPDATE task SET reason = ?, error = ?, attempts = ? WHERE id = ? AND state = 'completed'",
      reason,
      error,
      task.attempts + 1,
      task.id,
    );
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
    this.#refresh(lease.host);
  }

  dismiss(run: string, host: string): number {
    const { held, fence } = this.#leaseOf(host);
    const inHand = held ? this.#handOf({ host, fence }).tasks : [];
    const dismissed = this.#sql.run(
      `UPDATE task SET run = NULL, not_before = 0
       WHERE host = ? AND run = ? AND state = 'pending' AND id NOT IN (SELECT value FROM json_each(?))`,
      host,
      run,
      JSON.stringify([...inHand]),
    );
    this.#revert("host = ? AND run IS NULL AND state = 'pending'", host);
    this.#refresh(host);
    return dismissed;
  }

  remaining(run: string): number {
    const row = this.#sql.get("SELECT coalesce(sum(pending), 0) AS n FROM agenda WHERE run = ?", run);
    return number(row as Row, "n");
  }

  /** The document is stored, so the task is done; unless it is in the hands of somebody else by now. */
  complete({ lease, task }: { readonly lease: Lease; readonly task: Task }): void {
    const state = this.#leaseOf(task.host);
    const hand = this.#hands.get(task.host);
    const isInHand = state.held && hand?.fence === state.fence && hand.tasks.has(task.id);
    if (isInHand && state.fence !== lease.fence) return;
    this.#sql.run(
      `UPDATE task SET state = 'completed', reason = NULL, error = NULL, before = NULL, at = ?
       WHERE id = ? AND source = ? AND key = ?`,
      Date.now(),
      task.id,
      task.source,
      task.reference.key,
    );
    if (isInHand) hand.tasks.delete(task.id);
  }

  noteRun(source: string, run: string, isOver: boolean): void {
    if (!isOver) {
      this.#currentRun.set(source, run);
      return;
    }
    this.#revert("run = ? AND state = 'pending'", run);
    if (this.#currentRun.get(source) === run) this.#currentRun.delete(source);
  }

  /** Items whose page could not be read: they count, but there is nothing to fetch for them. */
  note(source: string, items: readonly NotedItem[]): void {
    for (const { key, url, state, reason, error } of items) {
      this.#sql.run(
        `INSERT INTO task (source, key, url, host, state, attempts, reason, error, at)
         SELECT ?1, ?2, ?3, '', ?4, 1, ?5, ?6, ?7
         WHERE NOT ${isStoredSql("?1", "?2")}
         ON CONFLICT (source, key) DO UPDATE SET url = excluded.url, state = excluded.state, at = excluded.at,
           reason = excluded.reason, error = excluded.error, attempts = attempts + 1
         WHERE task.reference IS NULL`,
        source,
        key,
        url,
        state,
        reason,
        error,
        Date.now(),
      );
    }
  }

  noted(source: string): { key: string; state: "failed" | "skipped" }[] {
    return this.#sql
      .all("SELECT key, state FROM task WHERE source = ? AND reference IS NULL ORDER BY id", source)
      .map((row) => ({ key: text(row, "key"), state: text(row, "state") as "failed" | "skipped" }));
  }

  forget(source: string, keys: readonly string[]): void {
    for (const key of keys) {
      this.#sql.run("DELETE FROM task WHERE source = ? AND key = ? AND reference IS NULL", source, key);
    }
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
    this.#revert("state = 'pending'");
    this.#sql.run("UPDATE host SET next_at = 0 WHERE next_at <> 0");
    const held = this.#sql.all("SELECT host FROM host WHERE owner IS NOT NULL");
    for (const row of held) {
      this.#sql.run("UPDATE host SET owner = NULL, lease_until = NULL WHERE host = ?", text(row, "host"));
      this.#refresh(text(row, "host"));
    }
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
      this.#refresh(text(row, "host"));
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
    this.#hands.set(host, { fence, tasks: new Set(), last: new Map() });
    this.#refresh(host);
    return { host, fence };
  }

  /** Writes down when the host could be leased, for each run that has tasks on it. */
  #refresh(host: string): void {
    this.#sql.run(
      `UPDATE agenda SET leased = h.lease_until IS NOT NULL, turn = h.fence,
         due_at = max(h.next_at, (SELECT min(t.not_before) FROM task t
           WHERE t.host = agenda.host AND t.run = agenda.run AND t.state = 'pending'))
       FROM host h WHERE h.host = agenda.host AND agenda.host = ?`,
      host,
    );
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

  #leaseOf(host: string): HostLease {
    const row = this.#sql.get("SELECT fence, owner, lease_until FROM host WHERE host = ?", host);
    if (row === undefined) return { fence: 0, held: false, until: null };
    return {
      fence: number(row, "fence"),
      held: row["owner"] !== null,
      until: numberOrNull(row, "lease_until"),
    };
  }

  #handOf({ host, fence }: Lease): Hand {
    const hand = this.#hands.get(host);
    return hand?.fence === fence ? hand : { fence, tasks: new Set(), last: new Map() };
  }

  #revert(where: string, ...values: readonly (string | number)[]): void {
    this.#sql.run(
      `UPDATE task SET state = before ->> 'state', reason = before ->> 'reason', error = before ->> 'error',
         attempts = before ->> 'attempts', at = coalesce(before ->> 'at', at), run = NULL, not_before = 0, before = NULL
       WHERE before IS NOT NULL AND ${where}`,
      ...values,
    );
  }

  #write(id: number, host: string, settlement: Settlement): boolean {
    const [assignments, values] = changeOf(settlement);
    const changed = this.#sql.run(
      `UPDATE task SET ${assignments}, at = ? WHERE id = ? AND host = ? AND state = 'pending'`,
      ...values,
      Date.now(),
      id,
      host,
    );
    return changed === 1;
  }
}

function isCurrent(state: HostLease, lease: Lease): boolean {
  return state.held && state.fence === lease.fence;
}

/** A task that failed or was skipped was tried once more than it was retried. */
function changeOf(settlement: Settlement): readonly [string, readonly (string | number)[]] {
  switch (settlement.kind) {
    case "retry":
      return ["attempts = attempts + 1, not_before = ?, error = ?", [settlement.notBefore, settlement.error]];
    case "failed":
    case "skipped":
      return [
        "state = ?, attempts = attempts + 1, reason = ?, error = ?",
        [settlement.kind, settlement.reason, settlement.error],
      ];
    case "pending":
      return ["run = NULL, not_before = 0, reason = ?", [settlement.reason]];
    case "unchanged":
      return ["state = 'completed', reason = NULL, error = NULL, before = NULL", []];
  }
}
