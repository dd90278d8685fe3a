/** How far the letters of a run are set apart ("T I T L E"), by the spacing of the text or by moves between them. */

/** Thousandths of the size: a move as far undoes the spacing, or parts words. */
const UNEVEN = 100;
/** Letters that are enough to tell. */
const LEAST_LETTERS = 4;
/** Thousandths: as much as the moves between spaced letters differ, for pairs that stand closer (AV). */
const KERNING = 80;
/** Thousandths: what is moved further apart are words of one letter, for all that can be told. */
const WIDEST = 300;

interface Glyph {
  readonly isSpace?: boolean;
  readonly unicode?: string;
}

/** How many letters follow each other with nothing but the spacing between them. */
export function evenLength(glyphs: readonly unknown[]): number {
  let letters = 0;
  for (const glyph of glyphs) {
    if (typeof glyph !== "number") letters++;
    else if (Math.abs(glyph) > UNEVEN) return 0;
  }
  return letters;
}

/**
 * By how many thousandths of the size moves set all letters of a run apart; 0 where they do not. Only where words are
 * parted by more is it told that these are words and not letters: with nothing but one distance, it may be either.
 */
export function movedApart(glyphs: readonly unknown[]): number {
  // Of nearly all runs it is told by their first letters.
  if (glyphs.length < 2 * LEAST_LETTERS - 1 || !isWide(glyphs[1]) || !isWide(glyphs[3])) return 0;
  const moves = movesOf(glyphs);
  if (moves === null || moves.length < LEAST_LETTERS - 1) return 0;
  const least = Math.min(...moves);
  const isWider = (move: number) => move > least + KERNING;
  if (least > WIDEST) return 0;
  const isParted = moves.some(isWider) || glyphs.some(isSpace);
  return isParted && moves.filter(isWider).length * 3 <= moves.length ? least : 0;
}

const isWide = (move: unknown): boolean => typeof move === "number" && move < -UNEVEN;

const isSpace = (glyph: unknown): boolean => {
  const { isSpace: isOne, unicode } = (glyph ?? {}) as Glyph;
  return isOne === true || unicode === " ";
};

/** Between letters that follow each other; null where some are not moved apart. */
function movesOf(glyphs: readonly unknown[]): number[] | null {
  const moves: number[] = [];
  let last: unknown = null;
  let move = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === "number") {
      move -= glyph;
      continue;
    }
    if (last !== null && !isSpace(last) && !isSpace(glyph)) {
      if (move <= UNEVEN) return null;
      moves.push(move);
    }
    last = glyph;
    move = 0;
  }
  return moves;
}
