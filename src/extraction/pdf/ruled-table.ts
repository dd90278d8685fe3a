/** Tables with rules: the words of each cell of a grid. */
import { alignedTables } from "./aligned-table.ts";
import { type Box, holds, median } from "./geometry.ts";
import { linesOf, type Piece } from "./grid-lines.ts";
import { joinedLines } from "./line-joining.ts";
import { type Row, rowsOf, textOf, wordsOf } from "./rows.ts";
import type { Grid, GridCell } from "./rule-grid.ts";
import { type PdfTable, withoutLeader } from "./table.ts";
import type { Word } from "./word-builder.ts";

/** What a grid is: a table, or a frame around things that are read on their own. */
export type RuledPart =
  | { readonly kind: "table"; readonly table: PdfTable; readonly words: readonly Word[] }
  /** A row alone, which is a table only where it goes on with one. */
  | { readonly kind: "row"; readonly table: PdfTable; readonly words: readonly Word[] }
  /** Words that are laid out on their own. */
  | { readonly kind: "region"; readonly words: readonly Word[] };

interface FilledCell {
  readonly cell: GridCell;
  readonly rows: readonly Row[];
  readonly words: readonly Word[];
}

/** Words that have a place in the grid, and what they are there. Empty: the grid says nothing. */
export function ruledParts(grid: Grid, words: readonly Word[]): RuledPart[] {
  const filled = filledCells(grid, words);
  if (grid.cells.length < 2 || filled.length === 0) return [];
  const containers = new Set(filled.filter(isContainer));
  if (containers.size === 0 && !isLoose(filled)) return filled.length < 2 ? [] : wholeTable(grid, filled);
  const others = filled.filter((cell) => !containers.has(cell));
  // Cells beside one that holds a text of its own are such texts too; those above are heads.
  const beside = others.filter(({ cell }) =>
    [...containers].some((each) => each.cell.y0 < cell.y1 - 1 && each.cell.y1 > cell.y0 + 1),
  );
  const texts = [...containers, ...beside.filter(({ rows }) => rows.length >= 3)];
  if (
    containers.size === 0 ||
    isStacked([...containers]) ||
    haveSameLines(texts) ||
    others.some((cell) => isRowOf(cell, containers))
  )
    return alignedParts(grid, filled);
  const regions = [...containers].map(({ words: own }) => ({ kind: "region" as const, words: own }));
  const heads = others.filter((cell) => !beside.includes(cell));
  const rest = heads.length >= 2 ? wholeTable(grid, heads, 1) : heads.map(asRegion);
  return [...rest, ...regions, ...beside.map(asRegion)];
}

const asRegion = ({ words }: FilledCell): RuledPart => ({ kind: "region", words });

function filledCells(grid: Grid, words: readonly Word[]): FilledCell[] {
  const byCell = new Map<GridCell, Word[]>();
  const columns = grid.xs.length - 1;
  const places: GridCell[] = [];
  for (const cell of grid.cells) {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++)
      for (let column = cell.column; column < cell.column + cell.columnSpan; column++)
        places[row * columns + column] = cell;
  }
  for (const word of words) {
    const x = (word.x0 + word.x1) / 2;
    const y = word.y - 0.3 * word.size;
    if (!holds(grid, x, y)) continue;
    const cell = places[placeAt(grid.ys, y) * columns + placeAt(grid.xs, x)];
    if (cell === undefined) continue;
    const own = byCell.get(cell);
    if (own === undefined) byCell.set(cell, [word]);
    else own.push(word);
  }
  return [...byCell].map(([cell, own]) => ({ cell, words: own, rows: rowsOf(own) }));
}

/** The last place of a sorted list that is not beyond the value. */
function placeAt(places: readonly number[], value: number): number {
  const at = places.findLastIndex((place) => place <= value);
  return Math.min(Math.max(at, 0), places.length - 2);
}

/** A cell whose words are a table themselves was not drawn as a cell. */
function isContainer({ rows }: FilledCell): boolean {
  return rows.length >= 2 && alignedTables(rows).length > 0;
}

