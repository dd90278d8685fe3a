import { conditionalHeaders, skipReason } from "../domain/change.ts";
import type { EventBody } from "../domain/events.ts";
import { BrokenBody, describe, type Failure } from "../domain/failure.ts";
import { judge } from "../domain/judge.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { Tally } from "../domain/tally.ts";
import type { Committer } from "./committer.ts";
import type { Fetched, Fetcher } from "./fetcher.ts";
import type { Archive, Clock, Frontier, HttpAnswer, Lease, Received, Task } from "./ports.ts";
import { ROBOTS_RETRY_MS, type RobotsGuard } from "./robots-guard.ts";
import type { Settings } from "./settings.ts";

const SAMPLE_BYTES = 1024;
const PROGRESS_EVERY_MS = 200;

/** What was decided about a document when it was queued. */
export interface Intent {
  /** The document that is there already. */
  readonly known: StoredDocument | null;
  /** A 304 or the same bytes mean that it is unchanged. */
  readonly conditional: boolean;
  /** How it ended last time. */
  readonly reasonBefore: string | null;
}

export interface WorkerParts<O> {
  readonly source: Source<O>;
  readonly options: O;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly archive: Archive;
  readonly frontier: Frontier;
  readonly fetcher: Fetcher;
  readonly robots: RobotsGuard;
  readonly committer: Committer;
  readonly tally: Tally;
  readonly emit: (event: EventBody) => void;
  /** With `--wait`: a host is waited for instead of being left for a later run. */
  readonly waits: boolean;
  readonly intentOf: (key: string) => Intent;
  /** A document was committed or settled. */
  readonly onSettled: () => void;
}

/** What became of the host while one task was worked on. */
export type WorkResult = { readonly held: Failure | null; readonly committed: Promise<void> | null };

type Stored = { readonly received: Received; readonly answer: AnswerFacts };

/** Takes one task from fetch to commit, or to the state it ends in. */
export class DocumentWorker<O> {
  readonly #parts: WorkerParts<O>;

  constructor(parts: WorkerParts<O>) {
    this.#parts = parts;
  }

  async work(lease: Lease, task: Task): Promise<WorkResult> {
    const intent = this.#parts.intentOf(task.reference.key);
    const fetched = await this.#fetch(task, intent);
    if (!fetched.ok)
      return { held: await this.#settleFailure(lease, task, intent, fetched.failure), committed: null };
    if ("notModified" in fetched) return this.#unchanged(lease, task);
    const { received } = fetched.value;
    if (intent.conditional && received.contentSha256 === intent.known?.validators.contentSha256) {
      await this.#parts.archive.discard(received);
      return this.#unchanged(lease, task);
    }
    return { held: null, committed: this.#commit(lease, task, intent, fetched.value) };
  }

  #fetch(task: Task, intent: Intent): Promise<Fetched<Stored>> {
    const { source, options, settings, fetcher, robots } = this.#parts;
    const attempt = task.attempts + 1;
    return fetcher.attempt<Stored>({
      url: task.reference.url,
      headers: intent.conditional ? conditionalHeaders(intent.known) : {},
      limits: settings.documentLimits,
      deadlines: fetcher.stretched(undefined, attempt),
      inScope: (url) => source.allows(url, options),
      robots: (url) => robots.check(url),
      attempt,
      consume: async (answer, url) => ({ value: await this.#receive(task.reference, answer, url) }),
    });
  }

  async #receive(reference: Reference, answer: HttpAnswer, url: URL): Promise<Stored> {
    const { source, archive, clock } = this.#parts;
    const received = await archive.receive(
      source.name,
      reference.path,
      this.#inspected(reference, answer, url.host),
    );
    const { etag, "last-modified": lastModified } = answer.headers;
    return {
      received,
      answer: {
        downloadedAt: new Date(clock.now()).toISOString(),
        ...(etag === undefined ? {} : { etag }),
        ...(lastModified === undefined ? {} : { lastModified }),
        ...(url.href === reference.url ? {} : { finalUrl: url.href }),
        ...(answer.framing === "close" ? { unframed: true } : {}),
      },
    };
  }

  /** The body as it is, once the source has agreed to its beginning and, where a cut would go unnoticed, its end. */
  async *#inspected(reference: Reference, answer: HttpAnswer, host: string): AsyncGenerator<Uint8Array> {
    const { source, clock, emit } = this.#parts;
    const contentType = answer.headers["content-type"] ?? "";
    let head: Uint8Array | null = new Uint8Array();
    let tail: Uint8Array = new Uint8Array();
    let unreported = 0;
    let reportedAt = clock.monotonic();
    for await (const chunk of answer.body) {
      unreported += chunk.length;
      if (clock.monotonic() - reportedAt > PROGRESS_EVERY_MS) {
        emit({ type: "progress", host, bytes: unreported });
        [unreported, reportedAt] = [0, clock.monotonic()];
      }
      if (answer.framing === "close") tail = lastBytes(tail, chunk);
      if (head === null) yield chunk;
      else {
        head = Buffer.concat([head, chunk]);
        if (head.length < SAMPLE_BYTES) continue;
        refuse(source.checkHead?.(head.subarray(0, SAMPLE_BYTES), { contentType }, reference));
        yield head;
        head = null;
      }
    }
    if (head !== null) {
      refuse(source.checkHead?.(head, { contentType }, reference));
      yield head;
    }
    if (answer.framing === "close") refuse(source.checkTail?.(tail, reference));
    emit({ type: "progress", host, bytes: unreported });
  }

  async #commit(lease: Lease, task: Task, intent: Intent, { received, answer }: Stored): Promise<void> {
    const { committer, tally, emit } = this.#parts;
    const replaces = intent.known !== null;
    const document = await committer.commit({ lease, task, received, answer, replaces });
    tally.end("completed");
    tally.bytes += document.originalSize;
    emit({
      type: "completed",
      id: document.key,
      url: document.url,
      path: document.localPath,
      original_size: document.originalSize,
      compressed_size: document.compressedSize,
    });
    this.#parts.onSettled();
  }

