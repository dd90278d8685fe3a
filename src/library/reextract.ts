import { Extracting } from "../application/extracting.ts";
import { MisuseError } from "../domain/errors.ts";
import { EVENT_VERSION, type EventBody, type EventSink, type ExtractionCounts } from "../domain/events.ts";
import type { Source } from "../domain/source.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createExtractFiles } from "../infrastructure/files/extract-files.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { openSqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { SyncGate } from "../infrastructure/sync-gate.ts";
import { BUILT_IN_SOURCES, builtInSource } from "../sources/index.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { archiveOf } from "./documents-folder.ts";
import { newRunId } from "./ingest.ts";
import { requireOcr } from "./ocr.ts";
import { readerPool } from "./reader-pool.ts";

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
  const held = await createRootLock(configuration.root).acquire(`reextract ${name}`);
  try {
    return await readAll(source, configuration, options);
  } finally {
    await held.release();
  }
}

function notRead(name: string): MisuseError {
  const names = BUILT_IN_SOURCES.filter(({ extraction }) => extraction !== undefined).map((one) => one.name);
  return new MisuseError(
    `the documents of ${name} are kept as they come; reextract takes ${names.join(", ")}`,
  );
}

async function readAll(
  source: Source<unknown>,
  configuration: Configuration,
  { onEvent = () => {}, signal = new AbortController().signal, ocr = false }: ReextractOptions,
): Promise<ReextractSummary> {
  const { root, settings } = configuration;
  const { name, extraction: rules } = source;
  if (rules === undefined) throw notRead(name);
  const started = systemClock.monotonic();
  const gate = new SyncGate();
  const runId = newRunId();
  const reasons = new Map<string, number>();
  const emit = (body: EventBody) => {
    if (body.type === "extract_failed") reasons.set(body.reason, (reasons.get(body.reason) ?? 0) + 1);
    const at = new Date(systemClock.now()).toISOString();
    onEvent({ version: EVENT_VERSION, ...body, source: name, run_id: runId, at });
  };
  let failure: { readonly error: unknown } | null = null;
  const reader = readerPool(settings);
  const state = await openSqliteState(root, { gate });
  try {
    const extracting = new Extracting({
      source: name,
      clock: systemClock,
      rules,
      reader,
      ocr,
      extracts: state.extracts,
      files: createExtractFiles(root, { gate }),
      registry: state.registry,
      archive: await archiveOf(name, configuration),
      emit,
      signals: { stop: signal, abort: signal },
      fail: (error) => void (failure ??= { error }),
    });
    const counts = await extracting.finish({ again: true });
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
    return {
      source: name,
      documents: Object.values(counts).reduce((sum, n) => sum + n, 0),
      ...counts,
      reasons: Object.fromEntries(reasons),
      durationMs: systemClock.monotonic() - started,
      exitCode: exitCodeOf(signal, counts.failed - (reasons.get("unsupported") ?? 0)),
    };
  } finally {
    await reader.close();
    await state.close();
  }
}

/** A picture is stored and not read; that is no failure. */
function exitCodeOf(signal: AbortSignal, failed: number): number {
  if (signal.aborted) return signal.reason === "SIGTERM" ? 143 : 130;
  return failed > 0 ? 1 : 0;
}
