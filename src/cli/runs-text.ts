import type { PastItem } from "../application/ports.ts";
import type { Summary } from "../domain/events.ts";
import { type Counted, type HostAccount, RUN_CHANGES } from "../domain/run-account.ts";
import type { ListedRun, ShownRun } from "../library/runs.ts";
import { barLines } from "./bars.ts";
import type { GlobalFlags } from "./global-flags.ts";
import type { Io } from "./io.ts";
import { type Paint, paintFor } from "./paint.ts";
import { bytesText, counted, durationText, momentText } from "./quantities.ts";
import { fieldLines } from "./summary-text.ts";
import { pairs, table } from "./table.ts";
import { visible } from "./terminal-text.ts";

/** Of a run that was killed before anything was noted there is no summary. */
export function summaryOf({ summary }: ListedRun): Summary | null {
  return summary as unknown as Summary | null;
}

export interface RunRow {
  readonly id: string;
  readonly source: string;
  readonly kind: string;
  readonly state: string;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly duration_ms: number | null;
  readonly exit_code: number | null;
  readonly discovered: number | null;
  readonly new: number | null;
  readonly updated: number | null;
  readonly gone: number | null;
  readonly failed: number | null;
}

export function rowJson(run: ListedRun): RunRow {
  const { id, source, kind, state, startedAt, endedAt, exitCode, detail } = run;
  return {
    id,
    source,
    kind,
    state,
    started_at: startedAt,
    ended_at: endedAt,
    duration_ms: durationOf(run),
    exit_code: exitCode,
    discovered: detail?.stages.discovered ?? summaryOf(run)?.discovered ?? null,
    new: detail?.changes.new ?? null,
    updated: detail?.changes.updated ?? null,
    gone: detail?.changes.gone ?? summaryOf(run)?.retired ?? null,
    failed: detail?.changes.failed ?? summaryOf(run)?.failed ?? null,
  };
}

function durationOf(run: ListedRun): number | null {
  const { startedAt, endedAt } = run;
  const between = endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt);
  return summaryOf(run)?.duration_ms ?? between;
}

export function runJson(run: ShownRun): Record<string, unknown> {
  const { detail, items } = run;
  const { procedures } = summaryOf(run) ?? {};
  const lists = RUN_CHANGES.map((change) => [change, items[change].items.map(itemJson)]);
  return {
    ...rowJson(run),
    stages: detail?.stages ?? null,
    outcomes: detail?.outcomes ?? null,
    procedures: procedures === undefined ? null : { ...procedures, outcomes: detail?.procedures ?? {} },
    completeness: procedures?.completeness ?? null,
    errors: detail?.errors ?? null,
    hosts: detail?.hosts ?? [],
    host_count: detail?.host_count ?? null,
    requests: detail?.requests ?? null,
    bytes: detail?.bytes ?? null,
    warnings: detail?.warnings ?? null,
    items: Object.fromEntries(lists),
    summary: run.summary,
  };
}

export function itemJson({ key, url, tramite, outcome, reason }: PastItem): Record<string, unknown> {
  return { key, url, tramite, outcome, reason };
}

const RIGHT = { align: "right" as const };

export function runsText(runs: readonly ListedRun[]): string {
  if (runs.length === 0) return "no run is known yet; levada ingest makes one\n";
  const rows = runs.map((run) => {
    const row = rowJson(run);
    return [
      visible(run.id),
      row.started_at.slice(0, 19).replace("T", " "),
      visible(run.kind === "ingest" ? run.source : `${run.source} (${run.kind})`),
      row.duration_ms === null ? "" : durationText(row.duration_ms),
      ...[row.new, row.updated, row.gone, row.failed].map((count) => String(count ?? "?")),
      run.state === "finished" ? String(run.exitCode) : `${run.state}${codeText(run)}`,
    ];
  });
  const counts = ["new", "updated", "gone", "failed"].map((title) => ({ title, ...RIGHT }));
  const head = [{ title: "run" }, { title: "began (UTC)" }, { title: "source" }, { title: "took", ...RIGHT }];
  return table([...head, ...counts, { title: "exit" }], rows);
}

function codeText({ exitCode }: ListedRun): string {
  return exitCode === null ? "" : ` (${exitCode})`;
}

