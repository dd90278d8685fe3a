import { DAY_MS } from "./link-health.ts";

export interface IsoWeek {
  /** `2026-W46` (ISO 8601). */
  readonly name: string;
  /** Monday, midnight UTC; ms. */
  readonly start: number;
  /** The Monday after. */
  readonly end: number;
}

/** The week a moment is in. It belongs to the year that its Thursday is in (ISO 8601 §4.3.2). */
export function isoWeek(at: number): IsoWeek {
  const day = Math.floor(at / DAY_MS);
  // Day 0 was a Thursday.
  const monday = day - ((((day + 3) % 7) + 7) % 7);
  const thursday = monday + 3;
  const year = new Date(thursday * DAY_MS).getUTCFullYear();
  const week = Math.floor((thursday - Date.UTC(year, 0, 1) / DAY_MS) / 7) + 1;
  return {
    name: `${year}-W${String(week).padStart(2, "0")}`,
    start: monday * DAY_MS,
    end: (monday + 7) * DAY_MS,
  };
}
