import { withMarkupEscaped } from "../html/markdown-marks.ts";
import type { Box } from "./geometry.ts";
import { SHORT_LEADER } from "./leaders.ts";
import { joinedPair } from "./line-joining.ts";

/** A table as it stands on a page. */
export interface PdfTable extends Box {
  readonly kind: "table";
  readonly rows: readonly (readonly string[])[];
  /** Where each column has its text, to tell whether another table goes on with this one. */
  readonly columns: readonly { readonly x0: number; readonly x1: number }[];
  /** Its head has shown that it does not go on with the table above it. */
  readonly isApart?: boolean;
  /** Where a page has begun with its head again, the row that follows it and the rows of the head. */
  readonly headedAt?: readonly { readonly row: number; readonly height: number }[];
}

/** One row in rules at the top of a page: the last of a table that began before it, or else what its words are. */
export interface LoneRow<Block> {
  readonly kind: "row";
  readonly table: PdfTable;
  readonly otherwise: readonly Block[];
}

/** As it is read page by page: each part has its head, as it is printed. */
export function pagedMarkdown({ rows, headedAt = [] }: PdfTable): string {
  const starts = [{ row: 0, height: 0 }, ...headedAt];
  return starts
    .map(({ row, height }, at) => [...rows.slice(0, height), ...rows.slice(row, starts[at + 1]?.row)])
    .map(tableMarkdown)
    .join("\n\n");
}

