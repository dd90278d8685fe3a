import type { signOfHealth } from "./judge.ts";

/**
 * Circuit breaker of one host (U9, E11). Durable: it survives restarts.
 *
 *            5 sick attempts in a row                reset time reached
 *   closed ───────────────────────────▶ open ───────────────────────────▶ half-open
 *     ▲                                  ▲                                   │
 *     │                                  └──────────── sick ─────────────────┤ one probe
 *     └─────────────────────────────────────────────── healthy ──────────────┘
 *
 * Half-open is not stored: it is `open` seen after its reset time.
 */
export interface Breaker {
  /** Sick attempts in a row. */
  readonly failureCount: number;
  /** Wall clock, ms. */
  readonly lastFailure: number | null;
  /** Wall clock, ms; null while closed. */
  readonly openUntil: number | null;
}

export interface BreakerSettings {
  /** Sick attempts in a row that open it. @default 5 */
  readonly threshold: number;
  /** How long it stays open. @default 300000 */
  readonly resetMs: number;
}

export const CLOSED: Breaker = { failureCount: 0, lastFailure: null, openUntil: null };

export type BreakerPhase = "closed" | "open" | "half_open";

export function breakerPhase(breaker: Breaker, now: number): BreakerPhase {
  if (breaker.openUntil === null) return "closed";
  return now < breaker.openUntil ? "open" : "half_open";
}

export interface Attempt {
  readonly sign: ReturnType<typeof signOfHealth>;
  /** It was let through by a half-open breaker. */
  readonly isProbe: boolean;
  /** When it ended, wall clock, ms. */
  readonly now: number;
}

/** The breaker after an attempt. While it is open, requests that were still under way neither close nor prolong it. */
export function afterAttempt(breaker: Breaker, attempt: Attempt, settings: BreakerSettings): Breaker {
  if (attempt.sign === "silent" || (breaker.openUntil !== null && !attempt.isProbe)) return breaker;
  if (attempt.sign === "healthy") return CLOSED;
  const failureCount = breaker.failureCount + 1;
  const opens = failureCount >= settings.threshold || attempt.isProbe;
  return { failureCount, lastFailure: attempt.now, openUntil: opens ? attempt.now + settings.resetMs : null };
}
