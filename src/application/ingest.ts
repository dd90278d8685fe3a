import { LevadaError } from "../domain/errors.ts";
import type { EventSink, ProcedureCounts, Summary } from "../domain/events.ts";
import { CheckpointKeeper } from "./checkpoint-keeper.ts";
import { collect } from "./collect.ts";
import { createEngine, type Engine, type RunRequest, runStarted, summarize } from "./engine.ts";
import { Extracting } from "./extracting.ts";
import type { IngestPorts } from "./ingest-ports.ts";
import { LinkWatch } from "./link-watch.ts";
import { normalizingOf } from "./normalizing.ts";
import { recover } from "./recover.ts";
import { pageRendering } from "./rendering.ts";
import { cycleStart, DAY_MS, iso, runJournal } from "./run-journal.ts";
import { takeOver } from "./taking-over.ts";

/**
 * The use case: discover, fetch, store. Runs under the root's lock. Returns the summary, which is also the last event;
 * throws only when storage broke or something is wrong with Levada itself.
 */
export async function ingest<O>(request: RunRequest<O>, ports: IngestPorts): Promise<Summary> {
  const startedAt = ports.clock.now();
  const started = ports.clock.monotonic();
  let extracting: Extracting | null = null;
  const stored = new Set<string>();
  const linkWatch = linkWatchOf(request, ports);
  const onEvent: EventSink = (event) => {
    request.onEvent(event);
    linkWatch?.see(event);
    if (event.type !== "completed") return;
    const keys = event.documents ?? [event.stored_as ?? event.id];
    extracting?.add(keys);
    if (ports.normalization !== undefined) for (const key of keys) stored.add(key);
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
  const discovery = await collect(request, ports, engine, keeper, since).catch((error: unknown) => {
    engine.fail(error);
    return "failed" as const;
  });
  await extracting?.finish().catch(engine.fail);
  if (engine.failure() === null) await linkWatch?.finish().catch(engine.fail);
  const news = { changedSince: since ?? startedAt, isFromThisRun: (key: string) => stored.has(key) };
  const procedures = await keepProcedures(request, ports, engine, news).catch((error: unknown) => {
    engine.fail(error);
    return null;
  });
  await wrapUp(request, ports, engine, keeper);
  if (engine.failure() === null)
    await ports.beforeTheEnd?.((code, message) => engine.emit({ type: "warning", code, message }));
  if (discovery === "complete" && engine.failure() === null) await engine.listings?.tidy();

  const summary = summarize(engine, {
    signal: request.signal,
    discovery,
    durationMs: ports.clock.monotonic() - started,
    pendingIsTrouble: true,
    ...(extracting === null ? {} : { extracted: extracting.counts, unread: extracting.failures }),
    ...(procedures === null ? {} : { procedures }),
  });
  if (!isUnsynced(engine)) await request.beforeEnd?.(summary).catch(engine.fail);
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

function linkWatchOf<O>(
  { source, runId, settings }: RunRequest<O>,
  { links, registry, clock }: IngestPorts,
): LinkWatch | null {
  if (links === undefined || source.pages === undefined) return null;
  return new LinkWatch({ source: source.name, runId, links, registry, clock, rules: settings.health });
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

/** Null where there are none to keep, and where the run was stopped. */
async function keepProcedures<O>(
  { source, options }: RunRequest<O>,
  ports: IngestPorts,
  engine: Engine<O>,
  news: { readonly changedSince: number; readonly isFromThisRun: (key: string) => boolean },
): Promise<ProcedureCounts | null> {
  const { extraction, normalization } = ports;
  if (extraction === undefined || normalization === undefined || engine.failure() !== null) return null;
  const normalizing = normalizingOf(source, options, {
    ...engine,
    ...ports,
    ...normalization,
    extracts: extraction.extracts,
    extractFiles: extraction.files,
    ...news,
    isRegistryGiven: true,
  });
  return normalizing === null ? null : await normalizing.finish();
}

/** After a failed sync nothing more is written (E5). */
function isUnsynced<O>(engine: Engine<O>): boolean {
  const error = engine.failure()?.error;
  return error instanceof LevadaError && error.code === "fsync_failed";
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
