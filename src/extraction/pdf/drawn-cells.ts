/** Cells in the order in which they are drawn: most programs draw them one by one, each with all of its lines. */
import { isNumeric } from "./columns.ts";
import { type Box, boxOf } from "./geometry.ts";
import { WIDE_GAP } from "./rows.ts";
import { beginsAnew, type Word } from "./word-builder.ts";

/** Lines under each other that are drawn one after the other. */
export interface DrawnCell extends Box {
  readonly lines: readonly (readonly Word[])[];
  readonly size: number;
  /** The baselines of its first and of its last line. */
  readonly top: number;
  readonly bottom: number;
}

/** Cells side by side, from the left. */
export interface DrawnRow {
  readonly cells: readonly DrawnCell[];
  readonly top: number;
  readonly bottom: number;
  readonly size: number;
}

/** Of the size: words on one line. */
const SAME_LINE = 0.35;
/** Lines of one cell. */
const LEAST_STEP = 0.8;
const MOST_STEP = 1.75;
const SAME_STEP = 0.06;
const WIDER = 1.1;
/** As far back another cell begins, over the end of the one before. */
const STEP_BACK = 0.35;
/** A gap that is no space, where spaces are drawn. */
const NO_SPACE = 0.1;
/** A gap that may be a space, where none are. */
const SPACE = 0.5;
/** Lines begin, end or have their middle at one place. */
const ALIGNED = 0.3;
/** Words that are a space apart, of which most show whether it is drawn. */
const SPACED = 0.5;
/** Of the lines, those that have a space before them. */
const AT_ENDS = 0.1;
/** Words of a line that are spread to the end of a cell are at most so far apart. */
const WIDEST_SPREAD = 15;

/** More than the cells of tables have, and than their rows: a page of one word in each line must not cost their square. */
const MAX_LINES = 40;
const MAX_CELLS = 40;

/** What is drawn side by side, in rows; the order is that in which it is drawn. */
export function drawnRows(words: readonly Word[], spaces: Spaces): DrawnRow[] {
  const rows: DrawnCell[][] = [];
  for (const cell of cellsIn(words, spaces)) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row === undefined || last === undefined || row.length > MAX_CELLS) rows.push([cell]);
    else if (cell.x0 < Math.min(last.x0 + last.size, last.x1)) rows.push([cell]);
    else if (isBeside(row, cell) && !isOver(last, cell)) row.push(cell);
    else {
      const own = lastLine(last, cell);
      if (own === null || row.length > 1) rows.push([cell]);
      else rows.splice(-1, 1, ...own.above.map((above) => [above]), [own.line, cell]);
    }
  }
  return rows.map(rowOf);
}

const rowOf = (cells: readonly DrawnCell[]): DrawnRow => ({
  cells,
  top: Math.min(...cells.map(({ top }) => top)),
  bottom: Math.max(...cells.map(({ bottom }) => bottom)),
  size: Math.max(...cells.map(({ size }) => size)),
});

/**
 * Rows with the lines apart that stand over the first cell of one: a title, or a row that has no more. They are lines of
 * that cell where they are as near as lines are, and others than the first have such lines, too: then cells stand at
 * the foot of their rows.
 */
export function withTitlesApart(rows: readonly DrawnRow[]): readonly DrawnRow[] {
  const cells = rows.flatMap((row) => row.cells);
  const leading = Math.min(...cells.map(stepOf));
  const isFooted = rows.some((row) => isAtFoot(row.cells) && row.cells.slice(1).some(isAbove(row.cells)));
  return rows.flatMap((row) => {
    const [first, ...others] = row.cells;
    if (first === undefined || !isAtFoot(row.cells) || !isAbove(row.cells)(first)) return [row];
    if (isFooted && stepOf(first) < leading * WIDER) return [row];
    const from = first.lines.length - Math.max(...others.map(({ lines }) => lines.length));
    if (from < 1) return [row];
    const own = cellOf(first.lines.slice(from));
    return [rowOf([cellOf(first.lines.slice(0, from))]), rowOf([own, ...others])];
  });
}

/** From line to line. */
const stepOf = ({ lines, top, bottom }: DrawnCell) =>
  lines.length > 1 ? (bottom - top) / (lines.length - 1) : Infinity;

const isAtFoot = (cells: readonly DrawnCell[]) =>
  areLevel(
    cells.map(({ bottom }) => bottom),
    cells,
  ) &&
  !areLevel(
    cells.map(({ top }) => top),
    cells,
  ) &&
  !areLevel(cells.map(middleOf), cells);

const isAbove =
  (cells: readonly DrawnCell[]) =>
  ({ top, size }: DrawnCell) =>
    cells.some((other) => other.top > top + SAME_LINE * size);

const middleOf = ({ top, bottom }: DrawnCell) => (top + bottom) / 2;

const areLevel = (places: readonly number[], [first]: readonly DrawnCell[]) =>
  Math.max(...places) - Math.min(...places) < SAME_LINE * (first?.size ?? 0);

/** All of a row have their first lines, their last lines or their middles at one height. */
function isBeside(row: readonly DrawnCell[], cell: DrawnCell): boolean {
  const cells = [...row, cell];
  return [({ top }: DrawnCell) => top, ({ bottom }: DrawnCell) => bottom, middleOf].some((place) =>
    areLevel(cells.map(place), cells),
  );
}

