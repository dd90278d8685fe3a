import { BrokenBody, type Failure } from "../../domain/failure.ts";

/** What may wait for a slow reader before the connection is told to pause. */
const HIGH_WATER_BYTES = 256 * 1024;

export interface Valve {
  pause(): void;
  resume(): void;
  /** The reader went away before the end. */
  abandon(): void;
}

type Step = IteratorResult<Uint8Array, undefined>;

interface Reader {
  resolve(step: Step): void;
  reject(error: Error): void;
}

const DONE: Step = { done: true, value: undefined };

/**
 * Between a connection that pushes and a reader that pulls: bounded, read at most once. An iterator by hand and
 * not a generator, because a generator cannot be ended while it waits.
 */
export class WireBody implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  readonly #valve: Valve;
  readonly #waiting: Uint8Array[] = [];
  #next = 0;
  #waitingBytes = 0;
  #end: "complete" | Failure | null = null;
  #reader: Reader | null = null;
  #taken = false;
  #paused = true;

  /** Starts paused: nothing flows before somebody reads. */
  constructor(valve: Valve) {
    this.#valve = valve;
  }

  push(chunk: Uint8Array): void {
    if (this.#end !== null) return;
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    this.#serve();
    if (this.#waitingBytes < HIGH_WATER_BYTES || this.#paused) return;
    this.#paused = true;
    this.#valve.pause();
  }

  complete(): void {
    this.#end ??= "complete";
    this.#serve();
  }

  /** What has not been read yet is worthless: the reader learns of it at once. */
  fail(failure: Failure): void {
    this.#waiting.length = this.#next = 0;
    this.#end ??= failure;
    this.#serve();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array, undefined> {
    if (this.#taken) throw new TypeError("a body can be read once only");
    this.#taken = true;
    return this;
  }

  next(): Promise<Step> {
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.#serve();
      if (this.#reader === null || !this.#paused) return;
      this.#paused = false;
      this.#valve.resume();
    });
  }

  async return(): Promise<Step> {
    if (this.#end === null) this.#valve.abandon();
    return DONE;
  }

  #serve(): void {
    const reader = this.#reader;
    if (reader === null) return;
    const chunk = this.#takeOne();
    if (chunk === undefined && this.#end === null) return;
    this.#reader = null;
    if (chunk !== undefined) reader.resolve({ done: false, value: chunk });
    else if (this.#end === "complete" || this.#end === null) reader.resolve(DONE);
    else reader.reject(new BrokenBody(this.#end));
  }

  #takeOne(): Uint8Array | undefined {
    const chunk = this.#waiting[this.#next];
    if (chunk === undefined) return undefined;
    this.#next += 1;
    this.#waitingBytes -= chunk.length;
    if (this.#next === this.#waiting.length) this.#waiting.length = this.#next = 0;
    return chunk;
  }
}
