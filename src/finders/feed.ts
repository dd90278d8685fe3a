/**
 * Feeds as sites serve them (P2): RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0, JSON Feed; well-formed by feedsmith, the
 * rest saved as far as it goes. Never throws.
 */
import { MAX_LISTING_BYTES } from "../domain/listing.ts";
import { isoDate } from "./dates.ts";
import { parseWellFormed } from "./feed-parsing.ts";
import type { FeedFormat, RawFeed, RawFeedEntry } from "./feed-raw.ts";
import { formatOf, recoverFeed } from "./feed-recovery.ts";
import { plainText } from "./plain-text.ts";
import { type Problem, Problems } from "./problems.ts";
import { decodeWhole } from "./text-decoding.ts";
import { webUrl } from "./web-url.ts";

export interface FeedOptions {
  /** The value of the Content-Type header. */
  readonly contentType?: string | undefined;
  /** @default 6 MiB */
  readonly maxBytes?: number;
  /** @default 10,000 */
  readonly maxEntries?: number;
}

export interface FeedEntry {
  /** Null where the entry has no address of the web. */
  readonly url: string | null;
  readonly title: string;
  /** ISO 8601. */
  readonly published: string | null;
  readonly updated: string | null;
  readonly id: string | null;
}

export type FeedProblemCode =
  | "not_a_feed"
  | "malformed"
  | "too_large"
  | "too_many_entries"
  | "control_characters"
  | "no_link"
  | "bad_date"
  | "empty";

export interface FeedReading {
  readonly format: FeedFormat | null;
  /** False where nothing in it is what a feed has: never to be read as "no news". */
  readonly recognised: boolean;
  readonly entries: readonly FeedEntry[];
  readonly problems: readonly Problem<FeedProblemCode>[];
}

/** Its beginning is read: there the news are. */
export const MAX_FEED_BYTES = MAX_LISTING_BYTES;
/**
 * feedsmith builds a tree, some sixty times as large as a text that is made for it; what is longer is read tag by tag.
 */
const MAX_TREE_LENGTH = 1024 * 1024;
const MAX_ENTRIES = 10_000;
const MAX_TITLE = 1000;

export function readFeed(content: string | Uint8Array, url: string, options: FeedOptions = {}): FeedReading {
  const problems = new Problems<FeedProblemCode>();
  const text = cleanText(content, options, problems);
  const format = /^\s*\{/.test(text) ? "json" : formatOf(text);
  const raw = format === null ? null : rawFeed(text, format, options, problems);
  if (raw === null) {
    problems.add("not_a_feed");
    return { format: null, recognised: false, entries: [], problems: problems.list() };
  }
  const entries = entriesOf(raw, url, options.maxEntries ?? MAX_ENTRIES, problems);
  return { format: raw.format, recognised: true, entries, problems: problems.list() };
}

/** XML 1.0 2.2 has no place for control characters; programs let them through all the same. */
function cleanText(
  content: string | Uint8Array,
  options: FeedOptions,
  problems: Problems<FeedProblemCode>,
): string {
  const max = options.maxBytes ?? MAX_FEED_BYTES;
  if (content.length > max) problems.add("too_large");
  const text =
    typeof content === "string"
      ? content.slice(0, max)
      : decodeWhole(content.subarray(0, max), { contentType: options.contentType });
  const clean = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\u{FFFE}\u{FFFF}]+/gu, "").replace(/^\u{FEFF}/u, "");
  if (clean.length < text.length && !text.startsWith("\u{FEFF}")) problems.add("control_characters");
  return clean;
}

function rawFeed(
  text: string,
  format: FeedFormat,
  options: FeedOptions,
  problems: Problems<FeedProblemCode>,
): RawFeed | null {
  const isTorn = format !== "json" && hasManyOpenTags(text);
  const isSmall = format === "json" || (text.length <= MAX_TREE_LENGTH && !isTorn);
  const parsed = isSmall ? attempt(() => parseWellFormed(text, format)) : null;
  // Where tags are not closed feedsmith may lose entries without a word: the one that finds more is right.
  const saved = format === "json" ? null : recoverFeed(text, format, (options.maxEntries ?? MAX_ENTRIES) + 1);
  const best = parsed === null || (saved !== null && hasMore(saved, parsed)) ? saved : parsed;
  // Inside CDATA (XML 1.0 2.7) tags need no end.
  if ((isTorn && !text.includes("<![CDATA[")) || (isSmall && (parsed === null || best === saved)))
    problems.add("malformed");
  return best;
}

/** feedsmith looks for the end of each tag as far as the text goes: with many that have none it would take hours. */
const MAX_OPEN_TAGS = 100;

function hasManyOpenTags(text: string): boolean {
  let open = 0;
  for (const _ of text.matchAll(/<[^<>]*(?=<|$)/g)) if (++open > MAX_OPEN_TAGS) return true;
  return false;
}

function hasMore(feed: RawFeed, than: RawFeed): boolean {
  const more = linked(feed) - linked(than);
  return more > 0 || (more === 0 && feed.entries.length > than.entries.length);
}

function linked(feed: RawFeed): number {
  return feed.entries.filter(({ links }) => links.length > 0).length;
}

/** feedsmith throws for what is not well-formed, too deep or oddly named: whatever it is, the feed is not. */
function attempt<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

function entriesOf(
  raw: RawFeed,
  url: string,
  maxEntries: number,
  problems: Problems<FeedProblemCode>,
): FeedEntry[] {
  if (raw.entries.length > maxEntries) problems.add("too_many_entries");
  if (raw.entries.length === 0) problems.add("empty");
  const base = baseOf(raw, url);
  return raw.entries.slice(0, maxEntries).map((entry) => entryOf(entry, base, problems));
}

/** RFC 4287 2: `xml:base`; RSS has none, there it is the page of the channel, then the feed's own address. */
function baseOf(raw: RawFeed, url: string): string {
  if (raw.base !== null) return webUrl(raw.base, url) ?? url;
  return (raw.format === "atom" || raw.home === null ? null : webUrl(raw.home, url)) ?? url;
}

function entryOf(raw: RawFeedEntry, feedBase: string, problems: Problems<FeedProblemCode>): FeedEntry {
  const base = raw.base === null ? feedBase : (webUrl(raw.base, feedBase) ?? feedBase);
  const url = addressOf(raw, base);
  if (url === null) problems.add("no_link");
  const title = raw.titleIsHtml ? plainText(raw.title) : raw.title;
  return {
    url,
    title: onOneLine(title).slice(0, MAX_TITLE),
    published: dateOf(raw.published, problems),
    updated: dateOf(raw.updated, problems),
    id: onOneLine(raw.id) || null,
  };
}

/** References (`&#27;`) bring back what was taken out of the text. */
function onOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** An id that is no address (`tag:…`, `12345`) is not resolved into one. */
function addressOf(raw: RawFeedEntry, base: string): string | null {
  for (const link of raw.links) {
    const isId = link === raw.id;
    const url = isId ? webUrl(link) : webUrl(link, base);
    if (url !== null) return url;
  }
  return null;
}

function dateOf(text: string, problems: Problems<FeedProblemCode>): string | null {
  const date = isoDate(text);
  if (date === null && text.trim() !== "") problems.add("bad_date");
  return date;
}
