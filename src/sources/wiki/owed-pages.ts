import type { StoredPage } from "./crawl.ts";
import type { ListedPage } from "./listing.ts";
import type { LogReader, LogScope } from "./log-reader.ts";

/** A page that a log tells of, and whose text is neither stored nor in any log. */
export interface OwedPage {
  readonly pageid: number;
  readonly title: string;
  readonly namespace: number;
  /** A log asked for its text; else it may be in the log of an earlier run. */
  readonly wasAsked: boolean;
}

/** What logs tell of and do not hold, log after log: a later one may bring it, or show that it is gone. */
export class OwedPages {
  readonly #pages = new Map<number, OwedPage>();

  /** After a log was looked through, with what was stored before it. */
  take(
    reader: LogReader,
    scope: LogScope,
    namespaces: readonly number[],
    stored: ReadonlyMap<number, StoredPage>,
    isLetGo: (pageid: number) => boolean,
  ): void {
    const shown = new Set<number>();
    for (const page of reader.shown()) {
      shown.add(page.pageid);
      if (!namespaces.includes(page.namespace)) continue;
      const isHere =
        reader.answersFor(page.pageid) || isStored(page, stored.get(page.pageid), reader.lookedAt);
      if (isHere || isLetGo(page.pageid)) this.#pages.delete(page.pageid);
      else this.#owe(page, reader.asksFor(page.pageid));
    }
    const { lookedIds } = reader;
    for (const { pageid, namespace } of this.#pages.values()) {
      if (shown.has(pageid) || !namespaces.includes(namespace)) continue;
      const isGone = scope === "listing" || (scope === "changes" && lookedIds.has(pageid));
      if (isGone || reader.answersFor(pageid)) this.#pages.delete(pageid);
    }
  }

  all(): readonly OwedPage[] {
    return [...this.#pages.values()];
  }

  #owe({ pageid, title, namespace }: ListedPage, isAsked: boolean): void {
    const wasAsked = isAsked || this.#pages.get(pageid)?.wasAsked === true;
    this.#pages.set(pageid, { pageid, title, namespace, wasAsked });
  }
}

/** As the log shows it, or later. */
function isStored(page: ListedPage, stored: StoredPage | undefined, lookedAt: string): boolean {
  if (stored?.isInPlace !== true) return false;
  return (stored.revid === page.revid && stored.title === page.title) || stored.storedAt > lookedAt;
}
