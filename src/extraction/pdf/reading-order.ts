/** Parts of a page in the order they are read: from the top, columns one after the other. */
import type { Box } from "./geometry.ts";
import { median } from "./geometry.ts";

export interface Placed extends Box {
  /** Of its letters; 0 for what is not a line. */
  readonly size: number;
}

/** Of the letters' size. */
const GUTTER = 1.1;
/** Where it is known that a text is set in columns, however near each other: in papers, by ten points. */
export const NARROW_GUTTER = 0.7;
/** Lines that make a column. */
const COLUMN_LINES = 3;
/** Of what is beside it: narrower is a margin, or the numbers of a list. */
const COLUMN_WIDTH = 0.2;
/** Of the size: columns that are as long as each other end so near, and what stands below them is farther away. */
const BALANCED = 2;
const BELOW = 1;
/** Lines of such a column. */
const LEAST_LINES = 5;
const MAX_DEPTH = 12;
/** More than a page has lines: not one that was set in columns. */
const MAX_STRIPS = 2_000;

/** `least` is the white space between columns, of the letters' size. */
export function inReadingOrder<Part extends Placed>(
  parts: readonly Part[],
  least = GUTTER,
  depth = 0,
): Part[] {
  if (parts.length < 2) return [...parts];
  const size = median(parts.map((part) => part.size).filter((each) => each > 0)) || 10;
  if (depth < MAX_DEPTH) {
    const columns = columnsOf(parts, least * size);
    if (columns !== null) {
      // Only of a text in columns is it known that what stands in one of them goes on.
      const read = least === NARROW_GUTTER ? belowLast(columns, size) : columns;
      return read.flatMap((column) => inReadingOrder(column, least, depth + 1));
    }
  }
  const strips = stripsOf(parts);
  if (strips.length === 1 || strips.length > MAX_STRIPS) return [...byRow(parts)];
  return bandsOf(strips, least * size).flatMap((band) =>
    band.isColumns && depth < MAX_DEPTH ? inReadingOrder(band.parts, least, depth + 1) : byRow(band.parts),
  );
}

