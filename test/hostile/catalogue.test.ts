/** Comes last: what the catalogue lists, and the other files of this suite have met. */
import { describe, expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import { CATALOGUE, type Listed, type Way } from "./catalogue.ts";
import { entries } from "./ledger.ts";

const key = (row: string, way: Way) => `${row} by ${way}`;

function notMet({ rows, ways }: Listed, seen: ReadonlySet<string>): readonly string[] {
  return ways.flatMap((way) => rows.map((row) => key(row, way))).filter((one) => !seen.has(one));
}

describe("the list of hostile inputs", () => {
  const seen = new Set(entries().map(({ row, way }) => key(row, way)));

  it("has ids of its own, in the order of the text", () => {
    const ids = CATALOGUE.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(
      Object.fromEntries(
        Map.groupBy(ids, ([letter = ""]) => letter)
          .entries()
          .map(([c, of]) => [c, of.length]),
      ),
    ).toEqual({
      A: 41,
      B: 14,
      C: 23,
      D: 14,
      E: 23,
      F: 22,
      G: 17,
      H: 7,
    });
  });

  it.each(CATALOGUE.map((one) => [one.id, one.words, one] as const))(
    "%s %s ends in a named outcome by every way that it takes",
    (_id, _words, listed) => {
      expect(notMet(listed, seen)).toEqual([]);
    },
  );

  it("is met whole", () => {
    const whole = CATALOGUE.filter((one) => notMet(one, seen).length === 0);
    figure("R15", "hostile inputs in a named outcome", `${whole.length} of ${CATALOGUE.length}`);
    const pairs = CATALOGUE.flatMap(({ id, ways }) => ways.map((way) => ({ id, way })));
    const done = CATALOGUE.flatMap(({ rows, ways }) =>
      ways.filter((way) => rows.every((row) => seen.has(key(row, way)))),
    );
    figure("R15", "ways of hostile inputs that end in a named outcome", `${done.length} of ${pairs.length}`);
    expect(whole.length).toBe(CATALOGUE.length);
  });
});
