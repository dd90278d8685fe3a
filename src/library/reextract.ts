import { Extracting } from "../application/extracting.ts";
import { normalizingOf } from "../application/normalizing.ts";
import type { NormalizingParts } from "../application/procedure-reading.ts";
import type { RunRecord } from "../application/ports.ts";
import { RunRecorder } from "../application/run-recorder.ts";
import { recover } from "../application/recover.ts";
import { readingAlerts } from "../domain/alerts.ts";
import { MisuseError, StorageError } from "../domain/errors.ts";
import {
  EVENT_VERSION,
  type EventBody,
  type EventSink,
  type ExtractionCounts,
  type ProcedureCounts,
} from "../domain/events.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Source } from "../domain/source.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createExtractFiles } from "../infrastructure/files/extract-files.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { BUILT_IN_SOURCES, builtInSource } from "../sources/index.ts";
import { asWriter, type WriterPorts } from "./as-writer.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { archiveOf } from "./documents-folder.ts";
import { metricsOf } from "./follow-run.ts";
import { newRunId } from "./ingest.ts";
import { requireOcr } from "./ocr.ts";
import { procedureRules } from "./procedure-rules.ts";
import { readerPool } from "./reader-pool.ts";
import { finishDecisions } from "./review-decisions.ts";
import { type RunHooks, runHooks } from "./run-hooks.ts";
import { optionsFor } from "./source-options.ts";
import { refreshIndex } from "./search-refresh.ts";
import { warn } from "./warning.ts";
import { DEFAULT_RUNS } from "./watch-settings.ts";

export interface ReextractOptions extends CommonOptions {
  /** Reads pages that are pictures of text, too. @default false: they are flagged */
  readonly ocr?: boolean;
  readonly onEvent?: EventSink;
  readonly signal?: AbortSignal;
}

