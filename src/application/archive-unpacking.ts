import { BrokenBody, type Failure } from "../domain/failure.ts";
import type { Reference } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import { chooseDocuments, type ChosenEntry, memberKey, memberReference } from "../domain/unpacking.ts";
import type { UnpackRules } from "../domain/unpacking.ts";
import { withHead } from "./body-head.ts";
import type { FinishedDocument } from "./committer.ts";
import type { StopSignals } from "./fetcher.ts";
import type { Archive, HeldFile, OpenedArchive, Registry, Unpacker } from "./ports.ts";
import type { Settings } from "./settings.ts";

/** Bodies of a source are judged by this many bytes. */
export const SAMPLE_BYTES = 1024;
/** Names tried for one document whose own belongs to another link. */
const MAX_NAMES = 1000;

export interface UnpackingParts<O> {
  readonly source: Source<O>;
  readonly settings: Settings;
  readonly archive: Archive;
  readonly unpacker: Unpacker;
  readonly registry: Registry;
  readonly signals: StopSignals;
}

export interface HeldArchive {
  readonly held: HeldFile;
  readonly rules: UnpackRules;
  /** The end of the body was not announced: it may have been cut. */
  readonly unframed: boolean;
}

/** Takes a path for a key. Answers whether a document is stored there; throws `BrokenBody` where it is another's. */
export type ReservePath = (path: string, key: string) => Promise<boolean>;

/** Takes the documents out of a held archive: all that are wanted, or none (U14). */
export class ArchiveUnpacking<O> {
  readonly #parts: UnpackingParts<O>;

  constructor(parts: UnpackingParts<O>) {
    this.#parts = parts;
  }

  /** The held file is gone afterwards, whatever happens. */
  async unpack(
    reference: Reference,
    { held, rules, unframed }: HeldArchive,
    reserve: ReservePath,
  ): Promise<{ readonly documents: readonly FinishedDocument[] } | { readonly failure: Failure }> {
    let opened: OpenedArchive | null = null;
    try {
      opened = await this.#parts.unpacker.open(held);
      const { maxDecodedBytes } = this.#parts.settings.documentLimits;
      const choice = chooseDocuments(opened.entries, rules, maxDecodedBytes);
      if (!choice.ok) return { failure: choice.failure };
      const members = await this.#members(reference, choice.chosen, held.sha256);
      return { documents: await this.#receiveAll(opened, members, reserve) };
    } catch (error) {
      if (!(error instanceof BrokenBody)) throw error;
      return { failure: unframed ? error.failure : asRefusal(error.failure) };
    } finally {
      await opened?.close();
      await this.#parts.archive.release(held);
    }
  }

  async #members(
    archive: Reference,
    chosen: readonly ChosenEntry[],
    sha256: string,
  ): Promise<readonly Member[]> {
    const of = { sha256, documents: chosen.length };
    const members: Member[] = [];
    for (const [index, entry] of chosen.entries()) {
      const key = await this.#keyFor(archive, memberKey(archive.key, index, chosen.length));
      members.push({ entry, reference: memberReference(archive, { key, entry }, of) });
    }
    return members;
  }

  /** The usual key unless it is another link's (`T055-2` may be): then the next one that is free. */
  async #keyFor(archive: Reference, usual: string): Promise<string> {
    const { registry, source } = this.#parts;
    const about = archive.path.slice(0, Math.max(0, archive.path.lastIndexOf("/")));
    for (let key = usual, nth = 2; nth <= MAX_NAMES; key = `${usual}-${nth++}`) {
      if (key === archive.key) return key;
      const { url } = await registry.claim(source.name, key, archive.url, about);
      if (url === archive.url) return key;
      // An archive that has moved keeps the keys of its documents.
      const known = (await registry.find(source.name, [key])).get(key)?.document;
      if (known?.archive?.key === archive.key) return key;
    }
    throw new Error(`no free key for ${usual} after ${MAX_NAMES} tries`);
  }

  async #receiveAll(
    opened: OpenedArchive,
    members: readonly Member[],
    reserve: ReservePath,
  ): Promise<readonly FinishedDocument[]> {
    const documents: FinishedDocument[] = [];
    try {
      for (const { entry, reference } of members) {
        const replaces = await reserve(reference.path, reference.key);
        const body = this.#checked(opened.read(entry.index), reference);
        const received = await this.#parts.archive.receive(this.#parts.source.name, reference.path, body);
        documents.push({ reference, received, replaces });
      }
      return documents;
    } catch (error) {
      for (const { received } of documents) await this.#parts.archive.discard(received).catch(() => {});
      throw error;
    }
  }

  /** The bytes of an entry, once the source has agreed to their beginning; none once the run is to end. */
  async *#checked(bytes: AsyncIterable<Uint8Array>, reference: Reference): AsyncGenerator<Uint8Array> {
    const { source, signals } = this.#parts;
    const { head, body } = await withHead(bytes, SAMPLE_BYTES);
    const failure = source.checkHead?.(head, { contentType: "" }, reference) ?? null;
    if (failure !== null) {
      await body.return(undefined);
      throw new BrokenBody(inArchive(failure, reference));
    }
    for await (const chunk of body) {
      if (signals.abort.aborted) throw new BrokenBody({ kind: "interrupted" });
      yield chunk;
    }
  }
}

interface Member {
  readonly entry: ChosenEntry;
  readonly reference: Reference;
}

/** A whole answer that is damaged will be damaged next time: it is not asked for again in this run. */
function asRefusal(failure: Failure): Failure {
  return failure.kind === "body_broken" ? { kind: "archive_refused", detail: failure.detail } : failure;
}

function inArchive(failure: Failure, { archive }: Reference): Failure {
  if (failure.kind !== "unexpected_content") return failure;
  return { ...failure, expected: `${failure.expected} in entry ${JSON.stringify(archive?.entry ?? "")}` };
}
