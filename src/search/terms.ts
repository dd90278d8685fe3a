/** What is written into the index: for every word its stem and, marked, itself; for every keyword, itself as a whole. */
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";
import { wordsOf } from "./words.ts";

/** Raised whenever the same document may be indexed differently: the index is then made anew. */
export const TERMS_VERSION = 3;

/** Words of a phrase that is found as a whole. */
const MAX_PHRASE_WORDS = 12;

/** `=prestacion`: the word as it was written, which ranks above its other forms. */
export function exactTerm(folded: string): string {
  return `=${folded}`;
}

/** `==ingreso_minimo_vital`: a keyword, a name, and nothing besides. Null for what is too long to be one. */
export function phraseTerm(words: readonly string[]): string | null {
  if (words.length === 0 || words.length > MAX_PHRASE_WORDS) return null;
  return `==${words.join("_")}`;
}

/** Of one text; a text in letters that is as long as is looked through (MAX_TEXT) has fewer. Signs are a word each. */
const MAX_WORDS = 250_000;

/** Terms of a long text are joined as they come: each on its own takes five times the room. */
const TERMS_AT_ONCE = 4096;

/** Running text. */
export function textTerms(text: string): string {
  const joined: string[] = [];
  let terms: string[] = [];
  let words = 0;
  for (const { folded } of wordsOf(text)) {
    if (++words > MAX_WORDS) break;
    terms.push(stem(folded));
    if (!isStopWord(folded)) terms.push(exactTerm(folded));
    if (terms.length < TERMS_AT_ONCE) continue;
    joined.push(terms.join(" "));
    terms = [];
  }
  return [...joined, terms.join(" ")].join(" ").trimEnd();
}

/** Keywords and names: each is also found as a whole. */
export function phraseTerms(phrases: readonly string[]): string {
  return phrases
    .map((phrase) => {
      const whole = phraseTerm(Array.from(wordsOf(phrase), ({ folded }) => folded));
      return `${textTerms(phrase)} ${whole ?? ""}`;
    })
    .join(" ");
}
