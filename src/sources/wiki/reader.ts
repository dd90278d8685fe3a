import type { PageContent } from "./content.ts";
import type { Parsed } from "./json-value.ts";
import type { ListedPage } from "./listing.ts";
import type { ChangeRow, LogRow } from "./recent-changes.ts";
import type { ResolvedRedirects } from "./redirect-rows.ts";
import type { WikiSite } from "./site.ts";

/** Ids in one request: what anonymous users may ask for (51 is `toomanyvalues`). */
export const IDS_A_REQUEST = 50;
/** What happened since a moment; null where the wiki cannot tell any more, or hides a part of it. */
export type Changes = { readonly changes: readonly ChangeRow[]; readonly log: readonly LogRow[] } | null;

/** What the crawl wants to know of a wiki. Answered by the network, or by the log of an earlier run. */
export interface WikiReader {
  site(): Promise<Parsed<WikiSite>>;
  /** All pages of these namespaces, or a failure: half a listing is none. */
  listing(namespaces: readonly number[]): Promise<Parsed<ReadonlyMap<number, ListedPage>>>;
  /** Where the redirects among these pages lead, and those that lead to them. */
  redirects(
    namespaces: readonly number[],
    pages: ReadonlyMap<number, ListedPage>,
  ): Promise<Parsed<ResolvedRedirects>>;
  /** How these pages stand; those that are not there are left out. */
  look(ids: readonly number[], titles: readonly string[]): Promise<Parsed<ReadonlyMap<number, ListedPage>>>;
  changesSince(since: string): Promise<Parsed<Changes>>;
  contents(ids: readonly number[], attempt: number): Promise<Parsed<ReadonlyMap<number, PageContent>>>;
}
