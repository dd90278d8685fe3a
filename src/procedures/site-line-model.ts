/** What surely is the site's on one page alone, by how it sounds (`extraction/line-sound.ts`, ADR 10). */
import { siteScore, wordsOfLine } from "../extraction/line-sound.ts";
import { sentencesOf } from "./plain-text.ts";

/**
 * Above it a line is taken for the site's, though no other page is known: one that stands by itself; one of a list or of the
 * ways to apply, which are said in a site's words; one that tells a number to call or to write to.
 */
const SURELY = { alone: 3, "among facts": 3.5, "with a number": 4.5 } as const;
/** Fewer words are as well the name of a part, or all that there is to say in it. */
const LEAST_WORDS = 3;
const FEW_WORDS = 3;
const MOST_WORDS = 60;

/** All of its sentences have to sound so: behind one of the site there may be one of the procedure. */
export function isSurelyOfSite(text: string, standing: keyof typeof SURELY = "alone"): boolean {
  const words = wordsOfLine(text).length;
  if (words < LEAST_WORDS || words > MOST_WORDS) return false;
  const score = siteScore(text);
  if (score <= SURELY[standing === "alone" && words <= FEW_WORDS ? "among facts" : standing]) return false;
  const sentences = sentencesOf(text);
  return (
    sentences.length < 2 ||
    sentences.every((sentence) => siteScore(sentence) > (score > BEYOND_DOUBT ? OF_WORDS_UNKNOWN : AT_LEAST))
  );
}

/** A sentence of words that nobody knows has 0: beside one that can be nothing but the site's it is of the same. */
const BEYOND_DOUBT = 5;
const OF_WORDS_UNKNOWN = -0.01;
const AT_LEAST = 1;
