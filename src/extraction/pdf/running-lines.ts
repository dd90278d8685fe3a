/** Lines that stand at the same place of page after page: heads, feet, page numbers. */
import { APART, numbersOf } from "./page-numbers.ts";
import { isLineOfText } from "./prose-columns.ts";
import type { Row } from "./rows.ts";
import type { Word } from "./word-builder.ts";

export interface MarginLine {
  /** The text with its numbers masked; empty for what cannot be a running line. */
  readonly key: string;
  readonly numbers: readonly number[];
  /** Of each number, whether it may be the page's: one that names a part (`ANEXO 2`) counts parts. */
  readonly mayCount: readonly boolean[];
  readonly words: readonly Word[];
  readonly size: number;
  readonly y: number;
  readonly isTop: boolean;
  /** Beyond the margin, where only a number that counts the pages tells it from the text. */
  readonly isFar: boolean;
  /** A long line, as far from the next ones as these are from each other: in the body's letters, the body's own. */
  readonly isOfText: boolean;
  /** Of a head or a foot of a few lines that stands apart from the body, or is set in smaller letters. */
  readonly apart: { readonly lines: number; readonly beyond: string } | null;
}

export interface Margins {
  /** From the edge inwards. */
  readonly top: readonly MarginLine[];
  readonly bottom: readonly MarginLine[];
}

/** Of the height of the page, at the top and at the bottom. */
const MARGIN = 0.12;
/** Up to which the next line may be the page's number as well, on paper larger than what it was set for. */
const FAR = 0.28;
const MAX_LINES = 8;
const MAX_PARTS = 3;
/** Pages that must have a line for it to be a running one. */
const REPEATS = 3;
/** Of a document of two pages: both, where the line counts them, or stands apart from two different texts. */
const BOTH = 2;
/** Lines of a head or a foot that is told by two pages alone. */
const FEW = 3;
/** As far as the same line may move from page to page. */
const SAME_HEIGHT = 6;
/** Of the pages with the same line, those looked at. */
const MAX_COMPARED = 24;
/** Letters of a line that is longer than what names a document and its pages. */
const LONG = 40;
/** Lines that follow each other closely: more than a head or a foot has. */
const OF_TEXT = 4;
/** Of the size: as far apart as lines of a text are. */
const LEADING = 1.75;
/** Of the distance between lines: no larger one. */
const EVEN = 1.1;
/** Of the distance between lines of the body: what stands apart from it is farther away. */
const APART_BY = 1.3;
/** Of the body's letters. */
const SMALLER = 0.9;
/** Points. */
const SAME_SIZE = 0.6;
const ROMAN = /^[\s.–—-]*([ivxlc]{1,7})[\s.–—-]*$/i;

/** `page`: where two pages alone may tell what runs, more is asked of its margins. */
export function marginsOf(rows: readonly Row[], height: number, page: number): Margins {
  return {
    top: marginLines(rows, true, page, ({ y }) => y / height),
    bottom: marginLines(rows.toReversed(), false, page, ({ y }) => 1 - y / height),
  };
}

/** `rows` are from the edge inwards, as far from it as `depthOf` says. */
function marginLines(
  rows: readonly Row[],
  isTop: boolean,
  page: number,
  depthOf: (row: Row) => number,
): MarginLine[] {
  const inner = rows.findIndex((row) => depthOf(row) >= MARGIN);
  const near = inner === -1 ? rows.length : inner;
  const end = near < rows.length && depthOf(rows[near] as Row) < FAR ? near + 1 : near;
  const lines = rows
    .slice(0, Math.min(end, MAX_LINES))
    .map((row, at) => marginLine(row, rows.slice(at + 1, at + OF_TEXT), isTop, at >= near));
  if (page > BOTH) return lines;
  const last = rows.slice(0, Math.min(near, FEW)).findIndex((_, at) => endsApart(rows, at));
  const beyond = rows[last + 1];
  if (last === -1 || beyond === undefined) return lines;
  const apart = { lines: last + 1, beyond: beyond.segments.map(({ text }) => text).join(APART) };
  return lines.map((line, at) => (at > last ? line : { ...line, apart }));
}

/** Farther from the next row than that one's lines are from each other, or in smaller letters. */
function endsApart(rows: readonly Row[], at: number): boolean {
  const [row, next, ...inner] = rows.slice(at, at + 2 + OF_TEXT);
  if (row === undefined || next === undefined) return false;
  const pitch = inner.length === 0 ? 0 : Math.min(...stepsOf([next, ...inner]));
  const gap = Math.abs(next.y - row.y);
  return row.size < SMALLER * next.size || gap > Math.max(LEADING * next.size, APART_BY * pitch);
}

const stepsOf = (rows: readonly Row[]) => rows.slice(1).map(({ y }, at) => Math.abs(y - (rows[at]?.y ?? y)));

function marginLine(row: Row, inner: readonly Row[], isTop: boolean, isFar: boolean): MarginLine {
  const text = row.segments.map((segment) => segment.text).join(APART);
  const roman = ROMAN.exec(text)?.[1];
  const masked = roman === undefined ? text.replaceAll(/\d+/g, "#") : "roman";
  const numbers = roman === undefined ? numbersOf(text) : { values: [romanNumber(roman)], mayCount: [true] };
  const isText = isFar && !numbers.mayCount.includes(true);
  const isTabular = row.segments.length > MAX_PARTS || isAligned(row, inner[0]);
  return {
    key: isText || isTabular ? "" : `${isTop ? "t" : "b"}${masked.toLowerCase()}`,
    numbers: numbers.values,
    mayCount: numbers.mayCount,
    words: row.segments.flatMap(({ words }) => words),
    size: row.size,
    y: row.y,
    isTop,
    isFar,
    isOfText: isEven([row, ...inner]) && isLong(row),
    apart: null,
  };
}

