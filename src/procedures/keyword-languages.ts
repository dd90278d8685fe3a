/** Names in Catalan, Galician and Basque, as the lists of people's words would have them (P23, P27): these are in Spanish. */
import { OTHER_LANGUAGES } from "./people-words/other-languages.ts";

const SPANISH: ReadonlyMap<string, string> = new Map(
  OTHER_LANGUAGES.trim()
    .split(/[|\n]/)
    .map((pair): [string, string] => {
      const at = pair.indexOf(" ");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
);

/** "discapacitat", "mobilidade", "incineració": endings that answer to one another. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/tat$/, "dad"],
  [/idade$/, "idad"],
  [/cio$/, "cion"],
  [/cions$/, "ciones"],
  [/sio$/, "sion"],
  [/ament$/, "amiento"],
  [/iment$/, "imiento"],
  [/amento$/, "amiento"],
  [/imento$/, "imiento"],
];

/** The words of a name that have a Spanish one, in its order, between spaces; empty where none has. */
export function inSpanish(name: string): string {
  const words = name.trim().split(" ");
  const known = words.map(spanishOf);
  return known.some((word, at) => word !== words[at]) ? ` ${known.join(" ")} ` : "";
}

function spanishOf(word: string): string {
  const ending = ENDINGS.find(([pattern]) => word.length > 6 && pattern.test(word));
  return SPANISH.get(word) ?? (ending === undefined ? word : word.replace(ending[0], ending[1]));
}
