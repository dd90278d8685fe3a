/** What a crash, a hand or a failing disk can do to a root, and what the next run makes of it (U4, U23, R3, R4). */
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { adopt } from "../../src/application/recover.ts";
import { search, status } from "../../src/index.ts";
import { asWriter } from "../../src/library/as-writer.ts";
import { brokenPromises, keyOf, newRoot, type TestRoot } from "../kit/root.ts";
import { documentRequests, ingestUsgs, type Sandbox, startSite } from "../kit/usgs.ts";

const LIMIT = 4;

/** A finished run of a site that has exactly as many documents as were fetched. */
async function finishedRoot(): Promise<{ root: TestRoot; site: Sandbox }> {
  const [root, site] = [
    newRoot(),
    await startSite({ states: ["TX"], wells: 2, documentsPerWell: 2, oddities: false }),
  ];
  const { summary } = await ingestUsgs(root, site, { limit: 100 });
  expect(summary).toMatchObject({ completed: LIMIT, exit_code: 0 });
  return { root, site };
}

const warnings = (events: readonly { type: string }[]) =>
  events
    .filter((event) => event.type === "warning")
    .map((event) => event as unknown as { code: string; message: string });

function cutManifest(root: TestRoot, dropBytes: number): string {
  const size = statSync(root.manifestFile).size;
  truncateSync(root.manifestFile, size - dropBytes);
  return readFileSync(root.manifestFile, "utf8");
}

describe("a torn last line", () => {
  /** Every byte takes ten minutes; `LEVADA_TORN_EVERY` leaves some out. */
  const every = Number(process.env["LEVADA_TORN_EVERY"] ?? 1);
  const positions = process.env["LEVADA_ENDURANCE"] === "1" ? null : 6;

  it("is cut wherever it was torn; what is before it stays, and its document alone is fetched again", async () => {
    const { root, site } = await finishedRoot();
    const whole = readFileSync(root.manifestFile, "utf8");
    const lastLine = whole.slice(whole.lastIndexOf("\n", whole.length - 2) + 1);
    const cuts = Array.from({ length: lastLine.length - 1 }, (_, i) => i + 1);
    const chosen =
      positions === null
        ? cuts.filter((_, i) => i % every === 0)
        : cuts.filter((_, i) => i % Math.ceil(cuts.length / positions) === 0);
    for (const cut of chosen) {
      const kept = whole.slice(0, whole.length - lastLine.length);
      writeFileSync(root.manifestFile, whole.slice(0, whole.length - cut));
      const sent = documentRequests(site).length;
      const { summary, events } = await ingestUsgs(root, site, { limit: 100 });
      expect(summary, `cut by ${cut} bytes`).toMatchObject({
        completed: 1,
        unchanged: LIMIT - 1,
        exit_code: 0,
      });
      expect(documentRequests(site).length).toBe(sent + 1);
      expect(events.some((event) => event.type === "recovered" && event.what === "manifest")).toBe(true);
      expect(readFileSync(root.manifestFile, "utf8").startsWith(kept)).toBe(true);
      expect(brokenPromises(root)).toEqual([]);
      writeFileSync(root.manifestFile, whole);
      await ingestUsgs(root, site, { limit: 100 });
    }
  }, 3_600_000);

  it("cut away whole, document and checkpoint follow the manifest", async () => {
    const { root, site } = await finishedRoot();
    const whole = readFileSync(root.manifestFile, "utf8");
    cutManifest(root, whole.length - whole.lastIndexOf("\n", whole.length - 2) - 1);
    const [report] = await status("usgs", { root: root.path });
    expect(report?.completed).toBe(LIMIT - 1);
    const { summary } = await ingestUsgs(root, site, { limit: 100 });
    expect(summary).toMatchObject({ completed: 1, unchanged: LIMIT - 1 });
    expect(brokenPromises(root)).toEqual([]);
  });
});

