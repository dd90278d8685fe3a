import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { stored, streamOf, WATERMARK } from "../../test/conformance/documents.ts";
import type { EventBody } from "../domain/events.ts";
import { openSqliteState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { LinkWatch } from "./link-watch.ts";

const SOURCE = "tramites";
const RULES = { degradedAfter: 3, inactiveAfterMs: 7 * 86_400_000, certificateDays: 14 };
const HOST = "a.test";
const urlOf = (key: string) => `https://${HOST}/${key}`;

let root: string;
let state: SqliteState;
let runs = 0;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "levada-test-"));
  state = await openSqliteState(root, { thread: "same", synchronous: "OFF" });
  await store("one", "two", "three");
});
afterEach(async () => {
  await state.close();
  rmSync(root, { recursive: true });
});

function store(...keys: string[]): Promise<number> {
  const documents = keys.map((key) => stored(key, urlOf(key)));
  return state.registry.rebuild(SOURCE, streamOf(documents), () => ({ watermark: WATERMARK, problems: [] }));
}

/** A request that ended so: a status, or a kind of failure. */
function asked(url: string, ended: number | string, wanted?: string): EventBody {
  const status = typeof ended === "number" ? ended : null;
  return {
    type: "exchange",
    host: new URL(url).host,
    url,
    status,
    outcome: status === null ? String(ended) : status < 400 ? "ok" : "http_status",
    attempt: 1,
    latency_ms: 1,
    ...(wanted === undefined ? {} : { wanted }),
  } as EventBody;
}

const ended = (
  key: string,
  type: "unchanged" | "failed" | "skipped" | "pending",
  reason = "",
  url = urlOf(key),
): EventBody =>
  type === "unchanged" ? { type, id: key, url } : { type, id: key, url, reason, error: `${reason}!` };

async function watch(...events: readonly EventBody[]): Promise<void> {
  const watching = new LinkWatch({
    source: SOURCE,
    runId: `run-${++runs}`,
    links: state.links,
    registry: state.registry,
    clock: { now: () => Date.UTC(2026, 10, 16) },
    rules: RULES,
  });
  for (const event of events) watching.see(event);
  await watching.finish();
}

const find = async (key: string) => (await state.links.find(SOURCE, [key])).get(key);
const failuresOf = async (...keys: string[]) =>
  Promise.all(keys.map(async (key) => (await find(key))?.failures));

const ROBOTS = `https://${HOST}/robots.txt`;

