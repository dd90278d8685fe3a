import { type ApiParams, readApiAnswer } from "./api-answer.ts";
import { ContentBatch, type PageContent } from "./content.ts";
import { found, type Parsed } from "./json-value.ts";
import { type ListedPage, uniquePages } from "./listing.ts";
import { httpFacts, parseRawEvent, type RawEvent, responseOf } from "./raw-event.ts";
import type { Changes, WikiReader } from "./reader.ts";
import { type ChangeRow, LOG_TYPES_TO_ASK, sumUpChanges } from "./recent-changes.ts";
import { nameRedirects, type ResolvedRedirects } from "./redirect-rows.ts";
import { RawLogReader, ReplayLog, type ReplayedContent } from "./replay-log.ts";
import type { WikiSite } from "./site.ts";

/** Where a line is in its log. */
export interface LinePlace {
  readonly offset: number;
  readonly bytes: number;
}

/** A raw log whose lines can be read one after the other, and again one by one. */
export interface LogText {
  lines(): AsyncIterable<{ readonly text: string; readonly place: LinePlace }>;
  read(place: LinePlace): Promise<string>;
}

/** A page whose text is in the log. */
export interface HeldPage extends ListedPage {
  readonly batch: HeldBatch;
}

interface HeldBatch {
  readonly places: readonly LinePlace[];
  /** When its last answer came. */
  readonly at: string;
}

export interface LogProblem {
  /** Counts from 1. */
  readonly line: number;
  readonly problem: string;
}

/** How much of its wiki a log shows: a whole listing, all that changed, or just the pages that are in it. */
export type LogScope = "listing" | "changes" | "pages";

/** Batches whose pages are at hand: tasks come in the order of the log, but not cut as its requests were. */
const BATCHES_AT_HAND = 2;

/**
 * Answers from the raw log of a run what the network answered then. Lists are kept in memory, texts are not: they are
 * read again from the file, so that a log of any size can be replayed.
 */
export class LogReader implements WikiReader {
  readonly #text: LogText;
  readonly #log = new ReplayLog();
  readonly #held = new Map<number, HeldPage>();
  readonly #refusedLogs = new Set<string>();
  readonly #recent = new Map<HeldBatch, ReadonlyMap<number, PageContent>>();
  readonly problems: LogProblem[] = [];
  readonly #asked = new Set<number>();
  readonly #answered = new Set<number>();
  #tornLine: number | null = null;
  #apiUrl: string | null = null;
  #lookedAt = "";
  #endedAt = "";

  private constructor(text: LogText) {
    this.#text = text;
  }

  /** Reads the log through once. */
  static async open(text: LogText): Promise<LogReader> {
    const reader = new LogReader(text);
    const lines = new RawLogReader();
    const places: LinePlace[] = [];
    for await (const { text: line, place } of text.lines()) {
      places.push(place);
      for (const entry of lines.next(line)) {
        if (entry.kind === "event") reader.#take(entry.event, entry.line, places);
        else if (entry.kind === "bad") reader.problems.push({ line: entry.line, problem: entry.problem });
      }
    }
    reader.#tornLine = lines.end()[0]?.line ?? null;
    return reader;
  }

  #take(event: RawEvent, line: number, places: readonly LinePlace[]): void {
    this.#apiUrl ??= event.request.base_url;
    const { finished_at } = event.timing;
    if (finished_at > this.#endedAt) this.#endedAt = finished_at;
    if (["allpages", "recentchanges"].includes(event.operation)) this.#lookedAt = finished_at;
    // A wiki that has no such log has nothing to tell of it.
    if (event.operation === "logevents" && event.error?.type === "badvalue") {
      this.#refusedLogs.add(event.request.params["letype"] ?? "");
    }
    if (event.operation === "content") for (const id of idsOf(event.request.params)) this.#asked.add(id);
    const content = this.#log.take(event, line);
    if (content !== null) this.#hold(content, places);
  }

