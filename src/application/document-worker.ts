import { conditionalHeaders } from "../domain/change.ts";
import { BrokenBody, type Failure } from "../domain/failure.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { UnpackRules } from "../domain/unpacking.ts";
import { ArchiveUnpacking, SAMPLE_BYTES } from "./archive-unpacking.ts";
import { withHead } from "./body-head.ts";
import type { FinishedDocument } from "./committer.ts";
import type { Consumed, Fetched, StopSignals } from "./fetcher.ts";
import type { HeldFile, HttpAnswer, Lease, Received, Registry, Task, Unpacker } from "./ports.ts";
import type { RobotsGuard } from "./robots-guard.ts";
import type { Settings } from "./settings.ts";
import { DONE, type EndParts, TaskEnds, type WorkResult } from "./task-ends.ts";

const PROGRESS_EVERY_MS = 200;

/** What was decided about a document when it was queued. */
export interface Intent {
  /** The document that is there already. */
  readonly known: StoredDocument | null;
  /** A 304 or the same bytes mean that it is unchanged. */
  readonly conditional: boolean;
}

export interface WorkerParts<O> extends EndParts {
  readonly source: Source<O>;
  readonly options: O;
  readonly settings: Settings;
  readonly unpacker: Unpacker;
  readonly signals: StopSignals;
  readonly registry: Registry;
  readonly robots: RobotsGuard;
  readonly intentOf: (key: string) => Intent;
}

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
  readonly #ends: TaskEnds;
  readonly #unpacking: ArchiveUnpacking<O>;
  /** Paths on their way to the archive, and whose they are. */
  readonly #paths = new Map<string, string>();

  constructor(parts: WorkerParts<O>) {
    this.#parts = parts;
    this.#ends = new TaskEnds(parts);
    this.#unpacking = new ArchiveUnpacking(parts);
  }

  /** Documents taken at a time. */
  readonly size = 1;

  async work(lease: Lease, tasks: readonly Task[]): Promise<WorkResult> {
    const [task] = tasks;
    return task === undefined ? DONE : this.#work(lease, task);
  }

  async #work(lease: Lease, task: Task): Promise<WorkResult> {
    const { key, path } = task.reference;
    const owner = await this.#ownerOf(path);
    if (owner !== null && owner !== key)
      return this.#ends.failed(lease, task, { kind: "path_taken", by: owner });
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
    if (!fetched.ok) return this.#ends.failed(lease, task, fetched.failure);
    if ("notModified" in fetched) return this.#notModified(lease, task, intent);
    const { value: body } = fetched;
    if (intent.conditional && isSame(body, intent.known)) {
      await this.#giveUp(body);
      return this.#ends.unchanged(lease, task);
    }
    const stored = await this.#documentsOf(task.reference, body, intent, paths);
    if ("failure" in stored) return this.#ends.failed(lease, task, stored.failure);
    return { obstacle: null, committed: this.#ends.commit(lease, task, stored.documents, body.answer) };
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
      robots: async (url) => (source.obeysRobots?.(url, options) === false ? null : robots.check(url)),
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

  /** A 304 is an answer only to a question that was asked. */
  #notModified(lease: Lease, task: Task, intent: Intent): Promise<WorkResult> {
    if (intent.conditional) return this.#ends.unchanged(lease, task);
    const failure = { kind: "unexpected_content", expected: "a document", seen: "status 304" } as const;
    return this.#ends.failed(lease, task, failure);
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
