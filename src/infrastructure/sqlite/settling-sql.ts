import type { Lease, Settlement, Task } from "../../application/ports.ts";
import type { LeasesSql } from "./leases-sql.ts";
import { revertTasks } from "./revert-tasks.ts";
import type { Statements } from "./statements.ts";

/** What became of tasks. */
export class SettlingSql {
  readonly #sql: Statements;
  readonly #leases: LeasesSql;

  constructor(sql: Statements, leases: LeasesSql) {
    this.#sql = sql;
    this.#leases = leases;
  }

  /**
   * What was queued again and not stored anew goes back to what it was: a stored document stays stored, whatever came
   * of replacing it, and a failure stays one until there is another outcome.
   */
  settle(lease: Lease, settlement: Settlement): boolean {
    const hand = this.#leases.holder(lease.host);
    const { id } = settlement.task;
    if (hand?.fence !== lease.fence || !hand.tasks.has(id)) return false;
    const settled = this.#write(id, lease.host, settlement);
    if (settlement.kind === "pending") revertTasks(this.#sql, "id = ?", id);
    if (settlement.kind === "failed" || settlement.kind === "skipped") {
      revertTasks(this.#sql, "id = ? AND before ->> 'state' = 'completed'", id);
      if (settlement.kind === "failed") this.#noteFailedUpdate(settlement);
      this.#sql.run("UPDATE task SET before = NULL WHERE id = ?", id);
    }
    hand.tasks.delete(id);
    return settled;
  }

  /** The document is stored, so the task is done; unless it is in the hands of somebody else by now. */
  complete({ lease, task }: { readonly lease: Lease; readonly task: Task }): void {
    const hand = this.#leases.holder(task.host);
    if (hand !== null && hand.tasks.has(task.id) && hand.fence !== lease.fence) return;
    this.#sql.run(
      `UPDATE task SET state = 'completed', reason = NULL, error = NULL, before = NULL, at = ?
       WHERE id = ? AND source = ? AND key = ?`,
      Date.now(),
      task.id,
      task.source,
      task.reference.key,
    );
    hand?.tasks.delete(task.id);
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

/** A task that failed or was skipped was tried once more than it was retried. */
function changeOf(settlement: Settlement): readonly [string, readonly (string | number)[]] {
  switch (settlement.kind) {
    case "retry":
      return ["attempts = attempts + 1, not_before = ?, error = ?", [settlement.notBefore, settlement.error]];
    case "later":
      return ["not_before = ?", [settlement.notBefore]];
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
