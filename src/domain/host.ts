import { type Breaker, CLOSED } from "./breaker.ts";

/** What is remembered of a host between requests, runs and processes. All times are wall clock, ms. */
export interface HostState {
  /** `URL.host`: lower case, with the port where it is not the default one. */
  readonly host: string;
  readonly lastSentAt: number | null;
  /** Smoothed time to the first byte. */
  readonly latencyMs: number | null;
  /** No request before this, because the host said so (Retry-After). */
  readonly parkedUntil: number | null;
  readonly breaker: Breaker;
  /** Last robots.txt that settled the question, kept for 24 h. */
  readonly robots: RobotsRecord | null;
}

export interface RobotsRecord {
  readonly fetchedAt: number;
  /** The body of a 2xx answer; empty (everything allowed) for a 4xx. */
  readonly text: string;
}

/** How fast a host may be asked, as the user configured it. */
export interface HostPace {
  readonly delayMs: number;
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** False lifts robots rules and Crawl-delay of the host, never Retry-After. */
  readonly obeyRobots: boolean;
  /** The user named this very host: no adaptive delay on top. */
  readonly explicit: boolean;
}

export const MAX_CRAWL_DELAY_MS = 300_000;
export const MAX_ADAPTIVE_DELAY_MS = 30_000;

export function newHost(host: string): HostState {
  return { host, lastSentAt: null, latencyMs: null, parkedUntil: null, breaker: CLOSED, robots: null };
}

/**
 * The least time between two sends (E8). The adaptive part keeps us from using more than half of a slow
 * server's time; it is off where the user set a pace for this host.
 */
export function delayFor(pace: HostPace, crawlDelayMs: number | null, latencyMs: number | null): number {
  const crawlDelay = pace.obeyRobots ? Math.min(crawlDelayMs ?? 0, MAX_CRAWL_DELAY_MS) : 0;
  const adaptive = pace.explicit ? 0 : Math.min(2 * (latencyMs ?? 0), MAX_ADAPTIVE_DELAY_MS);
  return Math.max(pace.delayMs, crawlDelay, adaptive);
}

/** Exponential smoothing, one part in four: a single slow answer does not slow a host down for long. */
export function smoothLatency(before: number | null, sampleMs: number): number {
  return before === null ? sampleMs : before + (sampleMs - before) / 4;
}
