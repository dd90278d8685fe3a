import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import type { RunRequest } from "../application/engine.ts";
import { paceFor, type Settings } from "../application/settings.ts";
import { RunRecorder } from "../application/run-recorder.ts";
import { ingest as runIngest } from "../application/ingest.ts";
import { plan as runPlan } from "../application/plan.ts";
import type { Clock, QueuedItem, Registry, Renderer } from "../application/ports.ts";
import type { EventSink, Summary } from "../domain/events.ts";
import { MisuseError } from "../domain/errors.ts";
import type { Revisit } from "../domain/revisit.ts";
import type { Source } from "../domain/source.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { createCallLog, noCallLog } from "../infrastructure/files/call-log.ts";
import { createDiskGauge } from "../infrastructure/files/disk-gauge.ts";
import { writeDiscoveryQueue } from "../infrastructure/files/discovery-queue.ts";
import { FetchLog } from "../infrastructure/files/fetch-log.ts";
import { createForeignFiles } from "../infrastructure/files/foreign-files.ts";
import { createListingMemory } from "../infrastructure/files/listing-memory.ts";
import { createManifest } from "../infrastructure/files/manifest.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { createExtractFiles } from "../infrastructure/files/extract-files.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { zipUnpacker } from "../infrastructure/files/zip-unpacker.ts";
import { readerPool } from "./reader-pool.ts";
import { requireOcr } from "./ocr.ts";
import { rendererFor } from "./renderer.ts";
import { createTransport } from "../infrastructure/http/transport.ts";
import { SyncGate } from "../infrastructure/sync-gate.ts";
import {
  openScratchState,
  openSqliteState,
  type SqliteState,
} from "../infrastructure/sqlite/sqlite-state.ts";
import { builtInSource } from "../sources/index.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { followRun } from "./follow-run.ts";
import { refuseFiles } from "./chosen-folders.ts";
import { procedureRules } from "./procedure-rules.ts";
import { rememberedOptions } from "./remembered.ts";
import { finishDecisions } from "./review-decisions.ts";
import { refreshIndex } from "./search-refresh.ts";
import { optionsFor } from "./source-options.ts";
import { DEFAULT_RUNS } from "./watch-settings.ts";

/** Options of `ingest`. Everything is optional. */
export interface IngestOptions extends CommonOptions {
  /** The source's own options; unknown ones are its business. */
  readonly sourceOptions?: Readonly<Record<string, unknown>>;
  /** Documents to queue at most in this run. @default the source's own, else no limit */
  readonly limit?: number;
  /** Only say what would be fetched; write nothing. @default false */
  readonly dryRun?: boolean;
  /** False fetches everything again and replaces it. @default true */
  readonly resume?: boolean;
  /**
   * Which known pages are asked for, of tramites and site: `due`, those whose own interval has passed; `listed`, those
   * that a sitemap, feed or catalog says have changed. @default all whose server has not said how long they stay fresh
   */
  readonly revisit?: "due" | "listed";
  /** Take the failed documents of earlier runs only. @default false */
  readonly retryFailed?: boolean;
  /** Wait for hosts that ask for silence, however long. @default false */
  readonly wait?: boolean;
  /** Shows pages that are scripts only to the machine's Chromium before they are read. @default false */
  readonly render?: boolean;
  /** Reads pages of documents that are pictures of text, too. @default false: they are flagged */
  readonly ocr?: boolean;
  /** Lets documents go that are gone at their source, however many they are. @default false */
  readonly allowMassRemoval?: boolean;
  /** Sees every event as it happens. */
  readonly onEvent?: EventSink;
  /** Aborting stops the run: documents in hand are finished or given back, state is saved. */
  readonly signal?: AbortSignal;
  /** Tells what time it is, and waits. @default the system's */
  readonly clock?: Clock;
}

/**
 * Collects the documents of a source into `root`. Resolves with the run's account; rejects with a `LevadaError`
 * for misuse, a locked root or broken storage.
 *
 * @example
 * const summary = await ingest("usgs", { root: "corpus", limit: 5, onEvent: (event) => console.log(event.type) });
 */
