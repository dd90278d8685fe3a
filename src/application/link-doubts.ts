import { DRIFT_DECISION, LINK_DECISION, type ReviewDecision, type ReviewItem } from "../domain/procedure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { LinkRecord } from "./ports.ts";

/** A procedure and what is stored of its page. */
export interface Linked {
  readonly tramite: string;
  readonly isCurated: boolean;
  readonly document: StoredDocument | null;
  readonly extractedPath: string | null;
}

/** What a person should know of the pages that procedures come from. */
export class LinkDoubts {
  /** By page: one that is stored is told of with its file. */
  readonly #doubts = new Map<string, ReviewItem & Pick<Linked, "isCurated">>();

  take(linked: Linked, link: LinkRecord | undefined): void {
    const doubt = link === undefined ? null : doubtOf(linked, link);
    if (doubt !== null) this.#doubts.set(doubt.url_hash, { ...doubt, isCurated: linked.isCurated });
  }

  /**
   * A page waits for a person once: what else there is to know of it stands in the same line. That it is no longer what an
   * automatic procedure was read from comes first, since nobody need judge what is outdated.
   */
  addTo(queue: ReviewItem[], decisions: readonly ReviewDecision[]): void {
    const decided = new Set(decisions.map(nameOf));
    const places = new Map(queue.map(({ url_hash }, at) => [url_hash, at]));
    for (const { isCurated, ...doubt } of this.#doubts.values()) {
      if (decided.has(nameOf(doubt))) continue;
      const at = places.get(doubt.url_hash) ?? -1;
      const item = queue[at];
      if (item === undefined) queue.push(doubt);
      else queue[at] = isCurated ? together(item, doubt) : together(doubt, item);
    }
  }
}

function together(first: ReviewItem, other: ReviewItem): ReviewItem {
  return { ...first, detail: `${first.detail}; ${other.reason}: ${other.detail}` };
}

function nameOf({ url_hash, of }: { readonly url_hash: string; readonly of: string }): string {
  return `${url_hash} ${of}`;
}

/** An automatic procedure whose page is down stays as it is: there is nothing that a person could do to it. */
function doubtOf(
  { tramite, isCurated, document, extractedPath }: Linked,
  link: LinkRecord,
): ReviewItem | null {
  const what = (isCurated ? inactive(link) : null) ?? drifted(link, document);
  if (what === null) return null;
  return {
    id: tramite,
    tramite,
    url_hash: link.key,
    source_url: link.url,
    ...what,
    raw_path: document?.localPath ?? null,
    extracted_path: extractedPath,
    proposal_path: null,
    diff_path: null,
  };
}

type Doubt = Pick<ReviewItem, "outcome" | "reason" | "detail" | "since" | "of">;

function inactive({ state, downSince, since, detail }: LinkRecord): Doubt | null {
  if (state !== "inactive") return null;
  const downFrom = new Date(downSince ?? since).toISOString();
  return {
    outcome: "fetch_failed",
    reason: "link_inactive",
    detail: `the page is down since ${downFrom.slice(0, 10)}: ${detail}`,
    since: new Date(since).toISOString(),
    of: `${LINK_DECISION}down ${downFrom}`,
  };
}

/** What was stored after the look is no longer what it was held against: a kill may have come before that was noted. */
function drifted({ driftSince, driftHash }: LinkRecord, document: StoredDocument | null): Doubt | null {
  if (driftSince === null || Date.parse(document?.storedAt ?? "") > driftSince) return null;
  return {
    outcome: "unchanged",
    reason: "content_drift",
    detail: "the page no longer says what it said",
    since: new Date(driftSince).toISOString(),
    of: `${DRIFT_DECISION}${driftHash}`,
  };
}
