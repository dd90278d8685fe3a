import { describe, expect, it } from "vitest";
import {
  collect,
  endsOf,
  fetchLogOf,
  hashOf,
  hurriedCollect,
  metasOf,
  officesRoot,
  type OfficesRun,
  openOffices,
  plainRow,
  queueOf,
  rowOf,
} from "../kit/offices.ts";
import { type SeenRequest, type Site, startPages } from "../kit/site.ts";

const AGENT = "CivicAid-Clara/1.0 (+https://github.com/civicaid; research-only)";
/** What a timer and a shared event loop may take away between sending and seeing. */
const JITTER_MS = 25;

const seeded = (site: Pick<Site, "url">, paths: readonly string[], more = {}) =>
  plainRow("uno", site.url, {
    access_method: "seed",
    seed_urls: paths.map((path) => `${site.url}${path}`),
    ...more,
  });

const gapsOf = (requests: readonly Pick<SeenRequest, "at">[]) =>
  requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0));

describe("P7", () => {
  it("P7: every request says who asks, robots.txt and listings included", async () => {
    const offices = await openOffices();
    await collect(officesRoot([rowOf(offices, "sede"), rowOf(offices, "boe")]), { limit: 5 });
    const agents = [...offices.sede.requests, ...offices.boe.requests].map(
      ({ headers }) => headers["user-agent"],
    );
    expect(agents.length).toBeGreaterThan(5);
    expect(new Set(agents)).toEqual(new Set([AGENT]));
    for (const { headers } of offices.sede.requests) {
      expect(headers.cookie).toBeUndefined();
      expect(headers.authorization).toBeUndefined();
    }
  });

  it("P7: five redirects are followed, whatever their status, and the chain is kept", async () => {
    const offices = await openOffices();
    const { comunidad } = offices;
    const root = officesRoot([seeded(comunidad, ["/antiguo/1"])]);
    await collect(root);
    const hops = [1, 2, 3, 4, 5].map((hop) => `/antiguo/${hop}`);
    const last = "/procedimientos/carne-joven";
    expect(comunidad.requests.map(({ path }) => path)).toEqual(["/robots.txt", ...hops, last]);
    expect(metasOf(root, comunidad).get(last)).toMatchObject({
      url: `${comunidad.url}/antiguo/1`,
      final_url: `${comunidad.url}${last}`,
      canonical_url: `${comunidad.url}${last}`,
      redirect_chain: hops.map((hop) => `${comunidad.url}${hop}`),
      status: 200,
      file: `${hashOf(`${comunidad.url}${last}`)}.html`,
    });
  });

  it.each([
    ["a sixth redirect is refused", "/lejos/1", 6],
    ["a loop is refused at its second turn", "/bucle/a", 2],
  ])("P7: %s, and nothing is stored", async (_, path, asked) => {
    const offices = await openOffices();
    const { comunidad } = offices;
    const root = officesRoot([seeded(comunidad, [path])]);
    const run = await collect(root);
    expect(comunidad.requests.length).toBe(1 + asked);
    expect(endsOf(run).get(path)).toBe("failed fetch_failed");
    expect(run.summary).toMatchObject({ completed: 0, failed: 1, exit_code: 1 });
    expect(metasOf(root, comunidad).size).toBe(0);
  });

  it("P7: a redirect into what robots.txt forbids is not followed", async () => {
    const site = await startPages((path) => {
      if (path === "/robots.txt") return "User-agent: *\nDisallow: /privado/\n";
      return path === "/tramites/a" ? { status: 302, headers: { location: "/privado/a" } } : "<html>secreto";
    });
    const root = officesRoot([seeded(site, ["/tramites/a"])]);
    const run = await collect(root);
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/tramites/a"]);
    expect(endsOf(run).get("/tramites/a")).toBe("skipped robots_disallowed");
  });
});

describe("P8", () => {
  const quiet = (name = "") =>
    startPages((path) => (path === "/robots.txt" ? undefined : `<html>${name}${path}`));

  it("P8: a host is asked once a second unless somebody says otherwise, and holds up no other host", async () => {
    const [one, two] = [await quiet("one"), await quiet("two")];
    const rows = [seeded(one, ["/a", "/b"]), { ...seeded(two, ["/a", "/b"]), id: "dos" }];
    const { summary } = await collect(officesRoot(rows, "hosts: {}"));
    expect(summary).toMatchObject({ completed: 4, exit_code: 0 });
    for (const { requests } of [one, two]) {
      expect(requests.length).toBe(3);
      for (const gap of gapsOf(requests)) expect(gap).toBeGreaterThanOrEqual(1000 - JITTER_MS);
    }
    const all = [...one.requests, ...two.requests].toSorted((a, b) => a.at - b.at);
    expect(Math.min(...gapsOf(all))).toBeLessThan(900);
  });

  it.each([
    [
      "rate_limits.yaml says so for the host and its port",
      (host: string) => `hosts: {"${host}": {delay_ms: 400}}`,
      {},
    ],
    ["the registry says so and rate_limits.yaml nothing", () => "hosts: {}", { rate_limit_rps: 2.5 }],
  ])("P8: a host is asked every 400 ms where %s", async (_, limits, more) => {
    const site = await quiet();
    await collect(officesRoot([seeded(site, ["/a", "/b", "/c"], more)], limits(site.host)));
    const gaps = gapsOf(site.requests);
    expect(gaps.length).toBe(3);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(400 - JITTER_MS);
    expect(Math.min(...gaps)).toBeLessThan(1000 - JITTER_MS);
  });

  it("P8: what the registry says stands below rate_limits.yaml", async () => {
    const site = await quiet();
    const root = officesRoot([seeded(site, ["/a", "/b"], { rate_limit_rps: 0.02 })]);
    await collect(root);
    expect(Math.max(...gapsOf(site.requests))).toBeLessThan(25_000);
  });

  it("P8: Crawl-delay stands above rate_limits.yaml", async () => {
    const offices = await openOffices({ crawlDelay: 1 });
    const { comunidad } = offices;
    const root = officesRoot([
      seeded(comunidad, ["/procedimientos/carne-joven", "/procedimientos/cita-previa"]),
    ]);
    await collect(root);
    const gaps = gapsOf(comunidad.requests);
    expect(gaps.length).toBe(2);
    for (const gap of gaps.slice(1)) expect(gap).toBeGreaterThanOrEqual(1000 - JITTER_MS);
  });
});