/** GitHub's tables: the first row is the head; `|` is escaped, a line has no break. */
export function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, at) => escaped(cells[at] ?? "")).join(" | ")} |`;
  const [head = [], ...rest] = rows;
  return [line(head), `|${" --- |".repeat(width)}`, ...rest.map(line)].join("\n");
}

function escaped(cell: string): string {
  const text = withMarkupEscaped(cell);
  return text.includes("|") ? text.replaceAll("|", String.raw`\|`) : text;
}

/** Dots that lead the eye from a name to its figures are no part of the name. */
export function withoutLeader(cell: string): string {
  return cell.endsWith(` ${SHORT_LEADER}`) || cell === SHORT_LEADER ? cell.slice(0, -1).trimEnd() : cell;
}

/** Without columns that say nothing: no cell of theirs has more than dots that lead over them. */
export function withoutEmptyColumns(rows: readonly (readonly string[])[]): number[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((row) => !/^[.…]*$/.test(row[at] ?? "")),
  );
}

/** Rows as they are read, with the places of their columns. */
export interface Columns {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly { readonly x0: number; readonly x1: number }[];
}

/** A sign of money that stands at the left of its column, apart from the figures, belongs to them. */
export function withCurrency({ rows, columns }: Columns): Columns {
  const at = columns.findIndex((_, column) => column + 1 < columns.length && isCurrency(rows, column));
  if (at === -1) return { rows, columns };
  return withCurrency({
    rows: rows.map((row) => [...row.slice(0, at), `${row[at]}${row[at + 1]}`, ...row.slice(at + 2)]),
    columns: columns.flatMap((column, index) =>
      index === at ? [] : [index === at + 1 ? { ...column, x0: columns[at]?.x0 ?? column.x0 } : column],
    ),
  });
}

function isCurrency(rows: readonly (readonly string[])[], column: number): boolean {
  const filled = rows.filter((row) => (row[column] ?? "") !== "");
  return (
    filled.length > 0 &&
    filled.every((row) => /^[$€£¥]$/u.test(row[column] ?? "") && /\d|^[-–—]/u.test(row[column + 1] ?? ""))
  );
}

/**
 * `next` with the columns of `table`, where it is the rest of it, on a page on which some columns say nothing. Fewer
 * than `least` do not show it.
 */
export function withColumnsOf(table: PdfTable, next: PdfTable, least = 3): PdfTable {
  if (next.columns.length >= table.columns.length || next.columns.length < least) return next;
  const places = next.columns.map((column) =>
    table.columns.flatMap((other, at) => (other.x0 < column.x1 && column.x0 < other.x1 ? [at] : [])),
  );
  const isPlaced = places.every(
    ([place, second], at) =>
      place !== undefined && second === undefined && place > (places[at - 1]?.[0] ?? -1),
  );
  if (!isPlaced) return next;
  const placeOf = (column: number) => places.findIndex(([place]) => place === column);
  return {
    ...next,
    rows: next.rows.map((row) => table.columns.map((_, column) => row[placeOf(column)] ?? "")),
    columns: table.columns.map((column, at) => next.columns[placeOf(at)] ?? column),
  };
}

/** Whether `next` goes on with `table`: as many columns, in the same places, and more to say than the same again. */
export function goesOn(table: PdfTable, next: PdfTable): boolean {
  if (table.columns.length !== next.columns.length || saysTheSame(table, next)) return false;
  return table.columns.every((column, at) => {
    const other = next.columns[at];
    return other !== undefined && column.x0 < other.x1 + 2 && other.x0 < column.x1 + 2;
  });
}

/** Rows of a head, at most. */
const MAX_HEAD = 4;

/** A head is repeated; where more than a head can be is the same, it is the table that is there twice. */
function saysTheSame(table: PdfTable, next: PdfTable): boolean {
  const same = sameRows(table, next);
  return same > MAX_HEAD || (same > 1 && same === next.rows.length);
}

export const beginsAlike = (table: PdfTable, next: PdfTable): boolean => sameRows(table, next) > 0;

function sameRows(table: PdfTable, next: PdfTable): number {
  const differs = next.rows.findIndex((row, at) => row.join("\u{0}") !== table.rows[at]?.join("\u{0}"));
  return differs === -1 ? next.rows.length : differs;
}

/** Below its first row a head has no figures but years: what has is a row that is the same by chance. */
function headRows(table: PdfTable, next: PdfTable): number {
  const same = Math.min(sameRows(table, next), MAX_HEAD);
  const figures = next.rows.slice(1, same).findIndex((row) => row.some(hasFigures));
  return figures === -1 ? same : figures + 1;
}

const hasFigures = (cell: string) => /\d/.test(cell.replaceAll(/\b(?:19|20)\d\d\b|\(\d\)/g, ""));

/** Both as one, without the head where it is repeated. */
export function joined(table: PdfTable, next: PdfTable): PdfTable {
  const height = headRows(table, next);
  return {
    ...table,
    rows: [...table.rows, ...next.rows.slice(height)],
    ...(height === 0 ? {} : { headedAt: [...(table.headedAt ?? []), { row: table.rows.length, height }] }),
    columns: table.columns.map((column, at) => {
      const other = next.columns[at] ?? column;
      return { x0: Math.min(column.x0, other.x0), x1: Math.max(column.x1, other.x1) };
    }),
  };
}

/** The same over the end of a page, which may have parted a row. */
export function joinedOverPage(table: PdfTable, next: PdfTable): PdfTable {
  const whole = joined(table, next);
  const at = table.rows.length;
  const [last = [], rest] = whole.rows.slice(at - 1, at + 1);
  if (rest === undefined || !isRest(last, rest)) return whole;
  const row = last.map((cell, column) => joinedPair(cell, rest[column] ?? ""));
  return { ...whole, rows: [...table.rows.slice(0, -1), row, ...whole.rows.slice(at + 1)] };
}

/** It has no first cell, and fills what the row has left empty, or goes on with one of its texts and not with all. */
function isRest(last: readonly string[], rest: readonly string[]): boolean {
  if (last[0] === "" || rest[0] !== "") return false;
  const filled = rest.flatMap((cell, at) => (cell === "" ? [] : [{ cell, above: last[at] ?? "" }]));
  if (filled.every(({ above }) => above === "")) return true;
  const cells = last.filter((cell) => cell !== "").length;
  return (
    filled.length < cells - 1 && filled.every(({ cell, above }) => above === "" || /^\p{Ll}/u.test(cell))
  );
}
