/**
 * What a hostile or broken site can say, and the named outcome of each. The run always completes. The inputs that have
 * an id are in hostile-inputs.test.ts and in test/hostile.
 */
import { readFileSync } from "node:fs";
import { gzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ingest, type LevadaEvent, type Summary } from "../../src/index.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, startPages } from "../kit/site.ts";
import { documentRequests, ingestUsgs, startSite } from "../kit/usgs.ts";

type Row = Parameters<typeof htmlCatalog>[0][number];

/** Runs an HTML catalog with one good document and one that is not. */
async function runCatalog(bad: Row, options: Record<string, unknown> = {}) {
  const root = newRoot();
  const site = await startPages((path) => {
    if (path === "/robots.txt") return undefined;
    if (path === "/catalog") return htmlCatalog([{ number: "A001", href: "/docs/A001.pdf" }, bad]);
    return PDF;
  });
  const result = await run(root, site.url, options);
  return { root, site, ...result };
}

async function run(
  root: TestRoot,
  url: string,
  sourceOptions = {},
): Promise<{ summary: Summary; events: LevadaEvent[] }> {
  const events: LevadaEvent[] = [];
  const summary = await ingest("usgs", {
    root: root.path,
    allowPrivateNetwork: true,
    sourceOptions: { baseUrl: url, catalogs: [{ kind: "html", url: `${url}/catalog` }], ...sourceOptions },
    onEvent: (event) => events.push(event),
  });
  return { summary, events };
}

const warned = (events: readonly LevadaEvent[], text: string) =>
  events.some((event) => event.type === "warning" && `${event.code} ${event.message}`.includes(text));

describe("names from a catalog", () => {
  it.each([
    ["library_number", { number: "../../../etc", href: "/docs/x.pdf" }],
    ["library_number", { number: "..\\..\\etc", href: "/docs/x.pdf" }],
    ["library_number", { number: "/etc/passwd", href: "/docs/x.pdf" }],
    ["library_number", { number: "C:\\x", href: "/docs/x.pdf" }],
    ["library_number", { number: "%2e%2e%2fetc", href: "/docs/x.pdf" }],
    ["library_number", { number: "T\u0000055", href: "/docs/x.pdf" }],
    ["library_number", { number: "T".repeat(51), href: "/docs/x.pdf" }],
    ["library_number", { number: "T\u001b[2J", href: "/docs/x.pdf" }],
    ["state", { number: "B001", state: "XX", href: "/docs/x.pdf" }],
    ["state", { number: "B001", state: "../../../etc", href: "/docs/x.pdf" }],
  ])("a hostile %s (%o) drops the document with a warning that names the field", async (field, row) => {
    const { root, summary, events } = await runCatalog(row);
    expect(summary).toMatchObject({ completed: 1, skipped: 1, failed: 0, discovered: 2, exit_code: 0 });
    expect(warned(events, field)).toBe(true);
    expect(root.documents()).toEqual(["A001"]);
    const outside = Object.keys(root.listing()).filter(
      (name) => !/^(data\/(raw\/usgs|state)\/|rate_limits\.yaml)/.test(name),
    );
    expect(outside).toEqual([]);
  });

  it("an unknown state is kept under unknown where the user asks for that", async () => {
    const { root, summary } = await runCatalog(
      { number: "B001", state: "XX", href: "/docs/b.pdf" },
      { unknownState: "keep" },
    );
    expect(summary).toMatchObject({ completed: 2, skipped: 0 });
    expect(root.manifest().map(({ local_path }) => local_path)).toContain(
      "data/raw/usgs/unknown/B001.pdf.zst",
    );
  });

  it("a hostile well name drops the field, not the document", async () => {
    const { root, summary, events } = await runCatalog({
      number: "B001",
      well: "../../../etc/passwd",
      href: "/docs/b.pdf",
    });
    expect(summary).toMatchObject({ completed: 2, skipped: 0 });
    expect(warned(events, "well_name")).toBe(true);
    expect(root.manifest().find((line) => line.library_number === "B001")?.metadata).not.toHaveProperty(
      "well_name",
    );
  });

  it("a well name with forbidden characters is cleaned", async () => {
    const { root } = await runCatalog({ number: "B001", well: "Well<Name>:Test", href: "/docs/b.pdf" });
    expect(root.manifest().find((line) => line.library_number === "B001")?.metadata["well_name"]).toBe(
      "Well_Name_Test",
    );
  });
});