export async function ingest<O>(source: Source<O> | string, options: IngestOptions = {}): Promise<Summary> {
  const chosen = typeof source === "string" ? (builtInSource(source) as Source<O>) : source;
  const ofSource = chosen.userAgent === undefined ? {} : { userAgent: chosen.userAgent };
  const configuration = await loadConfiguration(options, chosen.name, process.env, ofSource);
  const request = await resolveRequest(chosen, options, configuration);
  await refuseFiles(request, configuration.root);
  if (options.ocr === true) refuseOcr(chosen, configuration.settings);
  if (options.dryRun === true) return planWith(request, configuration);
  const renderer = options.render === true ? await rendererFor(chosen, configuration.settings) : null;
  const parts = { renderer, ocr: options.ocr ?? false, clock: options.clock ?? systemClock };
  return followRun(request, configuration, (followed) => ingestWith(followed, configuration, parts)).finally(
    () => renderer?.close(),
  );
}

function refuseOcr<O>(source: Source<O>, { extraction }: Settings): void {
  if (source.extraction?.duringIngest !== true || extraction.workers === 0)
    throw new MisuseError(`--ocr is for documents that are read in a run; those of ${source.name} are not`);
  requireOcr();
}

/** What `ingest` would do: the same as `ingest` with `dryRun`. */
export function plan<O>(source: Source<O> | string, options: IngestOptions = {}): Promise<Summary> {
  return ingest(source, { ...options, dryRun: true });
}

export async function resolveRequest<O>(
  source: Source<O>,
  options: IngestOptions,
  configuration: Configuration,
): Promise<RunRequest<O>> {
  const remembered = await rememberedOptions(source, configuration.root);
  const own = await optionsFor(source, options.sourceOptions ?? {}, configuration, remembered);
  const limit = options.limit ?? source.defaultLimit ?? Infinity;
  if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 1)) {
    throw new MisuseError(`limit is ${limit}; it takes a whole number from 1`);
  }
  return {
    source,
    options: own,
    settings: withDelays(configuration, source.delays?.(own) ?? {}),
    runId: newRunId(),
    limit,
    resume: options.resume ?? true,
    ...(options.revisit === undefined ? {} : { revisit: visitsOf(source, options.revisit) }),
    retryFailed: options.retryFailed ?? false,
    wait: options.wait ?? false,
    allowMassRemoval: options.allowMassRemoval ?? false,
    onEvent: options.onEvent ?? (() => {}),
    signal: options.signal ?? new AbortController().signal,
  };
}

function visitsOf<O>({ name, pages }: Source<O>, which: Revisit): Revisit {
  if (pages === undefined)
    throw new MisuseError(`--revisit is for pages of the web; ${name} knows by itself what has changed`);
  return which;
}

/** A pause that a source knows of stands below everything the user has written in rate_limits.yaml. */
function withDelays(
  { settings, rateLimits }: Configuration,
  delays: Readonly<Record<string, number>>,
): Settings {
  if (rateLimits.default?.delayMs !== undefined) return settings;
  const { pace } = settings;
  const hosts = Object.entries(delays)
    .filter(([host]) => !paceFor(pace, host).explicit)
    .map(([host, delayMs]) => [host, { ...pace.hosts[host], delayMs }]);
  return { ...settings, pace: { ...pace, hosts: { ...pace.hosts, ...Object.fromEntries(hosts) } } };
}

/** Sorts by time, and two runs of one second still differ. */
export function newRunId(): string {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  return `${time}-${randomBytes(3).toString("hex")}`;
}

