import type { Box } from "./geometry.ts";

/** A table as it stands on a page. */
export interface PdfTable extends Box {
  readonly kind: "table";
  readonly rows: readonly (readonly string[])[];
  /** Where each column has its text, to tell whether another table goes on with this one. */
  readonly columns: readonly { readonly x0: number; readonly x1: number }[];
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
  return cell.includes("|") ? cell.replaceAll("|", String.raw`\|`) : cell;
}

/** Dots that lead the eye from a name to its figures are no part of the name. */
export function withoutLeader(cell: string): string {
  return cell.includes("..") || cell.includes(". .") || cell.includes(".  .")
    ? cell.replace(/(?:\s*[.…]){4,}\s*$/u, "").trimEnd()
    : cell;
}

/** Without columns that say nothing. */
export function withoutEmptyColumns(rows: readonly (readonly string[])[]): number[] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((row) => (row[at] ?? "") !== ""),
  );
}

/** Whether `next` goes on with `table`: as many columns, in the same places. */
export function goesOn(table: PdfTable, next: PdfTable): boolean {
  if (table.columns.length !== next.columns.length) return false;
  return table.columns.every((column, at) => {
    const other = next.columns[at];
    return other !== undefined && column.x0 < other.x1 + 2 && other.x0 < column.x1 + 2;
  });
}

/** Both as one, without the head where it is repeated. */
export function joined(table: PdfTable, next: PdfTable): PdfTable {
  let repeated = 0;
  while (
    repeated < Math.min(4, next.rows.length, table.rows.length) &&
    table.rows[repeated]?.join("\u{0}") === next.rows[repeated]?.join("\u{0}")
  )
    repeated++;
  return {
    ...table,
    rows: [...table.rows, ...next.rows.slice(repeated)],
    columns: table.columns.map((column, at) => {
      const other = next.columns[at] ?? column;
      return { x0: Math.min(column.x0, other.x0), x1: Math.max(column.x1, other.x1) };
    }),
  };
}