/** The account of a reading of everything that is stored. */
export interface ReextractSummary extends ExtractionCounts {
  readonly source: string;
  readonly documents: number;
  /** What became of them as procedures; absent where the source has none. */
  readonly procedures?: ProcedureCounts;
  /** Why some could not be read. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly durationMs: number;
  readonly exitCode: number;
}

/**
 * Reads every stored document of a source again, offline, and writes what it says. For a new version of Levada, or where
 * `data/extracted/` was lost.
 *
 * @example
 * const { accept, failed } = await reextract("tramites", { root: "corpus" });
 */
export async function reextract(name: string, options: ReextractOptions = {}): Promise<ReextractSummary> {
  const source = builtInSource(name) as Source<unknown>;
  if (source.extraction === undefined) throw notRead(name);
  if (options.ocr === true) requireOcr();
  const configuration = await loadConfiguration(options, name);
  const runId = newRunId();
  const hooks = await runHooks(name, configuration);
  const { onEvent = () => {} } = options;
  const say = (code: string, message: string) => warn({ source, runId, onEvent }, code, message);
  const summary = await asWriter(configuration.root, `reextract ${name}`, (ports) =>
    readAll(source, ports, configuration, { ...options, runId, hooks }),
  ).catch(async (error: unknown) => {
    if (error instanceof StorageError) {
      const about = { source: name, run_id: runId, at: new Date(systemClock.now()).toISOString() };
      hooks.add({ ...SUMMARY, exit_code: 4, ...about }, readingAlerts({ exitCode: 4, failed: 0 }, null));
      await hooks.tell(say);
    }
    throw error;
  });
  await (await metricsOf(configuration, say))?.close();
  await hooks.tell(say);
  return summary;
}

/** What a run has besides what it was asked for. */
interface Following {
  readonly runId: string;
  readonly hooks: RunHooks;
}

function notRead(name: string): MisuseError {
  const names = BUILT_IN_SOURCES.filter(({ extraction }) => extraction !== undefined).map((one) => one.name);
  return new MisuseError(
    `the documents of ${name} are kept as they come; reextract takes ${names.join(", ")}`,
  );
}

async function readAll(
  source: Source<unknown>,
  ports: WriterPorts,
  configuration: Configuration,
  {
    onEvent = () => {},
    signal = new AbortController().signal,
    ocr = false,
    runId,
    hooks,
  }: ReextractOptions & Following,
): Promise<ReextractSummary> {
  const { root, settings } = configuration;
  const { name, extraction: rules } = source;
  if (rules === undefined) throw notRead(name);
  const started = systemClock.monotonic();
  const recorder = new RunRecorder({ ...ports, runId, source: name, clock: systemClock });
  const run = { id: runId, source: name, startedAt: new Date(systemClock.now()).toISOString() };
  const reasons = new Map<string, number>();
  const emit = (body: EventBody) => {
    if (body.type === "extract_failed") reasons.set(body.reason, (reasons.get(body.reason) ?? 0) + 1);
    recorder.see(body);
    const at = new Date(systemClock.now()).toISOString();
    onEvent({ version: EVENT_VERSION, ...body, source: name, run_id: runId, at });
  };
  const archive = await archiveOf(name, configuration);
  if (source.officeOf !== undefined)
    await finishDecisions(createProcedureFiles(root, ports), new Date(systemClock.now()).toISOString());
  await recover(name, { ...ports, archive }, emit);
  await ports.history.begin({ ...run, endedAt: null, exitCode: null, summary: null }, "reextract");
  let failure: { readonly error: unknown } | null = null;
  const reader = readerPool(settings);
  const files = createExtractFiles(root, ports);
  try {
    const extracting = new Extracting({
      ...ports,
      source: name,
      clock: systemClock,
      rules,
      reader,
      ocr,
      files,
      archive,
      emit,
      signals: { stop: signal, abort: signal },
      fail: (error) => void (failure ??= { error }),
    });
    const counts = await extracting.finish({ again: true });
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
    const procedures = await keepProcedures(source, configuration, {
      ...ports,
      extractFiles: files,
      emit,
      signals: { stop: signal },
    });
    await refreshIndex(source, {
      ...ports,
      root,
      config: configuration.config,
      signal,
      warn: (code, message) => emit({ type: "warning", code, message }),
    });
    const summary = {
      source: name,
      documents: Object.values(counts).reduce((sum, n) => sum + n, 0),
      ...counts,
      ...(procedures === null ? {} : { procedures }),
      reasons: Object.fromEntries(reasons),
      durationMs: systemClock.monotonic() - started,
      exitCode: exitCodeOf(signal, extracting.failures),
    };
    await remember(run, summary, hooks, ports);
    await recorder.close(configuration.config.history?.runs ?? DEFAULT_RUNS, summary.exitCode);
    return summary;
  } finally {
    await reader.close();
  }
}

/** How a summary that hooks get begins. */
const SUMMARY = { version: EVENT_VERSION, type: "summary", kind: "reextract" } as const;

/** Such a run is remembered like any other, but none goes on where it ended. */
async function remember(
  run: Pick<RunRecord, "id" | "source" | "startedAt">,
  ended: ReextractSummary,
  hooks: RunHooks,
  { history }: WriterPorts,
): Promise<void> {
  const { durationMs, exitCode, procedures, reasons, accept, review, reject, failed } = ended;
  const summary = {
    duration_ms: Math.round(durationMs),
    exit_code: exitCode,
    extracted: { accept, review, reject, failed },
    reasons,
    ...(procedures === undefined ? {} : { procedures }),
  };
  const endedAt = new Date(systemClock.now()).toISOString();
  const about = { source: run.source, run_id: run.id, at: endedAt };
  await hooks.note({ ...SUMMARY, ...summary, ...about }, readingAlerts(ended, hooks.before));
  const record = { ...run, endedAt, exitCode, summary: summary as unknown as JsonObject };
  await history.begin(record, "reextract");
}

/** Null where the source has none, and where it was stopped. */
async function keepProcedures(
  source: Source<unknown>,
  configuration: Configuration,
  parts: WriterPorts & Pick<NormalizingParts, "extractFiles" | "emit" | "signals">,
): Promise<ProcedureCounts | null> {
  if (source.officeOf === undefined) return null;
  const normalizing = normalizingOf(source, await optionsFor(source, {}, configuration), {
    ...parts,
    clock: systemClock,
    rules: procedureRules,
    files: createProcedureFiles(configuration.root, parts),
    changedSince: systemClock.now(),
    isRegistryGiven: false,
  });
  return (await normalizing?.finish()) ?? null;
}

function exitCodeOf(signal: AbortSignal, failures: number): number {
  if (signal.aborted) return signal.reason === "SIGTERM" ? 143 : 130;
  return failures > 0 ? 1 : 0;
}
