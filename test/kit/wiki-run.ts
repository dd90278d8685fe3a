/** A MediaWiki on loopback, crawls of it, and what they left behind. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { ingest as runIngest } from "../../src/application/ingest.ts";
import {
  ingest,
  type IngestOptions,
  type LevadaEvent,
  loadConfiguration,
  type Summary,
} from "../../src/index.ts";
import { createArchive } from "../../src/infrastructure/files/archive.ts";
import { createCallLog } from "../../src/infrastructure/files/call-log.ts";
import { createDiskGauge } from "../../src/infrastructure/files/disk-gauge.ts";
import { createManifest } from "../../src/infrastructure/files/manifest.ts";
import { zipUnpacker } from "../../src/infrastructure/files/zip-unpacker.ts";
import { createTransport } from "../../src/infrastructure/http/transport.ts";
import { openSqliteState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import {
  type MediaWikiSandbox,
  type MediaWikiSandboxOptions,
  startMediaWikiSandbox,
  type WikiRequest,
} from "../../src/sandbox/mediawiki.ts";
import { resolveWikiOptions } from "../../src/sources/wiki/options.ts";
import type { WikiPageDoc } from "../../src/sources/wiki/page-doc.ts";
import type { RawEvent } from "../../src/sources/wiki/raw-event.ts";
import { wiki } from "../../src/sources/wiki/source.ts";
import { hurried } from "./engine.ts";
import type { TestRoot } from "./root.ts";

export const PAGE_DIR = "artifacts/raw/wiki/page";
export const RAW_DIR = "artifacts/raw/wiki/raw";
export const RETIRED_DIR = "artifacts/raw/wiki/retired";

export interface WikiRun {
  readonly summary: Summary;
  readonly events: readonly LevadaEvent[];
  /** What this run asked the server. */
  readonly requests: readonly WikiRequest[];
}

/** Gone after the test. Without huge pages unless told: most tests are not about them. */
export async function startWiki(options: MediaWikiSandboxOptions = {}): Promise<MediaWikiSandbox> {
  const site = await startMediaWikiSandbox({ hugePages: 0, ...options });
  onTestFinished(() => site.close());
  return site;
}

/** `levada ingest wiki` in this process. */
export async function ingestWiki(
  root: TestRoot,
  site: MediaWikiSandbox,
  options: IngestOptions = {},
): Promise<WikiRun> {
  const events: LevadaEvent[] = [];
  const sent = site.requests.length;
  const summary = await ingest("wiki", {
    root: root.path,
    allowPrivateNetwork: true,
    ...options,
    sourceOptions: { apiUrl: site.apiUrl, ...options.sourceOptions },
    onEvent: (event) => events.push(event),
  });
  return { summary, events, requests: site.requests.slice(sent) };
}

/** The same on a clock that hurries: the waits of the real policy, without waiting. */
export async function ingestHurried(
  root: TestRoot,
  site: Pick<MediaWikiSandbox, "apiUrl" | "requests">,
  {
    speed = 200,
    sourceOptions = {},
    wait = false,
  }: { speed?: number; sourceOptions?: object; wait?: boolean } = {},
): Promise<WikiRun> {
  const { settings } = await loadConfiguration({ root: root.path, allowPrivateNetwork: true }, "wiki");
  const events: LevadaEvent[] = [];
  const sent = site.requests.length;
  const options = resolveWikiOptions({ apiUrl: site.apiUrl, ...sourceOptions });
  const runId = `hurried-${sent}`;
  const transport = createTransport({ allowPrivate: true });
  const [state, manifest] = [await openSqliteState(root.path), createManifest(root.path)];
  const calls = createCallLog(root.path, "wiki", options.rawDir, runId);
  try {
    const summary = await runIngest(
      {
        source: wiki,
        options,
        settings,
        runId,
        limit: Infinity,
        resume: true,
        retryFailed: false,
        wait,
        allowMassRemoval: false,
        onEvent: (event: LevadaEvent) => void events.push(event),
        signal: new AbortController().signal,
      },
      {
        ...state,
        clock: hurried(speed),
        transport,
        archive: createArchive(root.path, { folders: { wiki: options.pageDir } }),
        calls,
        unpacker: zipUnpacker,
        manifest,
        disk: createDiskGauge(root.path),
        databaseWasCorrupt: false,
      },
    );
    return { summary, events, requests: site.requests.slice(sent) };
  } finally {
    await calls.close();
    await state.close();
    await manifest.close();
    await transport.close();
  }
}

/** Requests for the content of pages, as lists of ids. */
export function contentIds(requests: readonly WikiRequest[]): readonly (readonly number[])[] {
  return requests
    .filter(({ params }) => params["rvslots"] !== undefined && params["continue"] === undefined)
    .map(({ params }) => (params["pageids"] ?? "").split("|").map(Number));
}

export const apiRequests = (requests: readonly WikiRequest[]) =>
  requests.filter(({ pathname }) => pathname === "/w/api.php");

export const warningCodes = (events: readonly LevadaEvent[]) =>
  events.flatMap((event) => (event.type === "warning" ? [event.code] : []));

/** Files of a folder by name; empty where there is none. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  const names = readNames(folder).filter((name) => statSync(join(folder, name)).isFile());
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}

/** By page id. */
export function pageDocs(folder: string): ReadonlyMap<number, WikiPageDoc> {
  const docs = [...filesIn(folder).values()].map((text) => JSON.parse(text) as WikiPageDoc);
  return new Map(docs.map((doc) => [doc.pageid, doc]));
}

/** The page folder, but for when each page was fetched. Content has no line breaks of its own in JSON. */
export function timelessPages(folder: string): Readonly<Record<string, string>> {
  const line = /^ {2}"fetched_at": ".*",$/m;
  return Object.fromEntries([...filesIn(folder)].map(([name, text]) => [name, text.replace(line, "")]));
}

/** Modification times, for "nothing was written". */
export function timesIn(folder: string): Readonly<Record<string, bigint>> {
  return Object.fromEntries(
    readNames(folder).map((name) => [name, statSync(join(folder, name), { bigint: true }).mtimeNs]),
  );
}

export interface WikiLine {
  readonly local_path: string;
  readonly sha256_checksum: string;
  readonly original_size: number;
  readonly pageid: number;
  readonly title: string;
  readonly revid: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export function manifestLines(root: TestRoot): readonly WikiLine[] {
  const text = readFileSync(root.file("data/raw/wiki/manifest.jsonl"), "utf8");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as WikiLine);
}

/** The last line of each page, those left out that are retired. */
export function currentLines(root: TestRoot): ReadonlyMap<number, WikiLine> {
  const last = new Map(manifestLines(root).map((line) => [line.pageid, line]));
  return new Map([...last].filter(([, { metadata }]) => metadata["retired_at"] === undefined));
}

/** Every raw event under a folder, run by run. */
export function rawEvents(folder: string): readonly RawEvent[] {
  return [...filesIn(folder).values()].flatMap((text) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as RawEvent),
  );
}

export function rows(file: string, sql: string): readonly Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

/** Small, fast, and the same numbers for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
