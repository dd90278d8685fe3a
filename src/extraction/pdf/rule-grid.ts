/** Rules that meet, as a grid of cells. */
import { brokenAt } from "./broken-uprights.ts";
import type { Box } from "./geometry.ts";

export interface GridCell extends Box {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface Grid extends Box {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly cells: readonly GridCell[];
  readonly uprights: readonly Box[];
}

/** Rules this near are one. */
const SNAP = 2;
/** Rules this near meet. */
const MEETING = 3;
/** A longer piece that sticks out bounds a column that has no rule on its other side. */
const OPEN_SIDE = 12;
/** More than a table has: a drawing. */
const MAX_PAIRS = 4_000_000;
const MAX_CELLS = 40_000;

export function isUpright(rule: Box): boolean {
  return rule.y1 - rule.y0 > rule.x1 - rule.x0;
}

export function gridsOf(rules: readonly Box[]): Grid[] {
  const pieces = rules.filter(isUpright);
  const uprights = merged(pieces.map(turned)).map(turned);
  const levels = mergedLevels(rules);
  if (uprights.length * levels.length > MAX_PAIRS) return [];
  return groups(levels, uprights).flatMap(([across, down]) =>
    gridOf([...across, ...partings(across, down, pieces)], down),
  );
}

/** Level rules that are not drawn, between rows that pieces of upright ones tell. */
function partings(levels: readonly Box[], uprights: readonly Box[], pieces: readonly Box[]): Box[] {
  if (levels.length === 0 || pieces.length * uprights.length > MAX_PAIRS) return [];
  const x0 = Math.min(...levels.map((level) => level.x0), ...uprights.map((upright) => upright.x0));
  const x1 = Math.max(...levels.map((level) => level.x1), ...uprights.map((upright) => upright.x1));
  return brokenAt(pieces, uprights, levels).map((y) => ({ x0, x1, y0: y, y1: y }));
}

/** Level rules, each whole. */
export const mergedLevels = (rules: readonly Box[]): Box[] =>
  merged(rules.filter((rule) => !isUpright(rule)));

const turned = ({ x0, y0, x1, y1 }: Box): Box => ({ x0: y0, y0: x0, x1: y1, y1: x1 });

/** Level rules at the same height that touch are one. */
function merged(rules: readonly Box[]): Box[] {
  const heights = clustered(rules.map(({ y0 }) => y0));
  const byHeight = new Map<number, Box[]>();
  for (const rule of rules) {
    const height = nearest(heights, rule.y0);
    const same = byHeight.get(height);
    if (same === undefined) byHeight.set(height, [rule]);
    else same.push(rule);
  }
  return [...byHeight].flatMap(([height, same]) => mergedAt(height, same));
}

function mergedAt(height: number, rules: Box[]): Box[] {
  const found: { x0: number; y0: number; x1: number; y1: number }[] = [];
  for (const { x0, x1 } of rules.toSorted((a, b) => a.x0 - b.x0)) {
    const last = found.at(-1);
    if (last !== undefined && x0 <= last.x1 + MEETING) last.x1 = Math.max(last.x1, x1);
    else found.push({ x0, x1, y0: height, y1: height });
  }
  return found;
}

/** One value for those that are near each other. */
function clustered(values: readonly number[]): number[] {
  const found: number[] = [];
  let first = -Infinity;
  let sum = 0;
  let count = 0;
  const end = () => {
    if (count > 0) found.push(sum / count);
  };
  for (const value of values.toSorted((a, b) => a - b)) {
    if (value - first > SNAP) {
      end();
      first = value;
      sum = 0;
      count = 0;
    }
    sum += value;
    count++;
  }
  end();
  return found;
}

/** In a sorted list. */
function nearest(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  const above = sorted[low] ?? value;
  const below = sorted[low - 1] ?? above;
  return Math.abs(above - value) < Math.abs(below - value) ? above : below;
}

/** Rules that meet, directly or by others. */
function groups(levels: readonly Box[], uprights: readonly Box[]): [Box[], Box[]][] {
  const parents = Array.from({ length: levels.length + uprights.length }, (_, at) => at);
  const byX = uprights.map((rule, at) => ({ rule, at })).toSorted((a, b) => a.rule.x0 - b.rule.x0);
  levels.forEach((level, at) => {
    for (const upright of byX) {
      if (upright.rule.x0 > level.x1 + MEETING) break;
      if (upright.rule.x0 < level.x0 - MEETING) continue;
      if (upright.rule.y0 > level.y0 + MEETING || upright.rule.y1 < level.y0 - MEETING) continue;
      parents[rootOf(parents, at)] = rootOf(parents, levels.length + upright.at);
    }
  });
  const found = new Map<number, [Box[], Box[]]>();
  [...levels, ...uprights].forEach((rule, at) => {
    const root = rootOf(parents, at);
    const group = found.get(root) ?? [[], []];
    group[at < levels.length ? 0 : 1].push(rule);
    found.set(root, group);
  });
  return [...found.values()];
}

function rootOf(parents: number[], at: number): number {
  let root = at;
  while (parents[root] !== root) {
    const parent = parents[root] ?? root;
    parents[root] = parents[parent] ?? parent;
    root = parents[root] ?? root;
  }
  return root;
}

function gridOf(levels: readonly Box[], uprights: readonly Box[]): Grid[] {
  if (levels.length === 0 || uprights.length === 0) return [];
  const xs = withOpenSides(
    clustered(uprights.map(({ x0 }) => x0)),
    Math.min(...levels.map(({ x0 }) => x0)),
    Math.max(...levels.map(({ x1 }) => x1)),
  );
  const ys = withOpenSides(
    clustered(levels.map(({ y0 }) => y0)),
    Math.min(...uprights.map(({ y0 }) => y0)),
    Math.max(...uprights.map(({ y1 }) => y1)),
  );
  if (xs.length < 2 || ys.length < 2 || xs.length * ys.length > MAX_CELLS) return [];
  return [
    {
      x0: xs[0] ?? 0,
      y0: ys[0] ?? 0,
      x1: xs.at(-1) ?? 0,
      y1: ys.at(-1) ?? 0,
      xs,
      ys,
      uprights,
      cells: cellsOf(xs, ys, levels, uprights),
    },
  ];
}

function withOpenSides(places: readonly number[], least: number, most: number): number[] {
  const found = [...places];
  if (least < (found[0] ?? least) - OPEN_SIDE) found.unshift(least);
  if (most > (found.at(-1) ?? most) + OPEN_SIDE) found.push(most);
  return found;
}

/** Places between neighbouring rules; two that no rule parts are one. */
function cellsOf(
  xs: readonly number[],
  ys: readonly number[],
  levels: readonly Box[],
  uprights: readonly Box[],
): GridCell[] {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const parents = Array.from({ length: columns * rows }, (_, at) => at);
  const unite = (a: number, b: number) => {
    const [low, high] = [rootOf(parents, a), rootOf(parents, b)].toSorted((p, q) => p - q);
    if (low !== undefined && high !== undefined) parents[high] = low;
  };
  const rightOf = barrier(uprights.map(turned), xs);
  const below = barrier(levels, ys);
  for (let row = 0; row < rows; row++) {
    const middle = ((ys[row] ?? 0) + (ys[row + 1] ?? 0)) / 2;
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const centre = ((xs[column] ?? 0) + (xs[column + 1] ?? 0)) / 2;
      if (column + 1 < columns && !rightOf(column + 1, middle)) unite(at, at + 1);
      if (row + 1 < rows && !below(row + 1, centre)) unite(at, at + columns);
    }
  }
  return spansOf(parents, xs, ys);
}

