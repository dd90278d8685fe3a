import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, onTestFinished } from "vitest";
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
import { wiki } from "../../src/sources/wiki/source.ts";
import { hurried } from "./engine.ts";
import { newRoot, type TestRoot } from "./root.ts";
import { filesIn, manifestOf, PAGE_DIR, pageRows, timelessPages } from "./wiki-files.ts";

export type { MediaWikiBehaviour, MediaWikiSandbox, Wiki, WikiRequest } from "../../src/sandbox/mediawiki.ts";

/** A wiki on loopback, gone after the test; without the megabytes, unless they are asked for. */
export async function startWiki(options: MediaWikiSandboxOptions = {}): Promise<MediaWikiSandbox> {
  const sandbox = await startMediaWikiSandbox({ hugePages: 0, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export interface CrawlRun {
  readonly summary: Summary;
  readonly events: readonly LevadaEvent[];
  /** What the wiki was asked meanwhile. */
  readonly requests: readonly WikiRequest[];
}

/** `ingest("wiki")` of the library. Options of the source beside those of the run. */
export async function crawl(
  root: TestRoot,
  sandbox: MediaWikiSandbox,
  sourceOptions: Readonly<Record<string, unknown>> = {},
  options: IngestOptions = {},
): Promise<CrawlRun> {
  const events: LevadaEvent[] = [];
  const before = sandbox.requests.length;
  const summary = await ingest("wiki", {
    root: root.path,
    allowPrivateNetwork: true,
    onEvent: (event) => void events.push(event),
    ...options,
    sourceOptions: { apiUrl: sandbox.apiUrl, ...sourceOptions },
  });
  return { summary, events, requests: sandbox.requests.slice(before) };
}

/** The same parts on a clock that hurries: waits of a minute are over at once. */
export async function hurriedCrawl(
  root: TestRoot,
  sandbox: Pick<MediaWikiSandbox, "apiUrl" | "requests">,
  sourceOptions: Readonly<Record<string, unknown>> = {},
  {
    speed = 200,
    runId = `hurried-${sandbox.requests.length}`,
    wait = false,
  }: { readonly speed?: number; readonly runId?: string; readonly wait?: boolean } = {},
): Promise<CrawlRun> {
  const events: LevadaEvent[] = [];
  const before = sandbox.requests.length;
  const { settings } = await loadConfiguration({ root: root.path, allowPrivateNetwork: true }, "wiki");
  const options = resolveWikiOptions({ apiUrl: sandbox.apiUrl, ...sourceOptions });
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
        onEvent: (event) => void events.push(event),
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
    return { summary, events, requests: sandbox.requests.slice(before) };
  } finally {
    await calls.close();
    await state.close();
    await manifest.close();
    await transport.close();
  }
}

/** Requests that bring the text of pages. */
export function contentRequests(requests: readonly WikiRequest[]): readonly WikiRequest[] {
  return requests.filter(({ params }) => params["rvprop"]?.includes("content") === true);
}

/** Ids that were asked for with their text, as often as they were; continuations belong to the first question. */
export function contentIds(requests: readonly WikiRequest[]): readonly number[] {
  const questions = contentRequests(requests).filter(({ params }) => params["continue"] === undefined);
  return questions.flatMap(({ params }) => (params["pageids"] ?? "").split("|").map(Number));
}

export const apiRequests = (requests: readonly WikiRequest[]) =>
  requests.filter(({ pathname }) => pathname === "/w/api.php");

export function isListing({ params }: WikiRequest): boolean {
  return params["generator"] === "allpages";
}

/** Titles and texts of the namespaces, as the wiki has them. */
export function textsOf(
  sandbox: MediaWikiSandbox,
  namespaces: readonly number[] = [0],
): ReadonlyMap<number, string> {
  const texts = new Map<number, string>();
  for (let id = 1; id <= sandbox.wiki.pageCount + 2000; id++) {
    const page = sandbox.wiki.page(id);
    if (page !== null && namespaces.includes(page.ns)) texts.set(id, page.latest.text);
  }
  return texts;
}

/** Manifest, files and table tell the same of the same pages. */
export function expectAgreement(root: TestRoot, folder = PAGE_DIR): void {
  const files = filesIn(root, folder);
  const lines = [...manifestOf(root).values()].filter(({ metadata }) => metadata.retired_at === undefined);
  const path = (name: string) => `${folder}/${name}`;
  expect(lines.map(({ local_path }) => local_path).toSorted()).toEqual(
    Object.keys(files).map(path).toSorted(),
  );
  for (const line of lines) {
    const bytes = readFileSync(resolve(root.path, line.local_path));
    expect(line.sha256_checksum, line.local_path).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(line.original_size).toBe(bytes.length);
  }
  const docs = Object.entries(files).map(([name, text]) => ({ name, doc: JSON.parse(text) as WikiPageDoc }));
  const expected = docs
    .map(({ name, doc }) => ({
      page_id: doc.pageid,
      title: doc.title,
      last_revid: doc.revid,
      last_updated: "",
      file_path: path(name),
      categories: JSON.stringify(doc.categories),
    }))
    .toSorted((a, b) => a.page_id - b.page_id);
  const rows = pageRows(root.databaseFile).map((row) => ({ ...row, last_updated: "" }));
  expect(rows).toEqual(expected);
}

/** The page folder of a crawl into an empty root: the strongest oracle. */
export async function freshCrawl(
  sandbox: MediaWikiSandbox,
  sourceOptions: Readonly<Record<string, unknown>> = {},
): Promise<Readonly<Record<string, string>>> {
  const fresh = newRoot();
  const { summary } = await crawl(fresh, sandbox, { ...sourceOptions, since: null });
  expect(summary).toMatchObject({ exit_code: 0, discovery: "complete" });
  return timelessPages(fresh);
}

/** The root holds these pages and no others, and everything in it agrees. */
export function expectSame(
  root: TestRoot,
  expected: Readonly<Record<string, string>>,
  message?: string,
): void {
  expect(timelessPages(root), message).toEqual(expected);
  expectAgreement(root);
}

/** The root holds what a crawl into an empty root would bring now. */
export async function expectLikeFresh(
  root: TestRoot,
  sandbox: MediaWikiSandbox,
  sourceOptions: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  expectSame(root, await freshCrawl(sandbox, sourceOptions));
}
