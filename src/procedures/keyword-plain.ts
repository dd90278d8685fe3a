/**
 * Words that say little of one procedure (P27): those of the page that are said of everything, and everyday words for those
 * of its name. Each is heard once: where nothing else of a question is heard they decide, and elsewhere they are outvoted.
 */
import { singular } from "./keyword-forms.ts";
import { heavyWords, indexed, lengthOfMatch, MIN_LETTERS } from "./keyword-matching.ts";
import { COMMON_WORDS, isEveryday, isGeneric, tellsNothing } from "./keyword-words.ts";
import { foldedWords } from "./plain-text.ts";
import { PLAIN } from "./synonyms.ts";

const plainNear = indexed(PLAIN, ({ names }) => names);

/** "piso" where a name says "vivienda", "coche" where it says "vehículo", whatever the procedure. The name is folded. */
export function plainlySaid(name: string): string[] {
  return plainNear(name)
    .filter(({ names }) => names.some((phrase) => lengthOfMatch(name, phrase) > 0))
    .flatMap(({ words }) => words);
}

export function plainIn(text: string): string[] {
  const words = heavyWords(foldedWords(text).trim()).filter((word) => word.length >= MIN_LETTERS);
  return words.filter(isPlain).map(singular);
}

function isPlain(word: string): boolean {
  return isGeneric(word) || isEveryday(word) || COMMON_WORDS.has(word) || tellsNothing(word);
}
