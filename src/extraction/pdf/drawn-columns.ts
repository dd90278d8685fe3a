/** Columns of cells that are drawn one by one: told by rows that have them all, and by how their cells are aligned. */
import type { DrawnCell, DrawnRow } from "./drawn-cells.ts";
import { type Box, median } from "./geometry.ts";

/** Of the rows, those with a cell in each column. With fewer of them, all cells must be aligned. */
const FULL = 0.3;
/** Where they are few. */
const ENOUGH = 4;
const LEAST_OF_FEW = 0.5;
const LEAST_FULL = 2;
/** Of the size: cells of a column begin, end or have their middle at one place. */
const ALIGNED = 0.3;
/** Of the cells of a column. */
const MOST = 0.6;
const NEARLY_ALL = 0.9;

/** Of its cells: where they are, and which of their places is the same in most. */
export interface Column {
  readonly x0: number;
  readonly x1: number;
  readonly side: Side;
  readonly place: number;
}

type Side = "left" | "right" | "middle";

const SIDES: Readonly<Record<Side, (cell: Box) => number>> = {
  left: ({ x0 }) => x0,
  right: ({ x1 }) => x1,
  middle: ({ x0, x1 }) => (x0 + x1) / 2,
};

export interface DrawnGrid {
  /** By row and column. */
  readonly grid: readonly (readonly (DrawnCell | null)[])[];
  readonly columns: readonly Column[];
}

/** Null where the rows have no columns in common. */
export function gridOf(rows: readonly DrawnRow[]): DrawnGrid | null {
  const most = Math.max(...rows.map(({ cells }) => cells.length));
  const full = rows.filter(({ cells }) => cells.length === most);
  if (full.length < LEAST_FULL) return null;
  const columns = Array.from({ length: most }, (_, at) =>
    columnOf(full.map(({ cells }) => cells[at] as DrawnCell)),
  );
  const grid = rows.map(({ cells }) => placed(cells, columns));
  if (!grid.every((row) => row !== null)) return null;
  const areFew = full.length < rows.length * (full.length < ENOUGH ? LEAST_OF_FEW : FULL);
  if (areFew && !grid.every((row) => isKept(row, columns))) return null;
  return areColumns({ grid, columns }) ? { grid, columns } : null;
}

const isKept = (row: readonly (DrawnCell | null)[], columns: readonly Column[]) =>
  columns.every((column, at) => row[at] === null || row[at] === undefined || isAt(row[at], column));

/** In the same places; of letters of this size. */
export const areSame = (columns: readonly Column[], others: readonly Column[], size: number): boolean =>
  columns.length === others.length &&
  columns.every((column, at) => {
    const other = others[at];
    if (other === undefined) return false;
    return column.side === other.side
      ? Math.abs(column.place - other.place) < size
      : column.x0 < other.x1 && other.x0 < column.x1;
  });

/** Aligned as the cells of a column are, and no wider than they. */
export const isIn = (cell: DrawnCell, column: Column): boolean =>
  isAt(cell, column) && cell.x0 > column.x0 - 1 && cell.x1 < column.x1 + 1;

function columnOf(cells: readonly DrawnCell[]): Column {
  const sides = (Object.keys(SIDES) as Side[]).map((side) => {
    const place = median(cells.map(SIDES[side]));
    return { side, place, aligned: cells.filter((cell) => isAt(cell, { side, place })).length };
  });
  const { side, place } = sides.reduce((best, each) => (each.aligned > best.aligned ? each : best));
  return {
    x0: Math.min(...cells.map(({ x0 }) => x0)),
    x1: Math.max(...cells.map(({ x1 }) => x1)),
    side,
    place,
  };
}

const isAt = (cell: DrawnCell, { side, place }: Pick<Column, "side" | "place">) =>
  Math.abs(SIDES[side](cell) - place) < ALIGNED * cell.size;

/** Each cell in its column; null where a row does not keep to them. */
function placed(cells: readonly DrawnCell[], columns: readonly Column[]): (DrawnCell | null)[] | null {
  const row: (DrawnCell | null)[] = columns.map(() => null);
  if (cells.length === columns.length) return [...cells];
  let from = 0;
  for (const [index, cell] of cells.entries()) {
    const end = columns.length - (cells.length - index);
    const own = columns.slice(from, end + 1);
    const exact = own.findIndex((column) => isAt(cell, column) && meets(cell, column));
    const at = exact === -1 ? own.findIndex((column) => meets(cell, column)) : exact;
    if (at === -1) return null;
    row[from + at] = cell;
    from += at + 1;
  }
  return row;
}

const meets = (cell: Box, { x0, x1 }: Column) => cell.x0 < x1 && cell.x1 > x0;

/** Each is aligned, or parted from the next by white space. */
function areColumns({ grid, columns }: DrawnGrid): boolean {
  return columns.every((column, at) => {
    const cells = grid.flatMap((row) => row[at] ?? []);
    const aligned = cells.filter((cell) => isAt(cell, column)).length;
    const [before, after] = [columns[at - 1], columns[at + 1]];
    const isFree =
      (before === undefined || before.x1 < column.x0) && (after === undefined || column.x1 < after.x0);
    return isFree || aligned >= cells.length * (columns.length > 2 ? MOST : NEARLY_ALL);
  });
}
