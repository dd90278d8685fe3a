/** What was seen on a picture as words of a page, such as a text layer would have them. */
import { type Matrix, median, moved, movedBox } from "../pdf/geometry.ts";
import { turnMatrix } from "../pdf/page-content.ts";
import { lettersOf } from "../pdf/glyph-letters.ts";
import { ASCENT, DESCENT, type Turn, type Word } from "../pdf/word-builder.ts";
import type { SeenPage } from "./ocr-messages.ts";
import type { SeenLine, SeenWord } from "./tesseract.ts";

/** Lines of which less is certain are strokes of a drawing, a signature, a stamp. */
const LINE_FLOOR = 0.4;
/** Of the size of a letter: that of small ones without ascenders. */
const X_HEIGHT = 0.48;
/** Sizes are seen to about a tenth: they are told apart in steps of this, from that of the text on. */
const STEP = 1.25;
/** Letters of a line whose slope and size can be trusted. */
const LONG_LINE = 20;

export interface PageWords {
  /** By the direction of the text, as those of a text layer. */
  readonly words: ReadonlyMap<Turn, readonly Word[]>;
  /** From 0 to 1, of all that was seen; 0 where nothing was. */
  readonly confidence: number;
  /** Letters that were seen, doubtful ones too. */
  readonly letters: number;
  /** Of the text, in points. */
  readonly bodySize: number;
}

/** The letters of one document have one size in the main: `before` is that of earlier pages, 0 where there are none. */
export function wordsOf(page: SeenPage, before: number): PageWords {
  const seen = page.lines.map(lettered).filter(({ words }) => words.length > 0);
  const kept = seen.filter(({ words }) => certainty(words) >= LINE_FLOOR);
  const own = bodyOf(kept) * (72 / page.dpi);
  const bodySize = stepsBetween(own, before) === 0 ? before : own;
  const words = new Map<Turn, readonly Word[]>();
  for (const turn of [0, 90] as const) {
    const lines = kept.filter((line) => turnOf(line) === turn);
    if (lines.length > 0) words.set(turn, straightened(lines, turn, 72 / page.dpi, bodySize));
  }
  const all = seen.flatMap((line) => line.words);
  return { words, confidence: certainty(all), letters: sum(all.map(({ text }) => text.length)), bodySize };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function lettered(line: SeenLine): SeenLine {
  const words = line.words
    .map((word) => ({ ...word, text: lettersOf(word.text).trim() }))
    .filter(({ text }) => text !== "");
  return { ...line, words };
}

function certainty(words: readonly SeenWord[]): number {
  const letters = sum(words.map(({ text }) => text.length));
  return letters === 0 ? 0 : sum(words.map(({ text, confidence }) => text.length * confidence)) / letters;
}

/** Long lines, and all of them where there are none. */
function telling(lines: readonly SeenLine[]): readonly SeenLine[] {
  const long = lines.filter(({ words }) => sum(words.map(({ text }) => text.length)) >= LONG_LINE);
  return long.length > 0 ? long : lines;
}

function bodyOf(lines: readonly SeenLine[]): number {
  return median(telling(lines).map(({ xHeight }) => xHeight)) / X_HEIGHT;
}

/** Tesseract takes lines that stand upright for such as run downwards. */
function turnOf({ baseline: { x0, y0, x1, y1 } }: SeenLine): 0 | 90 {
  return Math.abs(y1 - y0) > Math.abs(x1 - x0) ? 90 : 0;
}

/**
 * As if the sheet had been laid straight, with each line at one height: parts of a line that is cut by a gap, as in
 * columns, then stand at the same one.
 */
function straightened(lines: readonly SeenLine[], turn: Turn, scale: number, body: number): Word[] {
  const matrix: Matrix = turn === 0 ? [1, 0, 0, 1, 0, 0] : turnMatrix(turn);
  const baselines = new Map(lines.map((line) => [line, movedLine(matrix, line.baseline)]));
  const slope = median(telling(lines).map((line) => slopeOf(baselines.get(line) ?? NOWHERE)));
  const all = [...baselines.values()];
  const middle = (Math.min(...all.map(({ x0 }) => x0)) + Math.max(...all.map(({ x1 }) => x1))) / 2;
  return lines.flatMap(({ words, xHeight }, at) => {
    const { x0, y0 } = all[at] ?? NOWHERE;
    const y = (y0 + slope * (middle - x0)) * scale;
    const size = sizeOf((xHeight / X_HEIGHT) * scale, body);
    return words.map((word) => {
      const box = movedBox(matrix, word);
      const across = { y, y0: y - ASCENT * size, y1: y + DESCENT * size };
      const along = { x0: box.x0 * scale, x1: box.x1 * scale };
      return { text: word.text, ...along, ...across, size, bold: false, spaced: true };
    });
  });
}

const NOWHERE = { x0: 0, y0: 0, x1: 0, y1: 0 };

function movedLine(matrix: Matrix, line: SeenLine["baseline"]): SeenLine["baseline"] {
  const [x0, y0] = moved(matrix, line.x0, line.y0);
  const [x1, y1] = moved(matrix, line.x1, line.y1);
  return { x0, y0, x1, y1 };
}

const slopeOf = ({ x0, y0, x1, y1 }: SeenLine["baseline"]) => (x1 > x0 ? (y1 - y0) / (x1 - x0) : 0);

function stepsBetween(size: number, body: number): number | null {
  return size > 0 && body > 0 ? Math.round(Math.log(size / body) / Math.log(STEP)) : null;
}

const sizeOf = (size: number, body: number) => body * STEP ** (stepsBetween(size, body) ?? 0);
