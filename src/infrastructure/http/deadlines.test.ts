import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Phase, RATE_GRACE_MS, Stopwatch } from "./deadlines.ts";

const DEADLINES = {
  connectMs: 1_000,
  headersMs: 2_000,
  idleMs: 5_000,
  totalMs: 600_000,
  minBytesPerSecond: 100,
};

let expired: Phase[];

function start(deadlines = DEADLINES): Stopwatch {
  return new Stopwatch(deadlines, (phase) => expired.push(phase));
}

function inBody(deadlines = DEADLINES): Stopwatch {
  const watch = start(deadlines);
  watch.sent();
  watch.headersEnded();
  watch.flow();
  return watch;
}

beforeEach(() => {
  expired = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance"] });
});
afterEach(() => void vi.useRealTimers());

function trickle(watch: Stopwatch, bytesPerSecond: number, seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    vi.advanceTimersByTime(1_000);
    watch.received(bytesPerSecond);
  }
}

describe("a stopwatch", () => {
  it("bounds connecting", () => {
    start();
    vi.advanceTimersByTime(999);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(["connect"]);
  });

  it("bounds the headers from the moment of sending", () => {
    const watch = start();
    vi.advanceTimersByTime(900);
    watch.sent();
    vi.advanceTimersByTime(1_999);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(["headers"]);
  });

  it("bounds the silence between two chunks", () => {
    const watch = inBody();
    vi.advanceTimersByTime(4_000);
    watch.received(1);
    vi.advanceTimersByTime(4_999);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(["idle"]);
  });

  it("does not blame the server for our own pauses", () => {
    const watch = inBody();
    watch.hold();
    watch.hold();
    vi.advanceTimersByTime(RATE_GRACE_MS * 3);
    watch.flow();
    vi.advanceTimersByTime(4_999);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(["idle"]);
  });

  it("judges the rate after the grace, over the whole body", () => {
    const watch = inBody();
    trickle(watch, 99, 29);
    expect(expired).toEqual([]);
    trickle(watch, 99, 2);
    expect(expired).toEqual(["rate"]);
  });

  it("leaves a body alone that is fast enough", () => {
    const watch = inBody();
    trickle(watch, 110, 120);
    expect(expired).toEqual([]);
    watch.stop();
  });

  it("bounds everything together, once", () => {
    const watch = inBody({ ...DEADLINES, minBytesPerSecond: 0 });
    trickle(watch, 1, 700);
    expect(expired).toEqual(["total"]);
  });

  it("is silent once it was stopped", () => {
    const watch = inBody();
    watch.stop();
    watch.flow();
    watch.sent();
    vi.advanceTimersByTime(1_000_000);
    expect(expired).toEqual([]);
  });

  it("takes a deadline beyond what a timer holds for the longest one, not for none", () => {
    start({ ...DEADLINES, connectMs: Infinity, totalMs: Infinity });
    vi.advanceTimersByTime(86_400_000);
    expect(expired).toEqual([]);
  });
});
