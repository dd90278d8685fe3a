import { describe, expect, it } from "vitest";
import type { EventBody, LevadaEvent } from "../domain/events.ts";
import { afterEvent, NO_PROGRESS, progressLine } from "./progress.ts";
import { ProgressDisplay } from "./progress-display.ts";
import { memoryIo } from "./testing/memory-io.ts";

const START = Date.UTC(2025, 5, 1, 14, 0, 0);

function event(body: EventBody): LevadaEvent {
  return { version: 1, ...body, source: "usgs", run_id: "r", at: new Date(START).toISOString() };
}

const started = event({ type: "run_started", limit: 10, mode: "ingest", folder: "f" });
const queued = event({ type: "queued", id: "a", url: "http://h/" });
const ended = event({ type: "discovery_ended", outcome: "complete" });
const tenQueued = Array.from({ length: 10 }, () => queued);
const completed = event({
  type: "completed",
  id: "a",
  url: "u",
  path: "p",
  original_size: 1,
  replaced: false,
  compressed_size: 1,
});
const failed = event({ type: "failed", id: "b", url: "u", reason: "r", error: "e" });
const received = event({ type: "progress", host: "h.example", bytes: 5_000_000 });

function lineAfter(events: readonly LevadaEvent[], columns = 200): string {
  return progressLine(events.reduce(afterEvent, NO_PROGRESS), START + 5000, columns);
}

describe("the progress line", () => {
  it("says that it is looking until something is queued", () =>
    expect(lineAfter([started])).toBe("usgs: looking for documents"));

  const half = [received, completed, completed, completed, completed, failed];

  it.each([
    [100, "usgs [========>       ] 5/10  1.0/s  5.0 MB (1.0 MB/s)  ETA 5.0 s  1 failed  h.example"],
    [79, "usgs [====>   ] 5/10  1.0/s  5.0 MB (1.0 MB/s)  ETA 5.0 s  1 failed  h.example"],
    [70, "usgs 5/10  1.0/s  5.0 MB (1.0 MB/s)  ETA 5.0 s  1 failed  h.example"],
    [50, "usgs 5/10  1.0/s  ETA 5.0 s  1 failed  h.example"],
    [43, "usgs 5/10  ETA 5.0 s  1 failed  h.example"],
    [39, "usgs 5/10  ETA 5.0 s  1 failed  h.exam…"],
  ])("in %i columns shows what matters most: documents, ETA, failures and host", (columns, line) =>
    expect(lineAfter([started, ...tenQueued, ended, ...half], columns)).toBe(line),
  );

  it("until discovery has ended shows neither a total nor an ETA, whatever the limit", () =>
    expect(lineAfter([started, queued, queued, received, completed])).toBe(
      "usgs 1 of 2 queued so far  0.2/s  5.0 MB (1.0 MB/s)  h.example",
    ));

  it("is full when all that was queued is done", () =>
    expect(lineAfter([started, queued, ended, completed])).toContain("[================] 1/1"));

  it("does not count what a catalog could not even name", () => {
    const nameless = event({ type: "skipped", id: "", url: "u", reason: "r", error: "e" });
    expect(lineAfter([started, nameless, queued, queued])).toMatch(/^usgs 0 of 2 queued so far/);
  });

  it("says for whom it waits and how long, until the wait is over or that host is asked again", () => {
    const until = new Date(START + 60_000).toISOString();
    const parked = event({ type: "host_parked", host: "h.example", until });
    expect(lineAfter([started, queued, parked])).toContain("waiting 55 s for h.example");
    const late = [started, queued, parked].reduce(afterEvent, NO_PROGRESS);
    expect(progressLine(late, START + 60_000, 200)).not.toContain("waiting");
    const asked = event({
      type: "exchange",
      host: "h.example",
      url: "u",
      status: 200,
      outcome: "ok",
      attempt: 1,
      latency_ms: 1,
      bytes: 0,
    });
    expect(lineAfter([started, queued, parked, asked])).not.toContain("waiting");
  });

  it.each([10, 40, 79])("is never wider than %i columns", (columns) =>
    expect(lineAfter([started, queued, received], columns).length).toBeLessThanOrEqual(columns),
  );

  it("lets no host move the cursor", () => {
    const host = "\u001b[2Jh\n";
    expect(lineAfter([started, queued, event({ type: "progress", host, bytes: 1 })])).toContain(
      "\\x1b[2Jh\\n",
    );
  });
});

describe("the progress display", () => {
  it("is redrawn at most ten times a second, makes room for lines, and is gone at the end", () => {
    let now = START;
    const io = memoryIo({ now: () => now, columns: 60 });
    const display = new ProgressDisplay(io);
    for (let n = 0; n < 1000; n++, now++) display.update(n === 0 ? started : queued);
    expect(io.err().split("\r").length - 1).toBe(10);
    display.interrupt(() => io.stderr.write("a line\n"));
    expect(io.err()).toMatch(/\r\u001b\[Ka line\n$/);
    now += 100;
    display.update(queued);
    display.end();
    expect(io.err()).toMatch(/\r\u001b\[K$/);
  });
});
