/** Gradient boosting of small trees with logistic loss, over histograms; the same on every machine. */
import type { ModelTree } from "../src/extraction/html/forest.ts";

export interface Sample {
  readonly values: readonly number[];
  /** 1 for content, 0 for what is not; between the two where it was guessed. */
  readonly target: number;
  readonly weight: number;
  /** The score that the trees start from. */
  readonly start: number;
  /** The page: samples of one are drawn together. */
  readonly group: number;
}

export interface BoostingSettings {
  readonly trees: number;
  readonly depth: number;
  readonly rate: number;
  readonly ridge: number;
  /** Parts of the groups and of the features that each tree is shown. */
  readonly groups: number;
  readonly features: number;
  readonly bins: number;
  readonly leastCurvature: number;
}

/** A generator after Steele and Vigna's splitmix. */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 0x9e37_79b1) >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Split {
  readonly feature: number;
  readonly bin: number;
  readonly gain: number;
}

export class Boosting {
  readonly #samples: readonly Sample[];
  readonly #settings: BoostingSettings;
  /** For each feature the thresholds, and for each sample how many of them it is above. */
  readonly #cuts: readonly (readonly number[])[];
  readonly #bins: readonly Uint8Array[];
  readonly #scores: Float64Array;
  readonly #gradient: Float64Array;
  readonly #curvature: Float64Array;

  constructor(samples: readonly Sample[], settings: BoostingSettings) {
    this.#samples = samples;
    this.#settings = settings;
    const columns = (samples[0]?.values ?? []).map((_, feature) =>
      samples.map(({ values }) => values[feature] ?? 0),
    );
    this.#cuts = columns.map((column) => cutsOf(column, settings.bins));
    this.#bins = columns.map((column, feature) =>
      Uint8Array.from(column, (value) => binOf(this.#cuts[feature] ?? [], value)),
    );
    this.#scores = new Float64Array(samples.length);
    this.#gradient = new Float64Array(samples.length);
    this.#curvature = new Float64Array(samples.length);
  }

  trees(seed: number): ModelTree[] {
    const { trees, depth, groups, features } = this.#settings;
    const random = randomNumbers(seed);
    const groupCount = this.#samples.reduce((most, { group }) => Math.max(most, group + 1), 0);
    this.#samples.forEach(({ start }, at) => (this.#scores[at] = start));
    return Array.from({ length: trees }, () => {
      this.#slope();
      const drawn = Array.from({ length: groupCount }, () => random() < groups);
      const chosen = this.#samples.flatMap(({ group }, at) => (drawn[group] === true ? [at] : []));
      const shown = this.#cuts.flatMap((_, feature) => (random() < features ? [feature] : []));
      const all = this.#samples.map((_, at) => at);
      return this.#grown(chosen, all, shown, depth);
    });
  }

  #slope(): void {
    this.#samples.forEach(({ target, weight }, at) => {
      const chance = 1 / (1 + Math.exp(-(this.#scores[at] ?? 0)));
      this.#gradient[at] = weight * (chance - target);
      this.#curvature[at] = weight * Math.max(1e-6, chance * (1 - chance));
    });
  }

  /** Grows on the chosen samples; all that end in a leaf have its answer added to their score. */
  #grown(
    chosen: readonly number[],
    all: readonly number[],
    shown: readonly number[],
    depth: number,
  ): ModelTree {
    const G = sumOf(this.#gradient, chosen);
    const H = sumOf(this.#curvature, chosen);
    const split = depth === 0 || chosen.length < 20 ? null : this.#bestSplit(chosen, shown, G, H);
    if (split === null) {
      const leaf = Number(((-this.#settings.rate * G) / (H + this.#settings.ridge)).toFixed(5));
      for (const at of all) this.#scores[at] = (this.#scores[at] ?? 0) + leaf;
      return leaf;
    }
    const bins = this.#bins[split.feature] ?? new Uint8Array();
    const isAtMost = (at: number) => (bins[at] ?? 0) <= split.bin;
    const isAbove = (at: number) => !isAtMost(at);
    const threshold = this.#cuts[split.feature]?.[split.bin] ?? 0;
    return [
      split.feature,
      threshold,
      this.#grown(chosen.filter(isAtMost), all.filter(isAtMost), shown, depth - 1),
      this.#grown(chosen.filter(isAbove), all.filter(isAbove), shown, depth - 1),
    ];
  }

  #bestSplit(chosen: readonly number[], shown: readonly number[], G: number, H: number): Split | null {
    let best: Split | null = null;
    const { ridge, leastCurvature } = this.#settings;
    const gradients = new Float64Array(256);
    const curvatures = new Float64Array(256);
    for (const feature of shown) {
      const count = this.#cuts[feature]?.length ?? 0;
      this.#fill(feature, chosen, gradients, curvatures);
      let g = 0;
      let h = 0;
      for (let bin = 0; bin < count; bin++) {
        g += gradients[bin] ?? 0;
        h += curvatures[bin] ?? 0;
        if (h < leastCurvature || H - h < leastCurvature) continue;
        const gain = g ** 2 / (h + ridge) + (G - g) ** 2 / (H - h + ridge) - G ** 2 / (H + ridge);
        if (gain > (best?.gain ?? 1e-3)) best = { feature, bin, gain };
      }
    }
    return best;
  }

  #fill(feature: number, chosen: readonly number[], gradients: Float64Array, curvatures: Float64Array): void {
    gradients.fill(0);
    curvatures.fill(0);
    const bins = this.#bins[feature] ?? new Uint8Array();
    for (const at of chosen) {
      const bin = bins[at] ?? 0;
      gradients[bin] = (gradients[bin] ?? 0) + (this.#gradient[at] ?? 0);
      curvatures[bin] = (curvatures[bin] ?? 0) + (this.#curvature[at] ?? 0);
    }
  }
}

function sumOf(values: Float64Array, chosen: readonly number[]): number {
  let sum = 0;
  for (const at of chosen) sum += values[at] ?? 0;
  return sum;
}

function cutsOf(values: readonly number[], bins: number): number[] {
  const sorted = Float64Array.from(values).toSorted();
  const distinct = [...new Set(sorted)];
  if (distinct.length <= bins) {
    return distinct.slice(0, -1).map((value, at) => thousandths((value + (distinct[at + 1] ?? value)) / 2));
  }
  const quantile = (part: number) => sorted[Math.floor((part * sorted.length) / bins)] ?? 0;
  return [...new Set(Array.from({ length: bins - 1 }, (_, at) => thousandths(quantile(at + 1))))];
}

function thousandths(value: number): number {
  return Number(value.toFixed(3));
}

function binOf(cuts: readonly number[], value: number): number {
  let from = 0;
  let to = cuts.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (value <= (cuts[middle] ?? 0)) to = middle;
    else from = middle + 1;
  }
  return from;
}
