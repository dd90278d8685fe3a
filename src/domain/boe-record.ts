/** What the official gazette says about an act or announcement. Names are those of the file, days are `2024-05-29`. */

/** A name from one of the gazette's own lists, with its code. */
export interface BoeCoded {
  readonly code: string | null;
  readonly name: string;
}

/** Another act that this one changes, cites, repeals …, or that does so to this one. */
export interface BoeReference {
  readonly identifier: string | null;
  readonly url: string | null;
  /** `DEROGA`, `SE MODIFICA` … */
  readonly relation: string | null;
  readonly text: string;
}

export type BoeLanguage = "es" | "ca" | "eu" | "gl" | "ca-valencia";

export interface BoeRecord {
  /** `BOE-A-2024-10849`; null where only a part of a law was given, and nothing tells of which. */
  readonly identifier: string | null;
  readonly department: BoeCoded | null;
  readonly rank: BoeCoded | null;
  readonly origin: BoeCoded | null;
  readonly official_number: string | null;
  readonly gazette: BoeCoded | null;
  readonly gazette_number: string | null;
  readonly section: string | null;
  readonly subsection: string | null;
  readonly enacted: string | null;
  readonly published: string | null;
  readonly in_force_since: string | null;
  readonly repealed_since: string | null;
  readonly updated: string | null;
  /** No longer law: repealed, annulled by a court, or spent. */
  readonly lapsed: boolean;
  readonly first_page: string | null;
  readonly last_page: string | null;
  readonly consolidation: BoeCoded | null;
  readonly subjects: readonly string[];
  readonly alerts: readonly string[];
  readonly notes: readonly string[];
  /** Acts that this one refers to. */
  readonly previous: readonly BoeReference[];
  /** Acts that refer to this one. */
  readonly later: readonly BoeReference[];
  readonly languages: readonly BoeLanguage[];
  readonly url_pdf: string | null;
  /** The translated editions, by language. */
  readonly url_pdf_by_language: Readonly<Partial<Record<BoeLanguage, string>>>;
  readonly url_epub: string | null;
  readonly url_eli: string | null;
  /** The text is the one in force, put together from its versions, not the one that was published. */
  readonly consolidated: boolean;
  /** Parts of a consolidated law that are left out of its text: they are no longer in force. */
  readonly lapsed_parts: readonly string[];
}
