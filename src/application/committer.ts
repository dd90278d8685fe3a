import { LevadaError } from "../domain/errors.ts";
import { type AnswerFacts, manifestLine, serializeLine, storedDocument } from "../domain/manifest.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { Archive, Lease, Manifest, Received, Registry, Task } from "./ports.ts";

/** A document whose bytes are on disk and whose line is not yet written. */
export interface Finished {
  readonly lease: Lease;
  readonly task: Task;
  readonly received: Received;
  readonly answer: AnswerFacts;
  /** There is a committed document at this path. */
  readonly replaces: boolean;
}

interface Waiting {
  readonly finished: Finished;
  readonly resolve: (document: StoredDocument) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit (E2, E3): documents that finish while a commit is under way share the next one: one set of folder
 * syncs, one manifest write and sync, one transaction. The order inside a commit is the promise itself:
 *
 *   files durable under their name (or staged, where they replace one) → manifest line → replacement → registry
 *
 * The first failure is final: nothing is acknowledged after it (E5).
 */
export class Committer {
  readonly #source: string;
  readonly #archive: Archive;
  readonly #manifest: Manifest;
  readonly #registry: Registry;
  readonly #waiting: Waiting[] = [];
  readonly #failure: () => { readonly error: unknown } | null;
  #running = false;
  #broken: { readonly error: unknown } | null = null;

  /** `failure` tells of storage that broke anywhere in the run: then nothing more is acknowledged here either. */
  constructor(
    source: string,
    ports: { archive: Archive; manifest: Manifest; registry: Registry },
    failure: () => { readonly error: unknown } | null,
  ) {
    this.#source = source;
    this.#failure = failure;
    this.#archive = ports.archive;
    this.#manifest = ports.manifest;
    this.#registry = ports.registry;
  }

  /** Resolves once the document is stored for good. */
  commit(finished: Finished): Promise<StoredDocument> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ finished, resolve, reject });
      if (!this.#running) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0);
      try {
        this.#refuseIfBroken();
        const documents = await this.#commitBatch(batch.map(({ finished }) => finished));
        this.#refuseIfUnsynced();
        batch.forEach(({ resolve }, i) => resolve(documents[i] as StoredDocument));
      } catch (error) {
        this.#broken ??= { error };
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running = false;
  }

  #refuseIfBroken(): void {
    const broken = this.#broken ?? this.#failure();
    if (broken !== null) throw broken.error;
  }

  /** What was committed before the disk was full is stored; after a failed sync nobody can say so. */
  #refuseIfUnsynced(): void {
    const error = this.#failure()?.error;
    if (error instanceof LevadaError && error.code === "fsync_failed") throw error;
  }

  async #commitBatch(batch: readonly Finished[]): Promise<readonly StoredDocument[]> {
    const replacing = batch.filter(({ replaces }) => replaces).map(({ received }) => received);
    const fresh = batch.filter(({ replaces }) => !replaces).map(({ received }) => received);
    if (fresh.length > 0) await this.#archive.publish(fresh);
    if (replacing.length > 0) await this.#archive.stage(replacing);

    const lines = batch.map(({ task, received, answer }) =>
      manifestLine(
        this.#source,
        task.reference,
        this.#archive.localPath(this.#source, received.path),
        received,
        answer,
      ),
    );
    this.#refuseIfBroken();
    const watermark = await this.#manifest.append(this.#source, lines.map(serializeLine));
    if (replacing.length > 0) await this.#archive.replace(replacing);

    const documents = lines.map(storedDocument);
    const committed = batch.map(({ lease, task }, i) => ({
      lease,
      task,
      documents: [documents[i] as StoredDocument],
    }));
    await this.#registry.commit(this.#source, committed, watermark);
    return documents;
  }
}
