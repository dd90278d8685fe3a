/**
 * A lane runs one fault after the other on one subject: a stage of its own, so that its requests are its own, and roots
 * that it throws away. Several keep the cores busy.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VerifyReport } from "../../src/application/verify.ts";
import { openRoot, type TestRoot } from "../kit/root.ts";
import { type CallClass, type LogEntry, parseLog } from "./call-log.ts";
import { damage } from "./damage.ts";
import { type Lines, linesOf } from "./lines.ts";
import type { Asked, Phase, Settled, Stage, StruckPhase, Subject } from "./subject.ts";

export interface Fault {
  readonly at: number;
  readonly do: "kill" | "eio" | "enospc" | "short";
  readonly only?: CallClass;
  /** Counts calls only whose path has this text in it. @default all */
  readonly path?: string;
  readonly after?: boolean;
  readonly sticky?: boolean;
}

export interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
  /** Ids reported as stored or let go, as a reader of the output sees them. */
  readonly acknowledged: readonly string[];
  /** Paths that a repair which came to its end found damaged. */
  readonly found: readonly string[];
  readonly log: readonly LogEntry[];
  readonly stderr: string;
  /** The fault was met. */
  readonly struck: boolean;
  readonly asked: readonly Asked[];
}

/** What a run without faults does and leaves. */
export interface Undisturbed {
  readonly ended: Ended;
  readonly settled: Settled;
  readonly lines: Lines;
}

export interface RunOptions {
  readonly fault?: Fault;
  /** A folder with `src/` and `node_modules/`. @default this checkout */
  readonly home?: string;
}

const HOME = join(import.meta.dirname, "../..");
const RUN_MS = 120_000;

export class Lane {
  readonly source: string;
  readonly stage: Stage;
  readonly #library: string;
  readonly #folder = mkdtempSync(join(tmpdir(), "levada-faults-"));
  #roots = 0;
  /** What phases begin with, by phase. */
  readonly #prepared = new Map<StruckPhase, TestRoot>();
  readonly #undisturbed = new Map<StruckPhase, Undisturbed>();

  private constructor(library: string, source: string, stage: Stage) {
    this.#library = library;
    this.source = source;
    this.stage = stage;
  }

  static async open(library: string, { source, open }: Pick<Subject, "source" | "open">): Promise<Lane> {
    return new Lane(library, source, await open());
  }

  async close(): Promise<void> {
    await this.stage.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** An empty root for `new`, a complete one for `replace`, a damaged one for `repair`, one with changes that nobody has read for `reextract`. */
  async rootFor(phase: StruckPhase): Promise<TestRoot> {
    const prepared = this.#prepared.get(phase) ?? (await this.#prepare(phase));
    this.#prepared.set(phase, prepared);
    await this.stage.turnTo(phase);
    return this.#copyOf(prepared);
  }

  async #prepare(phase: StruckPhase): Promise<TestRoot> {
    const root = this.emptyRoot();
    if (phase === "new") return root;
    await this.#complete(root, "new");
    if (phase === "repair") damage(root, this.linesOf(root), this.stage);
    if (phase === "reextract") {
      this.stage.readNothing?.(root);
      await this.#complete(root, "replace");
      this.stage.furnish(root);
    }
    return root;
  }

  async #complete(root: TestRoot, phase: StruckPhase): Promise<Ended> {
    await this.stage.turnTo(phase);
    const ended = await this.run(root, phase);
    if (ended.code !== 0) throw new Error(`a run without faults ended with ${ended.code}: ${ended.stderr}`);
    return ended;
  }

  #copyOf(root: TestRoot): TestRoot {
    const path = join(this.#folder, `root-${++this.#roots}`);
    // With times to the nanosecond, as the registry remembers the manifest by them.
    execFileSync("cp", ["-a", root.path, path]);
    return openRoot(path);
  }

  emptyRoot(): TestRoot {
    const path = join(this.#folder, `root-${++this.#roots}`);
    mkdirSync(path);
    const root = openRoot(path);
    this.stage.furnish(root);
    return root;
  }

  forget(root: TestRoot): void {
    rmSync(root.path, { recursive: true, force: true });
    rmSync(`${root.path}.log`, { force: true });
  }

  linesOf(root: TestRoot): Lines {
    return linesOf(root, this.source);
  }

  /** Once, and remembered. */
  async undisturbed(phase: StruckPhase): Promise<Undisturbed> {
    const known = this.#undisturbed.get(phase);
    if (known !== undefined) return known;
    const root = await this.rootFor(phase);
    const ended = await this.#complete(root, phase);
    const found = { ended, lines: this.linesOf(root), settled: await this.stage.settled(root) };
    this.#undisturbed.set(phase, found);
    this.forget(root);
    return found;
  }

  /** The command line itself, in a process of its own, on a disk that may fail. */
  async run(root: TestRoot, phase: Phase, { fault, home = HOME }: RunOptions = {}): Promise<Ended> {
    const logFile = `${root.path}.log`;
    rmSync(logFile, { force: true });
    const asked = this.stage.listen();
    const words = [...this.stage.words(phase, root), ...COMMON[phase === "repair" ? "repair" : "plain"]];
    const node = ["--disable-warning=ExperimentalWarning", join(home, "src/cli/main.ts")];
    const child = spawn(process.execPath, [...node, ...words, "--root", root.path], {
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
    const log = existsSync(logFile) ? parseLog(readFileSync(logFile, "utf8"), root.path) : [];
    return {
      killed: signal === "SIGKILL",
      code,
      acknowledged: acknowledgedIn(phase === "repair" ? stderr : stdout),
      found: phase === "repair" ? foundIn(stdout) : [],
      log,
      stderr,
      struck: log.some(({ kind }) => kind === "fault"),
      asked: await asked(),
    };
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
      FAULT_PATH: fault?.path ?? "",
      FAULT_AFTER: fault?.after === true ? "1" : "",
      FAULT_STICKY: fault?.sticky === true ? "1" : "",
    };
  }
}

/** A repair puts its result on stdout and tells of each document in the log. */
const COMMON = { plain: ["--json"], repair: ["--json", "--log-level", "debug"] } as const;

/** A line that a kill tore was not reported. */
function acknowledgedIn(output: string): string[] {
  return output
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { type?: string; id?: string })
    .flatMap(({ type, id }) =>
      id !== undefined && ["completed", "retired"].includes(type ?? "") ? [id] : [],
    );
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

/** Each lane takes the work of its own source; answers in the order of the work. */
export async function spread<W extends { readonly source: string }, R>(
  lanes: readonly Lane[],
  work: readonly W[],
  each: (lane: Lane, one: W) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = Map.groupBy(
    work.map((one, index) => ({ one, index })),
    ({ one }) => one.source,
  );
  const busy = lanes.map(async (lane) => {
    const mine = left.get(lane.source) ?? [];
    for (let next = mine.shift(); next !== undefined; next = mine.shift())
      results[next.index] = await each(lane, next.one);
  });
  await Promise.all(busy);
  return results;
}
