import { beforeEach, describe, expect, it } from "vitest";
import { memoryLedger } from "../../test/kit/memory-ledger.ts";
import { type SteppingClock, steppingClock } from "../../test/kit/clock.ts";
import type { EventBody } from "../domain/events.ts";
import type { Failure } from "../domain/failure.ts";
import { HostGate, type Turn, type TurnResult } from "./host-gate.ts";
import { resolveSettings, type SettingsLayer } from "./settings.ts";

const HOST = "example.org";
const sick: Failure = { kind: "http_status", status: 503 };
const never = new AbortController().signal;

let clock: SteppingClock;
let ledger: ReturnType<typeof memoryLedger>;
let events: EventBody[];

beforeEach(() => {
  clock = steppingClock();
  ledger = memoryLedger();
  events = [];
});

function openGate(layer: SettingsLayer = {}, hosts = {}, waits = false): HostGate {
  const settings = resolveSettings([{ from: "test", values: layer }], hosts);
  return new HostGate("test", { clock, ledger }, settings, {
    emit: (event) => events.push(event),
    waits,
    onTrouble: (error) => {
      throw error;
    },
  });
}

async function send(gate: HostGate, result: TurnResult = { failure: null }): Promise<number | Failure> {
  const turn = await gate.enter(HOST, never);
  if (!turn.ok) return turn.failure;
  turn.sent();
  const at = clock.monotonic();
  await turn.leave(result);
  return at;
}

async function sendMany(gate: HostGate, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push((await send(gate)) as number);
  return times.slice(1).map((at, i) => at - (times[i] as number));
}

describe("pace", () => {
  it("never sends earlier than the delay after the last send", async () => {
    for (const gap of await sendMany(openGate(), 5)) expect(gap).toBeGreaterThanOrEqual(1000);
  });

  it("counts from the moment of sending, not from the turn", async () => {
    const gate = openGate();
    const turn = (await gate.enter(HOST, never)) as Turn;
    clock.advance(400); // connecting
    turn.sent();
    const sentAt = clock.monotonic();
    await turn.leave({ failure: null });
    expect((await send(gate)) as number).toBeGreaterThanOrEqual(sentAt + 1000);
  });

  it("keeps the delay between requests that are in flight together", async () => {
    const gate = openGate({ hostConcurrency: 4 });
    const sent: number[] = [];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const turn = (await gate.enter(HOST, never)) as Turn;
        turn.sent();
        sent.push(clock.monotonic());
        await turn.leave({ failure: null });
      }),
    );
    sent.slice(1).forEach((at, i) => expect(at - (sent[i] as number)).toBeGreaterThanOrEqual(1000));
  });

  it("lets only as many requests in flight as the host may have", async () => {
    const gate = openGate({ delayMs: 0, hostConcurrency: 2 }, {});
    const first = (await gate.enter(HOST, never)) as Turn;
    first.sent();
    const second = (await gate.enter(HOST, never)) as Turn;
    second.sent();
    let third = false;
    const waiting = gate.enter(HOST, never).then((turn) => {
      third = true;
      return turn as Turn;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(third).toBe(false);
    await first.leave({ failure: null });
    await (await waiting).leave({ failure: null });
    expect(third).toBe(true);
  });

  it("is kept by the next process", async () => {
    await send(openGate());
    const before = clock.monotonic();
    expect((await send(openGate())) as number).toBeGreaterThanOrEqual(before + 1000);
  });

  it("waits the full delay when the clock was set back in between", async () => {
    await send(openGate());
    clock.jump(-86_400_000);
    const before = clock.monotonic();
    expect((await send(openGate())) as number).toBeGreaterThanOrEqual(before + 1000);
  });

  it("is remembered while robots.txt may still ask for a delay, also where the user wants none", async () => {
    await send(openGate({}, { [HOST]: { delayMs: 0 } }));
    const next = openGate({}, { [HOST]: { delayMs: 0 } });
    await next.setCrawlDelay(HOST, 3000);
    expect(await next.dueIn(HOST)).toBeGreaterThan(2900);
  });

  it("writes nothing per request where there is no delay to keep", async () => {
    const gate = openGate({ delayMs: 0 }, { [HOST]: { delayMs: 0 } });
    await gate.setCrawlDelay(HOST, null);
    await sendMany(gate, 10);
    expect(ledger.saves).toBe(0);
  });

  it("takes Crawl-delay as soon as it is known", async () => {
    const gate = openGate();
    await send(gate);
    await gate.setCrawlDelay(HOST, 7000);
    expect(await gate.dueIn(HOST)).toBeGreaterThanOrEqual(7000);
  });

  it("refuses a turn when the run stops", async () => {
    const turn = await openGate().enter(HOST, AbortSignal.abort());
    expect(turn).toEqual({ ok: false, failure: { kind: "interrupted" } });
  });
});

