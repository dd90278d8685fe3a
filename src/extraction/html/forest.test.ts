import { expect, it } from "vitest";
import { Forest } from "./forest.ts";

const FOREST = new Forest([[0, 0.5, [1, 2, 10, 20], 30], 100, [1, 2, 0, 1000]]);

it.each<[number[], number]>([
  [[0, 0], 110],
  [[0.5, 2], 110],
  [[0.5, 2.1], 1120],
  [[0.6, 0], 130],
  [[0.6, 3], 1130],
  [[], 110],
])("a run of %j gets the sum of what each tree answers", (values, answer) => {
  expect(FOREST.answer(values)).toBe(answer);
});
