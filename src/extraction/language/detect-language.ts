/**
 * The language of a text, with how sure that is, and the shares of all its languages: side by side, as offices of
 * bilingual regions write (P20, P24, P26). A sample is read; its cost does not grow with the text.
 */
import type { DetectedLanguage } from "../../domain/extracted-document.ts";
import { type KnownLanguage, LANGUAGES } from "./common-words.ts";
import { languageByScript } from "./scripts.ts";
import { scoreOf } from "./word-scores.ts";

const MAX_SAMPLED = 3_200;
const PIECES = 16;
/** Lines are read together until there is so much of them that they can be told. */
const MIN_PIECE = 100;
/** As if a word or two more spoke for it: enough to decide what is open, not to overrule a sentence. */
const DECLARED = 2;
/** Words are not as independent as Bayes would have them. */
const SHARPNESS = 0.6;
const MIN_SHARE = 0.1;
/** Of the words of a text about half are among those that a language cannot do without; in Basque a fifth. */
const LITTLE_KNOWN = 0.06;
const ENOUGH_KNOWN = 0.2;

export function detectLanguage(text: string, declared: string | null = null): DetectedLanguage {
  const sample = sampleOf(text).replaceAll(ADDRESS, " ");
  const byScript = languageByScript(sample);
  if (byScript !== null)
    return { language: byScript, confidence: 0.9, languages: [{ language: byScript, share: 1 }] };
  const pieces = piecesOf(sample)
    .map(evidenceOf)
    .filter(({ words }) => words > 0);
  const nothing = { language: declared, confidence: 0, languages: [] };
  if (pieces.length === 0) return nothing;
  const first = sharesOf(pieces, priorOf(declared));
  const shares = sharesOf(pieces, refinedPrior(first));
  return readingOf(shares, pieces) ?? nothing;
}

/** Addresses are in no language. */
const ADDRESS = /(?:https?:\/\/|www\.|@)\S+/g;

interface Evidence {
  readonly words: number;
  readonly letters: number;
  readonly scores: Float64Array;
  /** Of each language, the words that speak for it. */
  readonly known: Float64Array;
}

/** With the elision that begins it as a word of its own, and both forms of the Catalan ela geminada as one word. */
const WORD = /\p{L}{1,5}['’](?=\p{L})|\p{L}+(?:(?<=l)[·.](?=l)\p{L}+)?/gu;
const LONGEST_WORD = 40;
const TELLING = 2;

function evidenceOf(piece: string): Evidence {
  const scores = new Float64Array(LANGUAGES.length);
  const known = new Float64Array(LANGUAGES.length);
  let words = 0;
  let letters = 0;
  for (const [written] of piece.matchAll(WORD)) {
    if (written.length > LONGEST_WORD) continue;
    words++;
    letters += written.length;
    const score = scoreOf(written.replace("’", "'").replace(".", "·"));
    for (let at = 0; at < scores.length; at++) {
      const value = score.scores[at] ?? 0;
      scores[at]! += value;
      if (value >= TELLING) known[at]! += score.isKnown ? 1 : 0.5;
    }
  }
  return { words, letters, scores, known };
}

/** What the pages that are read here are written in, before anything is known of one. */
const USUAL: Readonly<Partial<Record<KnownLanguage, number>>> = {
  es: 1.5,
  ca: 1,
  gl: 1,
  eu: 1,
  en: 1,
  pt: 0.5,
};
const RARE: Readonly<Partial<Record<KnownLanguage, number>>> = { ast: -1, oc: -1 };

function priorOf(declared: string | null): Float64Array {
  return Float64Array.from(
    LANGUAGES,
    (language) => (USUAL[language] ?? RARE[language] ?? 0) + (language === declared ? DECLARED : 0),
  );
}

/** A line that could be in two languages is in that of the lines around it. */
function refinedPrior(shares: Float64Array): Float64Array {
  return shares.map((share) => Math.log(share + 0.02));
}

/** Of the letters of the text, how many are each language's. */
function sharesOf(pieces: readonly Evidence[], prior: Float64Array): Float64Array {
  const shares = new Float64Array(LANGUAGES.length);
  let letters = 0;
  for (const piece of pieces) {
    const posterior = posteriorOf(piece.scores, prior);
    letters += piece.letters;
    for (let at = 0; at < shares.length; at++) shares[at]! += (posterior[at] ?? 0) * piece.letters;
  }
  return shares.map((share) => share / letters);
}

function posteriorOf(scores: Float64Array, prior: Float64Array): Float64Array {
  const posterior = new Float64Array(scores.length);
  let highest = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < posterior.length; at++) {
    posterior[at] = SHARPNESS * (scores[at] ?? 0) + (prior[at] ?? 0);
    highest = Math.max(highest, posterior[at] ?? 0);
  }
  let total = 0;
  for (let at = 0; at < posterior.length; at++) {
    posterior[at] = Math.exp((posterior[at] ?? 0) - highest);
    total += posterior[at] ?? 0;
  }
  for (let at = 0; at < posterior.length; at++) posterior[at]! /= total;
  return posterior;
}

function readingOf(shares: Float64Array, pieces: readonly Evidence[]): DetectedLanguage | null {
  const best = shares.indexOf(Math.max(...shares));
  const share = shares[best] ?? 0;
  const trust = trustIn(best, pieces, share);
  if (trust === 0) return null;
  const languages = [...shares]
    .map((each, at) => ({ language: LANGUAGES[at] ?? "", share: Math.round(each * 100) / 100 }))
    .filter((each) => each.share >= MIN_SHARE)
    .toSorted((a, b) => b.share - a.share);
  return { language: LANGUAGES[best] ?? null, confidence: Math.round(share * trust * 100) / 100, languages };
}

/** Text of a language that is not known here has few of the words of the one that it looks most like. */
function trustIn(language: number, pieces: readonly Evidence[], share: number): number {
  const words = pieces.reduce((sum, piece) => sum + piece.words, 0);
  const known = pieces.reduce((sum, piece) => sum + (piece.known[language] ?? 0), 0);
  const density = known / (words * Math.max(share, 0.3));
  return Math.max(0, Math.min(1, (density - LITTLE_KNOWN) / (ENOUGH_KNOWN - LITTLE_KNOWN)));
}

/** Short texts whole, long ones in pieces from all over. */
function sampleOf(text: string): string {
  if (text.length <= MAX_SAMPLED) return text.toLowerCase();
  const length = MAX_SAMPLED / PIECES;
  const step = (text.length - length) / (PIECES - 1);
  const pieces = Array.from({ length: PIECES }, (_, at) => Math.floor(at * step)).map((from) =>
    wholeWords(text.slice(from, from + length)),
  );
  return pieces.join("\n").toLowerCase();
}

/** Without the words that the cut went through. */
function wholeWords(piece: string): string {
  const first = piece.indexOf(" ");
  const last = piece.lastIndexOf(" ");
  return first < last ? piece.slice(first + 1, last) : piece;
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const line of text.split(/\n|(?<=[.;:!?]) |\s[/|–—]\s/)) {
    piece += ` ${line}`;
    if (piece.length < MIN_PIECE) continue;
    pieces.push(piece);
    piece = "";
  }
  return piece.trim() === "" ? pieces : [...pieces, piece];
}
