import { describe, expect, it } from "vitest";
import type { SourceStatus } from "../application/status.ts";
import type { EventBody, LevadaEvent, Summary } from "../domain/events.ts";
import { eventLine, isShown, levelOf } from "./event-lines.ts";
import { createEventLog } from "./event-log.ts";
import { paintFor } from "./paint.ts";
import { PlanLines } from "./plan-text.ts";
import { statusText } from "./status-text.ts";
import { RunNotes, summaryText } from "./summary-text.ts";
import { lines, memoryIo } from "./testing/memory-io.ts";

const NOW = Date.UTC(2025, 5, 1, 14, 0, 0);
const later = (ms: number) => new Date(NOW + ms).toISOString();
const plain = paintFor(memoryIo().stdout, memoryIo(), {});

const summary: Summary = {
  type: "summary",
  discovered: 4,
  queued: 4,
  completed: 4,
  failed: 0,
  skipped: 0,
  unchanged: 0,
  pending: 0,
  filtered: 0,
  retired: 0,
  bytes: 4000,
  duration_ms: 4000,
  exit_code: 0,
  discovery: "complete",
  reasons: {},
  held: [],
};

function event(body: EventBody): LevadaEvent {
  return { version: 1, ...body, source: "usgs", run_id: "r1", at: later(0) };
}

function textOf(
  changes: Partial<Summary>,
  events: readonly LevadaEvent[] = [],
  again = "levada ingest usgs",
): string {
  const notes = new RunNotes();
  for (const each of events) notes.note(each);
  return summaryText(
    { ...summary, ...changes },
    { source: "usgs", root: "/corpus", notes, again, now: NOW, paint: plain },
  );
}

describe("the summary for people", () => {
  it("adds up and says where the files are", () => {
    const completed = event({
      type: "completed",
      id: "a",
      url: "u",
      path: "data/raw/usgs/p",
      original_size: 4000,
      replaced: false,
      compressed_size: 1500,
    });
    expect(textOf({ filtered: 2 }, [completed])).toBe(
      [
        "usgs: 4 documents stored in 4.0 s",
        "  discovered  4 = 4 completed + 0 failed + 0 skipped + 0 unchanged + 0 pending",
        "  stored      4 documents, 4.0 kB (1.5 kB on disk)",
        "  files       /corpus/data/raw/usgs",
        "  left out    2 not asked for",
        "",
      ].join("\n"),
    );
  });

  it.each([
    [{ completed: 0, unchanged: 4 }, "nothing newer in"],
    [{ completed: 0, unchanged: 4, retired: 2 }, "nothing newer, 2 retired in"],
    [{ exit_code: 130 }, "interrupted after"],
    [{ exit_code: 143 }, "run the same command again to go on: levada ingest usgs"],
    [{ exit_code: 4 }, "by storage trouble"],
    [{ exit_code: 1, failed: 1 }, "levada status usgs --failed"],
    [{ exit_code: 1, failed: 1 }, "levada ingest usgs --retry-failed tries it again"],
    [{ exit_code: 1, discovery: "failed" as const }, "a catalog could not be read"],
    [{ exit_code: 3, held: [{ host: "h", reason: "robots_unavailable", until: null }] }, "again later"],
  ])("of %j says %j", (changes, said) => expect(textOf(changes)).toContain(said));

  it("names the host that must not be asked, why, and until when", () => {
    const held = [{ host: "h.example", reason: "breaker_open", until: later(252_000) }];
    const text = textOf({ exit_code: 3, held });
    expect(text).toContain(
      "h.example failed too often in a row and is left alone until 2025-06-01 14:04:12 UTC (in 4 min 12 s)",
    );
    expect(text).toContain(
      "run the same command again after 2025-06-01 14:04:12 UTC (in 4 min 12 s), or now with --wait: levada ingest usgs",
    );
  });

  it("gives each reason with its count and an example, safely", () => {
    const failed = event({
      type: "failed",
      id: "a",
      url: "u",
      reason: "unexpected_content",
      error: "got \u001b[2J",
    });
    const warning = event({
      type: "warning",
      code: "http_status",
      message: "catalog http://h/: answered 404",
    });
    const text = textOf({ reasons: { not_found: 1, unexpected_content: 2 } }, [failed, warning]);
    expect(text).toContain(
      "  reason      unexpected_content: 2 (got \\x1b[2J)\n  reason      not_found: 1\n",
    );
    expect(text).toContain("trouble     catalog http://h/: answered 404");
  });

  it.each<[string, EventBody, RegExp]>([
    [
      "a catalog at an address that is not public",
      {
        type: "warning",
        code: "address_refused",
        message: "catalog http://10.0.0.1/: address refused: 10.0.0.1 is not a public address",
      },
      /levada ingest usgs --allow-private-network \(or network\.allow_private: true in levada\.config\.yaml\)/,
    ],
    [
      "a catalog that robots.txt disallows",
      {
        type: "warning",
        code: "robots_disallowed",
        message: "catalog http://h.example:8080/a: robots.txt disallows it",
      },
      /h\.example:8080 does not want this fetched.*"h\.example:8080": \{obey_robots: false\}.*never Retry-After/,
    ],
    [
      "a catalog that has changed",
      { type: "warning", code: "structure_changed", message: "catalog http://h/: expected a, saw b" },
      /the site's pages have changed.*src\/sources\/usgs\/README\.md/,
    ],
  ])("of %s says what helps, not to come back later", (_, body, said) => {
    const text = textOf({ exit_code: 1, discovery: "failed" }, [event(body)]);
    expect(text).toMatch(said);
    expect(text).not.toContain("later");
    const other = event({ type: "warning", code: "timeout", message: "catalog http://i/: timed out" });
    expect(textOf({ exit_code: 1, discovery: "failed" }, [event(body), other])).toContain("again later");
  });

  it("gives the same advice for documents, and for a robots.txt at an address that is not public", () => {
    const skipped = (error: string) =>
      event({ type: "skipped", id: "a", url: "u", reason: "address_refused", error });
    expect(textOf({}, [skipped("address refused: h leads to 10.0.0.1")])).toContain("network.allow_private");
    expect(textOf({}, [skipped("address refused: scheme ftp: is not http or https")])).not.toContain(
      "network.allow_private",
    );
    const changed = { type: "failed", id: "a", url: "u", reason: "structure_changed", error: "e" } as const;
    expect(textOf({ exit_code: 1, failed: 1 }, [event(changed)])).toContain("README");
    const exchange = { host: "h", url: "u", status: null, attempt: 1, latency_ms: null, bytes: 0 };
    const refused = event({ type: "exchange", ...exchange, outcome: "address_refused" });
    const held = [{ host: "h", reason: "robots_unavailable", until: null }];
    const text = textOf({ exit_code: 3, held }, [refused]);
    expect(text).toContain("--allow-private-network");
    expect(text).not.toContain("later");
    const more = [...held, { host: "i", reason: "robots_unavailable", until: null }];
    expect(textOf({ exit_code: 3, held: more }, [refused])).toContain("later");
  });

  it("tells of like catalogs once", () => {
    const warning = (n: number) =>
      event({ type: "warning", code: "timeout", message: `catalog http://h/${n}: timed out` });
    expect(textOf({ exit_code: 1 }, [warning(1), warning(2), warning(3)])).toContain(
      "  trouble     catalog http://h/1: timed out (and 2 more like it)\n",
    );
  });

  it("does not offer --retry-failed twice", () =>
    expect(textOf({ exit_code: 1, failed: 1 }, [], "levada ingest usgs --retry-failed")).not.toMatch(
      /retry-failed --retry/,
    ));
});

