import { resolve } from "node:path";
import type { RunRequest } from "../application/engine.ts";
import { ingest as runIngest } from "../application/ingest.ts";
import type { Clock } from "../application/ports.ts";
import { isMassRemoval, massRemovalText } from "../application/retiring.ts";
import { MisuseError } from "../domain/errors.ts";
import type { EventSink, Summary } from "../domain/events.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { noCallLog } from "../infrastructure/files/call-log.ts";
import { callLogsIn, CallLogText } from "../infrastructure/files/call-log-text.ts";
import { createDiskGauge } from "../infrastructure/files/disk-gauge.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { zipUnpacker } from "../infrastructure/files/zip-unpacker.ts";
import { noHosts, noNetwork } from "../infrastructure/offline.ts";
import { LogReader } from "../sources/wiki/log-reader.ts";
import { resolveWikiOptions, type WikiOptions } from "../sources/wiki/options.ts";
import { type OwedPage, OwedPages } from "../sources/wiki/owed-pages.ts";
import { createReplaySource, type ReplayMemory } from "../sources/wiki/replay.ts";
import { wiki } from "../sources/wiki/source.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { refuseFiles } from "./chosen-folders.ts";
import { newRunId, resolveRequest } from "./ingest.ts";
import { openReplayPlace, type ReplayPlace } from "./replay-place.ts";
import { warn } from "./warning.ts";

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

/** A page that the logs tell of and whose text none of them holds. */
export interface MissingPage {
  readonly pageid: number;
  readonly title: string;
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
  /** Pages that could not be rebuilt: their runs were killed or limited, or their logs are cut. */
  readonly missing: readonly MissingPage[];
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
  await refuseFiles(request, configuration.root);
  const logs = await chooseLogs(options, request.options, configuration.root);
  const { summaries, owed, wasRefused } = await replayAll(logs, request, configuration);
  const sum = (count: (summary: Summary) => number) =>
    summaries.reduce((total, { summary }) => total + (summary === null ? 0 : count(summary)), 0);
  const problems = summaries.flatMap((one) => one.problems);
  const missing = request.signal.aborted ? [] : missingOf(owed, logs, request);
  const codes = summaries.map(({ summary }) => summary?.exit_code ?? 0);
  const isWhole = problems.length === 0 && missing.length === 0 && !wasRefused;
  return {
    runs: logs.map(({ run }) => run),
    processed: sum(({ completed }) => completed),
    unchanged: sum(({ unchanged }) => unchanged),
    failed: sum(({ failed }) => failed),
    retired: sum(({ retired }) => retired),
    problems,
    missing,
    exitCode: Math.max(isWhole ? 0 : 1, ...codes),
    durationMs: systemClock.monotonic() - started,
  };
}

/** What a run did not ask for may be in the logs of the runs before it, where they were not asked. */
function missingOf(
  owed: readonly OwedPage[],
  logs: readonly ChosenLog[],
  request: RunRequest<WikiOptions>,
): readonly MissingPage[] {
  const hasEarlier = logs[0]?.isFirst === false;
  const missing = owed.filter(({ wasAsked }) => wasAsked || !hasEarlier);
  if (missing.length > 0) {
    const what = `the logs tell of ${missing.length} pages and do not hold their text: ${namesOf(missing)}`;
    warn(request, "not_in_log", `${what}; levada ingest wiki fetches them`);
  }
  const others = owed.length - missing.length;
  if (others > 0) {
    const message = `the log of this run lists ${others} pages that it did not fetch; without --run, the logs before it are replayed too`;
    warn(request, "in_earlier_logs", message);
  }
  return missing.map(({ pageid, title }) => ({ pageid, title }));
}

const NAMED = 5;

function namesOf(pages: readonly MissingPage[]): string {
  const names = pages.slice(0, NAMED).map(({ pageid, title }) => `${title} (${pageid})`);
  return pages.length > NAMED ? `${names.join(", ")} and ${pages.length - NAMED} more` : names.join(", ");
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
  /** No log in the folder is older. */
  readonly isFirst: boolean;
}

