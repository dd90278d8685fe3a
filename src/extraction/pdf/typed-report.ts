/** What typed reports have around and in their tables: a title of several parts, rules of dashes. */
import { guttersOf } from "./columns.ts";
import { type Box, median } from "./geometry.ts";
import type { Row } from "./rows.ts";
import { isUpright } from "./rule-grid.ts";

const TYPED_RULE = /^[-=_–—─═+*]{4,}$/u;
/** Rows of a title, at most. */
const MAX_TITLE = 3;
/** Rows that show what the columns under a title are. */
const LEAST_TITLED = 4;
/** Of the distance between rows: a gap as wide is after a title. */
const APART = 1.7;

/** Dashes from end to end rule a table that is typed. */
export const isTypedRule = ({ segments }: Row): boolean =>
  segments.every(({ words }) => words.every(({ text }) => TYPED_RULE.test(text)));

/** From row to row, or from the rule that stands between them. */
export function gapsOf(rows: readonly Row[], walls: readonly Box[]): number[] {
  const typed = walls.filter((wall) => !isUpright(wall));
  return rows.slice(1).map((row, at) => {
    const above = rows[at]?.y ?? 0;
    const rule = typed.find(({ y0, y1 }) => (y0 + y1) / 2 > above && (y0 + y1) / 2 < row.y);
    return row.y - (rule === undefined ? above : (rule.y0 + rule.y1) / 2);
  });
}

/** Without what stands apart at the top and most of which lies across the columns. */
export function withoutTitle(rows: readonly Row[], walls: readonly Box[]): readonly Row[] {
  const gaps = gapsOf(rows, walls);
  const least = APART * median(gaps);
  const at = gaps.slice(0, MAX_TITLE).findIndex((gap) => gap > least) + 1;
  const rest = rows.slice(at);
  if (at === 0 || rest.filter(({ segments }) => segments.length > 1).length < LEAST_TITLED) return rows;
  const gutters = guttersOf(rest, walls);
  const parts = rows.slice(0, at).flatMap(({ segments }) => segments);
  const across = parts.filter(({ x0, x1 }) => gutters.some((gutter) => x0 < gutter.x0 && x1 > gutter.x1));
  // The head of a page has a part on either side, of which one may stand in a column by chance.
  const isFull = rest[0]?.segments.length === gutters.length + 1;
  return across.length * 2 > parts.length || (isFull && across.length * 2 === parts.length) ? rest : rows;
}
