/** What may be a keyword at all (P27): the reader looks inside words, so a short one is heard where nobody said it. */
import { foldForMatching } from "../finders/procedure-markers.ts";
import { rootOf } from "./keyword-forms.ts";
import { MIN_LETTERS } from "./keyword-matching.ts";
import { COMMON_WORDS, SPOKEN_WORDS, WORDS_OF_ALL } from "./keyword-words.ts";
import { WORDS_AROUND } from "./people-words/words-around.ts";

/** Abbreviations that people type; others that stand in words would be heard everywhere. */
export const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "imv dni itv dgt sepe inss vpo tsi sad hpo aeat fp pnc".split(" "),
);

/** "itv": few words have three of them in a row, and those that do are among the common ones. */
const CONSONANTS = /^[b-df-hj-np-tv-z]{3}$/;
const CODE = /^\p{L}{1,3}-?\d{2,4}$/u;

/** Long enough, or an abbreviation that people know; and in no common word of another root. */
export function isUsableKeyword(keyword: string): boolean {
  const folded = foldForMatching(keyword).trim();
  if (folded.includes(" ")) return folded.length >= MIN_LETTERS && !isOpenPhrase(folded);
  if (CODE.test(folded)) return true;
  const isShort = folded.replaceAll(/[^\p{L}\p{N}]/gu, "").length < MIN_LETTERS;
  if (isShort && !ABBREVIATIONS.has(folded) && !CONSONANTS.test(folded)) return false;
  return !HIDDEN.has(folded);
}

/** Of figures and small words ("0 a 3", "65 y") nothing is told; "los 52" is what people say. */
const FIGURES = /^(?:(?:\d+|de|del|la|el|los|las|al|a|en|y|o|por|para|con)(?: |$))+$/;
const SAID_FIGURES = /^(?:el|la|los|las|del|al|de) \d{2,4}$/;
const WITH_ARTICLE = /^(el|la|los|las|un|una|unos|unas|al|del|mi|mis) (\p{L}+)$/u;

/** The last word of a phrase may be the beginning of another: "un orden" of "un ordenador". */
function isOpenPhrase(phrase: string): boolean {
  if (FIGURES.test(phrase)) return !SAID_FIGURES.test(phrase);
  const [, article = "", word = ""] = WITH_ARTICLE.exec(phrase) ?? [];
  return gendersOf(article).some((gender) => BEGUN.has(`${gender} ${word}`));
}

/** An article stands before what it agrees with: "el local" is not heard in "la localidad". */
function gendersOf(article: string): readonly string[] {
  if (article.startsWith("mi")) return ["la", "el"];
  return [/^(?:la|las|una|unas)$/.test(article) ? "la" : "el"];
}

const LONG = 8;

/** With what of them is of their family: their root, where that is no other word. */
const AROUND = WORDS_AROUND.trim()
  .split(/\s+/)
  .map((entry) => {
    const word = foldForMatching(entry.replace("!", ""));
    return { word, root: entry.endsWith("!") ? word : rootOf(word) };
  });

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
  ...AROUND.flatMap(({ word, root }) =>
    partsOf(word).filter((part) => !part.startsWith(root) && part !== word && !isInflected(word, part)),
  ),
]);

/** What these begin with that is another word, behind an article of their gender. */
const BEGUN: ReadonlySet<string> = new Set(
  AROUND.flatMap(({ word, root }) =>
    beginningsOf(word)
      .filter((beginning) => beginning !== root)
      .flatMap((beginning) => gendersOfNoun(word).map((gender) => `${gender} ${beginning}`)),
  ),
);

function beginningsOf(word: string): string[] {
  return partsOf(word).filter(
    (part) => word.startsWith(part) && part.length >= MIN_LETTERS && !isInflected(word, part),
  );
}

/** None of a verb. */
function gendersOfNoun(word: string): readonly string[] {
  if (/[aei]r$/.test(word)) return [];
  if (/(?:a|ion|dad|tud|as|iones|dades)$/.test(word)) return ["la"];
  return /(?:o|or|os|ores|aje|ento)$/.test(word) ? ["el"] : ["la", "el"];
}

function partsOf(word: string): string[] {
  return Array.from(word).flatMap((_, from) =>
    Array.from({ length: word.length - from }, (__, rest) => word.slice(from, from + rest + 1)),
  );
}

/** "alquileres" is "alquiler" with an ending: whoever says the one means the other. */
function isInflected(word: string, root: string): boolean {
  return word.startsWith(root) && root.length >= MIN_LETTERS && word.length - root.length <= 2;
}

/** "gato" stands in "alegato", "un gato" in nothing: what cannot stand alone is found behind what people put before it. */
export function standing(word: string): string[] {
  return isUsableKeyword(word) ? [word] : withArticles(word);
}

const MIN_WITH_ARTICLE = 3;

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
