import type { DiscoverContext } from "../../domain/source.ts";
import { fileNameOf } from "./document-name.ts";

export interface DocumentIdentity {
  /** Sanitised. */
  readonly libraryNumber: string;
  readonly documentId: string | null;
  readonly state: string;
  readonly url: string;
}

/** More documents than any library number has; beyond it something else is wrong. */
const MAX_SIBLINGS = 10_000;

/**
 * The key of a document: `T055-113056` where the link carries a document id, `T055` where it does not.
 * A key belongs to one URL for ever, and to the same document at a new address. Where another one has it, a library
 * number from another state gets the state as suffix (`T055-OK`), a further link of the same state a number
 * (`T055-2`). Callers ask in order of URL, so that numbers are the same from run to run; from then on the registry
 * remembers them.
 */
export async function keyFor(
  context: Pick<DiscoverContext<unknown>, "claim" | "keyOf">,
  { libraryNumber, documentId, state, url }: DocumentIdentity,
  isOurs: (url: URL) => boolean = () => false,
): Promise<string> {
  const known = await context.keyOf(url);
  if (known !== null) return known;
  let stem = documentId === null ? libraryNumber : `${libraryNumber}-${documentId}`;
  for (let key = stem, sibling = 2; sibling < MAX_SIBLINGS;) {
    const holder = await context.claim(key, url, state);
    const isSame = holder.about === state && isSameDocument(holder.url, url, documentId, isOurs);
    if (holder.url === url || isSame) return key;
    if (key === stem && holder.about !== state && !stem.endsWith(`-${state}`)) {
      stem = `${stem}-${state}`;
      key = stem;
    } else {
      key = `${stem}-${sibling}`;
      sibling += 1;
    }
  }
  throw new Error(`no free key for ${url} after ${MAX_SIBLINGS} tries`);
}

/**
 * Whether a document has only moved: to another port, to https, into `prod/`. The id and the name of the file say so;
 * without an id, path and query do (`get?doc=1` and `get?doc=2` are two documents), unless both hosts are in use:
 * two sites may well have the same paths.
 */
function isSameDocument(
  one: string,
  other: string,
  documentId: string | null,
  isOurs: (url: URL) => boolean,
): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return false;
  const [a, b] = [new URL(one), new URL(other)];
  if (documentId === null) {
    return a.pathname === b.pathname && a.search === b.search && (a.host === b.host || !isOurs(a));
  }
  return fileNameOf(a.pathname).toLowerCase() === fileNameOf(b.pathname).toLowerCase();
}
