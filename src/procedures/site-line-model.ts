/** What surely is the site's on one page alone, by how it sounds (`extraction/line-sound.ts`, ADR 10). */
import { siteScore, wordsOfLine } from "../extraction/line-sound.ts";
import { sentencesOf } from "./plain-text.ts";

/**
 * Above it a line is taken for the site's, though no other page is known: one that stands by itself; one of a list; one
 * where a deadline or a fee is told, which nobody must miss; one of the ways to apply, which are said in a site's words;
 * one that tells a number to call or to write to.
 */
const SURELY = {
  alone: 2.5,
  "in a list": 2.75,
  "among deadlines": 3,
  "among ways": 4,
  "with a number": 4.5,
} as const;
export type Standing = keyof typeof SURELY;
/** One word is as well the name of a part, or all that there is to say in it. */
const LEAST_WORDS = 2;
const FEW_WORDS = 3;
const OF_FEW_WORDS = 3;
const MOST_WORDS = 60;

/** All of its sentences have to sound so: behind one of the site there may be one of the procedure. */
export function isSurelyOfSite(text: string, standing: Standing = "alone"): boolean {
  const words = wordsOfLine(text).length;
  if (words < LEAST_WORDS || words > MOST_WORDS) return false;
  const score = siteScore(text) + (OF_THIS_PAGE.test(text) ? SPEAKS_OF_ITSELF : 0);
  if (score <= Math.max(SURELY[standing], words <= FEW_WORDS ? OF_FEW_WORDS : 0)) return false;
  const sentences = sentencesOf(text);
  return (
    sentences.length < 2 ||
    sentences.every((sentence) => siteScore(sentence) > (score > BEYOND_DOUBT ? SAYS_LITTLE : AT_LEAST))
  );
}

/** "… sus quejas sobre esta página web.", "Este portal ha obtenido …" */
const OF_THIS_PAGE =
  /^(?:est[ea]|aquesta?) (?:portal|sitio|web|página web|pàgina web|páxina web|lloc)(?!\p{L})|^(?:webgune|atari) hau|(?:sobre|d[eo]) (?:est[ea]|aquesta?) (?:página|pàgina|páxina|web|sitio|portal|lloc|ficha|fitxa)(?: web)?[.!?]*$/iu;
const SPEAKS_OF_ITSELF = 2.5;

/** Beside a sentence that can be nothing but the site's, one that says little is of it too: "Envíenos su opinión". */
const BEYOND_DOUBT = 5;
const SAYS_LITTLE = -1;
const AT_LEAST = 1;
