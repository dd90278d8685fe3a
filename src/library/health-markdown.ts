import type { IsoWeek } from "../domain/iso-week.ts";
import type { ExpiringCertificate, FlaggedLink, HealthSummary } from "./health.ts";

/** Links of one kind: all are counted, so many are shown. */
export class ReportSection {
  readonly shown: FlaggedLink[] = [];
  count = 0;

  add(link: FlaggedLink): void {
    this.count++;
    if (this.shown.length < MAX_SHOWN) this.shown.push(link);
  }
}

const MAX_SHOWN = 200;

/** What is to be known of links in a week. */
export interface HealthWeek {
  readonly week: IsoWeek;
  /** Wall clock, ms. */
  readonly now: number;
  readonly links: HealthSummary["links"];
  readonly inactive: ReportSection;
  readonly degraded: ReportSection;
  /** Active again since this week. */
  readonly back: ReportSection;
  readonly redirects: ReportSection;
  readonly drift: ReportSection;
  readonly certificates: readonly ExpiringCertificate[];
  readonly hostsDown: ReadonlyMap<string, { readonly count: number; readonly since: number }>;
  /** First seen this week, by host. */
  readonly newLinks: ReadonlyMap<string, number>;
}

export function healthMarkdown(report: HealthWeek): string {
  const { week, now } = report;
  const parts = [
    `# Link health, ${week.name}`,
    `${day(week.start)} to ${day(week.end - 1)}; as of ${minute(now)} UTC.`,
    overview(report),
    hosts(report),
    down("Inactive", report.inactive, week),
    down("Degraded", report.degraded, week),
    listed("Back again", report.back, ["Procedure", "Link", "Since"], (link) => [day(link.since)]),
    certificates(report.certificates),
    listed(
      "Redirects that changed",
      report.redirects,
      ["Procedure", "Link", "Leads to", "Led to"],
      (link) => [lastOf(link.redirect_chain), lastOf(link.former_redirect_chain ?? [])],
    ),
    listed("Content that is not what is stored", report.drift, ["Procedure", "Link", "Last seen"], (link) => [
      day(link.last_ok),
    ]),
    newLinks(report.newLinks),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function overview(report: HealthWeek): string {
  const rows = Object.entries(report.links).map(([source, { active, degraded, inactive }]) => [
    source,
    String(active),
    String(degraded),
    String(inactive),
  ]);
  if (rows.length === 0) return "No links are known yet.";
  const troubles = [report.inactive, report.degraded, report.redirects, report.drift];
  const isQuiet = troubles.every(({ count }) => count === 0) && report.certificates.length === 0;
  const counts = table(["Source", "Active", "Degraded", "Inactive"], rows);
  return isQuiet ? `${counts}\n\nNothing needs attention.` : counts;
}

function hosts({ hostsDown }: HealthWeek): string {
  const rows = [...hostsDown]
    .toSorted(([, a], [, b]) => a.since - b.since)
    .slice(0, MAX_SHOWN)
    .map(([host, { count, since }]) => [cell(host), String(count), day(since)]);
  return rows.length === 0
    ? ""
    : `## Hosts that answer nothing (${hostsDown.size})\n\n${table(["Host", "Links", "Since"], rows)}`;
}

function down(title: string, section: ReportSection, week: IsoWeek): string {
  return listed(title, section, ["Procedure", "Link", "Down since", "Why"], (link) => [
    `${day(link.down_since)}${Date.parse(link.since) >= week.start ? " (**new**)" : ""}`,
    cell(link.detail === "" ? link.reason : link.detail),
  ]);
}

function listed(
  title: string,
  { shown, count }: ReportSection,
  columns: readonly string[],
  rest: (link: FlaggedLink) => readonly string[],
): string {
  if (count === 0) return "";
  const rows = shown
    .toSorted((a, b) => (a.url < b.url ? -1 : 1))
    .map((link) => [cell(link.tramite ?? "–"), address(link.url), ...rest(link)]);
  const more = count > shown.length ? `\n\n… and ${count - shown.length} more: \`levada health --json\`` : "";
  return `## ${title} (${count})\n\n${table(columns, rows)}${more}`;
}

function certificates(expiring: readonly ExpiringCertificate[]): string {
  if (expiring.length === 0) return "";
  const rows = expiring
    .slice(0, MAX_SHOWN)
    .map(({ host, expires_at, days_left }) => [
      cell(host),
      day(expires_at),
      days_left < 0 ? "expired" : String(days_left),
    ]);
  return `## Certificates that expire soon (${expiring.length})\n\n${table(["Host", "Expires", "Days left"], rows)}`;
}

function newLinks(byHost: ReadonlyMap<string, number>): string {
  if (byHost.size === 0) return "";
  const rows = [...byHost].toSorted(([, a], [, b]) => b - a).slice(0, MAX_SHOWN);
  const sum = [...byHost.values()].reduce((total, count) => total + count, 0);
  return `## New links (${sum})\n\n${table(
    ["Host", "Links"],
    rows.map(([host, count]) => [cell(host), String(count)]),
  )}`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map(line)].join("\n");
}

/** What a site says is text, not Markdown, whatever it looks like; and it stays in its cell. */
function cell(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, " ");
  return plain.slice(0, MAX_CELL).replace(/[\\`*_[\]<>|&#~]/g, "\\$&");
}

const MAX_CELL = 300;

/** An address has no blanks and no angles; a bar would end the cell. */
function address(url: string): string {
  const href = (URL.parse(url)?.href ?? url).replace(/[\s<>]/g, "").replaceAll("|", "%7C");
  return `<${href.slice(0, MAX_ADDRESS)}>`;
}

const MAX_ADDRESS = 1_000;

function lastOf(chain: readonly string[]): string {
  const last = chain.at(-1);
  return last === undefined ? "itself" : address(last);
}

function day(at: number | string | null): string {
  return at === null ? "–" : new Date(at).toISOString().slice(0, 10);
}

function minute(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace("T", " ");
}
