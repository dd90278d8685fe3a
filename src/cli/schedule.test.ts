import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "./run.ts";
import { levada, lines, memoryIo } from "./testing/memory-io.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "levada-schedule-"));
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** A Monday, noon in Madrid. */
const NOW = Date.parse("2026-11-16T12:00:00+01:00");

const at = (...words: readonly string[]) =>
  levada(["schedule", ...words, "--root", root], { now: () => NOW });

const settings = (text: string) => writeFile(join(root, "levada.config.yaml"), text);

async function tasks(): Promise<readonly Record<string, unknown>[]> {
  const { out } = await at("list", "--json");
  return lines(out)[0]?.["tasks"] as readonly Record<string, unknown>[];
}

it("lists every task of P36 with its command, when it ran and when it comes, and writes nothing", async () => {
  const found = await tasks();
  expect(found.map(({ name, cron, next_run }) => [name, cron, next_run])).toEqual([
    ["sitemaps", "0 3 * * 1", "2026-11-23T02:00:00.000Z"],
    ["lastmod", "0 4 * * *", "2026-11-17T03:00:00.000Z"],
    ["feeds", "30 4 * * *", "2026-11-17T03:30:00.000Z"],
    ["refetch", "0 5 * * 3", "2026-11-18T04:00:00.000Z"],
    ["reextract", "0 6 1 * *", "2026-12-01T05:00:00.000Z"],
    ["seeds", null, null],
  ]);
  expect(found.every(({ last_run, due }) => last_run === null && due === false)).toBe(true);
  expect(await readdir(root)).toEqual([]);
  const { code, out } = await at();
  expect(code).toBe(0);
  expect(out).toMatch(
    /^lastmod +0 4 \* \* \* +never +2026-11-17 04:00 +levada ingest tramites --method sitemap/m,
  );
  expect(out).toContain("Europe/Madrid");
});

it("every task's command is one that levada knows", async () => {
  await settings('schedule: {tasks: {wiki: "@daily", usgs: "@weekly", health: "0 7 * * 1"}}\n');
  expect((await tasks()).length).toBe(9);
  for (const { command } of await tasks()) {
    const words = String(command).split(" ").slice(1);
    const { code, err } = await levada([...words, "--help"]);
    expect([code, err], String(command)).toEqual([0, ""]);
  }
});

it("takes times, time zone, tasks of one's own and false from the settings", async () => {
  await settings(`schedule:
  timezone: UTC
  tasks:
    lastmod: "0 1 * * *"
    feeds: false
    wiki: "0 2 * * *"
    seeds: {cron: "0 3 * * *"}
    my-site: {cron: "0 4 * * *", run: "levada ingest site 'https://example.org/a b'"}
`);
  const found = new Map((await tasks()).map((task) => [task["name"], task]));
  expect(found.get("lastmod")).toMatchObject({ enabled: true, next_run: "2026-11-17T01:00:00.000Z" });
  expect(found.get("feeds")).toMatchObject({ enabled: false, next_run: null, cron: null });
  expect(found.get("wiki")).toMatchObject({ command: "levada ingest wiki --since auto" });
  expect(found.get("seeds")).toMatchObject({ next_run: "2026-11-17T03:00:00.000Z" });
  expect(found.get("my-site")).toMatchObject({ command: "levada ingest site 'https://example.org/a b'" });
  const { out } = await at("list");
  expect(out).toMatch(/^feeds +off/m);
  const shown = await levada(["config", "show", "--root", root]);
  expect(shown.out).toMatch(/^schedule\.tasks\.feeds +false/m);
  expect(shown.out).toMatch(/^schedule\.timezone +UTC/m);
});

