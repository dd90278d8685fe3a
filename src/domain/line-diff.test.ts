import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DiffLine, diffLines } from "./line-diff.ts";

const marks = { same: " ", removed: "-", added: "+" } as const;
const shown = (lines: readonly DiffLine[]) => lines.map(({ kind, text }) => `${marks[kind]}${text}`);

describe("a comparison by lines", () => {
  it.each([
    ["equal texts", "a b c", "a b c", [" a", " b", " c"]],
    ["a line changed", "a b c", "a x c", [" a", "-b", "+x", " c"]],
    ["a line added in the middle", "a c", "a b c", [" a", "+b", " c"]],
    ["a line removed at the end", "a b c", "a b", [" a", " b", "-c"]],
    ["lines moved", "a b c d", "c a b d", ["+c", " a", " b", "-c", " d"]],
    ["everything new", "", "a b", ["+a", "+b"]],
    ["nothing left", "a b", "", ["-a", "-b"]],
  ])("%s", (_, before, after, expected) => {
    const lines = (text: string) => (text === "" ? [] : text.split(" "));
    expect(shown(diffLines(lines(before), lines(after)))).toEqual(expected);
  });

  it("leads from one text to the other, whatever they are, and as short as can be", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after);
        const without = (kind: DiffLine["kind"]) =>
          lines.filter((line) => line.kind !== kind).map((line) => line.text);
        expect(without("added")).toEqual(before);
        expect(without("removed")).toEqual(after);
        const common = lines.filter(({ kind }) => kind === "same").length;
        expect(common).toBe(longestCommon(before, after));
      }),
      { numRuns: 500 },
    );
  });

  it("ends on texts that have nothing in common", () => {
    const before = Array.from({ length: 5000 }, (_, n) => `a${n}`);
    const after = Array.from({ length: 5000 }, (_, n) => `b${n}`);
    expect(diffLines(before, after)).toHaveLength(10_000);
  });
});

function longestCommon(a: readonly string[], b: readonly string[]): number {
  const rows = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (const [i, x] of a.entries())
    for (const [j, y] of b.entries())
      (rows[i + 1] as number[])[j + 1] =
        x === y ? (rows[i]?.[j] ?? 0) + 1 : Math.max(rows[i]?.[j + 1] ?? 0, rows[i + 1]?.[j] ?? 0);
  return rows[a.length]?.[b.length] ?? 0;
}
