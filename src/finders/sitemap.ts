/**
 * Sitemaps as sites serve them (P1), streamed: what is held at any time does not grow with the file. Nothing that a
 * site sends throws; what is wrong is told at the end, and what could be read before it counts.
 */
import { isoDate } from "./dates.ts";
import { plainBody, peek } from "./gunzip.ts";
import { MarkupReader } from "./markup.ts";
import { type Problem, Problems } from "./problems.ts";
import { type RawEntry, SitemapEntries, type SitemapFormat } from "./sitemap-entries.ts";
import { SNIFF_BYTES, StreamingDecoder } from "./text-decoding.ts";
import { webUrl } from "./web-url.ts";

export interface SitemapOptions {
  /** Where it was read; relative locations, which the protocol forbids, are resolved against it. */
  readonly url?: string;
  /** The value of the Content-Type header. */
  readonly contentType?: string | undefined;
  /** @default 50,000, the limit of the protocol */
  readonly maxUrls?: number;
  /** After unpacking. @default 64 MiB, the limit of the protocol and some more */
  readonly maxBytes?: number;
}

export type SitemapProblemCode =
  /** Not all of it was read: what lies beyond is unknown. */
  | "too_many_urls"
  | "too_large"
  | "cut"
  | "not_a_sitemap"
  /** Entries were left out. */
  | "bad_urls"
  | "url_too_long"
  /** Nothing is missing. */
  | "bad_lastmod"
  | "relative_urls"
  | "bad_lines"
  | "empty";

export type SitemapFinding =
  | {
      readonly kind: "url";
      readonly url: string;
      /** ISO 8601. */
      readonly lastmod: string | null;
      readonly alternates: readonly { readonly language: string; readonly url: string }[];
    }
  | { readonly kind: "sitemap"; readonly url: string; readonly lastmod: string | null }
  /** It is an RSS or Atom feed; the addresses of its entries follow. */
  | { readonly kind: "feed" }
  | SitemapEnd;

export interface SitemapEnd {
  readonly kind: "end";
  /** False where nothing in it is what a sitemap has: never to be read as "no pages". */
  readonly recognised: boolean;
  readonly format: SitemapFormat | null;
  readonly urls: number;
  readonly problems: readonly Problem<SitemapProblemCode>[];
}

export const MAX_SITEMAP_URLS = 50_000;
export const MAX_SITEMAP_BYTES = 64 * 1024 * 1024;
const MAX_URL_LENGTH = 4096;

export async function* readSitemap(
  body: AsyncIterable<Uint8Array>,
  options: SitemapOptions = {},
): AsyncGenerator<SitemapFinding> {
  const reading = new SitemapReading(options);
  const plain = await plainBody(body, () => reading.problems.add("cut"));
  const { head, body: whole } = await peek(plain, SNIFF_BYTES);
  const decoder = new StreamingDecoder(head, { contentType: options.contentType });
  const maxBytes = options.maxBytes ?? MAX_SITEMAP_BYTES;
  let bytes = 0;
  for await (const chunk of whole) {
    bytes += chunk.length;
    if (bytes > maxBytes) reading.problems.add("too_large");
    reading.write(
      decoder.decode(bytes > maxBytes ? chunk.subarray(0, chunk.length - bytes + maxBytes) : chunk),
    );
    yield* reading.take();
    if (reading.isOver) break;
  }
  reading.write(decoder.end());
  reading.finish();
  yield* reading.take();
  yield reading.end();
}

/** What the reading of a file needs from its format. */
interface EntryReader {
  readonly format: SitemapFormat | "html" | "unknown" | null;
  write(text: string): void;
  finish(): void;
  take(): RawEntry[];
  /** Every entry was there to its last character. */
  readonly isWhole: boolean;
  /** Entries, good or not. */
  readonly seen: number;
  readonly badLines: number;
}

class SitemapReading {
  readonly problems = new Problems<SitemapProblemCode>();
  readonly #options: SitemapOptions;
  readonly #maxUrls: number;
  #reader: EntryReader | null = null;
  #beginning = "";
  #urls = 0;
  #toldFeed = false;

  constructor(options: SitemapOptions) {
    this.#options = options;
    this.#maxUrls = options.maxUrls ?? MAX_SITEMAP_URLS;
  }

  /** Nothing more is wanted from the body. */
  get isOver(): boolean {
    return (
      this.problems.has("too_many_urls") || this.problems.has("too_large") || this.#reader?.format === "html"
    );
  }

