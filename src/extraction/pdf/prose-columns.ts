/** A page whose text is set in columns: what stands in one of them has nothing to do with the lines beside it. */
import { type Row, rowsOf, type Segment, wordsOf } from "./rows.ts";
import type { Box } from "./geometry.ts";
import { isEntry } from "./leaders.ts";

/** Words of a line of text. */
const LEAST_WORDS = 5;
/** Lines of text that make a column, and those that show that a part of the page is set in columns. */
const LEAST_LINES = 8;
/** Of the last column, where the text ends in it. */
const LEAST_LAST = 3;
const LEAST_IN_RUN = 3;
/** Points: lines of a column begin together. */
const TOGETHER = 3;
/** Points: as far as the last letter of a line may stand out into a gutter. */
const TOUCHING = 1;
/** Of the widest column: columns of a text are as wide as each other, those of a table seldom. */
const ALIKE = 0.8;
/** Of the width of the page's text. */
const COVERED = 0.8;

interface Column {
  readonly x0: number;
  readonly x1: number;
}

/** The rows by column, where the page is set in columns; else all of them together. */
export function columnRows(rows: readonly Row[], walls: readonly Box[]): (readonly Row[])[] {
  const columns = proseColumns(rows);
  if (columns.length < 2) return [rows];
  const gutters = columns.slice(1).map(({ x0 }, at) => ({ x0: columns[at]?.x1 ?? x0, x1: x0 }));
  const cuts = gutters.map(({ x0, x1 }) => (x0 + x1) / 2);
  const isText = (run: readonly Row[]) =>
    run.flatMap(linesOfText).filter((line) => isIn(columns, line)).length >= LEAST_IN_RUN;
  return wholeRuns(runsOf(rows, gutters), isText).flatMap((run) => {
    if (!isText(run)) return [run];
    const words = wordsOf(run);
    return [-Infinity, ...cuts].map((from, at) =>
      rowsOf(
        words.filter(({ x0 }) => x0 >= from && x0 < (cuts[at] ?? Infinity)),
        walls,
      ),
    );
  });
}

/** A table over the columns, some rows of which keep to them by chance, is one run. */
function wholeRuns(runs: readonly Row[][], isText: (run: readonly Row[]) => boolean): Row[][] {
  const whole: Row[][] = [];
  let wasText = true;
  for (const run of runs) {
    const isOfText = isText(run);
    if (isOfText || wasText) whole.push(run);
    else whole.at(-1)?.push(...run);
    wasText = isOfText;
  }
  return whole;
}

export const isLineOfText = ({ words }: Segment): boolean =>
  isEntry(words) || (words.length >= LEAST_WORDS && words.some(({ text }) => /^\p{Ll}+$/u.test(text)));

const linesOfText = ({ segments }: Row): Segment[] => segments.filter(isLineOfText);

const isIn = (columns: readonly Column[], line: Box) =>
  columns.some(({ x0, x1 }) => Math.abs(line.x0 - x0) < TOGETHER && line.x1 < x1 + TOGETHER);

function proseColumns(rows: readonly Row[]): Column[] {
  if (!hasSecondColumn(rows)) return [];
  const lines = rows.flatMap(linesOfText);
  if (lines.length < LEAST_LINES + LEAST_LAST) return [];
  const starts = columnStarts(commonStarts(lines.map(({ x0 }) => x0)), lines);
  const columns = starts.flatMap((x0, at): Column[] => {
    const own = linesBetween(x0, starts[at + 1] ?? Infinity, lines);
    // Lines over the whole page begin where a column would, and make none.
    const least = leastOf(at, starts);
    return own.length < least ? [] : [{ x0, x1: Math.max(...own.map(({ x1 }) => x1)) }];
  });
  return columns.length === starts.length && areAlike(columns, rows) ? columns : [];
}

/** A text that ends in its last column leaves it as short as it likes. */
const leastOf = (at: number, { length }: readonly unknown[]) =>
  at > 0 && at === length - 1 ? LEAST_LAST : LEAST_LINES;

/** Most pages have one: that is told first, and cheaply. */
function hasSecondColumn(rows: readonly Row[]): boolean {
  const { x0: left, x1: right } = extentOf(rows);
  const beyond = left + (right - left) / 5;
  let lines = 0;
  for (const { segments } of rows)
    if ((segments.at(-1)?.x0 ?? 0) > beyond && ++lines >= LEAST_LAST) return true;
  return false;
}

function extentOf(rows: readonly Row[]): Column {
  let [left, right] = [Infinity, -Infinity];
  for (const { x0, x1 } of rows) {
    left = Math.min(left, x0);
    right = Math.max(right, x1);
  }
  return { x0: left, x1: right };
}

/** Where many lines begin, from the left. */
function commonStarts(xs: readonly number[]): number[] {
  const groups: number[][] = [];
  for (const x of xs.toSorted((a, b) => a - b)) {
    const group = groups.at(-1);
    if (group !== undefined && x - (group[0] ?? x) < TOGETHER) group.push(x);
    else groups.push([x]);
  }
  return groups.flatMap((group, at) => (group.length >= leastOf(at, groups) ? [group[0] ?? 0] : []));
}

/** Where lines of a column go on beyond another start, paragraphs are indented there, or a table over the columns begins. */
function columnStarts(starts: readonly number[], lines: readonly Box[]): number[] {
  const kept: number[] = [];
  for (const start of starts) {
    const last = kept.at(-1);
    if (last === undefined || linesBetween(last, start, lines).length >= LEAST_LINES) kept.push(start);
  }
  return kept;
}

const linesBetween = (x0: number, next: number, lines: readonly Box[]) =>
  lines.filter((line) => Math.abs(line.x0 - x0) < TOGETHER && line.x1 < next);

function areAlike(columns: readonly Column[], rows: readonly Row[]): boolean {
  if (columns.length < 2 || columns.length > 4) return false;
  const widths = columns.map(({ x0, x1 }) => x1 - x0);
  const { x0: left, x1: right } = extentOf(rows);
  const covered = widths.reduce((sum, width) => sum + width, 0);
  return Math.min(...widths) >= ALIKE * Math.max(...widths) && covered >= COVERED * (right - left);
}

/** Rows under each other that all keep to the columns, and those between them that do not. */
function runsOf(rows: readonly Row[], gutters: readonly Column[]): Row[][] {
  const runs: Row[][] = [];
  let wasKept = false;
  for (const row of rows) {
    const isKept = !row.segments.some((segment) => gutters.some((gutter) => isOver(gutter, segment)));
    if (runs.length > 0 && isKept === wasKept) runs.at(-1)?.push(row);
    else runs.push([row]);
    wasKept = isKept;
  }
  return runs;
}

/**
 * Beside the large letters of a heading a gutter is no more than a space: there as well, nothing reaches over one in
 * which no word stands.
 */
function isOver(gutter: Column, { x0, x1, words }: Segment): boolean {
  const cut = (gutter.x0 + gutter.x1) / 2;
  if (x0 >= cut || x1 <= cut) return false;
  return words.some((word) => word.x0 < gutter.x1 - TOUCHING && word.x1 > gutter.x0 + TOUCHING);
}
