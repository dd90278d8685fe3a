import { spawn } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { TestRoot } from "../kit/root.ts";

const EVERY_MS = 500;
const TOLD_EVERY = 60;
const HOSTS_IN_FLIGHT = 50;
const TICK_MS = 10;

/** What is seen of the process from outside. */
export interface Sample {
  readonly at: number;
  /** Pages whose way has ended in this run. */
  readonly jobs: number;
  readonly rss: number;
  readonly fds: number;
  readonly database: number;
  readonly wal: number;
}

/** What it says of itself, as `probe.cjs` writes it. */
export interface Probe {
  readonly at: number;
  /** Held by the process's objects after the last full collection; null before there was one. */
  readonly live: number | null;
  /** Of all threads. */
  readonly cpuMs: number;
  /** By the wall clock, since the line before and since the start. */
  readonly recent: Lateness;
  readonly whole: Lateness;
  /** By its own work. */
  readonly recentWork: Lateness;
  readonly work: Lateness;
}

/** By how many ms the event loop came late. */
export interface Lateness {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface MeasuredRun {
  readonly code: number | null;
  readonly seconds: number;
  readonly samples: readonly Sample[];
  readonly probes: readonly Probe[];
  /** How late a process came in the 99th percentile that did next to nothing, beside the measured one. */
  readonly idleP99: number;
}

export interface Watch {
  /** Ended with SIGKILL at so many jobs. */
  readonly killAtJobs?: number;
  /** The heap is collected so often; 0: as the collector likes. */
  readonly collectMs: number;
}

/** `levada ingest tramites` as a user starts it, watched. */
export async function measuredRun(
  root: TestRoot,
  name: string,
  { killAtJobs = Infinity, collectMs }: Watch,
): Promise<MeasuredRun> {
  const probe = root.file(`${name}.probe`);
  const output = ["out", "err"].map((kind) => openSync(root.file(`${name}.${kind}`), "w"));
  const jobs = lineCounter(root.file("data/ingestion/fetch_log.jsonl"));
  const [started, idle] = [performance.now(), monitorEventLoopDelay({ resolution: TICK_MS })];
  idle.enable();
  const child = spawn(
    join(import.meta.dirname, "../../bin/levada"),
    ["ingest", "tramites", "--root", root.path, "--concurrency", String(HOSTS_IN_FLIGHT), "--no-color"],
    {
      stdio: ["ignore", ...output],
      env: {
        ...process.env,
        NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --require ${join(import.meta.dirname, "probe.cjs")}`,
        LEVADA_SOAK_PROBE: probe,
        LEVADA_SOAK_COLLECT_MS: String(collectMs),
      },
    },
  );
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    const sample = sampleOf(child.pid ?? 0, root, jobs());
    if (sample === null) return;
    if (samples.push(sample) % TOLD_EVERY === 0) tell(sample);
    if (sample.jobs >= killAtJobs) child.kill("SIGKILL");
  }, EVERY_MS);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  clearInterval(timer);
  idle.disable();
  output.forEach(closeSync);
  return {
    code,
    seconds: (performance.now() - started) / 1000,
    samples,
    probes: probesIn(readFileSync(probe, "utf8")),
    idleP99: Math.max(0, idle.percentile(99) / 1e6 - TICK_MS),
  };
}

function tell({ jobs, rss, fds }: Sample): void {
  console.log(`${jobs} jobs, ${(rss / 1e6).toFixed(0)} MB, ${fds} file descriptors`);
}

/** The last line of a process that was killed may be torn. */
function probesIn(text: string): readonly Probe[] {
  const lines = text.split("\n").filter((line) => line.endsWith("}"));
  return lines.map((line) => JSON.parse(line) as Probe);
}

/** Null when the process is gone. */
function sampleOf(pid: number, root: TestRoot, jobs: number): Sample | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kib = /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1];
    if (kib === undefined) return null;
    return {
      at: Date.now(),
      jobs,
      rss: Number(kib) * 1024,
      fds: readdirSync(`/proc/${pid}/fd`).length,
      database: sizeOf(root.databaseFile),
      wal: sizeOf(`${root.databaseFile}-wal`),
    };
  } catch {
    return null;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Lines that a file has got since. */
function lineCounter(file: string): () => number {
  let [offset, lines] = [sizeOf(file), 0];
  return () => {
    const size = sizeOf(file);
    if (size <= offset) return lines;
    const added = Buffer.alloc(size - offset);
    const fd = openSync(file, "r");
    const bytes = readSync(fd, added, 0, added.length, offset);
    closeSync(fd);
    offset += bytes;
    for (let at = added.indexOf(10); at !== -1 && at < bytes; at = added.indexOf(10, at + 1)) lines++;
    return lines;
  };
}
