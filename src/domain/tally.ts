import type { Summary } from "./events.ts";

export type EndState = "completed" | "failed" | "skipped" | "unchanged" | "pending";

/**
 * Closed accounting of one run (E7). What is found and how it ended are counted apart, so that an item that got lost,
 * or ended twice, shows: `imbalance` is then not 0.
 */
export class Tally {
  readonly #ends: Record<EndState, number> = {
    completed: 0,
    failed: 0,
    skipped: 0,
    unchanged: 0,
    pending: 0,
  };
  readonly #reasons = new Map<string, number>();
  #discovered = 0;
  queued = 0;
  filtered = 0;
  retired = 0;
  bytes = 0;

  /** Items were found. Each must end once. */
  found(count = 1): void {
    this.#discovered += count;
  }

  end(state: EndState, reason?: string, count = 1): void {
    this.#ends[state] += count;
    if (reason !== undefined && count > 0)
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + count);
  }

  count(state: EndState): number {
    return this.#ends[state];
  }

  /** Items found that have not ended; below 0, items that ended more than once. */
  imbalance(): number {
    return this.#discovered - Object.values(this.#ends).reduce((sum, n) => sum + n, 0);
  }

  totals(): Pick<Summary, "discovered" | "queued" | EndState | "filtered" | "retired" | "bytes" | "reasons"> {
    return {
      discovered: this.#discovered,
      queued: this.queued,
      ...this.#ends,
      filtered: this.filtered,
      retired: this.retired,
      bytes: this.bytes,
      reasons: Object.fromEntries(this.#reasons),
    };
  }
}
