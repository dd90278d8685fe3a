import type { Reference, StoredDocument } from "./reference.ts";

/** What is known of a key when it is found again. */
export interface Known {
  readonly state: "pending" | "completed" | "failed" | "skipped";
  readonly reason: string | null;
  readonly document: StoredDocument | null;
  /** What was wanted of it, where it is the link to an archive. */
  readonly opens?: string | null;
}

export interface ChangeRules {
  /** False: everything is fetched again (`--no-resume`). */
  readonly resume: boolean;
  /** True: known documents are asked for again, conditionally. */
  readonly revalidates: boolean;
}

export type Change =
  | { readonly kind: "new" }
  /** `conditional`: a 304 or the same bytes mean that it is unchanged after all. */
  | { readonly kind: "changed"; readonly conditional: boolean }
  | { readonly kind: "unchanged" }
  /** There is nothing, for good: as the server has said (410), or as its archive was seen to be. Not asked again. */
  | { readonly kind: "gone"; readonly reason: "gone" | "no_documents" };

/**
 * Compares what was found with what is stored (E13). Revision ids, lastmod, ETag and hashes are one idea:
 * an equal token means unchanged, a different one changed, none at all that the server has to be asked.
 */
export function compare(reference: Reference, known: Known | undefined, rules: ChangeRules): Change {
  if (known === undefined) return { kind: "new" };
  if (!rules.resume)
    return known.document === null ? { kind: "new" } : { kind: "changed", conditional: false };
  if (known.document === null) {
    return isGone(reference, known) ? { kind: "gone", reason: known.reason } : { kind: "new" };
  }
  const before = known.document.validators.token;
  if (reference.token !== undefined && before !== undefined) {
    return reference.token === before ? { kind: "unchanged" } : { kind: "changed", conditional: true };
  }
  return rules.revalidates ? { kind: "changed", conditional: true } : { kind: "unchanged" };
}

function isGone(
  reference: Reference,
  known: Known,
): known is Known & { readonly reason: "gone" | "no_documents" } {
  if (known.reason === "no_documents") return (reference.opens ?? null) === (known.opens ?? null);
  return known.reason === "gone";
}

/** Headers that let the server answer 304 (RFC 9110 §13.1). */
export function conditionalHeaders(document: StoredDocument | null): Record<string, string> {
  if (document === null) return {};
  const { etag, lastModified } = document.validators;
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}
