/** Tables without rules: rows of words that stand under each other. */
import { cellsOf, type ColumnCell, type Gutter, guttersOf, isNumeric } from "./columns.ts";
import { type Box, boxOf, median } from "./geometry.ts";
import { headLines } from "./head-lines.ts";
import { joinedLines } from "./line-joining.ts";
import { MARKER } from "./list-marker.ts";
import { bandsBySpace, linedTable } from "./lined-cells.ts";
import { candidateGroups, headingIn, isMulti } from "./row-groups.ts";
import { type Row, textOf } from "./rows.ts";
import { secondHead } from "./second-head.ts";
import { type PdfTable, withCurrency, withoutEmptyColumns, withoutLeader } from "./table.ts";
import { gapsOf, isTypedRule, withoutTitle } from "./typed-report.ts";
import type { Word } from "./word-builder.ts";

/** Of the distance between rows: a gap as wide may part two tables. */
const PARTING_GAP = 1.7;
/** How often a run of rows is parted, to find a table in it. */
const MAX_PARTS = 6;

export interface FoundTable {
  readonly table: PdfTable;
  readonly rows: readonly Row[];
  /** The words of each column, where they only stand side by side: it is no table. */
  readonly sides?: readonly (readonly Word[])[];
}

/** The tables among rows, from the top. */
export function alignedTables(all: readonly Row[], walls: readonly Box[] = []): FoundTable[] {
  const typed = all.filter(isTypedRule);
  const rows = typed.length === 0 ? all : all.filter((row) => !isTypedRule(row));
  const drawn = typed.length === 0 ? walls : [...walls, ...typed];
  const tables = candidateGroups(rows, drawn).flatMap(
    (group) => headedTables(group, drawn, 0) ?? tablesIn(group, drawn, 0),
  );
  return typed.length === 0 ? tables : tables.map((found) => withTyped(found, typed));
}

/** Those that stand in a table, or next to it, are part of it and say nothing. */
function withTyped({ table, rows }: FoundTable, typed: readonly Row[]): FoundTable {
  const own = typed.filter(({ y, size }) => y > table.y0 - size && y < table.y1 + size);
  return { table, rows: [...rows, ...own] };
}

/** Above and below a heading that stands among the rows; null where they are not tables by themselves. */
function headedTables(group: readonly Row[], walls: readonly Box[], depth: number): FoundTable[] | null {
  const at = depth < MAX_PARTS ? headingIn(group) : -1;
  if (at === -1) return null;
  const above = tablesIn(group.slice(0, at), walls, 0);
  const rest = group.slice(at + 1);
  const below = headedTables(rest, walls, depth + 1) ?? tablesIn(rest, walls, 0);
  const isLong = ({ table }: FoundTable) => table.rows.length >= 3;
  return above.some(isLong) && below.some(isLong) ? [...above, ...below] : null;
}

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
  const rows = withoutTitle(trimmed(group), walls);
  if (rows.filter(isMulti).length < 2) return [];
  const spaced = spacedTable(rows, group);
  if (spaced !== null) return [spaced];
  const grid = withoutMarkers(columned(rows, guttersOf(rows, walls)));
  if (areAddresses(grid.cells)) return [{ ...tableOf(grid), sides: sidesOf(grid) }];
  const strays = straysOf(grid);
  const isGood = grid.gutters.length > 0 && looksLikeTable(grid);
  const table = () => [tableOf(withTail(grid, group))];
  if (isGood && strays <= rows.length * 0.1) return headedParts(grid, group, walls, depth) ?? table();
  const at = depth < MAX_PARTS ? widestGap(rows, walls) : null;
  if (at !== null) {
    const parts = [rows.slice(0, at), rows.slice(at)].flatMap((part) => tablesIn(part, walls, depth + 1));
    if (!isGood || parts.length > 0) return parts;
  }
  return isGood && strays <= rows.length * 0.4 ? table() : [];
}

/** These rows cut as the columns of another table are, whether they look like one or not. */
export function tableCutAs({ columns }: PdfTable, rows: readonly Row[]): PdfTable | null {
  const gutters = columns.slice(1).map(({ x0 }, at): Gutter => ({ x0: columns[at]?.x1 ?? x0, x1: x0 }));
  return gutters.some(({ x0, x1 }) => x0 > x1) ? null : tableOf(columned(rows, gutters)).table;
}

