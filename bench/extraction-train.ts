/**
 * Trains the model of src/extraction/html/content-model.ts on the first half of a corpus and writes its weights.
 *
 *   node bench/extraction-train.ts --corpus DIR
 *
 * A run of text that holds a segment to keep is a positive, one with a segment to drop a negative. Gradient boosting
 * with logistic loss, starting from what the rules say; several rounds on random halves, averaged.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { ContentModel, ModelTree } from "../src/extraction/html/content-model.ts";
import { featuresOf } from "../src/extraction/html/features.ts";
import { prepared } from "../src/extraction/html/main-content.ts";
import { pageTitle } from "../src/extraction/html/page-title.ts";
import { treeOf } from "../src/extraction/html/tree-builder.ts";
import { type CorpusPage, comparable, readCorpus } from "./extraction-corpus.ts";

const SETTINGS = {
  trees: 60,
  depth: 4,
  rate: 0.1,
  ridge: 5,
  sample: 0.5,
  bags: 5,
  rule: 1,
  threshold: -0.2,
  cuts: 16,
};
const WEIGHTS = join(import.meta.dirname, "../src/extraction/html/content-model-weights.ts");

interface Sample {
  readonly values: readonly number[];
  readonly byRule: boolean;
  readonly isContent: boolean;
  readonly weight: number;
}

let names: readonly string[] = [];

function samplesOf(page: CorpusPage): Sample[] {
  const tree = treeOf(page.html);
  const title = pageTitle(tree);
  prepared(tree);
  const { runs, rows, byRule } = featuresOf(tree, title);
  names = rows[0] === undefined ? names : Object.keys(rows[0]);
  const texts = runs.map(({ text }) => comparable(text));
  const labels = new Map<number, { isContent: boolean; weight: number }>();
  for (const segment of page.without)
    for (const at of holding(texts, segment)) labels.set(at, { isContent: false, weight: 1 });
  for (const segment of page.with) {
    const found = holding(texts, segment);
    for (const at of found) labels.set(at, { isContent: true, weight: 1 / found.length });
  }
  return [...labels].map(([at, label]) => ({
    ...label,
    values: names.map((name) => Math.round((rows[at]?.[name] ?? 0) * 1000) / 1000),
    byRule: byRule[at] === true,
  }));
}

function holding(texts: readonly string[], segment: string): number[] {
  const wanted = comparable(segment);
  return texts.flatMap((text, at) => (text.includes(wanted) ? [at] : []));
}

/** The same on every machine. */
function* randomNumbers(seed: number): Generator<number, never> {
  let state = seed * 7919;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}

interface Slopes {
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
}

class Boosting {
  readonly #samples: readonly Sample[];
  readonly #cuts: readonly (readonly number[])[];

  constructor(samples: readonly Sample[]) {
    this.#samples = samples;
    this.#cuts = names.map((_, feature) => cutsOf(samples.map(({ values }) => values[feature] ?? 0)));
  }