/** Where many cells have wide gaps within their lines, not every column has its rule. */
function isLoose(filled: readonly FilledCell[]): boolean {
  const wide = filled.filter(({ rows }) => rows.some(({ segments }) => segments.length > 1));
  return wide.length >= 3 && wide.length >= filled.length * 0.25;
}

/** One over the other: rules between some of the rows of one table. */
function isStacked(cells: readonly FilledCell[]): boolean {
  return cells.some(({ cell }, at) =>
    cells.some((other, index) => index > at && other.cell.x0 < cell.x1 - 1 && other.cell.x1 > cell.x0 + 1),
  );
}

/** In a frame that is parted by level rules alone, the head and the sum of the table between them. */
function isRowOf({ cell, rows }: FilledCell, containers: ReadonlySet<FilledCell>): boolean {
  return (
    rows.length <= 3 &&
    rows.some(({ segments }) => segments.length > 2) &&
    [...containers].some(
      (each) => each.cell.column === cell.column && each.cell.columnSpan === cell.columnSpan,
    )
  );
}

/** Side by side, with their lines at the same heights: groups of columns of one table. */
function haveSameLines(texts: readonly FilledCell[]): boolean {
  const cells = texts.toSorted((a, b) => a.cell.x0 - b.cell.x0);
  return cells.every(({ rows }, at) => {
    const next = cells[at + 1]?.rows ?? [];
    if (at === cells.length - 1) return at > 0;
    const shared = rows.filter(({ y }) => next.some((row) => Math.abs(row.y - y) < 1.5)).length;
    return shared >= 0.85 * Math.max(rows.length, next.length);
  });
}

/** The words of the whole grid by how they stand; upright rules part columns. */
function alignedParts(grid: Grid, filled: readonly FilledCell[]): RuledPart[] {
  const rows = rowsOf(
    filled.flatMap(({ words }) => words),
    grid.uprights,
  );
  const found = alignedTables(rows, grid.uprights);
  const taken = new Set(found.flatMap((each) => each.rows));
  const rest = wordsOf(rows.filter((row) => !taken.has(row)));
  const tables = found.map((each) => ({
    kind: "table" as const,
    table: each.table,
    words: wordsOf(each.rows),
  }));
  return rest.length === 0 ? tables : [...tables, { kind: "region", words: rest }];
}

function wholeTable(grid: Grid, filled: readonly FilledCell[], leastRows = 2): RuledPart[] {
  if (new Set(filled.map(({ cell }) => cell.column)).size < 2) return filled.map(asRegion);
  const { titles, cells } = withoutTitles(grid, filled);
  const pieces = cells.flatMap((cell) => piecesOf(cell, grid));
  const columns = usedPlaces(
    pieces.map(({ column }) => column),
    grid.xs,
  );
  const table: PdfTable = {
    kind: "table",
    ...tableBox(cells),
    rows: rowsOfPieces(pieces, columns),
    columns: columns.map((column) => ({ x0: grid.xs[column] ?? 0, x1: grid.xs[column + 1] ?? 0 })),
  };
  const isLone = table.rows.length < leastRows;
  if ((isLone && titles.length > 0) || table.rows.length === 0 || !isFilled(table)) return [];
  const words = cells.flatMap((each) => each.words);
  return [...titles.map(asRegion), { kind: isLone ? "row" : "table", table, words }];
}

/** Boxes with a word here and there are a drawing. */
function isFilled({ rows, columns }: PdfTable): boolean {
  const filled = rows.reduce((sum, row) => sum + row.filter((cell) => cell !== "").length, 0);
  return filled >= rows.length * columns.length * 0.1;
}