  /** The first characters are held back until they tell XML from a list. */
  write(text: string): void {
    if (this.#reader !== null) return this.#reader.write(text);
    this.#beginning += text;
    if (this.#beginning.length >= SNIFF_BYTES) this.#start();
  }

  finish(): void {
    this.#start();
    this.#reader?.finish();
  }

  #start(): void {
    if (this.#reader !== null) return;
    this.#reader = looksLikeMarkup(this.#beginning) ? new MarkupEntries() : new ListedEntries();
    this.#reader.write(this.#beginning);
    this.#beginning = "";
  }

  *take(): Generator<SitemapFinding> {
    if (this.#reader?.format === "feed" && !this.#toldFeed) {
      this.#toldFeed = true;
      yield { kind: "feed" };
    }
    for (const entry of this.#reader?.take() ?? []) {
      const finding = this.#findingOf(entry);
      if (finding === null) continue;
      if (this.#urls >= this.#maxUrls) return this.problems.add("too_many_urls");
      this.#urls++;
      yield finding;
    }
  }

  #findingOf(entry: RawEntry): SitemapFinding | null {
    const url = this.#resolved(entry.location);
    if (url === null) return null;
    const lastmod = isoDate(entry.lastmod);
    if (lastmod === null && entry.lastmod !== "") this.problems.add("bad_lastmod");
    if (entry.kind === "sitemap") return { kind: "sitemap", url, lastmod };
    return { kind: "url", url, lastmod, alternates: this.#alternatesOf(entry) };
  }

  #alternatesOf(entry: RawEntry): { language: string; url: string }[] {
    return entry.alternates.flatMap(({ language, url }) => {
      const target = webUrl(url);
      return target === null ? [] : [{ language, url: target }];
    });
  }

  #resolved(location: string): string | null {
    if (location.length > MAX_URL_LENGTH) return this.#refused("url_too_long");
    const absolute = webUrl(location);
    if (absolute !== null) return absolute;
    const relative = URL.canParse(location) ? null : webUrl(location, this.#options.url);
    if (relative === null) return this.#refused("bad_urls");
    this.problems.add("relative_urls");
    return relative;
  }

  #refused(code: SitemapProblemCode): null {
    this.problems.add(code);
    return null;
  }

  end(): SitemapEnd {
    const reader = this.#reader;
    const format = formatOf(reader?.format ?? null, this.#urls);
    const recognised = format !== null && (this.#urls > 0 || reader?.seen === 0);
    if (!recognised) this.problems.add("not_a_sitemap");
    else if (this.#urls === 0) this.problems.add("empty");
    this.problems.add("bad_lines", reader?.badLines ?? 0);
    const isCut = recognised && !this.isOver && reader?.isWhole === false;
    if (isCut && !this.problems.has("cut")) this.problems.add("cut");
    return { kind: "end", recognised, format, urls: this.#urls, problems: this.problems.list() };
  }
}

function formatOf(format: EntryReader["format"], entries: number): SitemapFormat | null {
  if (format === "html" || format === null) return null;
  if (format === "unknown") return entries > 0 ? "urlset" : null;
  return format;
}

/** Programs print warnings above their XML: it need not be at the very beginning. */
function looksLikeMarkup(beginning: string): boolean {
  return (
    /^\s*</.test(beginning) || /<\?xml|<(?:\w+:)?(?:urlset|sitemapindex|rss|feed|rdf)\b/i.test(beginning)
  );
}

class MarkupEntries implements EntryReader {
  readonly badLines = 0;
  readonly #entries = new SitemapEntries();
  readonly #markup = new MarkupReader(this.#entries, { xml: true });

  get format(): SitemapFormat | "html" | "unknown" | null {
    return this.#entries.format;
  }

  get isWhole(): boolean {
    return this.#entries.closed;
  }

  get seen(): number {
    return this.#entries.entriesSeen;
  }

  write(text: string): void {
    this.#markup.write(text);
  }

  finish(): void {
    this.#markup.end();
    this.#entries.end();
  }

  take(): RawEntry[] {
    return this.#entries.take();
  }
}

/** A plain list: one URL a line (sitemaps.org/protocol.html#otherformats). */
class ListedEntries implements EntryReader {
  readonly isWhole = true;
  badLines = 0;
  #good = 0;
  #rest = "";
  #found: RawEntry[] = [];

  get format(): SitemapFormat | null {
    return this.#good > 0 ? "text" : null;
  }

  get seen(): number {
    return this.#good + this.badLines;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? "").slice(0, MAX_URL_LENGTH + 1);
    for (const line of lines) this.#line(line);
  }

  finish(): void {
    this.#line(this.#rest);
  }

  #line(line: string): void {
    const location = line.replaceAll("\0", "").trim();
    if (location === "" || location.startsWith("#")) return;
    if (!/^https?:\/\//i.test(location)) {
      this.badLines++;
      return;
    }
    this.#good++;
    this.#found.push({ kind: "url", location, lastmod: "", alternates: [] });
  }

  take(): RawEntry[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }
}
