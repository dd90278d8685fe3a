import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffPages, type RemotePage } from "./diff.ts";

const page = (pageid: number, more: Partial<RemotePage> = {}): RemotePage => ({
  pageid,
  title: `Page ${pageid}`,
  revid: 10,
  relations: "a",
  ...more,
});
const complete = { complete: true };

/** By kind, as lists. */
function diffOf(remote: readonly RemotePage[], local: readonly RemotePage[], listing = complete) {
  const stored = new Map(local.map((one) => [one.pageid, one]));
  const listed = new Set(remote.map(({ pageid }) => pageid));
  const all = [...diffPages(remote, stored, { ...listing, has: (pageid) => listed.has(pageid) })];
  return {
    fresh: all.flatMap((one) => (one.kind === "fresh" ? [one.remote] : [])),
    changed: all.flatMap((one) => (one.kind === "changed" ? [one] : [])),
    unchanged: all.flatMap((one) => (one.kind === "unchanged" ? [one.remote] : [])),
    gone: all.flatMap((one) => (one.kind === "gone" ? [one.local] : [])),
  };
}

describe("diffPages", () => {
  it.each<[string, Partial<RemotePage>, Partial<RemotePage>, string[]]>([
    ["nothing differs", {}, {}, []],
    ["a newer revision", { revid: 11 }, {}, ["revision"]],
    ["an older revision, after a partial undelete", { revid: 9 }, {}, ["revision"]],
    ["another title", { title: "Moved" }, {}, ["title"]],
    ["a title in other case", { title: "PAGE 7" }, {}, ["title"]],
    ["a move", { title: "Moved", revid: 11 }, {}, ["revision", "title"]],
    ["a new redirect to it", { relations: "b" }, {}, ["relations"]],
    ["a registry that knows nothing of redirects", {}, { relations: null }, []],
    ["a look that left redirects out", { relations: null }, {}, []],
  ])("%s", (_, remote, local, causes) => {
    const diff = diffOf([page(7, remote)], [page(7, local)], complete);
    expect(diff.changed.map((one) => one.causes)).toEqual(causes.length === 0 ? [] : [causes]);
    expect(diff.unchanged).toHaveLength(causes.length === 0 ? 1 : 0);
  });

  it("takes a page made anew under an old title as one that is new and one that is gone", () => {
    const diff = diffOf([page(8, { title: "Bed" })], [page(7, { title: "Bed" })], complete);
    expect(diff).toEqual({
      fresh: [page(8, { title: "Bed" })],
      changed: [],
      unchanged: [],
      gone: [page(7, { title: "Bed" })],
    });
  });

  it("knows of nothing gone when the listing is not complete", () => {
    expect(diffOf([], [page(7)], { complete: false }).gone).toEqual([]);
  });

  it("puts every page in exactly one place, and can say it again after the store caught up", () => {
    const pages = fc.uniqueArray(fc.record({ pageid: fc.nat(30), revid: fc.nat(3) }), {
      selector: ({ pageid }) => pageid,
    });
    fc.assert(
      fc.property(pages, pages, (remote, local) => {
        const now = remote.map(({ pageid, revid }) => page(pageid, { revid }));
        const stored = local.map(({ pageid, revid }) => page(pageid, { revid }));
        const diff = diffOf(now, stored, complete);
        expect(diff.fresh.length + diff.changed.length + diff.unchanged.length).toBe(now.length);
        expect(diff.gone.length + diff.changed.length + diff.unchanged.length).toBe(stored.length);
        expect(diffOf(now, now, complete)).toEqual({ fresh: [], changed: [], unchanged: now, gone: [] });
      }),
    );
  });
});
