import type { Check } from "../domain/change.ts";
import type { Failure } from "../domain/failure.ts";
import { freshUntil } from "../domain/freshness.ts";
import type { AnswerFacts, PageFacts } from "../domain/manifest.ts";
import type { Reference, StoredDocument, Validators } from "../domain/reference.ts";
import type { Pages } from "../domain/source.ts";
import type { Claim } from "./page-claims.ts";
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

  /** Without an extension. */
  #placeOf(reference: Reference, known: StoredDocument | null): string {
    if (known === null) return reference.path;
    const path = this.#parts.archive.pathIn(this.#parts.source, known.localPath);
    return path.slice(0, path.lastIndexOf("."));
  }

  /**
   * A page keeps the name it was first stored under, also where it has moved to what another address has just led to; a
   * new one is named by the address where it was found, also where the address that was asked led to another page before.
   */
  async place(
    reference: Reference,
    known: StoredDocument | null,
    answer: FoundAt,
    claim: Pick<Claim, "moverTo">,
  ): Promise<PagePlace | { readonly failure: Failure }> {
    const { pages, registry, source } = this.#parts;
    const extension = pages.extension(answer.head, answer.contentType, answer.url);
    const found = pages.identify(answer.url.href);
    const canonicalUrl = found?.canonicalUrl ?? answer.url.href;
    if (known !== null && !answer.isPermanent && this.#isAway(known, reference, found?.key))
      return {
        failure: { kind: "unexpected_content", expected: "the page", seen: `for now, ${answer.url.href}` },
      };
    const named = (replaces: StoredDocument | null): PagePlace => {
      const key = replaces?.key ?? reference.key;
      const path = `${this.#placeOf(reference, replaces)}.${extension}`;
      // Asked by its name, and found where it has moved to: the next run knows it by that address, too.
      const movedTo = answer.isPermanent && found !== null ? found.key : key;
      const other = reference.key === key ? movedTo : reference.key;
      const stored = { ...reference, key, path, ...aliasOf(other, key) };
      return { reference: stored, canonicalUrl, replaces };
    };
    if (known !== null && this.#isStill(known, reference, found?.key)) return named(known);
    if (found === null) return named(null);
    const { key, folder } = found;
    const isNew = known === null && key === reference.key;
    if (!isNew && (await registry.find(source, [key])).get(key)?.document?.key === key)
      return { failure: { kind: "duplicate", of: key, why: "address" } };
    const mover = claim.moverTo(key);
    if (mover !== null || isNew) return named(mover);
    const path = `${folder}/${key}.${extension}`;
    const stored = { ...reference, key, path, ...aliasOf(reference.key, key) };
    return { reference: stored, canonicalUrl, replaces: null };
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

  /** Whose page a redirect leads to, where it is stored or was asked for in this run: then it need not be. */
  async storedAs(key: string, known: StoredDocument | null, startedAt: number): Promise<Failure | null> {
    const { registry, source } = this.#parts;
    const item = (await registry.find(source, [key])).get(key);
    const found = item?.document;
    if (found) {
      const isDue = found.key === known?.key && (item.check?.at ?? 0) < startedAt;
      return isDue ? null : { kind: "duplicate", of: found.key, why: "address" };
    }
    if (item?.twin === undefined || item.twin.check.at < startedAt) return null;
    return { kind: "duplicate", of: item.twin.of, why: "address" };
  }
}

function aliasOf(other: string, stored: string): Pick<Reference, "alias"> {
  return other === stored ? {} : { alias: other };
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
