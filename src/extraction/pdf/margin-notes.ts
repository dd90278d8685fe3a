/** Notes in a side margin: lines of their own, beside a text with which they share no baselines. */
import { type Box, median } from "./geometry.ts";
import { isLineOfText } from "./prose-columns.ts";
import { type Row, rowsOf, type Segment, wordsOf } from "./rows.ts";
import type { Word } from "./word-builder.ts";

export interface Noted {
  /** The rows without the notes. */
  readonly text: readonly Row[];
  /** Each from the top, as its rows. */
  readonly notes: readonly (readonly Row[])[];
}

/** Lines of the text beside which notes are told. */
const LEAST_TEXT = 8;
/** Lines of a note, of one at least: what is put beside lines one by one are values, or numbers. */
const LEAST_NOTE = 3;
/** Points: lines begin together. */
const TOGETHER = 3;
/** Points: as exactly as cells of one row stand on its baseline. */
const SAME_BASELINE = 0.7;
/** Of the size of the text: notes are set in smaller letters, cells in those of their table. */
const SMALLER = 0.95;
/** Of the width of the text. */
const WIDEST = 0.6;
/** Of their size: lines of a note are no farther apart. */
const LEADING = 1.8;
/** More than a page has that has notes: each of them is compared with all others. */
const MAX_ROWS = 2_000;

/**
 * Takes the notes out of the rows. They are told from cells, values and numbers by what these never do all together: they
 * begin at one place beyond the text, are set smaller, have lines under each other, and mostly stand between its baselines.
 */
export function withoutNotes(rows: readonly Row[], walls: readonly Box[]): Noted {
  const none = { text: rows, notes: [] };
  if (rows.length > MAX_ROWS || !hasLinesBeside(rows)) return none;
  const segments = rows.flatMap((row) => row.segments);
  const text = mainText(segments.filter(isLineOfText));
  if (text === null) return none;
  const isRight = ({ x0 }: Segment) => x0 > text.x1 + TOGETHER;
  const isLeft = ({ x1 }: Segment) => x1 < text.x0 - TOGETHER;
  const baselines = segments.filter((each) => !isRight(each) && !isLeft(each)).map(baselineOf);
  const beside = [isRight, isLeft]
    .map((isBeside) => segments.filter(isBeside))
    .find((side) => areNotes(side, text, baselines));
  if (beside === undefined) return none;
  const words = new Set(beside.flatMap((segment) => segment.words));
  return {
    text: rows.flatMap((row) => rowsWithout(row, words, walls)),
    notes: apart(rowsOf([...words], walls)),
  };
}

/** Most pages have too few lines beside others: that is told first, and cheaply. */
function hasLinesBeside(rows: readonly Row[]): boolean {
  let beside = 0;
  let last: Row | undefined;
  for (const row of rows) {
    const isBeside = last !== undefined && (row.x0 > last.x1 || row.x1 < last.x0);
    if ((isBeside || row.segments.length > 1) && ++beside >= LEAST_NOTE) return true;
    last = row;
  }
  return false;
}

interface MainText {
  readonly x0: number;
  readonly x1: number;
  readonly size: number;
}

/** The lines that begin where most do; null where these are few. */
function mainText(lines: readonly Segment[]): MainText | null {
  if (lines.length < LEAST_TEXT) return null;
  const x0 = median(lines.map((line) => line.x0));
  const own = lines.filter((line) => Math.abs(line.x0 - x0) < TOGETHER);
  if (own.length < LEAST_TEXT || own.length * 2 < lines.length) return null;
  return {
    x0: Math.min(...own.map((line) => line.x0)),
    x1: Math.max(...own.map(({ x1 }) => x1)),
    size: median(own.map(sizeOf)),
  };
}

const sizeOf = ({ words }: Segment) => words[0]?.size ?? 0;
const baselineOf = ({ words }: Segment) => words[0]?.y ?? 0;

function areNotes(side: readonly Segment[], text: MainText, baselines: readonly number[]): boolean {
  if (side.length < LEAST_NOTE) return false;
  const start = median(side.map(({ x0 }) => x0));
  const together = side.filter(({ x0 }) => Math.abs(x0 - start) < TOGETHER);
  const small = together.filter((line) => sizeOf(line) < SMALLER * text.size);
  if (small.length < LEAST_NOTE || small.length * 2 < side.length) return false;
  const width = Math.max(...side.map(({ x1 }) => x1)) - Math.min(...side.map(({ x0 }) => x0));
  if (width > WIDEST * (text.x1 - text.x0)) return false;
  const onLines = small.filter((line) =>
    baselines.some((y) => Math.abs(y - baselineOf(line)) < SAME_BASELINE),
  );
  return (
    onLines.length * 2 < small.length &&
    small.filter(isOfWords).length * 2 > small.length &&
    longestRun(small) >= LEAST_NOTE
  );
}

const isOfWords = ({ words, text }: Segment) => words.length > 1 && /\p{Ll}{2}/u.test(text);

/** As many lines as follow each other closely. */
function longestRun(lines: readonly Segment[]): number {
  let longest = 0;
  let run = 0;
  lines.forEach((line, at) => {
    const last = lines[at - 1];
    const isNext = last !== undefined && baselineOf(line) - baselineOf(last) < LEADING * sizeOf(line);
    run = isNext ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}

function rowsWithout(row: Row, notes: ReadonlySet<Word>, walls: readonly Box[]): readonly Row[] {
  const words = wordsOf([row]);
  const own = words.filter((word) => !notes.has(word));
  return own.length === words.length ? [row] : rowsOf(own, walls);
}

/** Rows under each other, note by note. */
function apart(rows: readonly Row[]): Row[][] {
  const notes: Row[][] = [];
  let last: Row | undefined;
  for (const row of rows) {
    if (last !== undefined && row.y - last.y < LEADING * row.size) notes.at(-1)?.push(row);
    else notes.push([row]);
    last = row;
  }
  return notes;
}
