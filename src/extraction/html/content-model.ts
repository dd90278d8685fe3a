/**
 * Boosted trees over the features of runs: how likely each belongs to the content. They start from what the rules say
 * and correct it. Learnt from real pages by `bench/extraction-train.ts`.
 */
import { CONTENT_MODEL, LINE_WORDS } from "./content-model-weights.ts";
import type { PageElement } from "./element.ts";
import { featuresOf, type PageFeatures } from "./features.ts";
import { Forest, type ModelTree } from "./forest.ts";
import { ofWords, type WordTable, wordTable } from "./line-words.ts";

export interface WrittenModel {
  readonly features: readonly string[];
  /** What the rules count for, kept or not. */
  readonly rule: number;
  readonly threshold: number;
  readonly trees: readonly ModelTree[];
}

export interface ContentModel extends Omit<WrittenModel, "trees"> {
  readonly forest: Forest;
  readonly words: WordTable;
}

export const LEARNT_MODEL: ContentModel = modelOf(
  JSON.parse(CONTENT_MODEL) as WrittenModel,
  wordTable(LINE_WORDS),
);

export function modelOf({ trees, ...model }: WrittenModel, words: WordTable): ContentModel {
  return { ...model, forest: new Forest(trees), words };
}

/** Of the runs of a page, those that belong to the content. */
export function keptRuns(
  root: PageElement,
  title: string,
  model: ContentModel,
): { readonly features: PageFeatures; readonly kept: readonly boolean[] } {
  const features = featuresOf(root, title);
  const kept = features.rows.map((row, at) => {
    const values = Object.assign(row, ofWords(features.runs[at]?.text ?? "", model.words));
    return score(values, features.byRule[at] === true, model) > model.threshold;
  });
  return { features, kept };
}

function score(row: Readonly<Record<string, number>>, byRule: boolean, model: ContentModel): number {
  const values = Float64Array.from(model.features, (name) => row[name] ?? 0);
  return (byRule ? model.rule : -model.rule) + model.forest.answer(values);
}
