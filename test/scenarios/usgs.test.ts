/** The scenarios of the origin document, section 10.1, by their numbers, against a real server on loopback. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ingest, status } from "../../src/index.ts";
import { sanitizeLibraryNumber, sanitizeState, sanitizeWellName } from "../../src/sources/usgs/names.ts";
import { brokenPromises, keyOf, newRoot } from "../kit/root.ts";
import { documentRequests, gaps, ingestUsgs, startSite } from "../kit/usgs.ts";

const isDocument = (path: string) => path.startsWith("/crc-data/");

describe("usgs", () => {
  it("010: a fresh run stores documents with full provenance", async () => {
    const [root, site] = [newRoot(), await startSite()];
    const { summary } = await ingestUsgs(root, site, { limit: 5 });
    expect(summary).toMatchObject({ discovered: 5, queued: 5, completed: 5, failed: 0, exit_code: 0 });
    expect(root.documents()).toHaveLength(5);
    for (const line of root.manifest()) {
      expect(Object.keys(line)).toEqual([
        "library_number",
        "state",
        "source_url",
        "source_module",
        "local_path",
        "sha256_checksum",
        "original_size",
        "compressed_size",
        "downloaded_at",
        "metadata",
      ]);
      expect(line.source_module).toBe("usgs");
      expect(line.local_path).toBe(`data/raw/usgs/${line.state}/${keyOf(line.local_path)}.pdf.zst`);
      expect(new Date(line.downloaded_at).toISOString()).toBe(line.downloaded_at);
    }
    expect(root.checkpoint()?.completed_ids.toSorted()).toEqual(root.documents());
    expect(brokenPromises(root)).toEqual([]);
  });

  it("020: resume fetches nothing twice, and the limit counts what is new", async () => {
    const [root, site] = [newRoot(), await startSite()];
    await ingestUsgs(root, site, { limit: 4 });
    const { summary } = await ingestUsgs(root, site, { limit: 1000 });
    expect(summary).toMatchObject({ unchanged: 4, failed: 0, exit_code: 0 });
    const asked = documentRequests(site);
    expect(new Set(asked).size).toBe(asked.length);
    const third = await ingestUsgs(root, site, { limit: 1000 });
    expect(third.summary).toMatchObject({ completed: 0, queued: 0, bytes: 0, unchanged: asked.length });
    expect(documentRequests(site)).toHaveLength(asked.length);
  });

  it("030: a dry run says what it would fetch and writes nothing at all", async () => {
    const [root, site] = [newRoot(), await startSite()];
    const before = root.listing();
    const { summary, events } = await ingestUsgs(root, site, { limit: 3, dryRun: true });
    expect(root.listing()).toEqual(before);
    expect(existsSync(root.file("data"))).toBe(false);
    expect(documentRequests(site)).toEqual([]);
    const planned = events.filter((event) => event.type === "planned");
    expect(planned).toHaveLength(3);
    expect(planned[0]).toMatchObject({
      change: "new",
      url: expect.stringContaining("/crc-data/"),
      fields: { state: "TX" },
    });
    expect(summary).toMatchObject({ discovered: 3, queued: 3, pending: 3, completed: 0, exit_code: 0 });
  });

  it("030: a dry run over stored documents reads state and leaves every byte as it is", async () => {
    const [root, site] = [newRoot(), await startSite()];
    await ingestUsgs(root, site, { limit: 3 });
    const before = root.listing();
    const { events } = await ingestUsgs(root, site, { limit: 3, dryRun: true });
    expect(root.listing()).toEqual(before);
    const changes = events.filter((event) => event.type === "planned").map(({ change }) => change);
    expect(changes).toEqual(["unchanged", "unchanged", "unchanged", "new", "new", "new"]);
  });

  it("040: requests to a host are never closer than the delay, robots.txt, catalog and retries included", async () => {
    const root = newRoot("hosts: {}");
    const site = await startSite({
      behave: (path, nth) => (isDocument(path) && nth === 1 ? { kind: "status", status: 503 } : undefined),
    });
    await ingestUsgs(root, site, { limit: 1 });
    expect(site.requests.length).toBeGreaterThanOrEqual(6);
    for (const gap of gaps(site)) expect(gap).toBeGreaterThanOrEqual(950);
  });

  it("050: five failed attempts in a row open the breaker; nothing more is sent, the rest stays pending", async () => {
    const root = newRoot();
    const site = await startSite({
      behave: (path) => (isDocument(path) ? { kind: "status", status: 503 } : undefined),
    });
    const { summary, events } = await ingestUsgs(root, site, { limit: 4 });
    expect(documentRequests(site)).toHaveLength(5);
    expect(summary.exit_code).toBe(3);
    expect(summary.completed + summary.failed + summary.pending).toBe(summary.discovered);
    expect(summary.pending).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === "breaker_opened")).toHaveLength(1);
    expect(root.checkpoint()?.circuit_breaker).toMatchObject({ failure_count: 5, is_open: true });

    const sent = site.requests.length;
    const again = await ingestUsgs(root, site, { limit: 4 });
    expect(site.requests).toHaveLength(sent);
    expect(again.summary.exit_code).toBe(3);
    const [report] = await status("usgs", { root: root.path });
    expect(report?.circuit_breaker.is_open).toBe(true);
    expect(Date.parse(report?.circuit_breaker.reset_time ?? "")).toBeGreaterThan(Date.now() + 200_000);
  });

  it("050: after the reset time one probe decides", async () => {
    const root = newRoot();
    writeFileSync(root.file("levada.config.yaml"), "politeness: {breaker_reset_ms: 1000}");
    let broken = true;
    const site = await startSite({
      behave: (path) => (broken && isDocument(path) ? { kind: "status", status: 503 } : undefined),
    });
    await ingestUsgs(root, site, { limit: 4 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const sent = documentRequests(site).length;
    const still = await ingestUsgs(root, site, { limit: 4 });
    expect(documentRequests(site)).toHaveLength(sent + 1);
    expect(still.summary.exit_code).toBe(3);

    broken = false;
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { summary } = await ingestUsgs(root, site, { limit: 4 });
    expect(summary).toMatchObject({ completed: 4, exit_code: 0 });
  });

  it("060: a 404 is skipped with its reason and the run goes on", async () => {
    const root = newRoot();
    let missing = "";
    const site = await startSite({
      behave: (path) => {
        if (isDocument(path) && missing === "") missing = path;
        return path === missing ? { kind: "status", status: 404 } : undefined;
      },
    });
    const { summary } = await ingestUsgs(root, site, { limit: 5 });
    expect(summary).toMatchObject({
      completed: 4,
      skipped: 1,
      failed: 0,
      exit_code: 0,
      reasons: { not_found: 1 },
    });
    expect(root.checkpoint()?.skipped_ids).toHaveLength(1);
  });

  it.each([
    ["070", "state", "../../../etc", sanitizeState],
    ["070", "library number", "../../../etc", sanitizeLibraryNumber],
    ["080", "state", "XX", sanitizeState],
    ["100", "library number", "T0\u000055", sanitizeLibraryNumber],
    ["100", "well name", "well\u0000name", sanitizeWellName],
    ["110", "library number", "/etc/passwd", sanitizeLibraryNumber],
    ["110", "state", "/etc/passwd", sanitizeState],
  ])("%s: the %s %j is rejected", (_, __, value, sanitize) => {
    const result = sanitize(value);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.problem).not.toBe("");
  });

  it("090: forbidden characters of a well name become underscores", () => {
    expect(sanitizeWellName("Well<Name>:Test")).toEqual({ ok: true, value: "Well_Name_Test" });
  });

  it("130: files are valid zstd of exactly the bytes the server sent", async () => {
    const [root, site] = [newRoot(), await startSite()];
    await ingestUsgs(root, site, { limit: 3 });
    for (const line of root.manifest()) {
      const sent = Buffer.from(await (await fetch(line.source_url)).arrayBuffer());
      expect(zstdDecompressSync(readFileSync(root.file(line.local_path))).equals(sent)).toBe(true);
    }
  });

  it("140: status counts completed, failed, skipped and pending", async () => {
    const root = newRoot();
    const site = await startSite({
      behave: (path, nth) => {
        if (!isDocument(path)) return undefined;
        if (path.includes("1000001")) return { kind: "html" };
        return path.includes("1000100") && nth === 1 ? { kind: "status", status: 404 } : undefined;
      },
    });
    await ingestUsgs(root, site, { limit: 5 });
    const [report] = await status("usgs", { root: root.path, failed: true });
    expect(report).toMatchObject({ name: "usgs", completed: 3, failed: 1, skipped: 1, pending: 0 });
    expect(report?.failed_items?.[0]).toMatchObject({ reason: "unexpected_content", attempts: 1 });
    expect(Date.parse(report?.last_run ?? "")).toBeLessThanOrEqual(Date.now());
  });

  // Needs the internet and asks the real site: LEVADA_LIVE=1 npx vitest run test/scenarios/usgs.test.ts -t 150
  it.runIf(process.env["LEVADA_LIVE"] === "1")(
    "150: one real document of the live site",
    async () => {
      const root = newRoot("hosts: {}");
      const summary = await ingest("usgs", { root: root.path, limit: 1 });
      expect(summary).toMatchObject({ completed: 1, exit_code: 0 });
      expect(brokenPromises(root)).toEqual([]);
      const [line] = root.manifest();
      const bytes = zstdDecompressSync(readFileSync(root.file(line?.local_path ?? "")));
      expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    },
    600_000,
  );

  it("160: every line of the manifest is JSON, and there is one for every document", async () => {
    const [root, site] = [newRoot(), await startSite()];
    await ingestUsgs(root, site, { limit: 1000 });
    const ids = root.manifest().map((line) => keyOf(line.local_path));
    expect(ids.toSorted()).toEqual(root.documents());
    expect(new Set(ids).size).toBe(ids.length);
  });
});
