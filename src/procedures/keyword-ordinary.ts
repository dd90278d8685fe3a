/**
 * Keywords that nobody means (P27, settled question): the reader looks inside words, so that one which is an ordinary word,
 * or stands in one, is heard in every other question.
 */
import { foldForMatching } from "../finders/procedure-markers.ts";
import { rootOf } from "./keyword-forms.ts";
import { MIN_LETTERS } from "./keyword-matching.ts";
import { ORDINARY } from "./people-words/ordinary-words.ts";
import { foldedWords } from "./plain-text.ts";

/** In the plural, too. */
const WORDS = ORDINARY.trim()
  .split(/\s+/)
  .map(foldForMatching)
  .flatMap((word) => [`${word}s`, `${word}es`]);

/** All that stands in them, to be looked up at once. */
const INSIDE: ReadonlySet<string> = new Set(
  WORDS.flatMap((word) =>
    Array.from(word).flatMap((_, from) =>
      Array.from({ length: word.length - from }, (__, rest) => word.slice(from, from + rest + 1)),
    ),
  ),
);

/** A word that a procedure is called by is its own, however ordinary, in all its forms: "renovar" of "Renovación del carné". */
export function isOrdinaryBeside(name: string): (keyword: string) => boolean {
  const roots = foldedWords(name).trim().split(" ").map(rootOf);
  const own = new Set(roots.filter((root) => root.length >= MIN_LETTERS));
  return (keyword) => {
    const said = foldForMatching(keyword);
    return INSIDE.has(said) && !own.has(said) && !own.has(rootOf(said));
  };
}
