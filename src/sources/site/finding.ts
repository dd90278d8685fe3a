import type { Finding } from "../../domain/reference.ts";
import type { DiscoverContext } from "../../domain/source.ts";
import { CRAWL_DEPTH, CRAWL_PAGES, crawlPages } from "../../finders/crawl-pages.ts";
import { feedPages } from "../../finders/feed-pages.ts";
import { CompleteLists } from "../../finders/gone-pages.ts";
import { identifyPage } from "../../finders/page-identity.ts";
import { readPage } from "../../finders/page-links.ts";
import { type NamedPage, namedPage } from "../../finders/page-reference.ts";
import { isSameSite } from "../../finders/site-scope.ts";
import { sitemapPages } from "../../finders/sitemap-pages.ts";
import type { SiteOptions } from "./source.ts";

type Context = DiscoverContext<SiteOptions>;

/** What sitemaps list, the page that was given, what its feeds list; and its links where there was no sitemap. */
export async function* findPages(context: Context): AsyncGenerator<Finding> {
  const listed = yield* ofSitemaps(context);
  yield* document(context, { url: context.options.url, method: "seed", evidence: "", lastmod: null });
  yield* ofFeeds(context);
  if (!listed) yield* ofLinks(context);
}

function* document({ options, now }: Context, page: NamedPage): Generator<Finding> {
  yield* namedPage(page, options.id, now());
}

/** Answers whether there were pages in them. */
async function* ofSitemaps(context: Context): AsyncGenerator<Finding, boolean> {
  const { options } = context;
  const own = new URL(options.url);
  const search = { site: options.url, named: [], accepts: (page: URL) => isSameSite(page, own) };
  const listed = new Set<string>();
  const lists = new CompleteLists();
  for await (const found of sitemapPages(context, search)) {
    if (!("kind" in found)) {
      for (const finding of document(context, found)) {
        if (finding.kind === "document") listed.add(finding.reference.key);
        yield finding;
      }
    } else if (found.kind === "catalog_failed") yield found;
    else if (found.complete) lists.add({ sourceId: options.id, method: "sitemap", name: "sitemap" }, listed);
  }
  yield* lists.gone(context);
  return listed.size > 0;
}

/** Those that its first page names. */
async function* ofFeeds(context: Context): AsyncGenerator<Finding> {
  const own = new URL(context.options.url);
  const first = await context.pageOf(identifyPage(own.href)?.key ?? "");
  if (first === null) return;
  for (const { url } of readPage(first.bytes, { ...first, sampleLength: 0 }).feeds) {
    if (!isSameSite(new URL(url), own)) continue;
    for await (const found of feedPages(context, url)) {
      if ("kind" in found) yield found;
      else if (isSameSite(new URL(found.url), own)) yield* document(context, found);
      else yield { kind: "filtered", reason: "other_site", url: found.url };
    }
  }
}

function ofLinks(context: Context): AsyncGenerator<Finding> {
  const { url, id } = context.options;
  return crawlPages(context, { sourceId: id, starts: [url], maxDepth: CRAWL_DEPTH, maxPages: CRAWL_PAGES });
}
