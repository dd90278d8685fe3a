/** The last rows of a table without rules, alone at the top of the next page: too few to tell a table by. */
import { tableCutAs } from "./aligned-table.ts";
import { isMulti } from "./row-groups.ts";
import { type Row, wordsOf } from "./rows.ts";
import { type PdfTable, withColumnsOf } from "./table.ts";
import type { Word } from "./word-builder.ts";

/** Lines of the head of a page, above them. */
const MAX_HEAD = 3;
/** More tell a table by themselves. */
const MAX_ROWS = 3;
/** Points: words of one column begin, end or have their middle at one place. */
const ALIGNED = 2;

export interface GoingOn {
  readonly table: PdfTable;
  readonly words: readonly Word[];
}

/** Rows near the top that have the columns of the table with which the page before ended. */
export function goingOnRows(
  rows: readonly Row[],
  before: PdfTable,
): (GoingOn & { readonly rows: readonly Row[] }) | null {
  const start = rows.slice(0, MAX_HEAD + 1).findIndex(isMulti);
  if (start === -1) return null;
  const end = rows.findIndex((row, at) => at > start && (!isMulti(row) || isFar(rows[at - 1], row)));
  const run = rows.slice(start, end === -1 ? undefined : end);
  const own = run.length > MAX_ROWS ? null : tableCutAs(before, run);
  if (own === null) return null;
  const table = withColumnsOf(before, own, 2);
  return isUnder(before, own, table) ? { table, rows: run, words: wordsOf(run) } : null;
}

const isFar = (last: Row | undefined, row: Row) => last !== undefined && row.y - last.y > 3 * row.size;

/** All columns under those of the table, and several exactly so. */
function isUnder(before: PdfTable, own: PdfTable, placed: PdfTable): boolean {
  if (placed.columns.length !== before.columns.length) return false;
  const overlaps = placed.columns.every((column, at) => {
    const other = before.columns[at];
    return other !== undefined && column.x0 < other.x1 && other.x0 < column.x1;
  });
  const aligned = own.columns.filter((column) => before.columns.some((other) => isAligned(column, other)));
  return overlaps && aligned.length >= Math.max(2, own.columns.length / 2);
}

type Extent = PdfTable["columns"][number];

const isAligned = (a: Extent, b: Extent) =>
  [a.x0 - b.x0, a.x1 - b.x1, (a.x0 + a.x1 - b.x0 - b.x1) / 2].some((off) => Math.abs(off) < ALIGNED);
