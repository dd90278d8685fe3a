/** Tables with level rules between their rows and no upright ones. */
import type { Box } from "./geometry.ts";
import { linedTable } from "./lined-cells.ts";
import { type Row, rowsOf, wordsOf } from "./rows.ts";
import { isUpright, mergedLevels } from "./rule-grid.ts";
import type { PdfTable } from "./table.ts";
import type { Word } from "./word-builder.ts";

export interface BandedTable {
  readonly table: PdfTable;
  readonly words: readonly Word[];
}

/** Shorter rules underline. */
const SHORTEST = 100;
/** Points: the rules of one table begin and end together. */
export const TOGETHER = 4;
/** Higher than a row is. */
const HIGHEST = 160;
const LEAST_RULES = 3;
/** More than tables have: a drawing. */
const MAX_GROUPS = 100;
const MAX_RULES = 300;
/** Of the size: lines of a row that has no rule on its other side. */
const NEAR = 1.5;
const NEAR_RULE = 3;
const FAR = 4;
const MAX_HEAD_LINES = 4;
/** Of the width of the rules. */
const TEXT_WIDTH = 0.6;
/** Of the size: a line as long is no part of a head. */
const PROSE_WIDTH = 30;

const isMulti = ({ segments }: Row) => segments.length > 1;

export function bandedTables(words: readonly Word[], rules: readonly Box[]): BandedTable[] {
  const levels = mergedLevels(rules).filter(({ x0, x1 }) => x1 - x0 >= SHORTEST);
  if (levels.length < LEAST_RULES) return [];
  const uprights = rules.filter(isUpright);
  return runsOf(levels).flatMap((run) => {
    if (uprights.some((upright) => isWithin(upright, run))) return [];
    const table = tableOf(run, words);
    return table === null ? [] : [table];
  });
}

/** Rules one under the other, from the top. */
function runsOf(levels: readonly Box[]): Box[][] {
  const groups: Box[][] = [];
  for (const level of levels.toSorted((a, b) => a.y0 - b.y0)) {
    const group = groups.findLast(
      ([first]) =>
        first !== undefined &&
        Math.abs(first.x0 - level.x0) < TOGETHER &&
        Math.abs(first.x1 - level.x1) < TOGETHER,
    );
    const last = group?.at(-1);
    if (group !== undefined && last !== undefined && level.y0 - last.y0 <= HIGHEST) group.push(level);
    else if (groups.length < MAX_GROUPS) groups.push([level]);
  }
  return groups.filter(({ length }) => length >= LEAST_RULES && length <= MAX_RULES);
}

/** Parts columns, which is another kind of table. */
function isWithin(upright: Box, run: readonly Box[]): boolean {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return false;
  return (
    upright.x0 > first.x0 + TOGETHER &&
    upright.x0 < first.x1 - TOGETHER &&
    upright.y0 < last.y0 &&
    upright.y1 > first.y0
  );
}

/** Between the ends of a rule, or a little over them. */
export const isBeside =
  ({ x0, x1 }: Box) =>
  (word: Word) =>
    word.x0 > x0 - TOGETHER && word.x1 < x1 + TOGETHER;

function tableOf(run: readonly Box[], words: readonly Word[]): BandedTable | null {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return null;
  const beside = words.filter(isBeside(first));
  const middle = (word: Word) => word.y - 0.3 * word.size;
  const between = run.slice(1).map((rule, at) => {
    const above = run[at]?.y0 ?? rule.y0;
    return rowsOf(beside.filter((word) => middle(word) > above && middle(word) < rule.y0));
  });
  const over = rowsOf(beside.filter((word) => middle(word) < first.y0));
  const under = rowsOf(beside.filter((word) => middle(word) > last.y0));
  const head = nearestLines(over.toReversed(), first.y0).toReversed();
  const foot = nearestLines(under, last.y0);
  // Rules around a head alone: its rows are below, and told by how they stand.
  if (foot.length > 0 && !isLastRow(foot, under[foot.length], [head, ...between], first)) return null;
  const bands = [head, ...between, foot].filter((band) => band.length > 0);
  const table = linedTable(bands, true);
  return table === null ? null : { table, words: bands.flatMap((band) => wordsOf(band)) };
}

/**
 * Whether lines below the last rule are the last row, which has no rule under it, as the head has none over it: rows
 * are between the rules, and what comes next is no row, but a text or far away.
 */
function isLastRow(
  foot: readonly Row[],
  next: Row | undefined,
  [head = [], ...rows]: readonly (readonly Row[])[],
  { x0, x1 }: Box,
): boolean {
  if (head.length === 0 || rows.some(({ length }) => length === 0)) return false;
  if (next === undefined) return true;
  const last = foot.at(-1) ?? next;
  if (isMulti(next)) return next.y - last.y > FAR * next.size;
  return next.y - last.y > NEAR * next.size && next.x1 - next.x0 > TEXT_WIDTH * (x1 - x0);
}

/** Of a first row that has no rule over it: the lines next to the rule, where they have columns. */
export function nearestLines(rows: readonly Row[], rule: number): Row[] {
  const found: Row[] = [];
  for (const row of rows) {
    const from = found.at(-1)?.y ?? rule;
    const near = found.length === 0 ? NEAR_RULE : NEAR;
    if (Math.abs(row.y - from) > near * row.size) break;
    // A text of its own that ends there.
    if (found.some(isMulti) && !isMulti(row) && row.x1 - row.x0 > PROSE_WIDTH * row.size) break;
    found.push(row);
    if (found.length > MAX_HEAD_LINES) return [];
  }
  return found.some(isMulti) ? found : [];
}
