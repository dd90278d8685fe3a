import { type Check, MISSES_THAT_PROVE, type Twin } from "../domain/change.ts";
import type { Failure } from "../domain/failure.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import { nextInterval } from "../domain/revisit.ts";
import { checkOf, heardAgain } from "./page-receiving.ts";
import type { Clock, Received, Registry } from "./ports.ts";
import type { Settings } from "./settings.ts";

interface Parts {
  readonly source: string;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly settings: Pick<Settings, "refetch">;
  /** Wall clock, ms: what the servers said since then is of this run. */
  readonly startedAt: number;
  /** The server has said often enough that a stored page is no longer there, when it was asked `by` an address. */
  readonly onGone: (key: string, reason: string, by: string) => void;
  /** A list has its own address. @default none has */
  readonly isFound?: (key: string) => boolean;
  /** No list has it any more, as far as they are read: it will go when the run ends. @default none will */
  readonly isGone?: (key: string) => boolean;
}

/** What is known of a page when it is asked for. */
interface Known {
  readonly known: StoredDocument | null;
  readonly check?: Check;
}

/** What a run remembers of the pages it has asked for, for itself and for the next one. */
export class PageMemory {
  readonly #parts: Parts;
  /** Bytes of pages on their way to the archive, and whose they are. */
  readonly #contents = new Map<string, string>();
  /** Addresses to which pages have moved, and what was found there. */
  readonly #moves = new Map<string, Twin>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A page to which another address led in this run already. */
  async cameMeanwhile(key: string): Promise<boolean> {
    const { registry, source, startedAt } = this.#parts;
    const known = (await registry.find(source, [key])).get(key);
    return known?.document?.key === key && known.check !== undefined && known.check.at >= startedAt;
  }

  /** The page that has the same bytes, if there is one, stored or on its way; remembered for the next run. */
  async twinOf(
    asked: string,
    key: string,
    { contentSha256 }: Received,
    answer: AnswerFacts,
  ): Promise<string | null> {
    const { registry, source, clock } = this.#parts;
    const stored = await registry.twinOf(source, contentSha256, key);
    // A page that has moved is no copy of what it leaves behind.
    if (stored !== null && this.#parts.isGone?.(stored) === true) return null;
    const of = stored ?? this.#contents.get(contentSha256) ?? null;
    if (of === null || of === key) {
      this.#contents.set(contentSha256, key);
      return null;
    }
    await registry.noteTwin(source, asked, twinOf(of, contentSha256, answer, clock.now()));
    return of;
  }

  /** A page is to be had at another address now, and has come from there; it keeps its name. */
  moved(key: string, to: string, { contentSha256 }: Received, answer: AnswerFacts): void {
    if (to !== key) this.#moves.set(to, twinOf(key, contentSha256, answer, this.#parts.clock.now()));
  }

  /**
   * The page that has moved to an address in this run, which need not be asked then; the next run knows it by both, so that
   * it keeps its name whichever of them comes first.
   */
  async movedTo(key: string): Promise<string | null> {
    const found = this.#moves.get(key);
    if (found !== undefined) await this.noteTwin(key, { ...found, validators: {} }, found.check);
    return found?.of ?? null;
  }

  /** Its bytes are no longer on their way. */
  arrived({ contentSha256 }: Received): void {
    this.#contents.delete(contentSha256);
  }

  /** It still has the bytes of another page, as its server says. */
  noteTwin(asked: string, twin: Twin, check: Check): Promise<void> {
    return this.#parts.registry.noteTwin(this.#parts.source, asked, { ...twin, check });
  }

  /** It is as it was; what is said of it may not be. */
  async noteSame(
    reference: Reference,
    { known, check: before }: Known,
    check: Check,
    heard: { readonly etag?: string | undefined; readonly lastModified?: string | undefined },
  ): Promise<void> {
    if (known === null) return;
    // Of two lists that lead to it, each has its own date: that of its own address is remembered.
    const token = reference.key === known.key ? reference.token : undefined;
    const intervalMs = this.#nextInterval(known, before, check.at, false);
    await this.#note(known, { ...check, ...heardAgain(known, before, heard, token), intervalMs });
  }

  /** A new version of it is stored: it is asked for sooner from now on. */
  async noteChange({ known, check }: Known): Promise<void> {
    if (known === null) return;
    const { registry, source, clock } = this.#parts;
    const intervalMs = this.#nextInterval(known, check, clock.now(), true);
    await registry.noteInterval(source, known.key, intervalMs);
  }

  #nextInterval(
    { storedAt }: StoredDocument,
    before: Check | undefined,
    now: number,
    changed: boolean,
  ): number {
    const askedAt = before?.at ?? Date.parse(storedAt);
    return nextInterval(before?.intervalMs, { askedAt, now, changed }, this.#parts.settings.refetch);
  }

  /** 410 is proof, and so is a 404 in two runs (E14). */
  async noteRefusal(reference: Reference, { known, check }: Known, failure: Failure): Promise<void> {
    const at = this.#parts.clock.now();
    if (failure.kind === "duplicate" && failure.why === "address") {
      const twin = { of: failure.of, validators: {}, check: { at, freshUntil: null, misses: 0 } };
      return this.#parts.registry.noteTwin(this.#parts.source, reference.key, twin);
    }
    if (known === null || failure.kind !== "http_status" || ![404, 410].includes(failure.status)) return;
    // Another address of a page says nothing of it where its own is asked, too.
    if (reference.key !== known.key && this.#parts.isFound?.(known.key) === true) return;
    const isGone = failure.status === 410;
    const misses = Math.max((check?.misses ?? 0) + 1, isGone ? MISSES_THAT_PROVE : 0);
    await this.#note(known, { at, freshUntil: null, misses });
    if (misses >= MISSES_THAT_PROVE)
      this.#parts.onGone(known.key, isGone ? "gone" : "not_found", reference.key);
  }

  #note({ key }: StoredDocument, check: Check): Promise<void> {
    return this.#parts.registry.noteCheck(this.#parts.source, key, check);
  }
}

function twinOf(of: string, contentSha256: string, answer: AnswerFacts, now: number): Twin {
  const { etag, lastModified } = answer;
  const validators = {
    contentSha256,
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
  return { of, validators, check: checkOf(answer, now) };
}
