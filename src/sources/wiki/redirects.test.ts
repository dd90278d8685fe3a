import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nameRedirects,
  readAllRedirects,
  readResolvedRedirects,
  type RedirectEdge,
} from "./redirect-rows.ts";
import { NO_RELATIONS, relatePages } from "./redirects.ts";
import { successOf } from "./testing/answers.ts";

const edge = (from: string, to: string, more: Partial<RedirectEdge> = {}): RedirectEdge => ({
  from,
  to,
  fragment: null,
  interwiki: null,
  ...more,
});
const plain = (...titles: string[]) => titles.map((title) => ({ title, isRedirect: false }));
const redirect = (...titles: string[]) => titles.map((title) => ({ title, isRedirect: true }));

describe("relatePages", () => {
  const relations = relatePages({
    pages: [
      ...plain("Bed", "Bank", "Rock", "Constructor", "Alone"),
      ...redirect("Old bed", "Older bed", "Oldest bed", "Part", "Part of part", "Nowhere", "To nowhere"),
      ...redirect(
        "One",
        "Two",
        "Into loop",
        "Self",
        "Abroad",
        "To abroad",
        "Log",
        "Shelf",
        "Lost",
        "To lost",
      ),
      ...redirect("__proto__"),
    ],
    edges: [
      edge("Older bed", "Old bed"),
      edge("Oldest bed", "Older bed"),
      edge("Old bed", "Bed"),
      edge("Part", "Bank", { fragment: "Position" }),
      edge("Part of part", "Part", { fragment: "Ignored" }),
      edge("Nowhere", "Never was"),
      edge("To nowhere", "Nowhere"),
      edge("One", "Two"),
      edge("Two", "One"),
      edge("Into loop", "One"),
      edge("Self", "Self"),
      edge("Abroad", "Rock", { interwiki: "other", fragment: "Top" }),
      edge("To abroad", "Abroad"),
      edge("Log", "Special:Log"),
      edge("Shelf", "Category:Shelf"),
      edge("To lost", "Lost"),
      edge("Talk:Aside", "Bed"),
      edge("__proto__", "Constructor"),
      edge("Bank", "Bed"),
    ],
    existing: ["Category:Shelf"],
    special: ["Special:Log"],
  });
  const leads = (title: string) => {
    const { redirectTo, redirectTarget, redirectFragment, redirectProblem } =
      relations.get(title) ?? NO_RELATIONS;
    return [redirectTo, redirectTarget, redirectFragment, redirectProblem];
  };

  it.each([
    ["Bed", [null, null, null, null]],
    ["Old bed", ["Bed", "Bed", null, null]],
    ["Older bed", ["Old bed", "Bed", null, null]],
    ["Oldest bed", ["Older bed", "Bed", null, null]],
    ["Part", ["Bank", "Bank", "Position", null]],
    ["Part of part", ["Part", "Bank", "Position", null]],
    ["Nowhere", ["Never was", null, null, "missing"]],
    ["To nowhere", ["Nowhere", null, null, "missing"]],
    ["One", ["Two", null, null, "loop"]],
    ["Two", ["One", null, null, "loop"]],
    ["Into loop", ["One", null, null, "loop"]],
    ["Self", ["Self", null, null, "loop"]],
    ["Abroad", ["Rock", null, null, "interwiki"]],
    ["To abroad", ["Abroad", null, null, "interwiki"]],
    ["Log", ["Special:Log", null, null, "special"]],
    ["Shelf", ["Category:Shelf", "Category:Shelf", null, null]],
    ["Lost", [null, null, null, "unknown"]],
    ["To lost", ["Lost", null, null, "unknown"]],
    ["__proto__", ["Constructor", "Constructor", null, null]],
    ["Bank", [null, null, null, null]],
  ])("%s leads to %j", (title, expected) => {
    expect(leads(title)).toEqual(expected);
  });

  it.each([
    ["Bed", ["Old bed", "Older bed", "Oldest bed", "Talk:Aside"]],
    ["Old bed", ["Older bed"]],
    ["Oldest bed", []],
    ["Bank", ["Part", "Part of part"]],
    ["Rock", []],
    ["One", ["Into loop", "Two"]],
    ["Self", []],
    ["Constructor", ["__proto__"]],
    ["Alone", []],
    ["Lost", ["To lost"]],
  ])("to %s lead %j", (title, expected) => {
    expect((relations.get(title) ?? NO_RELATIONS).redirectsFrom).toEqual(expected);
  });

  it("says something of pages of the listing that redirects have to do with, and of no other", () => {
    const others = ["Talk:Aside", "Category:Shelf", "Rock", "Alone"];
    expect(others.filter((title) => relations.has(title))).toEqual([]);
    expect(relations.size).toBe(21);
  });

  it("agrees with walking every chain by itself, in whatever order the edges come", () => {
    const titles = ["A", "B", "C", "D", "E", "F", "G"];
    const target = fc.constantFrom(...titles, "Missing");
    const chains = fc.dictionary(fc.constantFrom(...titles), target, { noNullPrototype: true });
    fc.assert(
      fc.property(chains, fc.boolean(), (to, backwards) => {
        const listed = titles.map((title) => ({ title, isRedirect: Object.hasOwn(to, title) }));
        const edges = Object.entries(to).map(([from, end]) => edge(from, end));
        const found = relatePages({ pages: listed, edges: backwards ? edges.toReversed() : edges });
        const of = (title: string) => found.get(title) ?? NO_RELATIONS;
        for (const title of titles) expect(of(title).redirectTarget).toBe(walk(to, title));
        for (const end of titles.filter((title) => !Object.hasOwn(to, title))) {
          const expected = titles.filter((title) => title !== end && walk(to, title) === end);
          expect(of(end).redirectsFrom).toEqual(expected);
        }
      }),
    );
  });

  it("takes a chain of 10,000, and a star of 100,000, in one go", () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => edge(`C${index}`, `C${index + 1}`));
    const star = Array.from({ length: 100_000 }, (_, index) => edge(`S${index}`, "C10000"));
    const pages = [...plain("C10000"), ...redirect(...chain.map(({ from }) => from))];
    const found = relatePages({ pages, edges: [...chain, ...star] });
    expect(found.get("C10000")?.redirectsFrom).toHaveLength(110_000);
    expect(found.get("C0")?.redirectTarget).toBe("C10000");
    const named = [...found.values()].reduce((sum, { redirectsFrom }) => sum + redirectsFrom.length, 0);
    expect(named).toBe(110_000 + 9_999);
  });
});

