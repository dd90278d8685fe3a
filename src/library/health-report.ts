import { writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { LinkRecord } from "../application/ports.ts";
import { isoWeek, type IsoWeek } from "../domain/iso-week.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { Durability } from "../infrastructure/files/durability.ts";
import { Folders } from "../infrastructure/files/folders.ts";
import { putInPlace } from "../infrastructure/files/put-in-place.ts";
import { storageError } from "../infrastructure/files/storage-error.ts";
import type { SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import { countsOf, expiring, flaggedLink, LINKED, linksOf, withState } from "./health.ts";
import { healthMarkdown, type HealthWeek, ReportSection } from "./health-markdown.ts";

export interface HealthReportOptions extends CommonOptions {
  /** @default data/ingestion/health/YYYY-Www.md under the root */
  readonly file?: string;
  /** Wall clock, ms. @default now */
  readonly now?: number;
}

export interface HealthReport {
  readonly file: string;
  /** `2026-W46` */
  readonly week: string;
  readonly markdown: string;
}

const FOLDER = "data/ingestion/health";

/**
 * Writes what is to be known of links this week as Markdown: one file a week, written anew each time. Works offline and
 * beside a running process.
 */
export async function writeHealthReport(options: HealthReportOptions = {}): Promise<HealthReport> {
  const { now = systemClock.now() } = options;
  const week = isoWeek(now);
  const markdown = await withState(options, async (state, rules) => {
    const certificates = expiring(await state.links.certificates(), now, rules);
    const found = await lookAt(week, now, state);
    return healthMarkdown({ ...found, week, now, certificates, links: await countsOf(state) });
  });
  const file = await put(options, `${FOLDER}/${week.name}.md`, markdown);
  return { file, week: week.name, markdown };
}

async function lookAt(
  week: IsoWeek,
  now: number,
  state: SqliteState,
): Promise<Omit<HealthWeek, "week" | "now" | "certificates" | "links">> {
  const sections = {
    inactive: new ReportSection(),
    degraded: new ReportSection(),
    back: new ReportSection(),
    redirects: new ReportSection(),
    drift: new ReportSection(),
  };
  const [hostsDown, newLinks] = [
    new Map<string, { count: number; since: number }>(),
    new Map<string, number>(),
  ];
  for (const source of LINKED)
    for await (const { link, tramite } of linksOf(source, { kind: "news", since: week.start }, state)) {
      const flagged = flaggedLink(source, link, tramite, now);
      for (const name of sectionsOf(link, week)) sections[name].add(flagged);
      if (link.reason === "host_down") countHost(hostsDown, link);
      if (link.firstSeen >= week.start) newLinks.set(link.host, (newLinks.get(link.host) ?? 0) + 1);
    }
  return { ...sections, hostsDown, newLinks };
}

function sectionsOf(
  link: LinkRecord,
  { start }: IsoWeek,
): readonly ("inactive" | "degraded" | "back" | "redirects" | "drift")[] {
  return [
    ...(link.state === "inactive" ? (["inactive"] as const) : []),
    ...(link.state === "degraded" ? (["degraded"] as const) : []),
    ...(link.state === "active" && link.before !== null && link.since >= start ? (["back"] as const) : []),
    ...((link.redirectChangedAt ?? 0) >= start ? (["redirects"] as const) : []),
    ...(link.driftSince === null ? [] : (["drift"] as const)),
  ];
}

function countHost(hosts: Map<string, { count: number; since: number }>, link: LinkRecord): void {
  const { count, since } = hosts.get(link.host) ?? { count: 0, since: Infinity };
  hosts.set(link.host, { count: count + 1, since: Math.min(since, link.downSince ?? link.since) });
}

/** A file of the user's own is written as it is; ours takes the place of the one before in one step. */
async function put(options: HealthReportOptions, path: string, text: string): Promise<string> {
  if (options.file !== undefined) {
    const file = resolve(options.file);
    await writeFile(file, text).catch((error: unknown) => {
      throw storageError(error, `write ${file}`);
    });
    return file;
  }
  const { root } = await loadConfiguration(options);
  const durability = new Durability();
  const folder = await putInPlace(path, text, new Folders(root, durability), durability);
  await durability.syncFolder(folder);
  return join(folder, basename(path));
}
