import type { Failure } from "../../domain/failure.ts";
import type { Finding, Reference } from "../../domain/reference.ts";
import {
  type Brought,
  defineSource,
  type DiscoverContext,
  type FetchContext,
  type Source,
} from "../../domain/source.ts";
import { adoptPage } from "./adopt.ts";
import { ApiClient } from "./api-client.ts";
import type { PageContent } from "./content.ts";
import { checkWiki, crawl, referenceTo, relationsIn, storedPages } from "./crawl.ts";
import type { Parsed } from "./json-value.ts";
import { NetworkReader } from "./network-reader.ts";
import {
  DEFAULT_WIKI_OPTIONS,
  mediaWikiTime,
  resolveWikiOptions,
  RETIRED_DIR,
  type WikiOptions,
} from "./options.ts";
import { buildPageDoc, pageDocPieces, parsePageDoc, type WikiPageDoc } from "./page-doc.ts";
import { IDS_A_REQUEST, type WikiReader } from "./reader.ts";
import type { WikiSite } from "./site.ts";

const RULE = { attempts: 5, firstWaitMs: 1000, maxWaitMs: 60_000 };

/** A lagging replica can write late: a little is asked for twice rather than missed. */
const OVERLAP_MS = 60_000;

/** How a run reads its wiki: over the network, or from a log. */
export type ReaderOf = (context: DiscoverContext<WikiOptions>) => WikiReader;

const overNetwork: ReaderOf = (context) =>
  new NetworkReader(context.options.apiUrl, new ApiClient(context.options.apiUrl, context));

/** Pages of a MediaWiki, each a document, fetched fifty to a request. */
export function createWikiSource(readerOf: ReaderOf): Source<WikiOptions> {
  const sessions = new WeakMap<AbortSignal, Session>();
  const sessionOf = (context: DiscoverContext<WikiOptions>): Session => {
    const known = sessions.get(context.signal) ?? new Session(readerOf(context));
    sessions.set(context.signal, known);
    return known;
  };
  return defineSource<WikiOptions>({
    name: "wiki",
    summary: "Pages of any MediaWiki, with categories and redirects, synced by revision",
    flags: FLAGS,
    examples: [
      "levada ingest wiki --api https://battlecats.miraheze.org/w/api.php",
      "levada ingest wiki --since auto",
      "levada plan wiki --namespaces 0,14",
    ],
    resolveOptions: resolveWikiOptions,
    policy: {
      serverError: RULE,
      tooManyRequests: RULE,
      // As long as it lags: the server says when to come again.
      askedToWait: { attempts: Infinity, firstWaitMs: 5000, maxWaitMs: 60_000 },
      timeout: RULE,
      connection: RULE,
      brokenBody: RULE,
    },
    folders: ({ pageDir, rawDir, registry }) => ({
      documents: pageDir,
      calls: rawDir,
      retired: RETIRED_DIR,
      ...(registry === null ? {} : { registry }),
    }),
    allows: (url, { apiUrl }) => url.host === new URL(apiUrl).host,
    obeysRobots: (url, { apiUrl }) => `${url.origin}${url.pathname}` !== apiUrl,
    optionsOf: ({ url }) => ({ apiUrl: url.split("?")[0] }),
    adopts: adoptPage,
    wants: (fields, { namespaces }) => namespaces.includes(Number(fields["namespace"] ?? 0)),
    discover: (context) => discover(context, sessionOf(context)),
    together: {
      size: IDS_A_REQUEST,
      fetch: (references, context) => fetch(references, context, sessionOf(context)),
      isWell: async (context) => (await sessionOf(context).reader.site()).ok,
    },
  });
}

