import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventBody, LevadaEvent } from "../../domain/events.ts";
import { FetchLog } from "./fetch-log.ts";

let folder: string;
const NOW = new Date("2026-03-02T12:00:00Z");
const AT = Date.parse("2026-03-02T11:00:00Z");

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "levada-log-")), "data", "ingestion");
});

afterEach(() => rm(join(folder, "..", ".."), { recursive: true }));

const lines = () => readFileSync(join(folder, "fetch_log.jsonl"), "utf8").split("\n").slice(0, -1);
const whole = () =>
  JSON.parse(readFileSync(join(folder, "fetch_log.json"), "utf8")) as { entries: Record<string, unknown>[] };

/** One run that sees these events, 100 ms apart. */
async function log(runId: string, ...events: EventBody[]): Promise<Record<string, unknown>[]> {
  const written = new FetchLog(folder, runId);
  await written.open();
  events.forEach((event, n) => written.see(stamped(event, n)));
  await written.close(NOW);
  return whole().entries;
}

function stamped(event: EventBody, n: number): LevadaEvent {
  const at = new Date(AT + n * 100).toISOString();
  return { ...event, version: 1, source: "tramites", run_id: "r1", at };
}

const URL_OF_PAGE = "https://a.es/1";
const page = { id: "k1", url: URL_OF_PAGE };
const queued: EventBody = { type: "queued", ...page };
const exchange = (status: number | null, attempt = 1, wanted?: string): EventBody => ({
  type: "exchange",
  host: "a.es",
  url: wanted === undefined ? URL_OF_PAGE : "https://a.es/elsewhere",
  status,
  outcome: "ok",
  attempt,
  latency_ms: 40,
  bytes: 0,
  ...(wanted === undefined ? {} : { wanted }),
});
const completed = (replaced: boolean): EventBody => ({
  type: "completed",
  ...page,
  path: "x",
  original_size: 123,
  compressed_size: 99,
  replaced,
});
const ended = (type: "failed" | "skipped" | "pending", reason: string): EventBody => ({
  type,
  ...page,
  reason,
  error: `because of ${reason}`,
});

describe("a run's log", () => {
  it("has a line for a page that was fetched, and the same in one file at its end", async () => {
    const entries = await log("r1", queued, exchange(200), completed(false));
    const entry = {
      url: URL_OF_PAGE,
      status: 200,
      outcome: "new",
      attempts: 1,
      bytes: 123,
      duration_ms: 140,
      fetched_at: new Date(AT + 200).toISOString(),
      reason: null,
    };
    expect(entries).toEqual([entry]);
    expect(lines().map((line) => JSON.parse(line) as unknown)).toEqual([{ run_id: "r1", ...entry }]);
    expect(whole()).toMatchObject({ run_id: "r1", updated_at: NOW.toISOString() });
  });

  it.each<[string, EventBody, object]>([
    ["a new version", completed(true), { outcome: "updated", bytes: 123 }],
    ["the same as before", { type: "unchanged", ...page }, { outcome: "unchanged", bytes: 0, reason: null }],
    ["a failure", ended("failed", "fetch_failed"), { outcome: "fetch_failed", reason: "fetch_failed" }],
    [
      "a failure of another name",
      ended("failed", "too_large"),
      { outcome: "fetch_failed", reason: "too_large" },
    ],
    ["404", ended("skipped", "not_found"), { outcome: "fetch_failed", reason: "not_found" }],
    ["410", ended("skipped", "gone"), { outcome: "gone", reason: "gone" }],
    ["robots.txt", ended("skipped", "robots_disallowed"), { outcome: "disallowed" }],
    ["a duplicate", ended("skipped", "duplicate"), { outcome: "duplicate", error: "because of duplicate" }],
    ["a host that is held", ended("pending", "breaker_open"), { outcome: "pending", reason: "breaker_open" }],
  ])("names what came of it: %s", async (_, end, expected) => {
    expect(await log("r1", queued, exchange(200), end)).toMatchObject([expected]);
  });

  it("counts attempts, and keeps the last status, also where redirects led elsewhere", async () => {
    const steps = [exchange(503), exchange(302, 2), exchange(200, 2, URL_OF_PAGE)];
    const [entry] = await log("r1", queued, ...steps, completed(false));
    expect(entry).toMatchObject({ attempts: 2, status: 200 });
  });

  it("leaves out what was not queued", async () => {
    expect(await log("r1", exchange(200), { type: "unchanged", ...page })).toEqual([]);
  });

  it("follows that of the run before; the one file is of the last run", async () => {
    await log("r1", queued, exchange(200), completed(false));
    expect(await log("r2", queued, exchange(304), { type: "unchanged", ...page })).toMatchObject([
      { outcome: "unchanged", status: 304 },
    ]);
    expect(lines()).toHaveLength(2);
  });
});

describe("after a kill", () => {
  it("goes on after the last whole line, wherever it was cut", async () => {
    await log("r1", queued, exchange(200), completed(false));
    const text = readFileSync(join(folder, "fetch_log.jsonl"), "utf8");
    for (const cut of [1, 2, 50, text.length - 1]) {
      writeFileSync(join(folder, "fetch_log.jsonl"), text + text);
      truncateSync(join(folder, "fetch_log.jsonl"), text.length * 2 - cut);
      const entries = await log("r2", queued, exchange(200), completed(true));
      expect(entries).toMatchObject([{ outcome: "updated" }]);
      expect(lines().map((line) => (JSON.parse(line) as { run_id: string }).run_id)).toEqual(["r1", "r2"]);
    }
  });
});

describe("the file", () => {
  it("is put aside when it has grown too large", async () => {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "fetch_log.jsonl");
    writeFileSync(file, "{}\n");
    truncateSync(file, 64 * 1024 * 1024 + 1);
    expect(await log("r1", queued, exchange(200), completed(false))).toHaveLength(1);
    expect(lines()).toHaveLength(1);
    expect(existsSync(`${file}.1`)).toBe(true);
  });

  it("is never written through a planted link", async () => {
    mkdirSync(folder, { recursive: true });
    const outside = join(folder, "..", "outside");
    writeFileSync(outside, "untouched");
    symlinkSync(outside, join(folder, "fetch_log.jsonl"));
    expect(await log("r1", queued, exchange(200), completed(false))).toHaveLength(1);
    expect(readFileSync(outside, "utf8")).toBe("untouched");
  });

  it("has one line for whatever a page says", async () => {
    const url = 'https://a.es/\n{"forged":1}';
    await log("r1", { type: "queued", id: "k", url }, {
      ...ended("failed", "x"),
      url,
      error: "a\nb\u001b[2J",
    } as EventBody);
    expect(lines()).toHaveLength(1);
  });
});

it("is nothing where it was never opened", async () => {
  await new FetchLog(folder, "r1").close(NOW);
  expect(existsSync(folder)).toBe(false);
});
