import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PackedPages } from "./packed-pages.ts";

interface Page {
  readonly pageid: number;
  readonly title: string;
  readonly revid: number;
}

const packed = (pages: readonly Page[]) => {
  const all = new PackedPages<Page, readonly [string, number]>({
    pack: ({ title, revid }) => [title, revid],
    unpack: (pageid, [title, revid]) => ({ pageid, title, revid }),
  });
  for (const page of pages) all.set(page);
  return all;
};

/** Short and long, in all planes, with line feeds and halves of surrogate pairs. */
const titles = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("a\nb", "\u{1F6B0}", "\ud83d", "é".repeat(150_000), "x".repeat(262_144)),
);
const pages = fc.array(fc.record({ pageid: fc.nat(40), title: titles, revid: fc.maxSafeNat() }));

describe("PackedPages", () => {
  it("is what a Map of the same pages would be", () => {
    fc.assert(
      fc.property(pages, (some) => {
        const map = new Map(some.map((page) => [page.pageid, page]));
        const all = packed(some);
        expect([...all]).toEqual([...map]);
        expect([...all.keys()]).toEqual([...map.keys()]);
        expect([...all.values()]).toEqual([...map.values()]);
        expect(all.size).toBe(map.size);
        for (let id = 0; id <= 40; id++) {
          expect(all.has(id)).toBe(map.has(id));
          expect(all.get(id)).toEqual(map.get(id));
        }
      }),
      { numRuns: 50 },
    );
  });

  it("shows every page to a visitor", () => {
    const some = [
      { pageid: 7, title: "Bed", revid: 1 },
      { pageid: 3, title: "Bank", revid: 2 },
    ];
    const seen: Page[] = [];
    packed(some).forEach((page) => seen.push(page));
    expect(seen).toEqual(some);
  });

  it("holds a large wiki in a tenth of a kilobyte a page, outside of the heap", () => {
    const before = process.memoryUsage().arrayBuffers;
    const many = Array.from({ length: 20_000 }, (_, pageid) => ({
      pageid,
      title: `Page ${pageid}`,
      revid: pageid,
    }));
    const all = packed(many);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000 * 100);
    expect(all.get(19_999)).toEqual(many[19_999]);
  });
});
