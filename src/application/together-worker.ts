import { askedSilence, describe, type Failure } from "../domain/failure.ts";
import { judge, signOfHealth } from "../domain/judge.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Brought, DiscoverContext, Source, Together } from "../domain/source.ts";
import type { FinishedDocument } from "./committer.ts";
import type { StopSignals } from "./fetcher.ts";
import type { Lease, Received, Registry, Task } from "./ports.ts";
import { type EndParts, TaskEnds, type WorkResult } from "./task-ends.ts";

export interface TogetherParts<O> extends EndParts {
  readonly source: Source<O>;
  readonly together: Together<O>;
  readonly context: DiscoverContext<O>;
  readonly registry: Registry;
  readonly signals: StopSignals;
}

/** Tasks asked for in one request, and how often they were. */
interface Group {
  readonly tasks: readonly Task[];
  readonly attempt: number;
  /** Attempts that ended with a word of the host's to wait: they do not use up the patience with failures. */
  readonly waits: number;
}

/** Two in a row may be the server's bad moment; then the group is halved. */
const WHOLE_ATTEMPTS = 2;

/** After so many failures without one success the server is in trouble, whatever it says of its health. */
const FRUITLESS = 12;

/**
 * Takes tasks whose documents come several to a request from fetch to commit. A group that keeps failing is halved until
 * the one that fails stands alone; both halves have their turn before either is halved again, so that what works is
 * seen to work, and the server is asked how it is, so that the breaker does not open for a few bad documents:
 *
 *   group ──fails──▶ again ──fails──▶ two halves … ──▶ one alone ──fails──▶ failed
 *      └──────────── the host asks to wait ──▶ waits, the same group again
 */
export class TogetherWorker<O> {
  readonly #parts: TogetherParts<O>;
  readonly #ends: TaskEnds;
  #fruitless = 0;
  #size: number;

  constructor(parts: TogetherParts<O>) {
    this.#parts = parts;
    this.#size = parts.together.size;
    this.#ends = new TaskEnds(parts);
  }

  /** How many to ask for in one request: fewer for the rest of the run, where an answer was too large. */
  get size(): number {
    return this.#size;
  }