describe("what is wrong in the settings is named, and nothing is written", () => {
  it.each([
    ["schedule: {task: {}}", /:1: unknown key schedule\.task; accepted here: timezone, tasks/],
    [
      "schedule: {tasks: {sitemap: '0 3 * * 1'}}",
      /:1: unknown key schedule\.tasks\.sitemap; accepted here: sitemaps,/,
    ],
    ["schedule: {tasks: {x: {cron: '0 3 * * 1'}}}", /unknown key schedule\.tasks\.x;/],
    ["schedule: {tasks: {x: false}}", /unknown key schedule\.tasks\.x;/],
    ["schedule: {tasks: {feeds: {cron: '0 3 * * 1', rum: x}}}", /unknown key schedule\.tasks\.feeds\.rum;/],
    ["schedule: {tasks: {feeds: {run: x}}}", /schedule\.tasks\.feeds lacks the key cron/],
    ["schedule: {tasks: {feeds: 5}}", /schedule\.tasks\.feeds should be a cron pattern/],
    ["schedule: {tasks: {feeds: true}}", /schedule\.tasks\.feeds should be a cron pattern/],
    [
      "schedule: {tasks: {feeds: '61 3 * * 1'}}",
      /:1: schedule\.tasks\.feeds is not a cron pattern .*minute: 61/,
    ],
    [
      "schedule: {tasks: {feeds: '0 0 31 2 *'}}",
      /:1: schedule\.tasks\.feeds: no day will ever match 0 0 31 2 \*/,
    ],
    ["schedule: {tasks: {feeds: 'at noon'}}", /schedule\.tasks\.feeds is not a cron pattern/],
    ["schedule: {tasks: {feeds: '2027-01-01T00:00:00'}}", /schedule\.tasks\.feeds is not a cron pattern/],
    ["schedule: {tasks: {'a b': '0 3 * * 1'}}", /schedule\.tasks\.a b is no name for a task/],
    ["schedule: {timezone: Mars/Olympus}", /schedule\.timezone should be a time zone/],
    ["schedule: {timezone: 5}", /schedule\.timezone should be a time zone/],
    [
      "schedule: {tasks: {x: {cron: '* * * * *', run: 'ingst wiki'}}}",
      /"ingst" is not a command .*did you mean ingest/,
    ],
    [
      "schedule: {tasks: {x: {cron: '* * * * *', run: 'schedule run'}}}",
      /"schedule" is not a command that a task can run/,
    ],
    [
      "schedule: {tasks: {x: {cron: '* * * * *', run: 'ingest wikki'}}}",
      /:1: schedule\.tasks\.x: unknown source "wikki".*did you mean wiki/,
    ],
    [
      "schedule: {tasks: {x: {cron: '* * * * *', run: 'ingest wiki --root elsewhere'}}}",
      /schedule\.tasks\.x: a task works on the root of its schedule; leave out --root/,
    ],
    [
      "schedule: {tasks: {x: {cron: '* * * * *', run: 'reextract nosuch'}}}",
      /schedule\.tasks\.x: unknown source "nosuch"/,
    ],
    [
      "schedule: {tasks: {x: {cron: '* * * * *', run: 'ingest wiki --sinse auto'}}}",
      /schedule\.tasks\.x: unknown option '--sinse'/,
    ],
    [
      "schedule: {tasks: {x: {cron: '* * * * *', run: 'health --limit none'}}}",
      /schedule\.tasks\.x: option '--limit <n>' argument 'none' is invalid/,
    ],
    ["schedule: {tasks: {x: {cron: '* * * * *', run: 'levada'}}}", /its command is empty/],
    [
      "schedule: {tasks: {x: {cron: '* * * * *', run: \"ingest site 'a\"}}}",
      /a quotation mark .* is not closed/,
    ],
    ["refetch: {min: 5}", /refetch\.min should be a time such as 12h/],
    ["refetch: {max: 0d}", /refetch\.max should be a time/],
    ["refetch: {min: 40d}", /refetch\.min is longer than refetch\.max/],
    ["refetch: {every: 1d}", /unknown key refetch\.every; accepted here: min, max, start/],
  ])("%s", async (text, message) => {
    await settings(`${text}\n`);
    const { code, err, out } = await at("run", "--once");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
    expect(await readdir(root)).toEqual(["levada.config.yaml"]);
  });
});

