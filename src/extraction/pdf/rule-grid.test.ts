import { expect, test } from "vitest";
import { mergedLevels } from "./rule-grid.ts";

const strokes = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ x0: at / 50, y0: 9, x1: at / 50 + 5, y1: 9 }));

test("a line drawn in very many strokes is one, and costs no more than they are", () => {
  const cost = (count: number) => {
    const drawn = strokes(count);
    const started = process.cpuUsage();
    expect(mergedLevels(drawn)).toEqual([{ x0: 0, y0: 9, x1: (count - 1) / 50 + 5, y1: 9 }]);
    const { user, system } = process.cpuUsage(started);
    return user + system;
  };
  cost(2_000);
  const small = Math.max(5_000, cost(8_000));
  // Eight times as many would cost sixty-four times as much, were a list made anew for each.
  expect(cost(64_000) / small).toBeLessThan(32);
});
