/** Change tokens (E13): revision ids, lastmod, ETag and hashes decide what is fetched and what is replaced. */
import { readFileSync, rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defineSource, ingest, type LevadaEvent, type Source, type Summary } from "../../src/index.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";

function pageSource(url: string, own: Partial<Source> = {}, token?: string): Source {
  return defineSource({
    name: "pages",
    summary: "one page",
    policy: {},
    allows: () => true,
    async *discover() {
      const reference = { key: "home", url, path: "home.html.zst", fields: {}, metadata: {} };
      yield { kind: "document", reference: token === undefined ? reference : { ...reference, token } };
    },
    ...own,
  });
}

async function run(
  root: TestRoot,
  source: Source,
  options = {},
): Promise<{ summary: Summary; events: LevadaEvent[] }> {
  const events: LevadaEvent[] = [];
  const onEvent = (event: LevadaEvent) => void events.push(event);
  return {
    summary: await ingest(source, { root: root.path, allowPrivateNetwork: true, onEvent, ...options }),
    events,
  };
}

const lines = (root: TestRoot) =>
  readFileSync(root.file("data/raw/pages/manifest.jsonl"), "utf8").trim().split("\n");

describe("a source that revalidates", () => {
  it("sends what the server gave; a 304 is unchanged, stores nothing and transfers no body", async () => {
    const root = newRoot();
    const site = await startPages((path, nth, { headers }) => {
      if (path === "/robots.txt") return undefined;
      if (nth === 1)
        return { headers: { etag: '"v1"', "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" }, body: "one" };
      expect(headers["if-none-match"]).toBe('"v1"');
      expect(headers["if-modified-since"]).toBe("Thu, 01 Jan 2026 00:00:00 GMT");
      return { status: 304 };
    });
    const source = pageSource(`${site.url}/home`, { revalidates: true });
    await run(root, source);
    const { summary } = await run(root, source);
    expect(summary).toMatchObject({ unchanged: 1, completed: 0, bytes: 0, exit_code: 0 });
    expect(lines(root)).toHaveLength(1);
  });

  it("takes the same bytes as unchanged where the server gives no validator", async () => {
    const root = newRoot();
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : "the same"));
    const source = pageSource(`${site.url}/home`, { revalidates: true });
    await run(root, source);
    expect((await run(root, source)).summary).toMatchObject({ unchanged: 1, completed: 0 });
    expect(lines(root)).toHaveLength(1);
  });

  it("replaces what changed", async () => {
    const root = newRoot();
    const site = await startPages((path, nth) => (path === "/robots.txt" ? undefined : `version ${nth}`));
    const source = pageSource(`${site.url}/home`, { revalidates: true });
    await run(root, source);
    expect((await run(root, source)).summary).toMatchObject({ unchanged: 0, completed: 1 });
    expect(lines(root)).toHaveLength(2);
  });

  it("still knows the validators when the database was lost", async () => {
    const root = newRoot();
    const site = await startPages((path, _, { headers }) => {
      if (path === "/robots.txt") return undefined;
      return headers["if-none-match"] === '"v1"'
        ? { status: 304 }
        : { headers: { etag: '"v1"' }, body: "one" };
    });
    const source = pageSource(`${site.url}/home`, { revalidates: true });
    await run(root, source);
    rmSync(root.databaseFile);
    expect((await run(root, source)).summary).toMatchObject({ unchanged: 1, completed: 0 });
  });
});

describe("a token in the listing", () => {
  it("that is the same saves the request; another one fetches the document again", async () => {
    const root = newRoot();
    const site = await startPages((path, nth) => (path === "/robots.txt" ? undefined : `version ${nth}`));
    const asked = () => site.requests.filter(({ path }) => path === "/home").length;
    await run(root, pageSource(`${site.url}/home`, {}, "r1"));
    expect((await run(root, pageSource(`${site.url}/home`, {}, "r1"))).summary).toMatchObject({
      unchanged: 1,
    });
    expect(asked()).toBe(1);
    const planned = await run(root, pageSource(`${site.url}/home`, {}, "r2"), { dryRun: true });
    expect(planned.events.find((event) => event.type === "planned")).toMatchObject({ change: "changed" });
    expect(asked()).toBe(1);
    expect((await run(root, pageSource(`${site.url}/home`, {}, "r2"))).summary).toMatchObject({
      completed: 1,
    });
    expect(asked()).toBe(2);
  });
});

describe("a document that is not there", () => {
  it("(404) is asked for again by the next run; one that is gone (410) only with --no-resume", async () => {
    const root = newRoot();
    let status = 404;
    const site = await startPages((path) => (path === "/home" ? { status } : undefined));
    const source = pageSource(`${site.url}/home`);
    const asked = () => site.requests.filter(({ path }) => path === "/home").length;
    expect((await run(root, source)).summary.reasons).toEqual({ not_found: 1 });
    status = 410;
    expect((await run(root, source)).summary.reasons).toEqual({ gone: 1 });
    expect((await run(root, source)).summary).toMatchObject({ skipped: 1, reasons: { gone: 1 } });
    expect(asked()).toBe(2);
    await run(root, source, { resume: false });
    expect(asked()).toBe(3);
  });
});

describe("events", () => {
  it("are versioned, typed, ordered, and end with a summary that balances", async () => {
    const root = newRoot();
    const site = await startPages((path) => (path === "/robots.txt" ? undefined : "x"));
    const { events } = await run(root, pageSource(`${site.url}/home`));
    const types = events.map(({ type }) => type);
    expect(types[0]).toBe("run_started");
    expect(types.at(-1)).toBe("summary");
    for (const type of ["queued", "discovery_ended", "exchange", "completed"] as const)
      expect(types).toContain(type);
    expect(types.indexOf("queued")).toBeLessThan(types.indexOf("completed"));
    for (const event of events) {
      expect(event).toMatchObject({ version: 1, source: "pages", run_id: events[0]?.run_id });
      expect(new Date(event.at).toISOString()).toBe(event.at);
      expect(JSON.parse(JSON.stringify(event))).toEqual(event);
    }
  });
});
