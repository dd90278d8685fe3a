import type { Check } from "../domain/change.ts";
import type { Failure } from "../domain/failure.ts";
import { freshUntil } from "../domain/freshness.ts";
import type { AnswerFacts, PageFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument, Validators } from "../domain/reference.ts";
import type { Pages } from "../domain/source.ts";
import type { Archive, HttpAnswer, Registry } from "./ports.ts";

/** What of an answer's headers speaks of whoever asked, lets somebody in, or is of the connection alone. */
const LEFT_OUT =
  /cookie|auth|token|session|csrf|secret|api-?key|password|^(?:connection|keep-alive|transfer-encoding)$/i;

interface Parts {
  readonly source: string;
  readonly pages: Pages;
  readonly archive: Archive;
  readonly registry: Registry;
}

/** Where a page goes. */
export interface PagePlace {
  /** As it is stored: with the key of the address where it was found in the end. */
  readonly reference: Reference;
  readonly canonicalUrl: string;
  /** The document of which it is a new version; null where it is a page of its own. */
  readonly replaces: StoredDocument | null;
}

/** A page that has come. */
export interface FoundAt {
  /** After redirects. */
  readonly url: URL;
  readonly head: Uint8Array;
  readonly contentType: string;
  /** All redirects on the way are for good; true where there were none. */
  readonly isPermanent: boolean;
}

/** Names pages when they come, and tells whether they are there already. */
export class PageReceiving {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Without an extension: what no other page may take at the same time. */
  placeOf(reference: Reference, known: StoredDocument | null): string {
    if (known === null) return reference.path;
    const path = this.#parts.archive.pathIn(this.#parts.source, known.localPath);
    return path.slice(0, path.lastIndexOf("."));
  }

  /**
   * A page keeps the name it was first stored under; a new one is named by the address where it was found, also where
   * the address that was asked led to another page before. `take` reserves a place; it answers whose it is where it is
   * taken.
   */
  async place(
    reference: Reference,
    known: StoredDocument | null,
    answer: FoundAt,
    take: (place: string, key: string) => string | null,
  ): Promise<PagePlace | { readonly failure: Failure }> {
    const { pages, registry, source } = this.#parts;
    const extension = pages.extension(answer.head, answer.contentType, answer.url);
    const found = pages.identify(answer.url.href);
    const canonicalUrl = found?.canonicalUrl ?? answer.url.href;
    if (known !== null && !answer.isPermanent && this.#isAway(known, reference, found?.key))
      return {
        failure: { kind: "unexpected_content", expected: "the page", seen: `for now, ${answer.url.href}` },
      };
    const replaces = known !== null && this.#isStill(known, reference, found?.key) ? known : null;
    if (replaces !== null || found === null || (known === null && found.key === reference.key)) {
      const key = replaces?.key ?? reference.key;
      const path = `${this.placeOf(reference, replaces)}.${extension}`;
      return {
        reference: { ...reference, key, path, ...aliasOf(reference.key, key) },
        canonicalUrl,
        replaces,
      };
    }
    const { key, folder } = found;
    const isStored = (await registry.find(source, [key])).get(key)?.document?.key === key;
    const owner = isStored ? key : take(`${folder}/${key}`, key);
    if (owner !== null) return { failure: { kind: "duplicate", of: owner, why: "address" } };
    const path = `${folder}/${key}.${extension}`;
    return { reference: { ...reference, key, path, ...aliasOf(reference.key, key) }, canonicalUrl, replaces };
  }

  /** Asked by its own name, or found where it is or was: an address that led to a page may lead to another one now. */
  #isStill(known: StoredDocument, asked: Reference, foundKey: string | undefined): boolean {
    if (foundKey === undefined || known.key === asked.key || known.key === foundKey) return true;
    return foundKey === this.#keyOf(known.page?.url);
  }

  /** It is sent elsewhere for now (a login, a notice): what is stored of it is better than that. */
  #isAway(known: StoredDocument, asked: Reference, foundKey: string | undefined): boolean {
    const isAskedByName = known.key === asked.key && this.#keyOf(known.page?.url) === known.key;
    return isAskedByName && foundKey !== undefined && foundKey !== known.key;
  }

  #keyOf(url: string | undefined): string | undefined {
    return url === undefined ? undefined : this.#parts.pages.identify(url)?.key;
  }

  /** What a server gave speaks of the address that gave it: nobody else is asked with it. */
  isOf(known: StoredDocument | null, url: URL): boolean {
    return known?.page === undefined || this.#keyOf(known.page.url) === this.#keyOf(url.href);
  }

  /** Whose page a redirect leads to, where it is on its way, stored, or was asked for in this run: then it need not be. */
  async storedAt(
    url: URL,
    asked: Reference,
    known: StoredDocument | null,
    run: { readonly startedAt: number; readonly inHand: (place: string) => string | undefined },
  ): Promise<Failure | null> {
    const { pages, registry, source } = this.#parts;
    const found = pages.identify(url.href);
    if (found === null || found.key === asked.key) return null;
    const { key, folder } = found;
    // Before the registry is asked: what is on its way is there when it is no longer in hand.
    const owner = key === known?.key ? undefined : run.inHand(`${folder}/${key}`);
    if (owner !== undefined) return { kind: "duplicate", of: owner, why: "address" };
    const item = (await registry.find(source, [key])).get(key);
    if (item === undefined || item.document === null) return null;
    const isDue = item.document.key === known?.key && (item.check?.at ?? 0) < run.startedAt;
    return isDue ? null : { kind: "duplicate", of: item.document.key, why: "address" };
  }
}

function aliasOf(asked: string, stored: string): Pick<Reference, "alias"> {
  return asked === stored ? {} : { alias: asked };
}

export function pageFacts(
  answer: HttpAnswer,
  trail: readonly string[],
  canonicalUrl: string,
  now: number,
): PageFacts {
  const until = freshUntil(answer.headers, now);
  return {
    status: answer.status,
    headers: headersToKeep(answer.headers),
    redirectChain: trail.slice(0, -1),
    canonicalUrl,
    ...(until === null ? {} : { freshUntil: new Date(until).toISOString() }),
  };
}

export function headersToKeep(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !LEFT_OUT.test(name)));
}

/** The server was asked, and had this to say. */
export function checkedAt(now: number, headers: Readonly<Record<string, string>>): Check {
  return { at: now, freshUntil: freshUntil(headers, now), misses: 0 };
}

/**
 * A page is as it was, but what is said of its version may be new (RFC 9111 §4.3.4): remembered, so that the next run asks
 * with it, and does not ask because of it.
 */
export function heardAgain(
  known: StoredDocument,
  before: Check | undefined,
  heard: { readonly etag?: string | undefined; readonly lastModified?: string | undefined },
  token: string | undefined,
): Pick<Check, "validators"> {
  const { contentSha256: _, freshUntil: __, ...stored } = known.validators;
  const last = { ...stored, ...before?.validators };
  const said = Object.entries({ ...heard, token }).filter(([, value]) => value !== undefined);
  const now: Validators = { ...last, ...Object.fromEntries(said) };
  const isAsStored =
    now.etag === stored.etag && now.lastModified === stored.lastModified && now.token === stored.token;
  return isAsStored ? {} : { validators: now };
}

export function checkOf({ page }: AnswerFacts, now: number): Check {
  const until = page?.freshUntil;
  return { at: now, freshUntil: until === undefined ? null : Date.parse(until), misses: 0 };
}
