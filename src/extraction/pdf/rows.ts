import { type Box, boxOf } from "./geometry.ts";
import { isLeader, type LedLine, ledLines, SHORT_LEADER } from "./leaders.ts";
import { withSpacedLetters, withSpreadLetters } from "./letter-spacing.ts";
import { ASCENT, DESCENT, type Word } from "./word-builder.ts";
import { isLeftward } from "./written-order.ts";

/** Words side by side with no more than spaces between them. */
export interface Segment extends Box {
  readonly words: readonly Word[];
  readonly text: string;
}

/** All that stands on one baseline. */
export interface Row extends Box {
  readonly y: number;
  readonly size: number;
  readonly segments: readonly Segment[];
}

/** Of the size: a wider gap is more than a space. */
export const WIDE_GAP = 0.9;
const JOINED_GAP = 0.1;
const SAME_LINE = 0.35;
const SMALLER = 0.85;
/** Of the size of what it is raised beside: anything smaller only stands near letters of a poster. */
const SMALLEST = 0.3;
/** Of the size: a line is spread so far to the end of its column, at most. */
const WIDEST_SPREAD = 2.5;
/** Of the size: its words are as far apart as each other, but for rounding. */
const EVEN = 0.06;
const SPREAD_WORDS = 4;
/** Words of a line among which raised ones are looked for. */
const MAX_BESIDE = 400;

/** Words by their baselines, from the top; `walls` are places that no run of words crosses. */
export function rowsOf(words: readonly Word[], walls: readonly Box[] = []): Row[] {
  const rows = ledLines(lineWords(words)).map((line) => rowOf(line, walls));
  return inOrder(rows, ({ y }) => y);
}

/** The words of each baseline, from the left. */
export function lineWords(words: readonly Word[]): (readonly Word[])[] {
  const groups: Word[][] = [];
  let group: Word[] = [];
  let base = 0;
  let size = 0;
  for (const word of inOrder(words, (other) => other.y)) {
    if (group.length > 0 && word.y - base > SAME_LINE * Math.min(word.size, size)) {
      groups.push(group);
      group = [];
    }
    if (group.length === 0) {
      base = word.y;
      size = word.size;
    }
    group.push(word);
  }
  if (group.length > 0) groups.push(group);
  return withRaised(groups)
    .filter((each) => each.length > 0)
    .map((each) => inOrder(each, ({ x0 }) => x0));
}

/** Sorted, where they are not: mostly they are drawn in the order they are read. */
function inOrder<Item>(items: Item[], placeOf: (item: Item) => number): Item[];
function inOrder<Item>(items: readonly Item[], placeOf: (item: Item) => number): readonly Item[];
function inOrder<Item>(items: readonly Item[], placeOf: (item: Item) => number): readonly Item[] {
  let last = -Infinity;
  for (const item of items) {
    const place = placeOf(item);
    if (!(place >= last)) return items.toSorted((a, b) => placeOf(a) - placeOf(b));
    last = place;
  }
  return items;
}

/** Small letters beside larger ones, a little higher or lower, stand on their line: raised numbers, indices. */
function withRaised(groups: Word[][]): Word[][] {
  const smallest = groups.map((group) => group.reduce((size, word) => Math.min(size, word.size), Infinity));
  const largestAtFirst = groups.map(largestOf);
  groups.forEach((group, at) => {
    for (const beside of [at - 1, at + 1, at - 2, at + 2]) {
      const line = groups[beside];
      if (line === undefined || line.length > MAX_BESIDE || group.length === 0) continue;
      // Of most lines none is small beside the next: that is told without a look at their words.
      if ((smallest[at] ?? 0) > SMALLER * (largestAtFirst[beside] ?? Infinity)) continue;
      const largest = largestOf(line);
      const moved = group.filter(
        (word) => word.size <= SMALLER * largest && line.some((other) => isRaised(word, other)),
      );
      if (moved.length === 0 || moved.length > MAX_BESIDE) continue;
      line.push(...moved);
      for (const { size } of moved) smallest[beside] = Math.min(smallest[beside] ?? size, size);
      for (const word of moved) group.splice(group.indexOf(word), 1);
    }
  });
  return groups;
}

function largestOf(words: readonly Word[]): number {
  let largest = 0;
  for (const { size } of words) largest = Math.max(largest, size);
  return largest;
}

function isRaised(word: Word, other: Word): boolean {
  if (word.size > SMALLER * other.size || word.size < SMALLEST * other.size) return false;
  if (Math.abs(word.y - other.y) > 0.6 * other.size) return false;
  const after = (word.x0 - other.x1) / other.size;
  const before = (other.x0 - word.x1) / other.size;
  return (after > -0.3 && after < 0.3 && !word.spaced) || (before > -0.3 && before < 0.3 && !other.spaced);
}

function rowOf({ words, joined }: LedLine, walls: readonly Box[]): Row {
  const sorted = withSpacedLetters(words);
  const size = largestOf(sorted);
  let y = -Infinity;
  for (const word of sorted) if (word.size > size * 0.85) y = Math.max(y, word.y);
  const near = walls.length === 0 ? walls : walls.filter((wall) => wall.y0 < y && wall.y1 > y - 0.6 * size);
  const wide = isSpread(sorted, size) ? WIDEST_SPREAD : WIDE_GAP;
  const segments: Segment[] = [];
  let run: Word[] = [];
  let end = 0;
  for (const word of sorted) {
    const gap = word.x0 - end;
    const isWide = gap > wide * word.size && !joined.has(word);
    if (run.length > 0 && (isWide || isWalled(near, startOfGap(run, end), word.x0))) {
      segments.push(segmentOf(withSpreadLetters(run)));
      run = [];
    }
    end = run.length === 0 ? word.x1 : Math.max(end, word.x1);
    run.push(word);
  }
  segments.push(segmentOf(withSpreadLetters(run)));
  const { x0, x1 } = boxOf(segments);
  return { x0, x1, y, y0: y - ASCENT * size, y1: y + DESCENT * size, size, segments };
}

