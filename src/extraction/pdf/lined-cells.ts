/** Rows of a table whose cells have lines: which lines are one row is told by level rules or by the space between rows. */
import { cellsOf, type Gutter, guttersOf, isNumeric } from "./columns.ts";
import { boxOf } from "./geometry.ts";
import { joinedLines } from "./line-joining.ts";
import { MARKER } from "./list-marker.ts";
import { type Row, segmentOf, textOf, WIDE_GAP, wordsOf } from "./rows.ts";
import { type PdfTable, withoutEmptyColumns, withoutLeader } from "./table.ts";
import type { Word } from "./word-builder.ts";

/** Of the width of its column: a line as long may go on in the next one. */
const FULL_LINE = 0.6;
/** Of the lines within rows, those that go on with the line above. */
const GOING_ON = 0.6;
/** Of the rows, those with words in several columns. */
const FILLED = 0.6;
const LEAST_ROWS = 3;
/** Of the widest column. */
const ALIKE = 0.9;
/** A row of more lines is a text. */
const MAX_LINES = 14;

/** A line in a cell. */
interface Line {
  readonly words: readonly Word[];
  readonly text: string;
}

/** By row and column. */
type Lines = readonly (readonly (readonly Line[])[])[];

/**
 * The table of rows that are made of lines; null where it is none, or each of its rows is one line. Where no rule tells
 * rows, columns of a text may have their paragraphs side by side: `isSure` says that they are not.
 */
export function linedTable(bands: readonly (readonly Row[])[], isSure: boolean): PdfTable | null {
  const rows = bands.flat();
  const gutters = isSure ? guttersOf(bands.map(asRow), []) : narrowed(guttersOf(rows, []), bands);
  if (gutters.length === 0 || bands.length < LEAST_ROWS) return null;
  if (bands.every((band) => band.length === 1) || bands.some((band) => band.length > MAX_LINES)) return null;
  const lines = bands.map((band) => columnsOf(band, gutters));
  if (lines.filter(isFilled).length < bands.length * FILLED || isList(lines)) return null;
  if (!goOn(lines, gutters.length + 1) || (!isSure && mayBeText(lines, gutters.length + 1))) return null;
  const grid = lines.map((row) =>
    row.map((cell) => withoutLeader(joinedLines(cell.map(({ text }) => text)))),
  );
  const kept = withoutEmptyColumns(grid);
  return {
    kind: "table",
    ...boxOf(rows),
    rows: grid.map((row) => kept.map((at) => row[at] ?? "")),
    columns: kept.map((at) => extentOf(lines, at)),
  };
}

/** As the longest lines of the cells leave them, where the same columns are told by these. */
function narrowed(gutters: readonly Gutter[], bands: readonly (readonly Row[])[]): readonly Gutter[] {
  const whole = guttersOf(bands.map(asRow), []);
  return whole.length === gutters.length ? whole : gutters;
}

/** All lines as if they were one: a line that is spread to the end of its cell leaves space that others fill. */
function asRow(band: readonly Row[]): Row {
  const words = wordsOf(band).toSorted((a, b) => a.x0 - b.x0);
  const segments: Word[][] = [];
  let end = -Infinity;
  for (const word of words) {
    if (word.x0 > end + word.size * WIDE_GAP) segments.push([]);
    segments.at(-1)?.push(word);
    end = Math.max(end, word.x1);
  }
  return { ...(band[0] as Row), segments: segments.map(segmentOf) };
}

function columnsOf(band: readonly Row[], gutters: readonly Gutter[]): Line[][] {
  const columns: Line[][] = Array.from({ length: gutters.length + 1 }, () => []);
  for (const row of band) {
    cellsOf(row, gutters).forEach(({ words }, at) => {
      if (words.length > 0) columns[at]?.push({ words, text: textOf(words) });
    });
  }
  return columns;
}

const isFilled = (row: readonly (readonly Line[])[]) => row.filter((cell) => cell.length > 0).length >= 2;

/** Bullets and numbers before texts. */
function isList(lines: Lines): boolean {
  const isMarked = (row: Lines[number]) => (row[0] ?? []).every(({ text }) => MARKER.test(text));
  return lines[0]?.length === 2 && lines.filter(isMarked).length >= lines.length * 0.7;
}

/** Lines of one cell go on with each other; several numbers, or names one under the other, are rows of their own. */
function goOn(lines: Lines, columns: number): boolean {
  let all = 0;
  let going = 0;
  for (let at = 0; at < columns; at++) {
    const { x0, x1 } = extentOf(lines, at);
    for (const row of lines) {
      const cell = row[at] ?? [];
      if (cell.filter(({ text }) => isNumeric(text)).length > 1) return false;
      cell.slice(1).forEach((line, index) => {
        all++;
        const above = cell[index];
        if (above !== undefined && isGoingOn(above, line, x1 - x0)) going++;
      });
    }
  }
  return all > 0 && going >= all * GOING_ON;
}

