/** What a server sees: pace, robots.txt, Retry-After. */
import { describe, expect, it } from "vitest";
import { defineSource, ingest, type LevadaEvent, type Source, type Summary } from "../../src/index.ts";
import { newRoot } from "../kit/root.ts";
import { PDF, startPages, type Site } from "../kit/site.ts";
import { documentRequests, gaps, ingestUsgs, startSite } from "../kit/usgs.ts";

const rule = { attempts: 3, firstWaitMs: 20, maxWaitMs: 100 };

/** A source with a fixed list of documents, which may be on many hosts. */
function listSource(urls: readonly string[], own: Partial<Source> = {}): Source {
  return defineSource({
    name: "list",
    summary: "a fixed list",
    policy: { serverError: rule, tooManyRequests: rule, timeout: rule, connection: rule, brokenBody: rule },
    allows: () => true,
    async *discover() {
      for (const [i, url] of urls.entries()) {
        yield {
          kind: "document",
          reference: { key: `d${i}`, url, path: `x/d${i}.bin.zst`, fields: {}, metadata: {} },
        };
      }
    },
    ...own,
  });
}

const run = (root: ReturnType<typeof newRoot>, source: Source, options = {}): Promise<Summary> =>
  ingest(source, { root: root.path, allowPrivateNetwork: true, ...options });

const gapsOf = (site: Site) => site.requests.slice(1).map(({ at }, i) => at - (site.requests[i]?.at ?? 0));

describe("robots.txt", () => {
  it("answering 503 means that nothing is fetched, exit 3; once it answers, the run goes on", async () => {
    const root = newRoot();
    let status = 503;
    const site = await startSite({
      behave: (path) => (path === "/robots.txt" && status === 503 ? { kind: "status", status } : undefined),
    });
    const { summary } = await ingestUsgs(root, site, { limit: 2 });
    expect(new Set(site.requests.map(({ path }) => path))).toEqual(new Set(["/robots.txt"]));
    expect(summary).toMatchObject({ exit_code: 3, completed: 0, held: [{ reason: "robots_unavailable" }] });
    status = 200;
    expect((await ingestUsgs(root, site, { limit: 2 })).summary).toMatchObject({
      exit_code: 0,
      completed: 2,
    });
  });

  it("that cannot be reached means that nothing is fetched, and tasks stay pending", async () => {
    const root = newRoot();
    const site = await startPages((path) => (path === "/robots.txt" ? { status: 500 } : PDF));
    const summary = await run(root, listSource([`${site.url}/a`, `${site.url}/b`, `${site.url}/c`]));
    expect(summary).toMatchObject({
      pending: 3,
      discovered: 3,
      exit_code: 3,
      reasons: { robots_unavailable: 3 },
    });
    expect(site.requests.every(({ path }) => path === "/robots.txt")).toBe(true);
  });

  it("answering 404 allows everything; it is asked for once, and not again by the next run", async () => {
    const [root, site] = [newRoot(), await startPages((path) => (path === "/robots.txt" ? undefined : PDF))];
    await run(root, listSource([`${site.url}/a`]));
    await run(root, listSource([`${site.url}/a`, `${site.url}/b`]));
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/a", "/b"]);
  });

  it("is obeyed: what it disallows is skipped and never requested", async () => {
    const root = newRoot();
    const site = await startPages((path) =>
      path === "/robots.txt" ? "User-agent: *\nDisallow: /private/\n" : PDF,
    );
    const summary = await run(root, listSource([`${site.url}/private/a`, `${site.url}/b`]));
    expect(summary).toMatchObject({
      completed: 1,
      skipped: 1,
      exit_code: 0,
      reasons: { robots_disallowed: 1 },
    });
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/b"]);
  });

  it("is heard by a plan too: what it disallows is planned as disallowed", async () => {
    const root = newRoot();
    const site = await startPages((path) =>
      path === "/robots.txt" ? "User-agent: *\nDisallow: /private/\n" : PDF,
    );
    const changes: string[] = [];
    const summary = await run(root, listSource([`${site.url}/private/a`, `${site.url}/b`]), {
      dryRun: true,
      onEvent: (event: LevadaEvent) => event.type === "planned" && changes.push(event.change),
    });
    expect(changes).toEqual(["disallowed", "new"]);
    expect(summary).toMatchObject({ discovered: 2, skipped: 1, pending: 1, exit_code: 0 });
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt"]);
  });

  it("is not asked where the user lifted it for the host", async () => {
    const root = newRoot(`hosts: {"127.0.0.1": {delay_ms: 0, obey_robots: false}}`);
    const site = await startPages(() => PDF);
    expect(await run(root, listSource([`${site.url}/a`]))).toMatchObject({ completed: 1 });
    expect(site.requests.map(({ path }) => path)).toEqual(["/a"]);
  });

  it("is asked anew at the host that a redirect leads to", async () => {
    const root = newRoot();
    const target = await startPages((path) =>
      path === "/robots.txt" ? "User-agent: *\nDisallow: /\n" : PDF,
    );
    const site = await startPages((path) =>
      path === "/a" ? { status: 302, headers: { location: `${target.url}/b` } } : undefined,
    );
    const summary = await run(root, listSource([`${site.url}/a`]));
    expect(summary.reasons).toEqual({ robots_disallowed: 1 });
    expect(target.requests.map(({ path }) => path)).toEqual(["/robots.txt"]);
  });

  it("Crawl-delay 2 keeps all requests 2 s apart, above the user's own pace", async () => {
    const root = newRoot();
    const site = await startPages((path) =>
      path === "/robots.txt" ? "User-agent: *\nCrawl-delay: 2\n" : PDF,
    );
    await run(root, listSource([`${site.url}/a`, `${site.url}/b`]));
    expect(gapsOf(site)).toHaveLength(2);
    for (const gap of gapsOf(site)) expect(gap).toBeGreaterThanOrEqual(1990);
  });

  it("that asks for silence gets it", async () => {
    const root = newRoot();
    const site = await startPages((path, nth) =>
      path === "/robots.txt" && nth === 1 ? { status: 429, headers: { "retry-after": "1" } } : PDF,
    );
    expect(await run(root, listSource([`${site.url}/a`]))).toMatchObject({ completed: 1 });
    expect(gapsOf(site)[0]).toBeGreaterThanOrEqual(1000);
  });
});

