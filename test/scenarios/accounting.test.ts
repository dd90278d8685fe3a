/** Every item ends in exactly one state, in the summary, in `status` and in the checkpoint (E7, U5, U11). */
import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  defineSource,
  ingest,
  type LevadaEvent,
  plan,
  type Reference,
  type Source,
  status,
  type Summary,
} from "../../src/index.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, startPages } from "../kit/site.ts";
import { documentRequests, ingestUsgs, startSite } from "../kit/usgs.ts";

const rule = { attempts: 3, firstWaitMs: 10, maxWaitMs: 20 };

function listSource(
  urls: readonly string[],
  own: (reference: Reference, i: number) => Reference = (reference) => reference,
): Source {
  return defineSource({
    name: "usgs",
    summary: "a list",
    policy: { serverError: rule, tooManyRequests: rule, timeout: rule, connection: rule, brokenBody: rule },
    allows: () => true,
    async *discover() {
      for (const [i, url] of urls.entries()) {
        const reference = { key: `d${i}`, url, path: `x/d${i}.bin.zst`, fields: {}, metadata: {} };
        yield { kind: "document", reference: own(reference, i) };
      }
    },
  });
}

async function run(
  root: TestRoot,
  source: Source,
  options = {},
): Promise<{ summary: Summary; events: LevadaEvent[] }> {
  const events: LevadaEvent[] = [];
  const onEvent = (event: LevadaEvent) => void events.push(event);
  const summary = await ingest(source, { root: root.path, allowPrivateNetwork: true, onEvent, ...options });
  expect(events.filter((event) => event.type === "warning" && event.code === "accounts_differ")).toEqual([]);
  return { summary, events };
}

describe("a redirect to a host that must not be asked", () => {
  it.each([1, 2, 8])("puts off that document only; the run ends (%i at a time)", async (concurrency) => {
    const root = newRoot(`hosts: {"127.0.0.1": {delay_ms: 0, concurrency: ${concurrency}}}`);
    const held = await startPages((path) => (path === "/robots.txt" ? { status: 503 } : PDF));
    const healthy = await startPages((path) => {
      if (path === "/robots.txt") return undefined;
      return path === "/d3" ? { status: 302, headers: { location: `${held.url}/x` } } : PDF;
    });
    const urls = Array.from({ length: 20 }, (_, i) => `${healthy.url}/d${i}`);
    const { summary } = await run(root, listSource(urls));
    expect(summary).toMatchObject({ discovered: 20, completed: 19, pending: 1, exit_code: 3 });
    expect(summary.held).toEqual([{ host: held.host, reason: "robots_unavailable", until: null }]);
  });
});

describe("a host that becomes held while others of its tasks wait for a retry", () => {
  it("leaves the run with all of them; the run ends", async () => {
    const root = newRoot(`hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 4}}`);
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : { status: 503 }));
    const urls = Array.from({ length: 12 }, (_, i) => `${site.url}/d${i}`);
    const { summary } = await run(root, listSource(urls));
    expect(summary.exit_code).toBe(3);
    expect(summary.pending + summary.failed).toBe(12);
    // Five open the breaker; those that were in flight with the fifth cannot be called back.
    expect(site.requests.length).toBeLessThanOrEqual(1 + 5 + 3);
  });
});

describe("Retry-After on the last attempt", () => {
  it("puts the document off instead of failing it", async () => {
    const root = newRoot();
    const site = await startPages((path, nth) => {
      if (path === "/robots.txt") return undefined;
      return nth < 3 ? { status: 500 } : { status: 429, headers: { "retry-after": "3600" } };
    });
    const { summary } = await run(root, listSource([`${site.url}/a`]));
    expect(summary).toMatchObject({ failed: 0, pending: 1, exit_code: 3 });
  });
});