  trees(seed: number): ModelTree[] {
    const random = randomNumbers(seed);
    const scores = Float64Array.from(this.#samples, ({ byRule }) =>
      byRule ? SETTINGS.rule : -SETTINGS.rule,
    );
    return Array.from({ length: SETTINGS.trees }, () => {
      const slopes = this.#slopes(scores);
      const chosen = this.#samples.map((_, at) => at).filter(() => random.next().value < SETTINGS.sample);
      const tree = this.#grown(slopes, chosen, SETTINGS.depth);
      this.#samples.forEach(({ values }, at) => {
        scores[at] = (scores[at] ?? 0) + SETTINGS.rate * answerOf(tree, values);
      });
      return scaled(tree, SETTINGS.rate / SETTINGS.bags);
    });
  }

  #slopes(scores: Float64Array): Slopes {
    const chance = scores.map((score) => 1 / (1 + Math.exp(-score)));
    const gradient = Float64Array.from(
      this.#samples,
      ({ isContent, weight }, at) => weight * ((chance[at] ?? 0) - (isContent ? 1 : 0)),
    );
    const curvature = Float64Array.from(
      this.#samples,
      ({ weight }, at) => weight * Math.max(1e-6, (chance[at] ?? 0) * (1 - (chance[at] ?? 0))),
    );
    return { gradient, curvature };
  }

  #grown(slopes: Slopes, chosen: readonly number[], depth: number): ModelTree {
    const sum = (values: Float64Array) => chosen.reduce((total, at) => total + (values[at] ?? 0), 0);
    const leaf = -sum(slopes.gradient) / (sum(slopes.curvature) + SETTINGS.ridge);
    const split = depth === 0 || chosen.length < 20 ? null : this.#bestSplit(slopes, chosen);
    if (split === null) return leaf;
    const isAtMost = (at: number) => (this.#samples[at]?.values[split.feature] ?? 0) <= split.threshold;
    const atMost = this.#grown(slopes, chosen.filter(isAtMost), depth - 1);
    const above = this.#grown(
      slopes,
      chosen.filter((at) => !isAtMost(at)),
      depth - 1,
    );
    return [split.feature, split.threshold, atMost, above];
  }

  #bestSplit({ gradient, curvature }: Slopes, chosen: readonly number[]) {
    let best: { readonly feature: number; readonly threshold: number; readonly gain: number } | null = null;
    const G = chosen.reduce((sum, at) => sum + (gradient[at] ?? 0), 0);
    const H = chosen.reduce((sum, at) => sum + (curvature[at] ?? 0), 0);
    for (const [feature, cuts] of this.#cuts.entries()) {
      for (const threshold of cuts) {
        let g = 0;
        let h = 0;
        for (const at of chosen) {
          if ((this.#samples[at]?.values[feature] ?? 0) > threshold) continue;
          g += gradient[at] ?? 0;
          h += curvature[at] ?? 0;
        }
        if (h < 2 || H - h < 2) continue;
        const gain =
          g ** 2 / (h + SETTINGS.ridge) +
          (G - g) ** 2 / (H - h + SETTINGS.ridge) -
          G ** 2 / (H + SETTINGS.ridge);
        if (gain > (best?.gain ?? 1e-3)) best = { feature, threshold, gain };
      }
    }
    return best;
  }
}

function cutsOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const distinct = [...new Set(sorted)];
  if (distinct.length <= 3) return distinct.slice(0, -1);
  const quantile = (part: number) => sorted[Math.floor((part * sorted.length) / SETTINGS.cuts)] ?? 0;
  return [...new Set(Array.from({ length: SETTINGS.cuts - 1 }, (_, at) => quantile(at + 1)))];
}

function answerOf(tree: ModelTree, values: readonly number[]): number {
  if (typeof tree === "number") return tree;
  return answerOf((values[tree[0]] ?? 0) <= tree[1] ? tree[2] : tree[3], values);
}

function scaled(tree: ModelTree, factor: number): ModelTree {
  if (typeof tree === "number") return Math.round(tree * factor * 1e5) / 1e5;
  return [tree[0], tree[1], scaled(tree[2], factor), scaled(tree[3], factor)];
}

const { values } = parseArgs({ options: { corpus: { type: "string" } } });
const pages = readCorpus(values.corpus ?? "corpus").filter(({ half }) => half === "tuned");
const samples = pages.flatMap((page) => samplesOf(page));
const boosting = new Boosting(samples);
const trees = Array.from({ length: SETTINGS.bags }, (_, bag) => boosting.trees(bag + 1)).flat();
const model: ContentModel = { features: names, rule: SETTINGS.rule, threshold: SETTINGS.threshold, trees };
writeFileSync(
  WEIGHTS,
  `/** Written by bench/extraction-train.ts. */\nexport const CONTENT_MODEL =\n  '${JSON.stringify(model)}';\n`,
);
process.stdout.write(`${samples.length} runs of ${pages.length} pages, ${trees.length} trees\n`);
