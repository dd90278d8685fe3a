import { describe, expect, it } from "vitest";
import type { EventBody, Summary } from "./events.ts";
import { Latencies } from "./latencies.ts";
import { OTHER_HOSTS, RunAccount } from "./run-account.ts";

const SUMMARY: Summary = {
  type: "summary",
  discovered: 0,
  queued: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
  unchanged: 0,
  pending: 0,
  filtered: 0,
  retired: 0,
  bytes: 0,
  duration_ms: 0,
  exit_code: 0,
  discovery: "complete",
  reasons: {},
  held: [],
};

const completed = (id: string, replaced = false): EventBody & { type: "completed" } => ({
  type: "completed",
  id,
  url: `https://a.example/${id}`,
  path: id,
  original_size: 1,
  compressed_size: 1,
  replaced,
});

const ended = (type: "failed" | "skipped" | "pending", id: string, reason: string): EventBody => ({
  type,
  id,
  url: `https://a.example/${id}`,
  reason,
  error: "told elsewhere",
});

const normalized = (
  outcome: (EventBody & { type: "normalized" })["outcome"],
  reason = "",
  proposal = false,
): EventBody => ({
  type: "normalized",
  id: "a",
  url: "https://a.example/a",
  outcome,
  reason,
  detail: "",
  tramite: null,
  completeness: null,
  proposal,
});

const exchange = (host: string, latency_ms: number | null, outcome = "ok"): EventBody => ({
  type: "exchange",
  host,
  url: `https://${host}/`,
  status: 200,
  outcome,
  attempt: 1,
  latency_ms,
  bytes: 10,
});

function detailOf(...events: readonly EventBody[]) {
  const account = new RunAccount();
  for (const event of events) account.see(event);
  return account.detail();
}

describe("RunAccount", () => {
  it.each<[string, EventBody, string, object | null]>([
    ["a new document", completed("a"), "new", { key: "a", change: "new", reason: "" }],
    ["a newer version", completed("a", true), "updated", { key: "a", change: "updated" }],
    ["one that was fetched all the same", { ...completed("a", true), same_bytes: true }, "unchanged", null],
    ["one that is as it was", { type: "unchanged", id: "a", url: "https://a.example/a" }, "unchanged", null],
    ["a failure", ended("failed", "a", "timeout"), "fetch_failed", { change: "failed", reason: "timeout" }],
    ["a 404", ended("skipped", "a", "not_found"), "fetch_failed", { change: "failed", reason: "not_found" }],
    ["what robots forbid", ended("skipped", "a", "robots_disallowed"), "disallowed", null],
    ["another page's words", ended("skipped", "a", "duplicate"), "duplicate", null],
    ["what was gone before", ended("skipped", "a", "gone"), "gone", null],
    ["what waits for its host", ended("pending", "a", "breaker_open"), "pending", null],
    ["an item without a name", ended("failed", "", "unreadable"), "fetch_failed", null],
  ])("P32: counts %s once, and lists it where it differs", (_, event, outcome, item) => {
    const account = new RunAccount();
    const listed = account.see(event);
    if (item === null) expect(listed).toBeNull();
    else expect(listed).toMatchObject(item);
    expect(account.detail().outcomes).toEqual({ [outcome]: 1 });
    expect(account.detail().stages.discovered).toBe(1);
  });

  it("E7: calls pending what a stopped run has left in its queue, so that outcomes are what was discovered", () => {
    const { outcomes } = detailOf(completed("a"), { ...SUMMARY, discovered: 5 });
    expect(outcomes).toEqual({ new: 1, pending: 4 });
  });

  it("lists what was let go beside what was discovered", () => {
    const account = new RunAccount();
    const event = { type: "retired", id: "a", url: "https://a.example/a", reason: "410", path: "x" } as const;
    expect(account.see(event)).toEqual({ key: "a", url: event.url, change: "gone", reason: "410" });
    expect(account.detail()).toMatchObject({ outcomes: {}, changes: { gone: 1 } });
  });

  it("P37: counts how far documents came, by stage", () => {
    const { stages } = detailOf(
      completed("a"),
      completed("b", true),
      ...(["new", "updated", "unchanged", "duplicate", "not_a_procedure", "gone"] as const).map((outcome) =>
        normalized(outcome),
      ),
      normalized("updated", "", true),
    );
    expect(stages).toEqual({ discovered: 2, fetched: 2, extracted: null, normalized: 5, stored: 2 });
  });

  it("P37: a source without procedures has stored what it has fetched", () => {
    expect(detailOf(completed("a"), { ...SUMMARY, discovered: 1 }).stages).toEqual({
      discovered: 1,
      fetched: 1,
      extracted: null,
      normalized: null,
      stored: 1,
    });
  });

  it("P37: counts errors by stage and reason; a picture that is not read is none", () => {
    const unread = (reason: string): EventBody => ({
      type: "extract_failed",
      id: "a",
      url: "https://a.example/a",
      reason,
      error: "",
    });
    const { errors } = detailOf(
      ended("failed", "a", "timeout"),
      unread("encrypted"),
      unread("unsupported"),
      normalized("extraction_failed", "encrypted"),
      normalized("extraction_failed", "low_quality"),
      normalized("normalization_failed", "no_name"),
    );
    expect(errors).toEqual({
      fetch: { timeout: 1 },
      extract: { encrypted: 1, low_quality: 1 },
      normalize: { no_name: 1 },
    });
  });

  it("lists the slowest hosts first, with what they were asked and what they sent", () => {
    const { hosts, host_count, requests, bytes } = detailOf(
      exchange("fast.example", 10),
      exchange("slow.example", 900),
      exchange("slow.example", null, "timeout"),
    );
    expect([host_count, requests, bytes]).toEqual([2, 3, 30]);
    expect(hosts.map(({ host }) => host)).toEqual(["slow.example", "fast.example"]);
    expect(hosts[0]).toEqual({
      host: "slow.example",
      requests: 2,
      failures: 1,
      bytes: 20,
      total_ms: 900,
      p95_ms: 900,
    });
  });

  it("has an end, however many hosts and codes a run meets", () => {
    const account = new RunAccount();
    for (let n = 0; n < 10_050; n++) account.see(exchange(`h${n}.example`, 1));
    for (let n = 0; n < 300; n++) account.see({ type: "warning", code: `w${n}`, message: "" });
    account.see(exchange("slowest.example", 5_000));
    const { hosts, host_count, warnings } = account.detail();
    expect(host_count).toBe(10_001);
    expect(hosts).toHaveLength(20);
    expect(hosts[0]).toMatchObject({ host: OTHER_HOSTS, requests: 51 });
    expect(Object.keys(warnings)).toHaveLength(201);
    expect(Object.values(warnings).reduce((sum, n) => sum + n, 0)).toBe(300);
  });
});

describe("Latencies", () => {
  it.each([
    [[], 0],
    [[0], 0],
    [[7], 7],
    [[1, 1, 1, 1000], 1000],
    [Array.from({ length: 100 }, (_, n) => n + 1), 95],
    [[...Array.from({ length: 99 }, () => 20), 60_000], 20],
  ])("are summed up so that the 95th percentile is right to a tenth (%#)", (all, expected) => {
    const latencies = new Latencies();
    for (const ms of all) latencies.add(ms);
    expect(latencies.percentile(0.95)).toBeGreaterThanOrEqual(expected);
    expect(latencies.percentile(0.95)).toBeLessThanOrEqual(expected * 1.1 + 1);
    expect(latencies.totalMs).toBe(all.reduce((sum, ms) => sum + ms, 0));
  });
});
