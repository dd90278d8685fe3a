import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HostsSql } from "./hosts-sql.ts";
import { type ClockReading, keepTime, readClocks } from "./host-times.ts";
import { migrate } from "./migrations.ts";
import { Statements } from "./statements.ts";
import { newHost } from "../../domain/host.ts";

const [NOW, DAY, MINUTE] = [Date.UTC(2026, 10, 16), 86_400_000, 60_000];
const HOST = {
  ...newHost("a.test"),
  lastSentAt: NOW - 1,
  parkedUntil: NOW + MINUTE,
  breaker: { failureCount: 5, lastFailure: NOW - 2, openUntil: NOW + 5 * MINUTE },
  robots: { fetchedAt: NOW - 3, text: "User-agent: *" },
};
const looked = (boot: string, offsetMs: number): ClockReading => ({ boot, offsetMs });

let db: DatabaseSync;
let hosts: HostsSql;
beforeEach(() => {
  db = new DatabaseSync(":memory:");
  migrate(db, ":memory:");
  hosts = new HostsSql(new Statements(db));
  keepTime(db, looked("one", 1_000));
  hosts.save(HOST);
});
afterEach(() => db.close());

/** How much later everything is that is remembered of the host. */
function moved(): number {
  const { lastSentAt, parkedUntil, breaker, robots } = hosts.load("a.test");
  const times = [lastSentAt, parkedUntil, breaker.lastFailure, breaker.openUntil, robots?.fetchedAt];
  const before = [NOW - 1, NOW + MINUTE, NOW - 2, NOW + 5 * MINUTE, NOW - 3];
  const by = new Set(times.map((time, i) => (time ?? 0) - (before[i] ?? 0)));
  expect(by.size).toBe(1);
  return [...by][0] ?? Number.NaN;
}

describe("what is remembered of hosts", () => {
  it.each([
    ["goes with a clock that was set forward", DAY, DAY],
    ["goes with a clock that was set back", -DAY, -DAY],
    ["stays where the clock was steered a little", 1_500, 0],
    ["stays where nothing was done to the clock", 0, 0],
  ])("%s", (_, by, expected) => {
    keepTime(db, looked("one", 1_000 + by));
    expect(moved()).toBe(expected);
  });

  it("goes there and back again", () => {
    for (const offset of [DAY, 1_000, -DAY, 1_000]) keepTime(db, looked("one", offset));
    expect(moved()).toBe(0);
  });

  it("stays after a restart of the machine, when there is nothing to compare with", () => {
    keepTime(db, looked("two", DAY));
    expect(moved()).toBe(0);
    keepTime(db, looked("two", 2 * DAY));
    expect(moved()).toBe(DAY);
  });

  it("is not touched where the system does not say", () => {
    keepTime(db, null);
    expect(moved()).toBe(0);
  });
});

it("reads clocks that agree with each other from look to look", () => {
  const [first, second] = [readClocks(), readClocks()];
  expect(second?.boot).toBe(first?.boot);
  expect(Math.abs((second?.offsetMs ?? 0) - (first?.offsetMs ?? 0))).toBeLessThan(100);
});

it("reads the time that this process goes by, which nobody sets while it lives", () => {
  const before = readClocks();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY });
  const after = readClocks();
  vi.useRealTimers();
  expect(Math.abs((after?.offsetMs ?? DAY) - (before?.offsetMs ?? 0))).toBeLessThan(100);
});
