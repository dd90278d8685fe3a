/** Several commands one after the other in one process of their own: a start costs more than most of them. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const HOME = join(import.meta.dirname, "../..");

export interface Said {
  readonly words: readonly string[];
  /** Null where the process ended before this command did, or was stopped because it took too long. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From its start to its end, in a process that was running already. */
  readonly ms: number;
}

const PATIENCE_MS = 120_000;

export async function several(lines: readonly (readonly string[])[]): Promise<readonly Said[]> {
  const node = ["--disable-warning=ExperimentalWarning", join(import.meta.dirname, "several-child.ts")];
  const child = spawn(process.execPath, [...node, JSON.stringify(lines)], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
    env: { ...process.env, NODE_COMPILE_CACHE: join(HOME, "node_modules/.cache/levada") },
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  await new Promise((resolve) => child.on("close", resolve));
  const said = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Said);
  const unsaid = lines.slice(said.length);
  return [...said, ...unsaid.map((words) => ({ words, code: null, stdout: "", stderr, ms: Number.NaN }))];
}
