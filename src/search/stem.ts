/**
 * What the forms of a word have in common, for Spanish with an eye on Catalan and Galician: number, gender, and the
 * endings that make a verb of a noun (`renovar`, `renovación`, `renovado`). Light on purpose: ranking prefers the word as
 * it was written (query.ts), so a stem that takes two words for one costs a lower place and no miss.
 */
import { isStopWord } from "./stop-words.ts";

const LATIN = /^[a-z]{3,}$/;

/** Takes a folded word. What is no word of these languages (numbers, abbreviations, other scripts) is left as it is. */
export function stem(word: string): string {
  if (!LATIN.test(word) || isStopWord(word)) return word;
  const known = KNOWN.get(word);
  if (known !== undefined) return known;
  // Twice for `intereses`, whose singular ends in what looks like a plural; the last `s` is that of `clase` and `clases`.
  const single = withoutNumber(withoutNumber(withoutPronoun(word)));
  const found = withoutS(withoutGender(withoutDerivation(single)));
  if (KNOWN.size >= MAX_KNOWN) KNOWN.clear();
  KNOWN.set(word, found);
  return found;
}

/** Texts say the same words again and again. */
const KNOWN = new Map<string, string>();
const MAX_KNOWN = 50_000;

/** `empadronarse`, `solicitarlo`. */
function withoutPronoun(word: string): string {
  return word.replace(/^([a-z]{3,}[aei]r)(?:se|me|te|nos|l[aeo]s?)$/, "$1");
}

/** `prestaciones`, `prestacions` and `prestacion` become the Catalan `prestacio`; `veces` and `vez` become `vec`. */
function withoutNumber(word: string): string {
  if (/[csxgt]ion(?:e?s)?$/.test(word)) return word.replace(/n(?:e?s)?$/, "");
  const single = /[a-z][lrndcsjyx]es$/.test(word) && word.length >= 5 ? word.slice(0, -2) : withoutS(word);
  return single.replace(/z$/, "c");
}

function withoutS(word: string): string {
  return word.length >= 4 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Endings, and how many letters must be left of a word. The first that fits counts. */
const DERIVATIONS: readonly (readonly [RegExp, number])[] = [
  [/(?:a|i)mientos?$/, 4],
  [/(?<=it)ud$/, 4],
  [/acio$/, 4],
  [/(?:ie|e|a)nte$/, 5],
  [/(?:e|a)ncia$/, 5],
  [/(?:ad|id)[oa]$/, 5],
  // Catalan: `certificat`.
  [/[ai]t$/, 6],
  [/[aei]r$/, 4],
  [/mente$/, 4],
];

function withoutDerivation(word: string): string {
  for (const [ending, least] of DERIVATIONS) {
    const rest = word.replace(ending, "");
    if (rest !== word && rest.length >= least) return rest;
  }
  return word;
}

function withoutGender(word: string): string {
  if (word.length >= 5 && /[ao]$/.test(word)) return word.slice(0, -1);
  return word.length >= 4 && word.endsWith("e") ? word.slice(0, -1) : word;
}
