/** What a field says, fact by fact, and whether another text says it too in other words (`levada tramites check`). */
import { foldForMatching } from "../finders/procedure-markers.ts";
import { sentencesOf } from "./plain-text.ts";

export interface Fact {
  readonly text: string;
  /** Folded, without their endings; numbers as they are. */
  readonly words: ReadonlySet<string>;
}

/** Items of lists, sentences of texts, the ways of a list of ways. */
export function factsOf(field: string, value: unknown): readonly Fact[] {
  const texts = textsIn(field, value);
  const facts = texts.map((text) => ({ text, words: tellingWords(text) }));
  return facts.filter(({ text, words }) => words.size > 0 && !isTitle(text));
}

function textsIn(field: string, value: unknown): readonly string[] {
  if (field === "telefono") return numbersIn(value);
  // Two names of one thing: a page has one of them.
  if (field === "nombre") return textsOf(value).flatMap((name) => name.split(/\s+\/\s+/));
  return textsOf(value);
}

/** Which step or way it is says nothing by itself. */
const LABELS: ReadonlySet<string> = new Set(["via", "paso"]);

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return sentencesOf(value);
  if (typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap((item) => (isText(item) ? [item] : textsOf(item)));
  if (typeof value !== "object" || value === null) return [];
  const parts = Object.entries(value).filter(([name]) => !LABELS.has(name));
  return parts.flatMap(([, part]) => textsOf(part));
}

const isText = (value: unknown): value is string => typeof value === "string";

/** "Documentos de identidad:" before the items it names. */
function isTitle(text: string): boolean {
  return text.trimEnd().endsWith(":");
}

function numbersIn(value: unknown): string[] {
  return [...new Set(textsOf(value).flatMap((text) => joinedDigits(text).match(/\d{3,}/g) ?? []))];
}

/** "+34 919 26 79 70" and "24.318,84" are one number each. */
function joinedDigits(text: string): string {
  return text.replaceAll(/(?:\+|\b00)34[ -]?(?=\d)/g, "").replaceAll(/(?<=\d)[ .\u00A0](?=\d)/g, "");
}

const WORD = /\p{L}+|\d+(?:[,/:]\d+)*/gu;
const SMALL = new Set(
  "del los las una unos unas por para con que sus como este esta esto son ser sin sobre entre cada donde cuando segun todo todos toda todas otro otra otros otras desde hasta tambien els les dels per amb das dos uma polo pola".split(
    " ",
  ),
);

export function tellingWords(text: string): ReadonlySet<string> {
  const words = joinedDigits(foldForMatching(text)).match(WORD) ?? [];
  return new Set(words.filter((word) => isTelling(word)).map(stemOf));
}

function isTelling(word: string): boolean {
  return isNumber(word) || word === "no" || (word.length > 2 && !SMALL.has(word));
}

const isNumber = (word: string) => /^\d/.test(word);

/** Number and gender do not matter. */
function stemOf(word: string): string {
  if (isNumber(word) || word.length < 5) return word;
  return word.replace(/(?:es|s)$/, "").replace(/[aeo]$/, "");
}

/** In one item this share of a fact's words will do; scattered over many items it takes more. */
const IN_ONE = 0.6;
const IN_ALL = 0.8;

/** A text in parts, to look facts up in. */
export class FactIndex {
  readonly facts: readonly Fact[];
  readonly #places = new Map<string, number[]>();

  constructor(facts: readonly Fact[]) {
    this.facts = facts;
    for (const [at, { words }] of facts.entries())
      for (const word of words) {
        const places = this.#places.get(word);
        if (places === undefined) this.#places.set(word, [at]);
        else places.push(at);
      }
  }

  /** Parts that say it alone, or -1 for all of them together; null where it is not said. A wrong number says nothing. */
  find({ words }: Fact): number | null {
    const numbers = [...words].filter(isNumber);
    if (numbers.some((number) => !this.#places.has(number))) return null;
    const shared = new Map<number, number>();
    for (const word of words)
      for (const at of this.#places.get(word) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    const [best] = [...shared]
      .filter(([at]) => numbers.every((number) => this.facts[at]?.words.has(number)))
      .toSorted(([, a], [, b]) => b - a);
    if (best !== undefined && best[1] / words.size >= IN_ONE) return best[0];
    // A number here and its words there are not the fact.
    if (numbers.length > 0) return null;
    const known = [...words].filter((word) => this.#places.has(word)).length;
    return known / words.size >= IN_ALL ? -1 : null;
  }
}
