import type { Deadlines } from "../../application/ports.ts";
import type { Failure } from "../../domain/failure.ts";

export type Phase = Extract<Failure, { kind: "timeout" }>["phase"];

/** A body is given this long to get going before its rate is judged (E16). */
export const RATE_GRACE_MS = 30_000;
const RATE_CHECK_MS = 1_000;

/** What `setTimeout` can hold; longer waits would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * The timers of one exchange. Each phase is bounded as a whole: a byte now and then, or interim answers without
 * end, prolong nothing but `idle`, and that is what `rate` and `total` are for.
 *
 *   start ──connect──▶ sent ──headers──▶ headersEnded ──idle, rate──▶ stop
 *     └─────────────────────────── total ───────────────────────────────┘
 */
export class Stopwatch {
  readonly #deadlines: Deadlines;
  readonly #expire: (phase: Phase) => void;
  readonly #total: NodeJS.Timeout;
  /** Of the phase that is running. */
  #timer: NodeJS.Timeout | undefined;
  #rateTimer: NodeJS.Timeout | undefined;
  #bodyBytes = 0;
  /** Time in which the body was allowed to flow, and since when it does. */
  #flowedMs = 0;
  #flowingSince: number | null = null;
  #stopped = false;

  constructor(deadlines: Deadlines, expire: (phase: Phase) => void) {
    this.#deadlines = deadlines;
    this.#expire = expire;
    this.#total = setTimeout(() => this.#fire("total"), clamp(deadlines.totalMs));
    this.#run("connect", deadlines.connectMs);
  }

  sent(): void {
    this.#run("headers", this.#deadlines.headersMs);
  }

  /** From here on only `total` runs, until somebody reads and the body may flow. */
  headersEnded(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#rateTimer = setInterval(() => this.#checkRate(), RATE_CHECK_MS);
  }

  received(bytes: number): void {
    this.#bodyBytes += bytes;
    this.#timer?.refresh();
  }

  /** We are the slow ones now: the server's clock stands still. */
  hold(): void {
    if (this.#flowingSince === null) return;
    this.#flowedMs += performance.now() - this.#flowingSince;
    this.#flowingSince = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  flow(): void {
    if (this.#stopped || this.#flowingSince !== null) return;
    this.#flowingSince = performance.now();
    this.#run("idle", this.#deadlines.idleMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#total);
    clearTimeout(this.#timer);
    clearInterval(this.#rateTimer);
  }

  #run(phase: Phase, ms: number): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fire(phase), clamp(ms));
  }

  #checkRate(): void {
    const current = this.#flowingSince === null ? 0 : performance.now() - this.#flowingSince;
    const flowedMs = this.#flowedMs + current;
    if (flowedMs < RATE_GRACE_MS) return;
    if (this.#bodyBytes < (this.#deadlines.minBytesPerSecond * flowedMs) / 1000) this.#fire("rate");
  }

  #fire(phase: Phase): void {
    this.stop();
    this.#expire(phase);
  }
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, 0), MAX_TIMER_MS);
}
