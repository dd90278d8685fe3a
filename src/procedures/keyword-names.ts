/** What the name of a procedure tells by itself (P27): its words, two that follow one another, abbreviations and codes. */
import type { Evidence } from "./keyword-evidence.ts";
import { SMALL } from "./keyword-matching.ts";
import { isUsableKeyword } from "./keyword-usable.ts";
import { isGeneric } from "./keyword-words.ts";
import { foldedWords } from "./plain-text.ts";
import { SYNONYMS, TOPICS } from "./synonyms.ts";

const INITIALS = 3;

/** `said`: by its page. */
export function ofName(name: string, said: string): Evidence[] {
  const parts = name.split(/[/()|:;,«»"“”]|\s[-–—]\s/).map((part) => foldedWords(part).trim());
  const tokens = parts.filter((part) => part !== "").map((part) => part.split(" "));
  const telling = tokens.flat().filter((word) => !isGeneric(word) && !SMALL.test(word));
  return [
    ...telling.map((text) => ({ text, origin: "name" as const })),
    ...[
      ...abbreviationsIn(name),
      ...initialsOf(tokens[0] ?? [], said),
      ...codesIn(name),
      ...numbersIn(name),
    ].map((text) => ({
      text,
      origin: "abbreviation" as const,
    })),
    ...tokens
      .flatMap((part) => [...pairsOf(part), ...wholeOf(part)])
      .map((text) => ({ text, origin: "pair" as const })),
  ];
}

const MAX_WHOLE = 8;

function wholeOf(tokens: readonly string[]): string[] {
  const isTelling = tokens.length > 1 && tokens.length <= MAX_WHOLE && !tokens.every(isGeneric);
  return isTelling ? [tokens.join(" ")] : [];
}

/** "(RGC)": what is written in capitals people say as it is. A name may be in capitals as a whole, and numbers are Roman. */
function abbreviationsIn(name: string): string[] {
  const [capitals, letters] = [/\p{Lu}/gu, /\p{L}/gu].map((kind) => name.match(kind)?.length ?? 0);
  if ((capitals ?? 0) * 2 > (letters ?? 0)) return [];
  const found = [...name.matchAll(/(?<![\p{L}\p{N}])\p{Lu}{2,6}(?![\p{L}\p{N}])/gu)].map(([text]) => text);
  return found
    .filter((text) => !/^[IVXLC]+$/.test(text))
    .map((text) => foldedWords(text).trim())
    .filter((text) => !isGeneric(text) && !SMALL.test(text));
}

/** Such as lists have: "la rgc", "ibi". */
const LISTED: ReadonlySet<string> = new Set(
  [...SYNONYMS, ...TOPICS]
    .flatMap(({ names, words }) => [...names, ...words])
    .flatMap((phrase) => phrase.replace("$", "").split(" "))
    .filter((word) => word.length === INITIALS),
);

/**
 * "Renta garantizada de ciudadanía" is said as "la RGC". Of any name initials could be made: they are an abbreviation where
 * the page writes them, or a list knows them.
 */
function initialsOf(part: readonly string[], text: string): string[] {
  const initials = part
    .filter((word) => !SMALL.test(word))
    .map((word) => word[0] ?? "")
    .join("");
  const isSaid =
    LISTED.has(initials) || new RegExp(`(?<!\\p{L})${initials.toUpperCase()}(?!\\p{L})`, "u").test(text);
  return initials.length === INITIALS && isUsableKeyword(initials) && isSaid ? [initials] : [];
}

/** "mayores de 52 años", "modelo 143": said as "los 52", "el 143". Years are of laws. */
function numbersIn(name: string): string[] {
  return [...name.matchAll(/(?<![\p{L}\p{N}/.,-])\d{2,3}(?![\p{L}\p{N}/.,-])/gu)].map(([text]) => text);
}

/** "T-16", "modelo S1": people write a code in each of these ways, and no word holds it. */
function codesIn(name: string): string[] {
  return [...name.toLowerCase().matchAll(/(?<![\p{L}\p{N}])(\p{L}{1,3})[- ]?(\d{1,4})(?![\p{L}\p{N}])/gu)]
    .filter(([, letters = ""]) => !SMALL.test(letters))
    .flatMap(([, letters = "", digits = ""]) => ["-", " ", ""].map((between) => letters + between + digits));
}

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
