/** A question as words, and as an expression of FTS5 (https://sqlite.org/fts5.html#full_text_query_syntax). */
import { stem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";
import { exactTerm, phraseTerm } from "./terms.ts";
import { wordsOf } from "./words.ts";

export interface QueryWord {
  readonly folded: string;
  readonly stem: string;
  /** It may be the beginning of a longer word: the last one, which is perhaps still being typed. */
  readonly isPrefix: boolean;
}

export interface SearchQuery {
  /** As it was asked. */
  readonly text: string;
  /** What is looked for, each once. None: nothing can be found. */
  readonly words: readonly QueryWord[];
  /** All words in their order, those included that say nothing; null where they are too many for a name. */
  readonly phrase: string | null;
}

/** More words make no question clearer. */
const MAX_WORDS = 32;
/** Letters of a last word that may be a beginning. */
const MIN_PREFIX = 3;
/** From so many words on a question is asked in sentences: not every word of it is in the answer. */
const SENTENCE_WORDS = 3;

/** Whatever is written is text: there is no syntax. */
export function parseQuery(text: string): SearchQuery {
  const all = foldedWords(text);
  const telling = all.filter((word) => !isStopWord(word));
  const chosen = [...new Set(telling.length > 0 ? telling : all)].slice(0, MAX_WORDS);
  const last = all.at(-1);
  const words = chosen.map((folded) => ({
    folded,
    stem: stem(folded),
    isPrefix: folded === last && folded.length >= MIN_PREFIX && telling.length > 0,
  }));
  return { text, words, phrase: phraseTerm(all) };
}

/** A query of 100 kB is cut where it has said enough. */
const MAX_QUERY_WORDS = 512;

function foldedWords(text: string): readonly string[] {
  const found: string[] = [];
  for (const { folded } of wordsOf(text)) {
    if (found.push(folded) >= MAX_QUERY_WORDS) break;
  }
  return found;
}

/** `all`: every word has to be there. `any`: the more, and the rarer, the better. */
export type Strictness = "all" | "any";

/** How a question is asked, one way after the other until something is found. */
export function strictnesses({ words }: SearchQuery): readonly Strictness[] {
  if (words.length === 0) return [];
  return words.length >= SENTENCE_WORDS ? ["any"] : words.length === 1 ? ["all"] : ["all", "any"];
}

/** Made of quoted terms only, which hold letters, digits, `=` and `_`: nothing that is asked can be taken for syntax. */
export function ftsExpression({ words, phrase }: SearchQuery, strictness: Strictness): string {
  const parts = words.map((word) => `(${alternatives(word).join(" OR ")})`);
  const joined = parts.join(strictness === "all" ? " AND " : " OR ");
  return phrase === null ? joined : `(${joined}) OR ${quoted(phrase)}`;
}

function alternatives({ folded, stem: common, isPrefix }: QueryWord): readonly string[] {
  const exact = quoted(exactTerm(folded));
  return [quoted(common), exact, ...(isPrefix ? [`${exact} *`] : [])];
}

function quoted(term: string): string {
  return `"${term}"`;
}

/** Whether a word of a text is one that was asked for. */
export function isHit(folded: string, words: readonly QueryWord[]): boolean {
  const common = stem(folded);
  return words.some(
    (word) =>
      word.folded === folded || word.stem === common || (word.isPrefix && folded.startsWith(word.folded)),
  );
}
