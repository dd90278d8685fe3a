import { nearestWords } from "../domain/nearest-words.ts";

/** The candidate that was probably meant: at most a third of its letters off. */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  return nearestWords(word, candidates).find(
    ({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 3)),
  )?.candidate;
}

/** ` (did you mean usgs?)`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const guess = closest(word, candidates);
  return guess === undefined ? "" : ` (did you mean ${guess}?)`;
}
