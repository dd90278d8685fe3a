/** Columns of a table without rules, told by the white space that its rows have in common. */
import type { Box } from "./geometry.ts";
import { median } from "./geometry.ts";
import type { Row, Segment } from "./rows.ts";
import type { Word } from "./word-builder.ts";

/** White space from the top to the bottom of some rows. */
export interface Gutter {
  readonly x0: number;
  readonly x1: number;
}

export interface ColumnCell {
  readonly words: readonly Word[];
  readonly segments: number;
}

/** Of the size of the letters. */
const GUTTER = 0.75;
const NUMERIC_GUTTER = 0.45;
/** Of the rows: as many may cross white space, such as a heading over two columns. */
const CROSSING = 0.06;
/** Of the size: what parts two cells that are no numbers. */
const LEAST_CUT = 0.55;
const NUMERIC =
  /^[-+−–(<>≤≥~±]?[$€£]?[-+−]?\.?\d[\d.,:/'’\u{a0}%-]*[)%*†]?[€$]?$|^[-–—−.]{1,3}$|^n\/?[ad]$/iu;

export const isNumeric = (text: string): boolean => NUMERIC.test(text);

/** White space between the columns of these rows; none where they have no columns in common. */
export function guttersOf(rows: readonly Row[], walls: readonly Box[]): Gutter[] {
  const dense = denseRows(rows);
  if (dense.length < 2) return [];
  const size = median(dense.map((row) => row.size));
  const free = freeSpace(dense, Math.floor(dense.length * CROSSING));
  const gutters = free.filter((gutter) => isWide(gutter, size, dense));
  return withWalls(gutters, dense, walls);
}

/** Rows that show most of the columns: not headings, nor what goes on from the row above. */
function denseRows(rows: readonly Row[]): Row[] {
  const counts = rows.map(({ segments }) => segments.length).toSorted((a, b) => a - b);
  const most = counts[Math.floor(counts.length * 0.9)] ?? 0;
  return rows.filter(({ segments }) => segments.length >= Math.max(2, most * 0.6));
}

/** Where at most `crossing` rows have a word. */
function freeSpace(rows: readonly Row[], crossing: number): Gutter[] {
  const events = rows.flatMap(({ segments }) =>
    segments.flatMap(({ words }) =>
      words.flatMap(({ x0, x1 }) => [
        { x: x0, by: 1 },
        { x: Math.max(x1, x0 + 0.1), by: -1 },
      ]),
    ),
  );
  events.sort((a, b) => a.x - b.x || b.by - a.by);
  const free: Gutter[] = [];
  let covered = 0;
  let from = Infinity;
  for (const { x, by } of events) {
    const before = covered;
    covered += by;
    if (before > crossing && covered <= crossing) from = x;
    else if (before <= crossing && covered > crossing && x > from) free.push({ x0: from, x1: x });
  }
  return free;
}

function isWide(gutter: Gutter, size: number, rows: readonly Row[]): boolean {
  const width = gutter.x1 - gutter.x0;
  if (width >= GUTTER * size) return true;
  return width >= NUMERIC_GUTTER * size && isBetweenNumbers(gutter, rows);
}

function isBetweenNumbers({ x0, x1 }: Gutter, rows: readonly Row[]): boolean {
  let both = 0;
  let numeric = 0;
  for (const { segments } of rows) {
    const words = segments.flatMap((segment) => segment.words);
    const left = words.findLast((word) => word.x1 <= x0 + 0.5);
    const right = words.find((word) => word.x0 >= x1 - 0.5);
    if (left === undefined || right === undefined) continue;
    both++;
    if (isNumeric(left.text) && isNumeric(right.text)) numeric++;
  }
  return both >= 2 && numeric >= both * 0.7;
}

/** A rule that stands between words of the rows parts columns, however near they are. */
function withWalls(gutters: readonly Gutter[], rows: readonly Row[], walls: readonly Box[]): Gutter[] {
  const top = Math.min(...rows.map(({ y0 }) => y0));
  const bottom = Math.max(...rows.map(({ y1 }) => y1));
  const left = Math.min(...rows.map(({ x0 }) => x0));
  const right = Math.max(...rows.map(({ x1 }) => x1));
  const found = [...gutters];
  for (const wall of walls) {
    const height = Math.min(wall.y1, bottom) - Math.max(wall.y0, top);
    if (wall.x0 <= left || wall.x0 >= right || height < 0.5 * (bottom - top)) continue;
    if (!found.some(({ x0, x1 }) => wall.x0 > x0 - 2 && wall.x0 < x1 + 2))
      found.push({ x0: wall.x0, x1: wall.x0 });
  }
  return found.toSorted((a, b) => a.x0 - b.x0);
}

/** The words of a row by column. What reaches over columns stands in one of them. */
export function cellsOf(row: Row, gutters: readonly Gutter[]): ColumnCell[] {
  const cells: { words: Word[]; segments: number }[] = Array.from({ length: gutters.length + 1 }, () => ({
    words: [],
    segments: 0,
  }));
  for (const segment of row.segments) {
    let last = -1;
    const first = columnOf(segment.x0, gutters);
    const parts = first === columnOf(segment.x1, gutters) ? [segment.words] : partsOf(segment, gutters);
    for (const part of parts) {
      const at = parts.length === 1 && parts[0] === segment.words ? first : columnAt(part, gutters);
      const cell = cells[at];
      if (cell === undefined) continue;
      if (at !== last) cell.segments++;
      last = at;
      for (const word of part) cell.words.push(word);
    }
  }
  return cells;
}

/** Between the middles of which gutters a place is. */
function columnOf(x: number, gutters: readonly Gutter[]): number {
  let at = 0;
  for (const { x0, x1 } of gutters) {
    if (x < (x0 + x1) / 2) return at;
    at++;
  }
  return at;
}

function partsOf({ words }: Segment, gutters: readonly Gutter[]): Word[][] {
  const parts: Word[][] = [];
  for (const word of words) {
    const last = parts.at(-1);
    const before = last?.at(-1);
    if (last === undefined || before === undefined || isCut(before, word, gutters)) parts.push([word]);
    else last.push(word);
  }
  return parts;
}

/** At a gutter, and by more than a space: a line that reaches over a gutter is not cut there. */
function isCut(before: Word, word: Word, gutters: readonly Gutter[]): boolean {
  const gap = (word.x0 - before.x1) / word.size;
  const least = isNumeric(before.text) && isNumeric(word.text) ? 0.2 : LEAST_CUT;
  return gutters.some((gutter) => {
    if (gutter.x0 === gutter.x1) return before.x1 < gutter.x0 + 1 && word.x0 > gutter.x0 - 1;
    const middle = (gutter.x0 + gutter.x1) / 2;
    const isAcross = (before.x0 + before.x1) / 2 < middle && (word.x0 + word.x1) / 2 > middle;
    return isAcross && gap >= least;
  });
}

/** The column that most of it stands in; of two, the first. */
function columnAt(words: readonly Word[], gutters: readonly Gutter[]): number {
  const x0 = words[0]?.x0 ?? 0;
  const x1 = Math.max(...words.map((word) => word.x1));
  let best = 0;
  let most = 0;
  let left = -Infinity;
  for (let at = 0; at <= gutters.length; at++) {
    const gutter = gutters[at];
    const right = gutter === undefined ? Infinity : (gutter.x0 + gutter.x1) / 2;
    const overlap = Math.min(x1, right) - Math.max(x0, left);
    if (overlap > most * 1.3 + 0.01) {
      best = at;
      most = overlap;
    }
    left = right;
  }
  return best;
}
