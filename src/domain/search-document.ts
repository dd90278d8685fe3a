/** A document as it can be found (P33–P35). What is not known of it is null. */
export interface SearchDocument {
  readonly source: string;
  /** Identity inside the source. */
  readonly key: string;
  /** What people call it by: the `tramite` of a procedure, else its key. */
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** Relative to the root: the file to open. */
  readonly path: string | null;
  readonly keywords: readonly string[];
  readonly headings: readonly string[];
  /** Plain text, as it is written. */
  readonly text: string;
  readonly filters: SearchFacts;
  /** ISO 8601. */
  readonly updatedAt: string | null;
}

/** What can be filtered by. */
export interface SearchFacts {
  /** estatal, autonomico, local. */
  readonly level: string | null;
  readonly ccaa: string | null;
  readonly provincia: string | null;
  readonly municipio: string | null;
  readonly organism: string | null;
  readonly organismAbbrev: string | null;
  /** Of a procedure its kind (certificado, subvencion …), else that of the document (html, pdf, wikitext …). */
  readonly type: string | null;
  readonly channel: string | null;
  /** The first is its own. */
  readonly languages: readonly string[];
}

export const NO_FACTS: SearchFacts = {
  level: null,
  ccaa: null,
  provincia: null,
  municipio: null,
  organism: null,
  organismAbbrev: null,
  type: null,
  channel: null,
  languages: [],
};

/** All that are given have to be met. Values are those of the index: slugs, codes; of `organism` any part of its name. */
export interface SearchFilters {
  readonly source?: string;
  readonly level?: string;
  readonly ccaa?: string;
  readonly municipio?: string;
  readonly organism?: string;
  readonly type?: string;
  readonly channel?: string;
  readonly lang?: string;
}

export interface SearchHit {
  /** Counts from 1. */
  readonly rank: number;
  /** The higher the better; to be compared within one answer only. */
  readonly score: number;
  readonly source: string;
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly path: string | null;
  /** The part of the text that says what was asked, as it is written there. */
  readonly snippet: string;
  /** Where the words that were asked for stand in `snippet`: `[start, end)` in UTF-16 units. */
  readonly highlights: readonly (readonly [start: number, end: number])[];
  readonly lang: string | null;
  readonly level: string | null;
  readonly ccaa: string | null;
  readonly municipio: string | null;
  readonly organism: string | null;
  readonly type: string | null;
  readonly channel: string | null;
}

export interface SearchAnswer {
  /** How many documents would be found without a limit. */
  readonly total: number;
  readonly hits: readonly SearchHit[];
}
