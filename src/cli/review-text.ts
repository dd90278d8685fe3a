import type { FieldDifference } from "../application/ports.ts";
import type { ReviewDetail, ReviewRow } from "../library/review.ts";
import type { Output } from "./io.ts";
import type { Paint } from "./paint.ts";
import { counted, momentText } from "./quantities.ts";
import { pairs, table } from "./table.ts";
import { clip, visible } from "./terminal-text.ts";

/** Wide enough to say anything at all. */
const LEAST_DETAIL = 20;

export function rowJson({ item, ageDays }: ReviewRow): Record<string, unknown> {
  return { ...item, age_days: ageDays };
}

export function detailJson({ changes, ...row }: ReviewDetail): Record<string, unknown> {
  return { ...rowJson(row), changes: changes?.map(changeJson) ?? null };
}

/** What was not there is null: JSON has no other word for it. */
export function changeJson({ field, kind, before, after, line }: FieldDifference): Record<string, unknown> {
  return { field, kind, before: before ?? null, after: after ?? null, line };
}

export function listText(rows: readonly ReviewRow[], output: Output): string {
  if (rows.length === 0) return "nothing waits for a person\n";
  const columns = [
    { title: "id" },
    { title: "age", align: "right" as const },
    { title: "reason" },
    { title: "detail" },
  ];
  const cells = rows.map(({ item, ageDays }) => [
    visible(item.id),
    ageDays === 0 ? "today" : `${ageDays} d`,
    visible(item.reason),
    visible(item.detail),
  ]);
  const narrow = output.isTerminal ? cells.map((row) => fitted(row, cells, output.columns)) : cells;
  return `${table(columns, narrow)}${counted(rows.length, "item")}; levada review show ID shows one\n`;
}

/** The last cell takes what the others leave. */
function fitted(
  row: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): readonly string[] {
  const taken = [0, 1, 2].reduce(
    (sum, at) => sum + 2 + rows.reduce((widest, cells) => Math.max(widest, cells[at]?.length ?? 0), 6),
    0,
  );
  return [...row.slice(0, 3), clip(row[3] ?? "", Math.max(LEAST_DETAIL, width - taken))];
}

export function detailText({ item, changes }: ReviewDetail, paint: Paint, now: number): string {
  const facts = [
    ["reason", item.detail === "" ? item.reason : `${item.reason}: ${item.detail}`],
    ["outcome", item.outcome],
    ["page", item.source_url],
    ["url_hash", item.url_hash],
    ["since", momentText(item.since, now)],
    ["file", item.tramite === null ? "" : `data/tramites/${item.tramite}.json`],
    ["raw", item.raw_path ?? ""],
    ["extracted", item.extracted_path ?? ""],
    ["proposal", item.proposal_path ?? ""],
  ] as const;
  const known = facts
    .filter(([, value]) => value !== "")
    .map(([name, value]) => [name, visible(value)] as const);
  return `${paint.strong(visible(item.id))}\n${pairs(known)}${changesText(changes, paint)}${adviceText(item.id, changes)}`;
}

function changesText(changes: ReviewDetail["changes"], paint: Paint): string {
  if (changes === null) return "";
  if (changes.length === 0) return "nothing differs from the file any more\n";
  return `what the proposal changes in the file:\n${changeLines(changes, paint)}`;
}

const MARKS = { added: "+", removed: "-", changed: "~" } as const;

/** `~ plazos: 15 → 10 días hábiles`, a line each. */
export function changeLines(changes: readonly FieldDifference[], paint: Paint): string {
  const colour = { added: paint.good, removed: paint.bad, changed: paint.caution };
  return changes.map(({ kind, line }) => `${colour[kind](`  ${MARKS[kind]} ${visible(line)}`)}\n`).join("");
}

function adviceText(id: string, changes: ReviewDetail["changes"]): string {
  const [first] = changes ?? [];
  const some = first === undefined ? "" : ` [--fields ${first.field},…]`;
  return visible(`levada review accept ${id}${some}, or levada review reject ${id}`) + "\n";
}
