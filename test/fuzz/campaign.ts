/** One parser, fuzzed for a time in processes of their own that are watched: whatever happens to them is told. */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChildMessage, ChildOrder, ChildProgress } from "./fuzz-child.ts";
import { keepFinding } from "./inputs.ts";
import type { Finding, FindingKind } from "./oracle.ts";
import { allowedMs, type FuzzTarget, HEAP_MB } from "./target.ts";

export interface KeptFinding extends Finding {
  /** Where the input is. */
  readonly file: string;
}

export interface CampaignResult {
  readonly target: string;
  readonly seed: number;
  readonly runs: number;
  readonly seconds: number;
  readonly corpus: number;
  readonly blocks: number;
  readonly findings: readonly KeptFinding[];
  /** Findings with a cause that was told already. */
  readonly repeats: number;
}

export interface CampaignOptions {
  readonly seconds: number;
  readonly seed: number;
  /** @default false */
  readonly stopAtFinding?: boolean;
  readonly onProgress?: (progress: ChildProgress) => void;
}

/** After so many deaths the parser is known to be mortal. */
const MAX_DEATHS = 10;
const LOOK_MS = 250;
/** A machine that does ten things at once is ten times as slow. */
const BUSY = 12;
/** Beside V8's own heap: buffers, and what the process is made of. */
const BESIDE_HEAP_MB = 600;

export async function runCampaign(target: FuzzTarget, options: CampaignOptions): Promise<CampaignResult> {
  const folder = mkdtempSync(join(tmpdir(), "levada-fuzzing-"));
  const campaign = new Campaign(target, options, join(folder, "under-way"));
  try {
    return await campaign.run();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

class Campaign {
  readonly #target: FuzzTarget;
  readonly #options: CampaignOptions;
  readonly #underWay: string;
  readonly #findings: KeptFinding[] = [];
  /** Of the children that are gone. */
  #before: ChildProgress = { runs: 0, corpus: 0, blocks: 0, repeats: 0, isDone: false };
  #latest: ChildProgress = this.#before;

  constructor(target: FuzzTarget, options: CampaignOptions, underWay: string) {
    this.#target = target;
    this.#options = options;
    this.#underWay = underWay;
  }

  async run(): Promise<CampaignResult> {
    const started = Date.now();
    let left = this.#options.seconds;
    for (let deaths = 0; deaths < MAX_DEATHS && left > 0; deaths++) {
      const began = Date.now();
      if ((await this.#child(left, this.#options.seed + deaths)) || this.#isEnough) break;
      left -= (Date.now() - began) / 1000;
    }
    const { runs, corpus, blocks, repeats } = this.#total();
    const seconds = (Date.now() - started) / 1000;
    const { seed } = this.#options;
    return {
      target: this.#target.name,
      seed,
      runs,
      seconds,
      corpus,
      blocks,
      repeats,
      findings: this.#findings,
    };
  }

  /** True where the child came to its end. */
  async #child(seconds: number, seed: number): Promise<boolean> {
    const known = this.#findings.map(({ key }) => key);
    const order: ChildOrder = { target: this.#target.name, seed, seconds, underWay: this.#underWay, known };
    const heapMb = this.#target.heapMb ?? HEAP_MB;
    const child = fork(join(import.meta.dirname, "fuzz-child.ts"), [JSON.stringify(order)], {
      execArgv: [`--max-old-space-size=${heapMb}`, "--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    const watch = new Watch(child, this.#target, this.#underWay);
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-4000)));
    child.on("message", (message: ChildMessage) => {
      this.#hear(message);
      if (this.#isEnough) child.kill("SIGKILL");
    });
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    watch.end();
    const isDone = this.#latest.isDone;
    if (!isDone && !this.#isEnough) this.#died(watch.killedFor, code, stderr);
    this.#before = this.#total();
    this.#latest = { runs: 0, corpus: 0, blocks: 0, repeats: 0, isDone: false };
    return isDone;
  }

  get #isEnough(): boolean {
    return this.#options.stopAtFinding === true && this.#findings.length > 0;
  }

  #hear(message: ChildMessage): void {
    if (message.kind === "finding") return this.#found(message.finding, Buffer.from(message.input, "base64"));
    this.#latest = message;
    this.#options.onProgress?.(this.#total());
  }

  #died(killedFor: FindingKind | null, code: number | null, stderr: string): void {
    const isHeap = /heap out of memory/.test(stderr);
    const kind = killedFor ?? (isHeap ? "memory" : "died");
    const { input } = inputUnderWay(this.#underWay);
    this.#found(
      { kind, key: kind, message: `the process ended (${code ?? "killed"}); ${stderr.slice(-600)}` },
      input,
    );
  }

  #found(finding: Finding, input: Uint8Array): void {
    this.#findings.push({ ...finding, file: keepFinding(this.#target.name, finding.kind, input) });
  }

  #total(): ChildProgress {
    const [before, latest] = [this.#before, this.#latest];
    return {
      runs: before.runs + latest.runs,
      corpus: Math.max(before.corpus, latest.corpus),
      blocks: Math.max(before.blocks, latest.blocks),
      repeats: before.repeats + latest.repeats,
      isDone: latest.isDone,
    };
  }
}

/** Ends a process that hangs, or holds more than it may. */
class Watch {
  killedFor: FindingKind | null = null;
  readonly #child: ChildProcess;
  readonly #target: FuzzTarget;
  readonly #underWay: string;
  readonly #timer: NodeJS.Timeout;
  #run = -1;
  #since = Date.now();

  constructor(child: ChildProcess, target: FuzzTarget, underWay: string) {
    this.#child = child;
    this.#target = target;
    this.#underWay = underWay;
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const { run, input } = inputUnderWay(this.#underWay);
    if (run !== this.#run) {
      this.#run = run;
      this.#since = Date.now();
    }
    const allowed = 5_000 + BUSY * allowedMs(this.#target, input.length);
    if (Date.now() - this.#since > allowed) this.#kill("hang");
    else if (residentMb(this.#child.pid) > (this.#target.heapMb ?? HEAP_MB) + BESIDE_HEAP_MB)
      this.#kill("memory");
  }

  #kill(reason: FindingKind): void {
    this.killedFor ??= reason;
    this.#child.kill("SIGKILL");
  }
}

function inputUnderWay(file: string): { readonly run: number; readonly input: Uint8Array } {
  let whole: Buffer;
  try {
    whole = readFileSync(file);
  } catch {
    whole = Buffer.alloc(0);
  }
  if (whole.length < 8) return { run: 0, input: new Uint8Array() };
  return { run: whole.readUInt32LE(0), input: whole.subarray(8, 8 + whole.readUInt32LE(4)) };
}

/** As Linux tells it; elsewhere the limit of the heap has to do. */
function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
