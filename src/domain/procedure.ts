import type { LinkState } from "./link-health.ts";

/** A procedure as its file has it (P28). What its fields mean is the business of `src/procedures`. */
export type ProcedureFields = Readonly<Record<string, unknown>>;

/** The office that a page was found by: a row of the registry, as far as it matters for reading a procedure. */
export interface Office {
  readonly name: string;
  readonly nameAbbrev: string | null;
  readonly jurisdiction: "age" | "ccaa" | "local";
  readonly ccaa: string | null;
  readonly municipio: string | null;
  readonly pathPatterns: readonly string[];
  readonly languages: readonly string[];
}

/** What became of a page, by the names of P32. */
export type ProcedureOutcome =
  | "new"
  | "updated"
  | "unchanged"
  | "duplicate"
  | "not_a_procedure"
  | "unexpected_language"
  | "extraction_failed"
  | "normalization_failed"
  | "gone";

/** What is known of a page's procedure. */
export interface ProcedureRecord {
  /** Of the page. */
  readonly key: string;
  readonly url: string;
  /** Everything the record follows from; equal terms, equal record. */
  readonly terms: string;
  readonly outcome: ProcedureOutcome;
  /** A code: why there is none, or why a person should look; empty where there is nothing to say. */
  readonly reason: string;
  readonly needsReview: boolean;
  /** For people. */
  readonly detail: string;
  /** The name of its file, also of one that an earlier version of the page has left; empty where there is none. */
  readonly tramite: string;
  /** Of what the page says; empty where it is no procedure. */
  readonly contentHash: string;
  /** Equal for pages that say the same; empty where it is no procedure. */
  readonly likeness: string;
  /** Its row in the catalog; null where it is no procedure. */
  readonly catalog: CatalogRow | null;
  readonly office: Office | null;
  /** It differs from a file that a person has checked, and lies beside it. */
  readonly isProposal: boolean;
  /** Since when it stands so; ISO 8601. */
  readonly since: string;
  /** What its page has to say in finding out which lines are its site's, as JSON; empty where nobody has looked. */
  readonly lines: string;
}

/** One of `documents` in `ingestion_catalog.json` (P31). */
export interface CatalogRow {
  readonly tramite_id: string;
  readonly source_url: string;
  readonly source_domain: string;
  readonly source_type: string;
  /** Null where a person's file does not say. */
  readonly extracted_at: string | null;
  readonly last_verified_at: string | null;
  readonly content_hash: string;
  readonly word_count: number;
  readonly section_count: number;
  readonly completeness_score: number;
  readonly verification_status: "manual" | "auto" | "review";
  readonly ingestion_method: string;
  readonly outcome: string;
  /** Fields of P29 that are filled. */
  readonly filled: readonly string[];
  /** How the link to its page stands (P38); null where nobody has looked. */
  readonly link_status?: LinkState | null;
}

/** What a person has to look at (P32). */
export interface ReviewItem {
  /** What `review show|accept|reject` takes: the name of the procedure, else that of the page (url_hash). */
  readonly id: string;
  readonly tramite: string | null;
  readonly url_hash: string;
  readonly source_url: string;
  readonly outcome: string;
  readonly reason: string;
  readonly detail: string;
  readonly since: string;
  readonly raw_path: string | null;
  readonly extracted_path: string | null;
  /** Where the automatic version and the differences are, beside a file that a person has checked. */
  readonly proposal_path: string | null;
  readonly diff_path: string | null;
  /** What a decision is about: it holds until this changes. */
  readonly of: string;
}

/** What a person has decided: a line of `reviews.jsonl`. */
export interface ReviewDecision {
  readonly id: string;
  readonly url_hash: string;
  readonly tramite: string | null;
  readonly decision: "accept" | "reject";
  /** Fields that were taken over; null: all, or there was nothing to choose. */
  readonly fields: readonly string[] | null;
  readonly by: string;
  readonly at: string;
  readonly of: string;
}

/** What `of` begins with where a decision is about the link to a page, not about what the page says. */
export const LINK_DECISION = "link ";
/** … because the page says something else now. */
export const DRIFT_DECISION = `${LINK_DECISION}drift `;

/**
 * A file that a person has checked is never overwritten (P30), nor one that does not say that nobody has: what we write
 * says so, people leave it out, and the very mark may be what a disk has damaged.
 */
export function isCurated({ verificado, verified_by: by }: ProcedureFields): boolean {
  if (verificado === true || by === "manual") return true;
  return verificado !== false && by !== null && by !== "auto";
}

/** A name that can be that of a file in its folder: people call theirs as they like. */
export function isTramiteName(name: string): boolean {
  return name !== "" && !/^\.|[/\0]/.test(name);
}

/** A name that we would give ourselves (P28). */
export function isProcedureId(name: string): boolean {
  return /^[a-z][a-z0-9_-]{2,80}$/.test(name);
}
