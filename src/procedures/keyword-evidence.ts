/** What may tell a procedure from others (P27), and where it was found. */
import { inSpanish } from "./keyword-languages.ts";
import { kindredOf } from "./keyword-kindred.ts";
import { matterOf, mattersOfWord } from "./keyword-matters.ts";
import { heavyWords, indexed, lengthOfMatch, placeOf } from "./keyword-matching.ts";
import { placesOf } from "./keyword-places.ts";
import { ofName } from "./keyword-names.ts";
import { plainIn, plainlySaid } from "./keyword-plain.ts";
import { silencedIn } from "./keyword-silences.ts";
import { beginsCommonWord, COMMON_WORDS, isEveryday, isGeneric, KIN_WORDS } from "./keyword-words.ts";
import { foldedWords } from "./plain-text.ts";
import type { Territory } from "./procedure-doc.ts";
import { BAGS, DEEDS, SYNONYMS, type Synonyms, TOPICS } from "./synonyms.ts";

export interface KeywordInput {
  readonly name: string;
  readonly organism: string;
  readonly abbreviation: string;
  readonly slug: string;
  readonly description: string;
  readonly requirements?: readonly string[];
  readonly documents?: readonly string[];
  readonly territory?: Territory;
  /** What people's files are found by. */
  readonly claimed?: readonly string[];
}

/**
 * - `name`, `pair`      words of the name, and two that follow one another
 * - `plain`             words of the page that are said of everything, and everyday words for those of the name
 * - `general`           what a name says of a matter that is not meant: "tarjeta sanitaria" in the name of the European one
 * - `abbreviation`      what the name has in capitals, and codes
 * - `said`              what people say of what the name says at most length
 * - `topic`             what people say of the matter that the name speaks of; `nearTopic`, `farTopic` of the others
 * - `described`         the same of the description, where the name is silent
 * - `around`            what comes up when people speak of it, as it is: no word by itself, many together
 * - `deed`              how people say what is done
 * - `place`             where it holds, as people say where they live
 * - `office`, `description`, `requirements`, `documents`  words of these
 */
export type Origin =
  | "name"
  | "pair"
  | "plain"
  | "general"
  | "abbreviation"
  | "said"
  | "topic"
  | "nearTopic"
  | "farTopic"
  | "described"
  | "around"
  | "deed"
  | "place"
  | "office"
  | "description"
  | "requirements"
  | "documents";

export interface Evidence {
  readonly text: string;
  readonly origin: Origin;
}

/**
 * The surest first, and what only comes up around them last: no file has more than so many keywords. A text may come from
 * several places.
 */
export function evidenceOf(input: KeywordInput): Evidence[] {
  const whole = foldedWords(input.name);
  const name = `${whole}${foldedWords(input.slug)}${inSpanish(whole)}`;
  const besides: (readonly [Origin, readonly string[]])[] = [
    ["said", entriesIn(synonymsNear, name)[0]?.words ?? []],
    ...topicsOf(name, input.description),
    ...topicsCalled(name),
    ["deed", deedOf(name)],
    ["place", input.territory === undefined ? [] : placesOf(input.territory)],
    ["office", ofOffice(input)],
    ["description", ofBody(input.description)],
    [
      "plain",
      [...plainlySaid(name), ...plainIn(`${input.name} ${input.description} ${spokenOffice(input)}`)],
    ],
    ["requirements", ofBody((input.requirements ?? []).join(" "))],
    ["documents", ofBody((input.documents ?? []).join(" "))],
    ...ofEntries(bagsNear, name, ["around"]),
    ...ofKindred(name),
  ];
  const general = generalIn(name);
  return [
    ...ofName(input.name, textOf(input)).map((said) =>
      general.has(said.text) ? { ...said, origin: "general" as const } : said,
    ),
    ...besides.flatMap(([origin, texts]) =>
      texts.filter((text) => origin === "plain" || !KIN_WORDS.has(text)).map((text) => ({ text, origin })),
    ),
  ];
}

function textOf({ description, requirements = [], documents = [] }: KeywordInput): string {
  return [description, ...requirements, ...documents].join("\n");
}

const synonymsNear = indexed(SYNONYMS, ({ names }) => names);
const topicsNear = indexed(TOPICS, ({ names }) => names);
const bagsNear = indexed(BAGS, ({ names }) => names);
const deedsNear = indexed(DEEDS, ({ names }) => names);

interface Match {
  readonly entry: Synonyms;
  readonly phrase: string;
  readonly length: number;
}

/**
 * Entries whose names a text has, the longest first: that says what it is, the others what it speaks of besides. What
 * another's phrase begins with is not spoken of: the European health card is not the health card.
 */
function entriesIn(near: (text: string) => readonly Synonyms[], text: string): Synonyms[] {
  const silenced = silencedIn(text);
  const found = near(text).flatMap((entry) => longestIn(text, entry, silenced));
  const isBegunBy = ({ phrase, entry }: Match) =>
    found.some((other) => other.phrase.startsWith(`${phrase} `) && matterOf(other.entry) !== matterOf(entry));
  return found
    .filter((match) => !isBegunBy(match))
    .toSorted((a, b) => b.length - a.length)
    .map(({ entry }) => entry);
}

/** The phrases of a name that longer ones begin with, each of another matter. A word alone is rarely a matter by itself. */
function generalIn(name: string): ReadonlySet<string> {
  const found = [...synonymsNear(name), ...topicsNear(name)].flatMap((entry) =>
    entry.names
      .filter((phrase) => phrase.includes(" ") && lengthOfMatch(name, phrase) > 0)
      .map((phrase) => ({ phrase, matter: matterOf(entry) })),
  );
  const [begun, meant] = [new Set<string>(), new Set<string>()];
  for (const { phrase, matter } of found) {
    const isBegun = found.some((other) => other.phrase.startsWith(`${phrase} `) && other.matter !== matter);
    (isBegun ? begun : meant).add(phrase);
  }
  return new Set([...begun].filter((phrase) => !meant.has(phrase)));
}

