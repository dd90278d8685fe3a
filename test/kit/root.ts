import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import { expect, onTestFinished } from "vitest";
import { unbalancedRuns } from "./accounts.ts";

export interface ManifestRow {
  readonly library_number: string;
  readonly source_url: string;
  readonly source_module: string;
  readonly state: string;
  readonly local_path: string;
  readonly sha256_checksum: string;
  readonly original_size: number;
  readonly compressed_size: number;
  readonly downloaded_at: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface CheckpointFile {
  readonly source_name: string;
  readonly last_run: string | null;
  readonly completed_ids: readonly string[];
  readonly failed_ids: readonly string[];
  readonly skipped_ids: readonly string[];
  readonly cursor: string | null;
  readonly circuit_breaker: {
    readonly failure_count: number;
    readonly is_open: boolean;
    readonly reset_time: string | null;
  };
}

/** A data root of its own, gone after the test. */
export interface TestRoot {
  readonly path: string;
  file(...parts: string[]): string;
  manifestFile: string;
  checkpointFile: string;
  databaseFile: string;
  /** Lines that are complete; throws on one that is not JSON. */
  manifest(): readonly ManifestRow[];
  checkpoint(): CheckpointFile | null;
  /** Files under the root with their contents' hash, for "nothing was written". */
  listing(): Readonly<Record<string, string>>;
  /** Ids by file name: what a reader sees. */
  documents(): readonly string[];
}

export function newRoot(rateLimits = `hosts: {"127.0.0.1": {delay_ms: 0}}`): TestRoot {
  const path = mkdtempSync(join(tmpdir(), "levada-test-"));
  onTestFinished(() => {
    const problems = unbalancedRuns(join(path, "data/state/levada.db"));
    rmSync(path, { recursive: true, force: true });
    expect(problems, "accounts that do not balance (E7)").toEqual([]);
  });
  writeFileSync(join(path, "rate_limits.yaml"), rateLimits);
  return openRoot(path);
}

export function openRoot(path: string): TestRoot {
  const file = (...parts: string[]) => join(path, ...parts);
  const root: TestRoot = {
    path,
    file,
    manifestFile: file("data/raw/usgs/manifest.jsonl"),
    checkpointFile: file("data/state/usgs.json"),
    databaseFile: file("data/state/levada.db"),
    manifest: () =>
      readText(root.manifestFile)
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as ManifestRow),
    checkpoint: () => {
      const text = readText(root.checkpointFile);
      return text === "" ? null : (JSON.parse(text) as CheckpointFile);
    },
    listing: () =>
      Object.fromEntries(
        filesUnder(path).map((name) => [
          relative(path, name),
          createHash("sha256").update(readFileSync(name)).digest("hex"),
        ]),
      ),
    documents: () =>
      filesUnder(file("data/raw/usgs"))
        .filter((name) => /\/[A-Za-z]+\/[^/]+\.zst$/.test(name) && !name.includes("/.incoming/"))
        .map(keyOf)
        .toSorted(),
  };
  return root;
}

export function keyOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+\.zst$/, "");
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function filesUnder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((name) => statSync(name).isFile())
      .toSorted();
  } catch {
    return [];
  }
}

/**
 * What must hold after a kill at any instant, before anything is repaired (U3, E1). Answers what does not:
 * every id the checkpoint calls completed has a manifest line and a file whose checksum matches.
 */
export function brokenPromises(root: TestRoot): string[] {
  const lines = completeLines(root);
  const last = new Map(lines.map((line) => [keyOf(line.local_path), line]));
  const problems: string[] = [];
  for (const id of root.checkpoint()?.completed_ids ?? []) {
    if (!last.has(id)) problems.push(`${id} is completed in the checkpoint but not in the manifest`);
  }
  for (const [id, line] of last) problems.push(...fileProblems(root, id, line));
  return problems;
}

function completeLines(root: TestRoot): ManifestRow[] {
  const text = readText(root.manifestFile);
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ManifestRow);
}

function fileProblems(root: TestRoot, id: string, line: ManifestRow): string[] {
  let bytes: Buffer;
  try {
    bytes = readFileSync(root.file(line.local_path));
  } catch {
    return [`${id}: the manifest's file ${line.local_path} is not there`];
  }
  const problems: string[] = [];
  if (createHash("sha256").update(bytes).digest("hex") !== line.sha256_checksum)
    problems.push(`${id}: checksum differs`);
  if (bytes.length !== line.compressed_size) problems.push(`${id}: compressed size differs`);
  if (sizeOf(bytes) !== line.original_size) problems.push(`${id}: original size differs`);
  return problems;
}

/** Of what was compressed; null where it does not decompress. */
function sizeOf(bytes: Buffer): number | null {
  try {
    return zstdDecompressSync(bytes).length;
  } catch {
    return null;
  }
}