describe("a corrupt line in the middle", () => {
  it.each([
    ["bytes that are not JSON", (line: string) => `#${line.slice(1)}`],
    ["a line without its checksum", (line: string) => line.replace("sha256_checksum", "sha256_xhecksum")],
    ["NUL bytes", (line: string) => "\0".repeat(line.length)],
    ["nothing", () => ""],
  ])("(%s) is reported by its number, and its document is fetched again", async (_, spoil) => {
    const { root, site } = await finishedRoot();
    const lines = readFileSync(root.manifestFile, "utf8").split("\n");
    lines[1] = spoil(lines[1] as string);
    writeFileSync(root.manifestFile, lines.join("\n"));
    const { summary, events } = await ingestUsgs(root, site, { limit: 100 });
    expect(warnings(events)).toContainEqual(
      expect.objectContaining({ code: "manifest_line_corrupt", message: expect.stringContaining("line 2") }),
    );
    expect(summary).toMatchObject({ completed: 1, unchanged: LIMIT - 1, exit_code: 0 });
    expect(readFileSync(root.manifestFile, "utf8").split("\n").slice(0, LIMIT)).toEqual(
      lines.slice(0, LIMIT),
    );
    const again = await ingestUsgs(root, site, { limit: 100 });
    expect(again.summary).toMatchObject({ completed: 0, unchanged: LIMIT });
    expect(warnings(again.events).map(({ code }) => code)).toContain("manifest_line_corrupt");
    const [report] = await status("usgs", { root: root.path });
    expect(report?.manifest_problems).toMatchObject([{ line: 2 }]);
  });
});

describe("the checkpoint", () => {
  it.each([
    ["is not JSON", "{"],
    ["is empty", ""],
    ["has the wrong shape", `{"source_name":"usgs","completed_ids":"all"}`],
    [
      "belongs to another source",
      `{"source_name":"wiki","last_run":null,"completed_ids":[],"failed_ids":[],"cursor":null}`,
    ],
    ["is a list", "[]"],
  ])("that %s is kept aside and rebuilt, with a warning", async (_, text) => {
    const { root, site } = await finishedRoot();
    const before = root.checkpoint();
    const sent = documentRequests(site).length;
    writeFileSync(root.checkpointFile, text);
    const { summary, events } = await ingestUsgs(root, site, { limit: 100 });
    expect(warnings(events).map(({ code }) => code)).toContain("checkpoint_corrupt");
    expect(summary).toMatchObject({ completed: 0, unchanged: LIMIT, exit_code: 0 });
    expect(documentRequests(site).length).toBe(sent);
    expect(root.checkpoint()?.completed_ids).toEqual(before?.completed_ids);
    const aside = readdirSync(root.file("data/state")).filter((name) => name.startsWith("usgs.json.corrupt"));
    expect(aside).toHaveLength(1);
    expect(readFileSync(root.file("data/state", aside[0] as string), "utf8")).toBe(text);
  });

  it("that is missing is rebuilt, with a warning", async () => {
    const { root, site } = await finishedRoot();
    const before = root.checkpoint();
    rmSync(root.checkpointFile);
    const { events } = await ingestUsgs(root, site, { limit: 100 });
    expect(warnings(events).map(({ code }) => code)).toContain("checkpoint_missing");
    expect(root.checkpoint()?.completed_ids).toEqual(before?.completed_ids);
  });

  it("that claims more than the manifest is corrected before anything is fetched", async () => {
    const { root, site } = await finishedRoot();
    const checkpoint = root.checkpoint();
    appendFileSync(root.manifestFile, "torn");
    writeFileSync(
      root.checkpointFile,
      JSON.stringify({ ...checkpoint, completed_ids: [...(checkpoint?.completed_ids ?? []), "T999"] }),
    );
    await ingestUsgs(root, site, { limit: 100 });
    expect(root.checkpoint()?.completed_ids).toEqual(checkpoint?.completed_ids);
  });

  it("that names more than a manifest that lost lines follows it, though a recovery was killed before that", async () => {
    const { root } = await finishedRoot();
    const lines = readFileSync(root.manifestFile, "utf8").split("\n");
    writeFileSync(root.manifestFile, `${lines.slice(0, LIMIT - 2).join("\n")}\n`);
    // As far as a recovery comes before it is killed.
    await asWriter(root.path, "recovery", (ports) => adopt("usgs", ports, () => {}));
    expect(root.checkpoint()?.completed_ids).toHaveLength(LIMIT);
    await search("core", { root: root.path });
    expect(root.checkpoint()?.completed_ids).toHaveLength(LIMIT - 2);
  });

  it("keeps the last good one as .bak", async () => {
    const { root } = await finishedRoot();
    expect(JSON.parse(readFileSync(`${root.checkpointFile}.bak`, "utf8"))).toMatchObject({
      source_name: "usgs",
    });
  });
});

