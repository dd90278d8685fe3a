import type { FlaggedLink, HealthSummary } from "../library/health.ts";
import type { Paint } from "./paint.ts";
import { counted } from "./quantities.ts";
import { table } from "./table.ts";
import { visible } from "./terminal-text.ts";

/** More than anybody reads; `--json` and the report have all. */
export const MAX_ROWS = 200;

const RANK = { inactive: 0, degraded: 1, active: 2 } as const;

export function healthText(
  links: readonly FlaggedLink[],
  { links: counts, flagged, certificates }: HealthSummary,
  paint: Paint,
  now: number,
): string {
  const sorted = links.toSorted((a, b) => RANK[a.state] - RANK[b.state] || (a.url < b.url ? -1 : 1));
  const parts = [
    flagged === 0 ? "" : linkTable(sorted, now),
    flagged > links.length ? `… and ${flagged - links.length} more; --json lists all\n` : "",
    ...certificates.map(({ host, expires_at, days_left }) =>
      paint.caution(
        `certificate of ${visible(host)} ${days_left < 0 ? "expired" : "expires"} on ${expires_at.slice(0, 10)}\n`,
      ),
    ),
    ...Object.entries(counts).map(
      ([source, { active, degraded, inactive }]) =>
        `${source}: ${counted(active + degraded + inactive, "link")}: ${active} active, ${degraded} degraded, ${inactive} inactive\n`,
    ),
  ];
  const text = parts.join("");
  return text === "" ? "no links are known yet\n" : text;
}

function linkTable(links: readonly FlaggedLink[], now: number): string {
  const columns = [
    { title: "state" },
    { title: "since", align: "right" as const },
    { title: "reason" },
    { title: "procedure" },
    { title: "link" },
  ];
  const rows = links.map((link) => [
    link.state,
    age(link.down_since ?? link.since, now),
    visible(reasonOf(link)),
    visible(link.tramite ?? ""),
    visible(link.url),
  ]);
  return table(columns, rows);
}

function reasonOf({ reason, flags }: FlaggedLink): string {
  const others = flags.filter((flag) => flag !== "down");
  return [...(reason === "" ? [] : [reason]), ...others].join(", ");
}

function age(iso: string, now: number): string {
  const days = Math.floor((now - Date.parse(iso)) / 86_400_000);
  return days < 1 ? "today" : `${days} d`;
}