async function ingestWith<O>(
  request: RunRequest<O>,
  { root, settings, config }: Configuration,
  {
    renderer,
    ocr,
    clock,
  }: { readonly renderer: Renderer | null; readonly ocr: boolean; readonly clock: Clock },
): Promise<Summary> {
  const { source, options, runId } = request;
  const folders = source.folders?.(options) ?? {};
  const kept = config.history?.runs ?? DEFAULT_RUNS;
  const gate = new SyncGate();
  const calls =
    folders.calls === undefined
      ? noCallLog
      : createCallLog(root, source.name, folders.calls, runId, { gate });
  const held = await createRootLock(root).acquire(`ingest ${request.source.name}`);
  const transport = createTransport({ allowPrivate: settings.allowPrivate });
  const manifest = createManifest(root, { gate });
  const reader = readerPool(settings);
  const files = createExtractFiles(root, { gate });
  try {
    const pagesFile = folders.registry === undefined ? {} : { pagesFile: resolve(root, folders.registry) };
    if (source.officeOf !== undefined)
      await finishDecisions(createProcedureFiles(root, { gate }), new Date().toISOString());
    const state = await openSqliteState(root, { ...pagesFile, gate });
    const log = folders.logs === undefined ? null : new FetchLog(join(root, folders.logs), runId);
    await log?.open();
    const recorder = new RunRecorder({ ...state, runId, source: source.name, clock: systemClock });
    const onEvent: EventSink = (event) => {
      log?.see(event);
      recorder.see(event);
      request.onEvent(event);
    };
    const summary = await runIngest(
      { ...request, onEvent },
      {
        ...state,
        clock,
        transport,
        archive: createArchive(root, {
          folders: { [source.name]: folders.documents },
          pages: source.pages === undefined ? [] : [source.name],
          gate,
        }),
        calls,
        listings: createListingMemory(root),
        unpacker: zipUnpacker,
        manifest,
        disk: createDiskGauge(root),
        ...(settings.extraction.workers === 0
          ? {}
          : { extraction: { reader, files, extracts: state.extracts, ocr, ...(renderer && { renderer }) } }),
        ...normalizationOf(source, root, state, gate),
        ...(folders.registry === undefined ? {} : { foreign: createForeignFiles(root) }),
        databaseWasCorrupt: state.startedFresh === "corrupt",
        beforeTheEnd: async (warn) => {
          await refreshIndex(source, { ...state, manifest, root, config, signal: request.signal, warn });
          if (source.officeOf !== undefined && settings.extraction.workers > 0 && !request.signal.aborted)
            await recorder.check(warn);
        },
      },
    )
      .then(async (ended) => {
        await recorder.close(kept);
        return ended;
      })
      .catch(async (error: unknown) => {
        // The first error is the one to tell.
        await recorder.close(kept).catch(() => {});
        await state.close().catch(() => {});
        throw error;
      });
    if (log !== null && folders.logs !== undefined) {
      await log.close(new Date());
      await writeDiscoveryQueue(join(root, folders.logs), queueOf(source.name, state.registry), new Date());
    }
    await state.close();
    return summary;
  } finally {
    await reader.close();
    await calls.close();
    await manifest.close();
    await transport.close();
    await held.release();
  }
}

function normalizationOf<O>(
  { officeOf }: Source<O>,
  root: string,
  { procedures }: SqliteState,
  gate: SyncGate,
) {
  if (officeOf === undefined) return {};
  return {
    normalization: { procedures, rules: procedureRules, files: createProcedureFiles(root, { gate }) },
  };
}

async function* queueOf(source: string, registry: Registry): AsyncGenerator<QueuedItem> {
  for (let after: string | null = ""; after !== null;) {
    const page: Awaited<ReturnType<Registry["queue"]>> = await registry.queue(source, after);
    yield* page.items;
    after = page.next;
  }
}

function documentsOf<O>({ source, options }: RunRequest<O>): string | undefined {
  return source.folders?.(options).documents;
}

async function planWith<O>(request: RunRequest<O>, { root, settings }: Configuration): Promise<Summary> {
  const transport = createTransport({ allowPrivate: settings.allowPrivate });
  const registry = request.source.folders?.(request.options).registry;
  const state = await openScratchState(
    root,
    registry === undefined ? {} : { pagesFile: resolve(root, registry) },
  );
  try {
    return await runPlan(request, {
      ...state,
      clock: systemClock,
      transport,
      manifest: createManifest(root),
      archive: createArchive(root, {
        folders: { [request.source.name]: documentsOf(request) },
        pages: request.source.pages === undefined ? [] : [request.source.name],
      }),
      calls: noCallLog,
      listings: createListingMemory(root),
      ...(registry === undefined ? {} : { foreign: createForeignFiles(root) }),
    });
  } finally {
    await state.close();
    await transport.close();
  }
}
