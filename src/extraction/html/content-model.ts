/**
 * Boosted trees over the features of runs: how likely each belongs to the content. They start from what the rules say
 * and correct it. Learnt from real pages by `bench/extraction-train.ts`.
 */
import { CONTENT_MODEL, LINE_WORDS } from "./content-model-weights.ts";
import type { PageElement } from "./element.ts";
import { featuresOf, type PageFeatures } from "./features.ts";
import { ofWords, type WordTable, wordTable } from "./line-words.ts";

/** A leaf is a number; a branch asks whether a feature is at most a threshold. */
export type ModelTree =
  | number
  | readonly [feature: number, threshold: number, atMost: ModelTree, above: ModelTree];

export interface WrittenModel {
  readonly features: readonly string[];
  /** What the rules count for, kept or not. */
  readonly rule: number;
  readonly threshold: number;
  readonly trees: readonly ModelTree[];
}

export interface ContentModel extends WrittenModel {
  readonly words: WordTable;
}

export const LEARNT_MODEL: ContentModel = {
  ...(JSON.parse(CONTENT_MODEL) as WrittenModel),
  words: wordTable(LINE_WORDS),
};

/** Of the runs of a page, those that belong to the content. */
export function keptRuns(
  root: PageElement,
  title: string,
  model: ContentModel,
): { readonly features: PageFeatures; readonly kept: readonly boolean[] } {
  const features = featuresOf(root, title);
  const kept = features.rows.map((row, at) => {
    const words = ofWords(features.runs[at]?.text ?? "", model.words);
    return score({ ...row, ...words }, features.byRule[at] === true, model) > model.threshold;
  });
  return { features, kept };
}

function score(row: Readonly<Record<string, number>>, byRule: boolean, model: ContentModel): number {
  const values = model.features.map((name) => row[name] ?? 0);
  return model.trees.reduce<number>(
    (sum, tree) => sum + answerOf(tree, values),
    byRule ? model.rule : -model.rule,
  );
}

export function answerOf(tree: ModelTree, values: ArrayLike<number>): number {
  let node = tree;
  while (typeof node !== "number") {
    const [feature, threshold, atMost, above]: readonly [number, number, ModelTree, ModelTree] = node;
    node = (values[feature] ?? 0) <= threshold ? atMost : above;
  }
  return node;
}
