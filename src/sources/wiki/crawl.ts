/**
 * The crawl as rules over a `WikiReader`: what the wiki shows, what is stored, and what follows from the two. Knows
 * nothing of requests and files.
 */
import { MisuseError } from "../../domain/errors.ts";
import type { Failure } from "../../domain/failure.ts";
import type { Finding, Reference, StoredDocument } from "../../domain/reference.ts";
import type { DiscoverContext } from "../../domain/source.ts";
import { diffPages, type PageDiff, type RemotePage } from "./diff.ts";
import { found, type Parsed } from "./json-value.ts";
import { type ListedPage, packedListing } from "./listing.ts";
import { buildCanonicalUrl, makeFilename } from "./naming.ts";
import type { WikiOptions } from "./options.ts";
import { PackedPages, type RowFormat } from "./packed-pages.ts";
import { pageToken } from "./page-doc.ts";
import type { WikiReader } from "./reader.ts";
import { sumUpChanges } from "./recent-changes.ts";
import type { ResolvedRedirects } from "./redirect-rows.ts";
import { NO_RELATIONS, type PageRelations, relatePages } from "./redirects.ts";
import type { WikiSite } from "./site.ts";

/** A page that is stored, as its manifest line tells of it. */
export interface StoredPage extends RemotePage {
  readonly namespace: number;
  readonly isRedirect: boolean;
  /** Its file is where this run would put it. */
  readonly isInPlace: boolean;
  /** ISO 8601. */
  readonly storedAt: string;
}

/** What is known of the wiki now. */
interface Seen {
  readonly pages: ReadonlyMap<number, ListedPage>;
  readonly redirects: ResolvedRedirects;
  /** Absence means that a page is gone. */
  readonly complete: boolean;
  /** Stored pages that are proven to be gone, and how. */
  readonly gone: ReadonlyMap<number, string>;
}

export function checkWiki(wiki: unknown, host: string): void {
  if (wiki === host) return;
  throw new MisuseError(
    `this root holds pages of ${String(wiki)}, not of ${host}; use another --root for another wiki`,
  );
}

export function storedPage(document: StoredDocument, host: string, isInPlace: boolean): StoredPage {
  const { fields, validators } = document;
  checkWiki(fields["wiki"], host);
  return {
    pageid: Number(document.key),
    title: String(fields["title"]),
    revid: Number(fields["revid"]),
    relations: validators.token ?? null,
    namespace: Number(fields["namespace"] ?? 0),
    isRedirect: fields["is_redirect"] === true,
    isInPlace,
    storedAt: document.storedAt,
  };
}

type StoredRow = readonly [
  title: string,
  revid: number,
  relations: string | null,
  namespace: number,
  isRedirect: boolean,
  isInPlace: boolean,
  storedAt: string,
];

const STORED: RowFormat<StoredPage, StoredRow> = {
  pack: (page) => [
    page.title,
    page.revid,
    page.relations,
    page.namespace,
    page.isRedirect,
    page.isInPlace,
    page.storedAt,
  ],
  unpack: (pageid, [title, revid, relations, namespace, isRedirect, isInPlace, storedAt]) => ({
    pageid,
    title,
    revid,
    relations,
    namespace,
    isRedirect,
    isInPlace,
    storedAt,
  }),
};

/** Everything that is stored of this wiki, by page id. */
export async function storedPages(
  context: Pick<DiscoverContext<unknown>, "stored" | "isInPlace">,
  host: string,
): Promise<ReadonlyMap<number, StoredPage>> {
  const pages = new PackedPages(STORED);
  for await (const document of context.stored()) {
    pages.set(storedPage(document, host, await context.isInPlace(document)));
  }
  return pages;
}

/** Mostly all of them: then there is no second copy. */
function inNamespaces(
  stored: ReadonlyMap<number, StoredPage>,
  namespaces: readonly number[],
): ReadonlyMap<number, StoredPage> {
  let others = 0;
  for (const { namespace } of stored.values()) if (!namespaces.includes(namespace)) others++;
  if (others === 0) return stored;
  const chosen = new PackedPages(STORED);
  for (const page of stored.values()) if (namespaces.includes(page.namespace)) chosen.set(page);
  return chosen;
}

export interface CrawlRun {
  readonly since: string | null;
  readonly resume: boolean;
  /** Nobody listed the pages: changes are all there is, also where nothing is stored. @default false */
  readonly changesOnly?: boolean;
  warn(code: string, message: string): void;
}

