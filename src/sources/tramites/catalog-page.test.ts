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
});
