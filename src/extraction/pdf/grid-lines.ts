/** Cells of a row of a grid have lines: which of them are rows of the table that no rule parts. */
import { isNumeric } from "./columns.ts";
import { joinedLines } from "./line-joining.ts";

/** Rows are as much farther apart than the lines within them. */
const WIDER = 1.15;

/** Lines in a cell, by the place in the grid where they belong. */
export interface Piece {
  readonly row: number;
  readonly column: number;
  readonly lines: readonly { readonly y: number; readonly text: string }[];
  /** Whether it stands in a cell over several columns with a line of its own for each. */
  readonly isSpread: boolean;
}

/** The heights of its lines, by row. */
type Heights = readonly (readonly number[])[];

/** The lines of a row of the grid: one, or as many as its cells agree upon. */
export function linesOf(
  pieces: readonly Piece[],
  pitch: number | null,
): { column: number; text: string }[][] {
  const shared = sharedLines(pieces, pitch);
  if (shared === null)
    return [
      pieces.map(({ column, lines }) => ({ column, text: joinedLines(lines.map(({ text }) => text)) })),
    ];
  const heights = shared.flat();
  return shared.map((own) =>
    pieces.flatMap(({ column, lines }) =>
      lines.filter((line) => own.includes(nearestOf(heights, line.y))).map(({ text }) => ({ column, text })),
    ),
  );
}

const nearestOf = (places: readonly number[], value: number) =>
  places.reduce((best, place) => (Math.abs(place - value) < Math.abs(best - value) ? place : best), Infinity);

/**
 * Where a rule is drawn only after every so many rows, the cells between two rules have the same lines: as far apart
 * as the rows are elsewhere, or three or more in most cells, or numbers, which do not go on over lines.
 */
function sharedLines(pieces: readonly Piece[], pitch: number | null): Heights | null {
  if (pieces.some(({ isSpread }) => isSpread)) return spreadLines(pieces).map((y) => [y]);
  const most = pieces.reduce((best, each) => (each.lines.length > best.lines.length ? each : best));
  const count = most.lines.length;
  if (count < 2 || pieces.length < 2) return null;
  const same = pieces.filter(
    ({ lines }) =>
      lines.length === count && lines.every((line, at) => Math.abs(line.y - (most.lines[at]?.y ?? 0)) < 2),
  ).length;
  const numeric = pieces.filter(
    ({ lines }) => lines.length > 1 && lines.every(({ text }) => isNumeric(text)),
  ).length;
  const isPitch = pitch !== null && Math.abs(stepOf(most) - pitch) < 0.1 * pitch;
  const isShared =
    (isPitch && same >= Math.max(2, pieces.length * 0.6)) ||
    (count >= 3 && pieces.length >= 3 && same >= pieces.length * 0.8) ||
    (same >= pieces.length * 0.6 && numeric >= Math.max(1, (pieces.length - 1) * 0.6));
  return isShared ? most.lines.map(({ y }) => [y]) : columnLines(pieces);
}

/**
 * Where upright rules alone part the rows of a table, a whole column is one cell: figures one under the other, and
 * lines that leave out what their neighbours have.
 */
function columnLines(pieces: readonly Piece[]): Heights | null {
  const ys = spreadLines(pieces);
  const own = Math.min(...pieces.map(({ lines }) => leastStep(lines.map(({ y }) => y))));
  // Texts in the middle of their cells have lines at heights of their own.
  if (ys.length < 3 || leastStep(ys) < 0.8 * own) return null;
  const long = pieces.filter(({ lines }) => lines.length >= 3);
  const figures = long.filter(
    ({ lines }) => lines.filter(({ text }) => isNumeric(withoutCurrency(text))).length >= lines.length * 0.8,
  );
  const gapped = pieces.filter(({ lines }) => lines.length >= 2 && leavesOut(lines, ys));
  const isColumns = long.length >= 2 && figures.length + gapped.length >= Math.max(1, pieces.length * 0.4);
  return isColumns ? wrappedLines(ys, pieces) : null;
}

/** Lines that begin nothing in the first column are nearer to the line above than rows are, where they go on with it. */
function wrappedLines(ys: readonly number[], pieces: readonly Piece[]): Heights {
  const left = Math.min(...pieces.map(({ column }) => column));
  const first = pieces.filter(({ column }) => column === left).flatMap(({ lines }) => lines);
  const begins = ys.map((y, at) => at === 0 || first.some((line) => Math.abs(line.y - y) < 3));
  const steps = ys.map((y, at) => y - (ys[at - 1] ?? -Infinity));
  const within = Math.max(...steps.filter((_, at) => !(begins[at] ?? true)));
  if (within * WIDER > Math.min(...steps.filter((_, at) => begins[at]))) return ys.map((y) => [y]);
  const rows: number[][] = [];
  ys.forEach((y, at) => {
    if (begins[at] === true) rows.push([y]);
    else rows.at(-1)?.push(y);
  });
  return rows;
}

const leastStep = (ys: readonly number[]) =>
  Math.min(...ys.slice(1).map((y, at) => y - (ys[at] ?? -Infinity)));

const withoutCurrency = (text: string) => text.replaceAll(/^[$€£]\s+|\s+[$€£]$/gu, "");

/** Whether one of the heights between its first and its last line has none of its own. */
function leavesOut(lines: Piece["lines"], ys: readonly number[]): boolean {
  const first = lines[0]?.y ?? 0;
  const last = lines.at(-1)?.y ?? 0;
  return ys.filter((y) => y > first - 3 && y < last + 3).length > lines.length;
}

const stepOf = ({ lines }: Piece) => ((lines.at(-1)?.y ?? 0) - (lines[0]?.y ?? 0)) / (lines.length - 1);

function spreadLines(pieces: readonly Piece[]): number[] {
  const ys: number[] = [];
  for (const y of pieces.flatMap(({ lines }) => lines.map((line) => line.y)).toSorted((a, b) => a - b)) {
    if (y - (ys.at(-1) ?? -Infinity) > 3) ys.push(y);
  }
  return ys;
}
