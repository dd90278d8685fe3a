/**
 * Learns the model of src/extraction/html/content-model.ts from pages whose segments are known.
 *
 * A run of text that holds a segment to keep is content, one with a segment to drop is not. That is six runs of a page;
 * a first model, learnt from other pages, guesses the rest, and what it is sure of counts too, though for little. So do
 * the words of short lines: those that stand in content more often than not, or less often, over many pages.
 */
import { type ContentModel, modelOf, type WrittenModel } from "../src/extraction/html/content-model.ts";
import { featuresOf } from "../src/extraction/html/features.ts";
import { lineWords, ofWords, type WordTable } from "../src/extraction/html/line-words.ts";
import { prepared } from "../src/extraction/html/main-content.ts";
import { pageTitle } from "../src/extraction/html/page-title.ts";
import { treeOf } from "../src/extraction/html/tree-builder.ts";
import { Boosting, type BoostingSettings, type Sample } from "./boosting.ts";
import { type CorpusPage, comparable, foldOf } from "./extraction-corpus.ts";

const BOOSTING: BoostingSettings = {
  trees: 150,
  depth: 3,
  rate: 0.1,
  ridge: 5,
  groups: 0.5,
  features: 0.5,
  bins: 16,
  leastCurvature: 2,
};
const BAGS = 4;
const RULE = 1;
/** Found by bench/extraction-folds.ts. */
const THRESHOLD = 0.1;
const INNER_FOLDS = 3;
/** What counts as sure, and for how much a guess counts in the trees and among the words. */
const SURE = 1;
const GUESS = 0.05;
const WORD_GUESS = 0.2;
/** Of four runs without a segment, one is used. */
const EVERY = 4;

interface Label {
  readonly isContent: boolean;
  readonly weight: number;
}

/** A page as it is learnt from. */
export interface Lesson {
  readonly site: string;
  readonly names: readonly string[];
  readonly rows: readonly (readonly number[])[];
  readonly byRule: readonly boolean[];
  readonly words: readonly (readonly string[])[];
  readonly texts: readonly string[];
  readonly labels: ReadonlyMap<number, Label>;
}

export function lessonOf(page: CorpusPage): Lesson {
  const tree = treeOf(page.html);
  const title = pageTitle(tree);
  prepared(tree, title);
  const { runs, rows, byRule } = featuresOf(tree, title);
  return {
    site: page.site,
    names: Object.keys(rows[0] ?? {}),
    rows: rows.map((row) => Object.values(row)),
    byRule,
    words: runs.map(({ text }) => lineWords(text)),
    texts: runs.map(({ text }) => text),
    labels: labelsOf(
      page,
      runs.map(({ text }) => comparable(text)),
    ),
  };
}

function labelsOf(page: CorpusPage, texts: readonly string[]): ReadonlyMap<number, Label> {
  const labels = new Map<number, Label>();
  const holding = (segment: string) => {
    const wanted = comparable(segment);
    return texts.flatMap((text, at) => (text.includes(wanted) ? [at] : []));
  };
  for (const segment of page.without)
    for (const at of holding(segment)) labels.set(at, { isContent: false, weight: 1 });
  for (const segment of page.with) {
    const found = holding(segment);
    for (const at of found) labels.set(at, { isContent: true, weight: 1 / found.length });
  }
  return labels;
}

const NO_WORDS: WordTable = new Map();

export interface Learnt {
  readonly model: WrittenModel;
  readonly words: ReadonlyMap<string, number>;
}

export function learnt(lessons: readonly Lesson[]): Learnt {
  const guesses = guessesFor(lessons);
  const heard = lessons.map((lesson) => wordsOf(lesson, guesses.get(lesson) ?? []));
  const sums = summed(heard);
  const samples = lessons.flatMap((lesson, group) => {
    // What a page says of its own words would be known beforehand.
    const others: WordTable = { get: (word) => weightOf(sums.get(word), heard[group]?.get(word)) };
    return samplesOf(lesson, group, others, guesses.get(lesson) ?? []);
  });
  const words = new Map(
    [...sums.keys()].toSorted().flatMap((word) => {
      const weight = weightOf(sums.get(word));
      return weight === undefined ? [] : [[word, weight] as const];
    }),
  );
  return { model: boosted(lessons, samples), words };
}