describe("P9", () => {
  // Deadlines hurry with the waits: any faster, and a busy machine meets them.
  const SPEED = 25;
  const waitsOf = ({ events }: OfficesRun) =>
    events.flatMap((event) => (event.type === "retry" ? [event.after_ms] : []));

  it.each([
    ["403 once more after a minute", 403, {}, [60_000]],
    ["429 three times, as long as it asks", 429, { "retry-after": "9" }, [9000, 9000, 9000]],
    ["500 after 2, 4 and 8 seconds", 500, {}, [2000, 4000, 8000]],
    ["503 after 2, 4 and 8 seconds", 503, {}, [2000, 4000, 8000]],
  ])("P9: %s; then it has failed, and the next run tries again", async (_, status, headers, waits) => {
    let isWell = false;
    const site = await startPages((path) => {
      if (path === "/robots.txt") return undefined;
      return isWell ? "<html>ya" : { status, headers };
    });
    const root = officesRoot([seeded(site, ["/tramites/a"])]);
    const run = await hurriedCollect(root, { speed: SPEED });
    expect(waitsOf(run)).toEqual(waits);
    const asked = site.requests.filter(({ path }) => path === "/tramites/a");
    expect(asked.length).toBe(waits.length + 1);
    for (const [index, gap] of gapsOf(asked).entries())
      expect(gap * SPEED).toBeGreaterThanOrEqual((waits[index] ?? 0) * 0.98);
    expect(endsOf(run).get("/tramites/a")).toBe("failed fetch_failed");
    expect(run.summary).toMatchObject({ failed: 1, exit_code: 1 });

    isWell = true;
    const again = await hurriedCollect(root, { speed: SPEED });
    expect(again.summary).toMatchObject({ completed: 1, failed: 0, exit_code: 0 });
  });

  it("P9: a page that recovers in time is stored, and the log tells how often it was tried", async () => {
    const site = await startPages((path, nth) => {
      if (path === "/robots.txt") return undefined;
      return nth < 2 ? { status: 429, headers: { "retry-after": "0" } } : "<html>ya";
    });
    const root = officesRoot([seeded(site, ["/tramites/a"])]);
    const { summary } = await collect(root);
    expect(summary).toMatchObject({ completed: 1, exit_code: 0 });
    expect(fetchLogOf(root)).toMatchObject([{ status: 200, outcome: "new", attempts: 2, reason: null }]);
  });

  it("P9: a page that does not answer is asked once more, with twice the time", async () => {
    const held: number[] = [];
    const site = await startPages((path, _, request) => {
      if (path === "/robots.txt") return undefined;
      const begun = performance.now();
      request.socket.once("close", () => held.push(performance.now() - begun));
      return "hang";
    });
    const root = officesRoot([seeded(site, ["/tramites/a"])]);
    const run = await hurriedCollect(root, { speed: SPEED, deadlines: { headersMs: 300, idleMs: 300 } });
    expect(endsOf(run).get("/tramites/a")).toBe("failed fetch_failed");
    const [first = 0, second = 0, ...more] = held;
    expect(more).toEqual([]);
    expect(first).toBeGreaterThanOrEqual(290);
    expect(second / first).toBeGreaterThan(1.5);
  });

  it("P9: a long silence that a host asks for keeps its pages pending, and the others go on", async () => {
    const offices = await openOffices();
    const { sede, comunidad } = offices;
    comunidad.fail(/^\/procedimientos\//, 429, { retryAfter: 7200 });
    const root = officesRoot([rowOf(offices, "sede"), rowOf(offices, "comunidad")]);
    const { summary } = await collect(root);
    expect(comunidad.count(/^\/procedimientos\//)).toBe(1);
    expect(metasOf(root, sede).size).toBeGreaterThan(40);
    expect(summary).toMatchObject({ failed: 0, exit_code: 3 });
    expect(summary.pending).toBeGreaterThan(10);
    const waiting = queueOf(root).filter(({ source_id }) => source_id === "comunidad");
    expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(["pending"]));
  });

  it.each([404, 410])("P9: %i is skipped at once", async (status) => {
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : { status }));
    const run = await collect(officesRoot([seeded(site, ["/tramites/a"])]));
    expect(site.requests.length).toBe(2);
    expect(run.summary).toMatchObject({ skipped: 1, failed: 0, exit_code: 0 });
  });
});
