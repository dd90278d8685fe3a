import type {
  CatalogRow,
  ProcedureFields,
  ProcedureOutcome,
  ProcedureRecord,
  ReviewItem,
} from "../domain/procedure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { Normalized, ProcedureLoss } from "./ports.ts";
import type { Owner } from "./procedure-names.ts";
import { isOfPage, type Open } from "./procedure-reading.ts";

export type Refused = Normalized & { readonly ok: false };
export type Found = Normalized & { readonly ok: true };

/** A page to settle, and what it says. */
export interface Candidate extends Open {
  readonly found: Normalized;
}

/** Automatic readings below this are shown to a person (P29). */
const COMPLETE_ENOUGH = 0.7;

const NO_FLAG = { reason: "", detail: "", needsReview: false };

const NOTHING = {
  ...NO_FLAG,
  tramite: "",
  contentHash: "",
  likeness: "",
  catalog: null,
  isProposal: false,
};

/** What became of a page; `at`, unless it stood so before. */
export function recordOf(
  { document, before, terms, office, lines }: Candidate,
  outcome: ProcedureOutcome,
  facts: Partial<ProcedureRecord>,
  at: string,
): ProcedureRecord {
  const { key, url } = document;
  const isOld =
    before !== undefined &&
    (outcome === "unchanged" || (outcome === before.outcome && facts.reason === before.reason));
  const since = isOld ? before.since : at;
  const noted = { lines: JSON.stringify(lines.page), outcome, since };
  return { ...NOTHING, key, url, terms, office, ...facts, ...noted };
}

/** What is noted of a page that is a procedure, and told in the catalog. */
export function factsOf(
  { document }: Candidate,
  { row, likeness }: Found,
  tramite: string,
  verification_status: CatalogRow["verification_status"],
) {
  const { method } = document.fields;
  return {
    tramite,
    contentHash: row.content_hash,
    likeness,
    catalog: {
      ...row,
      tramite_id: tramite,
      last_verified_at: null,
      verification_status,
      ingestion_method: typeof method === "string" ? method : "seed",
      outcome: "",
    } as CatalogRow,
  };
}

/** Against what was noted, not against the file: a kill may have come between the two. */
export function outcomeOf(
  { before }: Candidate,
  { row }: Found,
  current: ProcedureFields | null,
): ProcedureOutcome {
  if (before !== undefined && before.contentHash !== "" && before.outcome !== "duplicate")
    return before.contentHash === row.content_hash ? "unchanged" : "updated";
  if (current === null || current["extracted_at"] === row.extracted_at) return "new";
  return current["content_hash"] === row.content_hash ? "unchanged" : "updated";
}

/** A page says another procedure than the one it has had: a person decides what becomes of that one. */
const ANOTHER = "another_procedure";

/** The procedure that a page has, or had and has not lost; empty where it has none. A duplicate names that of another. */
export function ownOf(page: ProcedureRecord | ReviewItem | undefined): string {
  if (page === undefined) return "";
  return page.outcome === "duplicate" && page.reason !== ANOTHER ? "" : (page.tramite ?? "");
}

/** A person has said of exactly this page that it is right. */
function isAccepted({ decision, document }: Candidate): boolean {
  return decision?.decision === "accept" && decision.of === document.sha256;
}

/** What is noted of a page that says what another page says, while its own procedure is kept. */
export function keptBeside(own: string, { tramite, url }: Owner, candidate: Candidate) {
  return {
    reason: ANOTHER,
    detail: `it says the same as ${tramite} (${url}); ${own} is left as it was`,
    needsReview: !isAccepted(candidate),
    tramite: own,
    catalog: candidate.before?.catalog ?? null,
  };
}

/** With what, and how (P32). */
export function likenessTo({ tramite, url, likeness }: Owner, candidate: Candidate, found: Found) {
  const other = `${tramite} (${url})`;
  if (likeness === found.likeness) return { reason: "duplicate", detail: `it says the same as ${other}` };
  return isFile(candidate.document)
    ? { reason: "duplicate", detail: `a file of ${other}` }
    : {
        reason: "outdated_copy",
        detail: `it said the same as ${other} until that changed`,
        needsReview: !isAccepted(candidate),
      };
}

/** Not a page of the web. */
export function isFile({ localPath }: StoredDocument): boolean {
  return !/\.x?html?(?:\.zst)?$/.test(localPath);
}

/** A page has lost what it said before: what is kept of it waits for a person. */
const LOST = "lost_fields";

/**
 * Whether the file of a page may be held against what the page says now: the page has changed, not our rules. A file that
 * has more than its page said when that was noted last is looked at in any case.
 */
export function isComparable({ before, extract }: Candidate): boolean {
  if (before === undefined || !isOfPage(before, extract)) return true;
  return before.catalog !== null && before.catalog.content_hash !== before.contentHash;
}

/** Open until a person has decided on exactly this version. */
export function lossFlagOf({ fields, calledNow }: ProcedureLoss, tramite: string, isOpen: boolean) {
  if (!isOpen) return NO_FLAG;
  const lost = `${fields.join(", ")}: no longer on the page`;
  const flag = { needsReview: true, isProposal: true };
  return calledNow === null
    ? { ...flag, reason: LOST, detail: `${lost}; ${tramite} keeps what it said` }
    : {
        ...flag,
        reason: ANOTHER,
        detail: `it is called "${calledNow}" now; ${lost}; ${tramite} is left as it was`,
      };
}

/** A proposal to what a person has written; others lie beside what is kept of their own page. */
export function isToPersons({ isProposal, reason }: ProcedureRecord): boolean {
  return isProposal && reason !== LOST && reason !== ANOTHER;
}

/** What was stored and is doubtful all the same (P21, P29). */
export function flagOf(candidate: Candidate, { row }: Found, tramite: string) {
  const { extract, document } = candidate;
  const { completeness_score: completeness } = row;
  if (isAccepted(candidate)) return NO_FLAG;
  if (tramite !== row.tramite_id && tramite.endsWith(document.key.slice(0, 8)))
    return { reason: "same_name", detail: `another page has ${row.tramite_id}`, needsReview: true };
  if (!isOfName(tramite, row.tramite_id))
    return { reason: ANOTHER, detail: `by its name it is ${row.tramite_id} now`, needsReview: true };
  if (extract.status === "review")
    return { reason: "low_quality", detail: `quality ${extract.score.toFixed(2)}`, needsReview: true };
  return completeness < COMPLETE_ENOUGH
    ? { reason: "incomplete", detail: `completeness ${completeness.toFixed(2)}`, needsReview: true }
    : NO_FLAG;
}

/**
 * Whether what is kept under a name is still called so. The office at the beginning of both may have got another name, and
 * what is too long was cut, or has an address at its end.
 */
function isOfName(tramite: string, id: string): boolean {
  const nameIn = (text: string) => text.split("-").slice(2).join("-").slice(0, COMPARED);
  return nameIn(tramite).startsWith(nameIn(id));
}

/** Characters of a name that are never cut. */
const COMPARED = 40;
