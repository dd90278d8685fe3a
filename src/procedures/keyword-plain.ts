/**
 * Words of a page that are said of everything (P27). Each is heard once: where nothing else of a question is heard they
 * decide, and elsewhere they are outvoted.
 */
import { singular } from "./keyword-forms.ts";
import { heavyWords, MIN_LETTERS } from "./keyword-matching.ts";
import { COMMON_WORDS, isEveryday, isGeneric, tellsNothing } from "./keyword-words.ts";
import { foldedWords } from "./plain-text.ts";

export function plainIn(text: string): string[] {
  const words = heavyWords(foldedWords(text).trim()).filter((word) => word.length >= MIN_LETTERS);
  return words.filter(isPlain).map(singular);
}

function isPlain(word: string): boolean {
  return isGeneric(word) || isEveryday(word) || COMMON_WORDS.has(word) || tellsNothing(word);
}
