import type { HostStatus, SourceStatus } from "../application/status.ts";
import type { Paint } from "./paint.ts";
import { momentText } from "./quantities.ts";
import { table } from "./table.ts";
import { visible } from "./terminal-text.ts";

/** How sources stand, for people: a table, then what needs attention. */
export function statusText(sources: readonly SourceStatus[], now: number, paint: Paint): string {
  const overview = table(
    [
      { title: "source" },
      ...["completed", "failed", "skipped", "pending"].map((title) => ({ title, align: "right" as const })),
      { title: "breaker" },
      { title: "last run" },
    ],
    sources.map((source) => [
      source.name,
      ...[source.completed, source.failed, source.skipped, source.pending].map(String),
      source.circuit_breaker.is_open ? "open" : "closed",
      lastRunText(source, now),
    ]),
  );
  const notes = sources.flatMap((source) => [
    ...hostLines(source, now),
    ...heldLines(source, now),
    ...manifestLines(source),
  ]);
  const attention = notes.map((line) => `${paint.caution(line)}\n`).join("");
  return (
    overview +
    (attention === "" ? "" : `\n${attention}`) +
    sources.map((source) => failedText(source, now)).join("")
  );
}

function lastRunText({ last_run, last_exit_code }: SourceStatus, now: number): string {
  if (last_run === null) return "never";
  return `${momentText(last_run, now)}, ${last_exit_code === null ? "not ended" : `exit ${last_exit_code}`}`;
}

function hostLines({ name, hosts }: SourceStatus, now: number): readonly string[] {
  return hosts
    .flatMap((host) => [breakerLine(host, now), parkedLine(host, now)])
    .filter((line) => line !== null)
    .map((line) => visible(`${name}: ${line}`));
}

function breakerLine({ host, breaker, failure_count, open_until }: HostStatus, now: number): string | null {
  if (breaker === "closed" || open_until === null) return null;
  const after = `after ${failure_count} failures in a row`;
  if (breaker === "half_open") return `${host}: breaker half open ${after}; the next request is a probe`;
  return `${host}: breaker open ${after}, no request before ${momentText(open_until, now)}`;
}

function parkedLine({ host, parked_until }: HostStatus, now: number): string | null {
  return parked_until === null ? null : `${host}: asked for silence until ${momentText(parked_until, now)}`;
}

const HELD: Readonly<Record<string, string>> = {
  breaker_open: "it had failed too often in a row",
  retry_after: "it had asked for silence",
  robots_unavailable: "robots.txt was unavailable",
};

/** Why the last run left something undone, as far as the state of the hosts does not say it already. */
function heldLines({ name, held, hosts }: SourceStatus, now: number): readonly string[] {
  const told = new Set(
    hosts.filter((host) => breakerLine(host, now) ?? parkedLine(host, now)).map(({ host }) => host),
  );
  return held
    .filter(({ host, reason }) => reason === "robots_unavailable" || !told.has(host))
    .map(({ host, reason, until }) => {
      const why = `${HELD[reason] ?? reason}${until === null ? "" : `, until ${momentText(until, now)}`}`;
      return visible(`${name}: the last run left ${host} alone: ${why}`);
    });
}

function manifestLines({ name, manifest_problems }: SourceStatus): readonly string[] {
  return manifest_problems.map(({ line, problem }) => visible(`${name}: manifest line ${line}: ${problem}`));
}

function failedText({ name, failed_items }: SourceStatus, now: number): string {
  if (failed_items === undefined) return "";
  if (failed_items.length === 0) return `\n${name}: nothing has failed\n`;
  const rows = failed_items.map(({ key, attempts, reason, last_error, at, url }) =>
    [key, String(attempts), reason, last_error, momentText(at, now), url].map(visible),
  );
  const columns = [
    { title: `failed in ${name}` },
    { title: "attempts", align: "right" as const },
    { title: "reason" },
    { title: "last error" },
    { title: "when" },
    { title: "url" },
  ];
  return `\n${table(columns, rows)}`;
}
