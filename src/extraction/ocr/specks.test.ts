import { expect, it } from "vitest";
import { withoutSpecks } from "./specks.ts";

const [width, height] = [200, 200];

/** Paper with a letter's stroke of six points, and a speck every so many points. */
function page(every: number, size = 1): { width: number; height: number; grey: Uint8Array } {
  const grey = new Uint8Array(width * height).fill(255);
  for (let y = 20; y < 180; y++) grey.fill(0, y * width + 50, y * width + 56);
  for (let y = 10; y < height - 10; y += every)
    for (let x = 70; x < width - 10; x += every)
      for (let row = 0; row < size; row++) grey.fill(0, (y + row) * width + x, (y + row) * width + x + size);
  return { width, height, grey };
}

const darkIn = (grey: Uint8Array, from: number, to: number) =>
  grey.filter((value, at) => value < 128 && at % width >= from && at % width < to).length;

it.each([
  ["of one point", 1, 1],
  ["that were drawn twice as large", 2, 2],
])("wipes off many specks %s, and leaves strokes", (_, size, reach) => {
  const dusty = page(12, size);
  const clean = withoutSpecks(dusty, reach);
  expect(darkIn(dusty.grey, 60, width)).toBeGreaterThan(50);
  expect(darkIn(clean, 60, width)).toBe(0);
  expect(darkIn(clean, 0, 60)).toBeGreaterThan(darkIn(dusty.grey, 0, 60) - 20);
});

it("leaves a page as it is that has a few dots, or large ones", () => {
  for (const clean of [page(100), page(14, 6)]) expect(withoutSpecks(clean, 1)).toBe(clean.grey);
});
