import type { ExtractedDocument } from "../../domain/extracted-document.ts";
import type {
  CatalogRow,
  Office,
  ProcedureFields,
  ProcedureRecord,
  ReviewDecision,
  ReviewItem,
} from "../../domain/procedure.ts";

/** The rules by which a page becomes a procedure (P23–P29): pure, and given to the use case from outside. */
export interface ProcedureRules {
  /** Another version may make another procedure of the same text. */
  readonly version: string;
  normalize(document: ExtractedDocument, context: NormalizeContext): Normalized;
  /** What a page has to say in finding out which lines are its site's. */
  lines(document: ExtractedDocument): PageLines;
  /** To be shown every page of one site, in any order. */
  siteLines(): SiteLines;
  /** How two versions differ, field by field; the first may be a curated file of any age. */
  diff(before: ProcedureFields, after: ProcedureFields): readonly FieldDifference[];
  /** What a stored procedure has and a reading of its page has not; null where it has all. */
  loss(stored: ProcedureFields, reading: ProcedureFields): ProcedureLoss | null;
  /** The row of the catalog for a curated file of any age; null where it is none. */
  describe(file: ProcedureFields): DescribedProcedure["row"] | null;
  /** The keywords of a person's file, where they are so few that those of pages would outvote them. */
  claims(file: ProcedureFields): readonly string[];
  /** A short name for a long text, equal for equal ones only. */
  digestOf(text: string): string;
  /** False where a file that was written by us says something else than it did then: a hand or the disk has changed it. */
  isAsWritten(file: ProcedureFields): boolean;
}

/** Lines of a page that other pages of its site may share, as marks. */
export interface PageLines {
  readonly title: string;
  readonly lines: readonly string[];
  readonly heads: readonly string[];
}

export interface SiteLines {
  add(page: PageLines): void;
  /** Those of a page that are its site's and not its procedure's; always in one order. */
  among(page: PageLines): readonly string[];
}

export interface ProcedureLoss {
  readonly fields: readonly string[];
  /** What is stored until a person has looked. */
  readonly kept: ProcedureFields;
  /** What the page calls itself, where that is another name than it had. */
  readonly calledNow: string | null;
}

export interface NormalizeContext {
  /** ISO 8601. */
  readonly extractedAt: string;
  readonly office: Office | null;
  readonly url: string;
  /** A person has said that it is a procedure, whatever it looks like. */
  readonly isAccepted: boolean;
  /** Of its page: they are no part of the procedure. */
  readonly siteLines: readonly string[];
  /** What people's files are found by: no keywords of this procedure, but for words of its name. */
  readonly claimedWords: readonly string[];
}

export interface DescribedProcedure {
  readonly row: Omit<CatalogRow, "ingestion_method" | "outcome" | "last_verified_at" | "link_status">;
  /** Equal for procedures that say the same. */
  readonly likeness: string;
}

export type Normalized =
  | ({ readonly ok: true; readonly procedure: ProcedureFields } & DescribedProcedure)
  | {
      readonly ok: false;
      readonly outcome:
        | "not_a_procedure"
        | "unexpected_language"
        | "normalization_failed"
        | "extraction_failed";
      readonly reason: string;
      readonly detail: string;
      /** It may be one all the same: a person should look. */
      readonly isDoubtful: boolean;
    };

export interface FieldDifference {
  readonly field: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before: unknown;
  readonly after: unknown;
  /** For people: `plazos: 15 → 10 días hábiles`. */
  readonly line: string;
}

/** What is known of procedures, by the key of their page. Derived: all of it can be made again. */
export interface Procedures {
  find(source: string, keys: readonly string[]): Promise<ReadonlyMap<string, ProcedureRecord>>;
  /** Records of pages that are procedures of one of these names, or that say the same as one of these. */
  like(
    source: string,
    wanted: { readonly tramites: readonly string[]; readonly likenesses: readonly string[] },
  ): Promise<readonly ProcedureRecord[]>;
  note(source: string, records: readonly ProcedureRecord[]): Promise<void>;
  /** All of them, in the order of their keys. */
  all(
    source: string,
    after: string,
  ): Promise<{ readonly records: readonly ProcedureRecord[]; readonly next: string | null }>;
  /** Those whose page is no longer stored. */
  orphans(source: string): Promise<readonly ProcedureRecord[]>;
  /** Duplicates of something that is no longer said anywhere else. */
  widows(source: string): Promise<readonly string[]>;
  forget(source: string, keys: readonly string[]): Promise<void>;
}

/** The files of stage 5 (P30–P32). What was written is durable when a call resolves. */
export interface ProcedureFiles {
  /** Every file of `data/tramites/`. One that is no JSON object has `procedure: null`. */
  all(): AsyncIterable<{ readonly tramite: string; readonly procedure: ProcedureFields | null }>;
  read(tramite: string): Promise<ProcedureFields | null>;
  /**
   * Puts a version in place; the one before is kept for comparison where `keepsPrevious`, and what does not change stays
   * as it was written where `keepsForm`: to the letter, in a person's own order.
   */
  write(
    tramite: string,
    procedure: ProcedureFields,
    options?: { readonly keepsPrevious?: boolean; readonly keepsForm?: boolean },
  ): Promise<void>;
  /** The version before the one that stands; null where there is none. */
  previous(tramite: string): Promise<ProcedureFields | null>;
  /** Takes a procedure out of the reader's sight, into `data/ingestion/retired/`. */
  retire(tramite: string): Promise<void>;
  propose(tramite: string, proposal: ProcedureFields, difference: ProcedureFields): Promise<void>;
  proposal(
    tramite: string,
  ): Promise<{ readonly proposal: ProcedureFields; readonly difference: ProcedureFields } | null>;
  withdraw(tramite: string): Promise<void>;
  /** Names of procedures that have a proposal. */
  proposals(): Promise<readonly string[]>;
  /** The offices that pages were found by, by the id of their row; people's registries come and go. */
  offices(): Promise<Readonly<Record<string, Office>>>;
  writeOffices(offices: Readonly<Record<string, Office>>): Promise<void>;
  writeCatalog(rows: AsyncIterable<CatalogRow>, at: string, total: number): Promise<void>;
  writeReviewQueue(items: AsyncIterable<ReviewItem>, at: string): Promise<void>;
  reviewQueue(): Promise<readonly ReviewItem[]>;
  decisions(): Promise<readonly ReviewDecision[]>;
  /** What of decisions and queue cannot be read, a sentence each, with its place. */
  reviewProblems(): Promise<readonly string[]>;
  /** Adds a line to `reviews.jsonl`. */
  decide(decision: ReviewDecision): Promise<void>;
}
