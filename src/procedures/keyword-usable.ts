/** What may be a keyword at all (P27): the reader looks inside words, so a short one is heard where nobody said it. */
import { foldForMatching } from "../finders/procedure-markers.ts";
import { MIN_LETTERS } from "./keyword-matching.ts";
import { COMMON_WORDS, SPOKEN_WORDS, WORDS_OF_ALL } from "./keyword-words.ts";

/** Abbreviations that people type; others that stand in words would be heard everywhere. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "imv dni itv dgt sepe inss vpo tsi sad hpo aeat fp pnc".split(" "),
);

/** "rgc": few words have three of them in a row, and those that do are among the common ones. */
const CONSONANTS = /^[b-df-hj-np-tv-z]{3}$/;
const CODE = /^\p{L}{1,3}-?\d{2,4}$/u;

/** Long enough, or an abbreviation that people know; and in no common word of another root. */
export function isUsableKeyword(keyword: string): boolean {
  const folded = foldForMatching(keyword).trim();
  if (folded.includes(" ")) return folded.length >= MIN_LETTERS;
  if (CODE.test(folded)) return true;
  const isShort = folded.replaceAll(/[^\p{L}\p{N}]/gu, "").length < MIN_LETTERS;
  if (isShort && !ABBREVIATIONS.has(folded) && !CONSONANTS.test(folded)) return false;
  return !HIDDEN.has(folded);
}

const LONG = 8;

/** Parts of words that everybody says, but for those that are the word without its ending. */
const HIDDEN: ReadonlySet<string> = new Set([
  ...SPOKEN_WORDS.flatMap(partsOf),
  ...[...COMMON_WORDS].flatMap((word) =>
    partsOf(word).filter((part) => part !== word && !isInflected(word, part)),
  ),
  ...[...WORDS_OF_ALL].flatMap((word) => [
    ...(word.length >= LONG ? [word.slice(0, MIN_LETTERS)] : []),
    ...partsOf(word.slice(1)),
  ]),
]);

function partsOf(word: string): string[] {
  return Array.from(word).flatMap((_, from) =>
    Array.from({ length: word.length - from }, (__, rest) => word.slice(from, from + rest + 1)),
  );
}

/** "alquileres" is "alquiler" with an ending: whoever says the one means the other. */
function isInflected(word: string, root: string): boolean {
  return word.startsWith(root) && root.length >= MIN_LETTERS && word.length - root.length <= 2;
}

const MIN_WITH_ARTICLE = 3;

/** "gato" stands in "alegato", "un gato" in nothing: what cannot stand alone is found behind what people put before it. */
export function standing(word: string): string[] {
  return isUsableKeyword(word) ? [word] : withArticles(word);
}

export function withArticles(word: string): string[] {
  if (word.length < MIN_WITH_ARTICLE || !/^\p{L}+$/u.test(word)) return [];
  return articlesOf(word).map((article) => `${article} ${word}`);
}

function articlesOf(word: string): readonly string[] {
  if (word.endsWith("s")) return ["los", "las", "unos", "unas", "mis"];
  if (/(?:a|ion|dad)$/.test(word)) return ["la", "una", "mi"];
  const masculine = ["el", "un", "mi", "al"];
  return word.endsWith("o") ? masculine : ["la", "una", ...masculine];
}
