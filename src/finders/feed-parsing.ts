/** Well-formed feeds, by feedsmith. */
import { parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from "feedsmith";
import { parseForeignJson } from "../domain/foreign-json.ts";
import type { FeedFormat, RawFeed, RawFeedEntry } from "./feed-raw.ts";

/** Throws for what feedsmith refuses. */
export function parseWellFormed(text: string, format: FeedFormat): RawFeed {
  if (format === "rss") return ofRss(text);
  if (format === "rdf") return ofRdf(text);
  return format === "atom" ? ofAtom(text) : ofJson(text);
}

interface AtomLink {
  readonly href?: string | undefined;
  readonly rel?: string | undefined;
  readonly type?: string | undefined;
}

interface Dublin {
  readonly dc?: { readonly dates?: readonly string[] };
  readonly dcterms?: { readonly [name in "issued" | "created" | "modified" | "dates"]?: readonly string[] };
}

function ofRss(text: string): RawFeed {
  const feed = parseRssFeed(text);
  const entries = (feed.items ?? []).map(
    (item): RawFeedEntry => ({
      links: present([
        item.link,
        ...alternates(item.atom?.links),
        item.guid?.isPermaLink === false ? undefined : item.guid?.value,
      ]),
      base: item.xml?.base ?? null,
      title: item.title ?? item.dc?.titles?.[0] ?? "",
      titleIsHtml: true,
      published: item.pubDate ?? item.atom?.published ?? dublinPublished(item),
      updated: item.atom?.updated ?? item.dcterms?.modified?.[0] ?? "",
      id: item.guid?.value ?? "",
    }),
  );
  return { format: "rss", base: feed.xml?.base ?? null, home: feed.link ?? null, entries };
}

function ofRdf(text: string): RawFeed {
  const feed = parseRdfFeed(text);
  const entries = (feed.items ?? []).map(
    (item): RawFeedEntry => ({
      links: present([item.link, item.rdf?.about]),
      base: item.xml?.base ?? null,
      title: item.title ?? item.dc?.titles?.[0] ?? "",
      titleIsHtml: true,
      published: dublinPublished(item),
      updated: item.dcterms?.modified?.[0] ?? "",
      id: item.rdf?.about ?? "",
    }),
  );
  return { format: "rdf", base: feed.xml?.base ?? null, home: feed.link ?? null, entries };
}

function ofAtom(text: string): RawFeed {
  const feed = parseAtomFeed(text);
  const entries = (feed.entries ?? []).map(
    (entry): RawFeedEntry => ({
      links: present([...alternates(entry.links), entry.content?.src, entry.id]),
      base: entry.xml?.base ?? null,
      title: entry.title?.value ?? "",
      titleIsHtml: /html/i.test(entry.title?.type ?? ""),
      published: entry.published ?? dublinPublished(entry),
      updated: entry.updated ?? entry.dcterms?.modified?.[0] ?? "",
      id: entry.id ?? "",
    }),
  );
  return { format: "atom", base: feed.xml?.base ?? null, home: alternates(feed.links)[0] ?? null, entries };
}

function ofJson(text: string): RawFeed {
  const feed = parseJsonFeed(parseForeignJson(text));
  const entries = (feed.items ?? []).map(
    (item): RawFeedEntry => ({
      links: present([item.url, item.external_url, item.id]),
      base: null,
      title: item.title ?? "",
      titleIsHtml: false,
      published: item.date_published ?? "",
      updated: item.date_modified ?? "",
      id: item.id ?? "",
    }),
  );
  return { format: "json", base: null, home: feed.home_page_url ?? null, entries };
}

function dublinPublished({ dc, dcterms }: Dublin): string {
  return dc?.dates?.[0] ?? dcterms?.issued?.[0] ?? dcterms?.created?.[0] ?? dcterms?.dates?.[0] ?? "";
}

/** RFC 4287 4.2.7.2: a link without `rel` is an alternate; of several, the HTML page before other types. */
export function alternates(links: readonly AtomLink[] | undefined): string[] {
  const own = (links ?? []).filter(
    ({ rel }) => rel === undefined || /^(?:$|alternate$|.*\/alternate$)/i.test(rel),
  );
  const isPage = ({ type }: AtomLink) => type === undefined || /html/i.test(type);
  return present([...own.filter(isPage), ...own.filter((link) => !isPage(link))].map(({ href }) => href));
}

function present(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined && text.trim() !== "") as string[];
}
