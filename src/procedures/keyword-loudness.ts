/**
 * How loud a word of a procedure is heard (P27). The reader counts keywords, so what tells a procedure surely stands among
 * them in several forms, and what many say once or never. The figures were fitted on questions of people to 160 procedures
 * and tried on others.
 */
import type { Evidence, Origin } from "./keyword-evidence.ts";
import { heavyWords } from "./keyword-matching.ts";
import { mattersOfWord } from "./keyword-matters.ts";
import { formsOfPlace } from "./keyword-places.ts";
import { type Form, formsOfAbbreviation, formsOfNamed, formsOfPhrase, formsOfWord } from "./keyword-stems.ts";
import { standing } from "./keyword-usable.ts";
import { isEveryday, isGeneric } from "./keyword-words.ts";

/** Forms of a word by how many matters people say it of (everyday, many, few, hardly any), and of a phrase by its length. */
interface Loudness {
  readonly words: readonly [number, number, number, number];
  readonly phrases: readonly [number, number, number, number];
}

export const LOUDNESS: Readonly<Record<Origin, Loudness>> = {
  name: { words: [2, 2, 4, 4], phrases: [0, 0, 0, 0] },
  pair: { words: [0, 0, 0, 0], phrases: [2, 2, 2, 2] },
  plain: { words: [1, 1, 1, 1], phrases: [1, 1, 1, 1] },
  general: { words: [0, 0, 0, 0], phrases: [1, 1, 1, 1] },
  abbreviation: { words: [4, 4, 4, 4], phrases: [4, 4, 4, 4] },
  said: { words: [1, 1, 3, 3], phrases: [1, 2, 3, 4] },
  topic: { words: [1, 1, 3, 2], phrases: [1, 2, 3, 3] },
  nearTopic: { words: [1, 1, 1, 1], phrases: [1, 1, 2, 3] },
  farTopic: { words: [1, 1, 1, 1], phrases: [1, 1, 2, 3] },
  described: { words: [1, 1, 1, 1], phrases: [0, 1, 2, 3] },
  around: { words: [1, 1, 1, 1], phrases: [1, 1, 1, 1] },
  deed: { words: [1, 1, 1, 1], phrases: [1, 1, 2, 2] },
  place: { words: [1, 1, 1, 1], phrases: [1, 1, 1, 1] },
  office: { words: [0, 1, 1, 1], phrases: [1, 1, 1, 1] },
  description: { words: [0, 1, 1, 2], phrases: [0, 0, 0, 0] },
  requirements: { words: [0, 0, 1, 1], phrases: [0, 0, 0, 0] },
  documents: { words: [0, 0, 1, 1], phrases: [0, 0, 0, 0] },
};

const [OF_FEW, OF_MANY] = [2, 5];
const [SHORT, LONG] = [10, 16];

/** Where in its row of figures a text stands. */
export function rankOf(text: string): { readonly kind: keyof Loudness; readonly at: 0 | 1 | 2 | 3 } {
  if (!text.includes(" ")) {
    const matters = mattersOfWord(text);
    return { kind: "words", at: isEveryday(text) ? 0 : matters > OF_MANY ? 1 : matters > OF_FEW ? 2 : 3 };
  }
  const heavy = heavyWords(text);
  const letters = heavy.join("").length;
  const isEmpty = heavy.every((word) => isEveryday(word) || isGeneric(word));
  return { kind: "phrases", at: isEmpty ? 0 : letters < SHORT ? 1 : letters < LONG ? 2 : 3 };
}

/** The keywords that stand for a text, as loud as it is to be heard. */
export function heard({ text, origin }: Evidence): string[] {
  const { kind, at } = rankOf(text);
  return formsOf({ text, origin }).slice(0, LOUDNESS[origin][kind][at]).flat();
}

/** Of the lists: each is asked for by many procedures. */
const OF_LISTS = new Map<string, readonly Form[]>();
const LISTED: ReadonlySet<Origin> = new Set(["said", "topic", "nearTopic", "farTopic", "described", "deed"]);

/** All its forms, from the one that hears most. */
export function formsOf(evidence: Evidence): readonly Form[] {
  if (!LISTED.has(evidence.origin)) return madeFormsOf(evidence);
  const forms = OF_LISTS.get(evidence.text) ?? madeFormsOf(evidence);
  OF_LISTS.set(evidence.text, forms);
  return forms;
}

function madeFormsOf({ text, origin }: Evidence): readonly Form[] {
  if (origin === "around") return [[text]];
  if (origin === "plain") return [standing(text)];
  if (origin === "place") return [formsOfPlace(text)];
  if (origin === "abbreviation") return formsOfAbbreviation(text);
  if (origin === "name") return formsOfNamed(text);
  return text.includes(" ") ? formsOfPhrase(text) : formsOfWord(text);
}
