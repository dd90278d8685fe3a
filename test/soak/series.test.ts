import { expect, it } from "vitest";
import { answersFor, contentOf, isGood } from "./fates.ts";
import { allHosts, pagesOf } from "./hosts.ts";
import { lastFifthToFirst, slopeOf } from "./series.ts";

const line = (slope: number) => Array.from({ length: 100 }, (_, x) => ({ x, y: slope * x + 7 }));

it.each([0, 2, -0.5])("finds the slope of a line: %d", (slope) => {
  expect(slopeOf(line(slope))).toBeCloseTo(slope);
});

it.each([
  ["nothing", []],
  ["one point", [{ x: 1, y: 1 }]],
])("finds no slope in %s", (_, points) => expect(slopeOf(points)).toBe(0));

it("finds what has become slower", () => {
  const slower = line(4).map(({ x, y }) => ({ x, y: x < 50 ? y : 207 + (x - 50) }));
  expect(lastFifthToFirst(line(3))).toBeCloseTo(1);
  expect(lastFifthToFirst(slower)).toBeCloseTo(0.25);
});

it.each([5000, 100_000])("shares out all of %d jobs", (jobs) => {
  expect(allHosts.reduce((sum, host) => sum + pagesOf(host, jobs), 0)).toBe(jobs);
});

it("gives every kind of answer, the same for the same seed, and most pages in the end", () => {
  const pages = Array.from({ length: 20_000 }, (_, n) => [1 + (n % 47), Math.floor(n / 47)] as const);
  const all = pages.map(([host, page]) => answersFor(7, host, page));
  expect(pages.map(([host, page]) => answersFor(7, host, page))).toEqual(all);
  expect(new Set(all.flat()).size).toBe(18);
  const inTheEnd = all.filter((answers) => isGood(answers.at(-1) ?? "gone")).length;
  expect(inTheEnd / pages.length).toBeGreaterThan(0.9);
  const twins = pages.filter(([host, page]) => contentOf(7, host, page) !== page).length;
  expect(twins / pages.length).toBeCloseTo(0.02, 2);
});
