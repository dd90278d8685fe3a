import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { LevadaEvent } from "../../src/index.ts";
import { eventsIn } from "../kit/command.ts";
import { openRoot, type TestRoot } from "../kit/root.ts";

/** Why the command cannot be run in a network of its own here; null where it can. */
export function whyNoNamespace(): string | null {
  const script =
    "ip link set lo up && ip addr add 8.8.8.8/32 dev lo && mount --bind /dev/null /etc/resolv.conf";
  const tried = spawnSync("unshare", ["-rnm", "sh", "-c", `${script} && strace -o /dev/null -f true`], {
    encoding: "utf8",
  });
  if (tried.error !== undefined) return tried.error.message;
  return tried.status === 0 ? null : tried.stderr.trim() || `unshare ended with ${tried.status}`;
}

export interface Seen {
  readonly code: number | null;
  readonly events: readonly LevadaEvent[];
  /** `address:port` of every connect of the command and its threads. */
  readonly connects: readonly string[];
  /** Connections that reached a private address or a forbidden port. */
  readonly canaryHits: readonly string[];
  readonly rebindingAsked: number;
  /** Connects of each command that was run. */
  readonly reached: readonly number[];
  readonly root: TestRoot;
}

/** Runs inside.ts in a network of its own; `home` may be a mutant. */
export async function runInside(home?: string): Promise<Seen> {
  const folder = mkdtempSync(join(tmpdir(), "levada-inside-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const script = [join(import.meta.dirname, "inside.ts"), folder, ...(home === undefined ? [] : [home])];
  const program = [process.execPath, "--disable-warning=ExperimentalWarning", ...script];
  await promisify(execFile)("unshare", ["-rnm", ...program], { timeout: 170_000 });
  const text = readFileSync(join(folder, "seen.json"), "utf8");
  const { stdout, ...seen } = JSON.parse(text) as Omit<Seen, "events" | "root"> & { stdout: string };
  return { ...seen, events: eventsIn(stdout), root: openRoot(join(folder, "root")) };
}