describe("P38: what a run teaches of links", () => {
  it.each<[string, readonly EventBody[], Record<string, unknown>]>([
    ["a page that came", [asked(urlOf("one"), 200), ended("one", "unchanged")], { failures: 0, chain: [] }],
    ["a page that nobody asked for", [ended("one", "unchanged")], { failures: 0, chain: null }],
    [
      "a failure",
      [asked(urlOf("one"), 500), ended("one", "failed", "fetch_failed")],
      { failures: 1, reason: "http_500" },
    ],
    [
      "no answer",
      [asked(urlOf("one"), "timeout"), ended("one", "failed", "fetch_failed")],
      { reason: "timeout" },
    ],
    [
      "several attempts in vain",
      [
        asked(urlOf("one"), 500),
        asked(urlOf("one"), 500),
        asked(urlOf("one"), 500),
        ended("one", "failed", "x"),
      ],
      { failures: 1 },
    ],
    [
      "a 404",
      [asked(urlOf("one"), 404), ended("one", "skipped", "not_found")],
      { failures: 1, reason: "http_404" },
    ],
    ["a 410", [asked(urlOf("one"), 410), ended("one", "skipped", "gone")], { state: "inactive" }],
    ["a 410 of an earlier run", [ended("one", "skipped", "gone")], { state: "active" }],
    ["a 429", [asked(urlOf("one"), 429), ended("one", "failed", "fetch_failed")], { failures: 0 }],
    ["an open breaker", [asked(urlOf("one"), 503), ended("one", "pending", "breaker_open")], { failures: 0 }],
    [
      "robots.txt against it",
      [asked(urlOf("one"), 302), ended("one", "skipped", "robots_disallowed")],
      { failures: 0 },
    ],
    [
      "content that is refused",
      [asked(urlOf("one"), 200), ended("one", "failed", "unexpected_content")],
      { failures: 1, reason: "unexpected_content" },
    ],
    [
      "another page with its content",
      [
        asked(urlOf("one"), 301),
        asked(urlOf("two"), 200, urlOf("one")),
        ended("one", "skipped", "duplicate"),
      ],
      { failures: 0, chain: [urlOf("two")] },
    ],
    [
      "another spelling of its address",
      [
        asked(`${urlOf("one")}?x`, 301),
        asked(urlOf("two"), 200, `${urlOf("one")}?x`),
        ended("one", "unchanged", "", `${urlOf("one")}?x`),
      ],
      { failures: 0, chain: null },
    ],
  ])("P38: %s", async (_, events, expected) => {
    await watch(...events);
    expect(await find("one")).toMatchObject(expected);
  });

  it("P38: a link counts once a run, and what is not stored is no link", async () => {
    const failing = [asked(urlOf("one"), 500), ended("one", "failed", "fetch_failed")];
    await watch(...failing, ...failing, asked(urlOf("new"), 500), ended("new", "failed", "fetch_failed"));
    expect(await failuresOf("one", "new")).toEqual([1, undefined]);
  });

  it("P38: batches are noted while the run goes on", async () => {
    const keys = Array.from({ length: 2_500 }, (_, nth) => `k${nth}`);
    await store(...keys);
    await watch(...keys.flatMap((key) => [asked(urlOf(key), 500), ended(key, "failed", "x")]));
    expect(await failuresOf("k0", "k1250", "k2499")).toEqual([1, 1, 1]);
  });
});

describe("P38: a host that answers nothing", () => {
  it.each<[string, readonly EventBody[], readonly number[]]>([
    ["robots.txt is not answered", [asked(ROBOTS, "connection")], [1, 1, 1]],
    ["robots.txt is answered 503", [asked(ROBOTS, 503)], [1, 1, 1]],
    ["a listing hangs", [asked(`https://${HOST}/sitemap.xml`, "timeout")], [1, 1, 1]],
    [
      "robots.txt is there, and a listing is not",
      [asked(ROBOTS, 200), asked(`https://${HOST}/sitemap.xml`, 503)],
      [0, 0, 0],
    ],
    ["it says 404", [asked(ROBOTS, 404)], [0, 0, 0]],
    ["it asks for patience", [asked(ROBOTS, 429)], [0, 0, 0]],
    [
      "it asks for silence",
      [asked(ROBOTS, 503), { type: "host_parked", host: HOST, until: "2026-11-17T00:00:00Z" }],
      [0, 0, 0],
    ],
    [
      "one page fails, and nothing else was asked",
      [asked(urlOf("one"), 500), ended("one", "failed", "x")],
      [1, 0, 0],
    ],
    ["it is another host", [asked("https://b.test/robots.txt", 503)], [0, 0, 0]],
    [
      "one of its pages failed, too",
      [asked(ROBOTS, 503), asked(urlOf("one"), 500), ended("one", "failed", "x")],
      [1, 1, 1],
    ],
  ])("P38: where %s", async (_, events, failures) => {
    await watch(...events);
    expect(await failuresOf("one", "two", "three")).toEqual(failures);
  });

  it("P38: what was down with it is back with it, and what failed by itself is not", async () => {
    for (let day = 0; day < 3; day++) await watch(asked(ROBOTS, "connection"));
    expect((await find("two"))?.state).toBe("degraded");
    await watch(asked(ROBOTS, 200), asked(urlOf("one"), 500), ended("one", "failed", "x"));
    expect(await find("one")).toMatchObject({ state: "degraded", failures: 4, reason: "http_500" });
    expect(await find("two")).toMatchObject({ state: "active", failures: 0, before: "degraded" });
  });
});