describe("a plan for people", () => {
  it("has a line per document and totals", () => {
    const plan = new PlanLines();
    const planned = (change: "new" | "changed" | "unchanged" | "gone" | "disallowed", well_name: string) =>
      plan.line(
        event({
          type: "planned",
          id: "T1",
          url: "http://h/a\nb",
          change,
          fields: { state: "TX" },
          metadata: { well_name },
        }) as never,
      );
    expect(planned("new", "A\u202e")).toBe(
      "new         T1          TX     A\\u202e           http://h/a\\nb\n",
    );
    for (const change of ["changed", "gone", "disallowed"] as const) planned(change, "B");
    expect(planned("unchanged", "B")).toBe("");
    expect(planned("new", "C".repeat(200))).toMatch(/ C{200}  http/);
    expect(planned("new", "D")).toMatch(/ D {17}http/);
    const held = [{ host: "h", reason: "retry_after", until: later(10_000) }];
    const totals = plan.totals(
      { ...summary, queued: 5, skipped: 3, failed: 1, filtered: 7, unchanged: 2, discovery: "failed", held },
      NOW,
    );
    expect(totals).toBe(
      "4 documents to fetch (3 new, 1 changed), 2 unchanged, 1 gone, 1 disallowed by robots.txt, 1 skipped, 1 failed, 7 not asked for; 4.0 s, nothing was written\n" +
        "h must not be asked now (retry_after) until 2025-06-01 14:00:10 UTC (in 10 s); the plan is incomplete\n" +
        "a catalog could not be read; the plan is incomplete\n",
    );
    expect(plan.totals(summary, NOW, ["do\u001b this"])).toMatch(/nothing was written\ndo\\x1b this\n$/);
  });
});

