import type { JsonObject } from "../../domain/json.ts";
import type { ApiSuccess } from "./api-answer.ts";
import { found, idOf, objectsOf, type Parsed, structureChanged, textOf } from "./json-value.ts";
import { readPageRow } from "./page-row.ts";

/** Where a redirect leads: one hop. Titles as the listing writes them. */
export interface RedirectEdge {
  readonly from: string;
  readonly to: string;
  readonly fragment: string | null;
  /** Prefix of another wiki; then `to` is no page of this one, even if one has that name. */
  readonly interwiki: string | null;
}

/** A row of `list=allredirects`: it knows the redirect by its id only. */
export interface RedirectRow extends Omit<RedirectEdge, "from"> {
  readonly fromid: number;
}

/** Rows of `list=allredirects&arprop=ids|title|fragment|interwiki`. */
export function readAllRedirects({ query, json }: ApiSuccess): Parsed<readonly RedirectRow[]> {
  const rows = objectsOf(query?.["allredirects"]);
  if (rows === null) return structureChanged("allredirects in the answer", query ?? json);
  const read: RedirectRow[] = [];
  for (const row of rows) {
    const fromid = idOf(row["fromid"]);
    const title = textOf(row["title"]);
    if (fromid === null || title === null) return structureChanged("a redirect with id and title", row);
    const interwiki = filled(row["interwiki"]);
    const to = interwiki === null ? title : `${interwiki}:${title}`;
    read.push({ fromid, to, fragment: filled(row["fragment"]), interwiki });
  }
  return found(read);
}

/** Gives redirects their titles; ids that the listing does not know (other namespaces) are left for `redirects=1`. */
export function nameRedirects(
  rows: Iterable<RedirectRow>,
  titleOf: (pageid: number) => string | undefined,
): { readonly edges: readonly RedirectEdge[]; readonly unknownIds: readonly number[] } {
  const edges: RedirectEdge[] = [];
  const unknownIds = new Set<number>();
  for (const { fromid, ...hop } of rows) {
    const from = titleOf(fromid);
    if (from === undefined) unknownIds.add(fromid);
    else edges.push({ from, ...hop });
  }
  return { edges, unknownIds: [...unknownIds] };
}

/** What an answer to `pageids=…&redirects=1` knows. */
export interface ResolvedRedirects {
  /** Whole chains, loops too. */
  readonly edges: readonly RedirectEdge[];
  /** Ends of chains that exist, in whatever namespace. */
  readonly existing: readonly string[];
  readonly special: readonly string[];
}

export function readResolvedRedirects({ query, json }: ApiSuccess): Parsed<ResolvedRedirects> {
  const rows = objectsOf(query?.["redirects"] ?? []);
  const pages = objectsOf(query?.["pages"] ?? []);
  if (query === null || rows === null || pages === null) {
    return structureChanged("redirects and pages in the answer", query ?? json);
  }
  const edges = rows.map((row) => readEdge(row)).filter((edge) => edge !== null);
  if (edges.length < rows.length) return structureChanged("a redirect with from and to", rows[0]);
  const ends = pages.map((row) => readPageRow(row));
  return found({
    edges,
    existing: ends.flatMap((end) => (end?.kind === "page" ? [end.title] : [])),
    special: ends.flatMap((end) => (end?.kind === "special" ? [end.title] : [])),
  });
}

function readEdge(row: JsonObject): RedirectEdge | null {
  const from = textOf(row["from"]);
  const to = textOf(row["to"]);
  if (from === null || to === null) return null;
  return { from, to, fragment: filled(row["tofragment"]), interwiki: filled(row["tointerwiki"]) };
}

function filled(value: JsonObject[string] | undefined): string | null {
  return textOf(value) || null;
}
