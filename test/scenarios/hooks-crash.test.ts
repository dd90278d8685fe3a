/** E21: what hooks are to be told survives a kill at any time, and hooks that fail. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { stringify } from "yaml";
import { lines } from "../../src/cli/testing/memory-io.ts";
import { createRootLock, TELLING } from "../../src/infrastructure/files/root-lock.ts";
import { ingest, type LevadaEvent } from "../../src/index.ts";
import { openScratchState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import { startUsgsSandbox } from "../../src/sandbox/usgs.ts";
import { runEngine } from "../kit/engine.ts";
import { officeRoot, procedurePage, startOffice } from "../kit/procedure-root.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";

const LEVADA = fileURLToPath(new URL("../../bin/levada", import.meta.url));

/** A hook that hears nothing of what it was first told: it ends Levada instead, as a kill at that moment would. */
const KILLS_ONCE = "if [ ! -e killed ]; then touch killed; kill -9 $PPID; exit 1; fi; cat >> heard";

interface Heard {
  readonly type: string;
  readonly id?: string;
  readonly run_id: string;
  readonly alerts?: readonly { readonly code: string; readonly url?: string; readonly since?: string }[];
}

const schedule = {
  tasks: {
    ...Object.fromEntries(
      ["sitemaps", "lastmod", "feeds", "refetch", "reextract"].map((one) => [one, false]),
    ),
    yearly: { cron: "0 0 1 1 *", run: "status" },
  },
};

async function setUp(hooks: object) {
  const office = await startOffice({
    "/ayuda": procedurePage(),
    "/padron": procedurePage({ name: "Alta en el padrón municipal", deadline: "todo el año" }),
  });
  const root = officeRoot(office.url);
  const hooked = (to: object) =>
    writeFileSync(
      root.file("levada.config.yaml"),
      stringify({
        network: { allow_private: true },
        extraction: { workers: 1 },
        sources: { tramites: { registry: "registry.yaml" } },
        health: { degraded_after: 1 },
        schedule,
        hooks: to,
      }),
    );
  hooked(hooks);
  const heard = (): readonly Heard[] =>
    existsSync(root.file("heard"))
      ? (lines(readFileSync(root.file("heard"), "utf8")) as unknown as Heard[])
      : [];
  return { office, root, hooked, heard };
}

