/** Tables whose rows are told by stripes: filled areas behind every row, or behind every second one. */
import { type BandedTable, isBeside, nearestLines, TOGETHER } from "./banded-table.ts";
import { type Box, median } from "./geometry.ts";
import { linedTable } from "./lined-cells.ts";
import { type Row, rowsOf, wordsOf } from "./rows.ts";
import type { Word } from "./word-builder.ts";

/** Shorter areas stand behind a word. */
const SHORTEST = 100;
/** Higher than a row is. */
const HIGHEST = 160;
/** Points: areas as near are those of one row, or of two that follow each other. */
const TOUCHING = 4;
const LEAST_STRIPES = 3;
const MAX_STRIPES = 300;
/** Of the stripes, those with words in several columns. */
const FILLED = 0.6;
/** Of the height of a stripe: what is between two is higher by no more. */
const HIGHER = 2.6;

interface Band {
  readonly y0: number;
  readonly y1: number;
  readonly isShaded: boolean;
}

export function shadedTables(words: readonly Word[], shades: readonly Box[]): BandedTable[] {
  if (shades.length < LEAST_STRIPES) return [];
  return runsOf(stripesOf(shades)).flatMap((run) => {
    const table = tableOf(run, words);
    return table === null ? [] : [table];
  });
}

/** Areas side by side are one: cells are often shaded one by one. */
function stripesOf(shades: readonly Box[]): Box[] {
  const stripes: Box[] = [];
  for (const shade of shades.toSorted((a, b) => Math.round(a.y0) - Math.round(b.y0) || a.x0 - b.x0)) {
    const last = stripes.at(-1);
    const isSameRow =
      last !== undefined &&
      Math.abs(last.y0 - shade.y0) < 1 &&
      Math.abs(last.y1 - shade.y1) < 1 &&
      shade.x0 <= last.x1 + TOUCHING;
    if (isSameRow) stripes[stripes.length - 1] = { ...last, x1: Math.max(last.x1, shade.x1) };
    else stripes.push(shade);
  }
  return stripes.filter(({ x0, x1, y0, y1 }) => x1 - x0 >= SHORTEST && y1 - y0 <= HIGHEST);
}

/** Stripes one under the other, from the top. */
function runsOf(stripes: readonly Box[]): Box[][] {
  const runs: Box[][] = [];
  for (const stripe of stripes) {
    const run = runs.findLast(([first]) => first !== undefined && isOver(first, stripe));
    const last = run?.at(-1);
    const gap = stripe.y0 - (last?.y1 ?? 0);
    if (run !== undefined && gap > -TOUCHING && gap <= HIGHEST) run.push(stripe);
    else if (run === undefined || gap > HIGHEST) runs.push([stripe]);
    if (runs.length > MAX_STRIPES) return [];
  }
  return runs.filter(({ length }) => length >= LEAST_STRIPES && length <= MAX_STRIPES);
}

const isOver = (first: Box, stripe: Box) =>
  Math.abs(first.x0 - stripe.x0) < TOGETHER && Math.abs(first.x1 - stripe.x1) < TOGETHER;

function tableOf(run: readonly Box[], words: readonly Word[]): BandedTable | null {
  const [first, second] = run;
  const last = run.at(-1);
  if (first === undefined || second === undefined || last === undefined) return null;
  const beside = words.filter(isBeside(first));
  const middle = (word: Word) => word.y - 0.3 * word.size;
  const within = bandsOf(run).map((band) => ({
    ...band,
    rows: rowsOf(beside.filter((word) => middle(word) > band.y0 && middle(word) <= band.y1)),
  }));
  if (headsOnly(within)) return null;
  // Where two stripes touch, each row has its own; or else what is next to the last of them may be a row without.
  const over = isGap(first, second) ? beside.filter((word) => middle(word) < first.y0) : [];
  const under = isGap(run.at(-2) ?? first, last) ? beside.filter((word) => middle(word) > last.y1) : [];
  const head = nearestLines(rowsOf(over).toReversed(), first.y0).toReversed();
  const foot = nearestLines(rowsOf(under), last.y1);
  const bands = [head, ...within.map(({ rows }) => rows), foot].filter(({ length }) => length > 0);
  const table = linedTable(bands, true);
  return table === null ? null : { table, words: bands.flatMap((band) => wordsOf(band)) };
}

const isGap = (above: Box, below: Box) => below.y0 - above.y1 > TOUCHING;

/** The stripes, and what is between them. */
function bandsOf(run: readonly Box[]): Band[] {
  return run.flatMap((stripe, at) => {
    const above = run[at - 1] ?? stripe;
    const band = { y0: stripe.y0, y1: stripe.y1, isShaded: true };
    return isGap(above, stripe) ? [{ y0: above.y1, y1: stripe.y0, isShaded: false }, band] : [band];
  });
}

/** Stripes with one part, or with much more between them than on them, head the rows that follow them. */
function headsOnly(bands: readonly (Band & { readonly rows: readonly Row[] })[]): boolean {
  const shaded = bands.filter(({ isShaded }) => isShaded);
  const filled = shaded.filter(({ rows }) => rows.some(({ segments }) => segments.length > 1));
  const height = ({ y0, y1 }: Band) => y1 - y0;
  const between = bands.filter(({ isShaded }) => !isShaded).map(height);
  return (
    filled.length < shaded.length * FILLED || Math.max(0, ...between) > HIGHER * median(shaded.map(height))
  );
}
