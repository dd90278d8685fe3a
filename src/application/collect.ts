import type { DiscoveryOutcome } from "../domain/events.ts";
import type { CheckpointKeeper } from "./checkpoint-keeper.ts";
import { Committer } from "./committer.ts";
import { discover, Discovery, notedItems } from "./discovery.ts";
import { DiskGuard } from "./disk-guard.ts";
import { DocumentWorker } from "./document-worker.ts";
import type { Engine, RunRequest } from "./engine.ts";
import type { IngestPorts } from "./ingest-ports.ts";
import { type Decision, decisionOn, intentOf } from "./intents.ts";
import { type Gone, retire } from "./retiring.ts";
import { Scheduler } from "./scheduler.ts";
import { TogetherWorker } from "./together-worker.ts";
import { storedPage, UnderWay } from "./under-way.ts";

/** Discovery and fetching side by side, until neither has anything left to do. */
export async function collect<O>(
  request: RunRequest<O>,
  ports: IngestPorts,
  engine: Engine<O>,
  keeper: CheckpointKeeper,
  checkedSince: number | undefined,
): Promise<DiscoveryOutcome> {
  const { source, runId } = request;
  const { tally, emit } = engine;
  const decided = new Map<string, Decision>();
  const underWay = source.pages === undefined ? null : new UnderWay();
  const proven = new Map<string, string>();
  const provenByAlias = new Map<string, string>();
  const disk = new DiskGuard(ports);
  await disk.check();
  const ends = {
    onSettled: (key: string) => {
      decided.delete(key);
      underWay?.end(key);
      keeper.touch();
    },
    onGone: (key: string, reason: string, by: string) =>
      void (by === key ? proven : provenByAlias).set(key, reason),
    onDismissed: (host: string) => underWay?.endAllOf(host),
    isGone: (key: string): boolean => discovery.gone.has(key),
    isFound: (key: string): boolean => discovery.isFound(key),
  };
  const scheduler = createScheduler(request, ports, engine, decided, disk, ends);
  const noted = notedItems(await ports.frontier.noted(source.name));
  const discovery: Discovery<O> = new Discovery({
    ...engine,
    context: {
      ...engine.context,
      pageOf: async (key) => {
        await underWay?.whenEnded(key, engine.signals.stop);
        return storedPage(source.name, key, ports);
      },
    },
    rules: {
      ...engine.rules,
      now: ports.clock.now(),
      ...(checkedSince === undefined ? {} : { checkedSince }),
    },
    source,
    underWay,
    registry: ports.registry,
    limit: request.limit,
    noted,
    remember: async (unreadable, readable) => {
      await ports.frontier.note(source.name, unreadable);
      await ports.frontier.forget(source.name, readable);
    },
    conclude: (keys) => ports.frontier.conclude(source.name, keys),
    take: async (wanted) => {
      for (const { reference, known, change } of wanted) {
        const decision = decisionOn(known, change.kind === "changed" && change.conditional);
        if (decision !== null) decided.set(reference.key, decision);
        emit({ type: "queued", id: reference.key, url: reference.url });
      }
      tally.queued += wanted.length;
      await ports.frontier.enqueue(
        source.name,
        runId,
        wanted.map(({ reference }) => reference),
      );
      await scheduler.added(new Set(wanted.map(({ reference }) => new URL(reference.url).host)));
    },
    pass: ({ reference: { key: id, url }, change }) => {
      if (change.kind !== "gone") return emit({ type: "unchanged", id, url });
      const { reason } = change;
      emit({ type: "skipped", id, url, reason, error: `known from before: ${reason}` });
    },
  });
  const discovering = discover(request, ports.frontier, discovery, noted, emit).finally(() =>
    scheduler.discoveryEnded(),
  );
  discovering.catch(engine.fail);
  await scheduler.run().catch(engine.fail);
  const outcome = await discovering;
  if (engine.failure() === null)
    for (const [name, value] of engine.notes)
      await ports.registry.saveCursor(`${source.name}/${name}`, value);
  if (outcome === "interrupted" || engine.failure() !== null) return outcome;
  // Absence is proof only where everything was seen; the server's own word always is.
  const byAlias = [...provenByAlias].filter(([key]) => !discovery.isFound(key));
  const gone = new Map([...(outcome === "complete" ? discovery.gone : []), ...byAlias, ...proven]);
  return (await letGo(gone, request, ports, engine)) ? outcome : "refused";
}

/** Only after a complete discovery, and when everything else is stored. */
async function letGo<O>(
  gone: Gone,
  { source, options, allowMassRemoval }: RunRequest<O>,
  ports: IngestPorts,
  engine: Engine<O>,
): Promise<boolean> {
  const folder = source.folders?.(options).retired ?? `data/retired/${source.name}`;
  return retire(gone, { ...ports, ...engine, source: source.name, folder, allowMassRemoval });
}

function createScheduler<O>(
  request: RunRequest<O>,
  ports: IngestPorts,
  engine: Engine<O>,
  decided: ReadonlyMap<string, Decision>,
  disk: DiskGuard,
  ends: {
    readonly onSettled: (key: string) => void;
    readonly onGone: (key: string, reason: string, by: string) => void;
    readonly onDismissed: (host: string) => void;
    readonly isGone: (key: string) => boolean;
    readonly isFound: (key: string) => boolean;
  },
): Scheduler {
  const { source, options, settings, runId } = request;
  const parts = {
    ...engine,
    source,
    options,
    settings,
    archive: ports.archive,
    unpacker: ports.unpacker,
    frontier: ports.frontier,
    registry: ports.registry,
    committer: new Committer(source.name, ports, engine.failure),
    waits: request.wait,
    intentOf: (key: string) => intentOf(key, decided.get(key), source.name, ports.registry, ends.isGone),
    startedAt: ports.clock.now(),
    ...ends,
  };
  const { together } = source;
  const worker =
    together === undefined ? new DocumentWorker(parts) : new TogetherWorker({ ...parts, together });
  return new Scheduler({
    ...engine,
    run: runId,
    frontier: ports.frontier,
    settings,
    worker,
    onFatal: engine.fail,
    onDismissed: ends.onDismissed,
    beforeDocument: () => disk.check(),
  });
}
