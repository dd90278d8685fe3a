import { conditionalHeaders } from "../domain/change.ts";
import type { EventBody } from "../domain/events.ts";
import { BrokenBody, describe, type Failure, reasonOf } from "../domain/failure.ts";
import { judge } from "../domain/judge.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { Tally } from "../domain/tally.ts";
import type { UnpackRules } from "../domain/unpacking.ts";
import { ArchiveUnpacking, SAMPLE_BYTES } from "./archive-unpacking.ts";
import { withHead } from "./body-head.ts";
import type { Committer, FinishedDocument } from "./committer.ts";
import type { Consumed, Fetched, Fetcher, StopSignals } from "./fetcher.ts";
import type {
  Archive,
  Clock,
  Frontier,
  HeldFile,
  HttpAnswer,
  Lease,
  Received,
  Registry,
  Settlement,
  Task,
  Unpacker,
} from "./ports.ts";
import { ROBOTS_RETRY_MS, type RobotsGuard } from "./robots-guard.ts";
import type { Settings } from "./settings.ts";

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
  readonly unpacker: Unpacker;
  readonly signals: StopSignals;
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

/** A document, or an archive whose documents are wanted. */
type Body =
  | { readonly kind: "document"; readonly received: Received; readonly answer: AnswerFacts }
  | {
      readonly kind: "archive";
      readonly held: HeldFile;
      readonly rules: UnpackRules;
      readonly answer: AnswerFacts;
    };

/** Takes one task from fetch to commit, or to the state it ends in. */
export class DocumentWorker<O> {
  readonly #parts: WorkerParts<O>;
  readonly #unpacking: ArchiveUnpacking<O>;
  /** Paths on their way to the archive, and whose they are. */
  readonly #paths = new Map<string, string>();

  constructor(parts: WorkerParts<O>) {
    this.#parts = parts;
    this.#unpacking = new ArchiveUnpacking(parts);
  }

