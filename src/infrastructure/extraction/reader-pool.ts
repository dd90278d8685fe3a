import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import type { DocumentReader, RawFile } from "../../application/ports.ts";
import { EXTRACTOR_VERSION } from "../../extraction/version.ts";
import type { ExtractionFailure, ExtractionOutcome } from "../../domain/extraction.ts";
import type { ReadReply, ReadRequest } from "./messages.ts";

export interface ReaderLimits {
  /** Processes that read at the same time. */
  readonly workers: number;
  /** For one document; where pictures are read, as long again for each. */
  readonly timeoutMs: number;
  /** Of one process: its heap; half as much again for what is outside of it. */
  readonly memoryMb: number;
  /** More bytes of one document are not read. */
  readonly maxBytes: number;
}

/** Loading the readers takes half a second; a machine in trouble may need longer. */
const START_MS = 60_000;
const WATCH_EVERY_MS = 100;
/** A process is replaced now and then, so that what libraries keep does not add up. */
const DOCUMENTS_PER_PROCESS = 2_000;
/** Pages as pictures, and what reads them, take this besides. */
const OCR_MEMORY_MB = 512;

/** Reads in processes of their own: started when they are needed, bounded in time and memory, replaced when they die. */
export function createReaderPool(limits: ReaderLimits): DocumentReader {
  return new ReaderPool(limits);
}

interface Waiting {
  readonly raw: RawFile;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (outcome: ExtractionOutcome) => void;
}

class ReaderPool implements DocumentReader {
  readonly version = EXTRACTOR_VERSION;
  readonly #limits: ReaderLimits;
  readonly #idle: ReaderProcess[] = [];
  readonly #waiting: Waiting[] = [];
  #busy = 0;
  #closed = false;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
  }

  get limits(): string {
    const { timeoutMs, memoryMb, maxBytes } = this.#limits;
    return `${timeoutMs} ms, ${memoryMb} MB, ${maxBytes} bytes`;
  }

  get width(): number {
    return this.#limits.workers;
  }

  read(raw: RawFile, signal?: AbortSignal): Promise<ExtractionOutcome> {
    return new Promise((resolve) => {
      this.#waiting.push({ raw, signal, resolve });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve(GIVEN_UP);
    await Promise.all(this.#idle.splice(0).map((one) => one.end()));
  }

  #next(): void {
    while (this.#busy < this.#limits.workers) {
      const waiting = this.#waiting.shift();
      if (waiting === undefined) return;
      this.#busy++;
      void this.#serve(waiting).finally(() => {
        this.#busy--;
        this.#next();
      });
    }
  }

  async #serve({ raw, signal, resolve }: Waiting): Promise<void> {
    if (this.#closed || signal?.aborted === true) return resolve(GIVEN_UP);
    const reader = this.#idle.pop() ?? new ReaderProcess(this.#limits);
    resolve(await reader.read(raw, signal));
    if (reader.isSpent || this.#closed) await reader.end();
    else this.#idle.push(reader);
  }
}

const GIVEN_UP: ExtractionOutcome = {
  ok: false,
  failure: { code: "crashed", message: "reading was given up" },
  kind: null,
};

class ReaderProcess {
  readonly #child: ChildProcess;
  readonly #limits: ReaderLimits;
  readonly #exited: Promise<string>;
  #ready: Promise<unknown>;
  /** The end of what it wrote to stderr: what V8 says when it dies. */
  #lastWords = "";
  #documents = 0;
  #isDead = false;

