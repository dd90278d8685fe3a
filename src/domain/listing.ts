import { forbidsKeeping } from "./freshness.ts";
import type { Validators } from "./reference.ts";

/**
 * What is listed in one answer that has to be held whole to be read (JSON, HTML, XML). In memory it is up to seven times as
 * large: its bytes, its text, and what is made of it. Far more than any page of a catalog has; lists that are longer come
 * in pages, or are streamed (sitemaps, CSV).
 */
export const MAX_LISTING_BYTES = 6 * 1024 * 1024;

/** What is remembered of a listing besides its bytes. */
export interface ListingFacts {
  /** Where it was found in the end: what its server gave speaks of this address and no other. */
  readonly url: string;
  /** As they came, but for what speaks of whoever asked. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * What a server can be asked with whether a listing has changed; null where it gave nothing, or wants it not kept. Its
 * freshness is of no account: a run looks for news, and to be told that there is none costs no body.
 */
export function listingValidators(
  headers: Readonly<Record<string, string>>,
  receivedAt: number,
): Validators | null {
  const { etag, "last-modified": lastModified } = headers;
  if (forbidsKeeping(headers)) return null;
  if (etag === undefined && (lastModified === undefined || !isSettled(lastModified, headers, receivedAt)))
    return null;
  return {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
}

/**
 * RFC 9110 §8.8.2.2: a date tells versions apart only where the answer was made in a later second; what changed twice in
 * one second would be the same for ever.
 */
function isSettled(
  lastModified: string,
  { date = "" }: Readonly<Record<string, string>>,
  receivedAt: number,
): boolean {
  const answeredAt = Date.parse(date);
  return (Number.isNaN(answeredAt) ? receivedAt : answeredAt) - Date.parse(lastModified) >= 1000;
}

/** RFC 9111 §4.3.4: a 304 that names another version than the one that is kept says nothing of that one. */
export function isOfAnotherVersion(
  kept: Readonly<Record<string, string>>,
  notModified: Readonly<Record<string, string>>,
): boolean {
  const [before, now] = [kept["etag"], notModified["etag"]];
  return before !== undefined && now !== undefined && opaque(before) !== opaque(now);
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