const isLong = ({ segments }: Row) =>
  segments.every(isLineOfText) &&
  segments.reduce((sum, { text }) => sum + text.replaceAll(/\P{L}/gu, "").length, 0) >= LONG;

function isEven(rows: readonly Row[]): boolean {
  const steps = stepsOf(rows);
  const [first = 0, second = 0] = steps;
  const size = rows[0]?.size ?? 0;
  return (
    rows.length === OF_TEXT &&
    first <= EVEN * second &&
    steps.every((step) => step <= LEADING * size) &&
    rows.every((row) => Math.abs(row.size - size) < SAME_SIZE)
  );
}

/** With the next row under it, part by part, a row belongs to a table; over columns of text it does not. */
function isAligned(row: Row, inner: Row | undefined): boolean {
  if (inner === undefined || row.segments.length < 2 || row.segments.length !== inner.segments.length)
    return false;
  if (Math.abs(inner.y - row.y) > 2.5 * row.size || inner.segments.every(isLineOfText)) return false;
  return row.segments.every((segment, at) => {
    const other = inner.segments[at];
    return other !== undefined && segment.x0 < other.x1 && other.x0 < segment.x1;
  });
}

const ROMANS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function romanNumber(text: string): number {
  const values = [...text.toLowerCase()].map((letter) => ROMANS[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

interface SeenLine {
  readonly page: number;
  readonly line: MarginLine;
}

/** What stands in the margins of the pages read so far. */
export class RunningLines {
  readonly #seen = new Map<string, SeenLine[]>();
  readonly #kept = new Set<string>();
  #pages = 0;

  add(page: number, { top, bottom }: Margins): void {
    this.#pages++;
    for (const line of [...top, ...bottom]) {
      if (line.key === "") continue;
      const others = this.#seen.get(line.key);
      if (others === undefined) this.#seen.set(line.key, [{ page, line: { ...line, words: [] } }]);
      else others.push({ page, line: { ...line, words: [] } });
    }
  }

  /**
   * Words of a page that are not of its own: from the edge inwards, as long as each line is found on enough pages.
   * A line that is not ends the margin. In letters larger than the text it is the title of the document as well, and
   * is kept where it is met first.
   */
  wordsOf(page: number, { top, bottom }: Margins, bodySize: number): Set<Word> {
    const running = [top, bottom].flatMap((lines) => {
      const isOnBoth = this.#isOnBoth(page, lines);
      const end = lines.findIndex(
        (line) =>
          isOfBody(line, bodySize) || !((isOnBoth && line.apart !== null) || this.#isRunning(page, line)),
      );
      return end === -1 ? lines : lines.slice(0, end);
    });
    return new Set(running.filter((line) => !this.#isTitle(line, bodySize)).flatMap(({ words }) => words));
  }

  #isTitle({ key, isTop, size }: MarginLine, bodySize: number): boolean {
    if (!isTop || size < bodySize * 1.15 || this.#kept.has(key)) return false;
    this.#kept.add(key);
    return true;
  }

  /** Whether the pages are two, and have a whole head or foot in common, but not the text beside it: one is no copy. */
  #isOnBoth(page: number, lines: readonly MarginLine[]): boolean {
    if (this.#pages !== BOTH) return false;
    return lines.every((line) => {
      const { key, apart } = line;
      const isOn = (other: SeenLine) =>
        other.page !== page &&
        other.line.apart?.lines === apart?.lines &&
        other.line.apart?.beyond !== apart?.beyond &&
        isSame(line, other.line, other.page - page);
      return apart === null || (this.#seen.get(key) ?? []).some(isOn);
    });
  }

  #isRunning(page: number, line: MarginLine): boolean {
    const others = this.#seen.get(line.key) ?? [];
    const near = others.length <= MAX_COMPARED ? others : around(others, page);
    const same = near.filter((other) => isSame(line, other.line, other.page - page));
    if (same.length >= REPEATS && !line.isFar) return true;
    const least = this.#pages === BOTH && !line.isFar ? BOTH : REPEATS;
    return same.length >= least && same.some((other) => counts(line, other.line));
  }
}

const isOfBody = ({ isOfText, size }: MarginLine, bodySize: number) =>
  isOfText && Math.abs(size - bodySize) < SAME_SIZE;

const counts = (line: MarginLine, other: MarginLine) =>
  line.numbers.some((number, at) => other.numbers[at] !== number);

function around<Entry extends { readonly page: number }>(entries: readonly Entry[], page: number): Entry[] {
  const at = entries.findLastIndex((entry) => entry.page <= page);
  const start = Math.max(0, Math.min(at - MAX_COMPARED / 2, entries.length - MAX_COMPARED));
  return entries.slice(start, start + MAX_COMPARED);
}

/** The same words at the same height; numbers are the same too, or count the pages where they stand as their numbers do. */
function isSame(line: MarginLine, other: MarginLine, pages: number): boolean {
  if (Math.abs(line.y - other.y) > SAME_HEIGHT || line.numbers.length !== other.numbers.length) return false;
  return line.numbers.every((number, at) => {
    const by = (other.numbers[at] ?? Number.NaN) - number;
    return by === 0 || (by === pages && line.mayCount[at] === true);
  });
}
