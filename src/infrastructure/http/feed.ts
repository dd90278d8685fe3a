import type { Transform } from "node:stream";

export type Engine = Transform & {
  /** What the decoder has consumed; bytes after the end of its stream are not. */
  readonly bytesWritten: number;
};

type Step = IteratorResult<Uint8Array, undefined>;

/** What goes into a decoder, remembered until it is consumed: what is left over at its end can be had back. */
export class Feed implements AsyncIterable<Uint8Array>, AsyncIterator<Uint8Array, undefined> {
  readonly #rest: AsyncIterator<Uint8Array>;
  readonly #engine: Engine;
  #given: Uint8Array[];
  #givenBytes: number;
  #lastRead: Promise<Step>;
  #started = false;
  #stopped = false;

  constructor(first: Uint8Array, rest: AsyncIterator<Uint8Array>, engine: Engine) {
    this.#rest = rest;
    this.#engine = engine;
    this.#given = [first];
    this.#givenBytes = first.length;
    this.#lastRead = Promise.resolve({ done: false, value: first });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step> {
    if (this.#stopped) return Promise.resolve({ done: true, value: undefined });
    if (this.#started) this.#lastRead = this.#read();
    this.#started = true;
    return this.#lastRead;
  }

  /** The decoder has had enough. What follows is not lost: it is still in `rest`. */
  return(): Promise<Step> {
    this.#stopped = true;
    return Promise.resolve({ done: true, value: undefined });
  }

  get unreadBytes(): number {
    return this.#givenBytes - this.#engine.bytesWritten;
  }

  /** Call when the decoder has ended. A read that is under way belongs to what is left. */
  async unread(): Promise<Uint8Array> {
    this.#stopped = true;
    await this.#lastRead;
    const { unreadBytes } = this;
    const tail = this.#given.length === 1 ? this.#given[0] : Buffer.concat(this.#given);
    return (tail ?? new Uint8Array()).subarray((tail?.length ?? 0) - unreadBytes);
  }

  async #read(): Promise<Step> {
    const step = await this.#rest.next();
    if (step.done === true) return { done: true, value: undefined };
    this.#forgetConsumed();
    this.#given.push(step.value);
    this.#givenBytes += step.value.length;
    return step;
  }

  #forgetConsumed(): void {
    let { unreadBytes } = this;
    let keep = this.#given.length;
    while (keep > 0 && unreadBytes > 0) {
      keep -= 1;
      unreadBytes -= this.#given[keep]?.length ?? 0;
    }
    if (keep > 0) this.#given = this.#given.slice(keep);
  }
}
