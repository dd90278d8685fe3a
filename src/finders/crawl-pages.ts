import type { Finding, Reference } from "../domain/reference.ts";
import type { DiscoverContext } from "../domain/source.ts";
import { canonicalUrl } from "../domain/canonical-url.ts";
import { carriesSecret } from "../domain/url-noise.ts";
import { SeenShapes, trapOf } from "./crawl-traps.ts";
import { extensionOf } from "./page-kind.ts";
import { type PageLink, readPage } from "./page-links.ts";
import { pageReference } from "./page-reference.ts";
import { siteOf } from "./site-scope.ts";

type Context = Pick<DiscoverContext<unknown>, "pageOf" | "warn" | "now" | "signal">;

export interface CrawlSearch {
  readonly sourceId: string;
  /** Where it begins; each belongs to a site, which the crawl does not leave. */
  readonly starts: readonly string[];
  /** Links away from where it begins. */
  readonly maxDepth: number;
  /** Of each site in a run. */
  readonly maxPages: number;
  /** Whether a page of the site is wanted at all. @default all are */
  readonly accepts?: (page: URL) => boolean;
  /** Pages that are asked for before the others of the page that leads to them. @default none */
  readonly prefers?: (page: URL) => boolean;
}

export const CRAWL_DEPTH = 3;
export const CRAWL_PAGES = 500;

interface Reached {
  readonly reference: Reference;
  readonly site: string;
  readonly depth: number;
}

/**
 * Finds pages by the links of pages (P4), breadth first. Every page is yielded as soon as it is known, and read on in when
 * the engine has it: nothing is fetched for the sake of its links alone.
 */
export async function* crawlPages(context: Context, search: CrawlSearch): AsyncGenerator<Finding> {
  const crawl = new Crawl(context, search);
  for (const start of search.starts) yield* crawl.reach(start, "the registry", siteOf(new URL(start)), 0);
  for (let next = crawl.next(); next !== null && !context.signal.aborted; next = crawl.next()) {
    const links = await crawl.linksOf(next);
    for (const { url } of links) yield* crawl.reach(url, next.reference.url, next.site, next.depth + 1);
  }
  crawl.tellTraps();
}

class Crawl {
  readonly #context: Context;
  readonly #search: CrawlSearch;
  readonly #queue: Reached[] = [];
  readonly #known = new Set<string>();
  readonly #pages = new Map<string, number>();
  readonly #shapes = new SeenShapes();
  readonly #traps = new Map<string, { count: number; readonly example: string }>();
  #position = 0;

  constructor(context: Context, search: CrawlSearch) {
    this.#context = context;
    this.#search = search;
  }

  next(): Reached | null {
    return this.#queue[this.#position++] ?? null;
  }

  /** Yields the page where it is new, of the site, and no trap. */
  *reach(address: string, evidence: string, site: string, depth: number): Generator<Finding> {
    const { sourceId, maxPages, accepts } = this.#search;
    const url = new URL(address);
    const canonical = canonicalUrl(address);
    if (canonical === null || siteOf(url) !== site || this.#known.has(canonical)) return;
    if (accepts?.(url) === false || carriesSecret(url)) return;
    const trap = depth === 0 ? null : this.#trap(url, site, maxPages);
    if (trap !== null) return this.#note(trap, address);
    this.#known.add(canonical);
    this.#shapes.add(url);
    this.#pages.set(site, (this.#pages.get(site) ?? 0) + 1);
    const found = pageReference(
      { url: address, method: "crawl", evidence, lastmod: null },
      sourceId,
      this.#context.now(),
    );
    if (found === null) return;
    const reference = { ...found, fields: { ...found.fields, depth } };
    if (depth < this.#search.maxDepth) this.#queue.push({ reference, site, depth });
    yield { kind: "document", reference };
  }

  #trap(url: URL, site: string, maxPages: number): string | null {
    if ((this.#pages.get(site) ?? 0) >= maxPages) return "page_limit";
    return trapOf(url, this.#shapes, new Date(this.#context.now()));
  }

  #note(reason: string, example: string): void {
    const noted = this.#traps.get(reason) ?? { count: 0, example };
    noted.count += 1;
    this.#traps.set(reason, noted);
  }

  /** What was left out, once for each reason: a trap has many links. */
  tellTraps(): void {
    for (const [reason, { count, example }] of this.#traps) {
      const what =
        reason === "page_limit" ? `more than ${this.#search.maxPages} pages` : `a trap (${reason})`;
      this.#context.warn(
        `crawl_${reason}`,
        `${this.#search.sourceId}: ${what}: ${count} links left out, such as ${example}`,
      );
    }
  }

  async linksOf({ reference, site }: Reached): Promise<readonly PageLink[]> {
    const page = await this.#context.pageOf(reference.key);
    if (page === null) return [];
    const url = new URL(page.url);
    const isOwn = siteOf(url) === site;
    const head = page.bytes.subarray(0, 1024);
    if (!isOwn || extensionOf(head, page.contentType, url) !== "html") return [];
    this.#known.add(canonicalUrl(page.url) ?? page.url);
    const { links } = readPage(page.bytes, { url: page.url, contentType: page.contentType, sampleLength: 0 });
    const { prefers = () => false } = this.#search;
    const followed = links.filter(({ nofollow }) => !nofollow);
    const [first = [], last = []] = [true, false].map((isFirst) =>
      followed.filter((link) => prefers(new URL(link.url)) === isFirst),
    );
    return [...first, ...last];
  }
}
