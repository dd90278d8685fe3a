import { describe, expect, it } from "vitest";
import type { ScheduledTask, TaskRecords } from "../domain/schedule.ts";
import { cronTimes } from "../infrastructure/cron.ts";
import { keepSchedule, runDueTasks, type ScheduleParts } from "./keep-schedule.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MADRID = "Europe/Madrid";

/** A year, from midnight to midnight in Madrid. */
const START = Date.parse("2026-01-01T00:00:00+01:00");
const END = Date.parse("2027-01-01T00:00:00+01:00");

function task(name: string, cron: string): ScheduledTask {
  return { name, command: ["run", name], pattern: `${cron} ${MADRID}`, times: cronTimes(cron, MADRID) };
}

const TASKS = [
  task("sitemaps", "0 3 * * 1"),
  task("lastmod", "0 4 * * *"),
  task("feeds", "30 4 * * *"),
  task("refetch", "0 5 * * 3"),
  task("reextract", "0 6 1 * *"),
  task("night", "30 2 * * *"),
];

/** 2026 begins on a Thursday. */
const OF_A_YEAR = { sitemaps: 52, lastmod: 365, feeds: 365, refetch: 52, reextract: 12, night: 365 };

interface Fired {
  readonly name: string;
  readonly at: number;
  readonly done: boolean;
}

/** The process is gone, as after kill -9. */
class Killed extends Error {}

/** A machine whose time passes only when somebody waits or works. */
class Machine {
  now = START;
  records: TaskRecords = {};
  readonly fired: Fired[] = [];
  readonly #asleep: { from: number; ms: number }[] = [];
  readonly #kills: number[] = [];
  readonly #tasks: readonly ScheduledTask[];

  constructor(tasks = TASKS) {
    this.#tasks = tasks;
  }

  sleepsFrom(from: number, ms: number): void {
    this.#asleep.push({ from, ms });
  }

  killedAt(at: readonly number[]): void {
    this.#kills.push(...at.toSorted((a, b) => a - b));
  }

  /** Timers stand still while the machine sleeps. */
  pass(ms: number): void {
    this.now += ms;
    const nap = this.#asleep.find(({ from }) => this.now >= from);
    if (nap !== undefined) {
      this.#asleep.splice(this.#asleep.indexOf(nap), 1);
      this.now += nap.ms;
    }
    if (this.now < (this.#kills[0] ?? Infinity)) return;
    this.#kills.shift();
    throw new Killed();
  }

  parts(workMs: (name: string) => number): ScheduleParts {
    const stop = new AbortController();
    return {
      tasks: this.#tasks,
      signal: stop.signal,
      onEvent: () => {},
      memory: {
        read: async () => this.records,
        write: async (records) => void (this.records = records),
      },
      clock: {
        now: () => this.now,
        sleep: async (ms) => {
          if (this.now >= END) return stop.abort();
          this.pass(Math.min(ms, Math.max(1, END - this.now)));
        },
      },
      run: async ({ name }, begins) => {
        await begins();
        const at = this.now;
        const index = this.fired.push({ name, at, done: false }) - 1;
        this.pass(workMs(name));
        this.fired[index] = { name, at, done: true };
        return 0;
      },
    };
  }

  /** Runs until the year is over; started anew after each kill. */
  async live(workMs: (name: string) => number = () => 0, downMs: () => number = () => 0): Promise<void> {
    while (this.now < END) {
      try {
        await keepSchedule(this.parts(workMs));
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        this.now += downMs();
      }
    }
  }

  counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { name, done } of this.fired) if (done) counts[name] = (counts[name] ?? 0) + 1;
    return counts;
  }

  times(name: string): readonly number[] {
    return this.fired.filter((one) => one.name === name && one.done).map(({ at }) => at);
  }
}

