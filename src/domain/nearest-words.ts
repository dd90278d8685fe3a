/** Candidates by how few letters they are off, the nearest first; those of one distance in their own order. */
export function nearestWords(
  word: string,
  candidates: readonly string[],
): readonly { readonly candidate: string; readonly distance: number }[] {
  const typed = word.toLowerCase().slice(0, 100);
  return candidates
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
}

/** Levenshtein's, row by row. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
