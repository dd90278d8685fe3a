import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { parse, stringify } from "yaml";
import { ingest as runIngest } from "../../src/application/ingest.ts";
import type { Clock, Deadlines } from "../../src/application/ports.ts";
import { ingest, type IngestOptions, type LevadaEvent, type Summary, tramites } from "../../src/index.ts";
import { createArchive } from "../../src/infrastructure/files/archive.ts";
import { noCallLog } from "../../src/infrastructure/files/call-log.ts";
import { createDiskGauge } from "../../src/infrastructure/files/disk-gauge.ts";
import { createManifest } from "../../src/infrastructure/files/manifest.ts";
import { zipUnpacker } from "../../src/infrastructure/files/zip-unpacker.ts";
import { createTransport } from "../../src/infrastructure/http/transport.ts";
import { openSqliteState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import { loadConfiguration } from "../../src/library/configuration.ts";
import { resolveRequest } from "../../src/library/ingest.ts";
import {
  type Office,
  type Offices,
  type OfficesOptions,
  registryOf,
  startOffices,
} from "../../src/sandbox/offices.ts";
import { hurried } from "./engine.ts";
import { newRoot, type TestRoot } from "./root.ts";

export type { Office, Offices } from "../../src/sandbox/offices.ts";

const [HOUR_MS, MINUTE_MS] = [3_600_000, 60_000];

/** Offices on loopback, gone after the test. What they change is dated a minute after the one before, and past. */
export async function openOffices(options: OfficesOptions = {}): Promise<Offices> {
  let last = Date.now() - 2 * HOUR_MS;
  const offices = await startOffices({ clock: () => (last += MINUTE_MS), ...options });
  onTestFinished(() => offices.close());
  return offices;
}

export type RegistryRow = Readonly<Record<string, unknown>>;

/** One source of the sandbox's registry, changed where a test needs it so. */
export function rowOf(offices: Offices, id: string, change: RegistryRow = {}): RegistryRow {
  const row = registryRows(offices).find((source) => source["id"] === id);
  if (row === undefined) throw new Error(`the registry has no ${id}`);
  return { ...row, ...change };
}

/** All of the sandbox's registry. */
export function registryRows(offices: Offices): readonly RegistryRow[] {
  return (parse(registryOf(offices)) as { sources: RegistryRow[] }).sources;
}

/** A source that the sandbox's registry does not have. */
export function plainRow(id: string, url: string, change: RegistryRow = {}): RegistryRow {
  return {
    id,
    name: id,
    name_abbrev: id,
    jurisdiction: "local",
    portal_url: `${url}/`,
    languages: ["es"],
    ...change,
  };
}

/** A root whose registry has these sources. @default no pause between requests to loopback */
export function officesRoot(rows: readonly RegistryRow[], rateLimits?: string): TestRoot {
  const root = newRoot(rateLimits);
  register(root, rows);
  const extraction = { workers: 0 };
  const config = {
    network: { allow_private: true },
    extraction,
    sources: { tramites: { registry: "registry.yaml" } },
  };
  writeFileSync(root.file("levada.config.yaml"), stringify(config));
  return root;
}

export function register(root: TestRoot, rows: readonly RegistryRow[]): void {
  writeFileSync(root.file("registry.yaml"), stringify({ sources: rows }));
}

export interface OfficesRun {
  readonly summary: Summary;
  readonly events: readonly LevadaEvent[];
}

/** `ingest("tramites")` of the library. */
export async function collect(
  root: TestRoot,
  {
    only,
    method,
    ...options
  }: IngestOptions & { readonly only?: readonly string[]; readonly method?: string } = {},
): Promise<OfficesRun> {
  const sourceOptions = { ...(only && { only }), ...(method && { method }) };
  return watched((onEvent) => ingest("tramites", { root: root.path, onEvent, sourceOptions, ...options }));
}

/** `ingest("site")` of the library. */
export function collectSite(root: TestRoot, url: string, options: IngestOptions = {}): Promise<OfficesRun> {
  const sourceOptions = { url };
  return watched((onEvent) => ingest("site", { root: root.path, onEvent, sourceOptions, ...options }));
}

async function watched(
  run: (onEvent: (event: LevadaEvent) => void) => Promise<Summary>,
): Promise<OfficesRun> {
  const events: LevadaEvent[] = [];
  const summary = await run((event) => void events.push(event));
  expect(summary.discovered, "the accounts balance").toBe(
    summary.completed + summary.failed + summary.skipped + summary.unchanged + summary.pending,
  );
  return { summary, events };
}

/** The same parts on a clock that hurries, and with other deadlines: minutes of waiting are over at once. */
export async function hurriedCollect(
  root: TestRoot,
  {
    speed = 100,
    deadlines = {},
    aheadMs = 0,
    options = {},
  }: {
    readonly speed?: number;
    readonly deadlines?: Partial<Deadlines>;
    readonly aheadMs?: number;
    readonly options?: IngestOptions;
  } = {},
): Promise<OfficesRun> {
  const configuration = await loadConfiguration({ root: root.path }, "tramites");
  const request = await resolveRequest(tramites, options, configuration);
  const settings = { ...request.settings, deadlines: { ...request.settings.deadlines, ...deadlines } };
  const transport = createTransport({ allowPrivate: true });
  const [state, manifest] = [await openSqliteState(root.path), createManifest(root.path)];
  const archive = createArchive(root.path, { folders: { tramites: "data/raw" }, pages: ["tramites"] });
  try {
    return await watched((onEvent) =>
      runIngest(
        { ...request, settings, onEvent },
        {
          ...state,
          clock: ahead(hurried(speed), aheadMs),
          transport,
          archive,
          calls: noCallLog,
          unpacker: zipUnpacker,
          manifest,
          disk: createDiskGauge(root.path),
          databaseWasCorrupt: false,
        },
      ),
    );
  } finally {
    await state.close();
    await manifest.close();
    await transport.close();
  }
}

/** Later, by every clock that is on the wall. */
function ahead(clock: Clock, ms: number): Clock {
  return { ...clock, now: () => clock.now() + ms, steady: () => clock.steady() + ms };
}

export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `levada …` in a process of its own. */
export async function levada(root: TestRoot, ...words: readonly string[]): Promise<CommandEnd> {
  const program = join(import.meta.dirname, "../../bin/levada");
  const child = spawn(program, [...words, "--root", root.path, "--no-color"], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout, stderr };
}

export interface PageMeta {
  readonly url: string;
  readonly canonical_url: string;
  readonly final_url: string;
  readonly redirect_chain: readonly string[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly content_type: string | null;
  readonly fetched_at: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly source_id: string;
  readonly file: string;
}

/** The first 16 hex digits of the SHA-256 of a canonical URL (P11), worked out without the product's help. */
export function hashOf(canonicalUrl: string): string {
  return createHash("sha256").update(canonicalUrl).digest("hex").slice(0, 16);
}

/** The folder of an office's pages. */
export function folderOf({ host }: Pick<Office, "host">): string {
  return `data/raw/${host.replace(":", "_")}`;
}

/** What lies there, by name; empty where there is no such folder. */
export function namesIn(root: TestRoot, folder: string): readonly string[] {
  const path = root.file(folder);
  return existsSync(path) ? readdirSync(path).toSorted() : [];
}

/** What is said of the stored pages of an office, by path and query of where each was found in the end. */
export function metasOf(
  root: TestRoot,
  office: Pick<Office, "host">,
  folder = folderOf(office),
): ReadonlyMap<string, PageMeta> {
  const names = namesIn(root, folder).filter((name) => /^[0-9a-f]{16}\.meta\.json$/.test(name));
  const metas = names.map((name) => jsonIn<PageMeta>(root, `${folder}/${name}`));
  return new Map(metas.map((meta) => [pathOf(meta.final_url), meta]));
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

export function jsonIn<T>(root: TestRoot, file: string): T {
  return JSON.parse(readFileSync(root.file(file), "utf8")) as T;
}

export interface QueueItem {
  readonly url: string;
  readonly source_id: string;
  readonly method: string;
  readonly discovered_at: string;
  readonly lastmod: string | null;
  readonly state: string;
  readonly reason: string | null;
}

export function queueOf(root: TestRoot): readonly QueueItem[] {
  return jsonIn<{ items: QueueItem[] }>(root, "data/ingestion/discovery_queue.json").items;
}

export interface LogEntry {
  readonly url: string;
  readonly status: number | null;
  readonly outcome: string;
  readonly attempts: number;
  readonly bytes: number;
  readonly reason: string | null;
}

export function fetchLogOf(root: TestRoot): readonly LogEntry[] {
  return jsonIn<{ entries: LogEntry[] }>(root, "data/ingestion/fetch_log.json").entries;
}

export interface Line {
  readonly source_url: string;
  readonly local_path: string;
  readonly source_id: string;
  readonly method: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export function linesOf(root: TestRoot, source = "tramites"): readonly Line[] {
  const text = readFileSync(root.file(`data/raw/${source}/manifest.jsonl`), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** Everything under a folder with hash and time of its last writing. */
export function snapshot(root: TestRoot, folder: string): Readonly<Record<string, string>> {
  const inside = Object.entries(root.listing()).filter(([name]) => name.startsWith(folder));
  return Object.fromEntries(
    inside.map(([name, hash]) => [name, `${hash} ${statSync(root.file(name)).mtimeMs}`]),
  );
}

/** Documents that an office was asked for: not robots.txt, not what lists them. */
export function documentPaths(office: Office): readonly string[] {
  return office.requests.map(({ path }) => path).filter((path) => !/^\/(?:robots\.txt|sitemap)/.test(path));
}

export function warningCodes({ events }: OfficesRun): readonly string[] {
  return events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
}

/** Reasons by the path of what was skipped or failed. */
export function endsOf({ events }: OfficesRun): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap((event) =>
      event.type === "failed" || event.type === "skipped" || event.type === "pending"
        ? [[pathOf(event.url), `${event.type} ${event.reason}`] as const]
        : [],
    ),
  );
}