export function runText(run: ShownRun, flags: GlobalFlags, io: Io): string {
  const paint = paintFor(io.stdout, io, flags);
  const { detail } = run;
  const title = paint.strong(visible(`${run.source}: run ${run.id}`));
  if (detail === null) return `${title}\n${pairs(headLines(run, io.now()))}nothing else is known of it\n`;
  return [
    `${title}\n${pairs([...headLines(run, io.now()), ...countLines(run)])}`,
    histogramText(summaryOf(run)?.procedures?.completeness, io),
    errorsText(detail.errors, paint),
    hostsText(detail.hosts, detail.host_count),
    ...RUN_CHANGES.map((change) =>
      listText(`${change}`, run.items[change].count, run.items[change].items, MARKS[change]),
    ),
  ].join("");
}

function headLines(run: ListedRun, now: number): readonly (readonly [string, string])[] {
  const took = durationOf(run);
  const end = run.state === "finished" ? `exit code ${run.exitCode}` : `${run.state}${codeText(run)}`;
  return [
    ["began", momentText(run.startedAt, now)],
    ["ended", took === null ? end : `${end}, after ${durationText(took)}`],
    ...(run.kind === "ingest" ? [] : [["kind", run.kind] as const]),
  ];
}

function countLines(run: ShownRun): readonly (readonly [string, string])[] {
  const { detail } = run;
  if (detail === null) return [];
  const { stages, outcomes, procedures, requests, bytes, changes, warnings } = detail;
  const came = Object.entries(stages).flatMap(([stage, count]) =>
    count === null ? [] : [`${count} ${stage}`],
  );
  return [
    ["stages", came.join(", ")],
    ["outcomes", `${stages.discovered} = ${sumText(outcomes)}`],
    ...(Object.keys(procedures).length === 0 ? [] : [["procedures", sumText(procedures)] as const]),
    ...fieldLines(summaryOf(run)?.procedures),
    ["changes", RUN_CHANGES.map((change) => `${changes[change]} ${change}`).join(", ")],
    ["network", `${counted(requests, "request")}, ${bytesText(bytes)}`],
    ...(Object.keys(warnings).length === 0 ? [] : [["warnings", sumText(warnings, ", ")] as const]),
  ];
}

function sumText(counts: Counted, between = " + "): string {
  const words = Object.entries(counts)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => visible(`${count} ${name.replaceAll("_", " ")}`));
  return words.length === 0 ? "0" : words.join(between);
}

function histogramText(completeness: readonly number[] | undefined, io: Io): string {
  if (completeness === undefined || completeness.every((count) => count === 0)) return "";
  const rows = completeness.map((count, tenth) => [`${tenth * 10}–${tenth * 10 + 10} %`, count] as const);
  const plain = rows.map(([name, count]) => [name.replace("–", "-"), count] as const);
  return `completeness of the procedures that are stored\n${barLines(io.stdout.isTerminal ? rows : plain, io.stdout)}`;
}

function errorsText(errors: Readonly<Record<string, Counted>>, paint: Paint): string {
  const rows = Object.entries(errors).flatMap(([category, reasons]) =>
    Object.entries(reasons)
      .toSorted(([, a], [, b]) => b - a)
      .map(([reason, count]) => [category, visible(reason), String(count)]),
  );
  if (rows.length === 0) return "";
  const columns = [{ title: "stage" }, { title: "reason" }, { title: "errors", ...RIGHT }];
  return `${paint.bad("errors")}\n${indented(table(columns, rows))}`;
}

function hostsText(hosts: readonly HostAccount[], count: number): string {
  if (hosts.length === 0) return "";
  const columns = ["requests", "failed", "received", "p95", "total"].map((title) => ({ title, ...RIGHT }));
  const rows = hosts
    .slice(0, SHOWN_HOSTS)
    .map((one) => [
      visible(one.host),
      String(one.requests),
      String(one.failures),
      bytesText(one.bytes),
      `${one.p95_ms} ms`,
      durationText(one.total_ms),
    ]);
  const title = count > rows.length ? `slowest hosts (${rows.length} of ${count})` : "slowest hosts";
  return `${title}\n${indented(table([{ title: "host" }, ...columns], rows))}`;
}

const SHOWN_HOSTS = 10;

const MARKS = { new: "+", updated: "~", gone: "-", failed: "!" } as const;

/** What changed, a line each; empty where nothing did. */
export function listText(title: string, count: number, items: readonly PastItem[], mark: string): string {
  if (count === 0) return "";
  const lines = items.map(({ key, url, tramite, reason }) => {
    const name = tramite === null ? "" : `  ${tramite}`;
    return `  ${mark} ${visible(`${key}  ${url}${name}${reason === "" ? "" : `  (${reason})`}`)}\n`;
  });
  const left = count - items.length;
  const more = left <= 0 ? "" : `  … and ${left} more; --all lists all that were noted\n`;
  return `${count} ${title}\n${lines.join("")}${more}`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