/** A line of it reaches over where the next cell begins, and is not on its line: a text that ends there. */
const isOver = ({ lines }: DrawnCell, cell: DrawnCell) =>
  lines.slice(0, -1).some((line) => (line.at(-1)?.x1 ?? 0) > cell.x0 + cell.size);

/** The last line by itself, where a cell beside it shows that it is one. */
function lastLine(last: DrawnCell, cell: DrawnCell): { above: DrawnCell[]; line: DrawnCell } | null {
  const line = cellOf(last.lines.slice(-1));
  if (!isBeside([line], cell)) return null;
  return { above: last.lines.length > 1 ? [cellOf(last.lines.slice(0, -1))] : [], line };
}

type Line = readonly Word[];

function cellsIn(words: readonly Word[], spaces: Spaces): DrawnCell[] {
  const cells: Line[][] = [];
  for (const line of linesIn(words, spaces)) {
    const last = cells.at(-1);
    if (last !== undefined && isUnder(last, line) && !isBefore(line, cells)) last.push(line);
    else cells.push([line]);
  }
  return cells.map(cellOf);
}

/** It begins under the cell to the left of the last one: a row of its own. */
function isBefore(line: Line, cells: readonly (readonly Line[])[]): boolean {
  const [left, last] = cells.slice(-2).map((lines) => boxOf(lines.flat()));
  return left !== undefined && last !== undefined && left.x1 <= last.x0 && (line[0]?.x0 ?? 0) < left.x1;
}

function linesIn(words: readonly Word[], spaces: Spaces): Line[] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && isNext(line, word, spaces)) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** How words follow each other on a page. */
export interface Spaces {
  /** They are drawn between words, and not only left. */
  readonly areDrawn: boolean;
  /** None are drawn where a line ends: what has one before it goes on with its line. */
  readonly areWithin: boolean;
  /** Words that are drawn to the right of the one before, and not next to it. */
  readonly jumps: number;
}

export function spacesOf(words: readonly Word[]): Spaces {
  let [near, spaced, lines, begun, jumps] = [0, 0, 0, 0, 0];
  let [y, end] = [Infinity, 0];
  for (const word of words) {
    const { size, x0, y: base } = word;
    const gap = x0 - end;
    if (Math.abs(base - y) > LEAST_STEP * size) {
      lines++;
      if (word.spaced) begun++;
      if (base < y && gap > 0) jumps++;
    } else if (gap > WIDE_GAP * size || gap < -STEP_BACK * size || Math.abs(base - y) > SAME_LINE * size)
      jumps++;
    else if (gap > NO_SPACE * size && gap < SPACE * size) {
      near++;
      if (word.spaced) spaced++;
    }
    y = base;
    end = word.x1;
  }
  const areDrawn = near > 0 && spaced >= near * SPACED;
  return { areDrawn, areWithin: begun <= lines * AT_ENDS, jumps: areDrawn ? jumps + near - spaced : jumps };
}

function isNext(line: readonly Word[], word: Word, { areDrawn, areWithin }: Spaces): boolean {
  const last = line.at(-1);
  if (last === undefined || Math.abs(word.y - last.y) > SAME_LINE * Math.min(word.size, last.size))
    return false;
  const gap = (word.x0 - last.x1) / Math.max(word.size, last.size);
  if (gap < -STEP_BACK) return false;
  if (!word.spaced && areDrawn) return gap < NO_SPACE && !beginsAnew(last.text, word.text);
  if (!word.spaced) return gap < WIDE_GAP;
  return gap <= (areWithin ? WIDEST_SPREAD : WIDE_GAP);
}

/** As far below as the lines before it are from each other, and aligned with all of them. */
function isUnder(lines: readonly Line[], line: Line): boolean {
  const [before, above] = [lines.at(-2)?.[0], lines.at(-1)?.[0]];
  const [first] = line;
  if (above === undefined || first === undefined || lines.length > MAX_LINES) return false;
  if (first.size !== above.size || first.bold !== above.bold) return false;
  const step = (first.y - above.y) / first.size;
  if (step < LEAST_STEP || step > MOST_STEP) return false;
  if (before !== undefined && Math.abs(step - (above.y - before.y) / first.size) > SAME_STEP) return false;
  return areAligned([...lines, line]) && ![lines.at(-1) ?? [], line].every(isFigure);
}

/** One under the other, they are of several rows. */
const isFigure = (line: Line) => line.every(({ text }) => isNumeric(text));

function areAligned(lines: readonly Line[]): boolean {
  const places = lines.map((line) => ({ x0: line[0]?.x0 ?? 0, x1: line.at(-1)?.x1 ?? 0 }));
  const size = lines[0]?.[0]?.size ?? 0;
  const isOne = (xs: readonly number[]) => Math.max(...xs) - Math.min(...xs) < ALIGNED * size;
  return (
    isOne(places.map(({ x0 }) => x0)) ||
    isOne(places.map(({ x1 }) => x1)) ||
    isOne(places.map(({ x0, x1 }) => (x0 + x1) / 2))
  );
}

function cellOf(lines: readonly (readonly Word[])[]): DrawnCell {
  const size = Math.max(...lines.flatMap((line) => line.map((word) => word.size)));
  const baseline = (line: readonly Word[] = []) => Math.max(...line.map(({ y }) => y));
  return { ...boxOf(lines.flat()), lines, size, top: baseline(lines[0]), bottom: baseline(lines.at(-1)) };
}