const FLAGS: NonNullable<Source["flags"]> = [
  {
    flag: "--api <url>",
    description: `address of api.php (default: that of the root's pages, else ${DEFAULT_WIKI_OPTIONS.apiUrl})`,
    option: "apiUrl",
    kind: "text",
  },
  {
    flag: "--page-dir <dir>",
    description: `where the pages go, one JSON file each; relative to --root (default: ${DEFAULT_WIKI_OPTIONS.pageDir})`,
    option: "pageDir",
    kind: "text",
  },
  {
    flag: "--raw-dir <dir>",
    description: `where every API call is kept, one file a run; relative to --root (default: ${DEFAULT_WIKI_OPTIONS.rawDir})`,
    option: "rawDir",
    kind: "text",
  },
  {
    flag: "--namespaces <list>",
    description: "numbers of the namespaces that are wanted (default: 0)",
    option: "namespaces",
    kind: "list",
  },
  {
    flag: "--since <auto|date>",
    description: "ask only what changed since the last complete run, or since a date",
    option: "since",
    kind: "text",
  },
  {
    flag: "--registry <file>",
    description: "an SQLite file, relative to --root, that has, or will have, the table pages",
    option: "registry",
    kind: "text",
  },
];

/** What a run learns once. */
class Session {
  readonly reader: WikiReader;
  #site: Promise<Parsed<WikiSite>> | null = null;

  constructor(reader: WikiReader) {
    this.reader = reader;
  }

