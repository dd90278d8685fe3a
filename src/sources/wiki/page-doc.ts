import { hash } from "node:crypto";
import { z } from "zod";
import type { AssembledPage } from "./content.ts";
import { buildCanonicalUrl } from "./naming.ts";
import { NO_RELATIONS, type PageRelations, REDIRECT_PROBLEMS } from "./redirects.ts";
import type { WikiSite } from "./site.ts";

/** The contract of `artifacts/raw/wiki/page/*.json`. Further fields may follow. */
export const wikiPageDocSchema = z.looseObject({
  /** The wiki's host. */
  source: z.string().min(1),
  pageid: z.int().positive(),
  title: z.string().min(1),
  canonical_url: z.url(),
  revid: z.int().positive(),
  /** Of the revision. */
  timestamp: z.iso.datetime(),
  content_model: z.string().min(1),
  categories: z.array(z.string()),
  /** The main slot of the revision. */
  content: z.string(),
  is_redirect: z.boolean(),
  redirect_target: z.string().nullable(),
  redirect_fragment: z.string().nullable(),
  redirect_problem: z.enum(REDIRECT_PROBLEMS).nullable(),
  redirects_from: z.array(z.string()),
  fetched_at: z.iso.datetime(),
  http: z.looseObject({
    status: z.int(),
    etag: z.string().nullable(),
    last_modified: z.string().nullable(),
  }),
});

/** Without the index signature of the schema: what this version writes. */
export interface WikiPageDoc {
  readonly source: string;
  readonly pageid: number;
  readonly title: string;
  readonly canonical_url: string;
  readonly revid: number;
  readonly timestamp: string;
  readonly content_model: string;
  readonly categories: readonly string[];
  readonly content: string;
  readonly is_redirect: boolean;
  readonly redirect_target: string | null;
  readonly redirect_fragment: string | null;
  readonly redirect_problem: PageRelations["redirectProblem"];
  readonly redirects_from: readonly string[];
  readonly fetched_at: string;
  readonly http: {
    readonly status: number;
    readonly etag: string | null;
    readonly last_modified: string | null;
  };
}

export interface PageDocParts {
  readonly site: Pick<WikiSite, "host" | "server" | "articlePath">;
  readonly page: AssembledPage;
  readonly relations: PageRelations;
  /** ISO 8601, UTC. */
  readonly fetchedAt: string;
}

export function buildPageDoc({ site, page, relations, fetchedAt }: PageDocParts): WikiPageDoc {
  const redirect = redirectOf(page, relations);
  return {
    source: site.host,
    pageid: page.pageid,
    title: page.title,
    canonical_url: buildCanonicalUrl(site, page.title),
    revid: page.revid,
    timestamp: page.timestamp,
    content_model: page.contentModel,
    categories: page.categories,
    content: page.content,
    is_redirect: page.isRedirect,
    redirect_target: redirect.redirectTarget,
    redirect_fragment: redirect.redirectFragment,
    redirect_problem: redirect.redirectProblem,
    redirects_from: relations.redirectsFrom,
    fetched_at: fetchedAt,
    http: { status: page.http.status, etag: page.http.etag, last_modified: page.http.lastModified },
  };
}

/** A page can become a redirect, or cease to be one, between the list and the look at it: the look counts. */
function redirectOf(page: AssembledPage, relations: PageRelations): PageRelations {
  if (!page.isRedirect) return NO_RELATIONS;
  const unknown = relations.redirectTarget === null && relations.redirectProblem === null;
  return unknown ? { ...relations, redirectProblem: "unknown" } : relations;
}

/** The same bytes for the same document: keys in the order of the contract, whatever order they came in. */
export function serializePageDoc(doc: WikiPageDoc): Uint8Array {
  return Buffer.concat([...pageDocPieces(doc)]);
}

/** The same, made as it is asked for: in one, a text of megabytes would be there twice more. */
export function* pageDocPieces(doc: WikiPageDoc): Generator<Uint8Array> {
  const ordered = Object.keys(wikiPageDocSchema.shape).map((key) => [key, doc[key as keyof WikiPageDoc]]);
  const { status, etag, last_modified } = doc.http;
  const whole = { ...Object.fromEntries(ordered), content: "", http: { status, etag, last_modified } };
  const [before = "", after = ""] = `${JSON.stringify(whole, null, 2)}\n`.split(NO_CONTENT);
  yield Buffer.from(`${before}${AS_CONTENT}"`);
  for (const piece of escaped(doc.content)) yield Buffer.from(piece);
  yield Buffer.from(`"${after}`);
}

/** In no value: there, quotes are escaped. */
const AS_CONTENT = '\n  "content": ';
const NO_CONTENT = `${AS_CONTENT}""`;

/** Small enough to be gone with what is young in the heap. */
const PIECE_CHARACTERS = 1 << 15;

/** A text as it is inside of a JSON string, piece by piece. */
function* escaped(text: string): Generator<string> {
  for (let from = 0, to; from < text.length; from = to) {
    to = Math.min(from + PIECE_CHARACTERS, text.length);
    while (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to++;
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
  }
}

/** Not to be parted from what follows it. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** The document in a file, or what is wrong with it. */
export function parsePageDoc(text: string): WikiPageDoc | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "not JSON" };
  }
  const parsed = wikiPageDocSchema.safeParse(json);
  return parsed.success ? parsed.data : { problem: z.prettifyError(parsed.error) };
}

/** What other pages say of a page, as one word: it changes without a new revision. */
export function relationsDigest(relations: PageRelations): string {
  const { redirectTo, redirectTarget, redirectFragment, redirectProblem, redirectsFrom } = relations;
  return digest([redirectTo, redirectTarget, redirectFragment, redirectProblem, redirectsFrom]);
}

/** The change token (E13): equal where the stored document still says what the wiki says. */
export function pageToken(
  page: { readonly revid: number; readonly title: string },
  relations: PageRelations,
): string {
  return `${page.revid}-${digest([page.title, relationsDigest(relations)])}`;
}

/**
 * Short: it tells versions of one page apart, and guards against nobody. In one call: a Hash object for every page of a
 * large wiki was most of the memory that a listing took.
 */
function digest(value: unknown): string {
  return hash("sha256", JSON.stringify(value), "hex").slice(0, 16);
}