describe("Retry-After", () => {
  it("of 3 seconds: no request for 3 seconds, whatever waits for the host", async () => {
    const root = newRoot(`hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 2}}`);
    let refused = 0;
    const site = await startPages((path, nth) => {
      if (path === "/robots.txt") return undefined;
      if (path !== "/a" || nth > 1) return PDF;
      refused = performance.now();
      return { status: 429, headers: { "retry-after": "3" } };
    });
    const urls = ["a", "b", "c", "d"].map((name) => `${site.url}/${name}`);
    expect(await run(root, listSource(urls))).toMatchObject({ completed: 4, failed: 0 });
    const soon = site.requests.filter(({ at }) => at > refused && at - refused < 2990);
    // Two at a time: one may have been on its way when the answer came.
    expect(soon.length).toBeLessThanOrEqual(1);
    expect(site.requests.some(({ at }) => at - refused >= 2990)).toBe(true);
  });

  it("longer than a minute leaves the host's items pending, exit 3; a run before that sends nothing", async () => {
    const root = newRoot();
    const parked = await startPages((path) =>
      path === "/robots.txt" ? undefined : { status: 503, headers: { "retry-after": "3600" } },
    );
    const healthy = await startPages((path) => (path === "/robots.txt" ? undefined : PDF));
    const source = listSource([`${parked.url}/a`, `${parked.url}/b`, `${healthy.url}/c`]);
    const summary = await run(root, source);
    expect(summary).toMatchObject({ completed: 1, pending: 2, failed: 0, exit_code: 3 });
    expect(summary.held[0]).toMatchObject({ host: parked.host, reason: "retry_after" });
    expect(parked.requests).toHaveLength(2);
    expect(await run(root, source)).toMatchObject({ completed: 0, unchanged: 1, pending: 2, exit_code: 3 });
    expect(parked.requests).toHaveLength(2);
  });

  it("stands above obey_robots: false", async () => {
    const root = newRoot(`hosts: {"127.0.0.1": {delay_ms: 0, obey_robots: false}}`);
    const site = await startPages((_, nth) =>
      nth === 1 ? { status: 429, headers: { "retry-after": "1" } } : PDF,
    );
    await run(root, listSource([`${site.url}/a`]));
    expect(gapsOf(site)[0]).toBeGreaterThanOrEqual(1000);
  });
});

describe("pace", () => {
  it("holds across runs: a run started right after another waits its turn", async () => {
    const root = newRoot("hosts: {}");
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : PDF));
    await run(root, listSource([`${site.url}/a`]));
    await run(root, listSource([`${site.url}/a`, `${site.url}/b`]));
    for (const gap of gapsOf(site)) expect(gap).toBeGreaterThanOrEqual(990);
  });

  // A host that held up others would do so each time; a machine that is busy with other tests does not.
  it(
    "is each host's own: hosts run side by side, and one that hangs slows no other",
    { retry: 2 },
    async () => {
      const delay = 100;
      const names = Array.from({ length: 10 }, (_, i) => `d${i}`);
      /** Mean gap of nine healthy hosts, beside others. */
      const meanGap = async (others: readonly Site[]): Promise<number> => {
        const root = newRoot(`default: {delay_ms: ${delay}}\nhosts: {}`);
        const answer = (path: string) => (path === "/robots.txt" ? undefined : PDF);
        const healthy = await Promise.all(Array.from({ length: 9 }, () => startPages(answer)));
        const stop = new AbortController();
        let completed = 0;
        await run(
          root,
          listSource(names.flatMap((name) => [...others, ...healthy].map(({ url }) => `${url}/${name}`))),
          {
            signal: stop.signal,
            onEvent: ({ type }: LevadaEvent) => {
              if (type === "completed" && ++completed === names.length * healthy.length) stop.abort("SIGINT");
            },
          },
        );
        expect(completed).toBe(names.length * healthy.length);
        // Over all requests of a host: a single arrival may be seen late, and the one after it then looks early.
        for (const between of healthy.map(gapsOf)) {
          expect(between.reduce((sum, gap) => sum + gap, 0)).toBeGreaterThanOrEqual(
            between.length * delay * 0.9,
          );
        }
        const all = healthy.flatMap(gapsOf);
        return all.reduce((sum, gap) => sum + gap, 0) / all.length;
      };
      const alone = await meanGap([]);
      const hung = await startPages((path) => (path === "/robots.txt" ? undefined : "hang"));
      const dead = { ...hung, url: "http://127.0.0.1:1", host: "127.0.0.1:1", requests: [] };
      const beside = await meanGap([hung, dead]);
      expect(hung.requests.length).toBeGreaterThan(0);
      // A ratio of two runs on the same machine.
      expect(beside / alone).toBeLessThan(1.3);
    },
  );

  it("is kept for the catalog as for documents", async () => {
    const [root, site] = [newRoot("default: {delay_ms: 200}"), await startSite()];
    await ingestUsgs(root, site, { limit: 4 });
    expect(documentRequests(site)).toHaveLength(4);
    for (const gap of gaps(site)) expect(gap).toBeGreaterThanOrEqual(190);
  });
});
