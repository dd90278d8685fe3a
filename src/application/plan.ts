import type { EventBody, Summary } from "../domain/events.ts";
import type { HostState } from "../domain/host.ts";
import { discover, Discovery, type Judged, notedItems } from "./discovery.ts";
import { createEngine, type Engine, type NetworkPorts, type RunRequest, summarize } from "./engine.ts";
import type { Checkpoints, Frontier, HostLedger, Manifest, Registry } from "./ports.ts";
import { adopt } from "./recover.ts";

/**
 * What `ingest` would do, without fetching a document and without writing anything under the root:
 * the registry and the ledger of a plan are scratch copies.
 */
export async function plan<O>(
  request: RunRequest<O>,
  ports: NetworkPorts & {
    readonly frontier: Frontier;
    readonly manifest: Manifest;
    readonly checkpoints: Checkpoints;
  },
): Promise<Summary> {
  const started = ports.clock.monotonic();
  const engine = createEngine(request, { ...ports, ledger: remembering(ports.ledger) });
  const { tally, emit } = engine;
  emit({ type: "run_started", limit: Number.isFinite(request.limit) ? request.limit : null, mode: "plan" });
  await adopt(request.source.name, ports, emit);

  const { source, options } = request;
  const obeysRobots = (url: URL) => source.obeysRobots?.(url, options) ?? true;
  const noted = notedItems(await ports.frontier.noted(request.source.name));
  const discovery = new Discovery({
    ...engine,
    source: request.source,
    registry: ports.registry,
    limit: request.limit,
    noted,
    remember: async () => {},
    take: async (wanted) => {
      tally.queued += wanted.length;
      for (const judged of wanted) emit(await foresee(judged, engine, obeysRobots));
    },
    pass: (judged) => emit(planned(judged, judged.change.kind)),
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

/** Only robots.txt is asked: a document that may not be fetched is not planned. */
async function foresee<O>(
  judged: Judged,
  { robots, tally }: Engine<O>,
  obeysRobots: (url: URL) => boolean,
): Promise<EventBody> {
  const url = new URL(judged.reference.url);
  const refused = obeysRobots(url) ? await robots.check(url) : null;
  if (refused?.kind === "robots_disallowed") {
    tally.end("skipped", refused.kind);
    return planned(judged, "disallowed");
  }
  tally.end("pending", refused?.kind ?? "planned");
  return planned(judged, judged.change.kind);
}

async function foreseeGone(
  source: string,
  gone: ReadonlyMap<string, string>,
  registry: Registry,
  emit: (event: EventBody) => void,
): Promise<void> {
  for (const { key: id, document } of (await registry.find(source, [...gone.keys()])).values()) {
    if (document === null) continue;
    const { url, fields } = document;
    emit({ type: "planned", id, url, change: "gone", fields, metadata: { reason: gone.get(id) ?? "" } });
  }
}

function planned(
  { reference: { key: id, url, fields, metadata } }: Judged,
  change: (EventBody & { type: "planned" })["change"],
): EventBody {
  return { type: "planned", id, url, change, fields, metadata };
}
