import { MisuseError } from "../../domain/errors.ts";
import type { Finding } from "../../domain/reference.ts";
import { defineSource, type DiscoverContext } from "../../domain/source.ts";
import { CRAWL_DEPTH, CRAWL_PAGES, crawlPages } from "../../finders/crawl-pages.ts";
import { feedPages } from "../../finders/feed-pages.ts";
import { identifyPage } from "../../finders/page-identity.ts";
import { extensionOf } from "../../finders/page-kind.ts";
import { readPage } from "../../finders/page-links.ts";
import { type NamedPage, pageReference } from "../../finders/page-reference.ts";
import { isSameSite, siteOf } from "../../finders/site-scope.ts";
import { sitemapPages } from "../../finders/sitemap-pages.ts";
import { WEB_POLICY } from "../../finders/web-policy.ts";

export interface SiteOptions {
  readonly url: string;
  /** What its documents are known by among those of other sites: the registrable domain, with the port if it has one. */
  readonly id: string;
}

type Context = DiscoverContext<SiteOptions>;

/** Any site: its sitemaps, the feeds of its first page, and where it has no sitemap, its links. */
export const site = defineSource<SiteOptions>({
  name: "site",
  summary: "Any site: what its sitemaps and feeds list, or where its links lead; pages kept as they come",
  argument: { name: "url", description: "any page of the site", option: "url" },
  examples: [
    "levada ingest site https://example.org/",
    "levada ingest site https://example.org/ --limit 50 --dry-run",
  ],
  resolveOptions: resolveSiteOptions,
  policy: WEB_POLICY,
  pages: { identify: identifyPage, extension: extensionOf },
  allows: (url, options) => /^https?:$/.test(url.protocol) && isSameSite(url, new URL(options.url)),
  wants: (fields, { id }) => fields["source_id"] === id,
  optionsOf: ({ url }) => ({ url }),
  async *discover(context) {
    const listed = yield* ofSitemaps(context);
    yield* document(context, { url: context.options.url, method: "seed", evidence: "", lastmod: null });
    yield* ofFeeds(context);
    if (!listed) yield* ofLinks(context);
  },
});

function resolveSiteOptions({ url }: Readonly<Record<string, unknown>>): SiteOptions {
  if (url === undefined)
    throw new MisuseError("which site? give its address: levada ingest site https://example.org/");
  const given = typeof url === "string" && /^https?:\/\//i.test(url) ? URL.parse(url) : null;
  if (given === null || given.username !== "" || given.password !== "")
    throw new MisuseError(
      `${JSON.stringify(url)} is no address of a site; give one such as https://example.org/`,
    );
  given.hash = "";
  return { url: given.href, id: `${siteOf(given)}${given.port === "" ? "" : `:${given.port}`}` };
}

function* document({ options, now }: Context, page: NamedPage): Generator<Finding> {
  const reference = pageReference(page, options.id, now());
  if (reference !== null) yield { kind: "document", reference };
}

/** Answers whether there were pages in them. */
async function* ofSitemaps(context: Context): AsyncGenerator<Finding, boolean> {
  const { options, stored } = context;
  const own = new URL(options.url);
  const search = { site: options.url, named: [], accepts: (page: URL) => isSameSite(page, own) };
  const listed = new Set<string>();
  for await (const found of sitemapPages(context, search)) {
    if (!("kind" in found)) {
      for (const finding of document(context, found)) {
        if (finding.kind === "document") listed.add(finding.reference.key);
        yield finding;
      }
    } else if (found.kind === "catalog_failed") yield found;
    else if (found.complete) {
      for await (const { key, aliases = [], fields } of stored()) {
        const isOfThis = fields["source_id"] === options.id && fields["method"] === "sitemap";
        if (isOfThis && ![key, ...aliases].some((one) => listed.has(one)))
          yield { kind: "gone", key, reason: "no longer in the sitemap" };
      }
    }
  }
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
