import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LevadaEvent } from "../../src/index.ts";
import type { TestRoot } from "./root.ts";

const HOME = join(import.meta.dirname, "../..");

export interface CommandRun {
  readonly code: number | null;
  readonly events: readonly LevadaEvent[];
  readonly stderr: string;
  /** The most memory it ever held. */
  readonly peakBytes: number;
}

export interface CommandOptions {
  /** A folder with `src/` and `node_modules/` in place of this checkout: a mutant. */
  readonly home?: string;
  readonly timeoutMs?: number;
}

/** `levada ingest usgs` in a process of its own, as a user starts it. Catalogs and limits are in the root's files. */
export async function ingestCommand(root: TestRoot, options: CommandOptions = {}): Promise<CommandRun> {
  const { home, timeoutMs = 60_000 } = options;
  const flags = [
    "ingest",
    "usgs",
    "--root",
    root.path,
    "--states",
    "TX",
    "--allow-private-network",
    "--json",
  ];
  const peak = root.file("peak");
  const preload = join(import.meta.dirname, "peak-memory.ts");
  const [program, ...before] =
    home === undefined
      ? [join(HOME, "bin/levada")]
      : [process.execPath, "--disable-warning=ExperimentalWarning", join(home, "src/cli/main.ts")];
  const child = spawn(program as string, [...before, ...flags], {
    env: { ...process.env, NODE_OPTIONS: `--import ${preload}`, LEVADA_PEAK_FILE: peak },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, events: eventsIn(stdout), stderr, peakBytes: Number(readFileSync(peak, "utf8")) };
}

export function eventsIn(stdout: string): readonly LevadaEvent[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as LevadaEvent);
}

/** HTML catalogs and the caps on bodies, as a user writes them into the root. */
export function configure(root: TestRoot, catalogs: readonly object[], cap = "32MiB"): void {
  const usgs = { catalogs, max_body_bytes: cap, max_decoded_bytes: cap };
  writeFileSync(root.file("levada.config.yaml"), JSON.stringify({ sources: { usgs } }));
}
