import { describe, expect, it } from "vitest";
import { cronTimes } from "./cron.ts";

const MADRID = "Europe/Madrid";

/** All times between two others, as UTC without seconds. */
function between(pattern: string, from: string, until: string, timezone = MADRID): readonly string[] {
  const times = cronTimes(pattern, timezone);
  const found: string[] = [];
  const end = Date.parse(`${until}Z`);
  for (let at = times.next(Date.parse(`${from}Z`) - 1); at !== null && at < end; at = times.next(at))
    found.push(new Date(at).toISOString().slice(0, 16));
  return found;
}

describe("the day without the hour from two to three (29 March 2026, 01:00 UTC)", () => {
  it.each([
    ["30 2 * * *", ["2026-03-29T01:00"]],
    ["30 2 * * 0", ["2026-03-29T01:00"]],
    ["30 2,14 * * *", ["2026-03-29T01:00", "2026-03-29T12:30"]],
    ["0,15 2,3 * * *", ["2026-03-29T01:00", "2026-03-29T01:15"]],
    ["30 2-4 * * *", ["2026-03-29T01:00", "2026-03-29T01:30", "2026-03-29T02:30"]],
    ["0 2 * * *", ["2026-03-29T01:00"]],
    ["59 1 * * *", ["2026-03-29T00:59"]],
    ["0 3 * * *", ["2026-03-29T01:00"]],
    ["@daily", ["2026-03-28T23:00"]],
  ])("%s", (pattern, expected) => {
    expect(between(pattern, "2026-03-28T23:00", "2026-03-29T22:00")).toEqual(expected);
  });

  it("every half hour is every half hour", () => {
    const times = between("*/30 * * * *", "2026-03-28T23:00", "2026-03-29T22:00");
    expect(times.length).toBe(46);
  });
});

describe("the day with 25 hours (25 October 2026, 01:00 UTC)", () => {
  it.each([
    ["30 2 * * *", ["2026-10-25T00:30"]],
    ["30 2,14 * * *", ["2026-10-25T00:30", "2026-10-25T13:30"]],
    ["0,15 2,3 * * *", ["2026-10-25T00:00", "2026-10-25T00:15", "2026-10-25T02:00", "2026-10-25T02:15"]],
    ["0 */2 * * *", 12],
    ["0 0-23 * * *", 24],
    ["0 * * * *", 25],
    ["@hourly", 25],
    ["*/30 * * * *", 50],
    ["0 30 2 * * *", ["2026-10-25T00:30"]],
  ])("%s", (pattern, expected) => {
    const times = between(pattern, "2026-10-24T22:00", "2026-10-25T23:00");
    expect(typeof expected === "number" ? times.length : times).toEqual(expected);
  });
});

it("asked for from inside the hour that comes twice, a time of that hour does not come again", () => {
  const times = cronTimes("30 2 * * *", MADRID);
  for (const from of ["2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z", "2026-10-25T01:29:59Z"])
    expect(times.next(Date.parse(from)), from).toBe(Date.parse("2026-10-26T01:30:00Z"));
});

it("goes back as well as on: the answer does not depend on what was asked before", () => {
  const times = cronTimes("0 4 * * *", MADRID);
  const asked = ["2026-06-01T00:00Z", "2026-05-01T00:00Z", "2026-06-01T01:59Z", "2026-06-01T02:00Z"];
  expect(asked.map((at) => new Date(times.next(Date.parse(at)) ?? 0).toISOString().slice(0, 16))).toEqual([
    "2026-06-01T02:00",
    "2026-05-01T02:00",
    "2026-06-01T02:00",
    "2026-06-02T02:00",
  ]);
});

it.each([
  ["Asia/Kolkata", "2026-01-01T20:30"],
  ["America/New_York", "2026-01-01T07:00"],
  ["UTC", "2026-01-01T02:00"],
])("two o'clock in %s", (timezone, expected) => {
  expect(between("0 2 * * *", "2026-01-01T00:00", "2026-01-02T00:00", timezone)).toEqual([expected]);
});

it("a day that never comes never comes", () => {
  expect(cronTimes("0 3 31 2 *", MADRID).next(0)).toBeNull();
});

it.each(["", "x", "60 * * * *", "* * *", "0 3 * * 8", "2026-01-01T00:00:00"])("refuses %j", (pattern) => {
  expect(() => cronTimes(pattern, MADRID)).toThrow();
});