describe("answers that were not asked for", () => {
  it("a 304 to a plain request fails the document", async () => {
    const root = newRoot();
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : { status: 304 }));
    expect((await run(root, listSource([`${site.url}/a`]))).summary).toMatchObject({
      failed: 1,
      unchanged: 0,
      exit_code: 1,
    });
  });
});

describe("two documents with one path", () => {
  it("the second is refused; the first stays what it is", async () => {
    const root = newRoot();
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : `${PDF}${path}`));
    const source = listSource([`${site.url}/a`, `${site.url}/b`], (reference) => ({
      ...reference,
      path: "x/same.bin.zst",
    }));
    const first = await run(root, source);
    expect(first.summary).toMatchObject({ completed: 1, failed: 1, reasons: { path_taken: 1 } });
    expect(root.manifest()).toHaveLength(1);
  });
});

describe("a sink that throws", () => {
  it.each(["exchange", "completed", "queued", "progress"])(
    "at %s ends the run with its error",
    async (type) => {
      const root = newRoot();
      const site = await startPages((path) => (path === "/robots.txt" ? undefined : PDF));
      const onEvent = (event: LevadaEvent) => {
        if (event.type === type) throw new Error("sink is broken");
      };
      const running = ingest(listSource([`${site.url}/a`, `${site.url}/b`]), {
        root: root.path,
        allowPrivateNetwork: true,
        onEvent,
      });
      await expect(running).rejects.toThrow("sink is broken");
    },
  );
});

describe("--retry-failed", () => {
  it("on a host that must not be asked leaves the failures as they were", async () => {
    const root = newRoot();
    let parked = false;
    const site = await startSite({
      behave: (path) => {
        if (parked) return { kind: "status", status: 429, headers: { "retry-after": "3600" } };
        return path.includes("1000000") ? { kind: "html" } : undefined;
      },
    });
    await ingestUsgs(root, site, { limit: 2 });
    const before = await status("usgs", { root: root.path, failed: true });
    parked = true;
    for (let round = 0; round < 2; round++) {
      const { summary } = await ingestUsgs(root, site, { retryFailed: true });
      expect(summary).toMatchObject({ discovered: 1, pending: 1, exit_code: 3 });
      const after = await status("usgs", { root: root.path, failed: true });
      expect(after[0]?.failed_items).toEqual(before[0]?.failed_items);
      expect(root.checkpoint()?.failed_ids).toHaveLength(1);
    }
  });

  it("reads the report pages again that could not be read, and no others", async () => {
    const again = newRoot();
    let fails = true;
    const flaky = await startSite({
      oddities: false,
      behave: (path) => (fails && path.endsWith("/report/10000") ? { kind: "html" } : undefined),
    });
    const flakyPages = () =>
      flaky.requests.filter(({ path }) => path.includes("/report/")).map(({ path }) => path);
    const failed = await ingestUsgs(again, flaky, { sourceOptions: { states: ["TX"] } });
    expect(failed.summary).toMatchObject({ failed: 1, completed: 4, exit_code: 1 });
    expect(await status("usgs", { root: again.path, failed: true })).toMatchObject([
      { failed: 1, failed_items: [{ key: "T001", reason: "structure_changed" }] },
    ]);
    expect(again.checkpoint()?.failed_ids).toEqual(["T001"]);
    fails = false;
    const read = flakyPages().length;
    const retried = await ingestUsgs(again, flaky, { retryFailed: true, sourceOptions: { states: ["TX"] } });
    expect(retried.summary).toMatchObject({ completed: 2, failed: 0, exit_code: 0 });
    expect(flakyPages().slice(read)).toHaveLength(1);
    expect(again.checkpoint()?.failed_ids).toEqual([]);
  }, 30_000);

  it("still knows what failed when the database was lost", async () => {
    const root = newRoot();
    let broken = true;
    const site = await startSite({
      behave: (path) => (broken && path.includes("1000000") ? { kind: "html" } : undefined),
    });
    await ingestUsgs(root, site, { limit: 2 });
    const before = await status("usgs", { root: root.path, failed: true });
    rmSync(root.databaseFile);
    const after = await status("usgs", { root: root.path, failed: true });
    expect(after[0]).toMatchObject({ failed: 1, last_run: before[0]?.last_run });
    expect(after[0]?.failed_items).toMatchObject([
      { key: "T001-1000000", reason: "unexpected_content", attempts: 1 },
    ]);
    broken = false;
    const { summary } = await ingestUsgs(root, site, { retryFailed: true });
    expect(summary).toMatchObject({ discovered: 1, completed: 1, exit_code: 0 });
  });
});

