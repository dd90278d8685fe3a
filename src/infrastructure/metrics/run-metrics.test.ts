import { describe, expect, it } from "vitest";
import {
  EVENT_VERSION,
  type EventBody,
  type LevadaEvent,
  type ProcedureCounts,
} from "../../domain/events.ts";
import { type LastRun, RunMetrics } from "./run-metrics.ts";

const event = (body: EventBody, source = "tramites"): LevadaEvent => ({
  version: EVENT_VERSION,
  source,
  run_id: "r",
  at: "2026-01-01T00:00:00.000Z",
  ...body,
});

const STARTED: EventBody = { type: "run_started", limit: null, mode: "ingest", folder: "data" };
const UNCHANGED: EventBody = { type: "unchanged", id: "a", url: "https://a.example/" };

const exchange = (latency_ms: number | null, outcome = "ok", host = "a.example"): EventBody => ({
  type: "exchange",
  host,
  url: `https://${host}/`,
  status: 200,
  outcome,
  attempt: 1,
  latency_ms,
  bytes: 100,
});

const PROCEDURES: ProcedureCounts = {
  stored: 12,
  proposals: 2,
  review: 3,
  outcomes: {},
  coverage: {},
  completeness: [0, 0, 0, 0, 0, 0, 0, 0, 4, 8],
};

const LAST: LastRun = {
  source: "tramites",
  endedAt: Date.parse("2026-01-01T00:00:00.000Z"),
  exitCode: 3,
  durationMs: 1500,
  procedures: PROCEDURES,
  openHosts: ["down.example"],
};

async function lineOf(metrics: RunMetrics, start: string): Promise<string | undefined> {
  return (await metrics.text()).split("\n").find((line) => line.startsWith(start));
}

describe("RunMetrics", () => {
  it.each([
    ['levada_runs_total{source="tramites",exit_code="0"}', "7"],
    ['levada_documents_total{source="tramites",outcome="new"}', "40"],
    ['levada_received_bytes_total{source="tramites"}', "12345"],
    ['levada_last_run_timestamp_seconds{source="tramites"}', "1767225600"],
    ['levada_last_run_exit_code{source="tramites"}', "3"],
    ['levada_last_run_duration_seconds{source="tramites"}', "1.5"],
    ['levada_procedures{source="tramites"}', "12"],
    ['levada_procedure_proposals{source="tramites"}', "2"],
    ['levada_review_queue_length{source="tramites"}', "3"],
    ['levada_procedures_by_completeness{source="tramites",tenth="9"}', "8"],
    ['levada_breaker_open_hosts{source="tramites"}', "1"],
    ['levada_breaker_open{source="tramites",host="down.example"}', "1"],
    ['levada_links{state="in\\"active"}', "4"],
  ])("E21: says what is known from before: %s", async (name, value) => {
    const metrics = new RunMetrics();
    const total = (what: string, label: string, sum: number) => ({
      source: "tramites",
      name: what,
      label,
      total: sum,
    });
    metrics.load({
      totals: [total("runs", "0", 7), total("documents", "new", 40), total("bytes", "", 12_345)],
      lastRuns: [LAST],
      gauges: [{ name: "levada_links", help: "Links by state.", labels: { state: 'in"active' }, value: 4 }],
    });
    expect(await lineOf(metrics, name)).toBe(`${name} ${value}`);
  });

  it("adds what a run does to what was known, until it is known itself", async () => {
    const metrics = new RunMetrics();
    const known = (total: number) => ({
      totals: [{ source: "tramites", name: "documents", label: "unchanged", total }],
      lastRuns: [],
      gauges: [],
    });
    const name = 'levada_documents_total{source="tramites",outcome="unchanged"}';
    metrics.load(known(10));
    for (const body of [STARTED, UNCHANGED, UNCHANGED]) metrics.see(event(body));
    expect(await lineOf(metrics, name)).toBe(`${name} 12`);
    expect(await lineOf(metrics, "levada_run_in_progress")).toBe(
      'levada_run_in_progress{source="tramites"} 1',
    );
    metrics.load(known(12), "tramites");
    expect(await lineOf(metrics, name)).toBe(`${name} 12`);
    expect(await lineOf(metrics, "levada_run_in_progress")).toBeUndefined();
  });

  it("measures how long requests take, by source", async () => {
    const metrics = new RunMetrics();
    for (const body of [STARTED, exchange(200), exchange(3_000), exchange(null, "timeout")])
      metrics.see(event(body));
    const bucket = 'levada_request_duration_seconds_bucket{le="0.25",source="tramites"}';
    expect(await lineOf(metrics, bucket)).toBe(`${bucket} 1`);
    const count = 'levada_request_duration_seconds_count{source="tramites"}';
    expect(await lineOf(metrics, count)).toBe(`${count} 2`);
    const failed = 'levada_requests_total{source="tramites",outcome="timeout"}';
    expect(await lineOf(metrics, failed)).toBe(`${failed} 1`);
    const bytes = 'levada_received_bytes_total{source="tramites"}';
    expect(await lineOf(metrics, bytes)).toBe(`${bytes} 300`);
  });

  it("follows breakers while a run goes on", async () => {
    const metrics = new RunMetrics();
    metrics.load({ totals: [], lastRuns: [LAST], gauges: [] });
    metrics.see(event(STARTED));
    const name = 'levada_breaker_open_hosts{source="tramites"}';
    metrics.see(event({ type: "breaker_opened", host: "b.example", until: "x", failures: 5 }));
    expect(await lineOf(metrics, name)).toBe(`${name} 2`);
    metrics.see(event({ type: "breaker_closed", host: "down.example" }));
    metrics.see(event({ type: "breaker_closed", host: "b.example" }));
    expect(await lineOf(metrics, name)).toBe(`${name} 0`);
  });

  it("has a bounded number of lines, however many hosts a run meets", async () => {
    const metrics = new RunMetrics();
    metrics.see(event(STARTED));
    for (let n = 0; n < 3_000; n++) {
      metrics.see(event(exchange(n, "ok", `h${n}.example`)));
      metrics.see(event({ type: "breaker_opened", host: `h${n}.example`, until: "x", failures: 5 }));
    }
    const text = await metrics.text();
    expect(text).toContain('levada_breaker_open_hosts{source="tramites"} 3000');
    expect(text.split("\n").filter((line) => line.includes(".example")).length).toBeLessThanOrEqual(120);
  });
});
