import { ask } from "../application/ask.ts";
import type { EventSink, Summary } from "../domain/events.ts";
import { describe, type Failure } from "../domain/failure.ts";
import type { RunRequest } from "../application/engine.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { createCallLog } from "../infrastructure/files/call-log.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { createTransport } from "../infrastructure/http/transport.ts";
import { openSqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { ApiClient } from "../sources/wiki/api-client.ts";
import { allCategories } from "../sources/wiki/categories.ts";
import type { WikiOptions } from "../sources/wiki/options.ts";
import { wiki } from "../sources/wiki/source.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { ingest, type IngestOptions, resolveRequest } from "./ingest.ts";
import { warn } from "./warning.ts";

/** What both calls can be told of a wiki. Everything is optional. */
interface WikiCallOptions extends CommonOptions {
  /** Address of `api.php`. @default that of the configuration, else that of what is stored, else the Battle Cats Wiki */
  readonly apiUrl?: string;
  /** Where the log of API calls goes; relative to the root. @default "artifacts/raw/wiki/raw" */
  readonly rawDir?: string;
  readonly onEvent?: EventSink;
  readonly signal?: AbortSignal;
}

/** Options of `runCrawl`. */
export interface CrawlOptions
  extends
    WikiCallOptions,
    Pick<IngestOptions, "limit" | "resume" | "retryFailed" | "wait" | "allowMassRemoval"> {
  /** Where the pages go, and nowhere else; relative to the root. @default "artifacts/raw/wiki/page" */
  readonly pageDir?: string;
  /** Numbers of the namespaces whose pages are wanted. @default [0] */
  readonly namespaces?: readonly number[];
  /** `auto`, or a moment: ask only what changed since then. @default a full listing */
  readonly since?: string;
  /** An SQLite file that has, or will have, the table `pages`. @default the table is in data/state/levada.db */
  readonly registryPath?: string;
}

/** Options of `fetchCategories`. */
export type CategoriesOptions = WikiCallOptions;

/** The account of a crawl: `discovered = queued + skipped`, `queued = processed + failed + pending`. */
export interface CrawlSummary {
  readonly runId: string;
  readonly discovered: number;
  readonly queued: number;
  readonly processed: number;
  readonly failed: number;
  /** Unchanged pages, and those that were not there any more when they were asked for. */
  readonly skipped: number;
  /** Left for a later run: it was interrupted, or the wiki asked for silence. */
  readonly pending: number;
  /** Stored pages that are no longer in the wiki. */
  readonly retired: number;
  /** Everything was looked at and nothing was newer: no page was asked for. */
  readonly upToDate: boolean;
  /** As that of `levada ingest`. */
  readonly exitCode: number;
  readonly durationMs: number;
  /** How often each reason occurred, for pages that were not processed. */
  readonly reasons: Readonly<Record<string, number>>;
}

/**
 * Brings a wiki's pages into `pageDir`: new ones and those that differ from what is stored. Resolves with the account
 * also where pages failed; rejects with a `LevadaError` for misuse, a locked root or broken storage.
 *
 * @example
 * const { processed, upToDate } = await runCrawl({ root: "corpus", apiUrl: "https://example.org/w/api.php" });
 */
export async function runCrawl(options: CrawlOptions = {}): Promise<CrawlSummary> {
  const { apiUrl, rawDir, pageDir, namespaces, since, registryPath, onEvent, ...common } = options;
  let runId = "";
  const summary = await ingest(wiki, {
    ...common,
    sourceOptions: given({ apiUrl, rawDir, pageDir, namespaces, since, registry: registryPath }),
    onEvent: (event) => {
      runId = event.run_id;
      onEvent?.(event);
    },
  });
  return crawlSummary(runId, summary);
}

function given(options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function crawlSummary(runId: string, summary: Summary): CrawlSummary {
  const { discovered, completed, failed, pending, retired, exit_code, duration_ms, reasons } = summary;
  const queued = completed + failed + pending;
  return {
    runId,
    discovered,
    queued,
    processed: completed,
    failed,
    skipped: discovered - queued,
    pending,
    retired,
    upToDate: summary.discovery === "complete" && exit_code === 0 && summary.queued + retired === 0,
    exitCode: exit_code,
    durationMs: duration_ms,
    reasons,
  };
}

/**
 * Names of all categories of a wiki, without prefix, each once, in the order first seen. Where the wiki cannot be read
 * the list is empty, and a warning says why.
 */
export async function fetchCategories(options: CategoriesOptions = {}): Promise<string[]> {
  return [...(await askCategories(options)).names];
}

/** The same, with the exit code of a command. */
export async function askCategories(
  options: CategoriesOptions,
): Promise<{ readonly names: readonly string[]; readonly exitCode: number }> {
  const configuration = await loadConfiguration(options, wiki.name);
  const { apiUrl, rawDir, onEvent, ...common } = options;
  const request = await resolveRequest(
    wiki,
    { ...common, ...(onEvent === undefined ? {} : { onEvent }), sourceOptions: given({ apiUrl, rawDir }) },
    configuration,
  );
  const { answer, exitCode } = await askWiki(request, configuration, allCategories);
  if (answer.ok) return { names: answer.value, exitCode };
  const { failure } = answer;
  warn(request, failure.kind, `categories of ${request.options.apiUrl}: ${describe(failure)}`);
  return { names: [], exitCode };
}

/** Under the root's lock: pace and silence of the host are kept with those of every other run. */
async function askWiki<T>(
  request: RunRequest<WikiOptions>,
  { root, settings }: Configuration,
  question: (
    client: ApiClient,
  ) => Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }>,
) {
  const { source, options, runId } = request;
  const held = await createRootLock(root).acquire(`ask ${source.name}`);
  const transport = createTransport({ allowPrivate: settings.allowPrivate });
  const calls = createCallLog(root, source.name, options.rawDir, runId);
  try {
    const state = await openSqliteState(root);
    try {
      const ports = { ...state, clock: systemClock, transport, calls, archive: createArchive(root) };
      return await ask(request, ports, (context) => question(new ApiClient(options.apiUrl, context)));
    } finally {
      await state.close();
    }
  } finally {
    await calls.close();
    await transport.close();
    await held.release();
  }
}
