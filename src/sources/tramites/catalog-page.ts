import type { JsonObject } from "../../domain/json.ts";

/** A file or service that a catalog entry offers. */
export interface CatalogResource {
  readonly url: string;
  readonly title: string | null;
  readonly format: string | null;
}

/** One procedure or data set as a catalog lists it. */
export interface CatalogEntry {
  /** Unique in its catalog. */
  readonly id: string;
  readonly title: string;
  /** Its own page: what is fetched. Null where the catalog names none. */
  readonly url: string | null;
  readonly resources: readonly CatalogResource[];
  readonly organisation: string | null;
  /** As the catalog writes it: a token to compare. */
  readonly modified: string | null;
  /** As the catalog states it (`active`, `Vigente` …). */
  readonly status: string | null;
  /** What the API said, whole: kept beside the page as supplementary metadata. */
  readonly supplementary: JsonObject;
}

/** One answer of a catalog. */
export interface CatalogPage {
  readonly entries: readonly CatalogEntry[];
  /** Entries that were there and could not be read. */
  readonly unreadable: number;
  /** How many the whole catalog has, where it says so. */
  readonly total: number | null;
  /** Where the next answer is, null on the last one. */
  readonly next: string | null;
}

/** How a walk through a catalog ended. Only a complete one proves that what it did not list is gone. */
export type CatalogEnd =
  | "complete"
  /** The catalog announced more than it gave, or something in it could not be read. */
  | "short"
  /** A page came again: the catalog would go on for ever. */
  | "repeats"
  /** Page after page brings next to nothing: at this rate the catalog would go on for ever. */
  | "trickles"
  /** More pages than are asked for in one run. */
  | "limit";

export interface CatalogStep {
  /** What no page before this one had. */
  readonly fresh: readonly CatalogEntry[];
  readonly next: string | null;
  /** Null while there is a next page. */
  readonly end: CatalogEnd | null;
}

export const MAX_PAGES = 10_000;

/**
 * A server that gives fewer rows than it was asked for still gives ten or twenty a page. On average over the whole walk, so
 * that pages which lost rows to a filter, or to what moved meanwhile, do no harm.
 */
const FEWEST_A_PAGE = 5;
/** Before it is judged: as patient as with a wiki that says nothing new. */
const PATIENT_PAGES = 50;
/** A catalog that says how much it has, and is over by then at its own rate, is a small one and not without end. */
const MOST_SMALL_PAGES = 1000;

/** Walks through the pages of a catalog: the caller asks for `next` and hands every answer to `take`. */
export class CatalogWalk {
  readonly #asked = new Set<string>();
  readonly #ids = new Set<string>();
  readonly #maxPages: number;
  #unreadable = 0;

  constructor(firstUrl: string, maxPages: number = MAX_PAGES) {
    this.#asked.add(firstUrl);
    this.#maxPages = maxPages;
  }

  take(page: CatalogPage): CatalogStep {
    const fresh = page.entries.filter((entry) => this.#isNew(entry.id));
    this.#unreadable += page.unreadable;
    const end = this.#endAfter(page, fresh.length);
    if (end === null && page.next !== null) this.#asked.add(page.next);
    return { fresh, next: end === null ? page.next : null, end };
  }

  #isNew(id: string): boolean {
    const known = this.#ids.has(id);
    this.#ids.add(id);
    return !known;
  }

  #endAfter(page: CatalogPage, fresh: number): CatalogEnd | null {
    if (page.next === null) return this.#isWhole(page.total) ? "complete" : "short";
    const nothingNew = page.entries.length > 0 && fresh === 0;
    if (nothingNew || this.#asked.has(page.next)) {
      return page.total !== null && this.#isWhole(page.total) ? "complete" : "repeats";
    }
    const pages = this.#asked.size;
    if (pages >= PATIENT_PAGES && this.#ids.size < pages * FEWEST_A_PAGE && !this.#endsSoon(page.total))
      return "trickles";
    return pages >= this.#maxPages ? "limit" : null;
  }

  #endsSoon(total: number | null): boolean {
    if (total === null || this.#ids.size === 0) return false;
    return Math.max(total / this.#ids.size, 1) * this.#asked.size < MOST_SMALL_PAGES;
  }

  #isWhole(total: number | null): boolean {
    return this.#unreadable === 0 && (total === null || this.#ids.size >= total);
  }
}
