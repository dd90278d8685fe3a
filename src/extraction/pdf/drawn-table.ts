/** Tables without rules whose cells are drawn one by one, which tells the lines of a cell from the rows of a table. */
import type { BandedTable } from "./banded-table.ts";
import { isNumeric } from "./columns.ts";
import {
  type DrawnCell,
  type DrawnRow,
  drawnRows,
  type Spaces,
  spacesOf,
  withTitlesApart,
} from "./drawn-cells.ts";
import { areSame, type DrawnGrid, gridOf, isIn } from "./drawn-columns.ts";
import { type Box, boxOf, median } from "./geometry.ts";
import { joinedLines } from "./line-joining.ts";
import { MARKER } from "./list-marker.ts";
import { textOf, WIDE_GAP } from "./rows.ts";
import { isHeaded } from "./second-head.ts";
import { withCurrency, withoutLeader } from "./table.ts";
import type { Word } from "./word-builder.ts";

const LEAST_ROWS = 3;
/** Of the size: rows as far apart have nothing to do with each other. */
const FAR = 4.5;
/** Of the gaps between rows: a wider one may part two tables. */
const PARTING = 1.25;
/** And one as wide a title from its table. */
const APART = 1.7;
const NEAR = 1.1;
/** Of two columns of a text, how wide the narrower one is; of their cells, those that begin amid a sentence. */
const ALIKE = 0.9;
const AMID = 0.1;
const AMID_MANY = 0.3;
/** Letters of a heading, beside those of the rows above it. */
const LARGER = 1.3;
/** Of the rows of two columns, those of a list. */
const MARKED = 0.3;
const HALF = 0.5;
const MAX_LINES = 20;
/** More than a page has. */
const MAX_ROWS = 400;
const MAX_TABLES = 40;
/** Dots that lead, dashes that rule. */
const DRAWING = /^[-=_–—─═+*.…\s]{4,}$/u;

interface Found extends DrawnGrid {
  readonly rows: readonly DrawnRow[];
  readonly box: Box;
  /** Another one is under it, or over it. */
  readonly isParted?: boolean;
  readonly isApart?: boolean;
}

/** Those that rows of one line each and the space between them would not tell. */
export function drawnTables(words: readonly Word[], walls: readonly Box[]): BandedTable[] {
  const spaces = spacesOf(words);
  if (spaces.jumps < LEAST_ROWS) return [];
  const all = runsOf(drawnRows(words, spaces)).flatMap((run) =>
    runsOf(withTitlesApart(run)).flatMap((own) => tablesIn(own)),
  );
  if (all.length === 0 || all.length > MAX_TABLES) return [];
  const taken = new Set(all.flatMap(wordsIn));
  const others = words.filter((word) => !taken.has(word));
  return all
    .filter((found) => !walls.some((wall) => overlaps(found.box, wall)))
    .filter((found) => !others.some((word) => isLevel(found.box, word)))
    .filter((found) => all.some(isBesideOf(found)) || isHidden(found, spaces))
    .map((found) => ({ table: tableOf(found), words: wordsIn(found) }));
}

const overlaps = (a: Box, b: Box) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
const isLevel = ({ y0, y1 }: Box, word: Word) => word.y > y0 && word.y - 0.3 * word.size < y1;
const isBesideOf = (found: Found) => (other: Found) =>
  other !== found && found.box.y0 < other.box.y1 && other.box.y0 < found.box.y1;

const wordsIn = ({ rows }: Found) => rows.flatMap(({ cells }) => cells.flatMap(({ lines }) => lines.flat()));

/** Cells have lines, or the spaces that are not drawn between them tell more than those that are left. */
const isHidden = (found: Found, { areDrawn }: Spaces) =>
  hasLines(found) || (areDrawn && (found.isParted === true || isTight(found)));

/** Cells have lines, which are seen to be drawn one cell after the other. */
function hasLines({ rows, columns }: Found): boolean {
  if (!rows.some(({ cells }) => cells.some(({ lines }) => lines.length > 1))) return false;
  return rows.some(({ cells }) => isCellwise(cells)) || (columns.length > 2 && rows.every(isMulti));
}

/** A cell of several lines has another one after it, or one begins higher than the one before it. */
const isCellwise = (cells: readonly DrawnCell[]) =>
  cells.some(({ top, lines }, at) => {
    const next = cells[at + 1];
    return next !== undefined && (lines.length > 1 || next.top < top - 0.3 * next.size);
  });

/** Hardly any white space is between columns. */
function isTight({ rows, columns }: Found): boolean {
  const size = median(rows.map((row) => row.size));
  return columns.some(({ x0 }, at) => at > 0 && x0 - (columns[at - 1]?.x1 ?? x0) < WIDE_GAP * size);
}

/** Rows under each other, with several cells in the first; one after the last may have a single cell. */
function runsOf(rows: readonly DrawnRow[]): DrawnRow[][] {
  const runs: DrawnRow[][] = [];
  let run: DrawnRow[] = [];
  const end = () => {
    const last = run.findLastIndex(isMulti);
    if (run.length <= MAX_ROWS && run.filter(isMulti).length >= LEAST_ROWS) runs.push(run.slice(0, last + 2));
    run = [];
  };
  for (const row of rows) {
    const above = run.at(-1);
    if (above !== undefined && (!isUnder(above, row) || (!isMulti(above) && !isMulti(row)))) end();
    if (run.length > 0 || isMulti(row)) run.push(row);
    if (isText(row, above)) end();
  }
  end();
  return runs;
}

const isMulti = ({ cells }: DrawnRow) => cells.length > 1;

const isUnder = (above: DrawnRow, { top, size }: DrawnRow) =>
  top > above.bottom + 0.5 * size && top - above.bottom < FAR * Math.max(size, above.size);

