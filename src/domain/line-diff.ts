/** One line of a comparison; `same` lines are in both. */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Beyond this many changes the rest is told as one block: a comparison is for people, and must end. */
const MAX_CHANGES = 2000;

/**
 * The shortest way from one text to another in whole lines (Myers, "An O(ND) Difference Algorithm", 1986), after what both
 * begin and end with is set apart.
 */
export function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const changed = differing(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [...same(before.slice(0, start)), ...changed, ...same(before.slice(before.length - end))];
}

function same(lines: readonly string[]): DiffLine[] {
  return lines.map((text) => ({ kind: "same", text }));
}

function differing(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const trace = frontiers(before, after);
  return trace === null ? replaced(before, after) : path(trace, before, after);
}

function replaced(before: readonly string[], after: readonly string[]): DiffLine[] {
  return [
    ...before.map((text) => ({ kind: "removed", text }) as const),
    ...after.map((text) => ({ kind: "added", text }) as const),
  ];
}

/** How far each diagonal reaches after 0, 1, 2 … changes; null where there are too many. */
function frontiers(before: readonly string[], after: readonly string[]): Int32Array[] | null {
  const [n, m] = [before.length, after.length];
  const limit = Math.min(n + m, MAX_CHANGES);
  const trace: Int32Array[] = [];
  let reach = new Int32Array(2 * limit + 3);
  const at = (k: number) => reach[k + limit + 1] ?? 0;
  for (let d = 0; d <= limit; d++) {
    trace.push(reach.slice());
    for (let k = -d; k <= d; k += 2) {
      let x = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m && before[x] === after[x - k]) x++;
      reach[k + limit + 1] = x;
      if (x >= n && x - k >= m) return trace;
    }
  }
  return null;
}

/** Walks the frontiers back from the end of both texts. */
function path(trace: readonly Int32Array[], before: readonly string[], after: readonly string[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = trace[d] ?? new Int32Array();
    const offset = (reach.length - 1) / 2;
    const at = (k: number) => reach[k + offset] ?? 0;
    const k = x - y;
    const from = k === -d || (k !== d && at(k - 1) < at(k + 1)) ? k + 1 : k - 1;
    const [startX, startY] = [d === 0 ? 0 : at(from), d === 0 ? 0 : at(from) - from];
    while (x > startX && y > startY) {
      lines.push({ kind: "same", text: before[--x] ?? "" });
      y--;
    }
    if (d === 0) break;
    if (from === k + 1) lines.push({ kind: "added", text: after[--y] ?? "" });
    else lines.push({ kind: "removed", text: before[--x] ?? "" });
  }
  return lines.toReversed();
}
