/**
 * Clocks that are set by a day while a run waits, and between two runs; storms of 429 and 503; kills in the middle of a
 * wait (R13). The server's own clock is not set, and tells whether a request came too early.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import { type Ended, type Started, startCommand } from "./command.ts";
import { type PoliteOptions, type PoliteSite, startPolite } from "./polite-sites.ts";
import { buildClock, DAY_S, ShiftedClock } from "./shifted-clock.ts";
import { SOURCES, type SourceName } from "./whole-root.ts";

const MINUTES = 600_000;
/** A server that is busy sees one request late and the next on time. What a clock decides is wrong by far more. */
const TOLERANCE = 0.75;
/** How late this process, whose servers these are, has been at the most. */
const stalls = monitorEventLoopDelay({ resolution: 10 });
stalls.enable();
const JUMPS = [DAY_S, -DAY_S] as const;
/** The API that a user names is no crawl: its host's robots.txt is not asked. */
const CRAWLED = SOURCES.filter((source) => source !== "wiki");

const preload = buildClock();
const library = preload.ok ? preload.library : "";
afterAll(() => preload.ok && rmSync(dirname(library), { recursive: true }));
if (!preload.ok) console.warn(`test/faults: NOT RUN (clocks): ${preload.reason}`);

interface World {
  readonly site: PoliteSite;
  readonly clock: ShiftedClock;
  readonly jump: number;
  start(more?: readonly string[]): Started;
}

async function openWorld(source: SourceName, jump: number, options: PoliteOptions): Promise<World> {
  const [site, clock] = [await startPolite(source, options), new ShiftedClock(library)];
  return {
    site,
    clock,
    jump,
    start: (more = []) => startCommand([...site.words, ...more], clock.environment),
  };
}

/** Every pair of requests that followed each other sooner than the host had asked for. */
function early({ site }: World, leastMs: number): readonly string[] {
  return site.asked.slice(1).flatMap(({ at }, i) => {
    const before = site.asked[i] as (typeof site.asked)[number];
    const { retryAfter = 0, silenceMs = 0 } = before.refusal ?? {};
    const wanted = Math.max(leastMs, retryAfter * 1000, silenceMs);
    const gap = at - before.at;
    if (gap >= wanted * TOLERANCE - stalls.max / 1e6) return [];
    return [
      `${site.source}: request ${i + 2} came ${Math.round(gap)} ms after the one before, not ${wanted}`,
    ];
  });
}

/** From the n-th request on, one is refused with a 429 and one with a 503. */
const storm = (from: number, retryAfter: number) => (nth: number) =>
  nth === from || nth === from + 1 ? { status: nth === from ? 429 : 503, retryAfter } : undefined;

const BREAK_MS = 4000;

let requests = 0;
let kills = 0;

/** The same for each source, with a clock that is set forward and one that is set back; all side by side. */
async function inWorlds(
  sources: readonly SourceName[],
  options: PoliteOptions,
  leastMs: number,
  live: (world: World) => Promise<void>,
): Promise<void> {
  const worlds = await Promise.all(
    sources.flatMap((source) => JUMPS.map((jump) => openWorld(source, jump, options))),
  );
  // Of this test alone: what stalled before it excuses nothing in it.
  stalls.reset();
  await Promise.all(worlds.map(live));
  requests += worlds.reduce((sum, { site }) => sum + site.asked.length, 0);
  expect(worlds.flatMap((world) => early(world, leastMs))).toEqual([]);
}

/** Until so many requests have come, or the process has ended. */
async function asked({ site }: World, count: number, ended: Promise<Ended>): Promise<void> {
  let isOver = false;
  void ended.then(() => (isOver = true));
  while (site.asked.length < count && !isOver) await sleep(10);
}

/** Runs to its end; the clock is set after some of the requests. */
async function runThrough(world: World, jumpsAfter: readonly number[]): Promise<void> {
  const { ended } = world.start();
  for (const [nth, count] of jumpsAfter.entries()) {
    await asked(world, count, ended);
    world.clock.jump(nth % 2 === 0 ? world.jump : -world.jump);
  }
  const { code, stderr } = await ended;
  expect(code, `${world.site.source}: ${stderr}`).toBe(0);
  expect(world.site.asked.length).toBeGreaterThanOrEqual(Math.max(...jumpsAfter));
}

/** Killed while it waits for the next request; the clock is set; the next process starts at once. */
async function killAfter(world: World, count: number): Promise<void> {
  const { child, ended } = world.start();
  await asked(world, count, ended);
  // The answer is received and noted; then it waits.
  await sleep(250);
  child.kill("SIGKILL");
  const { signal, stderr } = await ended;
  expect(signal, `${world.site.source} did not wait: ${stderr}`).toBe("SIGKILL");
  kills++;
  world.clock.jump(world.jump);
}

