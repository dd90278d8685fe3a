/** Rows that are told by upright rules alone: each cell has its own piece of them, and the pieces of a row end together. */
import type { Box } from "./geometry.ts";

/** Pieces this near meet, and rules this near are one. */
const MEETING = 3;
const SNAP = 2;
/** Lower than a row is. */
const LOWEST = 8;
/** More than a page of cells has: a drawing. */
const MAX_PIECES = 8_000;

/**
 * Heights at which every upright rule that passes is drawn in two pieces, and no level rule is. `pieces` are as they
 * were drawn, `whole` are those that they make; one place where a single rule was set down again says nothing.
 */
export function brokenAt(pieces: readonly Box[], whole: readonly Box[], levels: readonly Box[]): number[] {
  if (pieces.length <= whole.length || pieces.length > MAX_PIECES) return [];
  const own = whole.map((rule) => ({ rule, ends: endsIn(rule, pieces) }));
  const heights: number[] = [];
  for (const y of new Set(own.flatMap(({ ends }) => ends).toSorted((a, b) => a - b))) {
    if (y - (heights.at(-1) ?? -Infinity) <= LOWEST) continue;
    const passing = own.filter(({ rule }) => rule.y0 < y - LOWEST && rule.y1 > y + LOWEST);
    const isBroken = passing.every(({ ends }) => ends.some((end) => Math.abs(end - y) <= SNAP));
    if (isBroken && !levels.some(({ y0 }) => Math.abs(y0 - y) <= LOWEST)) heights.push(y);
  }
  return heights.length > 1 || whole.length > 1 ? heights : [];
}

/** Where one piece of a rule ends and another begins. */
function endsIn({ x0, y0, y1 }: Box, pieces: readonly Box[]): number[] {
  const own = pieces.filter(
    (piece) => Math.abs(piece.x0 - x0) <= SNAP && piece.y0 >= y0 - MEETING && piece.y1 <= y1 + MEETING,
  );
  const tops = own.map((piece) => piece.y0);
  const ends = new Set(own.map((piece) => Math.round(piece.y1)));
  return [...ends].filter((end) => tops.some((top) => Math.abs(top - end) <= SNAP));
}
