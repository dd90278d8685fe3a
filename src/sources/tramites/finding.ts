import type { Finding } from "../../domain/reference.ts";
import type { DiscoverContext } from "../../domain/source.ts";
import { CRAWL_DEPTH, CRAWL_PAGES, crawlPages } from "../../finders/crawl-pages.ts";
import { feedPages } from "../../finders/feed-pages.ts";
import type { CompleteLists } from "../../finders/gone-pages.ts";
import { identifyPage } from "../../finders/page-identity.ts";
import { type FindingMethod, type NamedPage, namedPage } from "../../finders/page-reference.ts";
import { DEFAULT_PATH_PATTERNS, matchingPattern } from "../../finders/procedure-markers.ts";
import { isSameSite } from "../../finders/site-scope.ts";
import { sitemapPages } from "../../finders/sitemap-pages.ts";
import { boePages } from "./boe-finding.ts";
import { catalogPages } from "./catalog-finding.ts";
import type { TramitesOptions } from "./options.ts";
import type { RegistrySource } from "./source-registry.ts";

type Context = DiscoverContext<TramitesOptions>;

/**
 * All pages of one source of the registry, in every way in which it is to be looked at; `lists` gets those that were read
 * to their end.
 */
export async function* findPages(
  context: Context,
  source: RegistrySource,
  lists: CompleteLists,
): AsyncGenerator<Finding> {
  const ways = waysOf(source, context.options.method);
  if (ways.size === 0 && context.options.method === null)
    context.warn(
      "nothing_to_look_at",
      `${source.id}: access_method ${source.accessMethod} needs ${source.accessMethod}_urls; nothing is looked at`,
    );
  if (ways.has("seed")) yield* ofSeeds(context, source);
  if (ways.has("feed")) yield* ofFeeds(context, source);
  if (ways.has("api")) yield* ofApi(context, source, lists);
  const found = ways.has("sitemap") ? yield* ofSitemaps(context, source, lists) : true;
  if (ways.has("crawl") || (!found && context.options.method === null)) yield* ofCrawl(context, source);
}

/** What a source offers; one way alone where the user wants it so. */
function waysOf(source: RegistrySource, only: FindingMethod | null): ReadonlySet<FindingMethod> {
  const { accessMethod, sitemapUrls, feedUrls, apiUrl, apiKind, seedUrls } = source;
  const ways = new Set<FindingMethod>();
  if (accessMethod === "sitemap" || sitemapUrls.length > 0) ways.add("sitemap");
  if (feedUrls.length > 0) ways.add("feed");
  if (apiUrl !== null && apiKind !== null) ways.add("api");
  if (accessMethod === "crawl") ways.add("crawl");
  if (seedUrls.length > 0) ways.add("seed");
  return only === null ? ways : new Set([...ways].filter((way) => way === only));
}

function isOwn(page: URL, { portalUrl, sedeUrl }: RegistrySource, also: readonly string[] = []): boolean {
  return [portalUrl, sedeUrl, ...also].some((url) => url !== null && isSameSite(page, new URL(url)));
}

/**
 * Whether all that could list a page of this source is asked in this run: one way alone is not, nor is a run without
 * another source of the same site.
 */
function seesAll({ options }: Context, source: RegistrySource): boolean {
  const { ids, sources, method } = options;
  const isSibling = (other: RegistrySource) =>
    isOwn(new URL(other.portalUrl), source) ||
    (other.sedeUrl !== null && isOwn(new URL(other.sedeUrl), source));
  return method === null && sources.every((other) => ids.has(other.id) || !isSibling(other));
}

function patternsOf({ pathPatterns }: RegistrySource): readonly string[] {
  return pathPatterns.length > 0 ? pathPatterns : DEFAULT_PATH_PATTERNS;
}

function* document(context: Context, page: NamedPage, { id }: RegistrySource): Generator<Finding> {
  yield* namedPage(page, id, context.now());
}