async function toItsEnd(
  world: World,
  codes: readonly number[] = [0],
  more: readonly string[] = [],
): Promise<void> {
  const { code, stderr } = await world.start(more).ended;
  expect(codes, `${world.site.source}: ${stderr}`).toContain(code);
}

describe.skipIf(!preload.ok)("a clock that is set by a day in the middle of a run", () => {
  it(
    "lets no request come before the delay that is configured",
    () => inWorlds(SOURCES, { delayMs: 1000 }, 1000, (world) => runThrough(world, [1, 2, 3])),
    MINUTES,
  );

  it(
    "lets no request come before the Crawl-delay",
    () => inWorlds(CRAWLED, { crawlDelay: 1 }, 1000, (world) => runThrough(world, [2, 3])),
    MINUTES,
  );

  it(
    "lets no request come before what Retry-After said with a 429 and a 503",
    () =>
      inWorlds(SOURCES, {}, 0, (world) => {
        world.site.refuse(storm(2, 2));
        return runThrough(world, [2, 3, 4]);
      }),
    MINUTES,
  );
});

describe.skipIf(!preload.ok)(
  "a kill in the middle of a wait, and a clock that is set before the next run",
  () => {
    it(
      "leave the delay that is configured as it is",
      () =>
        inWorlds(SOURCES, { delayMs: 3000 }, 3000, async (world) => {
          await killAfter(world, 2);
          await killAfter(world, 3);
        }),
      MINUTES,
    );

    it(
      "leave the Crawl-delay as it is",
      () =>
        inWorlds(CRAWLED, { crawlDelay: 3 }, 3000, async (world) => {
          await killAfter(world, 2);
          await killAfter(world, 3);
        }),
      MINUTES,
    );

    it(
      "leave what Retry-After said with a 429 and a 503 as it is",
      () =>
        inWorlds(SOURCES, {}, 0, async (world) => {
          world.site.refuse(storm(2, 4));
          await killAfter(world, 2);
          await killAfter(world, 3);
          await toItsEnd(world);
        }),
      MINUTES,
    );

    it(
      "leave a circuit breaker open as long as it was to be",
      () =>
        inWorlds(
          SOURCES,
          { config: { politeness: { breaker_threshold: 1, breaker_reset_ms: BREAK_MS } } },
          0,
          async (world) => {
            world.site.refuse((nth) => (nth === 2 ? { status: 500, silenceMs: BREAK_MS } : undefined));
            await toItsEnd(world, [3]);
            world.clock.jump(world.jump);
            await toItsEnd(world, [0], ["--wait"]);
          },
        ),
      MINUTES,
    );
  },
);

const TASKS_OF_ITS_OWN = ["sitemaps", "lastmod", "feeds", "refetch", "reextract"];

/** The run of this world is due at three in the morning, and nothing else is. */
function schedule({ root, words }: PoliteSite): void {
  const run = words.slice(0, words.indexOf("--root")).join(" ");
  const file = root.file("levada.config.yaml");
  const none = TASKS_OF_ITS_OWN.map((name) => [name, false]);
  const tasks = { ...Object.fromEntries(none), all: { cron: "0 3 * * *", run } };
  const config = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...config, schedule: { tasks } }));
}

/** How often the task was begun by one look at the schedule. */
async function begun({ site, clock }: World): Promise<number> {
  const words = ["schedule", "run", "--once", "--json", "--root", site.root.path];
  const { code, events, stderr } = await startCommand(words, clock.environment).ended;
  expect(code, `${site.source}: ${stderr}`).toBe(0);
  return events.filter(({ type }) => type === "task_started").length;
}

describe.skipIf(!preload.ok)("a schedule, and a clock that is set by a day", () => {
  it(
    "runs what became due once, does not repeat what was done, and asks nobody early",
    () =>
      inWorlds(SOURCES, { delayMs: 500 }, 500, async (world) => {
        schedule(world.site);
        const seen = [await begun(world)];
        world.clock.jump(DAY_S);
        seen.push(await begun(world));
        world.clock.jump(world.jump);
        seen.push(await begun(world), await begun(world));
        expect([world.site.source, ...seen]).toEqual([world.site.source, 0, 1, world.jump > 0 ? 1 : 0, 0]);
        expect(world.site.asked.length).toBeGreaterThan(1);
      }),
    MINUTES,
  );
});

afterAll(() => {
  if (!preload.ok) return;
  figure("R13", "requests of all sources while clocks were set by a day, 0 of them early", requests);
  figure("R13", "kill -9 in the middle of a wait, the next process started at once", kills);
});
