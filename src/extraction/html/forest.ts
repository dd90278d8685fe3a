/** Trees laid out in rows of numbers: asking all of them about a run takes no objects. */

/** A leaf is a number; a branch asks whether a feature is at most a threshold. */
export type ModelTree =
  | number
  | readonly [feature: number, threshold: number, atMost: ModelTree, above: ModelTree];

const LEAF = -1;

export class Forest {
  readonly #roots: number[] = [];
  /** Of each node the feature it asks about, or that it is a leaf. */
  readonly #features: number[] = [];
  /** The threshold of a branch, the answer of a leaf. */
  readonly #numbers: number[] = [];
  /** Where the node for what is above the threshold is; the other comes right after the branch. */
  readonly #above: number[] = [];

  constructor(trees: readonly ModelTree[]) {
    for (const tree of trees) this.#roots.push(this.#add(tree));
  }

  /** Trees are a few levels deep. */
  #add(tree: ModelTree): number {
    const at = this.#features.length;
    if (typeof tree === "number") {
      this.#features.push(LEAF);
      this.#numbers.push(tree);
      this.#above.push(LEAF);
      return at;
    }
    const [feature, threshold, atMost, above] = tree;
    this.#features.push(feature);
    this.#numbers.push(threshold);
    this.#above.push(LEAF);
    this.#add(atMost);
    this.#above[at] = this.#add(above);
    return at;
  }

  /** What all trees together say of a run with these features. */
  answer(values: ArrayLike<number>): number {
    let sum = 0;
    for (let node of this.#roots) {
      for (
        let feature = this.#features[node] ?? LEAF;
        feature !== LEAF;
        feature = this.#features[node] ?? LEAF
      )
        node = (values[feature] ?? 0) <= (this.#numbers[node] ?? 0) ? node + 1 : (this.#above[node] ?? 0);
      sum += this.#numbers[node] ?? 0;
    }
    return sum;
  }
}
