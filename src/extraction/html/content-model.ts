/**
 * Boosted trees over the features of runs: how likely each belongs to the content. They start from what the rules say
 * and correct it. Trained by `bench/extraction-train.ts` on one half of a corpus of real pages.
 */
import { CONTENT_MODEL } from "./content-model-weights.ts";
import { featuresOf, type PageFeatures } from "./features.ts";
import type { PageElement } from "./element.ts";

/** A leaf is a number; a branch asks whether a feature is at most a threshold. */
export type ModelTree =
  | number
  | readonly [feature: number, threshold: number, atMost: ModelTree, above: ModelTree];

export interface ContentModel {
  readonly features: readonly string[];
  /** What the rules count for, kept or not. */
  readonly rule: number;
  readonly threshold: number;
  readonly trees: readonly ModelTree[];
}

const MODEL = JSON.parse(CONTENT_MODEL) as ContentModel;

/** Of the runs of a page, those that belong to the content. */
export function keptRuns(
  root: PageElement,
  title: string,
): { readonly features: PageFeatures; readonly kept: readonly boolean[] } {
  const features = featuresOf(root, title);
  const kept = features.rows.map((row, at) => score(row, features.byRule[at] === true) > MODEL.threshold);
  return { features, kept };
}

function score(row: Readonly<Record<string, number>>, byRule: boolean): number {
  const values = MODEL.features.map((name) => row[name] ?? 0);
  return MODEL.trees.reduce<number>(
    (sum, tree) => sum + answer(tree, values),
    byRule ? MODEL.rule : -MODEL.rule,
  );
}

function answer(tree: ModelTree, values: readonly number[]): number {
  let node = tree;
  while (typeof node !== "number") {
    const [feature, threshold, atMost, above]: readonly [number, number, ModelTree, ModelTree] = node;
    node = (values[feature] ?? 0) <= threshold ? atMost : above;
  }
  return node;
}
