import { type Check, conditionalHeaders, MISSES_THAT_PROVE, type Twin } from "../domain/change.ts";
import { BrokenBody, type Failure } from "../domain/failure.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { UnpackRules } from "../domain/unpacking.ts";
import { ArchiveUnpacking, SAMPLE_BYTES } from "./archive-unpacking.ts";
import { withHead } from "./body-head.ts";
import type { FinishedDocument } from "./committer.ts";
import type { Consumed, Fetched, StopSignals } from "./fetcher.ts";
import { checkedAt, checkOf, heardAgain, pageFacts, PageReceiving } from "./page-receiving.ts";
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
  /** Bytes of pages on their way to the archive, and whose they are. */
  readonly #contents = new Map<string, string>();
  readonly #pages: PageReceiving | null;

  constructor(parts: WorkerParts<O>) {
    this.#parts = parts;
    const { pages, name } = parts.source;
    this.#pages = pages === undefined ? null : new PageReceiving({ ...parts, pages, source: name });
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
    if (this.#pages !== null && (await this.#cameMeanwhile(task))) return this.#ends.unchanged(lease, task);
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

  /** A page to which another address led in this run already. */
  async #cameMeanwhile({ reference: { key } }: Task): Promise<boolean> {
    const { registry, source, startedAt } = this.#parts;
    const known = (await registry.find(source.name, [key])).get(key);
    return known?.document?.key === key && known.check !== undefined && known.check.at >= startedAt;
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
      if (this.#pages !== null) await this.#noteRefusal(task, intent, fetched.failure);
      return this.#ends.failed(lease, task, fetched.failure);
    }
    if ("notModified" in fetched) return this.#notModified(lease, task, intent, fetched.headers);
    const { value: body } = fetched;
    const known = body.kind === "document" ? body.replaces : intent.known;
    if (intent.conditional && isSame(body, known)) {
      await this.#giveUp(body);
      const check = checkOf(body.answer, this.#parts.clock.now());
      await this.#noteSame(task, intent, check, body.answer);
      return this.#ends.unchanged(lease, task);
    }
    if (this.#pages !== null && body.kind === "document" && body.received.originalSize === 0) {
      await this.#giveUp(body);
      return this.#ends.failed(lease, task, EMPTY_PAGE);
    }
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

  /** The page that has the same bytes, if there is one, stored or on its way; remembered for the next run. */
  async #twinOf({ reference }: Task, body: Body): Promise<string | null> {
    if (this.#pages === null || body.kind !== "document") return null;
    const { contentSha256 } = body.received;
    const { key } = body.reference;
    const stored = await this.#pages.twinOf(contentSha256, key);
    const of = stored ?? this.#contents.get(contentSha256) ?? null;
    if (of === null || of === key) {
      this.#contents.set(contentSha256, key);
      return null;
    }
    const { etag, lastModified } = body.answer;
    const validators = {
      contentSha256,
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { lastModified }),
    };
    const { registry, source, clock } = this.#parts;
    const check = checkOf(body.answer, clock.now());
    await registry.noteTwin(source.name, reference.key, { of, validators, check });
    return of;
  }

  async #freed(body: Body, committed: Promise<void>): Promise<void> {
    try {
      await committed;
    } finally {
      if (this.#pages !== null && body.kind === "document")
        this.#contents.delete(body.received.contentSha256);
    }
  }

  async #noteCheck({ known }: Intent, check: Check): Promise<void> {
    const { registry, source } = this.#parts;
    if (this.#pages !== null && known !== null) await registry.noteCheck(source.name, known.key, check);
  }

  /** It is as it was; what is said of it may not be. */
  async #noteSame(
    { reference }: Task,
    intent: Intent,
    check: Check,
    heard: { readonly etag?: string | undefined; readonly lastModified?: string | undefined },
  ): Promise<void> {
    if (intent.known === null) return;
    // Of two lists that lead to it, each has its own date: that of its own address is remembered.
    const token = reference.key === intent.known.key ? reference.token : undefined;
    const news = heardAgain(intent.known, intent.check, heard, token);
    await this.#noteCheck(intent, { ...check, ...news });
  }

  /** 410 is proof, and so is a 404 in two runs (E14). */
  async #noteRefusal({ reference }: Task, intent: Intent, failure: Failure): Promise<void> {
    const { known, check } = intent;
    if (failure.kind === "duplicate" && failure.why === "address") {
      const { registry, source, clock } = this.#parts;
      const twin = {
        of: failure.of,
        validators: {},
        check: { at: clock.now(), freshUntil: null, misses: 0 },
      };
      return registry.noteTwin(source.name, reference.key, twin);
    }
    if (known === null || failure.kind !== "http_status" || ![404, 410].includes(failure.status)) return;
    const isGone = failure.status === 410;
    const misses = Math.max((check?.misses ?? 0) + 1, isGone ? MISSES_THAT_PROVE : 0);
    await this.#noteCheck(intent, { at: this.#parts.clock.now(), freshUntil: null, misses });
    if (misses >= MISSES_THAT_PROVE) this.#parts.onGone(known.key, isGone ? "gone" : "not_found");
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
    {
      answer,
      url,
      trail,
    }: { readonly answer: HttpAnswer; readonly url: URL; readonly trail: readonly string[] },
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
    const place = await this.#placeOf(reference, { url, head, contentType }, intent, paths);
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
    const page = pageFacts(answer, trail, canonicalUrl, this.#parts.clock.now());
    return { value: { kind: "document", reference: stored, received, answer: { ...facts, page }, replaces } };
  }

  async #placeOf(
    reference: Reference,
    answer: { readonly url: URL; readonly head: Uint8Array; readonly contentType: string },
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
      const { registry, source } = this.#parts;
      await registry.noteTwin(source.name, task.reference.key, { ...intent.twin, check });
      return this.#ends.failed(lease, task, { kind: "duplicate", of: intent.twin.of, why: "content" });
    }
    if (intent.conditional) {
      const { etag, "last-modified": lastModified } = headers;
      await this.#noteSame(task, intent, check, { etag, lastModified });
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
