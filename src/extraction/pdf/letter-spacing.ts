/** Letters that are set apart: how evenly within a run of text, and lines of words whose letters stand alone. */
import { boxOf } from "./geometry.ts";
import type { Word } from "./word-builder.ts";

/** Thousandths of the size: a move as far undoes the spacing, or parts words. */
const UNEVEN = 100;

/** How many letters follow each other with nothing but the spacing between them. */
export function evenLength(glyphs: readonly unknown[]): number {
  let letters = 0;
  for (const glyph of glyphs) {
    if (typeof glyph !== "number") letters++;
    else if (Math.abs(glyph) > UNEVEN) return 0;
  }
  return letters;
}

/** Letters that are enough to tell. */
const LEAST_LETTERS = 4;
/** Of the size: as much as the gaps between spaced letters differ, for pairs that stand closer (AV). */
const KERNING = 0.08;
/** Of the size: what stands further apart are letters and figures in boxes, or columns of them. */
const WIDEST = 0.4;
/** Of the size: as near as two words get. */
const LEAST_SPACE = 0.22;

/**
 * The words of a line, those whose letters are set apart put together ("W H I T E   P A P E R"), by whatever means they
 * are: a space is drawn between none of them, and they are as far from each other. Only where words are parted by more
 * is it told that these are words and not letters: with nothing but one distance, it may be either.
 */
export function withSpacedLetters(words: readonly Word[]): readonly Word[] {
  if (!hasLoneLetters(words)) return words;
  const runs = runsOf(words);
  if (runs.length === words.length || runs.length === 1) return words;
  return withPieces(runs).map(joined);
}

/**
 * Pairs that stand closer are drawn as one ("V", "o" in "Vollmacht"), and words may be shorter than what is enough to
 * tell: they go on as the others do, where these are set less apart than any two words, or words have spaces drawn between.
 */
function withPieces(runs: readonly Word[][]): Word[][] {
  const within = runs.flatMap((run) => run.map((word, at) => gapBefore(word, run[at - 1])).slice(1));
  const widest = Math.min(...within) + KERNING;
  const hasSpaces = runs.some((run, at) => at > 0 && run[0]?.spaced === true);
  if (widest > LEAST_SPACE && !hasSpaces) return [...runs];
  const whole: Word[][] = [];
  for (const run of runs) {
    const [first] = run;
    const last = whole.at(-1)?.at(-1);
    const goesOn =
      first !== undefined &&
      last !== undefined &&
      !first.spaced &&
      first.size === last.size &&
      gapBefore(first, last) <= widest;
    if (goesOn) whole.at(-1)?.push(...run);
    else whole.push([...run]);
  }
  return whole;
}

function hasLoneLetters(words: readonly Word[]): boolean {
  let count = 0;
  for (const { text } of words) if (text.length === 1 && ++count >= LEAST_LETTERS) return true;
  return false;
}

/** Letters as near as the nearest of their stretch, together; all other words alone. */
function runsOf(words: readonly Word[]): Word[][] {
  return stretchesOf(words).flatMap((stretch) => {
    const least = Math.min(...stretch.map((word, at) => gapBefore(word, stretch[at - 1])));
    const letters = stretch.filter(({ text }) => /\p{L}/u.test(text)).length;
    if (letters < LEAST_LETTERS || letters * 2 < stretch.length) return stretch.map((word) => [word]);
    const runs: Word[][] = [];
    for (const word of stretch) {
      const run = runs.at(-1);
      if (run === undefined || gapBefore(word, run.at(-1)) > least + KERNING) runs.push([word]);
      else run.push(word);
    }
    return runs;
  });
}

/** Lone letters and figures of one size, with no space drawn between them and no more than a gap. */
function stretchesOf(words: readonly Word[]): Word[][] {
  const stretches: Word[][] = [];
  for (const word of words) {
    const last = stretches.at(-1)?.at(-1);
    const goesOn =
      last !== undefined &&
      isLone(last) &&
      isLone(word) &&
      !word.spaced &&
      word.size === last.size &&
      gapBefore(word, last) < WIDEST;
    if (goesOn) stretches.at(-1)?.push(word);
    else stretches.push([word]);
  }
  return stretches;
}

/** Of scripts that part words by spaces, and are set so: in others each letter stands for itself. */
const LONE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d]$/u;

const isLone = ({ text }: Word): boolean => text.length === 1 && LONE.test(text);

const gapBefore = (word: Word, last: Word | undefined): number =>
  last === undefined ? Infinity : (word.x0 - last.x1) / word.size;

/** A letter of the scripts whose lines are spread letter by letter. */
const SPREAD = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;
/** Of the size. */
const EVEN = 0.07;

/**
 * The words of a line, put together where they are nothing but such letters, as far from each other: titles ("序  言") and
 * lines that fill their column are spread so. A space that is drawn wider between them parts them all the same.
 */
export function withSpreadLetters(words: readonly Word[]): readonly Word[] {
  const [first, second] = words;
  if (first === undefined || second === undefined) return words;
  const gap = gapBefore(second, first);
  const areSpread = words.every((word, at) => {
    if (!SPREAD.test(word.text) || word.size !== first.size) return false;
    if (at === 0) return true;
    return (gap < WIDEST || !word.spaced) && Math.abs(gapBefore(word, words[at - 1]) - gap) < EVEN;
  });
  return areSpread ? [joined(words)] : words;
}

function joined(run: readonly Word[]): Word {
  const [first] = run;
  if (first === undefined) throw new Error("a run without letters");
  if (run.length === 1) return first;
  const { y, size, bold, spaced } = first;
  return { ...boxOf(run), text: run.map(({ text }) => text).join(""), y, size, bold, spaced };
}
