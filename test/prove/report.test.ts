import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GUARANTEES } from "./promises.ts";
import { proved, table, withFigures } from "./report.ts";

const HOME = join(import.meta.dirname, "../..");
const [first] = GUARANTEES;
if (first === undefined) throw new Error("there are no promises");
const files = new Set(Object.values(first.files).flat());
const seen = { promise: "R1", what: "kills", value: 1024 } as const;

describe("the list of promises", () => {
  it("has all of them, in their order, each with tests that exist", () => {
    expect(GUARANTEES.map(({ promise }) => promise)).toEqual(
      Array.from({ length: 15 }, (_, n) => `R${n + 1}`),
    );
    const named = GUARANTEES.flatMap((guarantee) => Object.values(guarantee.files).flat());
    expect(named.filter((file) => !existsSync(join(HOME, file)))).toEqual([]);
  });

  it("is what docs/guarantees.md shows, word by word", () => {
    const page = readFileSync(join(HOME, "docs/guarantees.md"), "utf8");
    for (const { promise, words, target } of GUARANTEES)
      expect(page).toContain(`| ${promise} | ${words} | ${target} |`);
  });
});

describe("what was seen", () => {
  it("holds when all its tests passed, and shows their figures, the last of each", () => {
    const result = proved(first, files, [{ ...seen, value: 3 }, seen, { ...seen, promise: "R2" }]);
    expect(result).toMatchObject({ holds: true, missing: [], figures: [seen] });
    expect(table([result])).toContain("holds  R1");
    expect(table([result])).toContain("kills: 1024");
  });

  it("does not hold when a test was not run, and names it", () => {
    const result = proved(first, new Set(), [seen]);
    expect(result.holds).toBe(false);
    expect(table([result])).toContain([...files][0]);
  });

  it("replaces its own line of the page, and leaves the others", () => {
    const page = withFigures(
      "text\n<!-- figures: written by `npm run prove -- --write` -->\n| R1 | old |\n| R2 | kept |\n<!-- end of figures -->\nmore",
      [proved(first, files, [seen])],
    );
    expect(page).toMatch(/^text\n[^]*\| R1 \|.*kills: 1024 \|\n\| R2 \| kept \|\n[^]*\nmore$/);
    expect(withFigures(page, [])).toBe(page);
  });
});
