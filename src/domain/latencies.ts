/** Each step is a tenth longer than the one before. */
const GROWTH = 1.1;

/**
 * How long the requests to a host took. Kept in steps rather than one by one, so that a million of them take no more
 * room than a hundred; a percentile is right to a tenth of itself.
 */
export class Latencies {
  readonly #steps = new Map<number, number>();
  #count = 0;
  #totalMs = 0;
  #maxMs = 0;

  add(ms: number): void {
    const step = ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(GROWTH));
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
    this.#count++;
    this.#totalMs += ms;
    this.#maxMs = Math.max(this.#maxMs, ms);
  }

  get totalMs(): number {
    return this.#totalMs;
  }

  /** At least this share of them took no longer; 0 where there were none. */
  percentile(share: number): number {
    let left = Math.ceil(this.#count * share);
    for (const [step, count] of [...this.#steps].toSorted(([a], [b]) => a - b)) {
      left -= count;
      if (left <= 0) return Math.min(this.#maxMs, Math.round(GROWTH ** step));
    }
    return this.#maxMs;
  }
}