/** Lines alone over the whole width at the top speak of the table: they stand before it. */
function withoutTitles(
  grid: Grid,
  filled: readonly FilledCell[],
): { titles: readonly FilledCell[]; cells: readonly FilledCell[] } {
  const cells = filled.toSorted((a, b) => a.cell.row - b.cell.row || a.cell.column - b.cell.column);
  const titles: FilledCell[] = [];
  for (let first = cells[0]; first !== undefined; first = cells[0]) {
    if (first.cell.columnSpan < grid.xs.length - 1) break;
    const end = first.rows.findIndex(({ segments }) => segments.length > 1);
    const lines = end === -1 ? first.rows : first.rows.slice(0, end);
    const rest = first.rows.slice(lines.length);
    if (lines.length > 0) titles.push({ cell: first.cell, rows: lines, words: wordsOf(lines) });
    cells.shift();
    if (rest.length === 0) continue;
    // What is left of the cell begins below its title: so does the table.
    cells.unshift({
      cell: { ...first.cell, y0: rest[0]?.y0 ?? first.cell.y0 },
      rows: rest,
      words: wordsOf(rest),
    });
    break;
  }
  return { titles, cells };
}

const lineText = (row: Row) => textOf(row.segments.flatMap(({ words }) => words));

function piecesOf({ cell, rows }: FilledCell, grid: Grid): Piece[] {
  const columnOf = (x0: number, x1: number) => placeAt(grid.xs, (x0 + x1) / 2);
  const isSpread =
    cell.columnSpan > 1 &&
    rows.some(
      ({ segments }) =>
        segments.length > 1 &&
        new Set(segments.map(({ x0, x1 }) => columnOf(x0, x1))).size === segments.length,
    );
  if (!isSpread)
    return [
      {
        row: cell.row,
        column: cell.column,
        isSpread,
        lines: rows.map((row) => ({ y: row.y, text: lineText(row) })),
      },
    ];
  return rows.flatMap((row) =>
    row.segments.map((segment) => ({
      row: placeAt(grid.ys, row.y - 0.3 * row.size),
      column:
        row.segments.length > 1
          ? columnOf(segment.x0, segment.x1)
          : Math.max(cell.column, columnOf(segment.x0, segment.x0)),
      isSpread,
      lines: [{ y: row.y, text: segment.text }],
    })),
  );
}

function rowsOfPieces(pieces: readonly Piece[], columns: readonly number[]): string[][] {
  const byRow = Map.groupBy(pieces, ({ row }) => row);
  const rows = [...byRow.keys()].toSorted((a, b) => a - b).map((row) => byRow.get(row) ?? []);
  const pitch = rowPitch(rows);
  return rows.flatMap((row) =>
    linesOf(row, pitch).map((line) => {
      const texts = new Map<number, string[]>();
      for (const { column, text } of line) texts.set(column, [...(texts.get(column) ?? []), text]);
      return columns.map((column) => withoutLeader(joinedLines(texts.get(column) ?? [])));
    }),
  );
}

/** Between rows of one line each; null where there are none to tell. */
function rowPitch(rows: readonly (readonly Piece[])[]): number | null {
  const single = rows.map((row) =>
    row.every(({ lines }) => lines.length === 1) ? (row[0]?.lines[0]?.y ?? null) : null,
  );
  const steps = single.flatMap((y, at) => {
    const next = single[at + 1];
    return y === null || next === null || next === undefined ? [] : [next - y];
  });
  return steps.length === 0 ? null : median(steps);
}

function tableBox(filled: readonly FilledCell[]): Box {
  return {
    x0: Math.min(...filled.map(({ cell }) => cell.x0)),
    y0: Math.min(...filled.map(({ cell }) => cell.y0)),
    x1: Math.max(...filled.map(({ cell }) => cell.x1)),
    y1: Math.max(...filled.map(({ cell }) => cell.y1)),
  };
}

/** Columns with words, and those wide enough that they were left empty on purpose. */
function usedPlaces(used: readonly number[], xs: readonly number[]): number[] {
  const filled = new Set(used);
  return Array.from({ length: xs.length - 1 }, (_, at) => at).filter(
    (at) => filled.has(at) || (xs[at + 1] ?? 0) - (xs[at] ?? 0) > 10,
  );
}
