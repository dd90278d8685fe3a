import type { Summary } from "./events.ts";

export type EndState = "completed" | "failed" | "skipped" | "unchanged" | "pending";

/** Closed accounting of one run (E7): every discovered item is counted in exactly one end state. */
export class Tally {
  readonly #ends: Record<EndState, number> = {
    completed: 0,
    failed: 0,
    skipped: 0,
    unchanged: 0,
    pending: 0,
  };
  readonly #reasons = new Map<string, number>();
  queued = 0;
  filtered = 0;
  bytes = 0;

  end(state: EndState, reason?: string, count = 1): void {
    this.#ends[state] += count;
    if (reason !== undefined && count > 0)
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + count);
  }

  count(state: EndState): number {
    return this.#ends[state];
  }

  totals(): Pick<Summary, "discovered" | "queued" | EndState | "filtered" | "bytes" | "reasons"> {
    const ends = { ...this.#ends };
    const discovered = Object.values(ends).reduce((sum, n) => sum + n, 0);
    return {
      discovered,
      queued: this.queued,
      ...ends,
      filtered: this.filtered,
      bytes: this.bytes,
      reasons: Object.fromEntries(this.#reasons),
    };
  }
}
