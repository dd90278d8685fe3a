import { expect, it } from "vitest";
import { fuseRankings } from "./fusion.ts";

it.each([
  [
    "both first",
    [
      ["a", "b"],
      ["a", "c"],
    ],
    "a",
  ],
  [
    "second in both before first in one",
    [
      ["x", "b"],
      ["y", "b"],
    ],
    "b",
  ],
  ["only one ranking", [[], ["z"]], "z"],
])("what stands high in %s comes first", (_, rankings, first) => {
  expect(fuseRankings(rankings)[0]?.key).toBe(first);
});

it("keeps everything once, and of equals the first ranking's", () => {
  expect(fuseRankings([["a"], ["b"]]).map(({ key }) => key)).toEqual(["a", "b"]);
  expect(fuseRankings([])).toEqual([]);
});
