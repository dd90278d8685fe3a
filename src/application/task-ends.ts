import type { EventBody } from "../domain/events.ts";
import { askedSilence, describe, type Failure, reasonOf } from "../domain/failure.ts";
import { judge } from "../domain/judge.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { Tally } from "../domain/tally.ts";
import type { Committer, FinishedDocument } from "./committer.ts";
import type { Fetcher } from "./fetcher.ts";
import type { Archive, Clock, Frontier, Lease, Settlement, Task } from "./ports.ts";
import { ROBOTS_RETRY_MS } from "./robots-guard.ts";

export interface WorkResult {
  /** What kept a host, not the document, from being asked. */
  readonly obstacle: Failure | null;
  /** Resolves when the document is stored; null where there is none to store. */
  readonly committed: Promise<void> | null;
}

export const DONE: WorkResult = { obstacle: null, committed: null };

export interface EndParts {
  readonly source: Pick<Source<never>, "name" | "policy">;
  readonly clock: Clock;
  readonly archive: Archive;
  readonly frontier: Frontier;
  readonly fetcher: Fetcher;
  readonly committer: Committer;
  readonly tally: Tally;
  readonly emit: (event: EventBody) => void;
  /** With `--wait`: a host is waited for instead of being left for a later run. */
  readonly waits: boolean;
  /** The task has left the run. */
  readonly onSettled: (key: string) => void;
}

/** The states a task can end in, each settled, counted and told in one place. */
export class TaskEnds {
  readonly #parts: EndParts;

  constructor(parts: EndParts) {
    this.#parts = parts;
  }

  async commit(
    lease: Lease,
    task: Task,
    finished: readonly FinishedDocument[],
    answer: AnswerFacts,
  ): Promise<void> {
    const { committer, archive, source, onSettled } = this.#parts;
    const replaced = finished.some(({ replaces }) => replaces);
    const isSame = finished.every((document) => document.replaces && document.isSame === true);
    const how = { replaced, ...(isSame ? { same_bytes: true as const } : {}) };
    const acknowledge = (documents: readonly StoredDocument[]) => this.#acknowledge(task, documents, how);
    const documents = await committer.commit({ lease, task, answer, documents: finished, acknowledge });
    for (const { formerPath } of documents)
      if (formerPath !== undefined) await archive.remove(source.name, formerPath);
    onSettled(task.reference.key);
  }

  #acknowledge(
    { reference }: Task,
    documents: readonly StoredDocument[],
    how: { readonly replaced: boolean; readonly same_bytes?: true },
  ): void {
    const { tally, emit } = this.#parts;
    tally.end("completed");
    const sizes = sumOfSizes(documents);
    tally.bytes += sizes.original_size;
    emit({
      type: "completed",
      id: reference.key,
      url: reference.url,
      path: documents[0]?.localPath ?? "",
      ...sizes,
      ...how,
      ...(documents[0]?.archive === undefined
        ? storedAs(documents[0], reference.key)
        : { documents: documents.map(({ key }) => key) }),
    });
  }

  async unchanged(lease: Lease, task: Task): Promise<WorkResult> {
    const { key: id, url } = task.reference;
    if (await this.#settle(lease, { kind: "unchanged", task })) {
      this.#parts.tally.end("unchanged");
      this.#parts.emit({ type: "unchanged", id, url });
    }
    return DONE;
  }

  /** As the policy judges it: tried again, put off, skipped or failed. */
  async failed(lease: Lease, task: Task, failure: Failure): Promise<WorkResult> {
    const attempt = task.attempts + 1;
    const verdict = judge(failure, attempt, this.#parts.source.policy);
    if (verdict.action === "hold") return this.held(lease, task, failure);
    const held = verdict.action === "skip" ? null : await this.#heldBy(task, failure, verdict.action);
    if (held !== null) return this.held(lease, task, held);
    if (verdict.action === "retry") return this.#retry(lease, task, verdict.afterMs, describe(failure));
    const kind = verdict.action === "skip" ? "skipped" : "failed";
    return this.#end(lease, task, kind, verdict.reason, describe(failure));
  }

  /** It could not be tried yet; its turn comes again. */
  async later(lease: Lease, task: Task, afterMs: number): Promise<WorkResult> {
    const { frontier, clock } = this.#parts;
    await frontier.settle(lease, { kind: "later", task, notBefore: clock.steady() + afterMs });
    return DONE;
  }

  /** The host is the obstacle: the task stays pending. */
  async held(lease: Lease, task: Task, obstacle: Failure): Promise<WorkResult> {
    const error = describe(obstacle);
    if (this.#parts.waits && obstacle.kind === "robots_unavailable") {
      return this.#retry(lease, task, ROBOTS_RETRY_MS, error);
    }
    await this.#end(lease, task, "pending", reasonOf(obstacle), error);
    return { obstacle, committed: null };
  }

  /**
   * A host that asks for long silence puts the document off, however often it was tried; one whose breaker opened
   * only puts off what would be tried again.
   */
  async #heldBy(task: Task, failure: Failure, action: "retry" | "fail"): Promise<Failure | null> {
    const held = await this.#parts.fetcher.heldNow(task.reference.url);
    if (held?.kind !== "host_held" || action === "retry") return held;
    return askedSilence(failure) !== undefined && held.cause === "retry_after" ? held : null;
  }

  async #retry(lease: Lease, task: Task, afterMs: number, error: string): Promise<WorkResult> {
    const { frontier, clock, emit } = this.#parts;
    await frontier.settle(lease, { kind: "retry", task, notBefore: clock.steady() + afterMs, error });
    emit({ type: "retry", url: task.reference.url, attempt: task.attempts + 1, after_ms: afterMs, error });
    return DONE;
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

function storedAs(document: StoredDocument | undefined, asked: string): { readonly stored_as?: string } {
  return document === undefined || document.key === asked ? {} : { stored_as: document.key };
}

function sumOfSizes(documents: readonly StoredDocument[]): {
  original_size: number;
  compressed_size: number;
} {
  const sizes = { original_size: 0, compressed_size: 0 };
  for (const { originalSize, compressedSize } of documents) {
    sizes.original_size += originalSize;
    sizes.compressed_size += compressedSize;
  }
  return sizes;
}