it.each([
  [["list", "--once"], /--once is for schedule run/],
  [["rn"], /Allowed choices are list, run/],
])("refuses %j", async (words, message) => {
  const { code, err } = await at(...words);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});

it("has nothing to run where everything is switched off", async () => {
  const off = ["sitemaps", "lastmod", "feeds", "refetch", "reextract"].map((name) => `${name}: false`);
  await settings(`schedule: {tasks: {${off.join(", ")}}}\n`);
  expect(await at("run")).toMatchObject({ code: 2, err: expect.stringContaining("switched off") });
});

it("runs once what is due, tells how it went, and takes a damaged file for none", async () => {
  await settings(
    'schedule: {tasks: {mine: {cron: "* * * * *", run: "verify all"}, bad: {cron: "* * * * *", run: "status nobody"}}}\n',
  );
  const { code, err, out } = await levada(["schedule", "run", "--once", "--root", root]);
  expect(code).toBe(2);
  expect(out).toMatch(/checked/);
  expect(err).toMatch(/^mine: due since .*, runs levada verify all$/m);
  expect(err).toMatch(/^mine: done \(exit 0\)$/m);
  expect(err).toMatch(/^bad: misuse \(exit 2\)$/m);
  expect((await levada(["schedule", "--root", root])).out).toMatch(/^mine .* done /m);
  await writeFile(join(root, "data/state/schedule.json"), '{"tasks": {"mine": 5, "bad": {"pattern": 1}}, ');
  expect((await levada(["schedule", "--root", root])).out).toMatch(/^mine .* never /m);
  await writeFile(
    join(root, "data/state/schedule.json"),
    '{"tasks": {"mine": null, "bad": {"pattern": "x"}}}',
  );
  expect((await levada(["schedule", "--root", root])).out).toMatch(/^bad .* never /m);
});

it.each([
  ["warn", 1],
  ["error", 0],
  ["silent", 0],
])("--log-level %s leaves out what went well", async (level, shown) => {
  await settings(
    'schedule: {tasks: {mine: {cron: "* * * * *", run: "sources"}, bad: {cron: "* * * * *", run: "status nobody"}}}\n',
  );
  const { err } = await levada(["schedule", "run", "--once", "--root", root, "--log-level", level]);
  expect(err.match(/^(?:mine|bad): /gm)?.length ?? 0).toBe(shown);
});

it("--log-level debug tells of each step as JSON", async () => {
  await settings('schedule: {tasks: {mine: {cron: "* * * * *", run: "sources"}}}\n');
  const { err } = await levada(["schedule", "run", "--once", "--root", root, "--log-level", "debug"]);
  expect(lines(err).map(({ type }) => type)).toEqual(["task_started", "task_ended"]);
});

it.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("goes on until %s, says what comes next, and ends with %i", async (signal, expected) => {
  await settings('schedule: {tasks: {mine: {cron: "* * * * *", run: "sources"}}}\n');
  const io = memoryIo({ onErr: (text) => text.startsWith("next: ") && io.stop(signal) });
  expect(await run(["schedule", "run", "--root", root], io)).toBe(expected);
  expect(io.err()).toMatch(/^next: mine at \d{4}-\d\d-\d\d \d\d:\d\d$/m);
  expect(io.err()).toContain(`${signal}: stopping`);
  expect(io.exits).toEqual([]);
  const again = memoryIo({ onErr: (text) => text.startsWith("next: ") && again.stop(signal) });
  expect(await run(["schedule", "run", "--root", root, "--json", "--log-level", "info"], again)).toBe(
    expected,
  );
  expect(lines(again.out()).at(-1)).toMatchObject({ type: "idle", task: "mine" });
});
