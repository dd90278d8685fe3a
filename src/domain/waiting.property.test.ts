import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { delayFor } from "./host.ts";
import { MAX_RETRY_AFTER_MS, parseRetryAfter } from "./retry-after.ts";

const now = fc.integer({ min: 0, max: Date.UTC(2100, 0) });
const seconds = fc.oneof(fc.nat(), fc.nat(100), fc.bigInt({ min: 0n, max: 10n ** 30n }));

describe("Retry-After", () => {
  it("is never less than was asked for, but for the limit, in whatever form it is asked", () => {
    fc.assert(
      fc.property(seconds, now, fc.constantFrom("", " ", "\t"), (asked, at, blank) => {
        const wait = parseRetryAfter(`${blank}${asked}${blank}`, at);
        expect(wait).toBe(Math.min(Number(asked) * 1000, MAX_RETRY_AFTER_MS));
      }),
    );
    fc.assert(
      fc.property(fc.nat(MAX_RETRY_AFTER_MS / 1000), now, (asked, at) => {
        const until = new Date(Math.floor(at / 1000) * 1000 + asked * 1000);
        expect(parseRetryAfter(until.toUTCString(), at)).toBe(Math.max(0, until.getTime() - at));
      }),
    );
  });

  it("is the longest of several, and no shorter for one more", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000_000), { minLength: 1, maxLength: 6 }), now, (asked, at) => {
        const wait = parseRetryAfter(asked.join(", "), at);
        expect(wait).toBe(Math.min(Math.max(...asked) * 1000, MAX_RETRY_AFTER_MS));
      }),
    );
  });

  it("is a number of milliseconds or nothing, for any text and any clock", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(..."-+0123456789.eE, "), maxLength: 40 }),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(text, fc.oneof(now, fc.constantFrom(0, -1, 8.64e15)), (value, at) => {
        const wait = parseRetryAfter(value, at);
        if (wait === undefined) return;
        expect(wait >= 0 && wait <= MAX_RETRY_AFTER_MS).toBe(true);
      }),
    );
  });
});

describe("the delay between two requests", () => {
  it("is never below any that was asked for, up to its limit", () => {
    const pace = fc.record({
      delayMs: fc.nat(10_000),
      concurrency: fc.constant(1),
      obeyRobots: fc.boolean(),
      explicit: fc.boolean(),
    });
    const ms = fc.option(fc.nat(1_000_000));
    fc.assert(
      fc.property(pace, ms, ms, (given, crawlDelay, latency) => {
        const delay = delayFor(given, crawlDelay, latency);
        expect(delay).toBeGreaterThanOrEqual(given.delayMs);
        if (given.obeyRobots) expect(delay).toBeGreaterThanOrEqual(Math.min(crawlDelay ?? 0, 300_000));
        expect(delay).toBeGreaterThanOrEqual(delayFor(given, null, null));
      }),
    );
  });
});