async function chooseLogs(
  { run }: ReplayOptions,
  { rawDir }: WikiOptions,
  root: string,
): Promise<readonly ChosenLog[]> {
  const folder = resolve(root, rawDir);
  const logs = (await callLogsIn(folder)).map((log, at) => ({ ...log, isFirst: at === 0 }));
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

interface ReplayedAll {
  readonly summaries: readonly Replayed[];
  readonly owed: readonly OwedPage[];
  /** So many pages are gone that the user has to be asked. */
  readonly wasRefused: boolean;
}

async function replayAll(
  logs: readonly ChosenLog[],
  request: RunRequest<WikiOptions>,
  { root }: Configuration,
): Promise<ReplayedAll> {
  const held = await createRootLock(root).acquire("replay wiki");
  try {
    const place = await openReplayPlace(root, request.options);
    const result = await replayInto(place, logs, request, root).catch(async (error: unknown) => {
      // The first error is the one to tell.
      await place.close().catch(() => {});
      throw error;
    });
    await place.close();
    return result;
  } finally {
    await held.release();
  }
}

async function replayInto(
  place: ReplayPlace,
  logs: readonly ChosenLog[],
  request: RunRequest<WikiOptions>,
  root: string,
): Promise<ReplayedAll> {
  const { archive, retiredAt, known } = place;
  const owed = new OwedPages();
  let wasRefused = false;
  const memory: ReplayMemory = {
    listed: new Map(),
    retiredAt,
    isSound: async (document) => (await archive.check(document)) === null,
    owed,
    brought: new Set(),
    mayLetGo: (gone, stored) => {
      if (known === null || request.allowMassRemoval || !isMassRemoval(gone, stored)) return true;
      wasRefused = true;
      warn(request, "mass_removal", massRemovalText(gone, stored));
      return false;
    },
  };
  const summaries: Replayed[] = [];
  for (const log of logs) {
    if (request.signal.aborted) break;
    const one = replayOne(log, request, memory, place, root);
    summaries.push(await one.catch((error: unknown) => ofAnotherWiki(error, log)));
  }
  const isKnown = ({ pageid }: OwedPage) => known === null || known.has(String(pageid));
  return { summaries, owed: owed.all().filter(isKnown), wasRefused };
}

/** A run that was refused because it asked another wiki has left a log, too. */
function ofAnotherWiki(error: unknown, { run }: ChosenLog): Replayed {
  if (!(error instanceof MisuseError)) throw error;
  return { summary: null, problems: [{ run, line: 1, problem: error.message }] };
}

async function replayOne(
  { run, file }: ChosenLog,
  request: RunRequest<WikiOptions>,
  memory: ReplayMemory,
  { state, manifest, archive }: ReplayPlace,
  root: string,
): Promise<Replayed> {
  const text = await CallLogText.open(file);
  try {
    const reader = await LogReader.open(text);
    const problems = reader.problems.map((one) => ({ run, ...one }));
    if (reader.tornLine !== null) {
      const message = `the log of run ${run} ends in the middle of line ${reader.tornLine}: its run was killed there; the lines before are used`;
      warn(request, "log_torn", message);
    }
    if (reader.apiUrl === null || !(await reader.site()).ok) return { summary: null, problems };
    const options = resolveWikiOptions({ ...request.options, apiUrl: reader.apiUrl });
    const source = createReplaySource(reader, memory);
    const runId = newRunId();
    const summary = await runIngest(
      // Whether pages may go is decided log by log, by what was there before the replay.
      { ...request, source, options, runId, allowMassRemoval: true },
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
    // No run ends here, by which tasks that were left over would go back to what they were.
    if (request.signal.aborted) await state.frontier.dismiss(runId, new URL(options.apiUrl).host);
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