/** Dots that lead to a page reach as far as it, over a wall that is drawn after them. */
function startOfGap(run: readonly Word[], end: number): number {
  const last = run.at(-1);
  return last !== undefined && isLeader(last.text) ? (last.x0 + last.x1) / 2 : end;
}

/**
 * Whether a line of text is spread over its column: all its words are as far apart. Cells that stand so have words of
 * one width, or are names that begin with capitals.
 */
function isSpread(words: readonly Word[], size: number): boolean {
  const [first, second] = words;
  if (first === undefined || second === undefined || words.length < SPREAD_WORDS) return false;
  const space = second.x0 - first.x1;
  if (space <= WIDE_GAP * size || space > WIDEST_SPREAD * size) return false;
  const isEven = words.every(
    ({ x0 }, at) => at === 0 || Math.abs(x0 - (words[at - 1]?.x1 ?? x0) - space) < EVEN * size,
  );
  if (!isEven) return false;
  const widths = words.map(({ x0, x1 }) => x1 - x0);
  const small = words.filter(({ text }) => /^\p{Ll}+[,;.:)]?$/u.test(text));
  return small.length * 2 >= words.length && Math.max(...widths) > 1.5 * Math.min(...widths);
}

function isWalled(walls: readonly Box[], from: number, to: number): boolean {
  if (walls.length === 0) return false;
  return walls.some(({ x0 }) => x0 > Math.min(from, to) - 1 && x0 < Math.max(from, to) + 1);
}

export function segmentOf(words: readonly Word[]): Segment {
  const { x0, y0, x1, y1 } = boxOf(words);
  return { x0, y0, x1, y1, words, text: textOf(words) };
}

/** Words of one line in their order, with spaces where there are gaps. */
export function textOf(words: readonly Word[]): string {
  let text = "";
  let last: Word | undefined;
  let before: Word | undefined;
  let leftward = false;
  /** Whether the last word has a space before it, or nothing. */
  let isFirst = true;
  for (const word of words) {
    leftward ||= isLeftward(word.text);
    if (last !== undefined) {
      const isAtStart: boolean = text === last.text;
      const isMark: boolean =
        isFirst && isNoteMark(last, word, isAtStart) && (isAtStart || !isIsotope(last, word));
      isFirst = isMark || isApart(last, word) || isAfterMark(before, last, word);
      if (isFirst) text += " ";
    }
    text += isLeader(word.text) ? SHORT_LEADER : word.text;
    before = last;
    last = word;
  }
  return leftward ? leftwardText(words, text) : text;
}

/** Words that are written from the right, where they are most. */
function leftwardText(words: readonly Word[], text: string): string {
  const leftward = words.filter((word) => isLeftward(word.text)).length;
  if (leftward < words.length / 2) return text;
  return words.reduceRight((whole, word, at) => {
    const right = words[at + 1];
    if (right === undefined) return word.text;
    // Drawn from either side: a space before either parts them.
    const areOne = !word.spaced && !isApart(word, right) && isLeftward(word.text) && isLeftward(right.text);
    return whole + (areOne ? "" : " ") + word.text;
  }, "");
}

/** The raised number of a note, or of a sentence, before its text; or a letter, where a line begins with it. */
function isNoteMark(first: Word, word: Word, isAtStart: boolean): boolean {
  if (!isSmaller(first, word) || first.y >= word.y - 0.15 * word.size) return false;
  if (/^\d{1,3}$/.test(first.text)) return /^[^,.;:)\]]/.test(word.text);
  return isAtStart && /^[a-z]$/.test(first.text) && /^\p{Lu}\p{Ll}/u.test(word.text);
}

/** "probably² saved": TeX sets no more than a hair between the number of a note and a word that follows it. */
const isAfterMark = (before: Word | undefined, mark: Word, word: Word): boolean =>
  isSmaller(mark, word) &&
  /^\d{1,3}$/.test(mark.text) &&
  /\p{Ll}{3}$/u.test(before?.text ?? "") &&
  /^\p{Ll}{3}/u.test(word.text) &&
  mark.y < word.y - 0.15 * word.size;

const isSmaller = (first: Word, word: Word) => first.size < SMALLER * word.size;

/** "131I": sentences have seldom as many before them, and seldom begin with a word as short. */
const isIsotope = (number: Word, word: Word) =>
  number.text.length > 1 && /^\p{Lu}\p{Ll}?(?!\p{L})/u.test(word.text);

function isApart(last: Word, word: Word): boolean {
  const gap = (word.x0 - last.x1) / Math.max(word.size, last.size);
  if (isLeader(word.text) || isLeader(last.text)) return true;
  return word.spaced || gap > JOINED_GAP || gap < -0.35;
}

export function wordsOf(rows: readonly Row[]): Word[] {
  return rows.flatMap(({ segments }) => segments.flatMap(({ words }) => words));
}