  #hold({ lines, pages, finishedAt }: ReplayedContent, places: readonly LinePlace[]): void {
    const batch: HeldBatch = {
      places: lines.map((line) => places[line - 1]).filter((place) => place !== undefined),
      at: finishedAt,
    };
    for (const [id, content] of pages) {
      if (content.kind !== "incomplete") this.#answered.add(id);
      if (content.kind !== "page") continue;
      const { pageid, title, namespace, revid, isRedirect } = content.page;
      this.#held.set(pageid, { pageid, title, namespace, revid, isRedirect, batch });
    }
  }

  /** Null where the log tells of no call. */
  get apiUrl(): string | null {
    return this.#apiUrl;
  }

  /** When it was last asked which pages there are. */
  get lookedAt(): string {
    return this.#lookedAt;
  }

  get endedAt(): string {
    return this.#endedAt;
  }

  /** Namespaces that were listed. */
  get namespaces(): readonly number[] {
    return this.#log.namespaces;
  }

  /** Namespaces whose redirects were listed: in a log of changes, those that were asked for. */
  get redirectNamespaces(): ReadonlySet<number> {
    return this.#log.redirectNamespaces;
  }

  get held(): ReadonlyMap<number, HeldPage> {
    return this.#held;
  }

  /** The last line, where it was cut; counts from 1. */
  get tornLine(): number | null {
    return this.#tornLine;
  }

  /** Whether the text of a page was asked for, whatever came of it. */
  asksFor(pageid: number): boolean {
    return this.#asked.has(pageid);
  }

  /** Whether the wiki gave the text of a page, or said that there is none. */
  answersFor(pageid: number): boolean {
    return this.#answered.has(pageid);
  }

  /** Every page that the log tells of beside texts, from lists that are whole and from those that are not. */
  *shown(): Generator<ListedPage> {
    for (const namespace of this.#log.namespaces) yield* this.#log.listing(namespace)?.items ?? [];
    yield* this.#log.looks.items;
  }

  /** Pages of which it was asked how they stand. */
  get lookedIds(): ReadonlySet<number> {
    return this.#log.looked.ids;
  }

  async scope(namespaces: readonly number[]): Promise<LogScope> {
    if (this.#log.namespaces.length > 0) return (await this.#showsListing()) ? "listing" : "pages";
    return this.#showsChanges(namespaces) ? "changes" : "pages";
  }

  /** The listing alone is not enough: without all redirects, what it says of a page may be wrong. */
  async #showsListing(): Promise<boolean> {
    const pages = await this.listing(this.namespaces);
    return pages.ok && this.#showsRedirects(pages.value);
  }

  #showsChanges(namespaces: readonly number[]): boolean {
    const { changes, logEvents, logTypes, looked, looks } = this.#log;
    const isTold = (type: string) => logTypes.has(type) || this.#refusedLogs.has(type);
    if (!changes.complete || !LOG_TYPES_TO_ASK.every(isTold)) return false;
    const { ids, titles, deleted } = sumUpChanges(changes.items, logEvents.items);
    const areLooked =
      [...ids, ...deleted].every((id) => looked.ids.has(id)) && titles.every((one) => looked.titles.has(one));
    const redirects = looks.items.filter((page) => page.isRedirect && namespaces.includes(page.namespace));
    const known = new Set(this.#log.redirects.items.map(({ fromid }) => fromid));
    return (
      areLooked &&
      namespaces.every((namespace) => this.#log.redirectNamespaces.has(namespace)) &&
      redirects.every(({ pageid }) => known.has(pageid) || this.#log.resolvedIds.has(pageid))
    );
  }

  async site(): Promise<Parsed<WikiSite>> {
    return this.#log.site === null ? notInLog("what the wiki says of itself") : found(this.#log.site);
  }

  async listing(namespaces: readonly number[]): Promise<Parsed<ReadonlyMap<number, ListedPage>>> {
    const listings = namespaces.map((namespace) => this.#log.listing(namespace));
    if (listings.some((listing) => listing?.complete !== true)) return notInLog("a whole listing");
    return found(uniquePages(listings.flatMap((listing) => listing?.items ?? [])));
  }

  #showsRedirects(pages: ReadonlyMap<number, ListedPage>): boolean {
    const { redirects, redirectNamespaces, resolvedIds } = this.#log;
    const known = new Set(redirects.items.map(({ fromid }) => fromid).filter((id) => pages.has(id)));
    const lost = [...pages.values()].filter(({ pageid, isRedirect }) => isRedirect && !known.has(pageid));
    return (
      this.namespaces.every((namespace) => redirectNamespaces.has(namespace)) &&
      redirects.items.every(({ fromid }) => known.has(fromid) || resolvedIds.has(fromid)) &&
      lost.every(({ pageid }) => resolvedIds.has(pageid))
    );
  }

  /** As far as the log tells; `scope` says whether that is all. */
  async redirects(
    _: readonly number[],
    pages: ReadonlyMap<number, ListedPage>,
  ): Promise<Parsed<ResolvedRedirects>> {
    return found(this.#knownRedirects((id) => pages.get(id)?.title));
  }

  async look(
    ids: readonly number[],
    titles: readonly string[],
  ): Promise<Parsed<ReadonlyMap<number, ListedPage>>> {
    const [wantedIds, wantedTitles] = [new Set(ids), new Set(titles)];
    const wanted = this.#log.looks.items.filter(
      ({ pageid, title }) => wantedIds.has(pageid) || wantedTitles.has(title),
    );
    return found(uniquePages(wanted));
  }

  async changesSince(): Promise<Parsed<Changes>> {
    return found({ changes: this.#log.changes.items, log: this.#log.logEvents.items });
  }

  async contents(ids: readonly number[]): Promise<Parsed<ReadonlyMap<number, PageContent>>> {
    const contents = new Map<number, PageContent>();
    for (const id of ids) {
      const page = this.#held.get(id);
      const content = page === undefined ? undefined : (await this.#read(page.batch)).get(id);
      if (content !== undefined) contents.set(id, content);
    }
    return found(contents);
  }

  async #read(batch: HeldBatch): Promise<ReadonlyMap<number, PageContent>> {
    const known = this.#recent.get(batch);
    if (known !== undefined) return known;
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined && this.#recent.size >= BATCHES_AT_HAND) this.#recent.delete(oldest);
    const pages = await this.#assemble(batch);
    this.#recent.set(batch, pages);
    return pages;
  }

  async #assemble({ places, at }: HeldBatch): Promise<ReadonlyMap<number, PageContent>> {
    let batch: ContentBatch | null = null;
    for (const place of places) {
      const parsed = parseRawEvent(await this.#text.read(place));
      const answer = parsed.kind === "event" ? readApiAnswer(responseOf(parsed.event)) : null;
      if (parsed.kind !== "event" || answer?.kind !== "success") continue;
      const { http, request } = parsed.event;
      batch ??= new ContentBatch(idsOf(request.params));
      batch.add(answer, { ...httpFacts(http), at });
    }
    return batch?.results() ?? new Map();
  }

  /** The same log as one that tells of nothing but the pages that are in it. */
  pagesOnly(): WikiReader {
    const changes: readonly ChangeRow[] = [...this.#held.values()].map(({ pageid, title, batch }) => ({
      type: "edit",
      pageid,
      title,
      timestamp: batch.at,
    }));
    return {
      site: () => this.site(),
      listing: (namespaces) => this.listing(namespaces),
      redirects: async (_, pages) => found(this.#knownRedirects((id) => pages.get(id)?.title)),
      look: async () => found(this.#held),
      changesSince: async () => found({ changes, log: [] }),
      contents: (ids) => this.contents(ids),
    };
  }

  #knownRedirects(titleOf: (pageid: number) => string | undefined): ResolvedRedirects {
    const { edges } = nameRedirects(this.#log.redirects.items, titleOf);
    const resolved = united(this.#log.resolved.items);
    return { ...resolved, edges: [...edges, ...resolved.edges] };
  }
}

function idsOf(params: ApiParams): readonly number[] {
  return (params["pageids"] ?? "").split("|").map(Number);
}

function united(parts: readonly ResolvedRedirects[]): ResolvedRedirects {
  return {
    edges: parts.flatMap(({ edges }) => edges),
    existing: parts.flatMap(({ existing }) => existing),
    special: parts.flatMap(({ special }) => special),
  };
}

function notInLog(what: string): Parsed<never> {
  return { ok: false, failure: { kind: "structure_changed", expected: what, seen: "a log without it" } };
}
