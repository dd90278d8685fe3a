import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NameSet } from "./name-set.ts";

const setOf = (names: readonly string[]) => {
  const set = new NameSet();
  for (const name of names) set.add(name);
  return set;
};

/** Without halves of surrogate pairs, which no file system hands out. */
const names = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("", "a", "a/b", "a/b.json", "é".repeat(140_000), "\u{1F6B0}"),
);

describe("NameSet", () => {
  it("has what a Set of the same names has", () => {
    fc.assert(
      fc.property(fc.array(names), fc.array(names), (some, others) => {
        const known = new Set(some);
        const set = setOf([...some, ...some]);
        for (const name of [...some, ...others]) expect(set.has(name)).toBe(known.has(name));
      }),
    );
  });

  it("knows each of 50,000 names, and none beside them", () => {
    const many = Array.from({ length: 50_000 }, (_, n) => `data/pages/Page_${n}.json`);
    const set = setOf(many);
    expect(many.filter((name) => !set.has(name))).toEqual([]);
    expect(many.filter((name) => set.has(`${name}~`) || set.has(name.slice(0, -1)))).toEqual([]);
  });

  it("compares no further than a chunk is long", () => {
    const chunk = 256 * 1024;
    const set = setOf(["x".repeat(chunk - 11), "y".repeat(9)]);
    const longer = Array.from({ length: 5000 }, (_, n) => `a longer name ${n}`);
    expect(longer.filter((name) => set.has(name))).toEqual([]);
    expect(set.has("y".repeat(9))).toBe(true);
  });
});