  async work(lease: Lease, task: Task): Promise<WorkResult> {
    const { key, path } = task.reference;
    const owner = await this.#ownerOf(path);
    if (owner !== null && owner !== key)
      return this.#settleFailure(lease, task, { kind: "path_taken", by: owner });
    const paths = [path];
    this.#paths.set(path, key);
    const free = () => paths.forEach((one) => this.#paths.delete(one));
    const result = await this.#fetchAndStore(lease, task, paths).catch((error: unknown) => {
      free();
      throw error;
    });
    if (result.committed === null) free();
    else result.committed.finally(free).catch(() => {});
    return result;
  }

  /** Two keys with one path: the second would overwrite a document that was acknowledged. */
  async #ownerOf(path: string): Promise<string | null> {
    const inHand = this.#paths.get(path);
    if (inHand !== undefined) return inHand;
    const stored = await this.#storedAt(path);
    return this.#paths.get(path) ?? stored?.key ?? null;
  }

  #storedAt(path: string): Promise<StoredDocument | null> {
    const { registry, archive, source } = this.#parts;
    return registry.documentAt(source.name, archive.localPath(source.name, path));
  }

  async #fetchAndStore(lease: Lease, task: Task, paths: string[]): Promise<WorkResult> {
    const intent = this.#parts.intentOf(task.reference.key);
    const fetched = await this.#fetch(task, intent);
    if (!fetched.ok) return this.#settleFailure(lease, task, fetched.failure);
    if ("notModified" in fetched) return this.#notModified(lease, task, intent);
    const { value: body } = fetched;
    if (intent.conditional && isSame(body, intent.known)) {
      await this.#giveUp(body);
      return this.#unchanged(lease, task);
    }
    const stored = await this.#documentsOf(task.reference, body, intent, paths);
    if ("failure" in stored) return this.#settleFailure(lease, task, stored.failure);
    return { obstacle: null, committed: this.#commit(lease, task, stored.documents, body.answer) };
  }

  #giveUp(body: Body): Promise<void> {
    const { archive } = this.#parts;
    return body.kind === "document" ? archive.discard(body.received) : archive.release(body.held);
  }

  async #documentsOf(
    reference: Reference,
    body: Body,
    intent: Intent,
    paths: string[],
  ): Promise<{ readonly documents: readonly FinishedDocument[] } | { readonly failure: Failure }> {
    if (body.kind === "document") {
      return { documents: [{ reference, received: body.received, replaces: intent.known !== null }] };
    }
    const { held, rules, answer } = body;
    const unframed = answer.unframed === true;
    return this.#unpacking.unpack(reference, { held, rules, unframed }, async (path, key) => {
      const owner = await this.#ownerOf(path);
      if (owner !== null && owner !== key) throw new BrokenBody({ kind: "path_taken", by: owner });
      this.#paths.set(path, key);
      paths.push(path);
      return (await this.#storedAt(path)) !== null;
    });
  }

  #fetch(task: Task, intent: Intent): Promise<Fetched<Body>> {
    const { source, options, settings, fetcher, robots } = this.#parts;
    const attempt = task.attempts + 1;
    return fetcher.attempt<Body>({
      url: task.reference.url,
      headers: intent.conditional ? conditionalHeaders(intent.known) : {},
      limits: settings.documentLimits,
      deadlines: fetcher.stretched(undefined, attempt),
      inScope: (url) => source.allows(url, options),
      robots: (url) => robots.check(url),
      attempt,
      consume: (answer, url) => this.#receive(task.reference, answer, url),
    });
  }

  async #receive(reference: Reference, answer: HttpAnswer, url: URL): Promise<Consumed<Body>> {
    const { source, options, archive } = this.#parts;
    const { head, body } = await withHead(this.#watched(answer, url.host), SAMPLE_BYTES);
    const rules = source.unpacks?.(head, reference, options) ?? null;
    if (rules !== null) {
      const held = await archive.hold(source.name, body);
      return { value: { kind: "archive", held, rules, answer: this.#factsOf(reference, answer, url) } };
    }
    const contentType = answer.headers["content-type"] ?? "";
    const failure = source.checkHead?.(head, { contentType }, reference) ?? null;
    if (failure !== null) {
      await body.return();
      return { failure };
    }
    const received = await archive.receive(source.name, reference.path, this.#ended(reference, answer, body));
    return { value: { kind: "document", received, answer: this.#factsOf(reference, answer, url) } };
  }

  #factsOf(reference: Reference, answer: HttpAnswer, url: URL): AnswerFacts {
    const { etag, "last-modified": lastModified } = answer.headers;
    return {
      downloadedAt: new Date(this.#parts.clock.now()).toISOString(),
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
      ...(url.href === reference.url ? {} : { finalUrl: url.href }),
      ...(answer.framing === "close" ? { unframed: true } : {}),
    };
  }

  /** The body as it is, its progress told. */
  async *#watched(answer: HttpAnswer, host: string): AsyncGenerator<Uint8Array> {
    const { clock, emit } = this.#parts;
    let unreported = 0;
    let reportedAt = clock.monotonic();
    for await (const chunk of answer.body) {
      unreported += chunk.length;
      if (clock.monotonic() - reportedAt > PROGRESS_EVERY_MS) {
        emit({ type: "progress", host, bytes: unreported });
        [unreported, reportedAt] = [0, clock.monotonic()];
      }
      yield chunk;
    }
    emit({ type: "progress", host, bytes: unreported });
  }

  /** The body as it is, once the source has agreed to its end where a cut would go unnoticed. */
  async *#ended(
    reference: Reference,
    answer: HttpAnswer,
    body: AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array> {
    let tail: Uint8Array = new Uint8Array();
    for await (const chunk of body) {
      if (answer.framing === "close") tail = lastBytes(tail, chunk);
      yield chunk;
    }
    if (answer.framing !== "close") return;
    const failure = this.#parts.source.checkTail?.(tail, reference) ?? null;
    if (failure !== null) throw new BrokenBody(failure);
  }

  async #commit(
    lease: Lease,
    task: Task,
    finished: readonly FinishedDocument[],
    answer: AnswerFacts,
  ): Promise<void> {
    const { committer, tally, emit, onSettled } = this.#parts;
    const documents = await committer.commit({ lease, task, answer, documents: finished });
    tally.end("completed");
    const sizes = { original: 0, compressed: 0 };
    for (const { originalSize, compressedSize } of documents) {
      sizes.original += originalSize;
      sizes.compressed += compressedSize;
    }
    tally.bytes += sizes.original;
    emit({
      type: "completed",
      id: task.reference.key,
      url: task.reference.url,
      path: documents[0]?.localPath ?? "",
      original_size: sizes.original,
      compressed_size: sizes.compressed,
      ...(documents[0]?.archive === undefined ? {} : { documents: documents.map(({ key }) => key) }),
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

/** Whether a body is what is stored already, byte by byte. */
function isSame(body: Body, known: StoredDocument | null): boolean {
  if (known === null) return false;
  if (body.kind === "archive") return body.held.sha256 === known.archive?.sha256;
  return known.archive === undefined && body.received.contentSha256 === known.validators.contentSha256;
}

function lastBytes(before: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (chunk.length >= SAMPLE_BYTES) return chunk.slice(-SAMPLE_BYTES);
  return Buffer.concat([before, chunk]).subarray(-SAMPLE_BYTES);
}
