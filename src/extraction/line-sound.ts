/**
 * How much a line sounds like what sites say of themselves, and how much like what they say of a procedure: a linear model
 * of its words, their beginnings and their pairs, learnt from lines of many portals in four languages by
 * `bench/site-lines-train.ts`. Words that nobody has thought of have beginnings and neighbours that are known.
 */
import { LINE_SOUND_WEIGHTS } from "./line-sound-weights.ts";

export interface LineModel {
  readonly bias: number;
  readonly weights: Pick<ReadonlyMap<string, number>, "get">;
}

const SHORT_STEM = 4;
const STEM = 6;
const LONGEST = 6;

/** What a line is known by; each once. */
export function featuresOf(text: string): string[] {
  const words = wordsOfLine(text);
  const [first = ""] = words;
  const pairs = words.slice(1).map((word, at) => `b${words[at]?.slice(0, STEM)} ${word.slice(0, STEM)}`);
  return [
    ...new Set([
      ...words.map((word) => `w${word}`),
      ...words.filter(({ length }) => length > SHORT_STEM).map((word) => `p${word.slice(0, SHORT_STEM)}`),
      ...words.filter(({ length }) => length > STEM).map((word) => `q${word.slice(0, STEM)}`),
      ...pairs,
      `f${first}`,
      `g${first.slice(0, SHORT_STEM)}`,
      `l${Math.min(LONGEST, Math.floor(Math.log2(1 + words.length)))}`,
      ...MARKS.filter(([, mark]) => mark.test(text)).map(([name]) => name),
    ]),
  ];
}

/** With their accents: "esta" is not "está". Numbers are one. */
export function wordsOfLine(text: string): string[] {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (/^\d+$/.test(word) ? "0" : word));
}

const MARKS: readonly (readonly [string, RegExp])[] = [
  ["mquestion", /\?/],
  ["mnumber", /\d/],
  ["mmoney", /€|euro/i],
  ["mbar", /[|·>»]/],
];

/** Above 0 it is rather the site's, below rather the procedure's; a logarithm of odds. */
export function scoreOf(text: string, model: LineModel): number {
  return sumOf(featuresOf(text), model);
}

function sumOf(features: readonly string[], { bias, weights }: LineModel): number {
  const sum = features.reduce((total, feature) => total + (weights.get(feature) ?? 0), 0);
  return bias + sum / Math.sqrt(features.length);
}

let learnt: LineModel | null = null;

/** Of the words of a line: who knows fewer of them can say nothing of it. */
const KNOWN = 0.5;

/** As a logarithm of odds; 0 where hardly a word is known, as of another language. */
export function siteScore(text: string): number {
  learnt ??= modelOf(LINE_SOUND_WEIGHTS);
  const { weights } = learnt;
  const features = featuresOf(text);
  const words = features.filter((feature) => feature.startsWith("w"));
  const known = words.filter((word) => weights.get(word) !== undefined).length;
  return known < KNOWN * words.length ? 0 : sumOf(features, learnt);
}

/** Rather than like what heads or names anything. */
export const soundsLikeSite = (text: string): boolean => siteScore(text) >= LIKE_SITE;

const LIKE_SITE = 1.5;

/** Tenths: the bias, then behind a bar each weight and the features that have it, tabs between them. */
export function modelOf(written: string): LineModel {
  const [bias = "0", ...groups] = written.split("|");
  const weights = new Map<string, number>();
  for (const group of groups) {
    const [weight = "0", ...features] = group.split("\t");
    for (const feature of features) weights.set(feature, Number(weight) / SCALE);
  }
  return { bias: Number(bias) / SCALE, weights };
}

export function writtenModel(bias: number, weights: Iterable<readonly [string, number]>): string {
  const byWeight = Map.groupBy(
    [...weights]
      .map(([feature, weight]) => [feature, Math.round(weight * SCALE)] as const)
      // That a word is known counts, though it may tell nothing.
      .filter(([feature, weight]) => weight !== 0 || feature.startsWith("w")),
    ([, weight]) => weight,
  );
  const groups = [...byWeight].toSorted(([a], [b]) => a - b);
  return [
    String(Math.round(bias * SCALE)),
    ...groups.map(([weight, features]) =>
      [String(weight), ...features.map(([feature]) => feature).toSorted()].join("\t"),
    ),
  ].join("|");
}

const SCALE = 10;
