/** The reader of the assistant (P33): it counts the keywords of each file that the question holds; the most win. */
import { foldForMatching } from "../finders/procedure-markers.ts";

export interface Findable {
  readonly tramite: string;
  readonly keywords: readonly string[];
}

export interface KeywordHit {
  readonly tramite: string;
  readonly count: number;
}

/** Accents do not count, keywords match inside words; of equals the first wins. */
export function findByKeywords(question: string, procedures: Iterable<Findable>): KeywordHit | null {
  const asked = foldForMatching(question);
  let best: KeywordHit | null = null;
  for (const { tramite, keywords } of procedures) {
    const count = keywords.filter((keyword) => asked.includes(foldForMatching(keyword))).length;
    if (count > (best?.count ?? 0)) best = { tramite, count };
  }
  return best;
}
