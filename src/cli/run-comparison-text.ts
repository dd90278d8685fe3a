import type { Counted } from "../domain/run-account.ts";
import type { ListedRun, RunComparison } from "../library/runs.ts";
import type { GlobalFlags } from "./global-flags.ts";
import type { Io } from "./io.ts";
import { paintFor } from "./paint.ts";
import { itemJson, listText, rowJson, summaryOf } from "./runs-text.ts";
import { table } from "./table.ts";
import { visible } from "./terminal-text.ts";

/** Field names are those of `runs compare --json`. */
interface CountDifference {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly difference: number;
}

export function comparisonJson(comparison: RunComparison): Record<string, unknown> {
  const { from, to, new: added, changed, gone, isPartial } = comparison;
  return {
    source: from.source,
    from: rowJson(from),
    to: rowJson(to),
    new: added.count,
    changed: changed.count,
    gone: gone.count,
    partial: isPartial,
    items: {
      new: added.items.map(itemJson),
      changed: changed.items.map(itemJson),
      gone: gone.items.map(itemJson),
    },
    counts: differencesOf(from, to),
  };
}

export function comparisonText(comparison: RunComparison, flags: GlobalFlags, io: Io): string {
  const { from, to, new: added, changed, gone, isPartial } = comparison;
  const paint = paintFor(io.stdout, io, flags);
  const title = paint.strong(visible(`${from.source}: from run ${from.id} to run ${to.id}`));
  const rows = differencesOf(from, to)
    .filter(({ difference }) => difference !== 0)
    .map(({ name, from: was, to: is, difference }) => [
      name,
      String(was),
      String(is),
      difference > 0 ? `+${difference}` : String(difference),
    ]);
  const right = { align: "right" as const };
  const columns = [
    { title: "count" },
    { title: "from", ...right },
    { title: "to", ...right },
    { title: "", ...right },
  ];
  return [
    `${title}\n${added.count} new, ${changed.count} changed, ${gone.count} gone\n`,
    isPartial ? "some of these runs were killed or changed more than was listed: there may be more\n" : "",
    listText("new", added.count, added.items, "+"),
    listText("changed", changed.count, changed.items, "~"),
    listText("gone", gone.count, gone.items, "-"),
    rows.length === 0 ? "" : table(columns, rows),
  ].join("");
}

/** Every count of the two runs, under one name each. */
function differencesOf(from: ListedRun, to: ListedRun): readonly CountDifference[] {
  const [before, after] = [countsOf(from), countsOf(to)];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].map((name) => {
    const [was, is] = [before[name] ?? 0, after[name] ?? 0];
    return { name, from: was, to: is, difference: is - was };
  });
}

function countsOf(run: ListedRun): Counted {
  const { detail } = run;
  const { procedures } = summaryOf(run) ?? {};
  const counts: Record<string, number> = {};
  const add = (group: string, values: Readonly<Record<string, number | null>>) => {
    for (const [name, count] of Object.entries(values))
      if (count !== null) counts[`${group}.${name}`] = count;
  };
  if (detail !== null) {
    add("stages", { ...detail.stages });
    add("outcomes", detail.outcomes);
    add("procedures", detail.procedures);
    for (const [category, reasons] of Object.entries(detail.errors)) add(`errors.${category}`, reasons);
    add("network", { requests: detail.requests, bytes: detail.bytes });
  }
  if (procedures !== undefined) {
    const { stored, proposals, review, coverage } = procedures;
    add("kept", { procedures: stored, proposals, review });
    add("coverage", coverage);
  }
  return counts;
}
