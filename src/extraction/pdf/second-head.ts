/** Where a head comes again among rows: two tables stand one under the other in the same columns. */
import { type ColumnCell, isNumeric } from "./columns.ts";
import { type Box, median } from "./geometry.ts";
import { type Row, textOf } from "./rows.ts";
import { gapsOf } from "./typed-report.ts";

type Cells = readonly ColumnCell[];

/** Of the distance between rows: a gap as wide parts tables, where a head follows it. */
const APART = 1.35;
/** Rows of a table, below its head. */
const LEAST_ROWS = 2;
/** Of the columns of a head, those with figures under them. */
const FIGURES = 0.5;
/** Of the rows: heads of more tables, further down. */
const OTHERS = 0.3;

/** Where a table ends, and where the head of the next one is; a title may stand between them. */
export interface Parting {
  readonly end: number;
  readonly start: number;
}

/** The first row that heads a table of its own; null where all rows are of one table. */
export function secondHead(
  rows: readonly Row[],
  cells: readonly Cells[],
  walls: readonly Box[],
): Parting | null {
  if (rows.length < 2 * (LEAST_ROWS + 1)) return null;
  const gaps = gapsOf(rows, walls);
  const least = APART * median(gaps);
  const isApart = (at: number) => (gaps[at - 1] ?? 0) > least;
  for (let start = LEAST_ROWS + 1; start < rows.length - LEAST_ROWS; start++) {
    const hasTitle = rows[start - 1]?.segments.length === 1;
    const end = hasTitle ? start - 1 : start;
    const mayPart = isApart(end) || (hasTitle && isSame(cells[0] ?? [], cells[start] ?? []));
    if (end <= LEAST_ROWS || !mayPart || !isHeaded(cells.slice(start))) continue;
    return isHeaded(cells.slice(0, end)) ? { end, start } : null;
  }
  return null;
}

const isSame = (head: Cells, other: Cells) =>
  head.every(({ words }, at) => textOf(words) === textOf(other[at]?.words ?? []));

/** Words in all columns over rows with figures, or in bold letters over rows that are not. */
export function isHeaded([head = [], ...rows]: readonly Cells[]): boolean {
  if (head.some(({ words }) => words.every(({ text }) => isNumeric(text)))) return false;
  const isBold = ({ words }: ColumnCell) => words.every(({ bold }) => bold);
  if (head.every(isBold) && rows.filter((row) => row.every(isBold)).length <= rows.length * OTHERS)
    return true;
  const figured = head.filter((_, at) => hasFigures(rows, at)).length;
  return (
    figured >= head.length * FIGURES && !head.some(({ words }) => words.some(({ text }) => /\d/.test(text)))
  );
}

const isFigure = ({ words }: ColumnCell) => words.some(({ text }) => isNumeric(text));

function hasFigures(rows: readonly Cells[], at: number): boolean {
  const filled = rows.flatMap((row) => (row[at]?.words.length ? [row[at]] : []));
  return filled.length > 0 && filled.filter(isFigure).length >= filled.length * (1 - OTHERS);
}
