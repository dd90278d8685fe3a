/** Naive Bayes over words: how likely each language makes a word, against a word that says nothing. */
import { COMMON_WORDS, LANGUAGES } from "./common-words.ts";
import { ENDINGS, type Leaning, LETTERS, PAIRS } from "./word-forms.ts";

export interface WordScore {
  /** Of each language, in the order of `LANGUAGES`. */
  readonly scores: Float64Array;
  /** Not guessed from its form. */
  readonly isKnown: boolean;
}

const SHARES = { most: 0.02, many: 0.004, some: 0.0008 } as const;
const ELSEWHERE = 0.0001;
/** What a form says is true of many words, not of all. */
const LONGEST_ENDING = 6;
const MAX_LEANING = 4;
const MAX_REMEMBERED = 20_000;

const zeros = () => new Float64Array(LANGUAGES.length);

function knownWords(): Map<string, WordScore> {
  const words = new Map<string, Float64Array>();
  for (const [at, language] of LANGUAGES.entries()) {
    for (const row of ["some", "many", "most"] as const) {
      for (const word of COMMON_WORDS[language][row].split(" ")) {
        const scores = words.get(word) ?? zeros();
        scores[at] = Math.log(SHARES[row] / ELSEWHERE);
        words.set(word, scores);
      }
    }
  }
  return new Map([...words].map(([word, scores]) => [word, { scores, isKnown: true }]));
}

let known: Map<string, WordScore> | undefined;
/** Guesses are remembered: a text repeats its words. */
const guessed = new Map<string, WordScore>();

export function scoreOf(word: string): WordScore {
  known ??= knownWords();
  const found = known.get(word) ?? guessed.get(word);
  if (found !== undefined) return found;
  if (guessed.size >= MAX_REMEMBERED) guessed.clear();
  const score = { scores: scoreByForm(word), isKnown: false };
  guessed.set(word, score);
  return score;
}

function scoreByForm(word: string): Float64Array {
  forms ??= { endings: vectors(ENDINGS), letters: vectors(LETTERS), pairs: vectors(PAIRS) };
  const scores = zeros();
  for (let length = Math.min(LONGEST_ENDING, word.length - 1); length >= 1; length--) {
    const ending = forms.endings.get(word.slice(-length));
    if (ending === undefined) continue;
    addTo(scores, ending);
    break;
  }
  for (let at = 0; at < word.length; at++) {
    const letter = word[at] ?? "";
    if (word.indexOf(letter) === at) addTo(scores, forms.letters.get(letter));
    addTo(scores, forms.pairs.get(word.slice(at, at + 2)));
  }
  for (let at = 0; at < scores.length; at++)
    scores[at] = Math.max(-MAX_LEANING, Math.min(MAX_LEANING, scores[at] ?? 0));
  return scores;
}

interface Forms {
  readonly endings: ReadonlyMap<string, Float64Array>;
  readonly letters: ReadonlyMap<string, Float64Array>;
  readonly pairs: ReadonlyMap<string, Float64Array>;
}

let forms: Forms | undefined;

function vectors(leanings: Readonly<Record<string, Leaning>>): ReadonlyMap<string, Float64Array> {
  return new Map(
    Object.entries(leanings).map(([form, leaning]) => [
      form,
      Float64Array.from(LANGUAGES, (language) => leaning[language] ?? 0),
    ]),
  );
}

function addTo(scores: Float64Array, leaning: Float64Array | undefined): void {
  if (leaning !== undefined) for (let at = 0; at < scores.length; at++) scores[at]! += leaning[at] ?? 0;
}