function walk(to: Record<string, string>, start: string): string | null {
  if (!Object.hasOwn(to, start)) return null;
  let title = start;
  for (let hop = 0; hop <= 10 && Object.hasOwn(to, title); hop++) title = to[title] ?? "";
  return title === "Missing" || Object.hasOwn(to, title) ? null : title;
}

describe("rows of redirects", () => {
  it("are read from allredirects, and named by the listing", () => {
    const answer = successOf({
      batchcomplete: true,
      limits: { allredirects: 500 },
      query: {
        allredirects: [
          { fromid: 7, ns: 0, title: "Bed", fragment: "Top" },
          { fromid: 8, ns: 0, title: "Rock", interwiki: "other" },
          { fromid: 9, ns: 0, title: "Bed" },
        ],
      },
    });
    const rows = readAllRedirects(answer);
    if (!rows.ok) throw new Error("not read");
    const titles = new Map([
      [7, "Old bed"],
      [8, "Abroad"],
    ]);
    expect(nameRedirects(rows.value, (id) => titles.get(id))).toEqual({
      edges: [
        edge("Old bed", "Bed", { fragment: "Top" }),
        edge("Abroad", "other:Rock", { interwiki: "other" }),
      ],
      unknownIds: [9],
    });
  });

  it("are read from an answer that followed them", () => {
    const answer = successOf({
      batchcomplete: true,
      query: {
        interwiki: [{ title: "other:Rock", iw: "other" }],
        redirects: [
          { from: "Old bed", to: "Bed", tofragment: "Top" },
          { from: "Abroad", to: "other:Rock", tointerwiki: "other" },
        ],
        pages: [
          { pageid: 7, ns: 0, title: "Bed" },
          { ns: 0, title: "Never was", missing: true },
          { ns: -1, title: "Special:Log", special: true },
        ],
      },
    });
    expect(readResolvedRedirects(answer)).toEqual({
      ok: true,
      value: {
        edges: [
          edge("Old bed", "Bed", { fragment: "Top" }),
          edge("Abroad", "other:Rock", { interwiki: "other" }),
        ],
        existing: ["Bed"],
        special: ["Special:Log"],
      },
    });
  });

  it("may be none", () => {
    expect(readAllRedirects(successOf({ batchcomplete: true, query: { allredirects: [] } })).ok).toBe(true);
    expect(readResolvedRedirects(successOf({ batchcomplete: true, query: {} }))).toMatchObject({ ok: true });
  });

  it.each([
    [{ batchcomplete: true }],
    [{ batchcomplete: true, query: { redirects: {}, allredirects: {} } }],
    [{ batchcomplete: true, query: { redirects: [{ from: "A" }], allredirects: [{ title: "A" }] } }],
    [{ batchcomplete: true, query: { redirects: [{ to: "A" }], allredirects: [{ fromid: 7 }] } }],
  ])("are not read from %j", (json) => {
    const changed = { ok: false, failure: { kind: "structure_changed" } };
    expect(readAllRedirects(successOf(json))).toMatchObject(changed);
    expect(readResolvedRedirects(successOf(json))).toMatchObject(changed);
  });
});
