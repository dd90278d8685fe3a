import { type Check, conditionalHeaders, type Twin } from "../domain/change.ts";
import { BrokenBody, type Failure } from "../domain/failure.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import { ArchiveUnpacking } from "./archive-unpacking.ts";
import { type Body, BodyReceiving, isNews, isSame } from "./body-receiving.ts";
import type { FinishedDocument } from "./committer.ts";
import type { Fetched, StopSignals, Trail } from "./fetcher.ts";
import { type Claim, PageClaims } from "./page-claims.ts";
import { PageMemory } from "./page-memory.ts";
import { checkedAt, checkOf, PageReceiving } from "./page-receiving.ts";
import type { Lease, Registry, Task, Unpacker } from "./ports.ts";
import type { RobotsGuard } from "./robots-guard.ts";
import type { Settings } from "./settings.ts";
import { DONE, type EndParts, TaskEnds, type WorkResult } from "./task-ends.ts";

/** A page of nothing is a mistake of the server's, and takes no page's place. */
const EMPTY_PAGE: Failure = { kind: "unexpected_content", expected: "a page", seen: "0 bytes" };

const INTERRUPTED: Failure = { kind: "interrupted" };

/** What nobody else may take while a task is worked on. */
interface Hold {
  readonly paths: string[];
  readonly claim: Claim;
  /** A page that another task has for longer than is waited. */
  busy: string | null;
}

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
  readonly intentOf: (key: string) => Promise<Intent>;
  /** Wall clock, ms: what the servers said since then is of this run. */
  readonly startedAt: number;
  /** The server has said often enough that a stored document is no longer there, when it was asked `by` an address. */
  readonly onGone: (key: string, reason: string, by: string) => void;
  /** A list has the own address of a stored document. @default none has */
  readonly isFound?: (key: string) => boolean;
  /** No list has a stored document any more, as far as they are read. @default all have it */
  readonly isGone?: (key: string) => boolean;
}

/** Takes one task from fetch to commit, or to the state it ends in. */
export class DocumentWorker<O> {
  readonly #parts: WorkerParts<O>;
  readonly #ends: TaskEnds;
  readonly #unpacking: ArchiveUnpacking<O>;
  /** Paths on their way to the archive, and whose they are. */
  readonly #paths = new Map<string, string>();
  readonly #claims: PageClaims;
  readonly #pages: PageReceiving | null;
  readonly #receiving: BodyReceiving<O>;
  readonly #memory: PageMemory | null;

  constructor(parts: WorkerParts<O>) {
    this.#parts = parts;
    this.#claims = new PageClaims(parts.clock);
    const { pages, name } = parts.source;
    this.#pages = pages === undefined ? null : new PageReceiving({ ...parts, pages, source: name });
    this.#receiving = new BodyReceiving(parts, this.#pages);
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
    const hold: Hold = { paths: [], claim: this.#claims.open(), busy: null };
    const free = () => {
      for (const path of hold.paths) this.#paths.delete(path);
      hold.claim.free();
    };
    const working =
      this.#pages === null ? this.#workOnFile(lease, task, hold) : this.#workOnPage(lease, task, hold);
    const result = await working.catch((error: unknown) => {
      free();
      throw error;
    });
    if (result.committed === null) free();
    else result.committed.finally(free).catch(() => {});
    return result;
  }

  async #workOnFile(lease: Lease, task: Task, hold: Hold): Promise<WorkResult> {
    const { key, path } = task.reference;
    const intent = await this.#parts.intentOf(key);
    const owner = await this.#ownerOf(path);
    const name = intent.known?.key ?? key;
    if (owner !== null && owner !== name)
      return this.#ends.failed(lease, task, { kind: "path_taken", by: owner });
    this.#paths.set(path, name);
    hold.paths.push(path);
    return this.#fetchAndStore(lease, task, intent, hold);
  }

  async #workOnPage(lease: Lease, task: Task, hold: Hold): Promise<WorkResult> {
    const { key } = task.reference;
    hold.busy = this.#claims.awaitedBy(key);
    const intent = hold.busy === null ? await this.#claimed(key, hold) : null;
    if (hold.busy !== null) return this.#putOff(lease, task, hold.busy);
    if (intent === null) return this.#ends.failed(lease, task, INTERRUPTED);
    if (await this.#memory?.cameMeanwhile(key)) return this.#ends.unchanged(lease, task);
    const moved = intent.known === null ? await this.#memory?.movedTo(key) : null;
    if (moved) return this.#ends.failed(lease, task, { kind: "duplicate", of: moved, why: "address" });
    return this.#fetchAndStore(lease, task, intent, hold);
  }