describe("links from a catalog", () => {
  it.each([
    ["another host", "http://example.org/x.pdf"],
    ["loopback, decimal", "http://2130706433/x.pdf"],
    ["a file", "file:///etc/passwd"],
    ["credentials", "http://user:secret@127.0.0.1/x.pdf"],
    ["garbage", "http://[/x.pdf"],
  ])("to %s (%s) are refused by name and never followed", async (_, href) => {
    const { root, site, summary } = await runCatalog({ number: "B001", href });
    expect(summary).toMatchObject({ completed: 1, skipped: 1, failed: 0, exit_code: 0 });
    expect(Object.keys(summary.reasons)).toHaveLength(1);
    expect(root.documents()).toEqual(["A001"]);
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/catalog", "/docs/A001.pdf"]);
    expect(readFileSync(root.manifestFile, "utf8")).not.toContain("secret");
  });

  it("to a private address are refused without --allow-private-network, before anything connects", async () => {
    const root = newRoot();
    const site = await startPages(() => PDF);
    const summary = await ingest("usgs", { root: root.path, sourceOptions: { baseUrl: site.url } });
    expect(site.requests).toEqual([]);
    expect(summary).toMatchObject({ discovery: "failed", exit_code: 1, completed: 0 });
  });
});

describe("redirects", () => {
  it("on the same host are followed, and the final address is kept", async () => {
    const root = newRoot();
    const site = await startPages((path) => {
      if (path === "/robots.txt") return undefined;
      if (path === "/catalog") return htmlCatalog([{ number: "B001", href: "/docs/B001.pdf" }]);
      return path === "/moved.pdf" ? PDF : { status: 307, headers: { location: "/moved.pdf" } };
    });
    expect((await run(root, site.url)).summary).toMatchObject({ completed: 1 });
    expect(root.manifest()[0]).toMatchObject({
      source_url: `${site.url}/docs/B001.pdf`,
      metadata: { final_url: `${site.url}/moved.pdf` },
    });
  });
});

describe("bodies", () => {
  it("a broken body is tried three times, an unwanted one once", async () => {
    const root = newRoot();
    const site = await startSite({
      behave: (path) =>
        path.includes("1000000")
          ? { kind: "short" }
          : path.includes("1000001")
            ? { kind: "html" }
            : undefined,
    });
    await ingestUsgs(root, site, { limit: 2 });
    const asked = documentRequests(site);
    expect(asked.filter((path) => path.includes("1000000"))).toHaveLength(3);
    expect(asked.filter((path) => path.includes("1000001"))).toHaveLength(1);
  }, 30_000);

  it("a PDF without announced end is taken when it is whole, and marked", async () => {
    const root = newRoot();
    const site = await startSite({
      behave: (path) => (path.startsWith("/crc-data/") ? { kind: "unframed" } : undefined),
    });
    expect((await ingestUsgs(root, site, { limit: 1 })).summary).toMatchObject({ completed: 1 });
    expect(root.manifest()[0]?.metadata["unframed"]).toBe(true);
  });

  it("a compressed answer is stored as the PDF it decodes to", async () => {
    const root = newRoot();
    const site = await startPages((path) => {
      if (path === "/robots.txt") return undefined;
      if (path === "/catalog") return htmlCatalog([{ number: "B001", href: "/docs/B001.pdf" }]);
      return { headers: { "content-encoding": "gzip" }, body: gzipSync(PDF) };
    });
    await run(root, site.url);
    expect(zstdDecompressSync(readFileSync(root.file("data/raw/usgs/TX/B001.pdf.zst"))).toString()).toBe(PDF);
  });
});

describe("catalogs", () => {
  it.each([
    ["html", "<html><body>We are down for maintenance</body></html>"],
    ["csv", "<html><body>We are down for maintenance</body></html>"],
    ["csv", '{"error": "no such service"}'],
  ])("a %s catalog that shows nothing known (%s) is structure_changed, exit 1", async (kind, body) => {
    const root = newRoot();
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : body));
    const { summary, events } = await run(root, site.url, {
      catalogs: [{ kind, url: kind === "csv" ? site.url : `${site.url}/catalog` }],
    });
    expect(summary).toMatchObject({ discovered: 0, exit_code: 1, discovery: "failed" });
    expect(warned(events, "structure_changed")).toBe(true);
    expect(warned(events, "expected")).toBe(true);
  });

  it("a catalog that answers 500 is tried three times, then the run fails with exit 1", async () => {
    const root = newRoot();
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : { status: 500 }));
    const { summary } = await run(root, site.url);
    expect(summary).toMatchObject({ discovered: 0, exit_code: 1, discovery: "failed" });
    expect(site.requests.filter(({ path }) => path === "/catalog")).toHaveLength(3);
  }, 30_000);
});
