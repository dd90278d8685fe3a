/** Tables without rules: rows of words that stand under each other. */
import { cellsOf, type ColumnCell, type Gutter, guttersOf, isNumeric } from "./columns.ts";
import { type Box, boxOf, median } from "./geometry.ts";
import { joinedLines } from "./line-joining.ts";
import { type Row, textOf } from "./rows.ts";
import { type PdfTable, withoutEmptyColumns, withoutLeader } from "./table.ts";

/** Of the distance between rows: a gap as wide may part two tables. */
const PARTING_GAP = 1.7;
/** Rows that are farther apart have nothing to do with each other. */
const FAR = 4.5;
const SINGLES = 3;
/** How often a run of rows is parted, to find a table in it. */
const MAX_PARTS = 6;
const MARKER = /^(?:[•◦▪‣●○■□–—*·-]|\(?\d{1,3}[.)]|\d{1,3}|\(?[a-z][.)]|\(?[ivxl]{1,5}[.)])$/iu;

export interface FoundTable {
  readonly table: PdfTable;
  readonly rows: readonly Row[];
}

/** The tables among rows, from the top. */
export function alignedTables(rows: readonly Row[], walls: readonly Box[] = []): FoundTable[] {
  return candidateGroups(rows, walls).flatMap((group) => tablesIn(group, walls, 0));
}

/** Runs of rows with several parts; between and after them, rows with one part that may belong to a cell. */
function candidateGroups(rows: readonly Row[], walls: readonly Box[]): Row[][] {
  const groups: Row[][] = [];
  let group: Row[] = [];
  let singles = 0;
  const end = () => {
    if (group.filter(isMulti).length >= 2) groups.push(group);
    group = [];
    singles = 0;
  };
  for (const row of rows) {
    const last = group.at(-1);
    if (last !== undefined && (isFar(last, row) || isWalled(last, walls) !== isWalled(row, walls))) end();
    if (isMulti(row)) singles = 0;
    else singles++;
    if (singles > SINGLES) end();
    else if (group.length > 0 || isMulti(row)) group.push(row);
  }
  end();
  return groups;
}

const isFar = (last: Row, row: Row) => row.y - last.y > FAR * Math.max(row.size, last.size);

/** Between upright rules, as the rows of one table are or are not. */
const isWalled = ({ y, size }: Row, walls: readonly Box[]) =>
  walls.filter((wall) => wall.y0 < y - 0.3 * size && wall.y1 > y - 0.3 * size).length >= 2;

const isMulti = ({ segments }: Row) => segments.length >= 2;

/** Rows with their words by column. */
interface Columned {
  readonly rows: readonly Row[];
  readonly gutters: readonly Gutter[];
  readonly cells: readonly (readonly ColumnCell[])[];
}

function columned(rows: readonly Row[], gutters: readonly Gutter[]): Columned {
  return { rows, gutters, cells: rows.map((row) => cellsOf(row, gutters)) };
}

function tablesIn(group: readonly Row[], walls: readonly Box[], depth: number): FoundTable[] {
  const rows = trimmed(group);
  if (rows.filter(isMulti).length < 2) return [];
  const grid = withoutMarkers(columned(rows, guttersOf(rows, walls)));
  const strays = straysOf(grid);
  const isGood = grid.gutters.length > 0 && looksLikeTable(grid);
  const table = () => [tableOf(withTail(grid, group))];
  if (isGood && strays <= rows.length * 0.1) return table();
  const at = depth < MAX_PARTS ? widestGap(rows) : null;
  if (at !== null) {
    const parts = [rows.slice(0, at), rows.slice(at)].flatMap((part) => tablesIn(part, walls, depth + 1));
    if (!isGood || parts.length > 0) return parts;
  }
  return isGood && strays <= rows.length * 0.4 ? table() : [];
}

/** Rows with one part at either end stand before and after a table. */
function trimmed(rows: readonly Row[]): readonly Row[] {
  const first = rows.findIndex(isMulti);
  return first === -1 ? [] : rows.slice(first, rows.findLastIndex(isMulti) + 1);
}

/** With the lines that go on in a cell of the last row. */
function withTail(grid: Columned, group: readonly Row[]): Columned {
  const rows = [...grid.rows];
  const cells = [...grid.cells];
  for (const row of group.slice(group.indexOf(rows.at(-1) as Row) + 1)) {
    const own = cellsOf(row, grid.gutters);
    if ((own[0]?.words.length ?? 0) > 0) break;
    if (!isContinuation(rows.at(-1) as Row, textsOf(cells.at(-1) ?? []), row, textsOf(own))) break;
    rows.push(row);
    cells.push(own);
  }
  return { rows, cells, gutters: grid.gutters };
}

const textsOf = (cells: readonly ColumnCell[]) => cells.map(({ words }) => textOf(words));

/** Parts of rows that no gutter parts: signs of another table, or of none. */
function straysOf({ cells }: Columned): number {
  return cells.filter((row) => row.some(({ segments }) => segments > 1)).length;
}

function widestGap(rows: readonly Row[]): number | null {
  const gaps = rows.slice(1).map((row, at) => row.y - (rows[at]?.y ?? 0));
  const widest = Math.max(...gaps);
  return gaps.length >= 2 && widest > PARTING_GAP * median(gaps) ? gaps.indexOf(widest) + 1 : null;
}

