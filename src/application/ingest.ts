import { LevadaError } from "../domain/errors.ts";
import type { DiscoveryOutcome, EventSink, Summary } from "../domain/events.ts";
import type { JsonObject } from "../domain/json.ts";
import { CheckpointKeeper } from "./checkpoint-keeper.ts";
import { Committer } from "./committer.ts";
import { discover, Discovery, notedItems } from "./discovery.ts";
import { DiskGuard } from "./disk-guard.ts";
import { DocumentWorker, type Intent } from "./document-worker.ts";
import { Extracting } from "./extracting.ts";
import { createEngine, type Engine, type RunRequest, runStarted, summarize } from "./engine.ts";
import type {
  DocumentReader,
  ExtractFiles,
  Extracts,
  KnownItem,
  ListingMemory,
  Ports,
  Renderer,
  RunRecord,
} from "./ports.ts";
import { recover } from "./recover.ts";
import { pageRendering } from "./rendering.ts";
import { type Gone, retire } from "./retiring.ts";
import { Scheduler } from "./scheduler.ts";
import { type ForeignFiles, takeOver } from "./taking-over.ts";
import { TogetherWorker } from "./together-worker.ts";
import { storedPage, UnderWay } from "./under-way.ts";

export type IngestPorts = Omit<Ports, "lock"> & {
  /** The database was unreadable and set aside: everything in it is brought back from manifest and checkpoint. */
  readonly databaseWasCorrupt: boolean;
  /** Reads what another program has stored, where the user has a registry of its. @default there is none */
  readonly foreign?: ForeignFiles;
  /** Reads what was stored, where the source wants that. @default nothing is read */
  readonly extraction?: {
    readonly reader: DocumentReader;
    readonly files: ExtractFiles;
    readonly extracts: Extracts;
    /** Shows pages that are scripts only. @default they are flagged */
    readonly renderer?: Renderer;
    /** Reads pages that are pictures of text. @default false: they are flagged */
    readonly ocr?: boolean;
  };
  /** @default listings are not remembered */
  readonly listings?: ListingMemory;
};

/**
 * The use case: discover, fetch, store. Runs under the root's lock. Returns the summary, which is also the last event;
 * throws only when storage broke or something is wrong with Levada itself.
 */
export async function ingest<O>(request: RunRequest<O>, ports: IngestPorts): Promise<Summary> {
  const startedAt = ports.clock.now();
  const started = ports.clock.monotonic();
  let extracting: Extracting | null = null;
  const onEvent: EventSink = (event) => {
    request.onEvent(event);
    if (event.type === "completed") extracting?.add(event.documents ?? [event.id]);
  };
  const engine = createEngine({ ...request, onEvent }, ports);
  engine.emit(runStarted(request, "ingest"));
  if (ports.databaseWasCorrupt) {
    const message =
      "the database was unreadable; it was set aside and is rebuilt from manifest and checkpoint";
    engine.emit({ type: "warning", code: "database_corrupt", message });
  }
  await recover(request.source.name, ports, engine.emit);
  if (ports.foreign !== undefined && (await takeOver(request, ports, ports.foreign, engine.emit)) > 0)
    await recover(request.source.name, ports, engine.emit);

  const journal = runJournal(request, ports, startedAt);
  const since = await cycleStart(request, ports);
  await journal.began();
  const keeper = new CheckpointKeeper(request.source.name, iso(startedAt), ports, engine.fail);
  extracting = extractingOf(request, ports, engine);
  const discovery = await work(request, ports, engine, keeper, since).catch((error: unknown) => {
    engine.fail(error);
    return "failed" as const;
  });
  await extracting?.finish().catch(engine.fail);
  await wrapUp(request, ports, engine, keeper);
  if (discovery === "complete" && engine.failure() === null) await engine.listings?.tidy();

  const summary = summarize(engine, {
    signal: request.signal,
    discovery,
    durationMs: ports.clock.monotonic() - started,
    pendingIsTrouble: true,
    ...(extracting === null ? {} : { extracted: extracting.counts, unread: extracting.failures }),
  });
  if (!isUnsynced(engine)) await journal.ended(summary).catch(engine.fail);
  const cursor = engine.cursor();
  // A limited run has not looked at everything, and says nothing to the next.
  if (summary.exit_code === 0 && discovery === "complete" && cursor !== null)
    await ports.registry.saveCursor(request.source.name, cursor).catch(engine.fail);
  engine.emit(summary);
  engine.close();
  const failure = engine.failure();
  if (failure !== null) throw failure.error;
  return summary;
}

function extractingOf<O>(
  { source, settings, resume }: RunRequest<O>,
  ports: IngestPorts,
  engine: Engine<O>,
): Extracting | null {
  const { extraction, registry, archive } = ports;
  if (extraction === undefined || source.extraction?.duringIngest !== true) return null;
  const { name, extraction: rules } = source;
  const { renderer } = extraction;
  const parts = { ...engine, ...extraction, source: name, rules, registry, archive };
  if (renderer === undefined) return new Extracting(parts);
  const render = pageRendering({ ...engine, renderer, archive, settings });
  // What scripts bring has no validators: it is asked for again after a day.
  const renderedSince = engine.clock.now() - (resume ? DAY_MS : 0);
  return new Extracting({ ...parts, render, renderedSince });
}

