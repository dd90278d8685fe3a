import { markOf, withMark } from "./accents.ts";
import type { Box } from "./geometry.ts";
import { asWritten } from "./written-order.ts";

/** A run of letters without space, upright: a page whose text runs another way has been turned. */
export interface Word extends Box {
  readonly text: string;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  /** A space was drawn before it. */
  readonly spaced: boolean;
}

/** Degrees by which a text is turned, clockwise as seen; 0 is upright. */
export type Turn = number;

/** What the letters of one run of text have in common. */
export interface Run {
  readonly size: number;
  readonly bold: boolean;
  readonly turn: Turn;
  /** Space that is set after every letter: it parts none. */
  readonly tracking: number;
  /** How many letters are set apart evenly in it; 0 where some are not. */
  readonly even: number;
}

/** Of the size of the letters: a gap as wide is a space; an overlap as wide is a step back. */
const SPACE_GAP = 0.1;
const STEP_BACK = 0.35;
const NO_GAP = 0.05;
/**
 * What is set wider apart are words of one letter, for all that can be told; within one run of text, letters and figures
 * in boxes of their own.
 */
const WIDEST_TRACKING = 0.25;
const WIDEST_IN_RUN = 0.5;
const LONG_RUN = 3;
/** Of the size: as narrow as spaces get, in lines that are set tight. */
const LEAST_SPACE = 0.18;
/** Of the size: as far as a capital of a logo is raised or lowered. */
const WIDEST_SHIFT = 0.35;
/** Of the size. */
const DEEP_INTO = 0.25;
const LETTER = /\p{L}$/u;
const CAPITAL = /^\p{Lu}$/u;
/** As exactly as what is not moved stands where the last letter left off. */
const LEFT_OFF = 0.03;
/** Of the size: as far as the accent of a capital is raised. */
const ACCENT_SHIFT = 0.4;
/** What is drawn twice this near is drawn once, boldly, or with its shadow. */
const SAME_PLACE = 0.1;
const SAME_LINE = 0.2;
export const ASCENT = 0.75;
export const DESCENT = 0.22;
/** What the words of a line have in common. */
interface Baseline {
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
}

/** Keeps little of its own: pages are read ahead, and words are most of what is kept of these. */
class DrawnWord implements Word {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly spaced: boolean;
  /** The last before it that has the same text. */
  readonly before: DrawnWord | null;
  readonly #baseline: Baseline;

  constructor(
    text: string,
    x0: number,
    x1: number,
    baseline: Baseline,
    spaced: boolean,
    before: DrawnWord | null,
  ) {
    this.text = text;
    this.x0 = x0;
    this.x1 = x1;
    this.spaced = spaced;
    this.before = before;
    this.#baseline = baseline;
  }

  get y(): number {
    return this.#baseline.y;
  }

  get size(): number {
    return this.#baseline.size;
  }

  get bold(): boolean {
    return this.#baseline.bold;
  }

  get y0(): number {
    return this.y - ASCENT * this.size;
  }

  get y1(): number {
    return this.y + DESCENT * this.size;
  }
}

/** As it was drawn. */
interface Accent {
  readonly text: string;
  readonly mark: string;
  readonly from: number;
  readonly to: number;
  readonly base: number;
  readonly run: Run;
}

/** Puts letters together in the order they are drawn. */
export class WordBuilder {
  /** By the direction of the text. */
  readonly words = new Map<Turn, Word[]>();
  /** Of each text the last word, in a place of its own: most words come again, and a text is looked up once. */
  readonly #latest = new Map<string, { word: DrawnWord | null }>();
  #text = "";
  #from = 0;
  #to = 0;
  #base = 0;
  #size = 0;
  #bold = false;
  #turn: Turn = 0;
  #spaced = false;
  #afterSpace = false;
  /** Spaces were drawn after the last letter, or within its place. */
  #hasSpace = false;
  #spaceFrom = 0;
  #spaceTo = 0;
  /** The last letter, for those that are drawn twice and for accents. */
  #last = "";
  #lastFrom = 0;
  #lastTo = 0;
  #lastBase = 0;
  #tracking = 0;
  #run: Run | null = null;
  /** The run before it had the same tracking. */
  #isSteady = false;
  /** An accent whose letter has not been drawn yet, if it has one. */
  #accent: Accent | null = null;
  #baseline: Baseline = { y: 0, size: 0, bold: false };

