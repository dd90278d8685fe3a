import { describe, expect, it } from "vitest";
import { freshUntil } from "./freshness.ts";

const NOW = Date.UTC(2026, 0, 31, 12);
const http = (offsetMs: number) => new Date(NOW + offsetMs).toUTCString();

describe("until when an answer is fresh", () => {
  it.each<[string, Record<string, string>, number | null]>([
    ["max-age counts from the answer", { "cache-control": "max-age=60" }, 60],
    ["among others", { "cache-control": "public, max-age=60, must-revalidate" }, 60],
    ["in any case, quoted", { "cache-control": 'Public, MAX-AGE="60"' }, 60],
    ["of two the first", { "cache-control": "max-age=60, max-age=10" }, 60],
    ["less the time it has been under way", { "cache-control": "max-age=60", age: "20" }, 40],
    ["older than its life", { "cache-control": "max-age=60", age: "60" }, null],
    ["max-age=0", { "cache-control": "max-age=0" }, null],
    ["a negative max-age", { "cache-control": "max-age=-5" }, null],
    [
      "a max-age that is no number stands above Expires",
      { "cache-control": "max-age=soon", expires: http(9e4) },
      null,
    ],
    ["at most a year", { "cache-control": "max-age=99999999999" }, 365 * 24 * 3600],
    ["s-maxage is not for us", { "cache-control": "s-maxage=60" }, null],
    ["no-cache", { "cache-control": "no-cache, max-age=60" }, null],
    ["no-store", { "cache-control": "no-store, max-age=60" }, null],
    ["Pragma of old", { pragma: "no-cache", expires: http(90_000) }, null],
    ["Pragma below Cache-Control", { pragma: "no-cache", "cache-control": "max-age=60" }, 60],
    ["Expires from Date", { expires: http(90_000), date: http(30_000) }, 60],
    ["Expires without Date", { expires: http(90_000) }, 90],
    ["max-age stands above Expires", { "cache-control": "max-age=60", expires: http(900_000) }, 60],
    ["Expires 0", { expires: "0", date: http(0) }, null],
    ["Expires -1", { expires: "-1", date: http(0) }, null],
    ["Expires in the past", { expires: http(-1000), date: http(0) }, null],
    ["Vary: *", { "cache-control": "max-age=60", vary: "accept, *" }, null],
    ["nothing at all", {}, null],
    ["only Last-Modified: no guess", { "last-modified": http(-9e9) }, null],
  ])("%s", (_, headers, seconds) => {
    expect(freshUntil(headers, NOW)).toBe(seconds === null ? null : NOW + seconds * 1000);
  });
});
