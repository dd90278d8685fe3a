import { describe, expect, it } from "vitest";
import { isoWeek } from "./iso-week.ts";

describe("weeks of ISO 8601", () => {
  it.each([
    ["2026-11-16T00:00:00Z", "2026-W47"],
    ["2026-11-15T23:59:59Z", "2026-W46"],
    ["2026-01-01T12:00:00Z", "2026-W01"],
    ["2027-01-01T12:00:00Z", "2026-W53"],
    ["2024-12-30T00:00:00Z", "2025-W01"],
    ["2021-01-03T23:00:00Z", "2020-W53"],
    ["1970-01-01T00:00:00Z", "1970-W01"],
    ["1969-12-28T00:00:00Z", "1969-W52"],
  ])("%s is in %s", (at, name) => {
    const week = isoWeek(Date.parse(at));
    expect(week.name).toBe(name);
    expect(new Date(week.start).getUTCDay()).toBe(1);
    expect(Date.parse(at) >= week.start && Date.parse(at) < week.end).toBe(true);
    expect(week.end - week.start).toBe(7 * 86_400_000);
  });
});
