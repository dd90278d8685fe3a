import type { EventBody } from "../domain/events.ts";
import {
  DAY_MS,
  type HealthRules,
  type LinkHealth,
  newLink,
  observed,
  type Observation,
  signOfExchange,
} from "../domain/link-health.ts";
import type { Certificate, Clock, KnownItem, LinkRecord, Links, Registry } from "./ports.ts";

export interface LinkWatchParts {
  readonly source: string;
  readonly runId: string;
  readonly links: Links;
  readonly registry: Registry;
  readonly clock: Pick<Clock, "now">;
  readonly rules: HealthRules;
}

/** The way to an answer, as requests were told of. */
interface Trail {
  readonly urls: readonly string[];
  /** Of the last of them. */
  readonly host: string;
  readonly status: number | null;
  readonly outcome: string;
}

interface Host {
  answered: boolean;
  /** It has asked for silence: what it does not answer is no failure. */
  parked: boolean;
}

interface Looked {
  readonly id: string;
  readonly url: string;
  readonly observation: Observation;
}

type Ended =
  | Extract<EventBody, { readonly id: string; readonly type: "completed" | "unchanged" | "failed" }>
  | NotStored;
type NotStored = Extract<
  EventBody,
  { readonly error: string; readonly id: string; readonly type: "failed" | "skipped" | "pending" }
>;

/**
 * Learns how links stand (P38) from what a run does anyway. A link counts as looked at where a request was made for it,
 * once a run however often it was tried. A host that answers nothing in a run, not even for its robots.txt or a listing, is
 * down, and so are all links to it: those that were not even tried, because of it, too.
 */
export class LinkWatch {
  readonly #parts: LinkWatchParts;
  readonly #trails = new Map<string, Trail>();
  readonly #hosts = new Map<string, Host>();
  readonly #certificates = new Map<string, Certificate>();
  #looked: Looked[] = [];
  #noting: Promise<void> = Promise.resolve();

  constructor(parts: LinkWatchParts) {
    this.#parts = parts;
  }

  see(event: EventBody): void {
    switch (event.type) {
      case "exchange":
        return this.#exchange(event);
      case "host_parked":
        this.#host(event.host).parked = true;
        return;
      case "completed":
      case "unchanged":
      case "failed":
      case "skipped":
      case "pending":
        return this.#ended(event);
    }
  }

  /** What a look of one's own has taught. */
  add(id: string, url: string, observation: Observation): void {
    this.#trails.delete(normal(url));
    this.#looked.push({ id, url, observation });
    if (this.#looked.length < BATCH) return;
    const batch = this.#looked;
    this.#looked = [];
    this.#noting = this.#noting.then(() => this.#note(batch));
    // Told by `flush`; until then nobody listens.
    this.#noting.catch(() => {});
  }

  /** All addresses after its own that were asked for it; empty where there were none. */
  chainOf(url: string): readonly string[] {
    return this.#trails.get(normal(url))?.urls.slice(1) ?? [];
  }

  /** Everything seen so far is noted. */
  async flush(): Promise<void> {
    const batch = this.#looked;
    this.#looked = [];
    await this.#noting;
    await this.#note(batch);
  }

  /** The run is over: what it has taught is noted. */
  async finish(): Promise<void> {
    const { links, source, clock } = this.#parts;
    await this.flush();
    await this.takeStored();
    for (const [host, { answered }] of this.#hosts) if (answered) await this.#noteBack(host);
    for (const [host, trouble] of this.#hostsDown()) await this.#noteDown(host, trouble);
    if (this.#certificates.size > 0) await links.noteCertificates([...this.#certificates.values()]);
    await links.forget(source, clock.now() - REMEMBERED_MS);
  }

  /** Every stored page has a link, also one of before links were watched. */
  async takeStored(): Promise<void> {
    const { links, source, clock } = this.#parts;
    for (;;) {
      const stored = await links.unknown(source);
      if (stored.length === 0) return;
      const now = clock.now();
      await links.note(
        source,
        stored.map(({ key, url, storedAt }) => ({
          ...newLink(now, Date.parse(storedAt) || null),
          ...place(key, url),
        })),
      );
    }
  }

  #exchange(event: EventBody & { readonly type: "exchange" }): void {
    const { host, url, status, outcome, certificate_expires_at: expires } = event;
    const wanted = normal(event.wanted ?? url);
    const before = event.wanted === undefined ? [] : (this.#trails.get(wanted)?.urls ?? [wanted]);
    this.#trails.delete(wanted);
    this.#trails.set(wanted, { urls: [...before, url], host, status, outcome });
    if (this.#trails.size > MAX_TRAILS) this.#trails.delete(this.#trails.keys().next().value ?? "");
    if (signOfExchange(outcome, status) === "healthy") this.#host(host).answered = true;
    if (expires !== undefined)
      this.#certificates.set(host, {
        host,
        expiresAt: Date.parse(expires),
        seenAt: this.#parts.clock.now(),
      });
  }

  #host(name: string): Host {
    let host = this.#hosts.get(name);
    if (host === undefined) this.#hosts.set(name, (host = { answered: false, parked: false }));
    return host;
  }

  /** What no request was made for has taught nothing. */
  #ended(event: Ended): void {
    const { id, url } = event;
    const trail = this.#trails.get(normal(url));
    if (trail === undefined) return;
    this.#trails.delete(normal(url));
    const observation = observationOf(event, trail);
    if (observation !== null) this.add(id, url, observation);
  }

  async #note(batch: readonly Looked[]): Promise<void> {
    if (batch.length === 0) return;
    const { links, registry, source, runId, clock, rules } = this.#parts;
    const items = await registry.find(
      source,
      batch.map(({ id }) => id),
    );
    const keyOf = (id: string) => items.get(id)?.document?.key ?? id;
    const known = new Map(
      await links.find(
        source,
        batch.map(({ id }) => keyOf(id)),
      ),
    );
    const news = new Map<string, LinkRecord>();
    const now = clock.now();
    for (const { id, url, observation } of batch) {
      const key = keyOf(id);
      const item = items.get(id);
      const link = known.get(key) ?? firstLook(key, url, item, now);
      if (link === null || link.run === runId) continue;
      const seen = observed(link, completed(observation, link, url, item), now, rules);
      const noted = { ...link, ...seen, run: observation.kind === "silent" ? link.run : runId };
      known.set(key, noted);
      news.set(key, noted);
    }
    if (news.size > 0) await links.note(source, [...news.values()]);
  }

