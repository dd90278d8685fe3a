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
/** More than a space, where a column begins or ends at the same place in so many rows. */
const ALIGNED_GUTTER = 0.4;
/** Less than one, where none is drawn either. */
const TIGHT_GUTTER = 0.15;
/** Words begin, or end, together. */
const TOGETHER = 0.08;
const ALIGNED = 0.8;
/** Of the rows: those in which a cell is so full that it runs into the next. */
const SPACED = 0.08;
const ALIGNED_ROWS = 4;
const BESIDE = 3;
/** Of the rows: as many may cross white space, such as a heading over two columns. */
const CROSSING = 0.06;
/** Lines of a head, and rows under it that show all columns. */
const MAX_HEAD = 3;
const LEAST_BODY = 3;
/** Of the size: what parts two cells that are no numbers. */
const LEAST_CUT = 0.55;
const NUMERIC =
  /^[-+−–(<>≤≥~±]?[$€£]?[-+−]?\.?\d[\d.,:/'’\u{a0}%-]*[)%*†]?[€$]?$|^[-–—−.]{1,3}$|^n\/?[ad]$/iu;

export const isNumeric = (text: string): boolean => NUMERIC.test(text);

/** White space between the columns of these rows; none where they have no columns in common. */
export function guttersOf(rows: readonly Row[], walls: readonly Box[]): Gutter[] {
  const dense = denseRows(rows);
  if (dense.length < 2) return [];
  const gutters = guttersIn(dense);
  const body = withoutSpanning(dense);
  const shown = body.length === dense.length ? gutters : guttersIn(body);
  // Where all are seen with the head as well, it tells their width.
  const isHidden = (gutter: Gutter) => !gutters.some(({ x0, x1 }) => x0 < gutter.x1 && x1 > gutter.x0);
  return withWalls(shown.some(isHidden) ? shown : gutters, dense, walls);
}

function guttersIn(rows: readonly Row[]): Gutter[] {
  const size = median(rows.map((row) => row.size));
  const free = freeSpace(rows, Math.floor(rows.length * CROSSING));
  return free.filter((gutter) => isWide(gutter, size, rows));
}

/** Rows that show most of the columns: not headings, nor what goes on from the row above. */
function denseRows(rows: readonly Row[]): Row[] {
  const counts = rows.map(({ segments }) => segments.length).toSorted((a, b) => a - b);
  const most = counts[Math.floor(counts.length * 0.9)] ?? 0;
  return rows.filter(({ segments }) => segments.length >= Math.max(2, most * 0.6));
}

/**
 * Without the lines of a head that have one name over several columns: where all rows under them show as many parts,
 * they say more of the columns.
 */
function withoutSpanning(rows: readonly Row[]): readonly Row[] {
  const most = Math.max(...rows.map(({ segments }) => segments.length));
  const head = rows.findIndex(({ segments }) => segments.length === most);
  const body = rows.slice(head);
  if (head < 1 || head > MAX_HEAD || body.length < LEAST_BODY) return rows;
  return body.every(({ segments }) => segments.length === most) ? body : rows;
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
  if (width >= NUMERIC_GUTTER * size && isBetweenNumbers(gutter, rows)) return true;
  if (width < TIGHT_GUTTER * size) return false;
  const beside = neighboursAt(gutter, rows);
  return isBesideColumn(gutter, beside) && (width >= ALIGNED_GUTTER * size || isWithoutSpaces(beside, rows));
}

/** Words next to a place in a row. */
interface Neighbours {
  readonly left: Word;
  readonly right: Word;
}

function neighboursAt({ x0, x1 }: Gutter, rows: readonly Row[]): Neighbours[] {
  return rows.flatMap(({ segments }) => {
    const words = segments.flatMap((segment) => segment.words);
    const left = words.findLast((word) => word.x1 <= x0 + 0.5);
    const right = words.find((word) => word.x0 >= x1 - 0.5);
    return left === undefined || right === undefined ? [] : [{ left, right }];
  });
}

/**
 * Whether the words next to it begin, or end, at one place in most rows: words that are a space apart do not, line after
 * line. Where a cell is empty, what stands beyond it says nothing of this place.
 */
function isBesideColumn({ x0, x1 }: Gutter, beside: readonly Neighbours[]): boolean {
  const starts = beside.map(({ right }) => (right.x0 - x1) / right.size);
  const ends = beside.map(({ left }) => (x0 - left.x1) / left.size);
  return [starts, ends].some((offs) => {
    const aligned = offs.filter((off) => off < TOGETHER).length;
    return aligned >= ALIGNED_ROWS && aligned >= offs.filter((off) => off < BESIDE).length * ALIGNED;
  });
}

/** Whether no space is drawn there, in rows that have spaces between their words: cells are drawn one by one. */
function isWithoutSpaces(beside: readonly Neighbours[], rows: readonly Row[]): boolean {
  const spaced = rows.filter(({ segments }) => segments.some(hasSpaces)).length;
  const parted = beside.filter(({ right }) => right.spaced).length;
  return spaced >= ALIGNED_ROWS / 2 && parted <= beside.length * SPACED;
}

const hasSpaces = ({ words }: Segment) => words.some(({ spaced }, at) => spaced && at > 0);

function isBetweenNumbers({ x0, x1 }: Gutter, rows: readonly Row[]): boolean {
  let both = 0;
  let numeric = 0;
  for (const { segments } of rows) {
    const words = segments.flatMap((segment) => segment.words);
    const left = words.findLast((word) => word.x1 <= x0 + 0.5);
    const right = words.find((word) => word.x0 >= x1 - 0.5);
    if (left === undefined || right === undefined) continue;
    // Where a cell is empty, a name beyond it says nothing of this place.
    if (isBeyond(x0 - left.x1, left) || isBeyond(right.x0 - x1, right)) continue;
    both++;
    if (isNumeric(left.text) && isNumeric(right.text)) numeric++;
  }
  return both >= Math.max(2, rows.length * 0.3) && numeric >= both * 0.7;
}

const isBeyond = (gap: number, word: Word) => gap > BESIDE * word.size && !isNumeric(word.text);

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
    return isAcross && gap >= Math.min(least, (0.95 * (gutter.x1 - gutter.x0)) / word.size);
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
