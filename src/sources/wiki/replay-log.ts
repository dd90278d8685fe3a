import { type ApiParams, type ApiSuccess, readApiAnswer } from "./api-answer.ts";
import { ContentBatch, type PageContent } from "./content.ts";
import { isContinueName, stepKey } from "./continuation.ts";
import { found, type Parsed } from "./json-value.ts";
import { type ListedPage, readListing } from "./listing.ts";
import { httpFacts, parseRawEvent, type RawEvent, responseOf } from "./raw-event.ts";
import { type ChangeRow, type LogRow, readLogEvents, readRecentChanges } from "./recent-changes.ts";
import {
  readAllRedirects,
  readResolvedRedirects,
  type RedirectRow,
  type ResolvedRedirects,
} from "./redirect-rows.ts";
import { readSite, type WikiSite } from "./site.ts";
import { type Walk, Walks } from "./walks.ts";

export type LogEntry =
  | { readonly kind: "event"; readonly line: number; readonly event: RawEvent }
  | { readonly kind: "bad"; readonly line: number; readonly problem: string }
  /** The last line, cut by a crash: what it would have told was never used. */
  | { readonly kind: "torn"; readonly line: number };

/** Lines of a raw log, in order, as entries. One that is no JSON is torn if it is the last, else bad. */
export class RawLogReader {
  #line = 0;
  #cut: number | null = null;