  /**
   * By what is left when every document has come to its end: requests for robots.txt and listings. A page that fails may be
   * the only one that was asked, and says nothing of others.
   */
  #hostsDown(): ReadonlyMap<string, string> {
    const down = new Map<string, string>();
    for (const trail of this.#trails.values()) {
      const { answered, parked } = this.#host(trail.host);
      if (!answered && !parked && signOfExchange(trail.outcome, trail.status) === "sick")
        down.set(trail.host, reasonOf(trail, ""));
    }
    return down;
  }

  /** What a host does not answer at all, its links do not answer either. */
  #noteDown(host: string, trouble: string): Promise<void> {
    const { clock, rules } = this.#parts;
    const detail = `${host} answered nothing (${trouble})`;
    return this.#noteAll(host, null, (link) =>
      observed(link, { kind: "failed", reason: HOST_DOWN, detail }, clock.now(), rules),
    );
  }

  /** What was down with its host is back with it. */
  #noteBack(host: string): Promise<void> {
    const { clock, rules } = this.#parts;
    return this.#noteAll(host, HOST_DOWN, (link) => ({
      ...observed(link, BACK, clock.now(), rules),
      lastOk: link.lastOk,
    }));
  }

  async #noteAll(
    host: string,
    reason: string | null,
    change: (link: LinkRecord) => LinkHealth,
  ): Promise<void> {
    const { links, source, runId } = this.#parts;
    const which = { kind: "host", host, notOfRun: runId, reason } as const;
    for (let after: string | null = ""; after !== null;) {
      const page: Awaited<ReturnType<Links["select"]>> = await links.select(source, which, after);
      if (page.links.length > 0)
        await links.note(
          source,
          page.links.map((link) => ({ ...link, ...change(link), run: runId })),
        );
      after = page.next;
    }
  }
}

/** The trouble is the host's, not the link's own. */
const HOST_DOWN = "host_down";

const BACK = { kind: "ok", chain: null, content: { kind: "unseen" } } as const;

/** Where a link leads, and that nobody has looked at it. */
export function place(
  key: string,
  url: string,
): Pick<LinkRecord, "key" | "url" | "host" | "run" | "curated"> {
  return { key, url, host: URL.parse(url)?.host ?? "", run: "", curated: "" };
}

/** Null where it is no link of ours: nothing of it is stored. */
function firstLook(key: string, url: string, item: KnownItem | undefined, now: number): LinkRecord | null {
  if (item?.document == null) return null;
  const { storedAt, url: address = url } = item.document;
  return { ...newLink(now, Date.parse(storedAt) || null), ...place(key, address) };
}

/** Where another address of the page was asked, where that led says nothing of this one. */
function completed(
  observation: Observation,
  link: LinkRecord,
  url: string,
  item: KnownItem | undefined,
): Observation {
  if (observation.kind !== "ok") return observation;
  const { chain, content } = observation;
  const hash = item?.document?.validators.contentSha256 ?? null;
  return {
    kind: "ok",
    chain: normal(url) === normal(link.url) ? chain : null,
    content: content.kind === "same" ? { kind: "same", hash } : content,
  };
}

/** Skipped without anything being wrong with the link itself. */
const NO_FAULT: ReadonlySet<string> = new Set(["robots_disallowed", "no_documents"]);

function observationOf(event: Ended, trail: Trail): Observation | null {
  const chain = trail.urls.slice(1);
  if (event.type === "completed" || event.type === "unchanged")
    return { kind: "ok", chain, content: { kind: "same", hash: null } };
  if (event.type === "pending") return null;
  const { reason, error: detail } = event;
  if (reason === "duplicate") return { kind: "ok", chain, content: { kind: "unseen" } };
  if (reason === "gone") return { kind: "gone", detail };
  if (NO_FAULT.has(reason)) return null;
  if (trail.status === 429 || trail.outcome === "asked_to_wait") return { kind: "silent" };
  return { kind: "failed", reason: reasonOf(trail, reason), detail };
}

/** The trouble itself, where a source counts all of them under one name. */
function reasonOf({ outcome, status }: Trail, reason: string): string {
  if (outcome === "http_status") return `http_${status}`;
  return outcome === "ok" ? reason : outcome;
}

function normal(url: string): string {
  return URL.parse(url)?.href ?? url;
}

/** Looks that are noted together: what is held in memory does not grow with the number of links. */
const BATCH = 1_000;
/** Requests whose end is waited for; those for listings have none. */
const MAX_TRAILS = 10_000;
/** What is known of links to pages that are no longer stored. */
const REMEMBERED_MS = 30 * DAY_MS;
