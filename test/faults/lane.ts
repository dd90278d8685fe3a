/**
 * A lane runs one fault after the other: a site of its own, so that its requests are its own, and roots that it
 * throws away. Several keep the cores busy.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VerifyReport } from "../../src/application/verify.ts";
import { startUsgsSandbox, type UsgsSandbox } from "../../src/sandbox/usgs.ts";
import { openRoot, type TestRoot } from "../kit/root.ts";
import { damage } from "./damage.ts";
import { type CallClass, type LogEntry, parseLog } from "./call-log.ts";
import { versionBehaviour } from "./versions.ts";

/**
 * What the command is asked for. `levada ingest usgs`: everything anew, everything again, or what is missing;
 * `levada verify usgs --repair`: what is damaged.
 */
export type Phase = "new" | "replace" | "repair" | "plain";

export interface Fault {
  readonly at: number;
  readonly do: "kill" | "eio" | "enospc" | "short";
  readonly only?: CallClass;
  readonly after?: boolean;
  readonly sticky?: boolean;
}

export interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
  /** Ids reported as stored, as a reader of the output sees them. */
  readonly acknowledged: readonly string[];
  /** Paths that a repair which came to its end found damaged. */
  readonly found: readonly string[];
  readonly log: readonly LogEntry[];
  readonly stderr: string;
  /** The fault was met. */
  readonly struck: boolean;
  /** Paths of documents asked for. */
  readonly asked: readonly string[];
}

export interface RunOptions {
  readonly fault?: Fault;
  /** Requests under way at the host. @default 4 */
  readonly concurrency?: number;
  /** A folder with `src/` and `node_modules/`. @default this checkout */
  readonly home?: string;
}

const HOME = join(import.meta.dirname, "../..");
const RUN_MS = 60_000;

export class Lane {
  readonly #library: string;
  readonly site: UsgsSandbox;
  readonly #folder = mkdtempSync(join(tmpdir(), "levada-faults-"));
  #roots = 0;
  /** A root with every document in its first version: what is replaced. */
  #complete: TestRoot | null = null;
  /** The same with damage: what is repaired. */
  #damaged: TestRoot | null = null;

  private constructor(library: string, site: UsgsSandbox) {
    this.#library = library;
    this.site = site;
  }

  /** Three states with two wells each. */
  static async open(library: string, documentsPerWell = 1): Promise<Lane> {
    const options = { wells: 2, documentsPerWell, oddities: false, behave: versionBehaviour };
    return new Lane(library, await startUsgsSandbox(options));
  }

