import { describe, expect, it } from "vitest";
import { intervalOf, isVisitDue, nextInterval } from "./revisit.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const BOUNDS = { minMs: DAY, maxMs: 30 * DAY, startMs: 7 * DAY };

describe("the interval of a page", () => {
  it.each([
    ["nothing known, unchanged", undefined, 7, false, 10.5],
    ["nothing known, changed", undefined, 7, true, 3.5],
    ["unchanged", 10, 10, false, 15],
    ["unchanged long after its time", 10, 90, false, 15],
    ["unchanged, asked for before its time: that says nothing", 10, 1, false, 10],
    ["unchanged at its bound", 25, 25, false, 30],
    ["changed", 10, 10, true, 5],
    ["changed before its time", 10, 1, true, 5],
    ["changed at its bound", 1.5, 2, true, 1],
    ["learned under other bounds", 400, 30, false, 30],
    ["learned under other bounds, changed", 400, 30, true, 15],
  ])("%s", (_, days, after, changed, expected) => {
    const known = days === undefined ? undefined : days * DAY;
    const visit = { askedAt: 0, now: after * DAY, changed };
    expect(nextInterval(known, visit, BOUNDS) / DAY).toBe(expected);
  });

  it("stays within its bounds, whatever is seen", () => {
    let [known, asked] = [BOUNDS.startMs, 0];
    for (let n = 0; n < 200; n += 1) {
      const now = asked + known;
      known = nextInterval(known, { askedAt: asked, now, changed: (n >> 4) % 2 === 0 }, BOUNDS);
      asked = now;
      expect(known).toBeGreaterThanOrEqual(BOUNDS.minMs);
      expect(known).toBeLessThanOrEqual(BOUNDS.maxMs);
    }
  });

  it("of the start fits into bounds that leave it out", () => {
    expect(intervalOf(undefined, { ...BOUNDS, maxMs: 3 * DAY })).toBe(3 * DAY);
  });
});

it.each([
  ["long before", 7 * DAY, 6 * DAY, false],
  ["when it has come", 7 * DAY, 7 * DAY, true],
  [
    "a little before: a run does not ask for a page at the same minute each time",
    7 * DAY,
    7 * DAY - 6 * HOUR,
    true,
  ],
  ["more than that before", 7 * DAY, 7 * DAY - 7 * HOUR, false],
  ["a tenth before, of a short one", 10 * HOUR, 9 * HOUR, true],
  ["more than that", 10 * HOUR, 8.9 * HOUR, false],
  ["by a clock that was set back", 7 * DAY, -HOUR, true],
])("the time of a page: %s", (_, interval, after, expected) => {
  expect(isVisitDue(1e12, interval, 1e12 + after)).toBe(expected);
});
