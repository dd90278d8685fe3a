import type { JsonObject } from "../../domain/json.ts";
import type { ApiSuccess } from "./api-answer.ts";
import { idOf, isObject, isSet, objectsOf, textOf } from "./json-value.ts";
import { readPageRow } from "./page-row.ts";

/** What the exchange that brought a page's text said. */
export interface HttpFacts {
  readonly status: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** When it came, ISO 8601; absent where it comes now. */
  readonly at?: string;
}

/** A page put together from all the answers of its batch. */
export interface AssembledPage {
  readonly pageid: number;
  readonly namespace: number;
  readonly title: string;
  readonly revid: number;
  readonly timestamp: string;
  readonly contentModel: string;
  /** The main slot, as it is. */
  readonly content: string;
  /** With the wiki's own prefix, in the order given. */
  readonly categories: readonly string[];
  readonly isRedirect: boolean;
  readonly http: HttpFacts;
}

/** Why a page that exists has no text to be had. */
export type Unreadable = "text_hidden" | "text_missing" | "slot_missing" | "bad_content_format";

export type PageContent =
  | { readonly kind: "page"; readonly page: AssembledPage }
  /** No page has this id: deleted. */
  | { readonly kind: "missing" }
  | { readonly kind: "invalid"; readonly reason: string }
  | {
      readonly kind: "unreadable";
      readonly reason: Unreadable;
      readonly title: string;
      readonly revid: number;
    }
  /** The answers ended before everything was said of it: to be asked for again, alone. */
  | { readonly kind: "incomplete" };

interface Gathered {
  namespace: number;
  title: string;
  /** With the facts of the answer it came in. */
  revision: { readonly row: JsonObject; readonly http: HttpFacts } | null;
  readonly categories: Set<string>;
  contentModel: string | null;
  isRedirect: boolean;
}

/**
 * Answers to one question for the content of up to 50 page ids and its continuations, merged. An answer above 8 MiB is
 * cut: pages come with `revisions: []` and get their text in a later answer; categories are split over answers.
 */
export class ContentBatch {
  readonly #ids: readonly number[];
  readonly #gathered = new Map<number, Gathered>();
  readonly #refused = new Map<number, PageContent>();
  #complete = false;

  constructor(ids: Iterable<number>) {
    this.#ids = [...ids];
  }

  add(answer: ApiSuccess, http: HttpFacts): void {
    for (const row of objectsOf(answer.query?.["pages"]) ?? []) this.#addRow(row, http);
    this.#complete = answer.batchComplete || answer.continue === null;
  }

  /** What became of each id that was asked for. */
  results(): ReadonlyMap<number, PageContent> {
    return new Map(this.#ids.map((id) => [id, this.#resultOf(id)]));
  }

  /** Every answer names every page: what the last one says of its existence holds. */
  #addRow(row: JsonObject, http: HttpFacts): void {
    const read = readPageRow(row);
    const id = idOf(row["pageid"]);
    if (read === null || id === null) return;
    this.#refused.delete(id);
    if (read.kind === "missing") this.#refused.set(id, { kind: "missing" });
    else if (read.kind === "page") gather(this.#pageOf(read), row, http);
    else
      this.#refused.set(id, { kind: "invalid", reason: "reason" in read ? read.reason : "a special page" });
  }

  #pageOf({ pageid, namespace, title }: { pageid: number; namespace: number; title: string }): Gathered {
    const known = this.#gathered.get(pageid);
    if (known !== undefined) return Object.assign(known, { namespace, title });
    const page = { namespace, title, revision: null, categories: new Set<string>(), contentModel: null };
    const gathered: Gathered = { ...page, isRedirect: false };
    this.#gathered.set(pageid, gathered);
    return gathered;
  }

  #resultOf(id: number): PageContent {
    const refused = this.#refused.get(id);
    if (refused !== undefined) return refused;
    const gathered = this.#gathered.get(id);
    if (!this.#complete || gathered === undefined || gathered.revision === null)
      return { kind: "incomplete" };
    return assemble(id, gathered, gathered.revision.row, gathered.revision.http);
  }
}

/** Each module answers once; what an answer does not mention was said before or is still to come. */
function gather(page: Gathered, row: JsonObject, http: HttpFacts): void {
  const revision = objectsOf(row["revisions"])?.[0];
  if (revision !== undefined) page.revision = { row: revision, http };
  for (const category of objectsOf(row["categories"]) ?? []) {
    const title = textOf(category["title"]);
    if (title !== null) page.categories.add(title);
  }
  page.contentModel = textOf(row["contentmodel"]) ?? page.contentModel;
  if (isSet(row["redirect"])) page.isRedirect = true;
}

function assemble(pageid: number, gathered: Gathered, revision: JsonObject, http: HttpFacts): PageContent {
  const { title, namespace, categories, isRedirect } = gathered;
  const revid = idOf(revision["revid"]);
  const timestamp = textOf(revision["timestamp"]);
  if (revid === null || timestamp === null) return { kind: "incomplete" };
  const slots = revision["slots"];
  const slot = isObject(slots) && isObject(slots["main"]) ? slots["main"] : null;
  const content = textOf(slot?.["content"]);
  if (slot === null || content === null) {
    return { kind: "unreadable", reason: whyUnreadable(revision, slot), title, revid };
  }
  const contentModel = textOf(slot["contentmodel"]) ?? gathered.contentModel ?? "unknown";
  const page = { pageid, namespace, title, revid, timestamp, contentModel, content, isRedirect, http };
  return { kind: "page", page: { ...page, categories: [...categories] } };
}

/** Marks stand at the slot, or at the revision where that is hidden as a whole. */
function whyUnreadable(revision: JsonObject, slot: JsonObject | null): Unreadable {
  const marked = (name: string) => isSet(revision[name]) || isSet(slot?.[name]);
  if (marked("texthidden") || marked("suppressed")) return "text_hidden";
  if (marked("badcontentformat")) return "bad_content_format";
  if (slot === null || isSet(slot["missing"])) return "slot_missing";
  return "text_missing";
}