  async close(): Promise<void> {
    await this.site.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get documents(): number {
    return this.site.wells.flatMap(({ documents }) => documents).length;
  }

  /** An empty root for `new`, a complete one for `replace`, a damaged one for `repair`. */
  async rootFor(phase: Phase): Promise<TestRoot> {
    if (phase === "new") return this.emptyRoot();
    this.#complete ??= await this.#completeRoot();
    if (phase !== "repair") return this.#copyOf(this.#complete);
    if (this.#damaged === null) damage((this.#damaged = this.#copyOf(this.#complete)));
    return this.#copyOf(this.#damaged);
  }

  #copyOf(root: TestRoot): TestRoot {
    const path = join(this.#folder, `root-${++this.#roots}`);
    // With times to the nanosecond, as the registry remembers the manifest by them.
    execFileSync("cp", ["-a", root.path, path]);
    return openRoot(path);
  }

  emptyRoot(concurrency = 4): TestRoot {
    const path = join(this.#folder, `root-${++this.#roots}`);
    execFileSync("mkdir", [path]);
    const hosts = { "127.0.0.1": { delay_ms: 0, concurrency } };
    writeFileSync(join(path, "rate_limits.yaml"), JSON.stringify({ hosts }));
    return openRoot(path);
  }

  forget(root: TestRoot): void {
    rmSync(root.path, { recursive: true, force: true });
    rmSync(`${root.path}.log`, { force: true });
  }

  async #completeRoot(): Promise<TestRoot> {
    const root = this.emptyRoot();
    const ended = await this.run(root, "new");
    if (ended.code !== 0) throw new Error(`a run without faults ended with ${ended.code}: ${ended.stderr}`);
    return root;
  }

  /** The command line itself, in a process of its own, on a disk that may fail. */
  async run(root: TestRoot, phase: Phase, { fault, home = HOME }: RunOptions = {}): Promise<Ended> {
    const logFile = `${root.path}.log`;
    rmSync(logFile, { force: true });
    const sent = this.site.requests.length;
    const child = spawn(process.execPath, this.#arguments(root, phase, home), {
      env: { ...process.env, ...this.#environment(root, logFile, fault) },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: RUN_MS,
      killSignal: "SIGABRT",
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      child.on("close", (...how) => resolve(how));
    });
    // A killed process may have sent what this one has not read yet; one round trip later it has.
    await (await fetch(`${this.site.url}/robots.txt`)).text();
    const log = existsSync(logFile) ? parseLog(readFileSync(logFile, "utf8"), root.path) : [];
    return {
      killed: signal === "SIGKILL",
      code,
      acknowledged: acknowledgedIn(phase === "repair" ? stderr : stdout),
      found: phase === "repair" ? foundIn(stdout) : [],
      log,
      stderr,
      struck: log.some(({ kind }) => kind === "fault"),
      asked: this.site.requests
        .slice(sent)
        .map(({ path }) => path)
        .filter((path) => path.startsWith("/crc-data/")),
    };
  }

  #arguments(root: TestRoot, phase: Phase, home: string): string[] {
    const node = ["--disable-warning=ExperimentalWarning", join(home, "src/cli/main.ts")];
    const common = ["--root", root.path, "--allow-private-network", "--json"];
    // A repair puts its result on stdout and tells of each document in the log.
    if (phase === "repair") return [...node, "verify", "usgs", "--repair", ...common, "--log-level", "debug"];
    const what = ["--base-url", this.site.url, "--states", "TX,OK,LA", "--limit", "100000"];
    const again = phase === "replace" ? ["--no-resume"] : [];
    return [...node, "ingest", "usgs", ...common, ...what, ...again];
  }

  #environment(root: TestRoot, log: string, fault?: Fault): NodeJS.ProcessEnv {
    return {
      LD_PRELOAD: this.#library,
      // As `bin/levada` sets it: without it the thread of the database compiles anew, a third of a run's work.
      NODE_COMPILE_CACHE: join(HOME, "node_modules/.cache/levada"),
      // Calls through io_uring pass by the preload.
      UV_USE_IO_URING: "0",
      FAULT_ROOT: root.path,
      FAULT_LOG: log,
      FAULT_AT: String(fault?.at ?? 0),
      FAULT_DO: fault?.do ?? "",
      FAULT_ONLY: fault?.only ?? "",
      FAULT_AFTER: fault?.after === true ? "1" : "",
      FAULT_STICKY: fault?.sticky === true ? "1" : "",
    };
  }
}

/** A line that a kill tore was not reported. */
function acknowledgedIn(output: string): string[] {
  return output
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { type?: string; id?: string })
    .flatMap(({ type, id }) => (type === "completed" && id !== undefined ? [id] : []));
}

function foundIn(stdout: string): string[] {
  if (!stdout.endsWith("\n")) return [];
  const { sources } = JSON.parse(stdout) as { sources: readonly VerifyReport[] };
  return sources
    .flatMap(({ missing, corrupt, orphaned }) => [
      ...[...missing, ...corrupt].map(({ path }) => path),
      ...orphaned,
    ])
    .toSorted();
}

/** Spreads work over lanes; answers in the order of the work. */
export async function spread<W, R>(
  lanes: readonly Lane[],
  work: readonly W[],
  each: (lane: Lane, one: W) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const busy = lanes.map(async (lane) => {
    while (next < work.length) {
      const index = next++;
      results[index] = await each(lane, work[index] as W);
    }
  });
  await Promise.all(busy);
  return results;
}
