import type { Reference, StoredDocument, Validators } from "./reference.ts";
import { intervalOf, isVisitDue, type Revisit, type RevisitBounds } from "./revisit.ts";

/** What is known of a key when it is found again. */
export interface Known {
  readonly state: "pending" | "completed" | "failed" | "skipped";
  /** Of a stored one that is completed: why it could not be brought up to date when it was last asked for. */
  readonly reason: string | null;
  readonly document: StoredDocument | null;
  /** What was wanted of it, where it is the link to an archive. */
  readonly opens?: string | null;
  /** When the server was last asked, where it says something about its documents' freshness. */
  readonly check?: Check;
  /** Another document has its address or its bytes. */
  readonly twin?: Twin;
}

/** What the server said when it was last asked for a document. Wall clock, ms. */
export interface Check {
  readonly at: number;
  /** It need not be asked again before this; null where it gave no time. */
  readonly freshUntil: number | null;
  /** How often in a row it said that there is no such document. */
  readonly misses: number;
  /** What it and the listing last said of the version, where that is not what was said when it was stored. */
  readonly validators?: Validators;
  /** How long it may go unasked, as learned from its visits; absent where nothing was learned yet. ms. */
  readonly intervalMs?: number;
  /** A look at its link has found since then that it says something else. */
  readonly hasDrifted?: boolean;
}

/** An item that is the same document as another one. */
export interface Twin {
  readonly of: string;
  /** Of its own address. */
  readonly validators: Validators;
  readonly check: Check;
}

export interface ChangeRules {
  /** False: everything is fetched again (`--no-resume`). */
  readonly resume: boolean;
  /** True: known documents are asked for again, conditionally. */
  readonly revalidates: boolean;
  /** Wall clock, ms. */
  readonly now?: number;
  /** What was asked since then is not asked again: an earlier run that did not come to its end has done so. */
  readonly checkedSince?: number;
  /** Not every known page is asked for. @default every one */
  readonly revisit?: { readonly which: Revisit; readonly bounds: RevisitBounds };
}

export type Change =
  | { readonly kind: "new" }
  /** `conditional`: a 304 or the same bytes mean that it is unchanged after all. */
  | { readonly kind: "changed"; readonly conditional: boolean }
  | { readonly kind: "unchanged" }
  /** There is nothing, for good: as the server has said (410), or as its archive was seen to be. Not asked again. */
  | { readonly kind: "gone"; readonly reason: "gone" | "no_documents" | "duplicate" };

/** So many runs in a row have to be told that there is no such document; its server's own word for "gone" is as many. */
export const MISSES_THAT_PROVE = 2;

/** A listing's word that nothing has changed is believed for so long; then the server itself is asked. */
const BELIEVED_MS = 7 * 24 * 3_600_000;

/**
 * Compares what was found with what is stored (E13). Revision ids, lastmod, ETag and hashes are one idea:
 * an equal token means unchanged, a different one changed, none at all that the server has to be asked.
 */
export function compare(reference: Reference, known: Known | undefined, rules: ChangeRules): Change {
  if (known === undefined) return { kind: "new" };
  if (!rules.resume)
    return known.document === null ? { kind: "new" } : { kind: "changed", conditional: false };
  if (known.document === null) {
    if (known.reason === "duplicate" && known.twin !== undefined)
      return isSettled(known.twin.check, rules) || mayWait(known.twin.check, rules)
        ? { kind: "gone", reason: "duplicate" }
        : { kind: "changed", conditional: true };
    return isGone(reference, known) ? { kind: "gone", reason: known.reason } : { kind: "new" };
  }
  if (rules.revalidates && isOutOfDate(known)) return { kind: "changed", conditional: true };
  const before = known.check?.validators?.token ?? known.document.validators.token;
  if (known.check !== undefined && wasAsked(known.check, rules)) return { kind: "unchanged" };
  if (reference.token !== undefined && before !== undefined) {
    const isSame = reference.token === before && isProof(reference, known.check, rules);
    return isSame ? { kind: "unchanged" } : { kind: "changed", conditional: true };
  }
  if (!rules.revalidates) return { kind: "unchanged" };
  const isFresh = known.check !== undefined && (isSettled(known.check, rules) || mayWait(known.check, rules));
  return isFresh ? { kind: "unchanged" } : { kind: "changed", conditional: true };
}

/** Whatever its time and its list say: a run that failed to fetch it is no visit, and neither is a look at its link. */
function isOutOfDate({ state, reason, check }: Known): boolean {
  return check?.hasDrifted === true || (state === "completed" && reason !== null);
}

/** What was proven to be gone and is still there was not let go of: the run that would have done so was cut short. */
function wasAsked({ at, misses }: Check, { revalidates, checkedSince }: ChangeRules): boolean {
  return revalidates && checkedSince !== undefined && at >= checkedSince && misses < MISSES_THAT_PROVE;
}

/** Nobody need be asked: it was done a moment ago, or the server's own word still holds. */
function isSettled(check: Check, rules: ChangeRules): boolean {
  if (wasAsked(check, rules)) return true;
  return check.freshUntil !== null && check.misses === 0 && check.freshUntil > (rules.now ?? Infinity);
}

/** Its time has not come yet, or only a list is to say so. What its server has just missed is asked for again. */
function mayWait({ at, misses, intervalMs }: Check, { revisit, now = at }: ChangeRules): boolean {
  if (revisit === undefined || misses > 0) return false;
  return revisit.which === "listed" || !isVisitDue(at, intervalOf(intervalMs, revisit.bounds), now);
}

/**
 * An equal token says that nothing has changed since the time it speaks of: a lastmod that is only a day says nothing of
 * the rest of that day, in which the document was fetched.
 */
function isProof({ tokenCoversUntil }: Reference, check: Check | undefined, rules: ChangeRules): boolean {
  if (!rules.revalidates || check === undefined) return true;
  const isRecent =
    rules.revisit === undefined ? (rules.now ?? check.at) - check.at < BELIEVED_MS : mayWait(check, rules);
  return isRecent && check.misses === 0 && (tokenCoversUntil === undefined || check.at >= tokenCoversUntil);
}

function isGone(
  reference: Reference,
  known: Known,
): known is Known & { readonly reason: "gone" | "no_documents" } {
  if (known.reason === "no_documents") return (reference.opens ?? null) === (known.opens ?? null);
  return known.reason === "gone";
}

/** Headers that let the server answer 304 (RFC 9110 §13.1). */
export function conditionalHeaders(validators: Validators | undefined): Record<string, string> {
  const { etag, lastModified } = validators ?? {};
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}