/** Numbers and bullets of a list stand apart from their text, which does not make them a column. */
function withoutMarkers(grid: Columned): Columned {
  if (grid.gutters.length !== 1) return grid;
  const first = grid.cells.map((row) => textOf(row[0]?.words ?? [])).filter((text) => text !== "");
  if (!first.every((text) => MARKER.test(text))) return grid;
  const figures = grid.cells.filter((row) => row[1]?.words.every(({ text }) => isNumeric(text)) === true);
  if (figures.length > grid.cells.length / 2) return grid;
  const counts = first.map((text) => Number.parseInt(text, 10));
  const isCounted = counts.every((count, at) => at === 0 || !(count < (counts[at - 1] ?? 0)));
  return isCounted ? { ...grid, gutters: [] } : grid;
}

function looksLikeTable({ cells, gutters }: Columned): boolean {
  const full = cells.filter((row) => row.filter(({ words }) => words.length > 0).length >= 2);
  if (full.length < (gutters.length === 1 ? 3 : 2)) return false;
  if (full.length < 3 && !full.every((row) => row.every(({ words }) => words.length > 0))) return false;
  if (full.length < cells.length * 0.3) return false;
  if (gutters.some((_, at) => isBetweenTexts(cells, at))) return false;
  const columns = gutters.length + 1;
  const prose = Array.from({ length: columns }, (_, at) => isProse(cells, at)).filter(Boolean).length;
  if (prose === 0) return true;
  return columns > 2 ? prose < columns / 2 : prose === 1 && !isProse(cells, 0);
}

/** Rows with words on one side only, often on the left and often on the right, are lines of two texts. */
function isBetweenTexts(cells: readonly (readonly ColumnCell[])[], gutter: number): boolean {
  let left = 0;
  let right = 0;
  for (const row of cells) {
    const hasLeft = row.slice(0, gutter + 1).some(({ words }) => words.length > 0);
    const hasRight = row.slice(gutter + 1).some(({ words }) => words.length > 0);
    if (hasLeft && !hasRight) left++;
    if (hasRight && !hasLeft) right++;
  }
  return Math.min(left, right) >= Math.max(2, cells.length * 0.2);
}

/** Most lines begin in small letters: sentences go on over them. */
function flows(starts: readonly string[]): boolean {
  return (
    starts.slice(1).filter((text) => /^\p{Ll}{2}|^[aeoyui]$/u.test(text)).length >= (starts.length - 1) * 0.6
  );
}

/** Lines that go on with each other, or of several words that fill the column. */
function isProse(cells: readonly (readonly ColumnCell[])[], at: number): boolean {
  const filled = cells.flatMap((row) => {
    const words = row[at]?.words ?? [];
    return words.length > 0 ? [words] : [];
  });
  if (filled.length < 3) return false;
  if (flows(filled.map((words) => words[0]?.text ?? ""))) return true;
  const widths = filled.map((words) => (words.at(-1)?.x1 ?? 0) - (words[0]?.x0 ?? 0));
  const letters = filled.filter((words) => words.length >= 4 && !words.every(({ text }) => isNumeric(text)));
  return letters.length >= filled.length * 0.6 && median(widths) >= Math.max(...widths) * 0.75;
}

function tableOf({ rows, cells, gutters }: Columned): FoundTable {
  const lines: string[][][] = [];
  let last: { row: Row; texts: readonly string[] } | undefined;
  rows.forEach((row, index) => {
    const texts = textsOf(cells[index] ?? []);
    const above = lines.at(-1);
    if (last !== undefined && above !== undefined && isContinuation(last.row, last.texts, row, texts)) {
      texts.forEach((text, at) => {
        if (text !== "") above[at]?.push(text);
      });
    } else lines.push(texts.map((text) => (text === "" ? [] : [text])));
    last = { row, texts };
  });
  const grid = lines.map((row) => row.map((cell) => withoutLeader(joinedLines(cell))));
  const kept = withoutEmptyColumns(grid);
  const extents = extentsOf(cells, gutters.length + 1);
  return {
    rows,
    table: {
      kind: "table",
      ...boxOf(rows),
      rows: grid.map((row) => kept.map((at) => row[at] ?? "")),
      columns: kept.map((at) => extents[at] ?? { x0: 0, x1: 0 }),
    },
  };
}

function extentsOf(cells: readonly (readonly ColumnCell[])[], columns: number): { x0: number; x1: number }[] {
  const extents = Array.from({ length: columns }, () => ({ x0: Infinity, x1: -Infinity }));
  for (const row of cells) {
    row.forEach(({ words }, at) => {
      const extent = extents[at];
      const x1 = words.at(-1)?.x1;
      if (extent === undefined || x1 === undefined) return;
      extent.x0 = Math.min(extent.x0, words[0]?.x0 ?? Infinity);
      extent.x1 = Math.max(extent.x1, x1);
    });
  }
  return extents;
}

/**
 * Whether a row only goes on with cells of the row above: it has fewer, all of them under filled ones, no number
 * among them, and stands close.
 */
function isContinuation(last: Row, above: readonly string[], row: Row, below: readonly string[]): boolean {
  if (row.y - last.y > 1.45 * Math.max(row.size, last.size)) return false;
  // "Murder and nonnegligent", "manslaughter … 10.0": the first line of a name has no figures yet.
  if (above[0] !== "" && above.every((text, at) => at === 0 || text === ""))
    return /^\p{Ll}/u.test(below[0] ?? "");
  const filled = below.flatMap((text, at) => (text === "" ? [] : [{ text, above: above[at] ?? "" }]));
  if (filled.some((cell) => cell.above === "" || isNumeric(cell.text))) return false;
  if (below[0] !== "") return filled.length === 1 && /^\p{Ll}/u.test(below[0] ?? "");
  return filled.length < above.filter((text) => text !== "").length || filled.length === 1;
}
