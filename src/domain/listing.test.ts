import { describe, expect, it } from "vitest";
import { isOfAnotherVersion, listingValidators } from "./listing.ts";

const DATE = "Mon, 02 Mar 2026 09:00:00 GMT";
const LATER = "Mon, 02 Mar 2026 09:00:01 GMT";
const AT = Date.parse(DATE);

describe("what a listing can be asked about with", () => {
  it.each([
    ["a tag", { etag: '"a"' }, { etag: '"a"' }],
    ["a weak tag", { etag: 'W/"a"' }, { etag: 'W/"a"' }],
    ["a date", { "last-modified": DATE, date: LATER }, { lastModified: DATE }],
    ["both", { etag: '"a"', "last-modified": DATE }, { etag: '"a"', lastModified: DATE }],
    [
      "a tag and a date of this second",
      { etag: '"a"', "last-modified": DATE, date: DATE },
      { etag: '"a"', lastModified: DATE },
    ],
    ["a tag that is to be asked about", { etag: '"a"', "cache-control": "no-cache" }, { etag: '"a"' }],
    ["a tag that is fresh", { etag: '"a"', "cache-control": "max-age=3600" }, { etag: '"a"' }],
  ])("is %s", (_, headers, expected) => {
    expect(listingValidators(headers, AT + 5000)).toEqual(expected);
  });

  it.each([
    ["there is neither", {}],
    ["the date is of the second of the answer", { "last-modified": DATE, date: DATE }],
    ["the date is to come", { "last-modified": LATER, date: DATE }],
    ["the date is none", { "last-modified": "ayer", date: LATER }],
    ["no copy is wanted", { etag: '"a"', "cache-control": "private, No-Store" }],
  ])("is nothing where %s", (_, headers) => {
    expect(listingValidators(headers, AT + 5000)).toBeNull();
  });

  it("is a date by our own clock where the server has none", () => {
    const headers = { "last-modified": DATE };
    expect(listingValidators(headers, AT + 999)).toBeNull();
    expect(listingValidators(headers, AT + 1000)).toEqual({ lastModified: DATE });
  });
});

describe("a 304", () => {
  it.each([
    ["the same tag", { etag: '"a"' }, { etag: '"a"' }, false],
    ["the same tag, weak now", { etag: '"a"' }, { etag: 'W/"a"' }, false],
    ["no tag", { etag: '"a"' }, {}, false],
    ["a tag where there was none", {}, { etag: '"a"' }, false],
    ["another tag", { etag: '"a"' }, { etag: '"b"' }, true],
  ])("with %s", (_, kept, said, isOther) => {
    expect(isOfAnotherVersion(kept, said)).toBe(isOther);
  });
});