  /** A letter from one place to another along its text, on a baseline: no object is made, there are too many of them. */
  add(text: string, from: number, to: number, base: number, run: Run): void {
    const accent = this.#accent;
    if (accent !== null) {
      if (text === accent.text && Math.abs(from - accent.from) < SAME_PLACE * run.size) return;
      this.#accent = null;
      if (LETTER.test(text) && isOver(accent, from, to, base, run))
        return this.#letter(text, from, to, base, run, accent.mark);
      this.#letter(accent.text, accent.from, accent.to, accent.base, accent.run);
    }
    if (text === " ") return this.#drawSpace(from, to);
    const mark = markOf(text);
    if (mark === undefined) this.#letter(text, from, to, base, run);
    else if (this.#isOnLast(from, to, base, run)) this.#markLast(mark);
    else this.#accent = { text, mark, from, to, base, run };
  }

  #letter(text: string, from: number, to: number, base: number, run: Run, mark = ""): void {
    if (this.#hasSpace && !this.#isTakenBack(from, base, run.size)) this.#part();
    this.#hasSpace = false;
    if (this.#text !== "" && !this.#goesOn(text, from, base, run)) this.#end();
    if (this.#text === "") this.#start(from, base, run);
    else if (text === this.#last && Math.abs(from - this.#lastFrom) < SAME_PLACE * run.size) return;
    this.#text += mark === "" ? text : withMark(text, mark);
    if (to > this.#to) this.#to = to;
    this.#lastBase = base;
    this.#remember(text, from, to, run);
  }

  /** Whether it parts two words is told by the next letter. */
  #drawSpace(from: number, to: number): void {
    if (this.#text === "") return this.#part();
    if (!this.#hasSpace) this.#spaceFrom = from;
    this.#spaceTo = to;
    this.#hasSpace = true;
  }

  /**
   * Programs that set ligatures draw a space under them, and go on where they end; others move back over a space that
   * they have drawn within a word.
   */
  #isTakenBack(from: number, base: number, size: number): boolean {
    const gap = from - this.#to;
    if (this.#spaceFrom < this.#to - SPACE_GAP * size) return Math.abs(gap) < NO_GAP * size;
    if (from > this.#spaceTo - SPACE_GAP * size || base !== this.#lastBase) return false;
    return gap < NO_GAP * size && from > this.#lastFrom + SAME_PLACE * size;
  }

  #part(): void {
    this.#end();
    this.#afterSpace = true;
  }

  /** There are no more letters. */
  end(): void {
    const accent = this.#accent;
    this.#accent = null;
    if (accent !== null) this.#letter(accent.text, accent.from, accent.to, accent.base, accent.run);
    this.#end();
  }

  /** The word is over. */
  #end(): void {
    if (this.#text === "") return;
    const text = asWritten(this.#text).trim();
    this.#text = "";
    if (text === "") return;
    const key = this.#turn === 0 ? text : `${this.#turn} ${text}`;
    const latest = this.#latest.get(key) ?? this.#first(key);
    const before = latest.word;
    // The same letters are kept once.
    const shared = before?.text ?? text;
    const word = new DrawnWord(shared, this.#from, this.#to, this.#place(), this.#spaced, before);
    if (isRepeated(word)) return;
    const others = this.words.get(this.#turn);
    if (others !== undefined && isOverprinted(word, others)) return;
    latest.word = word;
    if (others === undefined) this.words.set(this.#turn, [word]);
    else others.push(word);
  }

  #first(key: string): { word: DrawnWord | null } {
    const latest = { word: null };
    this.#latest.set(key, latest);
    return latest;
  }

  /** That of the last word, where this one stands beside it. */
  #place(): Baseline {
    const { y, size, bold } = this.#baseline;
    if (y !== this.#base || size !== this.#size || bold !== this.#bold)
      this.#baseline = { y: this.#base, size: this.#size, bold: this.#bold };
    return this.#baseline;
  }

  #start(from: number, base: number, run: Run): void {
    this.#from = from;
    this.#to = from;
    this.#base = base;
    this.#size = run.size;
    this.#bold = run.bold;
    this.#turn = run.turn;
    this.#spaced = this.#afterSpace;
    this.#afterSpace = false;
  }

  #remember(text: string, from: number, to: number, run: Run): void {
    this.#last = text;
    this.#lastFrom = from;
    this.#lastTo = to;
    if (run !== this.#run) this.#isSteady = this.#run === null || isTrackedAs(this.#tracking, run);
    this.#tracking = run.tracking;
    this.#run = run;
  }

  #goesOn(text: string, from: number, base: number, run: Run): boolean {
    if (run.turn !== this.#turn) return false;
    const size = Math.max(run.size, this.#size);
    if (Math.min(run.size, this.#size) < 0.6 * size) return false;
    // Within one run the baseline is moved by nothing but the slant of its line.
    const shift = Math.abs(base - (run === this.#run ? this.#lastBase : this.#base));
    if (shift > LEFT_OFF * size && shift < WIDEST_SHIFT * size && this.#isSetInto(text, from, size))
      return true;
    if (shift > 0.15 * size) return false;
    const gap = this.#gapBefore(text, from, size, run);
    if (gap >= SPACE_GAP * size) return false;
    if (run !== this.#run && Math.abs(gap) > LEFT_OFF * size && beginsAnew(this.#last, text)) return false;
    return gap > -STEP_BACK * size || Math.abs(from - this.#lastFrom) < SAME_PLACE * size;
  }

  /**
   * As letters of a logo are ("TEX"): capitals, the next raised or lowered into the space of the last. A small one is
   * a small capital where it is set deep into it ("LATEX"), and an index elsewhere.
   */
  #isSetInto(text: string, from: number, size: number): boolean {
    if (from > this.#to - NO_GAP * size || from < this.#lastFrom + SAME_PLACE * size) return false;
    if (!CAPITAL.test(this.#last)) return false;
    return CAPITAL.test(text) || (from < this.#to - DEEP_INTO * size && LETTER.test(text));
  }

  /**
   * Without the tracking, where it is all that parts two letters, of a run or of two: they stand
   * exactly where the one before left off, or are letters indeed, which may be moved a little. Few in a run may be set
   * wide to put them in their places: a bracket on either side, figures of two numbers. After a letter or two a wide one
   * is the space after a word, where neither the run before nor the next has the same.
   */
  #gapBefore(text: string, from: number, size: number, run: Run): number {
    const gap = from - this.#to;
    if (this.#tracking === 0 || gap < SPACE_GAP * size) return gap;
    const isLong = this.#run !== null && this.#run.even >= LONG_RUN;
    if (!isLong && this.#isSpaceBefore(run)) return gap;
    const isLeftOff = isLong && Math.abs(gap - this.#tracking) < LEFT_OFF * size;
    const areLetters = /^\p{L}/u.test(text) && LETTER.test(this.#last);
    if (!isLeftOff && !areLetters) return gap;
    const widest = isLong && run === this.#run ? WIDEST_IN_RUN : WIDEST_TRACKING;
    return gap - Math.min(this.#tracking, widest * size);
  }

  #isSpaceBefore(run: Run): boolean {
    if (this.#tracking < LEAST_SPACE * run.size) return false;
    return run === this.#run ? !this.#isSteady : !isTrackedAs(this.#tracking, run);
  }

  /** Whether an accent is drawn over the last letter. */
  #isOnLast(from: number, to: number, base: number, { turn, size }: Run): boolean {
    if (this.#text === "" || turn !== this.#turn || !LETTER.test(this.#last)) return false;
    if (Math.abs(base - this.#base) > ACCENT_SHIFT * size) return false;
    const middle = (from + to) / 2;
    return middle > this.#lastFrom && middle < this.#lastTo;
  }

  #markLast(mark: string): void {
    if (this.#text.endsWith(mark)) return;
    const isBare = this.#text.endsWith(this.#last);
    this.#text = isBare
      ? this.#text.slice(0, -this.#last.length) + withMark(this.#last, mark)
      : this.#text + mark;
  }
}

/** Only the last few are looked at: what is drawn twice is drawn soon after, and a page of zeros must not cost its square. */
const MAX_COMPARED = 64;

/** Whether it stands where one with the same text does. */
function isRepeated(word: DrawnWord): boolean {
  const near = SAME_PLACE * word.size;
  for (let other = word.before, looked = 0; other !== null && looked < MAX_COMPARED; looked++) {
    if (
      Math.abs(other.x0 - word.x0) < near &&
      Math.abs(other.y - word.y) < SAME_LINE * word.size &&
      Math.abs(other.x1 - word.x1) < near
    )
      return true;
    other = other.before;
  }
  return false;
}

/** Whether the last word has it for its end, or for its beginning, in the same place: what is drawn again in part. */
function isOverprinted({ text, x0, x1, y, size }: DrawnWord, words: readonly Word[]): boolean {
  const last = words.at(-1);
  // Nearly all words follow the last, or stand on another line.
  if (last === undefined || x0 >= last.x1 || Math.abs(last.y - y) > SAME_LINE * size) return false;
  const near = SAME_PLACE * size;
  if (x0 < last.x0 - near || x1 > last.x1 + near || text.length >= last.text.length) return false;
  return (
    (last.x1 - x1 < near && last.text.endsWith(text)) || (x0 - last.x0 < near && last.text.startsWith(text))
  );
}

/** Or nearly so: text that is fitted to a scan has another with every word. */
const isTrackedAs = (tracking: number, run: Run) =>
  run.tracking * 2 >= tracking && tracking * 2 >= run.tracking;

function isOver(accent: Accent, from: number, to: number, base: number, { turn, size }: Run): boolean {
  const middle = (accent.from + accent.to) / 2;
  if (middle < from || middle > to || accent.run.turn !== turn) return false;
  return Math.abs(base - accent.base) < ACCENT_SHIFT * size;
}

/** "2018" and "Registro" that touch: cells that are drawn one by one, rather than a word. */
export const beginsAnew = (last: string, next: string): boolean =>
  /[\p{Ll}\d%€]$/u.test(last) && /^\p{Lu}/u.test(next);
