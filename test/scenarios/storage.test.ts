/** Disks that fill up, roots that are taken, runs that are stopped. */
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  defineSource,
  ingest,
  type LevadaEvent,
  LockedError,
  type Source,
  StorageError,
  type Summary,
} from "../../src/index.ts";
import { mountSmallDisk } from "../conformance/small-disk.ts";
import { brokenPromises, newRoot, openRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";
import { ingestUsgs, startSite } from "../kit/usgs.ts";

const DOCUMENTS = 40;

async function noiseSource(): Promise<{ source: Source; asked: () => string[] }> {
  const bodies = Array.from({ length: DOCUMENTS }, () => randomBytes(400_000));
  const site = await startPages((path) =>
    path === "/robots.txt" ? undefined : bodies[Number(path.slice(2))],
  );
  const source = defineSource({
    name: "usgs",
    summary: "documents that do not compress",
    policy: {},
    allows: () => true,
    async *discover() {
      for (let i = 0; i < DOCUMENTS; i++) {
        const reference = {
          key: `d${i}`,
          url: `${site.url}/d${i}`,
          path: `x/d${i}.bin.zst`,
          fields: {},
          metadata: {},
        };
        yield { kind: "document", reference };
      }
    },
  });
  return { source, asked: () => site.requests.map(({ path }) => path) };
}

describe("a disk that fills up", () => {
  it("ends the run cleanly, and the run goes on once there is space", async ({ skip }) => {
    const disk = mountSmallDisk(8_000_000);
    if (disk === null) return skip("this user may not mount a tmpfs");
    onTestFinished(() => disk.unmount());
    const root = openRoot(disk.folder);
    writeFileSync(
      join(disk.folder, "rate_limits.yaml"),
      `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 3}}`,
    );
    const { source, asked } = await noiseSource();
    const events: LevadaEvent[] = [];
    const run = () =>
      ingest(source, {
        root: disk.folder,
        allowPrivateNetwork: true,
        onEvent: (event) => events.push(event),
      });

    await expect(run()).rejects.toMatchObject({ code: "disk_full" });
    await expect(run()).rejects.toBeInstanceOf(StorageError);
    const full = events.find((event) => event.type === "summary") as Summary;
    expect(full.exit_code).toBe(4);
    expect(full.discovered).toBe(full.completed + full.failed + full.skipped + full.unchanged + full.pending);
    expect(brokenPromises(root)).toEqual([]);
    const stored = new Set(root.manifest().map(({ source_url }) => new URL(source_url).pathname));
    expect(stored.size).toBeGreaterThan(0);

    spawnSync("mount", ["-o", "remount,size=60m", disk.folder]);
    const before = asked().length;
    expect(await run()).toMatchObject({ exit_code: 0, failed: 0, pending: 0 });
    expect(
      asked()
        .slice(before)
        .filter((path) => stored.has(path)),
    ).toEqual([]);
    expect(root.documents()).toHaveLength(DOCUMENTS);
    expect(brokenPromises(root)).toEqual([]);
  });
});

describe("a root that another run writes to", () => {
  it("is refused with a message that names the first, and stays untouched", async () => {
    const [root, site] = [
      newRoot(),
      await startSite({ behave: (path) => (path.startsWith("/crc-data/") ? { kind: "hang" } : undefined) }),
    ];
    const stop = new AbortController();
    const first = ingestUsgs(root, site, { limit: 1, signal: stop.signal });
    await expect.poll(() => site.requests.some(({ path }) => path.startsWith("/crc-data/"))).toBe(true);
    const refused = await ingestUsgs(root, site, { limit: 1 }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(LockedError);
    expect((refused as Error).message).toContain(String(process.pid));
    expect((refused as Error).message).toContain("ingest usgs");
    stop.abort("SIGTERM");
    expect((await first).summary).toMatchObject({ exit_code: 143, pending: 1, discovered: 1 });
  });
});

describe("a run that is stopped", () => {
  it.each(["SIGINT", "SIGTERM"] as const)(
    "by %s gives back what is in hand; the next run finishes it",
    async (signal) => {
      const root = newRoot();
      let hangs = true;
      const site = await startSite({
        behave: (path) => (hangs && path.includes("1000001") ? { kind: "hang" } : undefined),
      });
      const stop = new AbortController();
      const running = ingestUsgs(root, site, { limit: 5, signal: stop.signal });
      await expect.poll(() => site.requests.some(({ path }) => path.includes("1000001"))).toBe(true);
      stop.abort(signal);
      const { summary } = await running;
      expect(summary.exit_code).toBe(signal === "SIGINT" ? 130 : 143);
      expect(summary.discovered).toBe(summary.completed + summary.pending);
      expect(brokenPromises(root)).toEqual([]);
      hangs = false;
      const again = await ingestUsgs(root, site, { limit: 5 });
      expect(again.summary).toMatchObject({ exit_code: 0, failed: 0, pending: 0 });
      expect(root.documents().length).toBeGreaterThanOrEqual(5);
    },
  );

  it("while it waits for a host ends at once", async () => {
    const root = newRoot();
    const site = await startSite({
      behave: (path) =>
        path.startsWith("/crc-data/")
          ? { kind: "status", status: 429, headers: { "retry-after": "50" } }
          : undefined,
    });
    const stop = new AbortController();
    const running = ingestUsgs(root, site, { limit: 3, signal: stop.signal });
    await expect.poll(() => site.requests.some(({ path }) => path.startsWith("/crc-data/"))).toBe(true);
    stop.abort("SIGINT");
    expect((await running).summary).toMatchObject({ exit_code: 130, completed: 0 });
  });

  it("before it began does nothing", async () => {
    const [root, site] = [newRoot(), await startSite()];
    const { summary } = await ingestUsgs(root, site, { limit: 3, signal: AbortSignal.abort("SIGINT") });
    expect(summary).toMatchObject({ exit_code: 130, discovered: 0 });
    expect(site.requests).toEqual([]);
  });
});
