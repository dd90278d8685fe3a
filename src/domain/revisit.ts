/** How long a page may go unasked. ms. */
export interface RevisitBounds {
  readonly minMs: number;
  readonly maxMs: number;
  /** For a page of which nothing is known yet. */
  readonly startMs: number;
}

/**
 * Which known pages a run asks for: `due`, those whose own time has come; `listed`, those that a list says have changed.
 * Without it every page whose server has not said how long it stays fresh.
 */
export type Revisit = "due" | "listed";

const GROWTH = 1.5;
const SHRINKING = 0.5;

/** A run takes time, and asks for a page now sooner, now later: so much earlier a page's time has come. */
const SLACK_MS = 6 * 3_600_000;

export function intervalOf(known: number | undefined, { minMs, maxMs, startMs }: RevisitBounds): number {
  return Math.min(Math.max(known ?? startMs, minMs), maxMs);
}

/** Whether a page that was asked for at a time is to be asked for again. One from the future tells of a clock that was set. */
export function isVisitDue(askedAt: number, intervalMs: number, now: number): boolean {
  return now < askedAt || now - askedAt >= intervalMs - Math.min(SLACK_MS, intervalMs / 10);
}

export interface Visit {
  /** When it was asked for before. Wall clock, ms. */
  readonly askedAt: number;
  readonly now: number;
  readonly changed: boolean;
}

/**
 * A page that has changed is asked for twice as often, one that has not a third less often. That it has not is news only
 * when its time had come: a user who runs twice in an hour learns nothing of it.
 */
export function nextInterval(known: number | undefined, visit: Visit, bounds: RevisitBounds): number {
  const before = intervalOf(known, bounds);
  if (visit.changed) return intervalOf(before * SHRINKING, bounds);
  return isVisitDue(visit.askedAt, before, visit.now) ? intervalOf(before * GROWTH, bounds) : before;
}