/** The score of each run by a model that has not seen its page. */
function guessesFor(lessons: readonly Lesson[]): ReadonlyMap<Lesson, readonly number[]> {
  const guesses = new Map<Lesson, readonly number[]>();
  for (let fold = 0; fold < INNER_FOLDS; fold++) {
    const isOut = ({ site }: Lesson) => foldOf(`inner ${site}`, INNER_FOLDS) === fold;
    const others = lessons.filter((lesson) => !isOut(lesson));
    const samples = others.flatMap((lesson, group) => samplesOf(lesson, group, NO_WORDS, []));
    const model = modelOf(boosted(others, samples), NO_WORDS);
    for (const lesson of lessons) if (isOut(lesson)) guesses.set(lesson, scoresOf(lesson, model));
  }
  return guesses;
}

function boosted(lessons: readonly Lesson[], samples: readonly Sample[]): WrittenModel {
  const boosting = new Boosting(samples, BOOSTING);
  const trees = Array.from({ length: BAGS }, (_, bag) => boosting.trees(bag + 1)).flat();
  const names = lessons.find(({ rows }) => rows.length > 0)?.names ?? [];
  const features = [...names, ...Object.keys(ofWords("", NO_WORDS))];
  return { features, rule: RULE * BAGS, threshold: THRESHOLD * BAGS, trees };
}

/** In the unit of one bag. */
export function scoresOf(lesson: Lesson, model: ContentModel): number[] {
  return lesson.rows.map((_, at) => {
    const values = valuesOf(lesson, at, model.words);
    return (lesson.byRule[at] === true ? RULE : -RULE) + model.forest.answer(values) / BAGS;
  });
}

function valuesOf(lesson: Lesson, at: number, words: WordTable): number[] {
  return [...(lesson.rows[at] ?? []), ...Object.values(ofWords(lesson.texts[at] ?? "", words))];
}

function samplesOf(lesson: Lesson, group: number, words: WordTable, guesses: readonly number[]): Sample[] {
  return lesson.rows.flatMap((_, at) => {
    const aim = aimOf(lesson.labels.get(at), at % EVERY === 0 ? guesses[at] : undefined, GUESS);
    if (aim === null) return [];
    const start = lesson.byRule[at] === true ? RULE : -RULE;
    return [{ ...aim, values: valuesOf(lesson, at, words), start, group }];
  });
}

function aimOf(label: Label | undefined, guess: number | undefined, weight: number) {
  if (label !== undefined) return { target: label.isContent ? 1 : 0, weight: label.weight };
  if (guess === undefined || Math.abs(guess) < SURE) return null;
  return { target: 1 / (1 + Math.exp(-guess)), weight };
}

interface Heard {
  readonly within: number;
  readonly around: number;
}

/** How often each word of a page stands in content and around it: a page has one voice at most for a word. */
function wordsOf(lesson: Lesson, guesses: readonly number[]): ReadonlyMap<string, Heard> {
  const heard = new Map<string, Heard>();
  lesson.words.forEach((words, at) => {
    const aim = aimOf(lesson.labels.get(at), guesses[at], WORD_GUESS);
    if (aim === null) return;
    for (const word of words) {
      const { within, around } = heard.get(word) ?? { within: 0, around: 0 };
      heard.set(word, {
        within: within + aim.weight * aim.target,
        around: around + aim.weight * (1 - aim.target),
      });
    }
  });
  return new Map(
    [...heard].map(([word, { within, around }]) => {
      const voice = 1 / Math.max(1, within + around);
      return [word, { within: within * voice, around: around * voice }];
    }),
  );
}

function summed(pages: readonly ReadonlyMap<string, Heard>[]): ReadonlyMap<string, Heard> {
  const sums = new Map<string, Heard>();
  for (const page of pages) {
    for (const [word, { within, around }] of page) {
      const sum = sums.get(word) ?? { within: 0, around: 0 };
      sums.set(word, { within: sum.within + within, around: sum.around + around });
    }
  }
  return sums;
}

const LEAST_PAGES = 2;
const LEAST_WEIGHT = 0.25;
/** So many pages are added to either side: a word that was seen thrice says little. */
const DOUBT = 2;

function weightOf(sum: Heard | undefined, own: Heard = { within: 0, around: 0 }): number | undefined {
  const within = (sum?.within ?? 0) - own.within;
  const around = (sum?.around ?? 0) - own.around;
  if (within + around < LEAST_PAGES) return undefined;
  const weight = Math.round(Math.log((within + DOUBT) / (around + DOUBT)) * 10) / 10;
  return Math.abs(weight) < LEAST_WEIGHT ? undefined : weight;
}