describe("an item whose page could not be read", () => {
  it("stays failed while other states are walked, and is forgotten once its page is read", async () => {
    const root = newRoot();
    let fails = true;
    const site = await startSite({
      oddities: false,
      behave: (path) => (fails && path.endsWith("/report/10000") ? { kind: "html" } : undefined),
    });
    await ingestUsgs(root, site, { sourceOptions: { states: ["TX"] } });
    fails = false;
    await ingestUsgs(root, site, { sourceOptions: { states: ["OK"] } });
    expect(root.checkpoint()?.failed_ids).toEqual(["T001"]);
    await ingestUsgs(root, site, { sourceOptions: { states: ["TX"] } });
    expect(await status("usgs", { root: root.path })).toMatchObject([{ failed: 0, skipped: 0, pending: 0 }]);
  });

  it("that was not there is not skipped for ever", async () => {
    const root = newRoot();
    let status404 = true;
    const site = await startSite({
      oddities: false,
      behave: (path) =>
        status404 && path.endsWith("/report/10000") ? { kind: "status", status: 410 } : undefined,
    });
    expect((await ingestUsgs(root, site, { sourceOptions: { states: ["TX"] } })).summary).toMatchObject({
      skipped: 1,
    });
    status404 = false;
    const { summary } = await ingestUsgs(root, site, { sourceOptions: { states: ["TX"] } });
    expect(summary).toMatchObject({ completed: 2, skipped: 0 });
    expect(await status("usgs", { root: root.path })).toMatchObject([{ completed: 6, skipped: 0 }]);
  });
});

describe("a run that is stopped while it tries failures again", () => {
  it("leaves them in the checkpoint, which a lost database is restored from", async () => {
    const root = newRoot();
    let mode: "html" | "hang" = "html";
    const site = await startSite({
      oddities: false,
      behave: (path) => (path.startsWith("/crc-data/") ? { kind: mode } : undefined),
    });
    await ingestUsgs(root, site, { limit: 4 });
    const failed = root.checkpoint()?.failed_ids;
    expect(failed).toHaveLength(4);
    mode = "hang";
    const stop = new AbortController();
    const running = ingestUsgs(root, site, { retryFailed: true, signal: stop.signal });
    const sent = site.requests.length;
    await expect.poll(() => site.requests.length).toBeGreaterThan(sent);
    stop.abort("SIGINT");
    await running;
    expect(root.checkpoint()?.failed_ids).toEqual(failed);
    rmSync(root.databaseFile);
    expect(await status("usgs", { root: root.path })).toMatchObject([{ failed: 4, pending: 0 }]);
  });
});

describe("two sites with the same paths", () => {
  it("have two documents", async () => {
    const root = newRoot();
    const pages = (body: string) => (path: string) => {
      if (path === "/robots.txt") return undefined;
      return path === "/catalog"
        ? htmlCatalog([{ number: "T001", href: "/docs/T001.pdf" }])
        : `${PDF}${body}`;
    };
    const sites = [await startPages(pages("one")), await startPages(pages("two"))];
    const catalogs = sites.map(({ url }) => ({ kind: "html", url: `${url}/catalog` }));
    const summary = await ingest("usgs", {
      root: root.path,
      allowPrivateNetwork: true,
      sourceOptions: { catalogs },
    });
    expect(summary).toMatchObject({ discovered: 2, completed: 2 });
    expect(root.documents()).toEqual(["T001", "T001-2"]);
  });
});