/** Whether a rule at a place of the grid covers a point along it. */
function barrier(
  levels: readonly Box[],
  places: readonly number[],
): (place: number, along: number) => boolean {
  const byPlace = places.map((place) => levels.filter(({ y0 }) => Math.abs(y0 - place) <= SNAP));
  return (place, along) => (byPlace[place] ?? []).some(({ x0, x1 }) => x0 <= along && x1 >= along);
}

function spansOf(parents: number[], xs: readonly number[], ys: readonly number[]): GridCell[] {
  const columns = xs.length - 1;
  const spans = new Map<number, { r0: number; r1: number; c0: number; c1: number }>();
  parents.forEach((_, at) => {
    const root = rootOf(parents, at);
    const row = Math.floor(at / columns);
    const column = at % columns;
    const span = spans.get(root) ?? { r0: row, r1: row, c0: column, c1: column };
    span.r0 = Math.min(span.r0, row);
    span.r1 = Math.max(span.r1, row);
    span.c0 = Math.min(span.c0, column);
    span.c1 = Math.max(span.c1, column);
    spans.set(root, span);
  });
  return [...spans.values()].map(({ r0, r1, c0, c1 }) => ({
    row: r0,
    column: c0,
    rowSpan: r1 - r0 + 1,
    columnSpan: c1 - c0 + 1,
    x0: xs[c0] ?? 0,
    x1: xs[c1 + 1] ?? 0,
    y0: ys[r0] ?? 0,
    y1: ys[r1 + 1] ?? 0,
  }));
}
