/** What a name says and does not mean (P27): a special matter is not the general one that its name holds. */
import { singular } from "./keyword-forms.ts";
import { heavyWords, indexed, lengthOfMatch } from "./keyword-matching.ts";
import { BAGS, SYNONYMS, type Synonyms, TOPICS } from "./synonyms.ts";

const SPECIAL: readonly Synonyms[] = [...SYNONYMS, ...TOPICS].filter(({ silences }) => silences.length > 0);
const specialNear = indexed(SPECIAL, ({ names }) => names);

/** Of one or of many, whatever small words are in it: "permiso de conducción", "permisos de conducción". */
const meaningOf = (phrase: string) => heavyWords(phrase).map(singular).join(" ");
const ALIKE = new Map<string, string[]>();
for (const phrase of new Set([...SYNONYMS, ...TOPICS, ...BAGS].flatMap(({ names }) => names)))
  ALIKE.set(meaningOf(phrase), [...(ALIKE.get(meaningOf(phrase)) ?? []), phrase]);

/** The phrases of the lists that are not to be looked for in a name: "paro" is not meant by "Pago único del paro". */
export function silencedIn(name: string): ReadonlySet<string> {
  return new Set(
    specialNear(name)
      .filter(({ names }) => names.some((phrase) => lengthOfMatch(name, phrase) > 0))
      .flatMap(({ silences }) => silences)
      .flatMap((phrase) => [phrase, ...(ALIKE.get(meaningOf(phrase)) ?? [])]),
  );
}
