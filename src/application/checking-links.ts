import { conditionalHeaders } from "../domain/change.ts";
import { describe, type Failure, reasonOf } from "../domain/failure.ts";
import { type HealthRules, newLink, type Observation } from "../domain/link-health.ts";
import type { StoredDocument, Validators } from "../domain/reference.ts";
import { createEngine, type Engine, type NetworkPorts, type RunRequest } from "./engine.ts";
import type { Consumed, Fetched } from "./fetcher.ts";
import { LinkWatch, place } from "./link-watch.ts";
import type { HttpAnswer, KnownItem, LinkRecord, Links } from "./ports.ts";

/** SHA-256 of a body, hex; that of the stored version where it says the same. */
export type DigestOf = (
  body: AsyncIterable<Uint8Array>,
  of: { readonly document: StoredDocument | null; readonly url: string; readonly contentType: string },
) => Promise<string>;

export interface CheckPorts extends NetworkPorts {
  readonly links: Links;
  readonly digest: DigestOf;
}

export interface CuratedLink {
  readonly tramite: string;
  readonly key: string;
  readonly url: string;
}

export interface CheckedLinks {
  /** Asked, with an answer or without. */
  readonly checked: number;
  /** Not asked: their host asks for silence, is in trouble, or its robots.txt is unavailable or says no. */
  readonly held: number;
}

/**
 * Looks at known links again (P38), those that were not looked at for longest first. Every request passes where those of a
 * run pass: guard, robots.txt, pace, park, breaker. Nothing is stored but what is learned of the links.
 */
export async function checkLinks<O>(
  request: RunRequest<O>,
  ports: CheckPorts,
  curated: AsyncIterable<CuratedLink>,
): Promise<CheckedLinks> {
  const { source, runId, settings } = request;
  const { links, registry, clock } = ports;
  const rules: HealthRules = settings.health;
  const watch = new LinkWatch({ source: source.name, runId, links, registry, clock, rules });
  const engine = createEngine(
    {
      ...request,
      onEvent: (event) => {
        watch.see(event);
        request.onEvent(event);
      },
    },
    ports,
  );
  try {
    await watch.takeStored();
    await takeCurated(source.name, curated, ports);
    const counts = await new LinkChecking(request, ports, engine, watch).run();
    await watch.finish();
    const failure = engine.failure();
    if (failure !== null) throw failure.error;
    return counts;
  } finally {
    engine.close();
  }
}

/** Sources of curated files are known links, also where nothing is stored of them. */
async function takeCurated(
  source: string,
  curated: AsyncIterable<CuratedLink>,
  { links, clock }: CheckPorts,
): Promise<void> {
  await links.clearCurated(source);
  let batch: CuratedLink[] = [];
  const note = async () => {
    const known = await links.find(
      source,
      batch.map(({ key }) => key),
    );
    const now = clock.now();
    await links.note(
      source,
      batch.map(({ key, url, tramite }) => ({
        ...(known.get(key) ?? { ...newLink(now), ...place(key, url) }),
        curated: tramite,
      })),
    );
    batch = [];
  };
  for await (const one of curated) if (batch.push(one) >= PAGE) await note();
  await note();
}

class LinkChecking<O> {
  readonly #request: RunRequest<O>;
  readonly #ports: CheckPorts;
  readonly #engine: Engine<O>;
  readonly #watch: LinkWatch;
  #checked = 0;
  #held = 0;

  constructor(request: RunRequest<O>, ports: CheckPorts, engine: Engine<O>, watch: LinkWatch) {
    this.#request = request;
    this.#ports = ports;
    this.#engine = engine;
    this.#watch = watch;
  }

  async run(): Promise<CheckedLinks> {
    const { source, limit } = this.#request;
    const before = this.#ports.clock.now();
    let left = limit;
    let after: LinkRecord | null = null;
    while (left > 0 && !this.#engine.signals.stop.aborted) {
      const due: readonly LinkRecord[] = await this.#ports.links.due(
        source.name,
        { before, after },
        Math.min(PAGE, left),
      );
      if (due.length === 0) break;
      left -= due.length;
      after = due.at(-1) ?? null;
      await this.#checkAll(due);
      await this.#watch.flush();
    }
    return { checked: this.#checked, held: this.#held };
  }