/** Everything that follows from the wiki as it is and the store as it is, finding by finding. */
export async function* crawl(
  reader: WikiReader,
  site: WikiSite,
  stored: ReadonlyMap<number, StoredPage>,
  options: WikiOptions,
  run: CrawlRun,
): AsyncGenerator<Finding> {
  const local = inNamespaces(stored, options.namespaces);
  const seen = await lookAtWiki(reader, local, options, run);
  if (!seen.ok) return yield failed(options.apiUrl, seen.failure);
  const { pages, redirects, complete, gone } = seen.value;
  const relations = relatePages({ pages: pages.values(), ...redirects });
  const tokenOf = (page: ListedPage) => pageToken(page, relations.get(page.title) ?? NO_RELATIONS);
  function* remote() {
    for (const page of pages.values()) {
      // A page that is not stored has nothing to be compared with.
      yield { ...page, relations: local.has(page.pageid) ? tokenOf(page) : null };
    }
  }
  const listing = { complete, has: (pageid: number) => pages.has(pageid) };
  for (const one of diffPages(remote(), local, listing)) {
    if (one.kind === "gone") {
      yield { kind: "gone", key: String(one.local.pageid), reason: "not_in_listing" };
      continue;
    }
    const its = relations.get(one.remote.title) ?? NO_RELATIONS;
    const reference = referenceTo(one.remote, its, site, options);
    const isLost = one.kind !== "fresh" && !one.local.isInPlace;
    yield {
      kind: "document",
      reference: keepsText(one, run) ? { ...reference, keeps: true } : reference,
      again: isLost,
    };
  }
  for (const [pageid, reason] of gone) yield { kind: "gone", key: String(pageid), reason };
}

/** Only what others say of the page has changed: its text is here already. */
function keepsText(one: PageDiff<RemotePage, StoredPage>, { resume }: CrawlRun): boolean {
  if (one.kind !== "changed" || !resume || !one.local.isInPlace) return false;
  return one.causes.every((cause) => cause === "relations");
}

function failed(url: string, failure: Failure): Finding {
  return { kind: "catalog_failed", url, failure };
}

async function lookAtWiki(
  reader: WikiReader,
  local: ReadonlyMap<number, StoredPage>,
  options: WikiOptions,
  run: CrawlRun,
): Promise<Parsed<Seen>> {
  if (run.since !== null && (local.size > 0 || run.changesOnly === true)) {
    const seen = await lookSince(reader, run.since, local, options);
    if (!seen.ok || seen.value !== null) return seen as Parsed<Seen>;
    run.warn(
      "since_too_old",
      `the wiki no longer tells what changed since ${run.since}; all pages are listed`,
    );
  }
  const pages = await reader.listing(options.namespaces);
  if (!pages.ok) return pages;
  const redirects = await reader.redirects(options.namespaces, pages.value);
  if (!redirects.ok) return redirects;
  return found({ pages: pages.value, redirects: redirects.value, complete: true, gone: new Map() });
}

/** The store, corrected by what happened since; null where the wiki cannot tell. */
async function lookSince(
  reader: WikiReader,
  since: string,
  local: ReadonlyMap<number, StoredPage>,
  { namespaces }: WikiOptions,
): Promise<Parsed<Seen | null>> {
  const changes = await reader.changesSince(since);
  if (!changes.ok) return changes;
  if (changes.value === null) return found(null);
  const { ids, titles, deleted } = sumUpChanges(changes.value.changes, changes.value.log);
  const asked = [...new Set([...ids, ...deleted])];
  const looked = await reader.look(asked, titles);
  if (!looked.ok) return looked;
  const gone = new Map<number, string>();
  for (const id of asked) {
    const now = looked.value.get(id);
    if (!local.has(id) || (now !== undefined && namespaces.includes(now.namespace))) continue;
    gone.set(id, now === undefined ? "deleted" : "moved_away");
  }
  const pages = packedListing();
  for (const page of local.values()) if (!gone.has(page.pageid)) pages.set(page);
  for (const page of looked.value.values()) if (namespaces.includes(page.namespace)) pages.set(page);
  // Asked whole, as in every run: what leads to a page, and whether it still does, shows in no change of that page.
  const redirects = await reader.redirects(namespaces, pages);
  if (!redirects.ok) return redirects;
  return found({ pages, redirects: redirects.value, complete: false, gone });
}

/** Enough to fetch a page, file it, and tell later whether it has changed. */
export function referenceTo(
  page: Pick<ListedPage, "pageid" | "title" | "namespace" | "revid" | "isRedirect">,
  relations: PageRelations,
  site: WikiSite,
  { apiUrl }: Pick<WikiOptions, "apiUrl">,
): Reference {
  const key = String(page.pageid);
  return {
    key,
    url: `${apiUrl}?action=query&pageids=${key}`,
    path: makeFilename(page.title, page.pageid),
    token: pageToken(page, relations),
    fields: {
      wiki: site.host,
      pageid: page.pageid,
      title: page.title,
      namespace: page.namespace,
      revid: page.revid,
      canonical_url: buildCanonicalUrl(site, page.title),
      categories: [],
      is_redirect: page.isRedirect,
      redirect_to: relations.redirectTo,
      redirect_target: relations.redirectTarget,
      redirect_fragment: relations.redirectFragment,
      redirect_problem: relations.redirectProblem,
      redirects_from: [...relations.redirectsFrom],
    },
    metadata: {},
  };
}

/** What a reference says about how its page relates to others; the other way round of `referenceTo`. */
export function relationsIn({ fields }: Pick<Reference, "fields">): PageRelations {
  return {
    redirectTo: fields["redirect_to"] as string | null,
    redirectTarget: fields["redirect_target"] as string | null,
    redirectFragment: fields["redirect_fragment"] as string | null,
    redirectProblem: fields["redirect_problem"] as PageRelations["redirectProblem"],
    redirectsFrom: fields["redirects_from"] as readonly string[],
  };
}
