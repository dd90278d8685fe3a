import type { JsonObject } from "../../domain/json.ts";
import type { ApiSuccess } from "./api-answer.ts";
import { found, idOf, isSet, objectsOf, type Parsed, structureChanged } from "./json-value.ts";
import { PackedPages, type RowFormat } from "./packed-pages.ts";
import { readPageRow } from "./page-row.ts";

/** A page as the listing shows it. */
export interface ListedPage {
  readonly pageid: number;
  readonly title: string;
  readonly namespace: number;
  /** Of the current revision; can go down when a page is partly undeleted. */
  readonly revid: number;
  readonly isRedirect: boolean;
}

/**
 * The pages of one answer to `generator=allpages&prop=info|revisions&rvprop=ids`. A row that is not understood spoils
 * the answer: a page left out of a listing would look deleted.
 */
export function readListing({
  query,
  batchComplete,
  json,
  ...answer
}: ApiSuccess): Parsed<readonly ListedPage[]> {
  // An empty namespace, or a step whose pages were all filtered away.
  if (query === null && (batchComplete || answer.continue !== null)) return found([]);
  const rows = objectsOf(query?.["pages"]);
  if (rows === null) return structureChanged("pages in the listing", query ?? json);
  const pages: ListedPage[] = [];
  for (const row of rows) {
    const read = readPageRow(row);
    if (read?.kind === "missing") continue; // deleted between the list and the look at it
    const revid = revisionOf(row);
    if (read?.kind !== "page" || revid === null) return structureChanged("a page with a revision", row);
    const { pageid, title, namespace } = read;
    pages.push({ pageid, title, namespace, revid, isRedirect: isSet(row["redirect"]) });
  }
  return found(pages);
}

/** Both modules know it; the revision itself is the better witness. */
function revisionOf(row: JsonObject): number | null {
  return idOf(objectsOf(row["revisions"])?.[0]?.["revid"]) ?? idOf(row["lastrevid"]);
}

type ListedRow = readonly [title: string, namespace: number, revid: number, isRedirect: boolean];

const LISTED: RowFormat<ListedPage, ListedRow> = {
  pack: ({ title, namespace, revid, isRedirect }) => [title, namespace, revid, isRedirect],
  unpack: (pageid, [title, namespace, revid, isRedirect]) => ({
    pageid,
    title,
    namespace,
    revid,
    isRedirect,
  }),
};

export function packedListing(): PackedPages<ListedPage, ListedRow> {
  return new PackedPages(LISTED);
}

/** A page that is moved while the list is read can come twice: what was said last holds. */
export function uniquePages(pages: Iterable<ListedPage>): ReadonlyMap<number, ListedPage> {
  const unique = packedListing();
  for (const page of pages) unique.set(page);
  return unique;
}