function longestIn(text: string, entry: Synonyms, silenced: ReadonlySet<string>): Match[] {
  return entry.names
    .filter((phrase) => !silenced.has(phrase))
    .filter((phrase) => lengthOfMatch(text, phrase) > 0)
    .map((phrase) => ({ entry, phrase, length: tellingLength(phrase) }))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 1);
}

/** Letters of what tells it; others count for less: "vivienda vacacional" says more than "declaración responsable de actividad". */
function tellingLength(phrase: string): number {
  const lengths = heavyWords(phrase).map((word) =>
    isGeneric(word) || isEveryday(word) ? word.length / 4 : word.length,
  );
  return lengths.reduce((sum, length) => sum + length, 0);
}

/** The first origin for the first entry, and so on; the last for all others. */
function ofEntries(
  near: (text: string) => readonly Synonyms[],
  text: string,
  origins: readonly Origin[],
): (readonly [Origin, readonly string[]])[] {
  return entriesIn(near, text).map(({ words }, at) => [
    origins[Math.min(at, origins.length - 1)] ?? "farTopic",
    words,
  ]);
}

const HARDLY_KNOWN = 6;

/**
 * A name that hardly a line knows ("Manifestaciones anticipadas de voluntad") is heard by what the lines say that share
 * their names with those that know it. One that many know needs no more: these say it better.
 */
function ofKindred(name: string): (readonly [Origin, readonly string[]])[] {
  if (entriesIn(synonymsNear, name).length > 0) return [];
  const [topics, bags] = [entriesIn(topicsNear, name), entriesIn(bagsNear, name)];
  const known = [...topics, ...bags];
  if (known.length > HARDLY_KNOWN) return [];
  const silenced = silencedIn(name);
  return [...topics.slice(0, 1), ...bags.slice(0, 1)]
    .flatMap(kindredOf)
    .filter((line) => !known.includes(line) && !line.names.some((phrase) => silenced.has(phrase)))
    .map((line) => [BAGS.includes(line) ? "around" : "farTopic", line.words]);
}

const MIN_OWN = 6;
const FEW_MATTERS = 2;

/** Names may be in people's words themselves: what is said of hardly any other matter speaks of this one. */
const isOwn = (word: string) =>
  word.length >= MIN_OWN &&
  !word.includes(" ") &&
  !isEveryday(word) &&
  !beginsCommonWord(word) &&
  mattersOfWord(word) <= FEW_MATTERS;
const OWN_WORDS: ReadonlyMap<Synonyms, readonly string[]> = new Map(
  TOPICS.map((topic) => [topic, topic.words.filter(isOwn)]),
);
const calledNear = indexed(TOPICS, (topic) => OWN_WORDS.get(topic) ?? []);

function topicsCalled(name: string): (readonly [Origin, readonly string[]])[] {
  const silenced = [...silencedIn(name)];
  const isMeant = (word: string) =>
    placeOf(name, word) >= 0 && !silenced.some((phrase) => phrase.startsWith(word));
  return calledNear(name)
    .filter(({ names }) => !names.some((phrase) => silenced.includes(phrase)))
    .filter((topic) => (OWN_WORDS.get(topic) ?? []).some(isMeant))
    .map(({ words }) => ["farTopic", words] as const);
}

const MAX_DESCRIBED = 3;

/** A description is asked only where the name is silent: it mentions more than it is about. */
function topicsOf(name: string, description: string): (readonly [Origin, readonly string[]])[] {
  const named = ofEntries(topicsNear, name, ["topic", "nearTopic", "nearTopic", "farTopic"]);
  if (named.length > 0 || entriesIn(synonymsNear, name).length > 0) return named;
  const text = foldedWords(description);
  const described = [...entriesIn(synonymsNear, text), ...entriesIn(topicsNear, text)];
  return described.slice(0, MAX_DESCRIBED).map(({ words }) => ["described", words] as const);
}

/** The first deed that a name tells: "Inscripción de nacimiento" is not the allowance for it. */
function deedOf(name: string): readonly string[] {
  const placeOfDeed = ({ names }: Synonyms) =>
    Math.min(...names.map((phrase) => name.indexOf(` ${phrase}`)).filter((at) => at >= 0), name.length);
  const [first] = entriesIn(deedsNear, name).toSorted((a, b) => placeOfDeed(a) - placeOfDeed(b));
  return first?.words ?? [];
}

/** Where the name of a body is not known it is its host, which nobody says. */
function spokenOffice({ organism }: KeywordInput): string {
  return /^[a-z0-9.-]+\.[a-z]{2,}$/.test(organism) ? "" : organism;
}

function ofOffice(input: KeywordInput): string[] {
  const organism = spokenOffice(input);
  if (organism === "") return [];
  const parts = organism.split(/[/()|;,]|\s[-–—]\s/).map((part) => foldedWords(part).trim());
  const whole = parts.filter((part) => heavyWords(part).length > 1 && part.length <= 60);
  return [...ofBody(organism), input.abbreviation.toLowerCase(), ...whole];
}

const MIN_OF_BODY = 5;
const MAX_OF_BODY = 80;

function ofBody(text: string): string[] {
  const words = foldedWords(text).trim().split(" ");
  const telling = words.filter(
    (word) => word.length >= MIN_OF_BODY && !isGeneric(word) && !COMMON_WORDS.has(word),
  );
  return [...new Set(telling)].slice(0, MAX_OF_BODY);
}