  constructor(limits: ReaderLimits) {
    this.#limits = limits;
    const entry = import.meta.url.endsWith(".ts") ? "./reader-process.ts" : "./reader-process.js";
    // The number is for those who look at the list of processes: whose reader it is.
    this.#child = fork(new URL(entry, import.meta.url), [String(process.pid)], {
      // Not those of the engine: it may run under flags that are its own.
      execArgv: [
        `--max-old-space-size=${limits.memoryMb}`,
        // Much is made and dropped while a document is read; a small nursery keeps the process small.
        "--max-semi-space-size=8",
        "--stack-size=3000",
        "--disable-warning=ExperimentalWarning",
      ],
      env: { ...process.env, NODE_OPTIONS: "" },
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    yieldToOthers(this.#child.pid);
    this.#child.stderr?.on("data", (chunk: Buffer) => {
      this.#lastWords = (this.#lastWords + chunk.toString("latin1")).slice(-2_000);
    });
    this.#exited = new Promise((resolve) => {
      const end = (how: string) => {
        this.#isDead = true;
        resolve(how);
      };
      this.#child.once("exit", (code, signal) => end(signal ?? `exit code ${code}`));
      this.#child.once("error", (error) => end(error.message));
    });
    this.#ready = this.#reply();
    this.#rest();
  }

  get isSpent(): boolean {
    return this.#isDead || this.#documents >= DOCUMENTS_PER_PROCESS;
  }

  async read(raw: RawFile, signal: AbortSignal | undefined): Promise<ExtractionOutcome> {
    this.#documents++;
    this.#child.ref();
    this.#child.channel?.ref();
    const giveUp = () => this.#kill();
    signal?.addEventListener("abort", giveUp, { once: true });
    try {
      const late = await within(START_MS, Promise.race([this.#ready, this.#exited]), () => this.#kill());
      if (late) return failedWith("crashed", "the process that reads did not start");
      return await this.#ask(raw);
    } finally {
      signal?.removeEventListener("abort", giveUp);
      this.#rest();
    }
  }

  async end(): Promise<void> {
    this.#child.ref();
    this.#kill();
    await this.#exited;
  }

  async #ask(raw: RawFile): Promise<ExtractionOutcome> {
    if (this.#isDead) return this.#death(await this.#exited, false);
    const { maxBytes, timeoutMs, memoryMb } = this.#limits;
    const mostMb = memoryMb * 1.5 + (raw.ocr === true ? OCR_MEMORY_MB : 0);
    const watch = new MemoryWatch(this.#child.pid, mostMb, () => this.#kill());
    const deadline = new Deadline(timeoutMs, () => this.#kill());
    const answered = this.#outcome((longWorkMs) => deadline.restart(longWorkMs + timeoutMs));
    const request: ReadRequest = { raw, maxBytes };
    this.#child.send(request, () => {});
    const outcome = await Promise.race([answered, this.#exited]);
    deadline.end();
    watch.end();
    if (typeof outcome !== "string") return outcome;
    const how = outcome;
    if (deadline.hasPassed) return failedWith("timeout", `reading it took longer than ${timeoutMs / 1000} s`);
    return this.#death(how, watch.wasExceeded);
  }

  #death(how: string, exceeded: boolean): ExtractionOutcome {
    if (exceeded || /heap out of memory|heap limit|Array buffer allocation/i.test(this.#lastWords))
      return failedWith("out_of_memory", `reading it took more than ${this.#limits.memoryMb} MB`);
    return failedWith("crashed", `it ended the process that read it (${how})`);
  }

  #reply(): Promise<ReadReply> {
    return new Promise((resolve) => this.#child.once("message", (message) => resolve(message as ReadReply)));
  }

  /** What comes before the outcome says that it will take longer. */
  #outcome(onLongWork: (ms: number) => void): Promise<ExtractionOutcome> {
    return new Promise((resolve) => {
      const hear = (message: unknown) => {
        const reply = message as ReadReply;
        if ("longWorkMs" in reply) onLongWork(reply.longWorkMs);
        if (!("outcome" in reply)) return;
        this.#child.off("message", hear);
        resolve(reply.outcome);
      };
      this.#child.on("message", hear);
    });
  }

  #kill(): void {
    this.#child.kill("SIGKILL");
  }

  /** A program that has nothing else to do can end. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

function failedWith(code: ExtractionFailure["code"], message: string): ExtractionOutcome {
  return { ok: false, failure: { code, message }, kind: null };
}

/** Reading can wait; whoever is asked for pages at a pace cannot. */
function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Then it is as important as everybody else.
  }
}

/** True where it took longer: then `onLate` was called, and its end was waited for. */
async function within(ms: number, work: Promise<unknown>, onLate: () => void): Promise<boolean> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    onLate();
  }, ms);
  await work;
  clearTimeout(timer);
  return isLate;
}

class Deadline {
  readonly #onLate: () => void;
  #timer: NodeJS.Timeout;
  hasPassed = false;

  constructor(ms: number, onLate: () => void) {
    this.#onLate = onLate;
    this.#timer = this.#start(ms);
  }

  restart(ms: number): void {
    this.end();
    if (!this.hasPassed) this.#timer = this.#start(ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #start(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.hasPassed = true;
      this.#onLate();
    }, ms);
  }
}

/**
 * V8 bounds its heap; buffers are outside of it. Linux tells how much a process takes; elsewhere only the heap is
 * bounded.
 */
class MemoryWatch {
  readonly #timer: NodeJS.Timeout;
  wasExceeded = false;

  constructor(pid: number | undefined, limitMb: number, onExceeded: () => void) {
    this.#timer = setInterval(() => {
      if (residentMb(pid) <= limitMb) return;
      this.wasExceeded = true;
      onExceeded();
    }, WATCH_EVERY_MS);
    this.#timer.unref();
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
