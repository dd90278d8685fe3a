import { isCalendarDay } from "../../finders/calendar-day.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export const FIRST_RUN_DAYS = 7;
export const MAX_DAYS = 366;

/** The API answers in the form that is asked for first. */
export const BOE_ACCEPT = "application/json, application/xml;q=0.9";

export interface BoeDays {
  /** Oldest first, `2024-05-29`. */
  readonly days: readonly string[];
  /** Whether they reach today; where they do not, the next run goes on from the last of them. */
  readonly complete: boolean;
}

/**
 * The days whose gazette is to be asked for: from the last one seen, that day included, because an extraordinary
 * number may have come out after we looked. The first run looks a week back. A long absence is caught up with from its
 * beginning, `maxDays` at a time, so that no day is ever skipped.
 */
export function boeDays(
  lastSeen: string | null,
  today: string,
  { firstRunDays = FIRST_RUN_DAYS, maxDays = MAX_DAYS } = {},
): BoeDays {
  const last = dayNumber(today);
  const seen = lastSeen !== null && isCalendarDay(lastSeen) ? dayNumber(lastSeen) : last - firstRunDays + 1;
  // A clock that was ahead must not stop us from looking at today.
  const first = Math.min(seen, last);
  const count = Math.min(last - first + 1, maxDays);
  const days = Array.from({ length: count }, (_, index) => dayOf(first + index));
  return { days, complete: first + count - 1 === last };
}

/** Which day it is where the gazette is published. */
export function madridDay(time: number): string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: "Europe/Madrid",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return format.format(time);
}

/** `api_url` may be the base of the API (`…/datosabiertos/api`), the endpoint, or the endpoint with a day or a place for one. */
export function boeSummaryUrl(apiUrl: string, day: string): string {
  const url = new URL(apiUrl);
  const parts = url.pathname.split("/").filter((part) => part !== "");
  if (/^(?:\d{8}|(?:\{|%7B).*(?:\}|%7D))$/i.test(parts.at(-1) ?? "")) parts.pop();
  if (parts.length === 0 && /(?:^|\.)boe\.es\.?$/.test(url.hostname)) parts.push("datosabiertos", "api");
  if (parts.at(-1) !== "sumario") {
    if (parts.at(-1) !== "boe") parts.push("boe");
    parts.push("sumario");
  }
  url.pathname = `/${[...parts, day.replaceAll("-", "")].join("/")}`;
  url.hash = "";
  return url.href;
}

function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}