  /** Empty lines are counted, and nothing else. */
  next(text: string): readonly LogEntry[] {
    this.#line += 1;
    if (text.trim() === "") return [];
    const before = this.#cutAsBad();
    const parsed = parseRawEvent(text);
    if (parsed.kind === "not_json") {
      this.#cut = this.#line;
      return before;
    }
    return [...before, { ...parsed, line: this.#line }];
  }

  end(): readonly LogEntry[] {
    return this.#cut === null ? [] : [{ kind: "torn", line: this.#cut }];
  }

  #cutAsBad(): readonly LogEntry[] {
    if (this.#cut === null) return [];
    const entry: LogEntry = { kind: "bad", line: this.#cut, problem: "not JSON" };
    this.#cut = null;
    return [entry];
  }
}

/** The content of one batch, once all its answers have been read. */
export interface ReplayedContent {
  /** Lines its answers stand on. */
  readonly lines: readonly number[];
  readonly pages: ReadonlyMap<number, PageContent>;
  /** When its last answer came. */
  readonly finishedAt: string;
}

/** What a listing or another list holds, and whether it was read to its end. */
export interface Replayed<T> {
  readonly items: readonly T[];
  readonly complete: boolean;
}

/**
 * Answers from a raw log what the network answered then. Takes events in order; keeps rows of lists, but no content:
 * that is handed out batch by batch, so that a log of any size can be read. Of two answers for one page the later counts.
 */
export class ReplayLog {
  #site: WikiSite | null = null;
  readonly #listings = new Walks<ListedPage>();
  readonly #redirects = new Walks<RedirectRow>();
  readonly #resolved = new Walks<ResolvedRedirects>();
  readonly #looks = new Walks<ListedPage>();
  readonly #changes = new Walks<ChangeRow>();
  readonly #logEvents = new Walks<LogRow>();
  readonly #contents = new Walks<ContentAnswer>();

  /** Failed attempts are passed over. Gives a batch of content when this event completes one. */
  take(event: RawEvent, line: number): ReplayedContent | null {
    const answer = event.outcome === "success" ? readApiAnswer(responseOf(event) ?? null) : null;
    if (answer?.kind !== "success") return null;
    const call = { event, line, answer };
    if (event.operation === "content") return this.#takeContent(call);
    if (event.operation === "siteinfo") this.#takeSite(call);
    if (event.operation === "allpages") takeRows(this.#listings, call, readListing(answer));
    if (event.operation === "allredirects") takeRows(this.#redirects, call, readAllRedirects(answer));
    if (event.operation === "redirects")
      takeRows(this.#resolved, call, listOf(readResolvedRedirects(answer)));
    // Without a start it was asked how far they reach back, and nothing else.
    if (event.operation === "recentchanges" && event.request.params["rcstart"] !== undefined)
      takeRows(this.#changes, call, rowsOf(readRecentChanges(answer)));
    if (event.operation === "pages") takeRows(this.#looks, call, readListing(answer));
    if (event.operation === "logevents") takeRows(this.#logEvents, call, rowsOf(readLogEvents(answer)));
    return null;
  }

  get site(): WikiSite | null {
    return this.#site;
  }

  /** Null where nobody listed that namespace. */
  listing(namespace: number): Replayed<ListedPage> | null {
    const walks = this.#listings.all().filter(({ params }) => namespaceOf(params) === namespace);
    return walks.length === 0 ? null : joined(walks);
  }

  /** Namespaces that were listed, or begun. */
  get namespaces(): readonly number[] {
    return [...new Set(this.#listings.all().map(({ params }) => namespaceOf(params)))];
  }

  get redirects(): Replayed<RedirectRow> {
    return joined(this.#redirects.all());
  }

  /** Namespaces whose redirects were listed to the end. */
  get redirectNamespaces(): ReadonlySet<number> {
    return valuesOf(this.#redirects, "arnamespace", Number);
  }

  get resolved(): Replayed<ResolvedRedirects> {
    return joined(this.#resolved.all());
  }

  /** Redirects of which it was asked where they lead. */
  get resolvedIds(): ReadonlySet<number> {
    return valuesOf(this.#resolved, "pageids", Number);
  }

  /** Pages that were looked at beside a listing. */
  get looks(): Replayed<ListedPage> {
    return joined(this.#looks.all());
  }

  /** What was asked for then: ids and titles. */
  get looked(): { readonly ids: ReadonlySet<number>; readonly titles: ReadonlySet<string> } {
    return { ids: valuesOf(this.#looks, "pageids", Number), titles: valuesOf(this.#looks, "titles", String) };
  }

  get changes(): Replayed<ChangeRow> {
    return joined(this.#changes.all());
  }

  get logEvents(): Replayed<LogRow> {
    return joined(this.#logEvents.all());
  }

  /** Kinds of log that were read to the end. */
  get logTypes(): ReadonlySet<string> {
    return valuesOf(this.#logEvents, "letype", String);
  }

  #takeSite({ event, answer }: Call): void {
    const site = readSite(answer.query, event.request.base_url);
    if (site.ok) this.#site = site.value;
  }

  #takeContent({ event, line, answer }: Call): ReplayedContent | null {
    const { params } = event.request;
    const walk = this.#contents.take(questionOf(event), params, answer, [{ event, line, answer }]);
    if (walk?.complete !== true) return null;
    this.#contents.forget(questionOf(event));
    const batch = new ContentBatch((params["pageids"] ?? "").split("|").map(Number));
    for (const one of walk.items) batch.add(one.answer, httpFacts(one.event.http));
    return {
      lines: walk.items.map((one) => one.line),
      pages: batch.results(),
      finishedAt: event.timing.finished_at,
    };
  }
}

/** What complete walks asked for under a name, several with bars between. */
function valuesOf<T, V>(walks: Walks<T>, name: string, read: (text: string) => V): ReadonlySet<V> {
  const asked = walks.all().filter(({ complete, params }) => complete && params[name] !== undefined);
  return new Set(asked.flatMap(({ params }) => (params[name] ?? "").split("|").map((one) => read(one))));
}

interface Call {
  readonly event: RawEvent;
  readonly line: number;
  readonly answer: ApiSuccess;
}

type ContentAnswer = Call;

/** What was not understood then was not used then; the list stays incomplete. */
function takeRows<T>(walks: Walks<T>, { event, answer }: Call, rows: Parsed<readonly T[]>): void {
  if (rows.ok) walks.take(questionOf(event), event.request.params, answer, rows.value);
}

function listOf<T>(parsed: Parsed<T>): Parsed<readonly T[]> {
  return parsed.ok ? found([parsed.value]) : parsed;
}

function rowsOf<T>(parsed: Parsed<{ readonly rows: readonly T[] }>): Parsed<readonly T[]> {
  return parsed.ok ? found(parsed.value.rows) : parsed;
}

function namespaceOf(params: ApiParams): number {
  return Number(params["gapnamespace"] ?? "0");
}

function questionOf({ operation, request }: RawEvent): string {
  const own = Object.entries(request.params).filter(([name]) => !isContinueName(name));
  return `${operation} ${request.base_url} ${stepKey(Object.fromEntries(own))}`;
}

function joined<T>(walks: readonly Walk<T>[]): Replayed<T> {
  return { items: walks.flatMap((walk) => walk.items), complete: walks.every((walk) => walk.complete) };
}