  #putOff(lease: Lease, task: Task, awaited: string): Promise<WorkResult> {
    return this.#ends.later(lease, task, this.#claims.putOff(task.reference.key, awaited));
  }

  /** What is to be done with a page once it is ours, by its address and by its name; null where it does not become ours. */
  async #claimed(key: string, hold: Hold): Promise<Intent | null> {
    if (!(await this.#take(key, hold))) return null;
    for (;;) {
      const intent = await this.#parts.intentOf(key);
      const name = intent.known?.key ?? key;
      if (hold.claim.has(name)) return intent;
      if (!(await this.#take(name, hold))) return null;
    }
  }

  async #take(key: string, hold: Hold, mover: StoredDocument | null = null): Promise<boolean> {
    const taking = await hold.claim.take(key, this.#parts.signals.stop, mover);
    if (taking === "busy") hold.busy = key;
    return taking === "ours";
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

  async #fetchAndStore(lease: Lease, task: Task, intent: Intent, hold: Hold): Promise<WorkResult> {
    const fetched = await this.#fetch(task, intent, hold);
    if (!fetched.ok) {
      if (hold.busy !== null) return this.#putOff(lease, task, hold.busy);
      if (isOwn(fetched.failure, task)) return this.#foundByAnother(lease, task, intent);
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
    const stored = await this.#documentsOf(task.reference, body, hold.paths);
    if ("failure" in stored) return this.#ends.failed(lease, task, stored.failure);
    const same = isSame(body, known);
    const documents = stored.documents.map((document) => ({ ...document, isSame: same }));
    const committed = this.#ends.commit(lease, task, documents, body.answer);
    const noted = isNews(body, known) ? committed.then(() => this.#memory?.noteChange(intent)) : committed;
    return { obstacle: null, committed: this.#freed(body, noted) };
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

  /** It led to an address where another task has found the same page meanwhile. */
  async #foundByAnother(lease: Lease, task: Task, intent: Intent): Promise<WorkResult> {
    if (!(await this.#memory?.cameMeanwhile(task.reference.key)))
      await this.#memory?.noteSame(task.reference, intent, checkedAt(this.#parts.clock.now(), {}), {});
    return this.#ends.unchanged(lease, task);
  }

  #fetch(task: Task, intent: Intent, hold: Hold): Promise<Fetched<Body>> {
    const { source, options, settings, fetcher, robots } = this.#parts;
    const attempt = task.attempts + 1;
    const validators = intent.check?.validators ?? intent.known?.validators ?? intent.twin?.validators;
    const conditions = intent.conditional ? conditionalHeaders(validators) : {};
    return fetcher.attempt<Body>({
      url: task.reference.url,
      conditions: (url) => (this.#pages?.isOf(intent.known, url) === false ? {} : conditions),
      limits: settings.documentLimits,
      deadlines: fetcher.stretched(undefined, attempt),
      inScope: (url) => source.allows(url, options, task.reference),
      robots: async (url, trail) => {
        const refusal = await this.#refusalAt(url, trail, task.reference, intent, hold);
        if (refusal !== null) return refusal;
        return source.obeysRobots?.(url, options) === false ? null : robots.check(url);
      },
      attempt,
      consume: (answer, url, trail) =>
        this.#receiving.receive(task.reference, { answer, url, trail }, intent.known, hold.claim),
    });
  }

  /** A redirect is followed once its target is ours, and where that is not found by then. */
  async #refusalAt(
    url: URL,
    { isPermanent }: Trail,
    asked: Reference,
    { known }: Intent,
    hold: Hold,
  ): Promise<Failure | null> {
    const { source, startedAt } = this.#parts;
    const found = source.pages?.identify(url.href) ?? null;
    if (this.#pages === null || found === null || found.key === asked.key) return null;
    const mover = isPermanent && known?.key === asked.key ? known : null;
    if (!(await this.#take(found.key, hold, mover))) return INTERRUPTED;
    return this.#pages.storedAs(found.key, known, startedAt);
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

/** An address that leads to what it has the name of. */
function isOwn(failure: Failure, { reference }: Task): boolean {
  return failure.kind === "duplicate" && failure.of === reference.key;
}
