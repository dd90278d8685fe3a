import { describe, expect, it } from "vitest";
import { type CatalogEntry, type CatalogPage, CatalogWalk } from "./catalog-page.ts";

const entry = (id: string): CatalogEntry => ({
  id,
  title: id,
  url: null,
  resources: [],
  organisation: null,
  modified: null,
  status: null,
  supplementary: {},
});

const page = (ids: string, next: string | null, more: Partial<CatalogPage> = {}): CatalogPage => ({
  entries: [...ids].map(entry),
  unreadable: 0,
  total: null,
  next,
  ...more,
});

/** Walks as a caller would, through pages that are always there. */
function walked(pages: readonly CatalogPage[], maxPages?: number) {
  const walk = new CatalogWalk("/1", maxPages);
  let ids = "";
  for (const [index, one] of pages.entries()) {
    const step = walk.take(one);
    ids += step.fresh.map(({ id }) => id).join("");
    if (step.end !== null) return { ids, end: step.end, pages: index + 1 };
  }
  return { ids, end: null, pages: pages.length };
}

describe("a walk through a catalog", () => {
  it.each<[string, readonly CatalogPage[], object]>([
    ["ends complete on the last page", [page("ab", "/2"), page("c", null)], { ids: "abc", end: "complete" }],
    ["is complete where the catalog is empty", [page("", null, { total: 0 })], { ids: "", end: "complete" }],
    ["goes on while there is a next page", [page("ab", "/2"), page("cd", "/3")], { ids: "abcd", end: null }],
    ["falls short of what was announced", [page("ab", null, { total: 3 })], { ids: "ab", end: "short" }],
    [
      "falls short with entries nobody could read",
      [page("ab", "/2", { unreadable: 1 }), page("c", null)],
      { end: "short" },
    ],
    [
      "counts an entry once that moved to another page",
      [page("ab", "/2"), page("bc", null)],
      { ids: "abc", end: "complete" },
    ],
    [
      "falls short when entries moved out of sight",
      [page("ab", "/2"), page("b", null, { total: 3 })],
      { end: "short" },
    ],
    [
      "ends when the same page comes again",
      [page("ab", "/2"), page("ab", "/3")],
      { ids: "ab", end: "repeats", pages: 2 },
    ],
    ["ends when a cursor comes again", [page("ab", "/2"), page("cd", "/2")], { ids: "abcd", end: "repeats" }],
    ["ends when the first page follows", [page("ab", "/1")], { end: "repeats" }],
    [
      "is complete when only what is known comes again after all of it",
      [page("ab", "/2", { total: 2 }), page("ab", "/3", { total: 2 })],
      { end: "complete" },
    ],
  ])("%s", (_, pages, expected) => {
    expect(walked(pages)).toMatchObject(expected);
  });

  it("asks for no more pages than allowed, whatever comes", () => {
    const endless = Array.from({ length: 50 }, (_, index) =>
      page(String.fromCodePoint(0x4e00 + index), `/${index + 2}`),
    );
    expect(walked(endless, 10)).toMatchObject({ end: "limit", pages: 10 });
  });

  /** Pages of so many new entries each, for as long as anybody asks. */
  const trickle = (sizes: readonly number[], pages: number, total = 1_000_000) => {
    let last = 0x4e00;
    return Array.from({ length: pages }, (_, index) => {
      const size = sizes[index % sizes.length] ?? 0;
      const ids = Array.from({ length: size }, () => String.fromCodePoint(last++)).join("");
      return page(ids, `/${index + 2}`, { total });
    });
  };

  it.each([
    ["one new entry a page", [1]],
    ["nothing at all", [0]],
    ["four and none by turns", [4, 0]],
  ])("leaves a catalog that gives %s for ever after 50 pages", (_, sizes) => {
    expect(walked(trickle(sizes, 200))).toMatchObject({ end: "trickles", pages: 50 });
  });

  it.each([
    ["one a page, of 300", 1, 300],
    ["four a page, of 240", 4, 240],
  ])("reads a small catalog to its end that gives %s", (_, size, total) => {
    const pages = trickle([size], total / size, total);
    const last = pages.length - 1;
    const ending = pages.map((one, index) => (index === last ? { ...one, next: null } : one));
    expect(walked(ending)).toMatchObject({ end: "complete", pages: total / size });
  });

  it("leaves a catalog whose end is always near after 1,000 pages", () => {
    const receding = trickle([1], 2000).map((one, index) => ({ ...one, total: index + 10 }));
    expect(walked(receding)).toMatchObject({ end: "trickles", pages: 991 });
  });

  it.each([
    ["five a page", [5]],
    ["twenty a page, and now and then none", [20, 20, 0]],
  ])("goes on with a catalog that gives %s", (_, sizes) => {
    expect(walked(trickle(sizes, 300))).toMatchObject({ end: null });
  });

  it("goes on after many full pages, though some that follow are nearly empty", () => {
    const sizes = [...Array.from({ length: 20 }, () => 100), ...Array.from({ length: 100 }, () => 1)];
    expect(walked(trickle(sizes, 120))).toMatchObject({ end: null });
  });
});
