/** The real command in a process of its own, with nothing wrong with its disk: for kills and signals at any moment. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startUsgsSandbox, type UsgsSandbox } from "../../src/sandbox/usgs.ts";
import { openRoot, type TestRoot } from "../kit/root.ts";

const HOME = join(import.meta.dirname, "../..");

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Events, as far as their lines are whole. */
  readonly events: readonly {
    readonly type: string;
    readonly id?: string;
    readonly [name: string]: unknown;
  }[];
  readonly acknowledged: readonly string[];
  readonly stderr: string;
  /** From its start to its end. */
  readonly ms: number;
}

export interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

export function startIngest(root: TestRoot, { url }: UsgsSandbox): Started {
  const where = ["--root", root.path, "--base-url", url, "--states", "TX,OK,LA", "--limit", "100000"];
  return startCommand(["ingest", "usgs", ...where, "--allow-private-network", "--json"]);
}

export function startCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Started {
  const node = ["--disable-warning=ExperimentalWarning", join(HOME, "src/cli/main.ts")];
  const began = performance.now();
  const child = spawn(process.execPath, [...node, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(HOME, "node_modules/.cache/levada"),
      ...environment,
    },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (code, signal) => {
      const events = eventsIn(stdout);
      const acknowledged = events.flatMap(({ type, id }) => (type === "completed" && id ? [id] : []));
      resolve({ code, signal, events, acknowledged, stderr, ms: performance.now() - began });
    });
  });
  return { child, ended };
}

/** A line that a kill tore was not reported. */
function eventsIn(stdout: string): Ended["events"] {
  return stdout
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Ended["events"][number]);
}

/** Six documents that take their time, so that there is a middle to strike at. */
export async function startSlowSite(delayMs: number): Promise<UsgsSandbox> {
  const site = await startUsgsSandbox({
    wells: 2,
    documentsPerWell: 1,
    oddities: false,
    behave: (path) => (path.startsWith("/crc-data/") ? { kind: "delay", ms: delayMs } : undefined),
  });
  onTestFinished(() => site.close());
  return site;
}

export function freshRoot(): TestRoot {
  const path = mkdtempSync(join(tmpdir(), "levada-moment-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  writeFileSync(join(path, "rate_limits.yaml"), `hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 2}}`);
  return openRoot(path);
}

/** Numbers of the documents asked for since request `from`. */
export function askedFor(site: UsgsSandbox, from = 0): readonly string[] {
  return site.requests.slice(from).flatMap(({ path }) => /core_analysis_(\d+)_/.exec(path)?.[1] ?? []);
}

/** `T001-1000000` → `1000000`. */
export const numberOf = (id: string) => id.slice(id.lastIndexOf("-") + 1);
