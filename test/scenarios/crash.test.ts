/**
 * kill -9 of a real process at random moments (U3, E1, R1). `LEVADA_KILLS` sets how many, `LEVADA_SEED` repeats a
 * sequence of moments.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { brokenPromises, keyOf, openRoot, type TestRoot } from "../kit/root.ts";
import { documentRequests, type Sandbox, startSite } from "../kit/usgs.ts";

const KILLS = Number(process.env["LEVADA_KILLS"] ?? 8);
const SEED = Number(process.env["LEVADA_SEED"] ?? Date.now() % 1_000_000);
const CHILD = join(import.meta.dirname, "../kit/ingest-child.ts");

/** Small, fast, and the same numbers for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function freshRoot(): TestRoot {
  const path = mkdtempSync(join(tmpdir(), "levada-crash-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(join(path, "rate_limits.yaml"), `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 4}}`);
  return openRoot(path);
}

interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
  readonly acknowledged: readonly string[];
  readonly stderr: string;
}

/** Runs the child; kills it `ms` after its start, or after its nth acknowledged document. */
function runChild(
  root: TestRoot,
  site: Sandbox,
  kill: { ms: number } | { completed: number } | null,
): Promise<Ended> {
  const child = spawn(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    CHILD,
    root.path,
    site.url,
  ]);
  const acknowledged: string[] = [];
  let [partial, stderr] = ["", ""];
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  child.stdout.on("data", (chunk: Buffer) => {
    const lines = (partial + chunk).split("\n");
    partial = lines.pop() ?? "";
    acknowledged.push(...lines.map((line) => line.replace("completed ", "")));
    if (kill !== null && "completed" in kill && acknowledged.length >= kill.completed) child.kill("SIGKILL");
  });
  const timer = kill !== null && "ms" in kill ? setTimeout(() => child.kill("SIGKILL"), kill.ms) : undefined;
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ killed: signal === "SIGKILL", code, acknowledged, stderr });
    });
  });
}

/** Ids that the manifest holds, torn line left out. */
const stored = (root: TestRoot) => new Set(root.manifest().map(({ local_path }) => keyOf(local_path)));

const idOfRequest = (path: string) => /core_analysis_(\d+)_/.exec(path)?.[1] ?? path;

describe("kill -9", () => {
  it(`120: ${KILLS} times at random moments (seed ${SEED}): nothing acknowledged is lost or fetched twice`, async () => {
    const random = randomNumbers(SEED);
    const site = await startSite({ wells: 8, documentsPerWell: 2, oddities: false });
    let root = freshRoot();
    const complete = await runChild(root, site, null);
    expect(complete, complete.stderr).toMatchObject({ killed: false, code: 0 });
    const expected = root.documents();
    const started = performance.now();
    await runChild(freshRoot(), site, null);
    const usualMs = performance.now() - started;

    root = freshRoot();
    let acknowledged = new Set<string>();
    for (let kills = 0; kills < KILLS;) {
      const before = stored(root);
      const sent = site.requests.length;
      const ended = await runChild(root, site, { ms: random() * usualMs });
      for (const id of ended.acknowledged) acknowledged.add(id);
      expect(brokenPromises(root)).toEqual([]);
      expect([...acknowledged].filter((id) => !stored(root).has(id))).toEqual([]);
      const askedAgain = documentRequests(site, sent)
        .map(idOfRequest)
        .filter((id) => [...before].some((key) => key.endsWith(`-${id}`)));
      expect(askedAgain).toEqual([]);
      if (ended.killed) kills++;
      if (ended.killed && stored(root).size < expected.length) continue;
      if (!ended.killed) expect(ended, ended.stderr).toMatchObject({ code: 0 });
      const last = await runChild(root, site, null);
      expect(last, last.stderr).toMatchObject({ code: 0 });
      expect(root.documents()).toEqual(expected);
      expect(root.checkpoint()?.completed_ids.toSorted()).toEqual(expected);
      expect(root.manifest()).toHaveLength(expected.length);
      [root, acknowledged] = [freshRoot(), new Set()];
    }
  }, 900_000);

  it("170: right after a document is acknowledged, its line is in the manifest, whatever the checkpoint says", async () => {
    const site = await startSite({ wells: 8, documentsPerWell: 2, oddities: false });
    for (const completed of [1, 2, 5, 9]) {
      const root = freshRoot();
      const { acknowledged, killed } = await runChild(root, site, { completed });
      expect(killed).toBe(true);
      expect([...stored(root)]).toEqual(expect.arrayContaining([...acknowledged]));
      expect(brokenPromises(root)).toEqual([]);
    }
  });
});