  async work(lease: Lease, tasks: readonly Task[]): Promise<WorkResult> {
    const groups: Group[] = [{ tasks, attempt: 1, waits: 0 }];
    const commits: Promise<void>[] = [];
    const result = (obstacle: Failure | null): WorkResult => ({
      obstacle,
      committed: commits.length === 0 ? null : Promise.all(commits).then(() => {}),
    });
    const size = this.#size;
    for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
      const fetched = await this.#fetch(group);
      this.#fruitless = fetched.ok ? 0 : this.#fruitless + 1;
      if (!fetched.ok && isTooMuch(fetched.failure)) this.#size = this.#sizeAfter(group, size);
      const next = fetched.ok
        ? await this.#store(lease, group, fetched.brought, commits)
        : await this.#afterFailure(lease, group, fetched.failure);
      if ("obstacle" in next) {
        for (const { tasks: left } of [group, ...groups])
          for (const task of left) await this.#ends.held(lease, task, next.obstacle);
        return result(next.obstacle);
      }
      groups.push(...next.groups);
    }
    return result(null);
  }

  /** Half of what was too much; as many as before where it was too much of one. */
  #sizeAfter({ tasks }: Group, before: number): number {
    return tasks.length === 1 ? before : Math.min(this.#size, Math.ceil(tasks.length / 2));
  }

  #fetch({ tasks, attempt }: Group): ReturnType<Together<O>["fetch"]> {
    const { together, context } = this.#parts;
    const references = tasks.map(({ reference }) => reference);
    return together.fetch(references, { ...context, attempt, storedBytes: (key) => this.#storedBytes(key) });
  }

  async #storedBytes(key: string): Promise<Uint8Array | null> {
    const { archive } = this.#parts;
    const document = await this.#known(key);
    return document === null ? null : archive.read(document);
  }

  async #known(key: string): Promise<StoredDocument | null> {
    const { registry, source } = this.#parts;
    return (await registry.find(source.name, [key])).get(key)?.document ?? null;
  }

  /** What to ask next, or what keeps us from asking. */
  async #afterFailure(
    lease: Lease,
    group: Group,
    failure: Failure,
  ): Promise<{ readonly groups: readonly Group[] } | { readonly obstacle: Failure }> {
    const { source, fetcher, clock, signals, emit } = this.#parts;
    const { tasks, attempt } = group;
    const asksToWait = failure.kind === "asked_to_wait";
    const waits = group.waits + (asksToWait ? 1 : 0);
    const verdict = judge(failure, asksToWait ? waits : attempt - waits, source.policy);
    if (verdict.action === "hold") return { obstacle: failure };
    const url = tasks[0]?.reference.url ?? "";
    if (attempt - waits >= WHOLE_ATTEMPTS && signOfHealth(failure) === "sick") await this.#askHowItIs();
    const held = await fetcher.heldNow(url);
    if (held !== null) return { obstacle: held };
    const halves = isHostsWord(failure) ? null : halved(group, failure);
    if (halves === null && verdict.action !== "retry") {
      const attempts = attempt - waits - 1;
      for (const task of tasks) await this.#ends.failed(lease, { ...task, attempts }, failure);
      return { groups: [] };
    }
    if (halves !== null && isTooMuch(failure)) return { groups: halves };
    const afterMs = verdict.action === "retry" ? verdict.afterMs : 0;
    emit({ type: "retry", url, attempt, after_ms: afterMs, error: describe(failure) });
    await clock.sleep(afterMs, signals.stop);
    if (signals.stop.aborted) return { obstacle: { kind: "interrupted" } };
    if (halves !== null && (attempt - waits >= WHOLE_ATTEMPTS || verdict.action !== "retry"))
      return { groups: halves };
    return { groups: [{ tasks, attempt: attempt + 1, waits }] };
  }

  /** Its answer goes to the breaker, as that of every request does. */
  async #askHowItIs(): Promise<void> {
    const { together, context } = this.#parts;
    if (this.#fruitless <= FRUITLESS) await together.isWell?.(context);
  }

  /** In the order of the tasks. Commits are not waited for: the next request goes out meanwhile. */
  async #store(
    lease: Lease,
    { tasks, attempt, waits }: Group,
    brought: ReadonlyMap<string, Brought>,
    commits: Promise<void>[],
  ): Promise<{ readonly groups: readonly Group[] }> {
    const ready = await Promise.all(
      tasks.map((task) => this.#ready(brought.get(task.reference.key) ?? NOT_BROUGHT)),
    );
    const again: Group[] = [];
    for (const [at, task] of tasks.entries()) {
      const one = ready[at] ?? NOT_BROUGHT.failure;
      if ("received" in one) {
        commits.push(this.#commit(lease, task, one));
        continue;
      }
      const tried = { ...task, attempts: attempt - waits - 1 };
      const verdict = judge(one, attempt - waits, this.#parts.source.policy);
      if (verdict.action === "retry") again.push({ tasks: [task], attempt: attempt + 1, waits });
      else await this.#ends.failed(lease, tried, one);
    }
    return { groups: again };
  }

  /** On disk and all but committed, or why not. */
  async #ready(one: Brought): Promise<FinishedDocument | Failure> {
    if (one.kind === "failed") return one.failure;
    const taken = await this.#pathTaken(one.reference);
    return taken ?? this.#finish(one.reference, await this.#receive(one));
  }

  /** Two keys with one path: the second would overwrite a document that was acknowledged. */
  async #pathTaken({ key, path }: Reference): Promise<Failure | null> {
    const { registry, archive, source } = this.#parts;
    const there = await registry.documentAt(source.name, archive.localPath(source.name, path));
    return there === null || there.key === key ? null : { kind: "path_taken", by: there.key };
  }

  #receive({ reference, pieces }: Brought & { kind: "document" }): Promise<Received> {
    const { archive, source } = this.#parts;
    async function* body(): AsyncIterable<Uint8Array> {
      yield* pieces;
    }
    return archive.receive(source.name, reference.path, body());
  }

  async #finish(reference: Reference, received: Received): Promise<FinishedDocument> {
    const { archive, source } = this.#parts;
    const known = await this.#known(reference.key);
    const localPath = archive.localPath(source.name, reference.path);
    const isElsewhere = known !== null && known.localPath !== localPath;
    return {
      // A file in a folder that is not this run's is somebody's copy, and stays.
      reference:
        isElsewhere && archive.owns(source.name, known.localPath)
          ? { ...reference, formerPath: known.localPath }
          : reference,
      received,
      replaces: known !== null && !isElsewhere,
      isSame: known?.validators.contentSha256 === received.contentSha256,
    };
  }

  #commit(lease: Lease, task: Task, finished: FinishedDocument): Promise<void> {
    const answer = { downloadedAt: new Date(this.#parts.clock.now()).toISOString() };
    return this.#ends.commit(lease, task, [finished], answer);
  }
}

const NOT_BROUGHT = {
  kind: "failed",
  failure: { kind: "unexpected_content", expected: "the document", seen: "an answer without it" },
} as const;

/** What the host says of itself, whatever it was asked for. */
function isHostsWord(failure: Failure): boolean {
  if (failure.kind === "http_status" && failure.status === 429) return true;
  return askedSilence(failure) !== undefined || ["asked_to_wait", "connection"].includes(failure.kind);
}

function isTooMuch({ kind }: Failure): boolean {
  return kind === "too_large";
}

/** An answer that was too large is no failure of the server's, and uses up no patience with it. */
function halved({ tasks, attempt, waits }: Group, failure: Failure): readonly Group[] | null {
  if (tasks.length < 2) return null;
  const middle = Math.ceil(tasks.length / 2);
  return [tasks.slice(0, middle), tasks.slice(middle)].map((half) => ({
    tasks: half,
    attempt: isTooMuch(failure) ? attempt : attempt + 1,
    waits,
  }));
}
