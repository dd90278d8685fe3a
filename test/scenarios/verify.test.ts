/** `verify` finds every damage, `verify --repair` fetches exactly that again, `repair` rebuilds the rest (U24, R4). */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { repair, status, verify } from "../../src/index.ts";
import { nextName } from "../../src/infrastructure/files/incoming-name.ts";
import { createRootLock } from "../../src/infrastructure/files/root-lock.ts";
import { brokenPromises, keyOf, newRoot, type TestRoot } from "../kit/root.ts";
import { documentRequests, ingestUsgs, type Sandbox, startSite } from "../kit/usgs.ts";

async function finishedRoot(): Promise<{ root: TestRoot; site: Sandbox; paths: readonly string[] }> {
  const [root, site] = [newRoot(), await startSite({ oddities: false })];
  await ingestUsgs(root, site);
  return { root, site, paths: root.manifest().map(({ local_path }) => local_path) };
}

function flipBit(file: string, bit: number): void {
  const bytes = readFileSync(file);
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  writeFileSync(file, bytes);
}

describe("verify", () => {
  it("finds nothing in a sound root and writes nothing", async () => {
    const { root } = await finishedRoot();
    const before = root.listing();
    expect(await verify("usgs", { root: root.path })).toEqual([
      { name: "usgs", checked: 18, missing: [], corrupt: [], orphaned: [], manifest_problems: [] },
    ]);
    expect(root.listing()).toEqual(before);
  });

  it("finds every flipped bit, wherever it is", async () => {
    const { root, paths } = await finishedRoot();
    const rounds = Number(process.env["LEVADA_BIT_FLIPS"] ?? 40);
    for (let round = 0; round < rounds; round++) {
      const path = paths[round % paths.length] as string;
      const sound = readFileSync(root.file(path));
      flipBit(root.file(path), Math.floor((sound.length * 8 * (round + 0.5)) / rounds));
      const [report] = await verify("usgs", { root: root.path });
      expect(report?.corrupt.map((defect) => defect.path)).toEqual([path]);
      writeFileSync(root.file(path), sound);
    }
  }, 600_000);

  it.each<[string, (file: string) => void, RegExp]>([
    ["a cut file", (file) => truncateSync(file, 100), /bytes instead of/],
    ["an empty file", (file) => truncateSync(file, 0), /bytes instead of/],
    ["a longer file", (file) => appendFileSync(file, "x"), /bytes instead of/],
    ["a folder in its place", (file) => (rmSync(file), mkdirSync(file)), /folder|bytes instead of/],
  ])("names %s", async (_, spoil, detail) => {
    const { root, paths } = await finishedRoot();
    spoil(root.file(paths[0] as string));
    const [report] = await verify("usgs", { root: root.path });
    expect(report?.corrupt).toMatchObject([{ path: paths[0], detail: expect.stringMatching(detail) }]);
  });

  it("--repair fetches exactly the bad documents again and sets orphans aside", async () => {
    const { root, site, paths } = await finishedRoot();
    const [missing, corrupt, cut] = paths as [string, string, string];
    rmSync(root.file(missing));
    flipBit(root.file(corrupt), 77);
    truncateSync(root.file(cut), 10);
    writeFileSync(root.file("data/raw/usgs/TX/stranger.pdf.zst"), "not ours");
    const sent = documentRequests(site).length;
    const [report] = await verify("usgs", { root: root.path, repair: true, allowPrivateNetwork: true });
    expect(report).toMatchObject({
      missing: [{ path: missing }],
      orphaned: ["data/raw/usgs/TX/stranger.pdf.zst"],
      repair: {
        summary: { completed: 3, exit_code: 0 },
        set_aside: ["data/orphaned/usgs/TX/stranger.pdf.zst"],
      },
    });
    const again = documentRequests(site, site.requests.length - (documentRequests(site).length - sent));
    expect(again).toHaveLength(3);
    expect(readFileSync(root.file("data/orphaned/usgs/TX/stranger.pdf.zst"), "utf8")).toBe("not ours");
    expect(await verify("usgs", { root: root.path })).toMatchObject([
      { checked: 18, missing: [], corrupt: [], orphaned: [] },
    ]);
    expect(brokenPromises(root)).toEqual([]);
    expect(new Set(root.manifest().map(({ local_path }) => keyOf(local_path))).size).toBe(18);
  });

  it("reads the manifest itself: a bit that is lost changes neither its size nor its time", async () => {
    const { root } = await finishedRoot();
    const before = `${root.manifestFile}.before`;
    execFileSync("cp", ["-a", root.manifestFile, before]);
    flipBit(root.manifestFile, 3);
    execFileSync("touch", ["-r", before, root.manifestFile]);
    rmSync(before);
    const [report] = await verify("usgs", { root: root.path });
    expect(report).toMatchObject({ checked: 17, manifest_problems: [{ line: 1 }] });
  });

  it.each<[string, string, RegExp]>([
    ["a checksum", "UPDATE document SET sha256 = 'f' || sha256 WHERE seq = 3", /of 1 documents/],
    [
      "a path",
      "UPDATE document SET local_path = 'data/raw/usgs/TX/x.pdf.zst' WHERE seq = 3",
      /of 1 documents/,
    ],
    ["a document that is gone", "DELETE FROM document WHERE seq = 3", /of 1 documents/],
    [
      "what it remembers of a task",
      "UPDATE task SET reference = '{' WHERE id = 3",
      /of 18 documents|unreadable/,
    ],
    [
      "the text of a trigger",
      `PRAGMA writable_schema = ON;
       UPDATE sqlite_schema SET sql = replace(sql, 'OLD.run', '\u00ccLD.run') WHERE name = 'task_left'`,
      /unreadable/,
    ],
  ])("tells of a database that is wrong in %s, and calls no document damaged", async (_, sql, told) => {
    const { root, site } = await finishedRoot();
    const database = new DatabaseSync(root.databaseFile, { defensive: false });
    database.exec(sql);
    database.close();
    const sent = documentRequests(site).length;
    const sound = { checked: 18, missing: [], corrupt: [], orphaned: [] };
    const state_problems = [expect.stringMatching(told)];
    expect(await verify("usgs", { root: root.path })).toMatchObject([{ ...sound, state_problems }]);
    const repaired = await verify("usgs", { root: root.path, repair: true });
    expect(repaired).toMatchObject([{ ...sound, state_problems, repair: { summary: null } }]);
    expect((await verify("usgs", { root: root.path }))[0]).not.toHaveProperty("state_problems");
    expect((await ingestUsgs(root, site)).summary).toMatchObject({
      unchanged: 18,
      completed: 0,
      exit_code: 0,
    });
    expect(documentRequests(site)).toHaveLength(sent);
  });

  it("--repair completes a replacement that a kill left half-way instead of fetching it again", async () => {
    const { root, site, paths } = await finishedRoot();
    const path = paths[0] as string;
    const old = readFileSync(root.file(path));
    await ingestUsgs(root, site, { resume: false });
    const within = path.slice("data/raw/usgs/".length);
    const staged = root.file("data/raw/usgs/.incoming", ...nextName(within, "1"));
    mkdirSync(dirname(staged), { recursive: true });
    renameSync(root.file(path), staged);
    writeFileSync(root.file(path), Buffer.concat([old, Buffer.from("old")]));
    const [lines, sent] = [root.manifest().length, site.requests.length];
    const [report] = await verify("usgs", { root: root.path, repair: true, allowPrivateNetwork: true });
    expect(report).toMatchObject({ missing: [], corrupt: [], orphaned: [], repair: { summary: null } });
    expect([root.manifest().length, site.requests.length]).toEqual([lines, sent]);
    expect(brokenPromises(root)).toEqual([]);
  });

  it("--repair sets nothing aside beside a process that writes: its files may get their lines yet", async () => {
    const { root } = await finishedRoot();
    const file = root.file("data/raw/usgs/TX/T999-1.pdf.zst");
    writeFileSync(file, "published, and its line not yet written");
    const held = await createRootLock(root.path).acquire("ingest usgs");
    await expect(verify("usgs", { root: root.path, repair: true })).rejects.toThrow(/another levada process/);
    await held.release();
    expect(existsSync(file)).toBe(true);
  });

  it("--repair of a root with nothing in it writes nothing", async () => {
    const root = newRoot();
    const before = readdirSync(root.path);
    await verify("all", { root: root.path, repair: true });
    expect(readdirSync(root.path)).toEqual(before);
  });
});

describe("repair", () => {
  it("rebuilds database and checkpoint to the same state, fetching nothing", async () => {
    const { root, site } = await finishedRoot();
    const before = [await status("usgs", { root: root.path }), root.checkpoint()];
    const sent = site.requests.length;
    for (const file of [root.databaseFile, root.checkpointFile]) rmSync(file);
    await repair("usgs", { root: root.path });
    const [state, checkpoint] = [await status("usgs", { root: root.path }), root.checkpoint()];
    expect(state).toMatchObject([{ completed: 18, failed: 0, skipped: 0, pending: 0 }]);
    expect(checkpoint?.completed_ids).toEqual((before[1] as typeof checkpoint)?.completed_ids);
    expect(site.requests).toHaveLength(sent);
  });
});
