import { conditionalHeaders } from "../domain/change.ts";
import { LevadaError } from "../domain/errors.ts";
import type { EventBody } from "../domain/events.ts";
import { isOfAnotherVersion, listingValidators } from "../domain/listing.ts";
import type { Reading } from "../domain/source.ts";
import { headersToKeep } from "./page-receiving.ts";
import type { Clock, HttpAnswer, ListingCopy, ListingMemory, RememberedListing } from "./ports.ts";

export type Parse<T> = (
  body: AsyncIterable<Uint8Array>,
  headers: Readonly<Record<string, string>>,
) => Promise<T>;

interface Parts {
  readonly source: string;
  readonly memory: ListingMemory;
  readonly clock: Clock;
  /** False: everything is to be fetched again, so that nothing is recalled. */
  readonly resume: boolean;
  readonly emit: (event: EventBody) => void;
}

/** Where listings are remembered. Trouble with the memory is told once and costs transfers, never the run. */
export class ListingDesk {
  readonly #parts: Parts;
  #isTold = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A listing that is about to be asked for. Close it. */
  async open(url: string, accept = ""): Promise<Listing> {
    const { source, memory, clock, resume } = this.#parts;
    const question = `${accept} ${url}`;
    const remembered = resume ? await this.tried(() => memory.recall(source, question)) : null;
    return new Listing(remembered, clock, this, () => memory.keep(source, question));
  }

  async tidy(): Promise<void> {
    const { source, memory, clock } = this.#parts;
    await this.tried(() => memory.tidy(source, clock.now()));
  }

  /** Null where the memory failed. */
  async tried<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LevadaError)) throw error;
      if (!this.#isTold) this.#parts.emit(notKept(error));
      this.#isTold = true;
      return null;
    }
  }
}

function notKept({ message }: LevadaError): EventBody {
  const text = `listings are not remembered, so that the next run transfers them again: ${message}`;
  return { type: "warning", code: "listing_not_kept", message: text };
}

/** One listing: what is remembered of it, and what will be. */
export class Listing {
  readonly #clock: Clock;
  readonly #desk: ListingDesk;
  readonly #keep: () => Promise<ListingCopy | null>;
  #remembered: RememberedListing | null;
  /** The last address on the way was asked with what it had given. */
  #wasAsked = false;

  constructor(
    remembered: RememberedListing | null,
    clock: Clock,
    desk: ListingDesk,
    keep: () => Promise<ListingCopy | null>,
  ) {
    this.#remembered = remembered;
    this.#clock = clock;
    this.#desk = desk;
    this.#keep = keep;
  }

  /** Asked before every hop; only the very address that gave validators is asked with them. */
  conditionsFor(url: URL): Readonly<Record<string, string>> {
    this.#wasAsked = this.#remembered?.url === url.href;
    if (!this.#wasAsked) return {};
    const { etag, "last-modified": lastModified } = this.#remembered?.headers ?? {};
    return conditionalHeaders({
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    });
  }

  /**
   * What a 304 means: what was remembered, parsed as if it had come. `unasked`: nobody had asked whether anything changed.
   * `forgotten`: what was remembered is of another version or cannot be read, and was let go; it has to be asked for whole.
   */
  async unchanged<T>(
    notModified: Readonly<Record<string, string>>,
    parse: Parse<T>,
  ): Promise<Reading<T> | "unasked" | "forgotten"> {
    const remembered = this.#remembered;
    if (remembered === null || !this.#wasAsked) return "unasked";
    const { url, headers } = remembered;
    const parsed = isOfAnotherVersion(headers, notModified)
      ? null
      : await this.#desk.tried(async () => ({ value: await parse(remembered.bytes(), headers) }));
    if (parsed !== null) return { ok: true, ...parsed, url, headers };
    await this.close();
    return "forgotten";
  }

  /** Parses a body while it is copied; the copy counts once all of it was read and nothing was wrong with it. */
  async take<T>(answer: HttpAnswer, url: URL, parse: Parse<T>, isSound: (value: T) => boolean): Promise<T> {
    // Where the end was not announced nobody can tell whether this was all.
    const isWanted =
      answer.framing !== "close" && listingValidators(answer.headers, this.#clock.now()) !== null;
    if (!isWanted) return parse(answer.body, answer.headers);
    const copying = new Copying(await this.#desk.tried(this.#keep), this.#desk);
    try {
      const value = await parse(copying.through(answer.body), answer.headers);
      if (isSound(value)) await copying.commit({ url: url.href, headers: headersToKeep(answer.headers) });
      return value;
    } finally {
      await copying.end();
    }
  }

  async close(): Promise<void> {
    const remembered = this.#remembered;
    this.#remembered = null;
    await this.#desk.tried(async () => remembered?.close());
  }
}

/** A copy that is given up when it cannot be made, or was not made to its end. */
class Copying {
  #copy: ListingCopy | null;
  readonly #desk: ListingDesk;
  #isWhole = false;

  constructor(copy: ListingCopy | null, desk: ListingDesk) {
    this.#copy = copy;
    this.#desk = desk;
  }

  async *through(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      await this.#with((copy) => copy.write(chunk));
      yield chunk;
    }
    this.#isWhole = true;
  }

  async commit(facts: Parameters<ListingCopy["commit"]>[0]): Promise<void> {
    if (!this.#isWhole) return;
    await this.#with((copy) => copy.commit(facts));
    this.#copy = null;
  }

  async end(): Promise<void> {
    const copy = this.#copy;
    this.#copy = null;
    if (copy !== null) await this.#desk.tried(() => copy.discard());
  }

  async #with(work: (copy: ListingCopy) => Promise<void>): Promise<void> {
    const copy = this.#copy;
    if (copy === null) return;
    const done = await this.#desk.tried(async () => {
      await work(copy);
      return true;
    });
    if (done === null) await this.end();
  }
}