function* ofSeeds(context: Context, source: RegistrySource): Generator<Finding> {
  for (const url of source.seedUrls)
    yield* document(context, { url, method: "seed", evidence: "the registry", lastmod: null }, source);
}

/** A feed may tell of anything; what leads to another site is left out. */
async function* ofFeeds(context: Context, source: RegistrySource): AsyncGenerator<Finding> {
  for (const feed of source.feedUrls) {
    for await (const found of feedPages(context, feed)) {
      if ("kind" in found) yield found;
      else if (!isOwn(new URL(found.url), source, [feed]))
        yield { kind: "filtered", reason: "other_site", url: found.url };
      else if (
        source.pathPatterns.length > 0 &&
        matchingPattern(new URL(found.url), source.pathPatterns) === null
      )
        yield { kind: "filtered", reason: "path_pattern", url: found.url };
      else yield* document(context, found, source);
    }
  }
}

async function* ofApi(
  context: Context,
  source: RegistrySource,
  lists: CompleteLists,
): AsyncGenerator<Finding> {
  const { id, apiUrl, apiKind } = source;
  if (apiUrl === null || apiKind === null) return;
  const listed = new Set<string>();
  const pages =
    apiKind === "boe" ? boePages(context, { id, apiUrl }) : catalogPages(context, apiKind, apiUrl);
  for await (const found of pages) {
    if (!("kind" in found)) yield* noting(listed, document(context, found, source));
    else if (found.kind !== "catalog_ended") yield found;
    else if (found.complete && seesAll(context, source))
      lists.add({ sourceId: id, method: "api", name: "catalog" }, listed);
  }
}

/** Answers whether there was anything in a sitemap, or one that could not be read. */
async function* ofSitemaps(
  context: Context,
  source: RegistrySource,
  lists: CompleteLists,
): AsyncGenerator<Finding, boolean> {
  const patterns = patternsOf(source);
  const search = {
    site: source.sedeUrl ?? source.portalUrl,
    named: source.sitemapUrls,
    accepts: (page: URL) => isOwn(page, source, source.sitemapUrls),
  };
  const listed = new Set<string>();
  let isThere = false;
  let files = 0;
  for await (const found of sitemapPages(context, search)) {
    if (!("kind" in found)) {
      isThere = true;
      // What is not wanted is listed all the same: it is not gone.
      listed.add(identifyPage(found.url)?.key ?? "");
      if (matchingPattern(new URL(found.url), patterns) === null)
        yield { kind: "filtered", reason: "path_pattern", url: found.url };
      else yield* document(context, found, source);
    } else if (found.kind === "catalog_failed") {
      isThere = true;
      yield found;
    } else {
      files = found.files;
      if (found.complete && seesAll(context, source))
        lists.add({ sourceId: source.id, method: "sitemap", name: "sitemap" }, listed);
    }
  }
  if (!isThere) warnOfNoPages(context, source, search.site, files);
  return isThere;
}

function warnOfNoPages({ warn }: Context, { id }: RegistrySource, site: string, files: number): void {
  if (files === 0) warn("no_sitemap", `${id}: ${site} has no sitemap; its links are followed instead`);
  else
    warn(
      "no_page_listed",
      `${id}: the sitemaps of ${site} (${files}) list no page of it; its links are followed instead`,
    );
}

async function* ofCrawl(context: Context, source: RegistrySource): AsyncGenerator<Finding> {
  const starts = source.sedeUrl === null ? [source.portalUrl] : [source.portalUrl, source.sedeUrl];
  const prefers = (page: URL) => matchingPattern(page, patternsOf(source)) !== null;
  yield* crawlPages(context, {
    prefers,
    sourceId: source.id,
    starts,
    maxDepth: CRAWL_DEPTH,
    maxPages: CRAWL_PAGES,
  });
}

function* noting(listed: Set<string>, findings: Iterable<Finding>): Generator<Finding> {
  for (const finding of findings) {
    if (finding.kind === "document") listed.add(finding.reference.key);
    yield finding;
  }
}