describe("Retry-After", () => {
  it("up to a minute is waited out", async () => {
    const gate = openGate();
    await send(gate, { failure: { kind: "http_status", status: 429 }, parkMs: 3000 });
    const before = clock.monotonic();
    expect((await send(gate)) as number).toBeGreaterThanOrEqual(before + 3000);
  });

  it("longer than that holds the host, also for the next process", async () => {
    const until = clock.now() + 120_000;
    await send(openGate(), { failure: { kind: "http_status", status: 429 }, parkMs: 120_000 });
    expect(await send(openGate())).toEqual({ kind: "host_held", host: HOST, cause: "retry_after", until });
  });

  it("is waited out however long with --wait", async () => {
    const gate = openGate({}, {}, true);
    await send(gate, { failure: { kind: "http_status", status: 429 }, parkMs: 7_200_000 });
    expect(await send(gate)).toBeGreaterThanOrEqual(7_200_000);
  });

  it("is not shortened by a clock that jumps forward", async () => {
    const gate = openGate();
    await send(gate, { failure: { kind: "http_status", status: 503, retryAfterMs: 30_000 }, parkMs: 30_000 });
    const before = clock.monotonic();
    clock.jump(86_400_000);
    expect((await send(gate)) as number).toBeGreaterThanOrEqual(before + 30_000);
  });

  it("is never shortened by a shorter one", async () => {
    const gate = openGate();
    await send(gate, { failure: null, parkMs: 50_000 });
    expect(await gate.dueIn(HOST)).toBeGreaterThanOrEqual(50_000);
  });
});

describe("circuit breaker", () => {
  async function failFiveTimes(gate: HostGate): Promise<void> {
    for (let i = 0; i < 5; i++) expect(await send(gate, { failure: sick })).toBeTypeOf("number");
  }

  it("lets nothing through after five failures in a row, and says until when", async () => {
    const gate = openGate();
    await failFiveTimes(gate);
    expect(await send(gate)).toMatchObject({ kind: "host_held", cause: "breaker_open" });
    expect(events.map(({ type }) => type)).toEqual(["breaker_opened"]);
    expect(await gate.hold(HOST)).toMatchObject({ cause: "breaker_open" });
  });

  it("stays open for the next process", async () => {
    await failFiveTimes(openGate());
    expect(await send(openGate())).toMatchObject({ kind: "host_held" });
  });

  it("counts over processes", async () => {
    for (let i = 0; i < 5; i++) await send(openGate(), { failure: sick });
    expect(await send(openGate())).toMatchObject({ kind: "host_held" });
  });

  it("lets exactly one probe through when its time is over; success closes it", async () => {
    await failFiveTimes(openGate());
    clock.advance(300_001);
    const gate = openGate({ hostConcurrency: 3 });
    const probe = (await gate.enter(HOST, never)) as Turn;
    probe.sent();
    let second = false;
    const waiting = gate.enter(HOST, never).then(async (turn) => {
      second = true;
      await (turn as Turn).leave({ failure: null });
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(second).toBe(false);
    await probe.leave({ failure: null });
    await waiting;
    expect(events.map(({ type }) => type)).toContain("breaker_closed");
  });

  it("opens again at once when the probe fails", async () => {
    const gate = openGate();
    await failFiveTimes(gate);
    clock.advance(300_001);
    expect(await send(gate, { failure: sick })).toBeTypeOf("number");
    expect(await send(gate)).toMatchObject({ kind: "host_held" });
  });

  it("is waited for with --wait, and then probes", async () => {
    const gate = openGate({}, {}, true);
    await failFiveTimes(gate);
    const before = clock.monotonic();
    expect(await send(gate)).toBeGreaterThanOrEqual(before + 300_000);
  });
});

describe("a ledger that fails", () => {
  it("does not leave others waiting for ever", async () => {
    const gate = openGate();
    ledger.save = async () => {
      throw new Error("disk");
    };
    await expect(gate.enter(HOST, never)).rejects.toThrow("disk");
    await expect(gate.enter(HOST, never)).rejects.toThrow("disk");
  });
});