/** In a process of its own; how it ended. */
async function levada(root: TestRoot, ...words: readonly string[]): Promise<number | string | null> {
  const child = spawn(LEVADA, [...words, "--root", root.path], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return new Promise((resolve) => child.once("close", (code, signal) => resolve(signal ?? code)));
}

const waiting = (root: TestRoot) =>
  existsSync(root.file("data/state/outbox")) ? readdirSync(root.file("data/state/outbox")) : [];

const hook = (line: string) => ({ command: ["sh", "-c", line] });

async function run(root: TestRoot): Promise<readonly string[]> {
  const events: LevadaEvent[] = [];
  await ingest("tramites", { root: root.path, onEvent: (event) => void events.push(event) });
  expect(events.at(-1)).toMatchObject({ type: "summary" });
  return events.flatMap((event) => (event.type === "warning" ? [`${event.code}: ${event.message}`] : []));
}

describe("E21: after a kill", () => {
  it.each([
    ["the next run", ["ingest", "tramites"]],
    ["the next check of links", ["health", "--check"]],
    ["a schedule that has nothing to run", ["schedule", "run", "--once"]],
  ])("E21: %s tells what was to be told of the run before, under the same id", async (_, next) => {
    const { root, office, heard } = await setUp({ on_alert: hook(KILLS_ONCE) });
    office.pages.set("/vacia", "");
    expect(await levada(root, "ingest", "tramites")).toBe("SIGKILL");
    expect(heard()).toEqual([]);
    const [file] = waiting(root);
    office.pages.delete("/vacia");
    await levada(root, ...next);
    const [first] = heard();
    expect(first).toMatchObject({ type: "alert", alerts: [{ code: "run_failed" }], summary: { failed: 1 } });
    expect(file).toBe(`${first?.id}.json`);
    expect(first?.id).toBe(`${first?.run_id}.on_alert`);
    expect(waiting(root)).toEqual([]);
    const told = heard().filter(({ id }) => id === first?.id);
    await levada(root, ...next);
    expect(told).toHaveLength(1);
    expect(heard().filter(({ id }) => id === first?.id)).toEqual(told);
  });

  it("E21: the end of a run is told by the next run, beside its own", async () => {
    const { root, heard } = await setUp({ on_run_end: hook(KILLS_ONCE) });
    expect(await levada(root, "ingest", "tramites")).toBe("SIGKILL");
    expect(await levada(root, "ingest", "tramites")).toBe(0);
    expect(heard()).toMatchObject([
      { type: "summary", completed: 0, unchanged: 2 },
      { type: "summary", completed: 2 },
    ]);
    expect(waiting(root)).toEqual([]);
  });

  it("P38: a link that went down is told by the next check, once", async () => {
    const { root, office, heard } = await setUp({ on_alert: hook(KILLS_ONCE) });
    expect(await levada(root, "ingest", "tramites")).toBe(0);
    office.pages.delete("/padron");
    expect(await levada(root, "health", "--check")).toBe("SIGKILL");
    expect(heard()).toEqual([]);
    expect(await levada(root, "health", "--check")).toBe(0);
    expect(await levada(root, "health", "--check")).toBe(0);
    const url = `${office.url}/padron`;
    expect(heard()).toMatchObject([{ alerts: [{ code: "link_degraded", url }] }]);
    expect(heard()[0]?.alerts?.[0]?.since).toMatch(/^\d{4}-.*Z$/);
  });
});

it("E21: the end of a run is not noted before what is to be told of it", async () => {
  const sandbox = await startUsgsSandbox();
  onTestFinished(() => sandbox.close());
  const root = newRoot();
  const noted: boolean[] = [];
  const look = async () => {
    const state = await openScratchState(root.path);
    noted.push((await state.registry.lastRun("usgs"))?.endedAt != null);
    await state.close();
  };
  const { summary } = await runEngine(root, { sourceOptions: { baseUrl: sandbox.url }, beforeEnd: look });
  await look();
  expect([summary.exit_code, noted]).toEqual([0, [false, true]]);
});

describe("E21: a hook that fails", () => {
  it("E21: is told again with the next run, and what it missed once it works", async () => {
    const { root, hooked, heard } = await setUp({ on_run_end: hook("exit 7") });
    expect(await run(root)).toEqual([expect.stringMatching(/^hook_failed: .*exit code 7.*\(try 1 of 5\)$/)]);
    expect(await run(root)).toEqual([expect.stringMatching(/^hook_failed: .*exit code 7.*\(try 1 of 5\)$/)]);
    expect(waiting(root)).toHaveLength(2);
    hooked({ on_run_end: hook("cat >> heard") });
    expect(await run(root)).toEqual([]);
    expect(heard()).toHaveLength(3);
    expect(new Set(heard().map(({ run_id }) => run_id)).size).toBe(3);
    expect(waiting(root)).toEqual([]);
  });

  it("E21: is given up on after five tries, with a warning", async () => {
    const { root } = await setUp({ on_run_end: hook("echo >> calls; exit 7") });
    for (let n = 0; n < 4; n++) await run(root);
    expect(await run(root)).toEqual([
      expect.stringContaining("(try 1 of 5)"),
      expect.stringMatching(/given up after 5 tries \(\d{8}T\d{6}Z-[0-9a-f]{6}\.on_run_end\)$/),
    ]);
    expect(waiting(root)).toHaveLength(4);
    expect(readFileSync(root.file("calls"), "utf8"), "one call a run").toBe("\n".repeat(5));
  });
});

it("E21: what another process is telling is left to it", async () => {
  const { root, heard } = await setUp({ on_run_end: hook("cat >> heard") });
  const other = await createRootLock(root.path, TELLING).acquire("hooks");
  expect(await run(root)).toEqual([]);
  expect([heard(), waiting(root).length]).toEqual([[], 1]);
  await other.release();
  await run(root);
  expect(heard()).toHaveLength(2);
});

/** As a full disk would. */
const blockOutbox = (root: TestRoot) => writeFileSync(root.file("data/state/outbox"), "");

describe("E21: where nothing can be noted", () => {
  it("E21: a run ends as it would, and hooks are told at once", async () => {
    const { root, heard } = await setUp({ on_run_end: hook("cat >> heard") });
    await run(root);
    rmSync(root.file("data/state/outbox"), { recursive: true });
    blockOutbox(root);
    expect(await run(root)).toEqual([expect.stringMatching(/^hook_failed: hooks: .*outbox/)]);
    expect(heard()).toMatchObject([{ completed: 2 }, { completed: 0, unchanged: 2, exit_code: 0 }]);
  });

  it("P38: what a check has found stays news for the next one", async () => {
    const { root, office, heard } = await setUp({ on_alert: hook("cat >> heard") });
    await run(root);
    office.pages.delete("/padron");
    blockOutbox(root);
    expect(await levada(root, "health", "--check")).toBe(4);
    rmSync(root.file("data/state/outbox"));
    expect(await levada(root, "health", "--check")).toBe(0);
    expect(heard()).toMatchObject([{ alerts: [{ code: "link_degraded" }] }]);
  });
});
