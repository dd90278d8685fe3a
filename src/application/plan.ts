import { admitUrl } from "../domain/address.ts";
import type { EventBody, Summary } from "../domain/events.ts";
import type { HostState } from "../domain/host.ts";
import { describe, type Failure } from "../domain/failure.ts";
import { discover, Discovery, type Judged, notedItems } from "./discovery.ts";
import type { JsonObject } from "../domain/json.ts";
import {
  createEngine,
  type Engine,
  type NetworkPorts,
  type RunRequest,
  runStarted,
  summarize,
} from "./engine.ts";
import { askingPages, type AskPage, reasonOf } from "./plan-pages.ts";
import type {
  Archive,
  Checkpoints,
  Frontier,
  HostLedger,
  ListingMemory,
  Manifest,
  Registry,
} from "./ports.ts";
import { foreignPages } from "./reading.ts";
import { adopt } from "./recover.ts";
import { type ForeignFiles, foreseeTakeOver } from "./taking-over.ts";
import { storedPage, UnderWay } from "./under-way.ts";

/**
 * What `ingest` would do, without fetching a document and without writing anything under the root:
 * the registry and the ledger of a plan are scratch copies.
 */
export async function plan<O>(
  request: RunRequest<O>,
  ports: NetworkPorts & {
    readonly archive: Archive;
    readonly frontier: Frontier;
    readonly manifest: Manifest;
    readonly checkpoints: Checkpoints;
    /** As that of `ingest`. */
    readonly foreign?: ForeignFiles;
  },
): Promise<Summary> {
  const started = ports.clock.monotonic();
  const taken: string[] = [];
  const archive = { list: (source: string) => listed(ports.archive, source, taken) };
  const engine = createEngine(request, {
    ...ports,
    archive,
    ledger: remembering(ports.ledger),
    ...(ports.listings === undefined ? {} : { listings: recalling(ports.listings) }),
  });
  const { tally, emit } = engine;
  emit(runStarted(request, "plan"));
  await adopt(request.source.name, ports, emit);
  if (ports.foreign !== undefined) taken.push(...(await foreseeTakeOver(request, ports, ports.foreign)));

  const { source, options } = request;
  const robotsOf = async (url: URL) => {
    const admitted = admitUrl(url.href, { allowPrivate: request.settings.allowPrivate });
    if (!admitted.ok) return admitted.failure;
    return source.obeysRobots?.(url, options) === false ? null : engine.robots.check(url);
  };
  const ask = source.pages === undefined ? null : askingPages(request, engine, robotsOf);
  const noted = notedItems(await ports.frontier.noted(request.source.name));
  const toRead = new Map<string, string>();
  const underWay = source.pages === undefined ? null : new UnderWay();
  const discovery = new Discovery({
    ...engine,
    context: {
      ...engine.context,
      pageOf: async (key) => {
        await underWay?.whenEnded(key, engine.signals.stop);
        const url = toRead.get(key);
        if (url === undefined) return storedPage(source.name, key, ports);
        const read = await engine.context.read(url, wholeBody);
        if (!read.ok) return null;
        return { bytes: read.value, url: read.url, contentType: read.headers["content-type"] ?? "" };
      },
    },
    rules: { ...engine.rules, now: ports.clock.now() },
    underWay,
    source: request.source,
    registry: ports.registry,
    limit: request.limit,
    noted,
    remember: async () => {},
    conclude: async () => {},
    take: async (wanted) => {
      tally.queued += wanted.length;
      const foreseen = wanted.map(async (judged) => {
        const { key, url } = judged.reference;
        const event = await foresee(judged, engine, robotsOf, ask);
        if (event.change === "new" || event.change === "changed") toRead.set(key, url);
        emit(event);
        underWay?.end(key);
      });
      await Promise.all(foreseen);
    },
    pass: (judged) =>
      emit(planned(judged, judged.change.kind, ask === null ? "" : reasonOf(judged, ports.clock.now()))),
  });
  const outcome = await discover(request, ports.frontier, discovery, noted, emit);
  if (outcome === "complete") await foreseeGone(request.source.name, discovery.gone, ports.registry, emit);
  const summary = summarize(engine, {
    signal: request.signal,
    discovery: outcome,
    durationMs: ports.clock.monotonic() - started,
    pendingIsTrouble: false,
  });
  emit(summary);
  engine.close();
  return summary;
}

type PlannedEvent = EventBody & { readonly type: "planned" };

async function wholeBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** With what would be there if documents of another program's were taken over. */
async function* listed(archive: Archive, source: string, taken: readonly string[]): AsyncGenerator<string> {
  yield* archive.list(source);
  yield* taken;
}

/** Paces in memory: what is learned about hosts is gone with the plan. */
function remembering(ledger: HostLedger): HostLedger {
  const learned = new Map<string, HostState>();
  return {
    ...ledger,
    load: async (host) => learned.get(host) ?? ledger.load(host),
    save: async (state) => void learned.set(state.host, state),
    associate: async () => {},
  };
}

/** What earlier runs have kept is used; nothing is added. */
function recalling(listings: ListingMemory): ListingMemory {
  return { ...listings, keep: async () => null, tidy: async () => {} };
}

/** A document that may not be fetched is not planned. Besides robots.txt only the servers of pages are asked. */
async function foresee<O>(
  judged: Judged,
  { tally }: Engine<O>,
  refusalOf: (url: URL) => Promise<Failure | null>,
  ask: AskPage | null,
): Promise<PlannedEvent> {
  const refused = await refusalOf(new URL(judged.reference.url));
  if (refused?.kind === "robots_disallowed" || refused?.kind === "address_refused") {
    tally.end("skipped", refused.kind);
    return planned(judged, "disallowed", describe(refused));
  }
  const seen = refused === null ? await ask?.(judged) : undefined;
  if (seen?.change === "unchanged") tally.end("unchanged");
  else if (seen?.change === "gone") tally.end("skipped", "gone");
  else tally.end("pending", refused?.kind ?? "planned");
  return planned(judged, seen?.change ?? judged.change.kind, seen?.reason ?? "");
}

async function foreseeGone(
  source: string,
  gone: ReadonlyMap<string, string>,
  registry: Registry,
  emit: (event: EventBody) => void,
): Promise<void> {
  const event = (id: string, url: string, fields: JsonObject): EventBody => {
    return { type: "planned", id, url, change: "gone", fields, metadata: { reason: gone.get(id) ?? "" } };
  };
  for (const { key, document } of (await registry.find(source, [...gone.keys()])).values()) {
    if (document !== null) emit(event(key, document.url, document.fields));
  }
  for await (const { pageId, title } of foreignPages(registry)) {
    if (gone.has(String(pageId))) emit(event(String(pageId), "", { pageid: pageId, title }));
  }
}

function planned(
  { reference: { key: id, url, fields, metadata } }: Judged,
  change: PlannedEvent["change"],
  reason = "",
): PlannedEvent {
  const why = reason === "" ? {} : { reason };
  return { type: "planned", id, url, change, fields, metadata: { ...metadata, ...why } };
}
