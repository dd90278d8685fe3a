import { type Cells, cellsOf, type Column, columnPositions } from "./columns.ts";
import { readHtml } from "./html.ts";
import { type Parsed, structureChanged } from "./parsed.ts";
import type { PageLink } from "./report-page.ts";
import { type TableCell, TableReader } from "./table-reader.ts";

export interface CatalogRow {
  readonly cells: Cells;
  readonly links: readonly PageLink[];
  /** Text of columns that describe the document (`Title`, `Document` …). */
  readonly description: string;
}

export interface CatalogPage {
  readonly rows: readonly CatalogRow[];
  /** `<base href>`, where the page has one. */
  readonly baseHref: string | null;
}

/** Lib Num alone does not tell a table of wells from any other. */
const ENOUGH_COLUMNS = 2;

/** A plain HTML catalog: tables whose header names columns of the CSV, with links to documents in their rows. */
export function parseCatalogHtml(html: string): Parsed<CatalogPage> {
  const read = readHtml(html, new TableReader());
  if (!read.ok) return read;
  const reader = read.value;
  const tables = reader.tables.map(rowsOfTable);
  const known = tables.filter((rows) => rows !== null);
  if (known.length === 0) return nothingRecognised(reader, html);
  return { ok: true, value: { rows: known.flat(), baseHref: reader.baseHref } };
}

function nothingRecognised(reader: TableReader, html: string): Parsed<never> {
  const headers = reader.tables.map((rows) => (rows[0] ?? []).map((cell) => cell.text).join(", "));
  const seen = headers.length > 0 ? `tables with ${headers.join(" | ")}` : html.trim() || "an empty body";
  return structureChanged("a table with Lib Num and other columns of the catalog in its header", seen);
}

/** Null where no row is a header of ours. Rows above the header are captions; a repeated header is no row. */
function rowsOfTable(table: readonly (readonly TableCell[])[]): CatalogRow[] | null {
  const headerAt = table.findIndex(isHeader);
  const header = table[headerAt];
  if (header === undefined) return null;
  const titles = header.map((cell) => cell.text);
  const positions = columnPositions(titles);
  const describing = titles.flatMap((title, position) => (DESCRIBING.test(title) ? [position] : []));
  return table
    .slice(headerAt + 1)
    .filter((row) => row.some((cell) => cell.text !== "" || cell.links.length > 0) && !isHeader(row))
    .map((row) => catalogRow(row, positions, describing));
}

const DESCRIBING =
  /\b(title|document|description|report|subject|category|keyword|analysis|type|file|link|download)s?\b/i;

function isHeader(row: readonly TableCell[]): boolean {
  const positions = columnPositions(row.map((cell) => cell.text));
  return positions.has("libraryNumber") && positions.size >= ENOUGH_COLUMNS;
}

function catalogRow(
  row: readonly TableCell[],
  positions: ReadonlyMap<Column, number>,
  describing: readonly number[],
): CatalogRow {
  const cells = cellsOf(
    positions,
    row.map((cell) => cell.text),
  );
  const links = new Map(row.flatMap((cell) => cell.links).map((link) => [link.href, link]));
  return {
    cells,
    links: [...links.values()],
    description: describing.map((position) => row[position]?.text ?? "").join(" · "),
  };
}
