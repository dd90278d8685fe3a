/** Heads without rules: filled areas that stand right on top of a grid are a row of it. */
import type { Box } from "./geometry.ts";
import { type Grid, gridsOf } from "./rule-grid.ts";

/** Points: an area as near touches the grid. */
const TOUCHING = 3;
/** Higher than a head is. */
const HIGHEST = 80;
/** Of the width of the grid: what stands on it covers as much. */
const COVERED = 0.95;

/** The grids of these rules, with their shaded heads. */
export function headedGrids(rules: readonly Box[], shades: readonly Box[]): Grid[] {
  const grids = gridsOf(rules);
  if (shades.length === 0) return grids;
  const heads = grids.flatMap((grid) => headsOf(grid, shades));
  return heads.length === 0 ? grids : gridsOf([...rules, ...heads.flatMap(edgesOf)]);
}

function headsOf({ x0, x1, y0 }: Grid, shades: readonly Box[]): Box[] {
  const on = shades.filter(
    (shade) =>
      Math.abs(shade.y1 - y0) <= TOUCHING &&
      shade.y1 - shade.y0 <= HIGHEST &&
      shade.x0 >= x0 - TOUCHING &&
      shade.x1 <= x1 + TOUCHING,
  );
  const covered = on.reduce((sum, shade) => sum + shade.x1 - shade.x0, 0);
  return covered >= (x1 - x0) * COVERED ? on : [];
}

function edgesOf({ x0, y0, x1, y1 }: Box): Box[] {
  return [
    { x0, y0, x1, y1: y0 },
    { x0, y0: y1, x1, y1 },
    { x0, y0, x1: x0, y1 },
    { x0: x1, y0, x1, y1 },
  ];
}
