import {
  type AnswerFacts,
  type ManifestLine,
  manifestLine,
  pageMeta,
  serializeLine,
  storedDocument,
} from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type {
  Archive,
  CommittedTask,
  DescribedPage,
  Lease,
  Manifest,
  Received,
  Registry,
  Syncs,
  Task,
} from "./ports.ts";

/** A document whose bytes are on disk and whose line is not yet written. */
export interface FinishedDocument {
  readonly reference: Reference;
  readonly received: Received;
  /** There is a committed document at this path. */
  readonly replaces: boolean;
  /** With the same bytes. @default false */
  readonly isSame?: boolean;
}

/** A task that is done but for the commit. Several documents where it was an archive: all of them, or none. */
export interface Finished {
  readonly lease: Lease;
  readonly task: Task;
  readonly answer: AnswerFacts;
  readonly documents: readonly FinishedDocument[];
  /** Told once they are stored for good, before any other sync begins. */
  readonly acknowledge: (documents: readonly StoredDocument[]) => void;
}

interface Waiting {
  readonly finished: Finished;
  readonly resolve: (documents: readonly StoredDocument[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit (E2, E3): documents that finish while a commit is under way share the next one: one set of folder
 * syncs, one manifest write and sync, one transaction. The order inside a commit is the promise itself:
 *
 *   files durable under their name (or staged, where they replace one) → manifest line → replacement → what is said of
 *   pages, beside them → registry
 *
 * The first failure is final: nothing is acknowledged after it (E5).
 */
export class Committer {
  readonly #source: string;
  readonly #archive: Archive;
  readonly #manifest: Manifest;
  readonly #registry: Registry;
  readonly #syncs: Syncs;
  readonly #waiting: Waiting[] = [];
  readonly #failure: () => { readonly error: unknown } | null;
  #running = false;
  #broken: { readonly error: unknown } | null = null;

  /** `failure` tells of storage that broke anywhere in the run: then nothing more is acknowledged here either. */
  constructor(
    source: string,
    ports: { archive: Archive; manifest: Manifest; registry: Registry; syncs: Syncs },
    failure: () => { readonly error: unknown } | null,
  ) {
    this.#source = source;
    this.#failure = failure;
    this.#archive = ports.archive;
    this.#manifest = ports.manifest;
    this.#registry = ports.registry;
    this.#syncs = ports.syncs;
  }

  /** Resolves once all documents of the task are stored for good. */
  commit(finished: Finished): Promise<readonly StoredDocument[]> {
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
        const committed = await this.#commitBatch(batch.map(({ finished }) => finished));
        const documentsOf = (i: number) => committed[i]?.documents ?? [];
        await this.#syncs.whenQuiet(() =>
          batch.forEach(({ finished }, i) => finished.acknowledge(documentsOf(i))),
        );
        batch.forEach(({ resolve }, i) => resolve(documentsOf(i)));
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

  async #commitBatch(batch: readonly Finished[]): Promise<readonly CommittedTask[]> {
    const all = batch.flatMap(({ documents }) => documents);
    const replacing = all.filter(({ replaces }) => replaces).map(({ received }) => received);
    const fresh = all.filter(({ replaces }) => !replaces).map(({ received }) => received);
    if (fresh.length > 0) await this.#archive.publish(fresh);
    if (replacing.length > 0) await this.#archive.stage(replacing);

    const lines = batch.map((finished) => this.#linesOf(finished));
    this.#refuseIfBroken();
    const watermark = await this.#manifest.append(this.#source, lines.flat().map(serializeLine));
    if (replacing.length > 0) await this.#archive.replace(replacing);
    const described = lines.flat().flatMap((line) => descriptionOf(line));
    if (described.length > 0) await this.#archive.describe(this.#source, described);

    const committed = batch.map(({ lease, task }, i) => ({
      lease,
      task,
      documents: (lines[i] ?? []).map(storedDocument),
    }));
    await this.#registry.commit(this.#source, committed, watermark);
    return committed;
  }

  #linesOf({ documents, answer }: Finished): readonly ManifestLine[] {
    return documents.map(({ reference, received }) => {
      const localPath = this.#archive.localPath(this.#source, received.path);
      return manifestLine(this.#source, reference, localPath, received, answer);
    });
  }
}

/** What is kept beside a page; nothing for other documents. */
export function descriptionOf(line: ManifestLine): readonly DescribedPage[] {
  const meta = pageMeta(line);
  return meta === null ? [] : [{ localPath: line.local_path, meta }];
}