/** The same numbers in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const inMadrid = new Intl.DateTimeFormat("sv-SE", {
  timeZone: MADRID,
  dateStyle: "short",
  timeStyle: "short",
});

describe("a year of schedules", () => {
  it("each task fires at its times, each of them once, also on the days with 23 and 25 hours", async () => {
    const machine = new Machine();
    await machine.live();
    expect(machine.counts()).toEqual(OF_A_YEAR);
    const clock = (name: string) => machine.times(name).map((at) => inMadrid.format(at));
    expect(new Set(clock("lastmod").map((at) => at.slice(11)))).toEqual(new Set(["04:00"]));
    expect(new Set(clock("lastmod").map((at) => at.slice(0, 10))).size).toBe(365);
    expect(new Set(clock("night").map((at) => at.slice(0, 10))).size).toBe(365);
    // The hour from two to three is left out on 29 March: then it is due when that becomes known.
    expect(clock("night").filter((at) => !at.endsWith("02:30"))).toEqual(["2026-03-29 03:00"]);
    expect(clock("reextract").map((at) => at.slice(8))).toEqual(Array<string>(12).fill("01 06:00"));
  });

  it.each([1, 2, 3])(
    "killed 200 times at any moment and started again: nothing is left out, nothing done twice (%i)",
    async (seed) => {
      const random = dice(seed);
      const machine = new Machine();
      // Half of them while something runs, which is at night.
      const kills = Array.from({ length: 200 }, (_, n) => {
        const day = START + Math.floor(random() * 365) * DAY;
        return day + (n % 2 === 0 ? random() * DAY : 3 * HOUR + random() * 2 * HOUR);
      });
      machine.killedAt(kills);
      await machine.live(
        () => random() * 20 * MINUTE,
        () => random() * 10 * MINUTE,
      );
      expect(machine.counts()).toEqual(OF_A_YEAR);
      expect(machine.fired.some(({ done }) => !done)).toBe(true);
      for (const { name, times } of TASKS) {
        let before = START;
        for (const at of machine.times(name)) {
          // Its time came since it was last done, and only once.
          const due = times?.next(before) ?? Infinity;
          expect(due).toBeLessThanOrEqual(at);
          expect(times?.next(due) ?? 0).toBeGreaterThan(at);
          before = at;
        }
      }
    },
  );

  it("a machine that sleeps for three days catches up once with each task", async () => {
    const machine = new Machine();
    const asleep = Date.parse("2026-06-07T12:00:00+02:00");
    machine.sleepsFrom(asleep, 3 * DAY);
    await machine.live();
    // Missed: three nights, a Monday, a Wednesday (10 June, 05:00).
    expect(machine.counts()).toEqual({ ...OF_A_YEAR, lastmod: 363, feeds: 363, night: 363 });
    const late = machine.fired.filter(({ at }) => at >= asleep && at < asleep + 3 * DAY + HOUR);
    expect(late.map(({ name }) => name)).toEqual(["night", "sitemaps", "lastmod", "feeds", "refetch"]);
    expect(new Set(late.map(({ at }) => at - asleep)).size).toBe(1);
  });

  it("switched off from May to July it catches up once with each task, those of May first", async () => {
    const machine = new Machine();
    const [off, on] = [Date.parse("2026-05-01T12:00:00+02:00"), Date.parse("2026-07-10T12:00:00+02:00")];
    machine.killedAt([off]);
    await machine.live(
      () => 0,
      () => on - off,
    );
    const first = machine.fired.filter(({ at }) => at >= off).slice(0, 6);
    expect(first.map(({ name }) => name)).toEqual([
      "night",
      "lastmod",
      "feeds",
      "sitemaps",
      "refetch",
      "reextract",
    ]);
    expect(machine.counts()).toMatchObject({ reextract: 12 - 1, lastmod: 365 - 70 + 1 });
  });

  it("a task that runs for two days holds the others up, and they follow once", async () => {
    const machine = new Machine();
    await machine.live((name) => (name === "sitemaps" ? 2 * DAY : 0));
    expect(machine.counts()["sitemaps"]).toBe(52);
    const days = machine.times("lastmod").map((at) => inMadrid.format(at).slice(0, 10));
    expect(days.length).toBe(365 - 52);
  });
});

describe("a clock that is set", () => {
  const daily = [task("lastmod", "0 4 * * *")];

  it.each([
    ["an hour back, just after a run", "2026-02-10T04:30:00+01:00", -HOUR, 365],
    ["an hour ahead, over a run", "2026-02-10T03:30:00+01:00", HOUR, 365],
    ["ten years ahead and back again", "2026-02-10T12:00:00+01:00", 3650 * DAY, 366],
  ])("%s", async (_, when, by, expected) => {
    const machine = new Machine(daily);
    const at = Date.parse(when);
    machine.killedAt([at]);
    await expect(keepSchedule(machine.parts(() => 0))).rejects.toThrow(Killed);
    machine.now += by;
    if (by > DAY) {
      await runDueTasks(machine.parts(() => 0));
      machine.now -= by;
    }
    await machine.live();
    expect(machine.counts()).toEqual({ lastmod: expected });
  });
});

describe("one task", () => {
  const every = [task("often", "* * * * *")];

  it("that is new is not due for what was before it was known, and a new pattern begins anew", async () => {
    const machine = new Machine([task("lastmod", "0 4 * * *")]);
    machine.now = START + 12 * HOUR;
    expect(await runDueTasks(machine.parts(() => 0))).toBe(0);
    expect(machine.fired).toEqual([]);
    machine.now += 16.5 * HOUR;
    await runDueTasks(machine.parts(() => 0));
    await runDueTasks(machine.parts(() => 0));
    expect(machine.counts()).toEqual({ lastmod: 1 });
    const changed = new Machine([task("lastmod", "0 5 * * *")]);
    [changed.records, changed.now] = [machine.records, machine.now + 2 * HOUR];
    await runDueTasks(changed.parts(() => 0));
    expect(changed.fired).toEqual([]);
    changed.now += DAY;
    await runDueTasks(changed.parts(() => 0));
    expect(changed.counts()).toEqual({ lastmod: 1 });
  });

  it("run once, is run once, however often its time comes meanwhile", async () => {
    const machine = new Machine(every);
    await runDueTasks(machine.parts(() => 10 * MINUTE));
    expect(machine.counts()).toEqual({ often: 1 });
  });

  it.each([
    [0, false],
    [1, false],
    [2, false],
    [3, false],
    [4, true],
    [130, true],
    [143, true],
  ])("that ends with %i makes the whole end with it, and is due again: %s", async (code, again) => {
    const machine = new Machine([task("lastmod", "0 4 * * *")]);
    machine.now = START + 4 * HOUR;
    const parts: ScheduleParts = {
      ...machine.parts(() => 0),
      run: async ({ name }, begins) => {
        await begins();
        machine.fired.push({ name, at: machine.now, done: true });
        return code;
      },
    };
    expect(await runDueTasks(parts)).toBe(code);
    machine.now += MINUTE;
    await runDueTasks(parts);
    expect(machine.fired.length).toBe(again ? 2 : 1);
    expect(machine.records["lastmod"]?.last).toMatchObject({ exitCode: code });
  });

  it("waits while another process writes to the root, and says so once", async () => {
    const machine = new Machine(every);
    const said: string[] = [];
    let busy = 5;
    const parts = machine.parts(() => 0);
    await runDueTasks({
      ...parts,
      onEvent: ({ type }) => said.push(type),
      run: async (one, begins) => (busy-- > 0 ? "busy" : parts.run(one, begins)),
    });
    expect(said).toEqual(["task_waits", "task_started", "task_ended"]);
    expect(machine.now - START).toBe(25_000);
  });

  it("that storage keeps from its work is tried again later, not at once", async () => {
    const machine = new Machine([task("lastmod", "0 4 * * *")]);
    let tries = 0;
    const parts = machine.parts(() => 0);
    const stop = new AbortController();
    await keepSchedule({
      ...parts,
      signal: stop.signal,
      run: async (_, begins) => {
        await begins();
        if (++tries === 3) stop.abort();
        return tries < 3 ? 4 : 0;
      },
    });
    expect(machine.now - START - 4 * HOUR).toBe(20 * MINUTE);
  });
});