/** Alone, and lines under each other or clearly larger letters. */
const isText = ({ cells, size }: DrawnRow, above: DrawnRow | undefined) =>
  cells.length === 1 &&
  ((cells[0]?.lines.length ?? 0) > 1 || (above !== undefined && size > LARGER * above.size));

function tablesIn(all: readonly DrawnRow[]): Found[] {
  const rows = all.slice(0, all.findLastIndex(isMulti) + 1);
  if (rows.filter(isMulti).length < LEAST_ROWS) return [];
  const found = partsIn(rows);
  const last = found.at(-1);
  const tail = all[rows.length];
  return last === undefined || tail === undefined ? found : [...found.slice(0, -1), withTail(last, tail)];
}

/** With a last row that has one cell: as near as the others, and in its column. */
function withTail(found: Found, tail: DrawnRow): Found {
  const { rows, grid, columns } = found;
  const [cell] = tail.cells;
  const gap = tail.top - (rows.at(-1)?.bottom ?? 0);
  if (cell === undefined || gap > NEAR * median(gapsOf(rows))) return found;
  const at = columns.findIndex((column) => isIn(cell, column));
  if (at === -1) return found;
  const whole = [...rows, tail];
  return {
    ...found,
    rows: whole,
    grid: [...grid, columns.map((_, column) => (column === at ? cell : null))],
    box: boxOf(whole.flatMap(({ cells }) => cells)),
  };
}

function partsIn(rows: readonly DrawnRow[]): Found[] {
  const at = widestGap(rows);
  const whole = foundIn(at !== null && isTitle(rows, at) ? rows.slice(at) : rows);
  if (at === null) return whole === null ? [] : [whole];
  const [above, below] = [tablesIn(rows.slice(0, at)), tablesIn(rows.slice(at))];
  const [last, next] = [above.at(-1), below[0]];
  if (whole !== null && (last === undefined || next === undefined || areOne(last, next))) return [whole];
  if (last === undefined || next === undefined) return [...above, ...below];
  const parted = [
    { ...last, isParted: true },
    { ...next, isParted: true, isApart: true },
  ];
  return [...above.slice(0, -1), ...parted, ...below.slice(1)];
}

/** Lines over a table, such as those at the head of a page: apart from it, and with fewer cells. */
function isTitle(rows: readonly DrawnRow[], at: number): boolean {
  const most = Math.max(...rows.map(({ cells }) => cells.length));
  const gaps = gapsOf(rows);
  return (
    at < LEAST_ROWS &&
    (gaps[at - 1] ?? 0) > APART * median(gaps) &&
    rows.slice(0, at).every(({ cells }) => cells.length < most)
  );
}

const gapsOf = (rows: readonly DrawnRow[]) =>
  rows.slice(1).map(({ top }, at) => top - (rows[at]?.bottom ?? top));

function widestGap(rows: readonly DrawnRow[]): number | null {
  const gaps = gapsOf(rows);
  const widest = Math.max(...gaps);
  return widest > PARTING * median(gaps) ? gaps.indexOf(widest) + 1 : null;
}

/** One under the other in the same columns: they are one table, where they have not both a head. */
const areOne = (above: Found, below: Found) =>
  areSame(above.columns, below.columns, above.rows[0]?.size ?? 0) && ![above, below].every(hasHead);

const hasHead = ({ grid }: Found) =>
  isHeaded(grid.map((row) => row.map((cell) => ({ words: cell?.lines.flat() ?? [], segments: 1 }))));

function foundIn(rows: readonly DrawnRow[]): Found | null {
  const grid = gridOf(rows);
  if (grid === null) return null;
  const found = { ...grid, rows, box: boxOf(rows.flatMap(({ cells }) => cells)) };
  return isProse(found) ? null : found;
}

/** Numbers one under the other are rows; bullets before texts, and columns of a text, are no table. */
function isProse({ grid, columns, rows }: Found): boolean {
  const cells = rows.flatMap((row) => row.cells);
  const texts = (cell: DrawnCell) => cell.lines.map(textOf);
  if (cells.some(({ lines }) => lines.length > MAX_LINES)) return true;
  if (cells.some((cell) => texts(cell).filter(isNumeric).length > 1)) return true;
  if (cells.some((cell) => texts(cell).some((text) => DRAWING.test(text)))) return true;
  const amid = cells.filter((cell) => /^\p{Ll}/u.test(texts(cell)[0] ?? "")).length;
  if (columns.length > 2) return amid > cells.length * AMID_MANY;
  const marked = grid.filter(
    ([first, second]) => first && MARKER.test(texts(first)[0] ?? "") && !isFigure(second),
  );
  const widths = columns.map(({ x0, x1 }) => x1 - x0);
  const lines = cells.filter((cell) => cell.lines.length > 1).length;
  const areAlike = lines > cells.length * HALF && Math.min(...widths) > Math.max(...widths) * ALIKE;
  return marked.length > grid.length * MARKED || areAlike || amid > cells.length * AMID;
}

const isFigure = (cell: DrawnCell | null | undefined) =>
  cell?.lines.flat().every(({ text }) => isNumeric(text)) === true;

function tableOf({ grid, columns, box, isApart }: Found): BandedTable["table"] {
  const rows = grid.map((row) =>
    row.map((cell) => (cell === null ? "" : withoutLeader(joinedLines(cell.lines.map(textOf))))),
  );
  const places = columns.map(({ x0, x1 }) => ({ x0, x1 }));
  return {
    kind: "table",
    ...box,
    ...withCurrency({ rows, columns: places }),
    ...(isApart === true ? { isApart } : {}),
  };
}