describe("two sources in one root", () => {
  it("each bring back what their checkpoint knew of a host they share", async () => {
    const root = newRoot();
    let parked = false;
    const site = await startPages((path) => {
      if (path === "/robots.txt") return undefined;
      return parked ? { status: 429, headers: { "retry-after": "600" } } : PDF;
    });
    const named = (name: string, ...paths: string[]) => ({
      ...listSource(paths.map((path) => `${site.url}${path}`)),
      name,
    });
    await run(root, named("first", "/a"));
    parked = true;
    expect((await run(root, named("second", "/b"))).summary.exit_code).toBe(3);
    rmSync(root.databaseFile);
    const sent = site.requests.length;
    expect((await run(root, named("second", "/b"))).summary.exit_code).toBe(3);
    expect((await run(root, named("first", "/a", "/c"))).summary.exit_code).toBe(3);
    expect(site.requests).toHaveLength(sent);
  });
});

describe("--no-resume", () => {
  it("that was stopped leaves nothing for a plain run to fetch again", async () => {
    const root = newRoot();
    const site = await startSite({ oddities: false });
    await ingestUsgs(root, site);
    const stop = new AbortController();
    const events: LevadaEvent[] = [];
    await ingest("usgs", {
      root: root.path,
      allowPrivateNetwork: true,
      resume: false,
      signal: stop.signal,
      sourceOptions: { baseUrl: site.url },
      onEvent: (event) => {
        events.push(event);
        if (event.type === "completed") stop.abort("SIGINT");
      },
    });
    expect(await status("usgs", { root: root.path })).toMatchObject([
      { completed: 18, pending: 0, failed: 0 },
    ]);
    const sent = documentRequests(site).length;
    const { summary } = await ingestUsgs(root, site);
    expect(summary).toMatchObject({ unchanged: 18, completed: 0, exit_code: 0 });
    expect(documentRequests(site)).toHaveLength(sent);
  });

  it("that fails for a stored document leaves it completed, and nothing else", async () => {
    const root = newRoot();
    let broken = false;
    const site = await startSite({
      oddities: false,
      behave: (path) => (broken && path.includes("1000000") ? { kind: "html" } : undefined),
    });
    await ingestUsgs(root, site);
    broken = true;
    expect((await ingestUsgs(root, site, { resume: false })).summary).toMatchObject({
      failed: 1,
      completed: 17,
      exit_code: 1,
    });
    expect(root.checkpoint()?.failed_ids).toEqual([]);
    expect(root.checkpoint()?.completed_ids).toHaveLength(18);
    expect(await status("usgs", { root: root.path })).toMatchObject([{ completed: 18, failed: 0 }]);
  });
});

describe("a site that moved to another port", () => {
  it("has the same documents", async () => {
    const root = newRoot();
    await ingestUsgs(root, await startSite({ oddities: false }));
    const moved = await startSite({ oddities: false });
    const { summary } = await ingestUsgs(root, moved);
    expect(summary).toMatchObject({ unchanged: 18, completed: 0 });
    expect(documentRequests(moved)).toEqual([]);
  });
});

describe("a plan", () => {
  it("with --retry-failed shows the failed documents only", async () => {
    const root = newRoot();
    const site = await startSite({
      behave: (path) => (path.includes("1000000") ? { kind: "html" } : undefined),
    });
    await ingestUsgs(root, site, { limit: 3 });
    const ids: string[] = [];
    const onEvent = (event: LevadaEvent) => event.type === "planned" && ids.push(event.id);
    await plan("usgs", {
      root: root.path,
      allowPrivateNetwork: true,
      retryFailed: true,
      sourceOptions: { baseUrl: site.url },
      onEvent,
    });
    expect(ids).toEqual(["T001-1000000"]);
  });
});