describe("the database", () => {
  const removeDatabase = (root: TestRoot) => {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(root.databaseFile + suffix, { force: true });
  };

  it("that was deleted is rebuilt to the same state; nothing is fetched again", async () => {
    const { root, site } = await finishedRoot();
    const before = await status("usgs", { root: root.path });
    const sent = documentRequests(site).length;
    removeDatabase(root);
    expect(await status("usgs", { root: root.path })).toMatchObject([{ completed: LIMIT }]);
    const { summary } = await ingestUsgs(root, site, { limit: 100 });
    expect(summary).toMatchObject({ completed: 0, unchanged: LIMIT, exit_code: 0 });
    expect(documentRequests(site).length).toBe(sent);
    const [after] = await status("usgs", { root: root.path });
    expect(after).toMatchObject({ completed: before[0]?.completed, failed: 0, skipped: 0, pending: 0 });
  });

  it("that is not one is set aside and rebuilt", async () => {
    const { root, site } = await finishedRoot();
    removeDatabase(root);
    writeFileSync(
      root.databaseFile,
      "this is no database, but it is long enough to look like a file of some sort".repeat(100),
    );
    const { summary } = await ingestUsgs(root, site, { limit: 100 });
    expect(summary).toMatchObject({ unchanged: LIMIT, exit_code: 0 });
    expect(readdirSync(root.file("data/state")).some((name) => name.startsWith("levada.db.corrupt"))).toBe(
      true,
    );
  });

  it("deleted with failures and an open breaker in it: both come back from the checkpoint", async () => {
    const root = newRoot();
    const site = await startSite({
      behave: (path) => {
        if (!path.startsWith("/crc-data/")) return undefined;
        return path.includes("1000000") ? { kind: "html" } : { kind: "status", status: 503 };
      },
    });
    await ingestUsgs(root, site, { limit: 4 });
    const before = root.checkpoint();
    expect(before?.failed_ids.length).toBeGreaterThan(0);
    removeDatabase(root);
    const sent = site.requests.length;
    const { summary } = await ingestUsgs(root, site, { limit: 4 });
    expect(summary.exit_code).toBe(3);
    expect(site.requests.length).toBe(sent);
    expect(root.checkpoint()?.failed_ids).toEqual(before?.failed_ids);
  });
});

describe("replacing", () => {
  it("--no-resume fetches again, adds a line and leaves one file per document", async () => {
    const { root, site } = await finishedRoot();
    const sent = documentRequests(site).length;
    const { summary } = await ingestUsgs(root, site, { limit: 100, resume: false });
    expect(summary).toMatchObject({ completed: LIMIT, unchanged: 0 });
    expect(documentRequests(site).length).toBe(sent + LIMIT);
    expect(root.manifest()).toHaveLength(2 * LIMIT);
    expect(new Set(root.manifest().map(({ local_path }) => keyOf(local_path))).size).toBe(LIMIT);
    expect(root.documents()).toHaveLength(LIMIT);
    expect(brokenPromises(root)).toEqual([]);
  });

  it("--retry-failed takes the failed documents only, and no catalog", async () => {
    const root = newRoot();
    let broken = true;
    const site = await startSite({
      behave: (path) => (broken && path.includes("1000001") ? { kind: "html" } : undefined),
    });
    await ingestUsgs(root, site, { limit: 4 });
    broken = false;
    const sent = site.requests.length;
    const { summary } = await ingestUsgs(root, site, { limit: 4, retryFailed: true });
    expect(summary).toMatchObject({ discovered: 1, completed: 1, exit_code: 0 });
    expect(site.requests.slice(sent)).toHaveLength(1);
  });
});
