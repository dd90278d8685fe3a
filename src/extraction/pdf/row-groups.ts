/** Runs of rows in which there may be tables. */
import type { Box } from "./geometry.ts";
import type { Row } from "./rows.ts";

/** Rows that are farther apart have nothing to do with each other. */
const FAR = 4.5;
/** Rows with one part, one after the other; more of them only where they are names in a column. */
const SINGLES = 3;
const MOST_SINGLES = 10;
/** Of the size: lines of one cell. */
const CLOSE = 1.6;
/** Words of a line of text. */
const TEXT_WORDS = 7;
/** Letters of a heading, beside those of the rows above it. */
const LARGER = 1.3;

export const isMulti = ({ segments }: Row) => segments.length >= 2;

/** Runs of rows with several parts; between and after them, rows with one part that may belong to a cell. */
export function candidateGroups(rows: readonly Row[], walls: readonly Box[]): Row[][] {
  const groups: Row[][] = [];
  let group: Row[] = [];
  let singles = 0;
  const end = () => {
    if (group.filter(isMulti).length >= 2) groups.push(group);
    group = [];
    singles = 0;
  };
  for (const [at, row] of rows.entries()) {
    const last = group.at(-1);
    const isParted =
      last !== undefined && (isFar(last, row) || isWalled(last, walls) !== isWalled(row, walls));
    if (isParted || isText(group, row, rows[at + 1])) end();
    if (isMulti(row)) singles = 0;
    else singles++;
    const isMore = singles > SINGLES && !isInCell(group, row);
    if (singles > MOST_SINGLES || (isMore && !isSparse(group, row))) end();
    else if (group.length > 0 || isMulti(row)) group.push(row);
  }
  end();
  return groups;
}

/** Whether a text begins: a line over the columns, and another under it. A line alone may be a heading among rows. */
function isText(group: readonly Row[], row: Row, next: Row | undefined): boolean {
  const [line] = row.segments;
  if (line === undefined || isMulti(row) || line.words.length < TEXT_WORDS || group.length === 0)
    return false;
  if (next === undefined || isMulti(next) || next.y - row.y > 1.7 * row.size) return false;
  if (Math.abs(next.x0 - row.x0) > row.size || next.size !== row.size) return false;
  const second = Math.min(...group.map(({ segments }) => segments[1]?.x0 ?? Infinity));
  const first = Math.min(...group.map(({ segments }) => segments[0]?.x1 ?? Infinity));
  return row.x0 < first && row.x1 > second + 2 * row.size;
}

/** Whether a row is one of a column of names that has the other one empty: as near as they are, and where they are. */
function isSparse(group: readonly Row[], row: Row): boolean {
  const [before, last] = group.slice(-2);
  const parts = group.filter(isMulti).map(({ segments }) => segments);
  if (before === undefined || last === undefined || parts.some(({ length }) => length > 2)) return false;
  const places = ["x0", "x1"].map((side) => parts.map((part) => part[1]?.[side as "x0" | "x1"] ?? 0));
  if (!places.some((xs) => Math.max(...xs) - Math.min(...xs) < 0.2 * row.size)) return false;
  const left = Math.min(...group.map(({ x0 }) => x0));
  const isNear = row.y - last.y < (last.y - before.y) * 1.1;
  return (
    isNear && Math.abs(row.x0 - left) < 0.3 * row.size && row.x1 < Math.min(...(places[0] ?? [])) - row.size
  );
}

/**
 * Whether a line goes on in a cell of the last row with several parts, as all since then do: below it, and no wider than
 * its column.
 */
function isInCell(group: readonly Row[], row: Row): boolean {
  const lines = [...group.slice(group.findLastIndex(isMulti)), row];
  const isUnder = ({ x0 }: Box) => Math.abs(x0 - row.x0) < 0.3 * row.size;
  const segments = lines[0]?.segments ?? [];
  const cell = segments.findIndex(isUnder);
  return (
    cell > 0 &&
    row.x1 < (segments[cell + 1]?.x0 ?? Infinity) &&
    lines.slice(1).every((line, at) => isUnder(line) && line.y - (lines[at]?.y ?? 0) < CLOSE * row.size)
  );
}

const isFar = (last: Row, row: Row) => row.y - last.y > FAR * Math.max(row.size, last.size);

/** Where words alone in clearly larger letters, at the place where rows begin, begin something else; -1 for nowhere. */
export function headingIn(group: readonly Row[]): number {
  let left = Infinity;
  return group.findIndex((row, at) => {
    const last = group[at - 1];
    const isLarge = last !== undefined && !isMulti(row) && row.size > LARGER * last.size;
    if (isLarge && row.x0 < left + row.size && /\p{L}{3}/u.test(row.segments[0]?.text ?? "")) return true;
    left = Math.min(left, row.x0);
    return false;
  });
}

/** Between upright rules, as the rows of one table are or are not. */
const isWalled = ({ y, size }: Row, walls: readonly Box[]) =>
  walls.filter((wall) => wall.y0 < y - 0.3 * size && wall.y1 > y - 0.3 * size).length >= 2;