  async #unchanged(lease: Lease, task: Task): Promise<WorkResult> {
    const { frontier, tally, emit, onSettled } = this.#parts;
    await frontier.settle(lease, { kind: "unchanged", task });
    tally.end("unchanged");
    emit({ type: "unchanged", id: task.reference.key, url: task.reference.url });
    onSettled();
    return { held: null, committed: null };
  }

  /** Answers the failure when the host, not the document, is the obstacle. */
  async #settleFailure(lease: Lease, task: Task, intent: Intent, failure: Failure): Promise<Failure | null> {
    const { source, frontier, fetcher, clock, emit } = this.#parts;
    const { key: id, url } = task.reference;
    const attempt = task.attempts + 1;
    const error = describe(failure);
    const verdict = judge(failure, attempt, source.policy);
    if (verdict.action === "retry") {
      const held = await fetcher.heldNow(url);
      if (held !== null) return this.#hold(lease, task, held, error);
      emit({ type: "retry", url, attempt, after_ms: verdict.afterMs, error });
      await frontier.settle(lease, { kind: "retry", task, notBefore: clock.now() + verdict.afterMs, error });
      return null;
    }
    if (verdict.action === "hold") return this.#hold(lease, task, failure, error);
    const kind = verdict.action === "skip" ? "skipped" : "failed";
    const reason = skipReason(verdict.reason, intent.reasonBefore);
    await frontier.settle(lease, { kind, task, reason, error });
    this.#parts.tally.end(kind, reason);
    emit({ type: kind, id, url, reason, error });
    this.#parts.onSettled();
    return null;
  }

  async #hold(lease: Lease, task: Task, failure: Failure, error: string): Promise<Failure | null> {
    const { frontier, clock, waits } = this.#parts;
    if (waits && failure.kind === "robots_unavailable") {
      const notBefore = clock.now() + ROBOTS_RETRY_MS;
      await frontier.settle(lease, { kind: "retry", task, notBefore, error });
      return null;
    }
    const reason = failure.kind === "host_held" ? failure.cause : failure.kind;
    await frontier.settle(lease, { kind: "pending", task, reason });
    this.#parts.tally.end("pending", reason);
    this.#parts.emit({ type: "pending", id: task.reference.key, url: task.reference.url, reason, error });
    return failure;
  }
}

function refuse(failure: Failure | null | undefined): void {
  if (failure !== null && failure !== undefined) throw new BrokenBody(failure);
}

function lastBytes(before: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (chunk.length >= SAMPLE_BYTES) return chunk.slice(-SAMPLE_BYTES);
  return Buffer.concat([before, chunk]).subarray(-SAMPLE_BYTES);
}