describe("event lines", () => {
  it.each<[EventBody, string, string]>([
    [
      { type: "run_started", limit: 5, mode: "ingest", folder: "f" },
      "info",
      "started    usgs, run r1, at most 5",
    ],
    [{ type: "recovered", what: "manifest", detail: "cut" }, "info", "recovered  manifest: cut"],
    [{ type: "warning", code: "c", message: "a\nb" }, "warn", "warning    a\\nb"],
    [
      { type: "retry", url: "u", attempt: 1, after_ms: 2000, error: "e" },
      "warn",
      "retry      u: e; attempt 2 in 2.0 s",
    ],
    [{ type: "skipped", id: "x", url: "u", reason: "r", error: "e" }, "warn", "skipped    x  e  u"],
    [
      { type: "host_parked", host: "h", until: later(10_000) },
      "warn",
      "parked     h asked for silence until 2025-06-01 14:00:10 UTC (in 10 s)",
    ],
    [
      { type: "breaker_opened", host: "h", until: later(10_000), failures: 5 },
      "warn",
      "breaker    h failed 5 times in a row; left alone until 2025-06-01 14:00:10 UTC (in 10 s)",
    ],
    [{ type: "breaker_closed", host: "h" }, "info", "breaker    h answers again"],
    [{ type: "stopping", reason: "SIGINT" }, "info", "stopping   SIGINT"],
  ])("%j is, at %s, %j", (body, level, line) => {
    expect(levelOf(event(body))).toBe(level);
    expect(eventLine(event(body), NOW)).toBe(line);
  });

  it("says nothing of what a warning has told already", () =>
    expect(eventLine(event({ type: "skipped", id: "", url: "u", reason: "r", error: "e" }), NOW)).toBeNull());

  it("silent shows nothing, debug everything", () => {
    expect(isShown("error", "silent")).toBe(false);
    expect(isShown("debug", "debug")).toBe(true);
  });
});

it("the log keeps to one JSON line each, also for what is no event", async () => {
  const io = memoryIo({ now: () => NOW });
  const log = await createEventLog(io.stderr, io.now);
  log.event(event({ type: "breaker_closed", host: "h\u202e" }));
  log.say("SIGINT: stopping");
  expect(lines(io.err())).toEqual([
    { level: "info", time: later(0), ...event({ type: "breaker_closed", host: "h\u202e" }) },
    { level: "info", time: later(0), run_id: "r1", msg: "SIGINT: stopping" },
  ]);
  expect(io.err()).not.toContain("\u202e");
});

describe("status for people", () => {
  const status: SourceStatus = {
    name: "usgs",
    completed: 120,
    failed: 1,
    skipped: 0,
    pending: 4,
    last_run: later(-12_000),
    last_exit_code: null,
    circuit_breaker: {
      failure_count: 5,
      last_failure: later(-1000),
      is_open: true,
      reset_time: later(252_000),
    },
    hosts: [
      {
        host: "a.example",
        breaker: "open",
        failure_count: 5,
        open_until: later(252_000),
        parked_until: null,
        last_request: null,
      },
      {
        host: "b.example",
        breaker: "half_open",
        failure_count: 5,
        open_until: later(-1),
        parked_until: null,
        last_request: null,
      },
      {
        host: "c.example",
        breaker: "closed",
        failure_count: 0,
        open_until: null,
        parked_until: later(10_000),
        last_request: null,
      },
    ],
    held: [
      { host: "c.example", reason: "retry_after", until: later(10_000) },
      { host: "d.example", reason: "robots_unavailable", until: null },
      { host: "e.example\n", reason: "breaker_open", until: later(-12_000) },
    ],
    manifest_problems: [{ line: 17, problem: "not JSON" }],
  };

  it("shows counts, what needs attention and until when", () =>
    expect(statusText([status], NOW, plain)).toBe(
      [
        "source  completed  failed  skipped  pending  breaker  last run",
        "usgs          120       1        0        4  open     2025-06-01 13:59:48 UTC (12 s ago), not ended",
        "",
        "usgs: a.example: breaker open after 5 failures in a row, no request before 2025-06-01 14:04:12 UTC (in 4 min 12 s)",
        "usgs: b.example: breaker half open after 5 failures in a row; the next request is a probe",
        "usgs: c.example: asked for silence until 2025-06-01 14:00:10 UTC (in 10 s)",
        "usgs: the last run left d.example alone: robots.txt was unavailable",
        "usgs: the last run left e.example\\n alone: it had failed too often in a row, until 2025-06-01 13:59:48 UTC (12 s ago)",
        "usgs: manifest line 17: not JSON",
        "",
      ].join("\n"),
    ));

  it("lists failed items with attempts and last error, safely", () => {
    const item = {
      key: "T1",
      url: "http://h/\u009b",
      reason: "http_status",
      attempts: 3,
      last_error: "answered\n500",
      at: later(-12_000),
    };
    const text = statusText([{ ...status, failed_items: [item] }], NOW, plain);
    expect(text).toMatch(
      /T1 +3 +http_status +answered\\n500 +2025-06-01 13:59:48 UTC \(12 s ago\) +http:\/\/h\/\\x9b\n/,
    );
    expect(statusText([{ ...status, failed_items: [] }], NOW, plain)).toContain("usgs: nothing has failed");
  });
});

it.each([
  ["on a terminal", ["stdout"], {}, undefined, true],
  ["without a terminal", [], {}, undefined, false],
  ["with NO_COLOR", ["stdout"], { NO_COLOR: "1" }, undefined, false],
  ["with --no-color", ["stdout"], {}, false, false],
] as const)("colours %s", (_, terminals, env, color, painted) => {
  const io = memoryIo({ terminals, env });
  const paint = paintFor(io.stdout, io, color === undefined ? {} : { color });
  expect(paint.bad("x")).toBe(painted ? "\u001b[31mx\u001b[0m" : "x");
});
