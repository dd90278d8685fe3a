import type { Box } from "./geometry.ts";

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
}

/** Of the size of the letters: a gap as wide is a space; an overlap as wide is a step back. */
const SPACE_GAP = 0.1;
const STEP_BACK = 0.35;
/** Letters set wider apart are words of one letter, for all that can be told. */
const WIDEST_TRACKING = 0.25;
/** What is drawn twice this near is drawn once, boldly. */
const SAME_PLACE = 0.1;
export const ASCENT = 0.75;
export const DESCENT = 0.22;
/** Accents that stand alone in a font, and are drawn over their letter. */
const COMBINING: Readonly<Record<string, string>> = {
  "`": "\u{300}",
  "´": "\u{301}",
  "^": "\u{302}",
  ˆ: "\u{302}",
  "~": "\u{303}",
  "˜": "\u{303}",
  "¯": "\u{304}",
  "˘": "\u{306}",
  "˙": "\u{307}",
  "¨": "\u{308}",
  "˚": "\u{30a}",
  "˝": "\u{30b}",
  ˇ: "\u{30c}",
  "¸": "\u{327}",
};

/** Puts letters together in the order they are drawn. */
export class WordBuilder {
  /** By the direction of the text. */
  readonly words = new Map<Turn, Word[]>();
  readonly #seen = new Map<string, Word[]>();
  #text = "";
  #from = 0;
  #to = 0;
  #base = 0;
  #size = 0;
  #bold = false;
  #turn: Turn = 0;
  #spaced = false;
  #afterSpace = false;
  /** The last letter, for those that are drawn twice and for accents. */
  #last = "";
  #lastFrom = 0;
  #lastTo = 0;
  #tracking = 0;

  /** A letter from one place to another along its text, on a baseline: no object is made, there are too many of them. */
  add(text: string, from: number, to: number, base: number, run: Run): void {
    if (text === " ") {
      this.end();
      this.#afterSpace = true;
      return;
    }
    if (this.#text !== "" && !this.#goesOn(text, from, base, run)) this.end();
    if (this.#text === "") this.#start(from, base, run);
    else if (text === this.#last && Math.abs(from - this.#lastFrom) < SAME_PLACE * run.size) return;
    else if (this.#isAccented(text, from, to)) return;
    this.#text += text;
    if (to > this.#to) this.#to = to;
    this.#remember(text, from, to, run.tracking);
  }

  /** The word is over. */
  end(): void {
    const text = asWritten(this.#text).trim();
    this.#text = "";
    if (text === "") return;
    const word: Word = {
      text,
      x0: this.#from,
      x1: this.#to,
      y: this.#base,
      y0: this.#base - ASCENT * this.#size,
      y1: this.#base + DESCENT * this.#size,
      size: this.#size,
      bold: this.#bold,
      spaced: this.#spaced,
    };
    if (this.#isRepeated(word)) return;
    const others = this.words.get(this.#turn);
    if (others === undefined) this.words.set(this.#turn, [word]);
    else others.push(word);
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

  #remember(text: string, from: number, to: number, tracking: number): void {
    this.#last = text;
    this.#lastFrom = from;
    this.#lastTo = to;
    this.#tracking = tracking;
  }

  #goesOn(text: string, from: number, base: number, run: Run): boolean {
    if (run.turn !== this.#turn) return false;
    const size = Math.max(run.size, this.#size);
    if (Math.abs(base - this.#base) > 0.15 * size) return false;
    if (Math.min(run.size, this.#size) < 0.6 * size) return false;
    const gap = from - this.#to - this.#trackingBefore(text, size);
    if (gap >= SPACE_GAP * size) return false;
    return (
      gap > -STEP_BACK * size || Math.abs(from - this.#lastFrom) < SAME_PLACE * size || text in COMBINING
    );
  }

  /** Of letters only: figures that stand apart may be two numbers. */
  #trackingBefore(text: string, size: number): number {
    if (this.#tracking === 0 || !/^\p{L}/u.test(text) || !/\p{L}$/u.test(this.#last)) return 0;
    return Math.min(this.#tracking, WIDEST_TRACKING * size);
  }

  /** "´" and "a" in one place are "á" (fonts of TeX). */
  #isAccented(text: string, from: number, to: number): boolean {
    const middle = (from + to) / 2;
    const accent = COMBINING[text];
    if (accent !== undefined && middle > this.#lastFrom && middle < this.#lastTo) {
      this.#text += accent;
      return true;
    }
    const before = COMBINING[this.#last];
    const lastMiddle = (this.#lastFrom + this.#lastTo) / 2;
    if (before === undefined || lastMiddle < from || lastMiddle > to) return false;
    this.#text = this.#text.slice(0, -this.#last.length) + text + before;
    this.#to = Math.max(this.#to, to);
    this.#remember(text, from, to, this.#tracking);
    return true;
  }

  #isRepeated(word: Word): boolean {
    const key = `${this.#turn} ${word.text}`;
    const others = this.#seen.get(key);
    if (others === undefined) {
      this.#seen.set(key, [word]);
      return false;
    }
    const near = SAME_PLACE * word.size;
    // Only the last few: what is drawn twice is drawn soon after, and a page of zeros must not cost their square.
    for (let at = others.length - 1; at >= 0 && at >= others.length - 64; at--) {
      const other = others[at];
      if (
        other !== undefined &&
        Math.abs(other.x0 - word.x0) < near &&
        Math.abs(other.y - word.y) < near / 2 &&
        Math.abs(other.x1 - word.x1) < near
      )
        return true;
    }
    others.push(word);
    return false;
  }
}

const LEFTWARD = /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}]/u;

/** Scripts that run to the left are drawn from the left, and written from the right. */
export const isLeftward = (text: string): boolean => LEFTWARD.test(text);

const ASCII = /^[\u{0}-\u{7f}]*$/u;

function asWritten(text: string): string {
  if (ASCII.test(text)) return text;
  const whole = text.normalize("NFC");
  return isLeftward(whole) ? [...whole].toReversed().join("") : whole;
}

const LIGATURES = /[\u{fb00}-\u{fb06}\u{fb13}-\u{fb17}]/gu;
/** Control characters, marks of direction, and what says nothing. */
// eslint-disable-next-line no-control-regex
const SILENT =
  /[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2064}\u{feff}]/gu;
/** Symbol and Wingdings put their bullets in the private use area. */
const BULLETS = /[\u{f0a7}\u{f0a8}\u{f0b7}\u{f076}\u{f0d8}\u{f0fc}\u{f06e}\u{f071}]/gu;
const KNOWN = new Map<string, string>();
/** Of all the letters there are, a document has few. */
const MAX_KNOWN = 10_000;

/** The letters of a glyph, with ligatures opened; any white space is a space. */
export function lettersOf(unicode: string): string {
  const known = KNOWN.get(unicode);
  if (known !== undefined) return known;
  const letters = unicode
    .replace(LIGATURES, (ligature) => ligature.normalize("NFKC"))
    .replace(SILENT, "")
    .replace(BULLETS, "•")
    .replace(/\s+/gu, " ");
  if (KNOWN.size < MAX_KNOWN) KNOWN.set(unicode, letters);
  return letters;
}