  async site(): Promise<Parsed<WikiSite>> {
    const site = await (this.#site ??= this.reader.site());
    // Where there is no api.php there will be none for the next question either.
    if (!site.ok && site.failure.kind !== "unexpected_content") this.#site = null;
    return site;
  }
}

/** Up to when a run has seen everything, and in which namespaces: `2026-01-31T12:00:00Z 0,14`. */
export function cursorAfter({ time }: WikiSite, namespaces: readonly number[]): string | null {
  if (time === null) return null;
  return `${mediaWikiTime(Date.parse(time) - OVERLAP_MS)} ${namespaces.join(",")}`;
}

async function* discover(context: DiscoverContext<WikiOptions>, session: Session): AsyncGenerator<Finding> {
  const { options } = context;
  const site = await session.site();
  if (!site.ok) return yield { kind: "catalog_failed", url: options.apiUrl, failure: site.failure };
  const stored = await storedPages(context, site.value.host);
  const reached = reachedBy(await context.cursor(), options.namespaces);
  const since = options.since === "auto" ? reached : options.since;
  const leavesGap = since !== null && (reached === null || since > reached);
  const next = leavesGap ? null : cursorAfter(site.value, options.namespaces);
  if (next !== null) context.advance(next);
  const run = {
    since,
    resume: context.resume,
    warn: (code: string, message: string) => context.warn(code, message),
  };
  const foreign = new Set<string>();
  for await (const key of context.foreign()) foreign.add(key);
  for await (const finding of crawl(session.reader, site.value, stored, options, run)) {
    if (finding.kind === "document") foreign.delete(finding.reference.key);
    if (finding.kind === "catalog_failed") foreign.clear();
    yield finding;
  }
  yield* goneOf([...foreign], session.reader, options);
}

/**
 * Rows of a registry of the user's whose pages are neither stored nor listed. They may be of a namespace that nobody
 * asked for: the wiki itself says which are gone.
 */
async function* goneOf(
  keys: readonly string[],
  reader: WikiReader,
  { apiUrl }: WikiOptions,
): AsyncGenerator<Finding> {
  if (keys.length === 0) return;
  const looked = await reader.look(keys.map(Number), []);
  if (!looked.ok) return yield { kind: "catalog_failed", url: apiUrl, failure: looked.failure };
  for (const key of keys) if (!looked.value.has(Number(key))) yield { kind: "gone", key, reason: "deleted" };
}

/** The moment in a cursor; null where it does not speak of all these namespaces. */
function reachedBy(cursor: string | null, namespaces: readonly number[]): string | null {
  const [moment = null, list = ""] = cursor?.split(" ") ?? [];
  const seen = new Set(list.split(","));
  return namespaces.every((one) => seen.has(String(one))) ? moment : null;
}

async function fetch(
  references: readonly Reference[],
  context: FetchContext<WikiOptions>,
  session: Session,
): ReturnType<NonNullable<Source<WikiOptions>["together"]>["fetch"]> {
  const site = await session.site();
  if (!site.ok) return site;
  // Ids mean other pages in another wiki: what an earlier run left over is not asked of this one.
  for (const { fields } of references) checkWiki(fields["wiki"], site.value.host);
  const brought = new Map<string, Brought>();
  const asked: Reference[] = [];
  for (const reference of references) {
    const kept = reference.keeps === true ? await rewritten(reference, context) : null;
    if (kept === null) asked.push(reference);
    else brought.set(reference.key, kept);
  }
  if (asked.length === 0) return { ok: true, brought };
  const ids = asked.map(({ key }) => Number(key));
  const contents = await session.reader.contents(ids, context.attempt);
  if (!contents.ok) return { ok: false, failure: ofTheApi(contents.failure) };
  const now = new Date(context.now()).toISOString();
  for (const reference of asked) {
    const content = contents.value.get(Number(reference.key));
    brought.set(reference.key, broughtFrom(reference, content, site.value, now, context.options));
  }
  return { ok: true, brought };
}

/** An api.php that is not found says nothing of the pages it was asked for: they have failed, and are not to be skipped. */
function ofTheApi(failure: Failure): Failure {
  if (failure.kind !== "http_status" || (failure.status !== 404 && failure.status !== 410)) return failure;
  return { kind: "unexpected_content", expected: "an answer of the API", seen: `status ${failure.status}` };
}

/** Only what other pages say of it has changed: its text is here already. Null where it is not. */
async function rewritten(reference: Reference, context: FetchContext<WikiOptions>): Promise<Brought | null> {
  const bytes = await context.storedBytes(reference.key);
  const doc = bytes === null ? null : parsePageDoc(new TextDecoder().decode(bytes));
  if (doc === null || "problem" in doc || doc.revid !== reference.fields["revid"]) return null;
  const { redirectTarget, redirectFragment, redirectProblem, redirectsFrom } = relationsIn(reference);
  const next: WikiPageDoc = {
    ...doc,
    redirect_target: redirectTarget,
    redirect_fragment: redirectFragment,
    redirect_problem: redirectProblem,
    redirects_from: redirectsFrom,
  };
  const fields = { ...reference.fields, categories: [...doc.categories] };
  return documentOf({ ...reference, fields }, next);
}

function broughtFrom(
  reference: Reference,
  content: PageContent | undefined,
  site: WikiSite,
  now: string,
  options: WikiOptions,
): Brought {
  if (content?.kind !== "page") return { kind: "failed", failure: failureOf(content, reference) };
  const { page } = content;
  if (!options.namespaces.includes(page.namespace)) return { kind: "failed", failure: movedAway(page.title) };
  const relations = relationsIn(reference);
  // What was fetched counts, where the page was edited or moved since it was listed.
  const current = referenceTo(page, relations, site, options);
  const fields = { ...current.fields, categories: [...page.categories] };
  const fetchedAt = page.http.at ?? now;
  return documentOf({ ...current, fields }, buildPageDoc({ site, page, relations, fetchedAt }));
}

/** Moved since it was listed, to where nobody wants it: stored, no later listing would tell of it. */
function movedAway(title: string): Failure {
  return { kind: "not_to_be_had", reason: "missing", detail: `it was moved to ${title}` };
}

function documentOf(reference: Reference, doc: WikiPageDoc): Brought {
  return { kind: "document", reference, pieces: pageDocPieces(doc) };
}

function failureOf(content: Exclude<PageContent, { kind: "page" }> | undefined, { key }: Reference): Failure {
  switch (content?.kind) {
    case "missing":
      return { kind: "not_to_be_had", reason: "missing", detail: `there is no page ${key} any more` };
    case "invalid":
      return { kind: "not_to_be_had", reason: "invalid", detail: content.reason };
    case "unreadable":
      return { kind: "not_to_be_had", reason: "unreadable", detail: `${content.title}: ${content.reason}` };
    default:
      return { kind: "body_broken", detail: `the answers ended before all was said of page ${key}` };
  }
}

export const wiki = createWikiSource(overNetwork);