/** Within a strip: what stands on one line from the left, else from the top. */
function byRow<Part extends Placed>(parts: readonly Part[]): readonly Part[] {
  if (parts.length < 2) return parts;
  const sorted = parts.toSorted((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
  const lines: Part[][] = [];
  for (const part of sorted) {
    const line = lines.at(-1);
    const first = line?.[0];
    const overlap = first === undefined ? 0 : Math.min(first.y1, part.y1) - Math.max(first.y0, part.y0);
    if (first !== undefined && overlap > 0.5 * Math.min(first.y1 - first.y0, part.y1 - part.y0))
      line?.push(part);
    else lines.push([part]);
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.x0 - b.x0));
}

/** Parted by white space from top to bottom; null where it does not make columns. */
function columnsOf<Part extends Placed>(parts: readonly Part[], gutter: number): Part[][] | null {
  const sorted = parts.toSorted((a, b) => a.x0 - b.x0);
  const columns: Part[][] = [];
  let end = -Infinity;
  for (const part of sorted) {
    if (part.x0 - end >= gutter) columns.push([]);
    columns.at(-1)?.push(part);
    end = Math.max(end, part.x1);
  }
  if (columns.length < 2) return null;
  const whole = joinedNarrow(columns);
  return whole.length > 1 ? whole : null;
}

/** What is too small for a column belongs to its neighbour. */
function joinedNarrow<Part extends Placed>(columns: readonly Part[][]): Part[][] {
  const left = Math.min(...columns.flat().map(({ x0 }) => x0));
  const right = Math.max(...columns.flat().map(({ x1 }) => x1));
  const isWhole = (column: readonly Part[]) => {
    const width = Math.max(...column.map(({ x1 }) => x1)) - Math.min(...column.map(({ x0 }) => x0));
    const lines = column.reduce((count, part) => count + (part.size === 0 ? COLUMN_LINES : 1), 0);
    return (
      lines >= COLUMN_LINES && width >= (COLUMN_WIDTH * (right - left)) / Math.max(1, columns.length / 3)
    );
  };
  const found: Part[][] = [];
  let pending: Part[] = [];
  for (const column of columns) {
    const own = [...pending, ...column];
    pending = [];
    if (isWhole(column)) found.push(own);
    else if (found.length > 0) found.at(-1)?.push(...own);
    else pending = own;
  }
  if (pending.length > 0) found.push([...(found.pop() ?? []), ...pending]);
  return found;
}

const endOf = (column: readonly Placed[]) => Math.max(...column.map(({ y1 }) => y1));

/**
 * Where columns end together, what stands below them all, apart, is read after them, though it is no wider than one of
 * them. Where they do not, it is the rest of a column.
 */
function belowLast<Part extends Placed>(columns: readonly Part[][], size: number): readonly Part[][] {
  if (columns.some(({ length }) => length < LEAST_LINES)) return columns;
  const ends = columns.map(endOf);
  const longest = ends.indexOf(Math.max(...ends));
  if (longest === columns.length - 1) return columns;
  const others = ends.filter((_, at) => at !== longest);
  const end = Math.max(...others);
  const isBelow = ({ y0 }: Placed) => y0 > end + BELOW * size;
  const above = columns[longest]?.filter((part) => !isBelow(part)) ?? [];
  const below = columns[longest]?.filter(isBelow) ?? [];
  const areBalanced = [...others, endOf(above)].every((each) => Math.abs(each - end) < BALANCED * size);
  const top = Math.min(...below.map(({ y0 }) => y0));
  if (!areBalanced || below.length === 0 || top - endOf(above) < BELOW * size) return columns;
  return [...columns.map((column, at) => (at === longest ? above : column)), below];
}

interface Strip<Part> extends Box {
  readonly parts: readonly Part[];
}

/** Parts that share some height. */
function stripsOf<Part extends Placed>(parts: readonly Part[]): Strip<Part>[] {
  const strips: { parts: Part[]; x0: number; y0: number; x1: number; y1: number }[] = [];
  for (const part of parts.toSorted((a, b) => a.y0 - b.y0)) {
    const strip = strips.at(-1);
    // Lines set close overlap a little.
    if (strip !== undefined && part.y0 < strip.y1 - 0.25 * (part.y1 - part.y0)) {
      strip.parts.push(part);
      strip.x0 = Math.min(strip.x0, part.x0);
      strip.x1 = Math.max(strip.x1, part.x1);
      strip.y1 = Math.max(strip.y1, part.y1);
    } else strips.push({ parts: [part], x0: part.x0, y0: part.y0, x1: part.x1, y1: part.y1 });
  }
  return strips;
}

interface Band<Part> {
  readonly isColumns: boolean;
  readonly parts: readonly Part[];
}

/** Runs of strips that have white space from top to bottom in common, and what stands between such runs. */
function bandsOf<Part extends Placed>(strips: readonly Strip<Part>[], gutter: number): Band<Part>[] {
  const bands: Band<Part>[] = [];
  for (let at = 0; at < strips.length;) {
    const end = runEnd(strips, at, gutter);
    const run =
      end - at > 1 && end - at < strips.length ? strips.slice(at, end).flatMap(({ parts }) => parts) : [];
    const isColumns = run.length > 0 && columnsOf(run, gutter) !== null;
    const count = isColumns ? end - at : 1;
    bands.push({ isColumns, parts: isColumns ? run : (strips[at]?.parts ?? []) });
    at += count;
  }
  return bands;
}

/** As many are looked at for white space that parts them, before there is none. */
const FIRST_STRIPS = 3;

/** Whether the first strips have a place in common, which all of their parts cover: no white space parts these. */
function areUnderEachOther<Part extends Placed>(strips: readonly Strip<Part>[], start: number): boolean {
  let from = -Infinity;
  let to = Infinity;
  for (let at = start; at < Math.min(start + FIRST_STRIPS, strips.length); at++) {
    for (const { x0, x1 } of strips[at]?.parts ?? []) {
      from = Math.max(from, x0);
      to = Math.min(to, x1);
    }
  }
  return from <= to;
}

/** How far white space within this strip, or beside it, goes down. The strip itself, where there is none. */
function runEnd<Part extends Placed>(strips: readonly Strip<Part>[], start: number, gutter: number): number {
  if (areUnderEachOther(strips, start)) return start;
  let free: { x0: number; x1: number }[] = [{ x0: -Infinity, x1: Infinity }];
  const text = { x0: Infinity, x1: -Infinity };
  let wasParted = false;
  for (let at = start; at < strips.length; at++) {
    const strip = strips[at];
    if (strip === undefined) break;
    free = free.flatMap((space) => without(space, strip.parts)).filter(({ x0, x1 }) => x1 - x0 >= gutter);
    text.x0 = Math.min(text.x0, strip.x0);
    text.x1 = Math.max(text.x1, strip.x1);
    const isParted = free.some(({ x0, x1 }) => x0 >= text.x0 && x1 <= text.x1);
    // Of the first lines, one may be all that a column has at that height.
    if (!isParted && (wasParted || at - start >= FIRST_STRIPS - 1)) return wasParted ? at : start;
    wasParted ||= isParted;
  }
  return wasParted ? strips.length : start;
}

function without(space: { x0: number; x1: number }, parts: readonly Box[]): { x0: number; x1: number }[] {
  let left = [space];
  for (const { x0, x1 } of parts) {
    if (left.every((each) => x1 <= each.x0 || x0 >= each.x1)) continue;
    left = left.flatMap((each) => {
      if (x1 <= each.x0 || x0 >= each.x1) return [each];
      return [
        ...(x0 > each.x0 ? [{ x0: each.x0, x1: x0 }] : []),
        ...(x1 < each.x1 ? [{ x0: x1, x1: each.x1 }] : []),
      ];
    });
  }
  return left;
}
