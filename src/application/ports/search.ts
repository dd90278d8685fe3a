import type { SearchAnswer, SearchDocument, SearchFilters } from "../../domain/search-document.ts";

/** Something that may be found, and a word that changes whenever it may say something else. */
export interface Findable {
  readonly key: string;
  readonly stamp: string;
}

/** What a source has that people may look for. */
export interface SearchCorpus {
  readonly source: string;
  /** Everything there is, at the cost of a listing. */
  entries(): AsyncIterable<Findable>;
  /** What these say, in any order; null where nothing is to be found in it, as for one that is not answered. */
  read(keys: ReadonlySet<string>): AsyncIterable<readonly [key: string, document: SearchDocument | null]>;
}

export interface IndexEntry extends Findable {
  readonly document: SearchDocument | null;
}

/** The side of the index that is written. All of it is derived: what is lost is made anew. */
export interface SearchIndex {
  /** The stamps of everything that is known of a source. */
  known(source: string): Promise<ReadonlyMap<string, string>>;
  /** All or none of them. */
  put(source: string, entries: readonly IndexEntry[]): Promise<void>;
  drop(source: string, keys: readonly string[]): Promise<void>;
  /** Says that the index knows all of a source as it is when `mark` is its mark. */
  complete(source: string, mark: string): Promise<void>;
  /** Brings what was written together; after a large change. */
  close(): Promise<void>;
}

export interface RetrieveOptions {
  readonly filters?: SearchFilters;
  readonly limit?: number;
}

/** One call for all ways of finding (P35): by words, by meaning, or both. Filters apply before anything is ranked. */
export interface Retriever {
  readonly kind: "lexical" | "embedding" | "hybrid";
  retrieve(query: string, options?: RetrieveOptions): Promise<SearchAnswer>;
}
