/** Words as the index knows them: folded (no case, no accents) and with the place where they stand in the text. */

export interface Word {
  /** Letters and digits only, lower case, no accents: `Prestación` → `prestacion`, `año` → `ano`, `D.N.I.` → `dni`. */
  readonly folded: string;
  /** Where it stands in the text as it is written, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** A longer run of letters is no word; what follows is not looked at. */
export const MAX_WORD = 64;

/**
 * Words, with what may stand between two letters of one. One class of Unicode and no more, because each takes longer to
 * compile than a question takes to be answered.
 */
const RUN = /[\p{L}\p{N}\p{M}.·]+/gu;

/** `S.E.P.E.` is one word, `fin.Otra` and `3.5` are two. */
const ABBREVIATION = /^[^\d.]\.[^\d.](?:\.[^\d.])*\.?$/u;

/** Scripts that write without spaces (Thai, Lao, Khmer, Chinese, Japanese): every sign is a word. */
const SIGNS =
  /[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud8bf][\udc00-\udfff]/;

/** Whether it is written without spaces around it. */
export function isSign(word: string): boolean {
  return SIGNS.test(word);
}

export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (isSign(run)) yield* partsOf(run, index, SIGN_OR_DOT);
    else if (!run.includes(".") || ABBREVIATION.test(run)) yield* wordAt(run, index);
    else yield* partsOf(run, index, DOT);
  }
}

const SIGN_OR_DOT = new RegExp(`${SIGNS.source}|\\.`, "g");
const DOT = /\./g;

/** One by one: a run can be as long as the text. */
function* partsOf(run: string, start: number, separator: RegExp): Generator<Word> {
  let at = 0;
  for (const { 0: sign, index } of run.matchAll(separator)) {
    yield* wordAt(run.slice(at, index), start + at);
    yield* wordAt(sign, start + index);
    at = index + sign.length;
  }
  yield* wordAt(run.slice(at), start + at);
}

function* wordAt(written: string, start: number): Generator<Word> {
  const folded = fold(written);
  if (folded !== "") yield { folded, start, end: start + written.length };
}

const PLAIN = /^[a-z0-9]+$/;

/** One word without case, accents and marks. NFKD also opens ligatures and full-width forms. */
export function fold(word: string): string {
  if (PLAIN.test(word)) return word.slice(0, MAX_WORD);
  const open = word
    .slice(0, MAX_WORD * 4)
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f.·]/g, "");
  if (PLAIN.test(open)) return open.slice(0, MAX_WORD);
  return open
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .slice(0, MAX_WORD)
    .toWellFormed();
}

/** All words of a text, folded, with one space between. */
export function foldText(text: string): string {
  return Array.from(wordsOf(text), ({ folded }) => folded).join(" ");
}
