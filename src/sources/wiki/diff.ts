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

export interface ChangedPage<Remote, Local> {
  readonly remote: Remote;
  readonly local: Local;
  /** At least one. Where it is `relations` alone, the stored text still holds. */
  readonly causes: readonly ChangeCause[];
}

export interface PageDiff<Remote, Local> {
  readonly fresh: readonly Remote[];
  readonly changed: readonly ChangedPage<Remote, Local>[];
  readonly unchanged: readonly Remote[];
  readonly gone: readonly Local[];
}

/**
 * What is to be done. Revisions are compared for inequality: a partial undelete gives a page an older one. A page is
 * gone only on proof, that is when it is absent from a complete listing (E14). Linear; the orders are kept.
 */
export function diffPages<Remote extends RemotePage, Local extends LocalPage>(
  remote: Iterable<Remote>,
  local: Iterable<Local>,
  { complete }: { readonly complete: boolean },
): PageDiff<Remote, Local> {
  const left = new Map<number, Local>();
  for (const page of local) left.set(page.pageid, page);
  const fresh: Remote[] = [];
  const changed: ChangedPage<Remote, Local>[] = [];
  const unchanged: Remote[] = [];
  for (const page of latest(remote)) {
    const known = left.get(page.pageid);
    left.delete(page.pageid);
    const causes = known === undefined ? [] : causesOf(page, known);
    if (known === undefined) fresh.push(page);
    else if (causes.length > 0) changed.push({ remote: page, local: known, causes });
    else unchanged.push(page);
  }
  return { fresh, changed, unchanged, gone: complete ? [...left.values()] : [] };
}

/** A page moved while it was listed comes twice; the last word counts. */
function latest<Remote extends RemotePage>(remote: Iterable<Remote>): Iterable<Remote> {
  const pages = new Map<number, Remote>();
  for (const page of remote) pages.set(page.pageid, page);
  return pages.values();
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
