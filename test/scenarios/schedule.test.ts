import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { levada, lines } from "../../src/cli/testing/memory-io.ts";
import { startUsgsSandbox } from "../../src/sandbox/usgs.ts";
import { newRoot } from "../kit/root.ts";

const LEVADA = fileURLToPath(new URL("../../bin/levada", import.meta.url));

interface Started {
  readonly child: ChildProcess;
  readonly text: { out: string; err: string };
  readonly ended: Promise<number | null>;
}

function start(args: readonly string[]): Started {
  const child = spawn(LEVADA, args, { stdio: ["ignore", "pipe", "pipe"] });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (text.out += chunk));
  child.stderr.on("data", (chunk: Buffer) => (text.err += chunk));
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once("error", reject).once("close", resolve);
  onTestFinished(() => void child.kill("SIGKILL"));
  return { child, text, ended: promise };
}

const OFF = ["sitemaps", "lastmod", "feeds", "refetch", "reextract"].map((name) => `    ${name}: false\n`);

/** A catalog on loopback, whose documents come only when they may, and a root whose schedule has one task. */
async function scheduled(cron = "* * * * * *") {
  const site = { hangs: false };
  const sandbox = await startUsgsSandbox({
    behave: (path) => (site.hangs && path.startsWith("/crc-data/") ? { kind: "hang" } : undefined),
  });
  onTestFinished(() => sandbox.close());
  const root = newRoot();
  const run = `ingest usgs --limit 2 --base-url ${sandbox.url}`;
  const tasks = `${OFF.join("")}    docs: {cron: "${cron}", run: "${run}"}\n`;
  writeFileSync(
    root.file("levada.config.yaml"),
    `network: {allow_private: true}\nschedule:\n  tasks:\n${tasks}`,
  );
  const asked = () => sandbox.requests.filter(({ path }) => path.startsWith("/crc-data/")).length;
  return { site, asked, run: run.split(" "), at: ["--root", root.path] };
}

async function shown(at: readonly string[]): Promise<Record<string, unknown>> {
  const { out } = await levada(["schedule", "list", "--json", ...at]);
  const { tasks } = JSON.parse(out) as { readonly tasks: readonly Record<string, unknown>[] };
  return tasks.find(({ name }) => name === "docs") ?? {};
}

const ends = (started: Started) => lines(started.text.out).filter(({ type }) => type === "task_ended");

it("P36: killed half-way, a task is due again and is made up for once; what it has done is not done twice", async () => {
  const { site, asked, at } = await scheduled();
  site.hangs = true;
  const first = start(["schedule", "run", "--json", ...at]);
  await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await shown(at)).toMatchObject({ last_run: { outcome: "running", ended_at: null } });
  first.child.kill("SIGKILL");
  await first.ended;
  expect(await shown(at)).toMatchObject({ due: true, last_run: { outcome: "killed", exit_code: null } });
  site.hangs = false;
  const again = start(["schedule", "run", "--once", "--json", ...at]);
  expect(await again.ended).toBe(0);
  expect(ends(again)).toMatchObject([{ task: "docs", exit_code: 0, outcome: "done" }]);
  expect(lines(again.text.out).find(({ type }) => type === "summary")).toMatchObject({ completed: 2 });
  expect(await shown(at)).toMatchObject({ last_run: { outcome: "done", exit_code: 0 } });
});

it.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
] as const)("P36: %s stops the task in hand as it stops a run, and it is due again", async (signal, code) => {
  const { site, asked, at } = await scheduled();
  site.hangs = true;
  const schedule = start(["schedule", "run", "--json", ...at]);
  await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(0);
  schedule.child.kill(signal);
  expect(await schedule.ended).toBe(code);
  expect(ends(schedule)).toMatchObject([{ exit_code: code, outcome: "interrupted" }]);
  expect(await shown(at)).toMatchObject({ due: true, last_run: { outcome: "interrupted" } });
});

it("P36: it runs again and again, one schedule at a time, and ends at once when there is nothing in hand", async () => {
  const { at } = await scheduled("*/2 * * * * *");
  const schedule = start(["schedule", "run", "--json", ...at]);
  await expect.poll(() => ends(schedule).length, { timeout: 60_000 }).toBeGreaterThan(1);
  const second = start(["schedule", "run", "--once", ...at]);
  expect(await second.ended).toBe(4);
  expect(second.text.err).toMatch(/another levada process .*runs the schedule of/);
  schedule.child.kill("SIGTERM");
  expect(await schedule.ended).toBe(143);
  const starts = lines(schedule.text.out).filter(({ type }) => type === "task_started");
  const dues = starts.map(({ due_at }) => due_at);
  expect(new Set(dues).size).toBe(dues.length);
});

it("P36: a task that is due while somebody else writes to the root waits for that one", async () => {
  const { site, asked, at, run } = await scheduled();
  site.hangs = true;
  const other = start([...run, "--json", ...at]);
  await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(0);
  const schedule = start(["schedule", "run", "--once", "--json", ...at]);
  const waits = () => lines(schedule.text.out).some(({ type }) => type === "task_waits");
  await expect.poll(waits, { timeout: 30_000 }).toBe(true);
  site.hangs = false;
  other.child.kill("SIGKILL");
  await other.ended;
  expect(await schedule.ended).toBe(0);
  expect(ends(schedule)).toMatchObject([{ outcome: "done" }]);
});
