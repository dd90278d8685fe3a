/** What lies in a root after runs of `tramites`, in a form in which two roots can be compared; and the command itself. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { verify } from "../../src/index.ts";
import {
  type Offices,
  type OfficesOptions,
  registryOf,
  startOffices as start,
} from "../../src/sandbox/offices.ts";
import { newRoot, type TestRoot } from "./root.ts";

const LEVADA = join(import.meta.dirname, "../../bin/levada");

export async function startOffices(options?: OfficesOptions): Promise<Offices> {
  const offices = await start(options);
  onTestFinished(() => offices.close());
  return offices;
}

export function newTramitesRoot(registry: string): TestRoot {
  const root = newRoot("default: {delay_ms: 0}\n");
  writeFileSync(root.file("registry.yaml"), registry);
  writeFileSync(root.file("levada.config.yaml"), "extraction: {workers: 0}\n");
  return root;
}

export const officesRoot = (offices: Offices): TestRoot => newTramitesRoot(registryOf(offices));

export interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandWatch {
  /** Called with what kills the process, as soon as it runs. */
  readonly killer?: (kill: () => void) => () => void;
  readonly flags?: readonly string[];
}

/** `levada ingest tramites` in a process of its own. */
export function ingestTramites(root: TestRoot, watch: CommandWatch = {}): Promise<Ended> {
  const flags = [
    "ingest",
    "tramites",
    "--root",
    root.path,
    "--registry",
    root.file("registry.yaml"),
    "--allow-private-network",
    "--json",
    ...(watch.flags ?? []),
  ];
  const child = spawn(LEVADA, flags, { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const stopWatching = watch.killer?.(() => child.kill("SIGKILL"));
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      stopWatching?.();
      resolve({ killed: signal === "SIGKILL", code, stdout, stderr });
    });
  });
}

export interface PageLine {
  readonly source_url: string;
  readonly local_path: string;
  readonly sha256_checksum: string;
  readonly downloaded_at: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

const MANIFEST = "data/raw/tramites/manifest.jsonl";

/** Those that are complete; throws on one that is not JSON. */
export function pageLines(root: TestRoot): readonly PageLine[] {
  if (!existsSync(root.file(MANIFEST))) return [];
  const text = readFileSync(root.file(MANIFEST), "utf8");
  const complete = text.slice(0, text.lastIndexOf("\n") + 1);
  return complete
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as PageLine);
}

export function isRetired({ metadata }: PageLine): boolean {
  return metadata["retired_at"] !== undefined;
}

/** Of two lines with one key the last counts. */
export function lastLines(root: TestRoot): ReadonlyMap<string, PageLine> {
  return new Map(
    pageLines(root).map((line) => [
      (line.metadata["key"] as string | undefined) ?? keyOf(line.local_path),
      line,
    ]),
  );
}

function keyOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\..*$/, "");
}

/** Hashes of files by name below a folder, `.incoming` and manifests left out. */
export function filesBelow(root: TestRoot, folder: string): Readonly<Record<string, string>> {
  if (!existsSync(root.file(folder))) return {};
  const entries = readdirSync(root.file(folder), { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() && entry.name !== "manifest.jsonl")
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !file.includes("/.incoming/"))
      .map((file) => [file.slice(root.path.length + 1), sha256(readFileSync(file))] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Staged files, by hash: what a line has been written for and is not yet in its place. */
export function stagedHashes(root: TestRoot): ReadonlySet<string> {
  const folder = root.file("data/raw/tramites/.incoming");
  const places = [folder, root.file("data/raw/.incoming")].filter((place) => existsSync(place));
  return new Set(
    places
      .flatMap((place) => readdirSync(place, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile() && entry.name.endsWith(".next"))
      .map((entry) => sha256(readFileSync(join(entry.parentPath, entry.name)))),
  );
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

interface QueueItem {
  readonly url: string;
  readonly state: string;
  readonly reason: string | null;
}

export function discoveryQueue(root: TestRoot): readonly QueueItem[] {
  const text = readFileSync(root.file("data/ingestion/discovery_queue.json"), "utf8");
  return (JSON.parse(text) as { items: readonly QueueItem[] }).items;
}

/** What a meta file says that does not depend on when and by which of its addresses a page was asked for. */
function essence(file: string): unknown {
  const meta = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const { canonical_url, status, etag, last_modified, content_type, bytes } = meta;
  return {
    canonical_url,
    status,
    etag,
    last_modified,
    content_type,
    bytes,
    sha256: meta["sha256"],
    file: meta["file"],
  };
}

/** An address without the session that it was found with. */
function plain({ url }: QueueItem): string {
  return url.replace(/;jsessionid=\w*/, "").replace(/PHPSESSID=\w*/, "");
}

/**
 * Everything that has to be the same after whatever has happened. `isVolatile` names pages that are another at every
 * request.
 */
export function stateOf(root: TestRoot, isVolatile: (url: string) => boolean): unknown {
  const volatile = new Set(
    pageLines(root)
      .filter(({ source_url }) => isVolatile(source_url))
      .map(({ local_path }) => keyOf(local_path)),
  );
  const ofPages = Object.entries({ ...filesBelow(root, "data/raw"), ...filesBelow(root, "data/retired") })
    .filter(([name]) => !volatile.has(keyOf(name)))
    .map(([name, hash]) => [name, name.endsWith(".json") ? essence(root.file(name)) : hash]);
  const completed = [...lastLines(root)].filter(([key, line]) => !isRetired(line) && !volatile.has(key));
  const queue = discoveryQueue(root).filter(({ url }) => !isVolatile(url));
  return {
    files: Object.fromEntries(ofPages),
    completed: completed.map(([key]) => key).toSorted(),
    retired: [...lastLines(root)].flatMap(([key, line]) => (isRetired(line) ? [key] : [])).toSorted(),
    found: queue.map(plain).toSorted(),
    failed: queue.filter(({ state }) => state === "failed").map(plain),
    pending: queue.filter(({ state }) => state === "pending").map(plain),
  };
}

export async function expectSound(root: TestRoot): Promise<void> {
  const [report] = await verify("tramites", { root: root.path });
  const { checked, ...found } = report ?? { checked: 0 };
  expect(checked).toBeGreaterThan(0);
  expect(found).toEqual({ name: "tramites", missing: [], corrupt: [], orphaned: [], manifest_problems: [] });
}
