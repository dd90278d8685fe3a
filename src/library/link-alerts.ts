import type { Alert } from "../domain/alerts.ts";
import { expiresSoon, type HealthRules } from "../domain/link-health.ts";
import { certificateAlerts, linkAlerts, NOTHING_TOLD, type ToldLinks } from "../domain/link-alerts.ts";
import type { WriterPorts } from "./as-writer.ts";
import { linksOf } from "./health.ts";

export interface LinkNews {
  readonly alerts: readonly Alert[];
  /** Alerts beyond those: of many links in trouble the first tell enough. */
  readonly left_off: number;
}

const MAX_ALERTS = 100;

/**
 * What nobody was told of yet: since the last check, whether a check or a run has found it. It counts as told once `note`
 * has it: from there on it is the outbox that sees to it, and nobody is told the same at every check.
 */
export async function takeLinkNews(
  source: string,
  ports: Pick<WriterPorts, "links" | "procedures" | "registry">,
  {
    startedAt,
    now,
    rules,
    note,
  }: {
    readonly startedAt: number;
    readonly now: number;
    readonly rules: HealthRules;
    readonly note: (news: LinkNews) => Promise<void>;
  },
): Promise<void> {
  const cursor = `links of ${source}`;
  const told = toldOf(await ports.registry.cursor(cursor));
  // What this check has found is news also where the clock was set back.
  const after = Math.min(told.at, startedAt - 1);
  const known = await ports.links.certificates(source);
  const soon = known.filter(({ expiresAt }) => expiresSoon(expiresAt, now, rules));
  const alerts = [...certificateAlerts(soon, told, now)];
  let count = alerts.length;
  for await (const { link, tramite } of linksOf(source, { kind: "news", since: after }, ports)) {
    const found = linkAlerts(link, tramite, after);
    count += found.length;
    if (alerts.length < MAX_ALERTS) alerts.push(...found);
  }
  const certificates = Object.fromEntries(soon.map(({ host, expiresAt }) => [host, expiresAt]));
  if (alerts.length > 0) await note({ alerts, left_off: count - alerts.length });
  await ports.registry.saveCursor(cursor, JSON.stringify({ at: now, certificates } satisfies ToldLinks));
}

function toldOf(cursor: string | null): ToldLinks {
  return cursor === null ? NOTHING_TOLD : (JSON.parse(cursor) as ToldLinks);
}