/** After a failed sync nothing more is written (E5). */
function isUnsynced<O>(engine: Engine<O>): boolean {
  const error = engine.failure()?.error;
  return error instanceof LevadaError && error.code === "fsync_failed";
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function runJournal<O>(
  { runId, source }: RunRequest<O>,
  { registry, clock }: IngestPorts,
  startedAt: number,
) {
  const run = { id: runId, source: source.name, startedAt: iso(startedAt) };
  return {
    began: () => registry.saveRun({ ...run, endedAt: null, exitCode: null, summary: null }),
    ended: (summary: Summary) =>
      registry.saveRun({
        ...run,
        endedAt: iso(clock.now()),
        exitCode: summary.exit_code,
        summary: summary as unknown as JsonObject,
      }),
  };
}

/** Discovery and fetching side by side, until neither has anything left to do. */
async function work<O>(
  request: RunRequest<O>,
  ports: IngestPorts,
  engine: Engine<O>,
  keeper: CheckpointKeeper,
  checkedSince: number | undefined,
): Promise<DiscoveryOutcome> {
  const { source, runId } = request;
  const { tally, emit } = engine;
  const intents = new Map<string, Intent>();
  const underWay = source.pages === undefined ? null : new UnderWay();
  const proven = new Map<string, string>();
  const disk = new DiskGuard(ports);
  await disk.check();
  const ends = {
    onSettled: (key: string) => {
      intents.delete(key);
      underWay?.end(key);
      keeper.touch();
    },
    onGone: (key: string, reason: string) => void proven.set(key, reason),
    onDismissed: (host: string) => underWay?.endAllOf(host),
  };
  const scheduler = createScheduler(request, ports, engine, intents, disk, ends);
  const noted = notedItems(await ports.frontier.noted(source.name));
  const discovery = new Discovery({
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
        const intent = intentFor(known, change.kind === "changed" && change.conditional);
        if (intent !== NEW) intents.set(reference.key, intent);
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
  const gone = new Map([...(outcome === "complete" ? discovery.gone : []), ...proven]);
  return (await letGo(gone, request, ports, engine)) ? outcome : "refused";
}

const DAY_MS = 24 * 3_600_000;

/**
 * When the first of the latest runs began that did not come to their end: what they have asked for need not be asked
 * again by the one that goes on where they were stopped (within a day: then there is news).
 */
async function cycleStart<O>({ source }: RunRequest<O>, ports: IngestPorts): Promise<number | undefined> {
  if (source.pages === undefined) return undefined;
  const oldest = ports.clock.now() - DAY_MS;
  let start: number | undefined;
  for (const run of await ports.registry.recentRuns(source.name, 100)) {
    const startedAt = Date.parse(run.startedAt);
    if (startedAt < oldest || cameToItsEnd(run)) break;
    start = startedAt;
  }
  return start;
}

function cameToItsEnd({ endedAt, exitCode, summary }: RunRecord): boolean {
  const wasCut = endedAt === null || exitCode === null || [4, 130, 143].includes(exitCode);
  return !wasCut && summary?.["discovery"] !== "limited";
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

/** Most documents are new: they share one intent, so that memory does not grow with their number. */
const NEW: Intent = { known: null, conditional: false };

function intentFor(known: KnownItem | undefined, conditional: boolean): Intent {
  if (known?.document)
    return { known: known.document, conditional, ...(known.check && { check: known.check }) };
  return conditional && known?.twin ? { known: null, conditional, twin: known.twin } : NEW;
}

function createScheduler<O>(
  request: RunRequest<O>,
  ports: IngestPorts,
  engine: Engine<O>,
  intents: Map<string, Intent>,
  disk: DiskGuard,
  ends: {
    readonly onSettled: (key: string) => void;
    readonly onGone: (key: string, reason: string) => void;
    readonly onDismissed: (host: string) => void;
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
    intentOf: (key: string) => intents.get(key) ?? NEW,
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

/** Counts what is left and saves the checkpoint. */
async function wrapUp<O>(
  { runId, source }: RunRequest<O>,
  ports: IngestPorts,
  engine: Engine<O>,
  keeper: CheckpointKeeper,
): Promise<void> {
  try {
    if (engine.failure() === null) {
      engine.tally.end("pending", "interrupted", await ports.frontier.remaining(runId));
    } else engine.tally.end("pending", "storage", engine.tally.imbalance());
    if (!isUnsynced(engine)) await keeper.close();
    if (engine.failure() === null) await ports.archive.tidy(source.name);
  } catch (error) {
    engine.fail(error);
  }
}
