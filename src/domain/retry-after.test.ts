import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_RETRY_AFTER_MS, parseRetryAfter } from "./retry-after.ts";

const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);

describe("D: Retry-After", () => {
  it.each<[string | undefined, number | undefined]>([
    ["0", 0],
    ["3", 3_000],
    [" 120 ", 120_000],
    ["007", 7_000],
    ["3, 5", 5_000],
    ["100000000000", MAX_RETRY_AFTER_MS],
    ["9".repeat(400), MAX_RETRY_AFTER_MS],
    ["Thu, 15 Jan 2026 12:01:00 GMT", 60_000],
    ["Thursday, 15-Jan-26 12:01:00 GMT", 60_000],
    ["Thu Jan 15 12:01:00 2026", 60_000],
    ["Sun Feb  1 12:00:00 2026", 17 * 86_400_000],
    ["thu, 15 jan 2026 12:01:00 gmt", 60_000],
    ["Thu, 15 Jan 2026 11:59:59 GMT", 0],
    ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["Sunday, 06-Nov-94 08:49:37 GMT", 0],
    ["Sun Nov  6 08:49:37 1994", 0],
    ["Thu, 01 Jan 0050 00:00:00 GMT", 0],
    ["Fri, 31 Dec 9999 23:59:59 GMT", MAX_RETRY_AFTER_MS],
    ["Wednesday, 15-Jan-76 12:00:00 GMT", MAX_RETRY_AFTER_MS],
    ["Saturday, 15-Jan-77 12:00:00 GMT", 0],
    ["Wed, 31 Dec 2025 23:59:60 GMT", 0],
    [undefined, undefined],
    ["", undefined],
    ["-1", undefined],
    ["+1", undefined],
    ["1e11", undefined],
    ["1.5", undefined],
    ["0x10", undefined],
    ["NaN", undefined],
    ["Infinity", undefined],
    ["soon", undefined],
    ["10 seconds", undefined],
    ["١٢", undefined],
    ["Thu, 99 Jan 2026 12:01:00 GMT", undefined],
    ["Mon, 30 Feb 2026 12:01:00 GMT", undefined],
    ["Thu, 15 Foo 2026 12:01:00 GMT", undefined],
    ["Thu, 15 Jan 2026 25:01:00 GMT", undefined],
    ["Thu, 15 Jan 2026 12:61:00 GMT", undefined],
    ["Thu, 15 Jan 2026 12:01:00", undefined],
    ["Thu, 15 Jan 2026 12:01:00 +0100", undefined],
    ["2026-01-15T12:01:00Z", undefined],
    ["Sun Feb  0 12:00:00 2026", undefined],
  ])("%j is %j", (value, expected) => expect(parseRetryAfter(value, NOW)).toBe(expected));

  it("is a wait between nothing and the limit, or undefined, for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.date().map(String), fc.bigInt().map(String)), (text) => {
        const wait = parseRetryAfter(text, NOW);
        expect(wait === undefined || (wait >= 0 && wait <= MAX_RETRY_AFTER_MS)).toBe(true);
      }),
    );
  });

  it("reads every date that the platform writes as an HTTP-date", () => {
    const dates = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(dates, (date) => {
        const wholeSeconds = Math.floor(date.getTime() / 1000) * 1000;
        const expected = Math.min(Math.max(wholeSeconds - NOW, 0), MAX_RETRY_AFTER_MS);
        expect(parseRetryAfter(date.toUTCString(), NOW)).toBe(expected);
      }),
    );
  });
});
