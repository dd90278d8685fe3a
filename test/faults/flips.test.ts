/**
 * Bits that a disk loses, wherever they are (R3, R4, U24): in documents, in the manifest, in checkpoint and database.
 * `LEVADA_BIT_FLIPS` sets how many in documents, `LEVADA_SEED` repeats a choice.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ingest, type Summary, verify, type VerifyResult } from "../../src/index.ts";
import { startUsgsSandbox, type UsgsSandbox } from "../../src/sandbox/usgs.ts";
import { brokenPromises, keyOf, openRoot, type TestRoot } from "../kit/root.ts";
import { askedFor, numberOf } from "./command.ts";
import { flipBit } from "./damage.ts";
import { chance, inSeededOrder, POINTS, SEED } from "./points.ts";

const HOURS = 3_600_000;
const FLIPS = Number(process.env["LEVADA_BIT_FLIPS"] ?? 1_000);
/** Documents and files that are gone, or nobody's. */
const MISSING = 20;
const STRANGERS = 20;
const ROUNDS = Math.max(10, Math.ceil(POINTS / 10));

const folder = mkdtempSync(join(tmpdir(), "levada-flips-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function finishedRoot(name: string, site: UsgsSandbox): Promise<TestRoot> {
  const root = openRoot(join(folder, name));
  execFileSync("mkdir", [root.path]);
  writeFileSync(root.file("rate_limits.yaml"), `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 16}}`);
  expect(await plainRun(root, site)).toMatchObject({ exit_code: 0 });
  return root;
}

const plainRun = (root: TestRoot, site: UsgsSandbox): Promise<Summary> =>
  ingest("usgs", {
    root: root.path,
    limit: 1_000_000,
    allowPrivateNetwork: true,
    sourceOptions: { baseUrl: site.url },
  });

async function verifyOne(root: TestRoot, repair = false): Promise<VerifyResult> {
  const [report] = await verify("usgs", { root: root.path, repair, allowPrivateNetwork: true });
  return report as VerifyResult;
}

const pathsOf = (defects: readonly { readonly path: string }[]) => defects.map(({ path }) => path);

it(
  `${FLIPS} flipped bits, ${MISSING} missing and ${STRANGERS} orphaned files are found, nothing else is, and exactly they are mended (seed ${SEED})`,
  async () => {
    const [states, documentsPerWell] = [3, 4];
    const wells = Math.ceil((1.1 * FLIPS + MISSING) / states / documentsPerWell);
    const site = await startUsgsSandbox({ wells, documentsPerWell, oddities: false });
    onTestFinished(() => site.close());
    const root = await finishedRoot("documents", site);
    const paths = inSeededOrder(root.manifest().map(({ local_path }) => local_path));
    const missing = paths.slice(0, MISSING).toSorted();
    const flipped = paths.slice(MISSING, MISSING + FLIPS).toSorted();
    expect(flipped).toHaveLength(FLIPS);
    for (const path of missing) rmSync(root.file(path));
    for (const path of flipped) flipSomeBit(root.file(path), path);
    const strangers = paths
      .slice(-STRANGERS)
      .map((path) => path.replace(".pdf", "-stranger.pdf"))
      .toSorted();
    for (const path of strangers) writeFileSync(root.file(path), path);

    const found = await verifyOne(root);
    expect(pathsOf(found.corrupt)).toEqual(flipped);
    expect(pathsOf(found.missing)).toEqual(missing);
    expect(found.orphaned).toEqual(strangers);

    const sent = site.requests.length;
    const { repair } = await verifyOne(root, true);
    expect(repair).toMatchObject({ summary: { completed: FLIPS + MISSING, exit_code: 0 } });
    const asked = askedFor(site, sent).toSorted();
    expect(asked).toEqual([...flipped, ...missing].map((path) => numberOf(keyOf(path))).toSorted());
    expect(repair?.set_aside.map((path) => readFileSync(root.file(path), "utf8"))).toEqual(strangers);
    expect(await verifyOne(root)).toMatchObject({ missing: [], corrupt: [], orphaned: [] });
    expect(brokenPromises(root)).toEqual([]);
  },
  HOURS,
);

/** One that `name` and the seed decide. Size and times stay, as they do when a disk loses a bit. */
function flipSomeBit(file: string, name: string): void {
  const before = `${file}.before`;
  execFileSync("cp", ["-a", file, before]);
  flipBit(file, Math.floor(chance(`flip ${name}`) * statSync(file).size * 8));
  execFileSync("touch", ["-r", before, file]);
  rmSync(before);
}

describe("a bit flipped in what is known of documents", () => {
  let site: UsgsSandbox;
  let sound: TestRoot;
  beforeAll(async () => {
    site = await startUsgsSandbox({ wells: 2, documentsPerWell: 2, oddities: false });
    sound = await finishedRoot("sound", site);
  });
  afterAll(() => site.close());

  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

  function flippedCopy(name: string, file: string): TestRoot {
    const root = openRoot(join(folder, name.replaceAll(" ", "-")));
    execFileSync("cp", ["-a", sound.path, root.path]);
    onTestFinished(() => rmSync(root.path, { recursive: true, force: true }));
    flipSomeBit(root.file(file), name);
    return root;
  }

  const documentNumbers = () =>
    site.wells.flatMap(({ documents }) => documents.map(({ path }) => numberIn(path)));
  const numberIn = (path: string) => /_analysis_(\d+)_/.exec(path)?.[1] ?? path;

  it(
    `in the checkpoint: rebuilt, nothing is fetched, ${ROUNDS} times (seed ${SEED})`,
    async () => {
      const problems: string[] = [];
      for (const round of rounds) {
        const root = flippedCopy(`checkpoint ${round}`, "data/state/usgs.json");
        const sent = site.requests.length;
        const summary = await plainRun(root, site);
        if (summary.exit_code !== 0) problems.push(`${round}: exit ${summary.exit_code}`);
        if (askedFor(site, sent).length > 0)
          problems.push(`${round}: fetched ${askedFor(site, sent).join(" ")}`);
        const completed = root.checkpoint()?.completed_ids.toSorted().join();
        if (completed !== sound.checkpoint()?.completed_ids.toSorted().join())
          problems.push(`${round}: ${completed}`);
        problems.push(...brokenPromises(root).map((problem) => `${round}: ${problem}`));
      }
      expect(problems).toEqual([]);
    },
    HOURS,
  );

  it(
    `in the database: rebuilt or without consequence, nothing is fetched twice, ${ROUNDS} times (seed ${SEED})`,
    async () => {
      const [problems, seen] = [[] as string[], { byVerify: 0 }];
      for (const round of rounds) {
        const root = flippedCopy(`database ${round}`, "data/state/levada.db");
        const report = await verifyOne(root);
        if (report.state_problems !== undefined) seen.byVerify++;
        if (report.corrupt.length + report.missing.length + report.orphaned.length > 0)
          problems.push(`${round}: sound documents were called damaged`);
        const sent = site.requests.length;
        // Either must do as the first to write to the root.
        if (round % 2 === 0) {
          const repaired = await verifyOne(root, true);
          if (repaired.repair?.summary !== null) problems.push(`${round}: the repair fetched something`);
        }
        const summary = await plainRun(root, site).catch((error: unknown) => String(error));
        if (typeof summary === "string" || summary.exit_code !== 0)
          problems.push(`${round}: ${JSON.stringify(summary)}`);
        if (askedFor(site, sent).length > 0)
          problems.push(`${round}: fetched ${askedFor(site, sent).join(" ")}`);
        if (root.manifest().length !== sound.manifest().length) problems.push(`${round}: lines were added`);
        problems.push(...brokenPromises(root).map((problem) => `${round}: ${problem}`));
      }
      console.log(`seed ${SEED}: verify told of ${seen.byVerify} of ${ROUNDS} flips in the database`);
      expect(problems).toEqual([]);
    },
    HOURS,
  );

  it(
    `in the manifest: told, and what it cost is fetched again, ${ROUNDS} times (seed ${SEED})`,
    async () => {
      const problems: string[] = [];
      for (const round of rounds) {
        const root = flippedCopy(`manifest ${round}`, "data/raw/usgs/manifest.jsonl");
        const report = await verifyOne(root);
        const defects = [report.missing, report.corrupt, report.orphaned, report.manifest_problems];
        const isTold = defects.some(({ length }) => length > 0) || report.state_problems !== undefined;
        if (!isTold) problems.push(`${round}: not told: ${differenceIn(sound, root)}`);
        const repaired = await verifyOne(root, true);
        const summary = repaired.repair?.summary;
        if (summary && summary.exit_code !== 0)
          problems.push(`${round}: the repair ended with ${summary.exit_code}`);
        await plainRun(root, site);
        const stored = new Set(root.documents().map(numberOf));
        const lost = documentNumbers().filter((number) => !stored.has(number));
        if (lost.length > 0) problems.push(`${round}: lost ${lost.join(" ")}`);
        const after = await verifyOne(root);
        if (after.missing.length + after.corrupt.length > 0) problems.push(`${round}: not mended`);
      }
      expect(problems).toEqual([]);
    },
    HOURS,
  );
});

/** Where two manifests differ, with what is around it. */
function differenceIn(sound: TestRoot, root: TestRoot): string {
  const [before, after] = [sound, root].map(({ manifestFile }) => readFileSync(manifestFile, "latin1")) as [
    string,
    string,
  ];
  const at = [...before].findIndex((character, i) => character !== after[i]);
  return `${before.slice(at - 30, at + 10)} → ${after.slice(at - 5, at + 5)}`;
}