/** The table above a head that comes again, and what that head begins. */
function headedParts(
  { rows, cells }: Columned,
  group: readonly Row[],
  walls: readonly Box[],
  depth: number,
): FoundTable[] | null {
  const parting = depth < MAX_PARTS ? secondHead(rows, cells, walls) : null;
  if (parting === null) return null;
  const above = tablesIn(rows.slice(0, parting.end), walls, depth + 1);
  const rest = group.slice(group.indexOf(rows[parting.start] as Row));
  const [first, ...more] = tablesIn(rest, walls, depth + 1);
  if (above.length === 0 || first === undefined) return null;
  return [...above, { ...first, table: { ...first.table, isApart: true } }, ...more];
}

/** With lines in its cells and more space between its rows. */
function spacedTable(rows: readonly Row[], group: readonly Row[]): FoundTable | null {
  const bands = bandsBySpace(rows);
  const table = bands === null ? null : linedTable(withLastLines(bands, group), false);
  return table === null || bands === null ? null : { table, rows: withLastLines(bands, group).flat() };
}

/** Lines of the last row that only one of its cells has. */
function withLastLines(bands: readonly (readonly Row[])[], group: readonly Row[]): (readonly Row[])[] {
  const lines = bands.flatMap((band) => band.slice(1).map((row, at) => row.y - (band[at]?.y ?? 0)));
  const step = Math.max(...lines) * 1.1;
  const last = [...(bands.at(-1) ?? [])];
  for (const row of group.slice(group.indexOf(last.at(-1) as Row) + 1)) {
    if (row.y - (last.at(-1)?.y ?? 0) > step) break;
    last.push(row);
  }
  return [...bands.slice(0, -1), last];
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
    if ((own[0]?.words.length ?? 0) > 0 && row.x1 > (grid.gutters[0]?.x1 ?? 0)) break;
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

function widestGap(rows: readonly Row[], walls: readonly Box[]): number | null {
  const gaps = gapsOf(rows, walls);
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
  if (prose === 0 || (columns === 2 && full.length === cells.length && full.slice(1).every(isPriced)))
    return true;
  return columns > 2 ? prose < columns / 2 : prose === 1 && !isProse(cells, 0);
}

/** "48,00 €": long names before amounts are no text, though they fill their column as one does. */
const AMOUNT = /^[€$£]? ?-?\d{1,3}(?:[.\u{a0} ]?\d{3})*,\d{2}(?: ?(?:€|euros))?$/u;
const isPriced = (row: readonly ColumnCell[]) => AMOUNT.test(textOf(row[1]?.words ?? []));

/** "03801 Alcoy": the line of an address that names the town. */
const TOWN = /^(?:[A-Z]{1,2}-)?\d{5}[,.]? \p{Lu}/u;

/** Two blocks side by side that both have one such line, neither of them first: who writes, and to whom. */
function areAddresses(cells: readonly (readonly ColumnCell[])[]): boolean {
  if (cells[0]?.length !== 2) return false;
  return [0, 1].every((column) => {
    const towns = cells.flatMap((row, at) => (TOWN.test(textOf(row[column]?.words ?? [])) ? [at] : []));
    return towns.length === 1 && towns[0] !== 0;
  });
}

const sidesOf = ({ cells, gutters }: Columned) =>
  Array.from({ length: gutters.length + 1 }, (_, at) => cells.flatMap((row) => row[at]?.words ?? []));

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
  const head = headLines(rows, cells);
  let last: { row: Row; texts: readonly string[] } | undefined;
  rows.forEach((row, index) => {
    const texts = textsOf(cells[index] ?? []);
    const above = lines.at(-1);
    const goesOn = last !== undefined && (index < head || isContinuation(last.row, last.texts, row, texts));
    if (above !== undefined && goesOn) {
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
      ...withCurrency({
        rows: grid.map((row) => kept.map((at) => row[at] ?? "")),
        columns: kept.map((at) => extents[at] ?? { x0: 0, x1: 0 }),
      }),
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
  if (below[0] !== "") {
    const goOn = filled.every(({ text }) => /^\p{Ll}/u.test(text));
    // Several cells may go on, where the rows begin with capitals and one of them has no more to say.
    const isPart =
      filled.length < above.filter((text) => text !== "").length && /^\p{Lu}/u.test(above[0] ?? "");
    return goOn && (filled.length === 1 || isPart);
  }
  return filled.length < above.filter((text) => text !== "").length || filled.length === 1;
}
