import { type Box, boxOf } from "./geometry.ts";
import { ASCENT, DESCENT, isLeftward, type Word } from "./word-builder.ts";

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
/** Words of a line among which raised ones are looked for. */
const MAX_BESIDE = 400;

/** Words by their baselines, from the top; `walls` are places that no run of words crosses. */
export function rowsOf(words: readonly Word[], walls: readonly Box[] = []): Row[] {
  const groups: Word[][] = [];
  let group: Word[] = [];
  let base = 0;
  let size = 0;
  for (const word of words.toSorted((a, b) => a.y - b.y)) {
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
    .map((each) => rowOf(each, walls))
    .toSorted((a, b) => a.y - b.y);
}

/** Small letters beside larger ones, a little higher or lower, stand on their line: raised numbers, indices. */
function withRaised(groups: Word[][]): Word[][] {
  groups.forEach((group, at) => {
    for (const line of [groups[at - 1], groups[at + 1], groups[at - 2], groups[at + 2]]) {
      if (line === undefined || line.length > MAX_BESIDE || group.length === 0) continue;
      const largest = line.reduce((size, word) => Math.max(size, word.size), 0);
      const moved = group.filter(
        (word) => word.size <= SMALLER * largest && line.some((other) => isRaised(word, other)),
      );
      if (moved.length === 0 || moved.length > MAX_BESIDE) continue;
      line.push(...moved);
      for (const word of moved) group.splice(group.indexOf(word), 1);
    }
  });
  return groups;
}

function isRaised(word: Word, other: Word): boolean {
  if (word.size > SMALLER * other.size || Math.abs(word.y - other.y) > 0.6 * other.size) return false;
  const after = (word.x0 - other.x1) / other.size;
  const before = (other.x0 - word.x1) / other.size;
  return (after > -0.3 && after < 0.3 && !word.spaced) || (before > -0.3 && before < 0.3 && !other.spaced);
}

function rowOf(words: readonly Word[], walls: readonly Box[]): Row {
  const sorted = words.toSorted((a, b) => a.x0 - b.x0);
  const size = Math.max(...sorted.map((word) => word.size));
  const y = sorted.reduce(
    (base, word) => (word.size > size * 0.85 ? Math.max(base, word.y) : base),
    -Infinity,
  );
  const near = walls.filter((wall) => wall.y0 < y && wall.y1 > y - 0.6 * size);
  const segments: Segment[] = [];
  let run: Word[] = [];
  let end = 0;
  for (const word of sorted) {
    const gap = word.x0 - end;
    if (run.length > 0 && (gap > WIDE_GAP * word.size || isWalled(near, end, word.x0))) {
      segments.push(segmentOf(run));
      run = [];
    }
    end = run.length === 0 ? word.x1 : Math.max(end, word.x1);
    run.push(word);
  }
  segments.push(segmentOf(run));
  return { ...boxOf(segments), y, y0: y - ASCENT * size, y1: y + DESCENT * size, size, segments };
}

function isWalled(walls: readonly Box[], from: number, to: number): boolean {
  return walls.some(({ x0 }) => x0 > Math.min(from, to) - 1 && x0 < Math.max(from, to) + 1);
}

export function segmentOf(words: readonly Word[]): Segment {
  return { ...boxOf(words), words, text: textOf(words) };
}

/** Words of one line in their order, with spaces where there are gaps. */
export function textOf(words: readonly Word[]): string {
  let text = "";
  let last: Word | undefined;
  for (const word of words) {
    if (last !== undefined && isApart(last, word)) text += " ";
    text += word.text;
    last = word;
  }
  return isLeftward(text) ? leftwardText(words, text) : text;
}

/** Words that are written from the right, where they are most. */
function leftwardText(words: readonly Word[], text: string): string {
  const leftward = words.filter((word) => isLeftward(word.text)).length;
  if (leftward < words.length / 2) return text;
  return words
    .toReversed()
    .map((word) => word.text)
    .join(" ");
}

function isApart(last: Word, word: Word): boolean {
  const gap = (word.x0 - last.x1) / Math.max(word.size, last.size);
  return word.spaced || gap > JOINED_GAP || gap < -0.35;
}

export function wordsOf(rows: readonly Row[]): Word[] {
  return rows.flatMap(({ segments }) => segments.flatMap(({ words }) => words));
}
