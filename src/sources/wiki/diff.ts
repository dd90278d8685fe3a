/** A page as the wiki shows it now. */
export interface RemotePage {
  readonly pageid: number;
  readonly title: string;
  readonly revid: number;
  /** What other pages say of it, as one word (`relationsDigest`); null where nobody looked. */
  readonly relations: string | null;
}

/** A page as it is stored; `relations` is null where the store does not know. */
export type LocalPage = RemotePage;

export type ChangeCause = "revision" | "title" | "relations";

/** What is to be done about one page. */
export type PageDiff<Remote, Local> =
  | { readonly kind: "fresh"; readonly remote: Remote }
  | {
      readonly kind: "changed";
      readonly remote: Remote;
      readonly local: Local;
      /** At least one. Where it is `relations` alone, the stored text still holds. */
      readonly causes: readonly ChangeCause[];
    }
  | { readonly kind: "unchanged"; readonly remote: Remote; readonly local: Local }
  | { readonly kind: "gone"; readonly local: Local };

/**
 * Page by page, in the order of the listing, then what is gone. Revisions are compared for inequality: a partial undelete
 * gives a page an older one. A page is gone only on proof, that is when it is absent from a complete listing (E14).
 * A large wiki is in memory once, not once for every step.
 */
export function* diffPages<Remote extends RemotePage, Local extends LocalPage>(
  remote: Iterable<Remote>,
  local: ReadonlyMap<number, Local>,
  listing: { readonly complete: boolean; has(pageid: number): boolean },
): Generator<PageDiff<Remote, Local>> {
  for (const page of remote) yield diffPage(page, local.get(page.pageid));
  if (!listing.complete) return;
  for (const pageid of local.keys()) {
    if (!listing.has(pageid)) yield { kind: "gone", local: local.get(pageid) as Local };
  }
}

function diffPage<Remote extends RemotePage, Local extends LocalPage>(
  remote: Remote,
  local: Local | undefined,
): PageDiff<Remote, Local> {
  if (local === undefined) return { kind: "fresh", remote };
  const causes = causesOf(remote, local);
  return causes.length > 0
    ? { kind: "changed", remote, local, causes }
    : { kind: "unchanged", remote, local };
}

function causesOf(remote: RemotePage, local: LocalPage): readonly ChangeCause[] {
  const known = remote.relations !== null && local.relations !== null;
  const causes: readonly [ChangeCause, boolean][] = [
    ["revision", remote.revid !== local.revid],
    ["title", remote.title !== local.title],
    ["relations", known && remote.relations !== local.relations],
  ];
  return causes.filter(([, differs]) => differs).map(([cause]) => cause);
}
