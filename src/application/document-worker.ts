import { type Check, conditionalHeaders, type Twin } from "../domain/change.ts";
import { BrokenBody, type Failure } from "../domain/failure.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { UnpackRules } from "../domain/unpacking.ts";
import { ArchiveUnpacking, SAMPLE_BYTES } from "./archive-unpacking.ts";
import { withHead } from "./body-head.ts";
import type { FinishedDocument } from "./committer.ts";
import type { Consumed, Fetched, StopSignals, Trail } from "./fetcher.ts";
import { PageMemory } from "./page-memory.ts";
import { checkedAt, checkOf, type FoundAt, pageFacts, PageReceiving } from "./page-receiving.ts";
import type { HeldFile, HttpAnswer, Lease, Received, Registry, Task, Unpacker } from "./ports.ts";
import type { RobotsGuard } from "./robots-guard.ts";
import type { Settings } from "./settings.ts";
import { DONE, type EndParts, TaskEnds, type WorkResult } from "./task-ends.ts";

const PROGRESS_EVERY_MS = 200;

/** A page of nothing is a mistake of the server's, and takes no page's place. */
const EMPTY_PAGE: Failure = { kind: "unexpected_content", expected: "a page", seen: "0 bytes" };

/** What was decided about a document when it was queued. */
export interface Intent {
  /** The document that is there already. */
  readonly known: StoredDocument | null;
  /** A 304 or the same bytes mean that it is unchanged. */
  readonly conditional: boolean;
  /** What the server said when it was last asked for it. */
  readonly check?: Check;
  /** Whose document it was when it was last asked for. */
  readonly twin?: Twin;
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
  /** Wall clock, ms: what the servers said since then is of this run. */
  readonly startedAt: number;
  /** The server has said often enough that a stored document is no longer there. */
  readonly onGone: (key: string, reason: string) => void;
}

