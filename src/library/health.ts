import type { Certificate, LinkRecord, LinkSelection, Procedures } from "../application/ports.ts";
import {
  DAY_MS,
  expiresSoon,
  type HealthRules,
  isFlagged,
  isNewRedirect,
  type LinkState,
} from "../domain/link-health.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { openScratchState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { BUILT_IN_SOURCES } from "../sources/index.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";

export type LinkFlag = "down" | "redirect_changed" | "content_drift";

/** A known link that a person should know of. Times are ISO 8601. */
export interface FlaggedLink {
  readonly source: string;
  readonly url: string;
  readonly url_hash: string;
  /** The procedure on its page, or the curated file that names it. */
  readonly tramite: string | null;
  readonly state: LinkState;
  readonly since: string;
  readonly failures: number;
  readonly down_since: string | null;
  readonly last_check: string | null;
  readonly last_ok: string | null;
  readonly reason: string;
  readonly detail: string;
  readonly flags: readonly LinkFlag[];
  /** All addresses that it leads to, and led to before that changed. */
  readonly redirect_chain: readonly string[];
  readonly former_redirect_chain: readonly string[] | null;
}

export interface ExpiringCertificate {
  readonly host: string;
  readonly expires_at: string;
  /** Whole days; negative where it has expired. */
  readonly days_left: number;
}

export type LinkCounts = Readonly<Record<LinkState, number>>;

export interface HealthSummary {
  /** Links by state, for each source that has some. */
  readonly links: Readonly<Record<string, LinkCounts>>;
  /** How many links have been told of. */
  readonly flagged: number;
  readonly certificates: readonly ExpiringCertificate[];
}

export interface HealthOptions extends CommonOptions {
  /** Sees every link that a person should know of. */
  readonly onLink?: (link: FlaggedLink) => void;
  /** Wall clock, ms. @default now */
  readonly now?: number;
}

/**
 * How known links stand (P38). Works offline, beside a running process, and writes nothing.
 *
 * @example
 * const { links } = await linkHealth({ root: "corpus", onLink: ({ url, state }) => console.log(state, url) });
 */
export async function linkHealth(options: HealthOptions = {}): Promise<HealthSummary> {
  const { onLink = () => {}, now = systemClock.now() } = options;
  return withState(options, async (state, rules) => {
    let flagged = 0;
    const which = { kind: "flagged", changedSince: now - 7 * DAY_MS } as const;
    for (const source of LINKED) {
      for await (const { link, tramite } of linksOf(source, which, state)) {
        if (!isFlagged(link, now)) continue;
        flagged++;
        onLink(flaggedLink(source, link, tramite, now));
      }
    }
    const certificates = expiring(await state.links.certificates(), now, rules);
    return { links: await countsOf(state), flagged, certificates };
  });
}

/** Links by source and state: what metrics show. */
export async function linkCounts(options: CommonOptions = {}): Promise<HealthSummary["links"]> {
  return withState(options, countsOf);
}

/** Sources whose documents are pages of the web. */
export const LINKED: readonly string[] = BUILT_IN_SOURCES.filter(({ pages }) => pages !== undefined).map(
  ({ name }) => name,
);

export async function withState<T>(
  options: CommonOptions,
  look: (state: SqliteState, rules: HealthRules) => Promise<T>,
): Promise<T> {
  const { root, settings } = await loadConfiguration(options);
  const state = await openScratchState(root);
  try {
    return await look(state, settings.health);
  } finally {
    await state.close();
  }
}

export async function countsOf({ links }: Pick<SqliteState, "links">): Promise<HealthSummary["links"]> {
  const counts: Record<string, LinkCounts> = {};
  for (const source of LINKED) {
    const found = await links.counts(source);
    if (Object.values(found).some((count) => count > 0)) counts[source] = found;
  }
  return counts;
}

/** Links with the names of their procedures, a page at a time. */
export async function* linksOf(
  source: string,
  which: LinkSelection,
  { links, procedures }: Pick<SqliteState, "links" | "procedures">,
): AsyncGenerator<{ readonly link: LinkRecord; readonly tramite: string | null }> {
  for (let after: string | null = ""; after !== null;) {
    const page: Awaited<ReturnType<typeof links.select>> = await links.select(source, which, after);
    const names = await namesOf(source, page.links, procedures);
    for (const link of page.links) yield { link, tramite: names.get(link.key) ?? null };
    after = page.next;
  }
}

async function namesOf(
  source: string,
  links: readonly LinkRecord[],
  procedures: Pick<Procedures, "find">,
): Promise<ReadonlyMap<string, string>> {
  const records = await procedures.find(
    source,
    links.map(({ key }) => key),
  );
  const named = links.map(({ key, curated }) => [key, records.get(key)?.tramite || curated] as const);
  return new Map(named.filter(([, name]) => name !== ""));
}

export function expiring(
  certificates: readonly Certificate[],
  now: number,
  rules: HealthRules,
): readonly ExpiringCertificate[] {
  return certificates
    .filter(({ expiresAt }) => expiresSoon(expiresAt, now, rules))
    .map(({ host, expiresAt }) => ({
      host,
      expires_at: iso(expiresAt),
      days_left: Math.floor((expiresAt - now) / DAY_MS),
    }));
}

export function flaggedLink(
  source: string,
  link: LinkRecord,
  tramite: string | null,
  now: number,
): FlaggedLink {
  const { key, url, state, failures, reason, detail, chain, formerChain } = link;
  return {
    source,
    url,
    url_hash: key,
    tramite,
    state,
    since: iso(link.since),
    failures,
    down_since: isoOrNull(link.downSince),
    last_check: isoOrNull(link.lastCheck),
    last_ok: isoOrNull(link.lastOk),
    reason,
    detail,
    flags: flagsOf(link, now),
    redirect_chain: chain ?? [],
    former_redirect_chain: isNewRedirect(link, now) ? formerChain : null,
  };
}

function flagsOf(link: LinkRecord, now: number): readonly LinkFlag[] {
  return [
    ...(link.downSince === null ? [] : (["down"] as const)),
    ...(isNewRedirect(link, now) ? (["redirect_changed"] as const) : []),
    ...(link.driftSince === null ? [] : (["content_drift"] as const)),
  ];
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : iso(at);
}
