/** Heads of several lines, over rows with figures. */
import { type ColumnCell, isNumeric } from "./columns.ts";
import { median } from "./geometry.ts";
import type { Row } from "./rows.ts";

type Cells = readonly ColumnCell[];

const MAX_HEAD = 4;
/** Lines of a head are nearer to each other than to what they head. */
const NEARER = 1.15;
/** Of the columns, those with a word on both of two lines. */
const SHARED = 0.5;
/** Of the size: words begin, end or have their middle at one place. */
const ALIGNED = 0.4;

/** How many rows at the top are lines of one head; 1 where it has one line. */
export function headLines(rows: readonly Row[], cells: readonly Cells[]): number {
  const count = cells.slice(0, MAX_HEAD + 1).findIndex((row) => row.some(isFigure));
  if (count < 2) return 1;
  const lines = cells.slice(0, count);
  const areOne = lines.every((row, at) => at === 0 || goesOn(lines[at - 1] ?? [], row, rows[at]?.size ?? 0));
  return areOne && isApart(rows, count) ? count : 1;
}

const isFigure = ({ words }: ColumnCell) => words.length > 0 && words.every(({ text }) => isNumeric(text));

function isApart(rows: readonly Row[], count: number): boolean {
  const gaps = rows.slice(1).map((row, at) => row.y - (rows[at]?.y ?? 0));
  const widest = Math.max(...gaps.slice(0, count - 1));
  const body = gaps.slice(count);
  return widest * NEARER <= (gaps[count - 1] ?? 0) && (body.length === 0 || widest <= median(body) * 1.02);
}

/** A word over several columns is a line by itself, and so are two that have nothing to do with each other. */
function goesOn(above: Cells, below: Cells, size: number): boolean {
  const both = below.filter(({ words }, at) => words.length > 0 && (above[at]?.words.length ?? 0) > 0);
  return (
    both.length >= below.length * SHARED &&
    both.every((cell) => isAligned(above[below.indexOf(cell)] ?? cell, cell, size * ALIGNED))
  );
}

function isAligned(above: ColumnCell, below: ColumnCell, by: number): boolean {
  const [a, b] = [above, below].map(({ words }) => ({ x0: words[0]?.x0 ?? 0, x1: words.at(-1)?.x1 ?? 0 }));
  if (a === undefined || b === undefined) return false;
  const off = [a.x0 - b.x0, a.x1 - b.x1, (a.x0 + a.x1 - b.x0 - b.x1) / 2];
  return off.some((distance) => Math.abs(distance) < by);
}
