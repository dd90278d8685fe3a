import { LINK_DECISION, type ReviewDecision, type ReviewItem } from "../domain/procedure.ts";
import type { KnownItem } from "./ports.ts";

/** What a server says of a page that is not there. */
const NOT_THERE: ReadonlySet<string> = new Set(["gone", "not_found"]);

/** Null where the page of a file is stored, under whichever of its keys, or where nobody knows whether it is there. */
export function lostAmong(items: readonly KnownItem[]): KnownItem | null {
  if (items.some(({ document }) => document !== null)) return null;
  return items.find(({ reason }) => reason !== null && NOT_THERE.has(reason)) ?? null;
}

/**
 * Pages that people's files name and that were not there when they were first asked for: of these nothing was ever stored,
 * so that no record speaks of them.
 */
export class LostPages {
  readonly #items = new Map<string, ReviewItem>();

  take(tramite: string, { key, url, reason }: KnownItem, at: string): void {
    this.#items.set(key, {
      id: tramite,
      tramite,
      url_hash: key,
      source_url: url,
      outcome: "gone",
      reason: reason ?? "",
      detail: `the page that ${tramite} names is not there (${reason === "gone" ? 410 : 404})`,
      since: at,
      raw_path: null,
      extracted_path: null,
      proposal_path: null,
      diff_path: null,
      of: `${LINK_DECISION}lost ${reason}`,
    });
  }

  /** Not those that wait already, or that a person has decided on; `before` tells since when they wait. */
  addTo(queue: ReviewItem[], before: readonly ReviewItem[], decisions: readonly ReviewDecision[]): void {
    const known = new Set([...queue.map(({ url_hash }) => url_hash), ...decisions.map(nameOf)]);
    const since = new Map(before.map((item) => [nameOf(item), item.since]));
    for (const item of this.#items.values())
      if (!known.has(item.url_hash) && !known.has(nameOf(item)))
        queue.push({ ...item, since: since.get(nameOf(item)) ?? item.since });
  }
}

function nameOf({ url_hash, of }: Pick<ReviewItem, "url_hash" | "of">): string {
  return `${url_hash} ${of}`;
}
