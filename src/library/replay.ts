import { resolve } from "node:path";
import type { RunRequest } from "../application/engine.ts";
import { ingest as runIngest } from "../application/ingest.ts";
import type { Archive, Clock, Manifest } from "../application/ports.ts";
import { MisuseError } from "../domain/errors.ts";
import type { EventSink, Summary } from "../domain/events.ts";
import { storedDocument } from "../domain/manifest.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { noCallLog } from "../infrastructure/files/call-log.ts";
import { callLogsIn, CallLogText } from "../infrastructure/files/call-log-text.ts";
import { createDiskGauge } from "../infrastructure/files/disk-gauge.ts";
import { createManifest } from "../infrastructure/files/manifest.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { zipUnpacker } from "../infrastructure/files/zip-unpacker.ts";
import { noHosts, noNetwork } from "../infrastructure/offline.ts";
import { openSqliteState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { SyncGate } from "../infrastructure/sync-gate.ts";
import { LogReader } from "../sources/wiki/log-reader.ts";
import { resolveWikiOptions, type WikiOptions } from "../sources/wiki/options.ts";
import { createReplaySource, type ReplayMemory } from "../sources/wiki/replay.ts";
import { wiki } from "../sources/wiki/source.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { newRunId, resolveRequest } from "./ingest.ts";

/** Options of `replay`. Everything is optional. */
export interface ReplayOptions extends CommonOptions {
  /** The log of this run only. @default every log, in order */
  readonly run?: string;
  /** Where the logs are; relative to the root. @default "artifacts/raw/wiki/raw" */
  readonly rawDir?: string;
  /** Where the pages go; relative to the root. @default "artifacts/raw/wiki/page" */
  readonly pageDir?: string;
  /** As that of `runCrawl`. */
  readonly registryPath?: string;
  /** Lets pages go that a log proves to be gone, however many they are. @default false */
  readonly allowMassRemoval?: boolean;
  readonly onEvent?: EventSink;
  readonly signal?: AbortSignal;
}

/** A line of a log that could not be read; the others were. */
export interface ReplayProblem {
  readonly run: string;
  /** Counts from 1. */
  readonly line: number;
  readonly problem: string;
}

/** The account of a replay, over all its logs. */
export interface ReplaySummary {
  readonly runs: readonly string[];
  /** Pages written; a page that several logs hold in several versions counts for each. */
  readonly processed: number;
  /** Pages that were there as the logs hold them. */
  readonly unchanged: number;
  readonly failed: number;
  readonly retired: number;
  readonly problems: readonly ReplayProblem[];
  readonly exitCode: number;
  readonly durationMs: number;
}

/**
 * Builds the pages of a wiki anew from the raw logs of its runs, with their manifest lines and registry rows, without
 * the network: the same files, byte for byte but for `fetched_at`. Refused while another process writes to the root.
 *
 * @example
 * const { processed, problems } = await replay("wiki", { root: "corpus" });
 */
export async function replay(source: string, options: ReplayOptions = {}): Promise<ReplaySummary> {
  if (source !== wiki.name) {
    throw new MisuseError(`there is no log of calls of ${JSON.stringify(source)}; replay takes wiki`);
  }
  const started = systemClock.monotonic();
  const configuration = await loadConfiguration(options, wiki.name);
  const request = await replayRequest(options, configuration);
  const logs = await chooseLogs(options, request.options, configuration.root);
  const summaries = await replayAll(logs, request, configuration);
  const sum = (count: (summary: Summary) => number) =>
    summaries.reduce((total, { summary }) => total + (summary === null ? 0 : count(summary)), 0);
  const problems = summaries.flatMap((one) => one.problems);
  const codes = summaries.map(({ summary }) => summary?.exit_code ?? 0);
  return {
    runs: logs.map(({ run }) => run),
    processed: sum(({ completed }) => completed),
    unchanged: sum(({ unchanged }) => unchanged),
    failed: sum(({ failed }) => failed),
    retired: sum(({ retired }) => retired),
    problems,
    exitCode: Math.max(problems.length > 0 ? 1 : 0, ...codes),
    durationMs: systemClock.monotonic() - started,
  };
}

async function replayRequest(
  options: ReplayOptions,
  configuration: Configuration,
): Promise<RunRequest<WikiOptions>> {
  const { run: _, rawDir, pageDir, registryPath, ...common } = options;
  const given = Object.entries({ rawDir, pageDir, registry: registryPath });
  const sourceOptions = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  const request = await resolveRequest(wiki, { ...common, sourceOptions }, configuration);
  const pace = { delayMs: 0, concurrency: 1, obeyRobots: false, explicit: true };
  return { ...request, settings: { ...request.settings, pace: { default: pace, hosts: {} } } };
}

interface ChosenLog {
  readonly run: string;
  readonly file: string;
}

async function chooseLogs(
  { run }: ReplayOptions,
  { rawDir }: WikiOptions,
  root: string,
): Promise<readonly ChosenLog[]> {
  const folder = resolve(root, rawDir);
  const logs = await callLogsIn(folder);
  if (logs.length === 0)
    throw new MisuseError(`there is no log of a run in ${folder}; --raw-dir names the folder`);
  const chosen = run === undefined ? logs : logs.filter((log) => log.run === run);
  if (chosen.length > 0) return chosen;
  const last = logs.slice(-5).map((log) => log.run);
  throw new MisuseError(
    `there is no log of run ${JSON.stringify(run)} in ${folder}; the last ones: ${last.join(", ")}`,
  );
}

interface Replayed {
  readonly summary: Summary | null;
  readonly problems: readonly ReplayProblem[];
}

async function replayAll(
  logs: readonly ChosenLog[],
  request: RunRequest<WikiOptions>,
  { root }: Configuration,
): Promise<readonly Replayed[]> {
  const held = await createRootLock(root).acquire("replay wiki");
  const gate = new SyncGate();
  const manifest = createManifest(root, { gate });
  const { pageDir, registry } = request.options;
  const archive = createArchive(root, { folders: { [wiki.name]: pageDir }, gate });
  try {
    const pagesFile = registry === null ? {} : { pagesFile: resolve(root, registry) };
    const state = await openSqliteState(root, { ...pagesFile, gate });
    const work = async () => {
      const memory: ReplayMemory = {
        listed: new Map(),
        retiredAt: await retirements(manifest, archive),
        isSound: async (document) => (await archive.check(document)) === null,
      };
      const replayed: Replayed[] = [];
      for (const log of logs) {
        if (request.signal.aborted) break;
        const one = replayOne(log, request, memory, { root, state, manifest, archive });
        replayed.push(await one.catch((error: unknown) => ofAnotherWiki(error, log)));
      }
      return replayed;
    };
    const result = await work().catch(async (error: unknown) => {
      // The first error is the one to tell.
      await state.close().catch(() => {});
      throw error;
    });
    await state.close();
    return result;
  } finally {
    await manifest.close();
    await held.release();
  }
}

/** A run that was refused because it asked another wiki has left a log, too. */
function ofAnotherWiki(error: unknown, { run }: ChosenLog): Replayed {
  if (!(error instanceof MisuseError)) throw error;
  return { summary: null, problems: [{ run, line: 1, problem: error.message }] };
}

/** Documents whose last line says that they were let go out of this folder, and when. */
async function retirements(manifest: Manifest, archive: Archive): Promise<ReadonlyMap<string, string>> {
  const at = new Map<string, string>();
  for await (const entry of manifest.scan(wiki.name)) {
    if (entry.kind !== "line") continue;
    const { key, retired, formerPath } = storedDocument(entry.value);
    at.delete(key);
    if (retired !== undefined && archive.owns(wiki.name, formerPath ?? "")) at.set(key, retired.at);
  }
  return at;
}

interface Place {
  readonly root: string;
  readonly state: SqliteState;
  readonly manifest: Manifest;
  readonly archive: Archive;
}

async function replayOne(
  { run, file }: ChosenLog,
  request: RunRequest<WikiOptions>,
  memory: ReplayMemory,
  { root, state, manifest, archive }: Place,
): Promise<Replayed> {
  const text = await CallLogText.open(file);
  try {
    const reader = await LogReader.open(text);
    const problems = reader.problems.map((one) => ({ run, ...one }));
    if (reader.apiUrl === null || !(await reader.site()).ok) return { summary: null, problems };
    const options = resolveWikiOptions({ ...request.options, apiUrl: reader.apiUrl });
    const source = createReplaySource(reader, memory);
    const summary = await runIngest(
      { ...request, source, options, runId: newRunId() },
      {
        ...state,
        // A replay is no run of the source: it has asked nobody anything.
        registry: { ...state.registry, saveRun: async () => {} },
        ledger: noHosts,
        transport: noNetwork,
        calls: noCallLog,
        clock: clockAt(reader.endedAt),
        unpacker: zipUnpacker,
        disk: createDiskGauge(root),
        manifest,
        archive,
        databaseWasCorrupt: state.startedFresh === "corrupt",
      },
    );
    return { summary, problems };
  } finally {
    await text.close();
  }
}

/** Documents are stored as of the run that fetched them, so that later logs are known to be later. */
function clockAt(moment: string): Clock {
  const at = Date.parse(moment);
  return { ...systemClock, now: () => (Number.isNaN(at) ? systemClock.now() : at) };
}
