/** What a page of HTML leads to, for crawling (P4). Streamed, bounded; nothing that a page holds throws. */
import { MarkupReader } from "./markup.ts";
import { type FoundLink, PageHandler } from "./page-handler.ts";
import { type Problem, Problems } from "./problems.ts";
import { SNIFF_BYTES, StreamingDecoder } from "./text-decoding.ts";
import { webUrl } from "./web-url.ts";

export interface PageOptions {
  /** Where it was read, after redirects. */
  readonly url: string;
  /** The value of the Content-Type header. */
  readonly contentType?: string | undefined;
  /** The value of the X-Robots-Tag header. */
  readonly robotsTag?: string | undefined;
  /** @default 50,000 */
  readonly maxLinks?: number;
  /** @default 32 MiB */
  readonly maxBytes?: number;
  /** Characters of visible text that are kept. @default 100,000 */
  readonly sampleLength?: number;
}

export type PageProblemCode = "too_large" | "too_many_links" | "bad_links";

export interface PageLink {
  readonly url: string;
  readonly kind: FoundLink["kind"];
  /** What the reader of the page sees; empty for frames and the like. */
  readonly text: string;
  /** The page asks not to follow it, alone or with all the others. */
  readonly nofollow: boolean;
}

export interface PageReading {
  readonly title: string;
  /** `<html lang>`, as written. */
  readonly language: string | null;
  /** The page's own opinion on its address. */
  readonly canonical: string | null;
  readonly noindex: boolean;
  readonly nofollow: boolean;
  /** Each address once, in the order of the page; not the page itself. */
  readonly links: readonly PageLink[];
  readonly feeds: readonly { readonly url: string; readonly type: string; readonly title: string }[];
  /** Visible text, a line for each block, for finding markers. */
  readonly sample: string;
  readonly problems: readonly Problem<PageProblemCode>[];
}

export const MAX_PAGE_LINKS = 50_000;
const MAX_PAGE_BYTES = 32 * 1024 * 1024;
const SAMPLE_LENGTH = 100_000;
const MAX_HREF = 4096;

/** Of bytes as they come. */
export async function readPageBody(
  body: AsyncIterable<Uint8Array>,
  options: PageOptions,
): Promise<PageReading> {
  const page = new PageInReading(options);
  for await (const chunk of body) {
    page.write(chunk);
    if (page.isFull) break;
  }
  return page.end();
}

/** Of all bytes at once; text is taken as it is. */
export function readPage(content: string | Uint8Array, options: PageOptions): PageReading {
  const page = new PageInReading(options);
  if (typeof content === "string") page.writeText(content);
  else page.write(content);
  return page.end();
}

class PageInReading {
  isFull = false;
  readonly #options: PageOptions;
  readonly #problems = new Problems<PageProblemCode>();
  readonly #handler: PageHandler;
  readonly #markup: MarkupReader;
  readonly #head: Uint8Array[] = [];
  #headLength = 0;
  #bytes = 0;
  #decoder: StreamingDecoder | null = null;

  constructor(options: PageOptions) {
    this.#options = options;
    const { maxLinks = MAX_PAGE_LINKS, sampleLength = SAMPLE_LENGTH } = options;
    this.#handler = new PageHandler({ maxLinks, sampleLength });
    this.#markup = new MarkupReader(this.#handler, { xml: false });
  }

  /** The first bytes are held back until they are enough to tell the encoding. */
  write(chunk: Uint8Array): void {
    const room = (this.#options.maxBytes ?? MAX_PAGE_BYTES) - this.#bytes;
    if (chunk.length > room) this.#full();
    const bytes = chunk.subarray(0, Math.max(room, 0));
    this.#bytes += bytes.length;
    if (this.#decoder !== null) return this.#markup.write(this.#decoder.decode(bytes));
    this.#head.push(bytes);
    this.#headLength += bytes.length;
    if (this.#headLength >= SNIFF_BYTES) this.#startDecoding();
  }

  writeText(text: string): void {
    const max = this.#options.maxBytes ?? MAX_PAGE_BYTES;
    if (text.length > max) this.#full();
    this.#markup.write(text.slice(0, max));
  }

  #full(): void {
    this.isFull = true;
    this.#problems.add("too_large");
  }

  #startDecoding(): StreamingDecoder {
    const head = Buffer.concat(this.#head.splice(0));
    const decoder = new StreamingDecoder(head.subarray(0, SNIFF_BYTES), {
      contentType: this.#options.contentType,
    });
    this.#decoder = decoder;
    this.#markup.write(decoder.decode(head));
    return decoder;
  }

  end(): PageReading {
    const decoder = this.#decoder ?? this.#startDecoding();
    this.#markup.write(decoder.end());
    this.#markup.end();
    const found = this.#handler.finish();
    this.#problems.add("too_many_links", found.tooMany);
    const base = webUrl(found.base ?? "", this.#options.url) ?? this.#options.url;
    const robots = `${found.robots},${this.#options.robotsTag ?? ""}`;
    const nofollow = /(?:^|[,:\s])(?:nofollow|none)(?:$|[,\s])/i.test(robots);
    return {
      title: found.title,
      language: found.language,
      canonical: found.canonical === null ? null : webUrl(found.canonical, base),
      noindex: /(?:^|[,:\s])(?:noindex|none)(?:$|[,\s])/i.test(robots),
      nofollow,
      links: this.#resolved(found.links, base, nofollow),
      feeds: found.feeds.flatMap((feed) => {
        const url = webUrl(feed.href, base);
        return url === null ? [] : [{ url, type: feed.type, title: feed.title }];
      }),
      sample: found.sample,
      problems: this.#problems.list(),
    };
  }

  /** A link that may be followed at one place of the page may be followed. */
  #resolved(found: readonly FoundLink[], base: string, allNofollow: boolean): PageLink[] {
    const own = webUrl(this.#options.url);
    const links = new Map<string, PageLink>();
    for (const { href, kind, text, nofollow } of found) {
      const url = href.length > MAX_HREF ? null : webUrl(href, base);
      if (url === own) continue;
      if (url === null) {
        this.#problems.add(
          "bad_links",
          /^\s*(?:mailto|tel|javascript|data|whatsapp|sms):/i.test(href) ? 0 : 1,
        );
        continue;
      }
      const before = links.get(url);
      const link = { url, kind, text: before?.text || text, nofollow: nofollow || allNofollow };
      if (before === undefined || before.nofollow) links.set(url, link);
    }
    return [...links.values()];
  }
}
