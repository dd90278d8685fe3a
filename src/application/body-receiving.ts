import { BrokenBody } from "../domain/failure.ts";
import type { AnswerFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import type { UnpackRules } from "../domain/unpacking.ts";
import { SAMPLE_BYTES } from "./archive-unpacking.ts";
import { withHead } from "./body-head.ts";
import type { Consumed, Trail } from "./fetcher.ts";
import type { Claim } from "./page-claims.ts";
import { pageFacts, type PageReceiving } from "./page-receiving.ts";
import type { HeldFile, HttpAnswer, Received } from "./ports.ts";
import type { EndParts } from "./task-ends.ts";

const PROGRESS_EVERY_MS = 200;

/** A document, or an archive whose documents are wanted. */
export type Body =
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

/** An answer with a body, and the way to it. */
interface Came {
  readonly answer: HttpAnswer;
  readonly url: URL;
  readonly trail: Trail;
}

interface Parts<O> extends Pick<EndParts, "archive" | "clock" | "emit"> {
  readonly source: Source<O>;
  readonly options: O;
}

/** Takes the body of an answer to where no reader sees it yet, if the source agrees with what it is. */
export class BodyReceiving<O> {
  readonly #parts: Parts<O>;
  readonly #pages: PageReceiving | null;

  constructor(parts: Parts<O>, pages: PageReceiving | null) {
    this.#parts = parts;
    this.#pages = pages;
  }

  async receive(
    reference: Reference,
    { answer, url, trail }: Came,
    known: StoredDocument | null,
    claim: Claim,
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
    const place =
      this.#pages === null
        ? { reference, canonicalUrl: url.href, replaces: known }
        : await this.#pages.place(reference, known, { url, head, contentType, isPermanent }, claim);
    if ("failure" in place) {
      await body.return();
      return place;
    }
    const { reference: stored, canonicalUrl, replaces } = place;
    const received = await archive.receive(source.name, stored.path, this.#ended(reference, answer, body));
    if (this.#pages === null)
      return { value: { kind: "document", reference, received, answer: facts, replaces } };
    const page = pageFacts(answer, trail.urls, canonicalUrl, this.#parts.clock.now());
    return { value: { kind: "document", reference: stored, received, answer: { ...facts, page }, replaces } };
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
}

/** Whether a body is what is stored already, byte by byte. */
export function isSame(body: Body, known: StoredDocument | null): boolean {
  if (known === null) return false;
  if (body.kind === "archive") return body.held.sha256 === known.archive?.sha256;
  return known.archive === undefined && body.received.contentSha256 === known.validators.contentSha256;
}

/** Another version of a page that is stored already. */
export function isNews(body: Body, known: StoredDocument | null): boolean {
  return body.kind === "document" && known !== null && !isSame(body, known);
}

function lastBytes(before: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (chunk.length >= SAMPLE_BYTES) return chunk.slice(-SAMPLE_BYTES);
  return Buffer.concat([before, chunk]).subarray(-SAMPLE_BYTES);
}
