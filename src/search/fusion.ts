/** Two rankings made one (reciprocal rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009). */

/** As in the paper: the larger, the less the first places count above the others. */
const K = 60;

export interface Fused<Key> {
  readonly key: Key;
  readonly score: number;
}

/** The best first; of equals the one that the first ranking places higher. */
export function fuseRankings<Key>(rankings: readonly (readonly Key[])[]): readonly Fused<Key>[] {
  const scores = new Map<Key, number>();
  for (const ranking of rankings) {
    for (const [place, key] of ranking.entries())
      scores.set(key, (scores.get(key) ?? 0) + 1 / (K + place + 1));
  }
  return Array.from(scores, ([key, score]) => ({ key, score })).toSorted((a, b) => b.score - a.score);
}
