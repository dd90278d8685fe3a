import { conditionalHeaders } from "../domain/change.ts";
import type { EventBody } from "../domain/events.ts";
import { BrokenBody, describe, type Failure, reasonOf } from "../domain/failure.ts";
import { judge } from "../domain/judge.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { Tally } from "../domain/tally.ts";
import type { Committer } from "./committer.ts";
import type { Fetched, Fetcher } from "./fetcher.ts";
import type {
  Archive,
  Clock,
  Frontier,
  HttpAnswer,
  Lease,
  Received,
  Registry,
  Settlement,
  Task,
} from "./ports.ts";
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
}

export interface WorkerParts<O> {
  readonly source: Source<O>;
  readonly options: O;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly archive: Archive;
  readonly frontier: Frontier;
  readonly registry: Registry;
  readonly fetcher: Fetcher;
  readonly robots: RobotsGuard;
  readonly committer: Committer;
  readonly tally: Tally;
  readonly emit: (event: EventBody) => void;
  /** With `--wait`: a host is waited for instead of being left for a later run. */
  readonly waits: boolean;
  readonly intentOf: (key: string) => Intent;
  /** The task has left the run. */
  readonly onSettled: (key: string) => void;
}

export interface WorkResult {
  /** What kept a host, not the document, from being asked. */
  readonly obstacle: Failure | null;
  /** Resolves when the document is stored; null where there is none to store. */
  readonly committed: Promise<void> | null;
}

const DONE: WorkResult = { obstacle: null, committed: null };

type Stored = { readonly received: Received; readonly answer: AnswerFacts };

/** Takes one task from fetch to commit, or to the state it ends in. */
export class DocumentWorker<O> {
  readonly #parts: WorkerParts<O>;
  /** Paths on their way to the archive, and whose they are. */
  readonly #paths = new Map<string, string>();

  constructor(parts: WorkerParts<O>) {
    this.#parts = parts;
  }

  async work(lease: Lease, task: Task): Promise<WorkResult> {
    const { key, path } = task.reference;
    const owner = await this.#ownerOf(path);
    if (owner !== null && owner !== key)
      return this.#settleFailure(lease, task, { kind: "path_taken", by: owner });
    this.#paths.set(path, key);
    const result = await this.#fetchAndStore(lease, task).catch((error: unknown) => {
      this.#paths.delete(path);
      throw error;
    });
    if (result.committed === null) this.#paths.delete(path);
    else result.committed.finally(() => this.#paths.delete(path)).catch(() => {});
    return result;
  }

  /** Two keys with one path: the second would overwrite a document that was acknowledged. */
  async #ownerOf(path: string): Promise<string | null> {
    const { registry, archive, source } = this.#parts;
    const inHand = this.#paths.get(path);
    if (inHand !== undefined) return inHand;
    const stored = await registry.documentAt(source.name, archive.localPath(source.name, path));
    return this.#paths.get(path) ?? stored?.key ?? null;
  }

  async #fetchAndStore(lease: Lease, task: Task): Promise<WorkResult> {
    const intent = this.#parts.intentOf(task.reference.key);
    const fetched = await this.#fetch(task, intent);
    if (!fetched.ok) return this.#settleFailure(lease, task, fetched.failure);
    if ("notModified" in fetched) return this.#notModified(lease, task, intent);
    const { received } = fetched.value;
    if (intent.conditional && received.contentSha256 === intent.known?.validators.contentSha256) {
      await this.#parts.archive.discard(received);
      return this.#unchanged(lease, task);
    }
    return { obstacle: null, committed: this.#commit(lease, task, intent, fetched.value) };
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
    const { committer, tally, emit, onSettled } = this.#parts;
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
    onSettled(task.reference.key);
  }

  /** A 304 is an answer only to a question that was asked. */
  #notModified(lease: Lease, task: Task, intent: Intent): Promise<WorkResult> {
    if (intent.conditional) return this.#unchanged(lease, task);
    const failure = { kind: "unexpected_content", expected: "a document", seen: "status 304" } as const;
    return this.#settleFailure(lease, task, failure);
  }

  async #unchanged(lease: Lease, task: Task): Promise<WorkResult> {
    const { key: id, url } = task.reference;
    if (await this.#settle(lease, { kind: "unchanged", task })) {
      this.#parts.tally.end("unchanged");
      this.#parts.emit({ type: "unchanged", id, url });
    }
    return DONE;
  }

  async #settleFailure(lease: Lease, task: Task, failure: Failure): Promise<WorkResult> {
    const attempt = task.attempts + 1;
    const verdict = judge(failure, attempt, this.#parts.source.policy);
    if (verdict.action === "hold") return this.#hold(lease, task, failure);
    const held = verdict.action === "skip" ? null : await this.#heldBy(task, failure, verdict.action);
    if (held !== null) return this.#hold(lease, task, held);
    if (verdict.action === "retry") return this.#retry(lease, task, verdict.afterMs, describe(failure));
    const kind = verdict.action === "skip" ? "skipped" : "failed";
    return this.#end(lease, task, kind, verdict.reason, describe(failure));
  }

  /**
   * A host that asks for long silence puts the document off, however often it was tried; one whose breaker opened
   * only puts off what would be tried again.
   */
  async #heldBy(task: Task, failure: Failure, action: "retry" | "fail"): Promise<Failure | null> {
    const held = await this.#parts.fetcher.heldNow(task.reference.url);
    if (held?.kind !== "host_held" || action === "retry") return held;
    const asked = failure.kind === "http_status" && failure.retryAfterMs !== undefined;
    return asked && held.cause === "retry_after" ? held : null;
  }

  async #retry(lease: Lease, task: Task, afterMs: number, error: string): Promise<WorkResult> {
    const { frontier, clock, emit } = this.#parts;
    await frontier.settle(lease, { kind: "retry", task, notBefore: clock.steady() + afterMs, error });
    emit({ type: "retry", url: task.reference.url, attempt: task.attempts + 1, after_ms: afterMs, error });
    return DONE;
  }

  async #hold(lease: Lease, task: Task, obstacle: Failure): Promise<WorkResult> {
    const error = describe(obstacle);
    if (this.#parts.waits && obstacle.kind === "robots_unavailable") {
      return this.#retry(lease, task, ROBOTS_RETRY_MS, error);
    }
    await this.#end(lease, task, "pending", reasonOf(obstacle), error);
    return { obstacle, committed: null };
  }

  async #end(
    lease: Lease,
    task: Task,
    kind: "skipped" | "failed" | "pending",
    reason: string,
    error: string,
  ): Promise<WorkResult> {
    if (await this.#settle(lease, { kind, task, reason, error })) {
      this.#parts.tally.end(kind, reason);
      this.#parts.emit({ type: kind, id: task.reference.key, url: task.reference.url, reason, error });
    }
    return DONE;
  }

  /** False when the lease was lost: the task is somebody else's, and theirs to count. */
  async #settle(lease: Lease, settlement: Settlement): Promise<boolean> {
    const settled = await this.#parts.frontier.settle(lease, settlement);
    if (settled) this.#parts.onSettled(settlement.task.reference.key);
    return settled;
  }
}

function refuse(failure: Failure | null | undefined): void {
  if (failure !== null && failure !== undefined) throw new BrokenBody(failure);
}

function lastBytes(before: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (chunk.length >= SAMPLE_BYTES) return chunk.slice(-SAMPLE_BYTES);
  return Buffer.concat([before, chunk]).subarray(-SAMPLE_BYTES);
}