  /** Hosts side by side, the links of each in turn. */
  async #checkAll(links: readonly LinkRecord[]): Promise<void> {
    const { source, settings } = this.#request;
    const keys = links.map(({ key }) => key);
    const known = await this.#ports.registry.find(source.name, keys);
    const hosts = [...Map.groupBy(links, ({ host }) => host).values()];
    const worker = async () => {
      for (let ofHost = hosts.shift(); ofHost !== undefined; ofHost = hosts.shift())
        for (const link of ofHost) {
          if (this.#engine.signals.stop.aborted) return;
          await this.#check(link, known.get(link.key));
        }
    };
    await Promise.all(Array.from({ length: Math.min(settings.hostsInFlight, hosts.length) }, worker));
  }

  async #check(link: LinkRecord, item: KnownItem | undefined): Promise<void> {
    const observation = await this.#look(link.url, item);
    if (observation === null) return;
    if (observation.kind === "silent") this.#held++;
    else this.#checked++;
    this.#watch.add(link.key, link.url, observation);
  }

  /** Null where the check was stopped. */
  async #look(url: string, item: KnownItem | undefined): Promise<Observation | null> {
    const document = item?.document ?? null;
    const validators = item?.check?.validators ?? document?.validators ?? {};
    if (validators.etag !== undefined || validators.lastModified !== undefined) {
      const head = await this.#fetch<null>(url, "HEAD", {}, async (answer) => {
        await answer.discard();
        return { value: null };
      });
      if (head.ok && "value" in head && isSame(head.headers, validators))
        return this.#well(url, { kind: "same", hash: null });
      // Not every server knows HEAD: one that refuses it is asked as everybody asks.
      if (!head.ok && !isOfHead(head.failure)) return observationOf(head.failure);
    }
    const got = await this.#fetch<string>(
      url,
      "GET",
      conditionsFor(document, validators),
      async ({ body, headers }) => {
        const contentType = headers["content-type"] ?? "";
        return { value: await this.#ports.digest(body, { document, url, contentType }) };
      },
    );
    if (!got.ok) return observationOf(got.failure);
    if (!("value" in got)) return this.#well(url, { kind: "same", hash: null });
    const stored = document?.validators.contentSha256 ?? null;
    return this.#well(url, { kind: "seen", hash: got.value, stored });
  }

  #well(url: string, content: (Observation & { readonly kind: "ok" })["content"]): Observation {
    return { kind: "ok", chain: this.#watch.chainOf(url), content };
  }

  #fetch<T>(
    url: string,
    method: "GET" | "HEAD",
    conditions: Readonly<Record<string, Readonly<Record<string, string>>>>,
    consume: (answer: HttpAnswer) => Promise<Consumed<T>>,
  ): Promise<Fetched<T>> {
    const { fetcher, robots } = this.#engine;
    return fetcher.attempt<T>({
      url,
      method,
      attempt: 1,
      limits: this.#request.settings.documentLimits,
      conditions: ({ href }) => conditions[href] ?? {},
      inScope: ({ protocol }) => /^https?:$/.test(protocol),
      robots: (hop) => robots.check(hop),
      consume,
    });
  }
}

/** The page's own address only: what was said of it says nothing of another. */
function conditionsFor(
  document: StoredDocument | null,
  validators: Validators,
): Readonly<Record<string, Readonly<Record<string, string>>>> {
  if (document === null) return {};
  const own = URL.parse(document.page?.url ?? document.url)?.href;
  return own === undefined ? {} : { [own]: conditionalHeaders(validators) };
}

/** The server says that it is the version that is stored; what it does not say, it does not say. */
function isSame(headers: Readonly<Record<string, string>>, { etag, lastModified }: Validators): boolean {
  if (etag !== undefined) return headers["etag"] === etag;
  return lastModified !== undefined && headers["last-modified"] === lastModified;
}

/** It may be the way of asking that failed, not the link. */
function isOfHead(failure: Failure): boolean {
  if (failure.kind === "body_broken" || failure.kind === "unexpected_content") return true;
  if (failure.kind !== "http_status") return false;
  const { status } = failure;
  return status === 501 || (status >= 400 && status < 500 && status !== 410 && status !== 429);
}

function observationOf(failure: Failure): Observation | null {
  const detail = describe(failure);
  switch (failure.kind) {
    case "interrupted":
      return null;
    case "host_held":
    case "robots_unavailable":
    case "robots_disallowed":
    case "asked_to_wait":
      return { kind: "silent" };
    case "http_status":
      if (failure.status === 429) return { kind: "silent" };
      if (failure.status === 410) return { kind: "gone", detail };
      return { kind: "failed", reason: `http_${failure.status}`, detail };
    default:
      return { kind: "failed", reason: reasonOf(failure), detail };
  }
}

const PAGE = 1_000;
