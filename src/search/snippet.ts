/** The part of a text that says what was asked, as it is written, and where in it the words stand. */
import { isHit, type QueryWord, type SearchQuery } from "./query.ts";
import { isSign, wordsOf } from "./words.ts";

export interface Snippet {
  /** On one line; `…` where something is left out. */
  readonly text: string;
  /** Where the words stand in it, `[start, end)` in UTF-16 units, in order. */
  readonly highlights: readonly (readonly [start: number, end: number])[];
}

export const SNIPPET_LENGTH = 240;

/** Texts are looked through as far as this; most say what they are about much earlier. */
const MAX_LOOK = 400_000;
/** So many places are weighed against each other. */
const MAX_HITS = 200;
/** Letters by which a place that may hold a word is found, before it is looked at. */
const CLUE = 4;

type Span = readonly [start: number, end: number];

export interface SnippetOptions {
  readonly length?: number;
  /** Where it begins where no word was asked for that stands in the text. @default 0 */
  readonly otherwise?: number;
}

export function snippetOf(
  text: string,
  query: SearchQuery,
  { length = SNIPPET_LENGTH, otherwise = 0 }: SnippetOptions = {},
): Snippet {
  const hits = hitsIn(text.slice(0, MAX_LOOK), query.words);
  const first = bestStart(hits, length);
  const start =
    first === null
      ? Math.min(otherwise, text.length)
      : wordStart(text, Math.max(0, first - Math.floor(length / 4)));
  const end = wordEnd(text, Math.min(text.length, start + length));
  return cut(text, start, end, hits);
}

interface Hit {
  readonly span: Span;
  readonly folded: string;
}

function hitsIn(text: string, words: readonly QueryWord[]): readonly Hit[] {
  if (words.length === 0) return [];
  const hits: Hit[] = [];
  let after = 0;
  for (const { index } of text.matchAll(clueOf(words))) {
    if (index < after || isInsideWord(text, index)) continue;
    for (const { folded, start, end } of wordsOf(text.slice(index, index + 100))) {
      after = index + end;
      if (isHit(folded, words)) hits.push({ span: [index + start, index + end], folded });
      break;
    }
    if (hits.length >= MAX_HITS) break;
  }
  return hits;
}

/**
 * Reading every word of a long text takes a hundred times as long as a regular expression, which therefore shows where
 * to look: where a word may begin as one that was asked for, whatever marks its letters carry. Made of plain letters:
 * classes of Unicode take longer to compile than a text takes to be searched.
 */
function clueOf(words: readonly QueryWord[]): RegExp {
  const beginnings = new Set(words.map(({ stem, folded }) => commonStart(stem, folded).slice(0, CLUE)));
  const patterns = [...beginnings].map((letters) => [...letters].map(anyForm).join(MARKS));
  return new RegExp(patterns.join("|"), "g");
}

/** Between two letters of a word: accents that stand by themselves, dots of an abbreviation. */
const MARKS = "[\\u0300-\\u036f\\u064b-\\u0652.·]*";

const LETTER = /[\p{L}\p{N}\p{M}]/u;

function isInsideWord(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  if (before < "\u0080") return /[a-zA-Z0-9]/.test(before);
  // Of a letter outside the first plane this is a half, and no letter.
  return !isSign(text.slice(at, at + 2)) && LETTER.test(before);
}

function commonStart(stem: string, word: string): string {
  let at = 0;
  while (at < stem.length && stem[at] === word[at]) at++;
  return word.slice(0, Math.max(at, 1));
}

const MARKED: Readonly<Record<string, string>> = {
  a: "aàáâãäåāăąª",
  c: "cçćč",
  e: "eèéêëēęě",
  i: "iìíîïīį",
  l: "lłŀ",
  n: "nñńň",
  o: "oòóôõöøōőº",
  s: "sśš",
  u: "uùúûüūůű",
  y: "yýÿ",
  z: "zźżž",
};

function anyForm(letter: string): string {
  const forms = MARKED[letter] ?? letter;
  const upper = forms.toUpperCase();
  return forms === upper && forms.length === letter.length ? letter : `[${forms}${upper}]`;
}

/** Where the stretch begins that holds most of what was asked; of equals the first. Null without any hit. */
function bestStart(hits: readonly Hit[], length: number): number | null {
  const within = new Map<string, number>();
  let best: { readonly start: number; readonly score: number } | null = null;
  let last = 0;
  for (const [i, hit] of hits.entries()) {
    for (; last < hits.length; last++) {
      const next = hits[last] as Hit;
      if (next.span[1] > hit.span[0] + (length * 3) / 4) break;
      within.set(next.folded, (within.get(next.folded) ?? 0) + 1);
    }
    const score = within.size * 10 + Math.min(last - i, 9);
    if (best === null || score > best.score) best = { start: hit.span[0], score };
    const left = (within.get(hit.folded) ?? 1) - 1;
    if (left <= 0) within.delete(hit.folded);
    else within.set(hit.folded, left);
  }
  return best?.start ?? null;
}

/** Not in the middle of a word; a text without spaces is cut where it is. */
function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + 40).search(/\s/);
  return whole(text, space === -1 ? at : at + space + 1);
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const back = /\s\S*$/.exec(text.slice(Math.max(0, at - 40), at));
  return whole(text, back === null ? at : at - back[0].length);
}

/** Never between the two halves of a character. */
function whole(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at;
}

function cut(text: string, start: number, end: number, hits: readonly Hit[]): Snippet {
  const [before, after] = [start > 0 ? "…" : "", end < text.length ? "…" : ""];
  const shift = before.length - start;
  return {
    // One for one, so that places stay places.
    text: `${before}${text.slice(start, end).replaceAll(/[\s\p{Cc}]/gu, " ")}${after}`,
    highlights: hits
      .filter(({ span }) => span[0] >= start && span[1] <= end)
      .map(({ span: [from, to] }) => [from + shift, to + shift]),
  };
}