/** A document, or an archive whose documents are wanted. */
type Body =
  | {
      readonly kind: "document";
      /** As it is stored. */
      readonly reference: Reference;
      readonly received: Received;
      readonly answer: AnswerFacts;
      /** The document of which it is a new version. */
      readonly replaces: StoredDocument | null;
    }
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
  readonly #pages: PageReceiving | null;
  readonly #memory: PageMemory | null;

  constructor(parts: WorkerParts<O>) {
    this.#parts = parts;
    const { pages, name } = parts.source;
    this.#pages = pages === undefined ? null : new PageReceiving({ ...parts, pages, source: name });
    this.#memory = pages === undefined ? null : new PageMemory({ ...parts, source: name });
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
    const { reference } = task;
    const intent = this.#parts.intentOf(reference.key);
    if (await this.#memory?.cameMeanwhile(reference.key)) return this.#ends.unchanged(lease, task);
    const moved = intent.known === null ? await this.#memory?.movedTo(reference.key) : null;
    if (moved) return this.#ends.failed(lease, task, { kind: "duplicate", of: moved, why: "address" });
    const key = intent.known?.key ?? reference.key;
    const path = this.#pages?.placeOf(reference, intent.known) ?? reference.path;
    const owner = await this.#ownerOf(path);
    if (owner !== null && (this.#pages !== null ? this.#paths.has(path) : owner !== key))
      return this.#ends.failed(lease, task, this.#takenBy(owner));
    const paths = [path];
    this.#paths.set(path, key);
    const free = () => paths.forEach((one) => this.#paths.delete(one));
    const result = await this.#fetchAndStore(lease, task, intent, paths).catch((error: unknown) => {
      free();
      throw error;
    });
    if (result.committed === null) free();
    else result.committed.finally(free).catch(() => {});
    return result;
  }

  #takenBy(owner: string): Failure {
    return this.#pages === null
      ? { kind: "path_taken", by: owner }
      : { kind: "duplicate", of: owner, why: "address" };
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

  async #fetchAndStore(lease: Lease, task: Task, intent: Intent, paths: string[]): Promise<WorkResult> {
    const fetched = await this.#fetch(task, intent, paths);
    if (!fetched.ok) {
      await this.#memory?.noteRefusal(task.reference, intent, fetched.failure);
      return this.#ends.failed(lease, task, fetched.failure);
    }
    if ("notModified" in fetched) return this.#notModified(lease, task, intent, fetched.headers);
    const { value: body } = fetched;
    const known = body.kind === "document" ? body.replaces : intent.known;
    if (intent.conditional && isSame(body, known) && this.#isWhereItWas(task, body)) {
      await this.#giveUp(body);
      const check = checkOf(body.answer, this.#parts.clock.now());
      await this.#memory?.noteSame(task.reference, intent, check, body.answer);
      this.#noteMove(task, body);
      return this.#ends.unchanged(lease, task);
    }
    if (this.#pages !== null && body.kind === "document" && body.received.originalSize === 0) {
      await this.#giveUp(body);
      return this.#ends.failed(lease, task, EMPTY_PAGE);
    }
    this.#noteMove(task, body);
    const twin = known === null ? await this.#twinOf(task, body) : null;
    if (twin !== null) {
      await this.#giveUp(body);
      return this.#ends.failed(lease, task, { kind: "duplicate", of: twin, why: "content" });
    }
    const stored = await this.#documentsOf(task.reference, body, paths);
    if ("failure" in stored) return this.#ends.failed(lease, task, stored.failure);
    const committed = this.#ends.commit(lease, task, stored.documents, body.answer);
    return { obstacle: null, committed: this.#freed(body, committed) };
  }

  /** Where a page has moved for good, what is said of it is written anew, so that the next run asks its new address with it. */
  #isWhereItWas({ reference }: Task, body: Body): boolean {
    const found = URL.parse(body.answer.finalUrl ?? reference.url);
    if (body.kind !== "document" || found === null) return true;
    return this.#pages?.isOf(body.replaces, found) ?? true;
  }

  #noteMove({ reference }: Task, body: Body): void {
    if (body.kind !== "document" || body.replaces === null) return;
    const found = this.#parts.source.pages?.identify(body.answer.finalUrl ?? reference.url);
    if (found) this.#memory?.moved(body.replaces.key, found.key, body.received, body.answer);
  }

  async #twinOf({ reference }: Task, body: Body): Promise<string | null> {
    if (this.#memory === null || body.kind !== "document") return null;
    return this.#memory.twinOf(reference.key, body.reference.key, body.received, body.answer);
  }

  async #freed(body: Body, committed: Promise<void>): Promise<void> {
    try {
      await committed;
    } finally {
      if (body.kind === "document") this.#memory?.arrived(body.received);
    }
  }

  #giveUp(body: Body): Promise<void> {
    const { archive } = this.#parts;
    return body.kind === "document" ? archive.discard(body.received) : archive.release(body.held);
  }

  async #documentsOf(
    reference: Reference,
    body: Body,
    paths: string[],
  ): Promise<{ readonly documents: readonly FinishedDocument[] } | { readonly failure: Failure }> {
    if (body.kind === "document") {
      const { received, reference: stored, replaces } = body;
      return { documents: [{ reference: stored, received, replaces: replaces !== null }] };
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

  #fetch(task: Task, intent: Intent, paths: string[]): Promise<Fetched<Body>> {
    const { source, options, settings, fetcher, robots, startedAt } = this.#parts;
    const attempt = task.attempts + 1;
    const validators = intent.check?.validators ?? intent.known?.validators ?? intent.twin?.validators;
    const conditions = intent.conditional ? conditionalHeaders(validators) : {};
    return fetcher.attempt<Body>({
      url: task.reference.url,
      conditions: (url) => (this.#pages?.isOf(intent.known, url) === false ? {} : conditions),
      limits: settings.documentLimits,
      deadlines: fetcher.stretched(undefined, attempt),
      inScope: (url) => source.allows(url, options, task.reference),
      robots: async (url) => {
        const run = { startedAt, inHand: (place: string) => this.#paths.get(place) };
        const stored = await this.#pages?.storedAt(url, task.reference, intent.known, run);
        if (stored) return stored;
        return source.obeysRobots?.(url, options) === false ? null : robots.check(url);
      },
      attempt,
      consume: (answer, url, trail) => this.#receive(task.reference, { answer, url, trail }, intent, paths),
    });
  }

  async #receive(
    reference: Reference,
    { answer, url, trail }: { readonly answer: HttpAnswer; readonly url: URL; readonly trail: Trail },
    intent: Intent,
    paths: string[],
  ): Promise<Consumed<Body>> {
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
    const facts = this.#factsOf(reference, answer, url);
    const { isPermanent } = trail;
    const place = await this.#placeOf(reference, { url, head, contentType, isPermanent }, intent, paths);
    if ("failure" in place) {
      await body.return();
      return place;
    }
    const { reference: stored, canonicalUrl, replaces } = place;
    // It is another page than the one whose place was reserved for it.
    if (replaces === null && intent.known !== null) this.#paths.delete(paths.shift() ?? "");
    const received = await archive.receive(source.name, stored.path, this.#ended(reference, answer, body));
    if (this.#pages === null)
      return { value: { kind: "document", reference, received, answer: facts, replaces } };
    const page = pageFacts(answer, trail.urls, canonicalUrl, this.#parts.clock.now());
    return { value: { kind: "document", reference: stored, received, answer: { ...facts, page }, replaces } };
  }

  async #placeOf(
    reference: Reference,
    answer: FoundAt,
    intent: Intent,
    paths: string[],
  ): ReturnType<PageReceiving["place"]> {
    if (this.#pages === null) return { reference, canonicalUrl: answer.url.href, replaces: intent.known };
    return this.#pages.place(reference, intent.known, answer, (path, key) => {
      const owner = this.#paths.get(path);
      if (owner !== undefined) return owner;
      this.#paths.set(path, key);
      paths.push(path);
      return null;
    });
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
  async #notModified(
    lease: Lease,
    task: Task,
    intent: Intent,
    headers: Readonly<Record<string, string>>,
  ): Promise<WorkResult> {
    const check = checkedAt(this.#parts.clock.now(), headers);
    if (intent.conditional && intent.known === null && intent.twin !== undefined) {
      await this.#memory?.noteTwin(task.reference.key, intent.twin, check);
      return this.#ends.failed(lease, task, { kind: "duplicate", of: intent.twin.of, why: "content" });
    }
    if (intent.conditional) {
      const { etag, "last-modified": lastModified } = headers;
      await this.#memory?.noteSame(task.reference, intent, check, { etag, lastModified });
      return this.#ends.unchanged(lease, task);
    }
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