/** Columns of a text are as wide as each other, and begin in the middle of a sentence here and there. */
function mayBeText(lines: Lines, columns: number): boolean {
  const widths = Array.from({ length: columns }, (_, at) => extentOf(lines, at)).map(({ x0, x1 }) => x1 - x0);
  if (Math.min(...widths) > Math.max(...widths) * ALIKE) return true;
  const starts = lines.flatMap((row) => row.flatMap((cell) => cell[0]?.text ?? []));
  return starts.filter((text) => /^\p{Ll}/u.test(text)).length > starts.length * 0.1;
}

function isGoingOn(above: Line, line: Line, width: number): boolean {
  if (/^[\p{Ll}(]/u.test(line.text)) return true;
  if (/[.;:]$/u.test(above.text) && !/^\p{Lu}/u.test(line.text)) return false;
  return lengthOf(above) >= width * FULL_LINE;
}

const lengthOf = ({ words }: Line) => (words.at(-1)?.x1 ?? 0) - (words[0]?.x0 ?? 0);

function extentOf(lines: Lines, at: number): { x0: number; x1: number } {
  let x0 = Infinity;
  let x1 = -Infinity;
  for (const row of lines) {
    for (const { words } of row[at] ?? []) {
      x0 = Math.min(x0, words[0]?.x0 ?? x0);
      x1 = Math.max(x1, words.at(-1)?.x1 ?? x1);
    }
  }
  return { x0, x1 };
}

/** Of the size: lines farther apart are rows. */
const FARTHEST_LINES = 2;
/** Rows are as much farther apart than lines. */
const WIDER = 1.25;
/** Of the rows with several lines, those in which some cell ends before the others: columns of a text all go on. */
const RAGGED = 0.3;

/** Of the rows: one may be the rest of a row of the page before. */
const HEADED = 0.9;

/** Of the size: lines whose heights are as near are side by side. */
const LEVEL = 0.3;

/** Rows in bands by the space between them; null where it does not tell lines from rows. */
export function bandsBySpace(rows: readonly Row[]): Row[][] | null {
  const gaps = rows.slice(1).map((row, at) => row.y - (rows[at]?.y ?? 0));
  const [first, ...wider] = rowGaps(gaps, Math.max(...rows.map(({ size }) => size)));
  if (first === undefined) return null;
  const bands = bandsApart(rows, first);
  if (isHeaded(bands)) return bands;
  return [first, ...wider].map((least) => bandsApart(rows, least)).find(isCentred) ?? null;
}

function bandsApart(rows: readonly Row[], least: number): Row[][] {
  const bands: Row[][] = [];
  for (const row of rows) {
    const last = bands.at(-1);
    if (last === undefined || row.y - (last.at(-1)?.y ?? 0) >= least) bands.push([row]);
    else last.push(row);
  }
  return bands;
}

const hasLines = (band: readonly Row[]) => band.length > 1;

/** Each begins with the first lines of several cells. */
function isHeaded(bands: readonly (readonly Row[])[]): boolean {
  const several = bands.filter(hasLines);
  const heads = bands.filter(([first]) => (first?.segments.length ?? 0) > 1);
  if (several.length < 2 || heads.length < bands.length * HEADED) return false;
  const most = Math.max(...bands.flat().map(({ segments }) => segments.length));
  const ragged = several.filter((band) => (band.at(-1)?.segments.length ?? 0) < most);
  return ragged.length >= several.length * RAGGED;
}

/** Each has its cells one beside the other, those of fewer lines in the middle; the last may have more to come. */
function isCentred(bands: readonly (readonly Row[])[]): boolean {
  return (
    bands.filter(hasLines).length >= 2 &&
    bands.slice(0, -1).every((band) => {
      const centres = stacksOf(band).map(({ top, bottom }) => (top + bottom) / 2);
      const size = band[0]?.size ?? 0;
      return centres.length > 1 && Math.max(...centres) - Math.min(...centres) < LEVEL * size;
    })
  );
}

/** What stands one under the other in a band, by its first and its last line. */
function stacksOf(band: readonly Row[]): { x1: number; top: number; bottom: number }[] {
  const stacks: { x1: number; top: number; bottom: number }[] = [];
  const parts = band.flatMap(({ y, segments }) => segments.map(({ x0, x1 }) => ({ x0, x1, y })));
  for (const { x0, x1, y } of parts.toSorted((a, b) => a.x0 - b.x0)) {
    const last = stacks.at(-1);
    if (last === undefined || x0 > last.x1) stacks.push({ x1, top: y, bottom: y });
    else {
      last.x1 = Math.max(last.x1, x1);
      last.top = Math.min(last.top, y);
      last.bottom = Math.max(last.bottom, y);
    }
  }
  return stacks;
}

/** Each gap that may be the least between rows: clearly wider than those between lines before it. */
function rowGaps(gaps: readonly number[], size: number): number[] {
  const sorted = gaps.toSorted((a, b) => a - b);
  const wider = sorted.filter((gap, at) => at > 0 && gap >= (sorted[at - 1] ?? 0) * WIDER);
  const end = sorted.findIndex((gap) => gap > size * FARTHEST_LINES * WIDER * 2);
  return wider.filter((gap) => {
    const at = sorted.indexOf(gap);
    return (end === -1 || at < end) && (sorted[at - 1] ?? 0) <= size * FARTHEST_LINES;
  });
}
