/**
 * A lane runs one fault after the other: a site of its own, so that its requests are its own, and roots that it
 * throws away. Two lanes keep two cores busy.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startUsgsSandbox, type UsgsSandbox } from "../../src/sandbox/usgs.ts";
import { openRoot, type TestRoot } from "../kit/root.ts";
import { type CallClass, type LogEntry, parseLog } from "./call-log.ts";
import { versionBehaviour } from "./versions.ts";

/** What `levada ingest usgs` is asked for: everything anew, everything again, or what is missing. */
export type Phase = "new" | "replace" | "plain";

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

  /** An empty root for `new`, a complete one for `replace`. */
  async rootFor(phase: Phase): Promise<TestRoot> {
    if (phase === "new") return this.emptyRoot();
    this.#complete ??= await this.#completeRoot();
    const path = join(this.#folder, `root-${++this.#roots}`);
    // With times to the nanosecond, as the registry remembers the manifest by them.
    execFileSync("cp", ["-a", this.#complete.path, path]);
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
      acknowledged: acknowledgedIn(stdout),
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
    const command = [
      "--disable-warning=ExperimentalWarning",
      join(home, "src/cli/main.ts"),
      "ingest",
      "usgs",
    ];
    const where = ["--root", root.path, "--base-url", this.site.url, "--states", "TX,OK,LA"];
    const how = ["--limit", "100000", "--allow-private-network", "--json"];
    return [...command, ...where, ...how, ...(phase === "replace" ? ["--no-resume"] : [])];
  }

  #environment(root: TestRoot, log: string, fault?: Fault): NodeJS.ProcessEnv {
    return {
      LD_PRELOAD: this.#library,
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
function acknowledgedIn(stdout: string): string[] {
  return stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { type: string; id?: string })
    .flatMap(({ type, id }) => (type === "completed" && id !== undefined ? [id] : []));
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
