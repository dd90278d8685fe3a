import { Cron } from "croner";
import type { Timetable } from "../domain/schedule.ts";

/**
 * The times of a cron pattern (five fields, six with seconds, or `@daily` and its like) in a time zone. Throws what the
 * library says of a pattern that it does not understand.
 *
 * Where the clocks change, a pattern that leaves the hour open goes by the time that passes: every half hour is every half
 * hour. One that names hours goes by the clock on the wall: each of its times comes once a day. What is skipped comes at
 * the change, and of what comes twice the first counts. The library alone does so for a single time, and not for
 * `30 2,14 * * *`.
 */
export function cronTimes(pattern: string, timezone: string): Timetable {
  if (/^\d+-/.test(pattern.trim())) throw new TypeError("a date is no cron pattern");
  const cron = new Cron(pattern, { timezone: isOpenHour(pattern) ? timezone : "UTC", paused: true });
  const next = (after: number) => cron.nextRun(new Date(after))?.getTime() ?? null;
  return remembering(isOpenHour(pattern) ? next : onTheWall(next, wallOf(timezone)));
}

function isOpenHour(pattern: string): boolean {
  const parts = pattern.trim().split(/\s+/);
  if (parts.length === 1) return /^@(?:hourly|minutely|secondly)$/i.test(pattern.trim());
  const hour = parts[parts.length === 5 ? 1 : 2];
  return hour === "*" || hour === "?";
}

type Next = (after: number) => number | null;

interface Wall {
  /** What the clock on the wall shows, as if it were UTC. */
  shows(at: number): number;
  /** When it shows this, for the first time; where it never does, when it skips it. */
  when(shown: number): number;
}

/** An offset that lasts from a change to the next lasts longer. */
const DAY_MS = 24 * 3_600_000;

function onTheWall(next: Next, wall: Wall): Next {
  return (after) => {
    for (let shown = next(wall.shows(after)); shown !== null; shown = next(shown)) {
      const at = wall.when(shown);
      if (at > after) return at;
    }
    return null;
  };
}

function wallOf(timezone: string): Wall {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const shows = (at: number) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
  };
  const offset = (at: number) => shows(at) - at;
  return {
    shows,
    when(shown) {
      const [old, now] = [offset(shown - DAY_MS), offset(shown + DAY_MS)];
      const found = [shown - old, shown - now].filter((at) => shows(at) === shown);
      if (found.length > 0) return Math.min(...found);
      return firstOf(shown - now, shown - old, (at) => offset(at) !== old);
    },
  };
}

/** The first time after `low`, at most `high`, from which on something holds. */
function firstOf(low: number, high: number, holds: (at: number) => boolean): number {
  let [before, until] = [low, high];
  while (until - before > 1) {
    const middle = Math.floor((before + until) / 2);
    if (holds(middle)) until = middle;
    else before = middle;
  }
  return until;
}

/** The same question is asked every minute. */
function remembering(next: Next): Timetable {
  let known: { readonly after: number; readonly at: number | null } | null = null;
  return {
    next(after) {
      const holds = known !== null && after >= known.after && (known.at === null || after < known.at);
      if (known === null || !holds) known = { after, at: next(after) };
      return known.at;
    },
  };
}
