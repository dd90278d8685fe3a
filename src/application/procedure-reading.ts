import type { EventBody } from "../domain/events.ts";
import type { ExtractRecord } from "../domain/extraction.ts";
import type { Office, ProcedureRecord, ReviewDecision } from "../domain/procedure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { ExtractionRules, Pages } from "../domain/source.ts";
import type {
  Clock,
  ExtractFiles,
  Extracts,
  Links,
  Normalized,
  PageLines,
  ProcedureFiles,
  ProcedureRules,
  Procedures,
  Registry,
} from "./ports.ts";
import type { Claims, ProcedureShelf, Shelved } from "./procedure-shelf.ts";

export interface NormalizingParts {
  readonly source: string;
  readonly clock: Pick<Clock, "now">;
  readonly rules: ProcedureRules;
  readonly extraction: ExtractionRules;
  readonly identify: Pages["identify"];
  /** By the registry at hand; null where that does not have the office a page was found by. */
  readonly officeOf: (document: StoredDocument) => Office | null;
  /** The registry at hand is that of the run; else it stands behind what earlier runs have noted. */
  readonly isRegistryGiven: boolean;
  readonly registry: Registry;
  readonly extracts: Extracts;
  readonly extractFiles: ExtractFiles;
  readonly procedures: Procedures;
  readonly files: ProcedureFiles;
  readonly emit: (event: EventBody) => void;
  readonly signals: { readonly stop: AbortSignal };
  /** Whether a page was stored by this run: it is looked at, also where it says what it said (E7). @default none was */
  readonly isFromThisRun?: (key: string) => boolean;
  /** What changed since then is news; wall clock, ms. */
  readonly changedSince: number;
  /** How links stand. @default nobody knows */
  readonly links?: Pick<Links, "find">;
}

/** A page, and what its procedure follows from. */
export interface Open {
  readonly document: StoredDocument;
  readonly extract: ExtractRecord;
  readonly before: ProcedureRecord | undefined;
  readonly office: Office | null;
  readonly terms: string;
  readonly decision: ReviewDecision | undefined;
  readonly lines: ReadLines;
  /** The file of a person that it stands under. */
  readonly curated: Shelved | undefined;
  readonly claims: Claims;
}

/** The lines of a page, and those of them that are its site's. */
export interface ReadLines {
  readonly page: PageLines;
  readonly ofSite: readonly string[];
}

export const NO_LINES: ReadLines = { page: { title: "", lines: [], heads: [] }, ofSite: [] };

/** All that the procedure of a page follows from. */
function termsOf(
  { document, extract, office, decision, lines, curated, claims }: Omit<Open, "before" | "terms">,
  version: string,
): string {
  return JSON.stringify([
    version,
    extract.sha256,
    extract.extractor,
    extract.status,
    extract.reason,
    addressOf(document),
    office,
    curated === undefined ? null : [curated.tramite, curated.contentHash],
    decision === undefined ? null : [decision.at, decision.decision],
    lines.ofSite,
    claims.mark,
  ]);
}

/**
 * A page under a name. Under which it stands is known when names are settled; the one it has had may lead to the file of a
 * person that it does not belong to any more, or not yet.
 */
export function standingAs<P extends Omit<Open, "curated" | "claims" | "terms">>(
  page: P,
  tramite: string,
  shelf: ProcedureShelf,
  version: string,
): P & Pick<Open, "curated" | "claims" | "terms"> {
  const curated = shelf.curatedFor(page.document.key, tramite);
  const standing = { ...page, curated, claims: shelf.claimsBut(curated) };
  return { ...standing, terms: termsOf(standing, version) };
}

/** Whether a record was made of these very bytes, by whatever rules. */
export function isOfPage({ terms }: ProcedureRecord, { sha256 }: ExtractRecord): boolean {
  return (JSON.parse(terms) as unknown[])[1] === sha256;
}

/** … and by these rules, from this reading of them. */
export function isOfReading(record: ProcedureRecord, extract: ExtractRecord, version: string): boolean {
  const [rules, sha256, extractor, status] = JSON.parse(record.terms) as unknown[];
  return (
    rules === version &&
    sha256 === extract.sha256 &&
    extractor === extract.extractor &&
    status === extract.status
  );
}

/** Those that were its site's when the record was made. */
export function siteLinesOf({ terms }: ProcedureRecord): readonly string[] {
  return ((JSON.parse(terms) as unknown[])[9] ?? []) as readonly string[];
}

/** What a page says, as a procedure or as none. */
export async function normalizedOf(
  {
    document,
    extract,
    office,
    decision,
    lines,
    claims,
  }: Pick<Open, "document" | "extract" | "office" | "decision" | "claims"> & {
    readonly lines: Pick<ReadLines, "ofSite">;
  },
  { rules, extractFiles, identify }: Pick<NormalizingParts, "rules" | "extractFiles" | "identify">,
): Promise<Normalized> {
  if (extract.status === "failed") return unread(extract.reason);
  const read = await extractFiles.read(extract.stem);
  if (read === null) return unread("missing");
  const isAccepted = decision?.decision === "accept" && decision.of === document.sha256;
  if (decision?.decision === "reject" && decision.of === document.sha256)
    return refused("not_a_procedure", "rejected", `rejected by ${decision.by} on ${decision.at}`);
  const address = addressOf(document);
  const url = identify(address)?.canonicalUrl ?? address;
  const found = rules.normalize(read, {
    extractedAt: read.extracted_at,
    office,
    url,
    isAccepted,
    siteLines: lines.ofSite,
    claimedWords: claims.words,
  });
  return found.ok && extract.status === "reject" && !isAccepted
    ? refused("extraction_failed", "low_quality", `quality ${extract.score.toFixed(2)}`, true)
    : found;
}

/** Where its page is now: redirects may have led elsewhere than before, to the same words. */
export function addressOf({ page, url }: StoredDocument): string {
  return page?.url ?? url;
}

function unread(reason: string): Normalized {
  return reason === "unsupported"
    ? refused("not_a_procedure", reason, "a kind of file that holds no procedure")
    : refused("extraction_failed", reason, "it could not be read", true);
}

function refused(
  outcome: "not_a_procedure" | "extraction_failed",
  reason: string,
  detail: string,
  isDoubtful = false,
): Normalized {
  return { ok: false, outcome, reason, detail, isDoubtful };
}
