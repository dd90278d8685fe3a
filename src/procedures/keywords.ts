/** What a procedure is found by (P27): words of its name, of its body, and what people say instead. */
import { foldForMatching } from "../finders/procedure-markers.ts";
import { COMMON_WORDS, GENERIC_WORDS } from "./keyword-words.ts";
import { foldedWords } from "./plain-text.ts";
import { SYNONYMS } from "./synonyms.ts";

export interface KeywordInput {
  readonly name: string;
  readonly organism: string;
  readonly abbreviation: string;
  readonly slug: string;
  readonly description: string;
}

/** Abbreviations that people type; others that stand in words would be heard everywhere. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  "imv dni itv dgt sepe inss vpo tsi sad hpo aeat fp".split(" "),
);
const MIN_LETTERS = 4;
const MAX_KEYWORDS = 90;
const MAX_OF_DESCRIPTION = 8;

const COMMON: readonly string[] = [...COMMON_WORDS];

/** Long enough, or an abbreviation that people know; and in no common word of another root. */
export function isUsableKeyword(keyword: string): boolean {
  const folded = foldForMatching(keyword).trim();
  if (folded.includes(" ")) return folded.length >= MIN_LETTERS;
  if (folded.replaceAll(/[^\p{L}\p{N}]/gu, "").length < MIN_LETTERS && !ABBREVIATIONS.has(folded))
    return false;
  return !hidesInCommonWord(folded);
}

function hidesInCommonWord(folded: string): boolean {
  return COMMON.some(
    (word) => word.length > folded.length && word.includes(folded) && !isInflected(word, folded),
  );
}

/** "alquileres" is "alquiler" with an ending: whoever says the one means the other. */
function isInflected(word: string, root: string): boolean {
  return word.startsWith(root) && root.length >= MIN_LETTERS && word.length - root.length <= 2;
}

export function keywordsOf(input: KeywordInput): string[] {
  const name = foldedWords(input.name);
  const own = [...phrasesOf(input.name), ...synonymsOf(`${name}${foldedWords(input.slug)}`)];
  const rest = [...ofOrganism(input), ...ofDescription(input.description)];
  const usable = [...own, ...rest].map(asWritten).filter(isUsableKeyword);
  const keywords = [...new Map(usable.map((keyword) => [foldForMatching(keyword), keyword])).values()];
  return atLeastThree(keywords.slice(0, MAX_KEYWORDS), input);
}

/** Lower case, no accents: as curated files have them. The ñ is a letter of its own. */
function asWritten(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/(?<!n)\p{M}+|(?<=n)[\u{300}-\u{302}\u{304}-\u{36F}]/gu, "")
    .normalize("NFC")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const isGeneric = (word: string) => GENERIC_WORDS.has(word);

/** The parts of a name, its pairs of words, and the words that tell it from others; each also without its plural. */
function phrasesOf(name: string): string[] {
  const parts = name.split(/[/()|:;,«»"“”]|\s[-–—]\s/).map((part) => foldedWords(part).trim());
  return parts
    .filter((part) => part !== "")
    .flatMap((part) => {
      const tokens = part.split(" ");
      const whole =
        tokens.some((word) => !isGeneric(word)) && tokens.length > 1 && tokens.length <= 8 ? [part] : [];
      const singles = tokens
        .filter((word) => !isGeneric(word))
        .flatMap((word) => [word, singular(word), ...stemsOf(word)]);
      return [...whole, ...pairsOf(tokens), ...singles];
    });
}

const SMALL =
  /^(?:de|del|la|el|los|las|al|a|en|por|para|con|y|e|i|o|d|l|dels|els|les|da|do|das|dos|per|amb)$/;

/** Two words that follow one another, as they stand and without what is between them. */
function pairsOf(tokens: readonly string[]): string[] {
  const heavy = tokens.flatMap((word, at) => (SMALL.test(word) ? [] : [at]));
  return heavy.slice(1).flatMap((at, index) => {
    const before = heavy[index] ?? 0;
    const [first = "", second = ""] = [tokens[before], tokens[at]];
    if (isGeneric(first) && isGeneric(second)) return [];
    return [tokens.slice(before, at + 1).join(" "), `${first} ${second}`];
  });
}

/** "licencias", "pensiones", "vulnerables": what is left is found in the plural too. */
function singular(word: string): string {
  if (/[aeiou][rlndz]es$/.test(word) && word.length >= 7) return word.slice(0, -2);
  return word.endsWith("s") && word.length >= 5 ? word.slice(0, -1) : word;
}

const MIN_STEM = 5;

/** "fraccionamiento" is asked for as "fraccionar", "universitaria" as "universitarios": the reader looks inside words. */
function stemsOf(word: string): string[] {
  const derived = word.replace(/(?:amientos?|imientos?|aciones|acion)$/, "");
  const gendered = word.replace(/[oa]s?$/, "");
  return [derived, gendered].filter(
    (stem) => stem !== word && stem.length >= (stem === derived ? MIN_STEM : MIN_STEM + 1),
  );
}

function synonymsOf(name: string): string[] {
  return SYNONYMS.filter(({ names }) => names.some((phrase) => startsAWord(name, phrase))).flatMap(
    ({ words }) => words,
  );
}

/** A phrase of four letters or less, or one that ends in `$`, is a word by itself. */
function startsAWord(text: string, phrase: string): boolean {
  if (phrase.endsWith("$")) return text.includes(` ${phrase.slice(0, -1)} `);
  if (phrase.length > MIN_LETTERS) return text.includes(` ${phrase}`);
  return text.includes(` ${phrase} `) || text.includes(` ${phrase}s `);
}

/** Where the name of a body is not known it is its host, which nobody says. */
function ofOrganism({ organism, abbreviation }: KeywordInput): string[] {
  if (/^[a-z0-9.-]+\.[a-z]{2,}$/.test(organism)) return [];
  const parts = organism.split(/[/()|;,]|\s[-–—]\s/).map((part) => foldedWords(part).trim());
  return [...parts.filter((part) => part.includes(" ") && part.length <= 60), abbreviation.toLowerCase()];
}

/** The words of its first sentence that are not everybody's: what the name leaves out. */
function ofDescription(description: string): string[] {
  const [first = ""] = description.split(/(?<=[.!?])\s/);
  const words = foldedWords(first).trim().split(" ");
  const telling = words.filter((word) => word.length >= 6 && !isGeneric(word) && !COMMON_WORDS.has(word));
  return [...new Set(telling)]
    .slice(0, MAX_OF_DESCRIPTION)
    .flatMap((word) => [singular(word), ...stemsOf(word)])
    .filter((word) => !isGeneric(word));
}

/** Names of nothing but everyday words are found by the whole of what people say to have them. */
function atLeastThree(keywords: readonly string[], { name }: KeywordInput): string[] {
  const whole = foldedWords(name).trim();
  const spare = [whole, `tramite ${whole}`, `solicitar ${whole}`, `pedir ${whole}`].filter(isUsableKeyword);
  return keywords.length >= 3 ? [...keywords] : [...new Set([...keywords, ...spare])];
}
