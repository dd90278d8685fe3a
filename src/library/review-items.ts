import { MisuseError } from "../domain/errors.ts";
import { nearestWords } from "../domain/nearest-words.ts";
import type { ReviewDecision, ReviewItem } from "../domain/procedure.ts";
import { withoutLikelySecrets } from "../domain/url-noise.ts";
import { keysOfAddress } from "./procedure-page.ts";

const MIN_PREFIX = 6;
const SHOWN_IDS = 5;
const HASH = /^[0-9a-f]+$/;

/** The item that is meant by the name of its procedure, its url_hash or the beginning of it, or its address. */
export function chooseItem(
  id: string,
  items: readonly ReviewItem[],
  decisions: readonly ReviewDecision[] = [],
): ReviewItem {
  for (const isMeant of [byName(id), byPage(id), byPrefix(id)]) {
    const [first, ...others] = items.filter(isMeant);
    if (first === undefined) continue;
    if (others.length === 0) return first;
    const exact = [first, ...others].filter((item) => item.id === id);
    if (exact.length === 1 && exact[0] !== undefined) return exact[0];
    const names = [first, ...others].map((item) => item.url_hash);
    throw new MisuseError(
      `${quoted(id)} can be several: give one of ${names.slice(0, SHOWN_IDS).join(", ")}`,
    );
  }
  throw new MisuseError(unknownItem(id, items, decisions));
}

type Test = (item: ReviewItem) => boolean;

const byName =
  (id: string): Test =>
  (item) =>
    item.id === id || item.tramite === id || item.url_hash === id.toLowerCase();

function byPage(id: string): Test {
  const keys = /^https?:/i.test(id) ? keysOfAddress(id) : [];
  return (item) => item.source_url === id || keys.includes(item.url_hash);
}

function byPrefix(id: string): Test {
  const start = id.toLowerCase();
  const isPrefix = start.length >= MIN_PREFIX && HASH.test(start);
  return (item) => isPrefix && item.url_hash.startsWith(start);
}

function unknownItem(id: string, items: readonly ReviewItem[], decisions: readonly ReviewDecision[]): string {
  const decided = decisions.findLast((one) => one.id === id || one.tramite === id || one.url_hash === id);
  if (decided !== undefined)
    return `${quoted(id)} has been decided: ${decided.decision} by ${decided.by}, ${decided.at}; levada review lists what is left`;
  if (items.length === 0) return `there is no ${quoted(id)} to review: nothing waits for a person`;
  const near = nearestWords(
    id,
    items.map((item) => item.id),
  );
  const names = near.slice(0, SHOWN_IDS).map(({ candidate }) => candidate);
  const more = items.length > names.length ? " …" : "";
  return `there is no ${quoted(id)} to review; it takes the name, url_hash or address of one that levada review lists, such as ${names.join(", ")}${more}`;
}

const quoted = (id: string) => JSON.stringify(withoutLikelySecrets(id).slice(0, 200));
