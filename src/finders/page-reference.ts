import type { JsonObject } from "../domain/json.ts";
import type { Finding, Reference } from "../domain/reference.ts";
import { carriesSecret, withoutSecrets } from "../domain/url-noise.ts";
import { identifyPage } from "./page-identity.ts";

const HALF_DAY_MS = 12 * 3_600_000;

export const FINDING_METHODS = ["sitemap", "feed", "api", "crawl", "seed"] as const;

export type FindingMethod = (typeof FINDING_METHODS)[number];

/** A page as somebody names it: what is fetched is its address as it was found. */
export interface NamedPage {
  readonly url: string;
  readonly method: FindingMethod;
  /** What it was found in. */
  readonly evidence: string;
  /** When it last changed, as the finder says; ISO 8601, a whole day or an instant. */
  readonly lastmod: string | null;
  readonly title?: string;
  /** What the finder knows besides; kept with the page. */
  readonly supplementary?: JsonObject;
}

/** What is found of a page: itself, unless its address is a secret; nothing where it is no address of the web. */
export function* namedPage(page: NamedPage, sourceId: string, now: number): Generator<Finding> {
  const url = URL.parse(page.url);
  if (url !== null && carriesSecret(url)) {
    const shown = `${url.origin}${url.pathname}`;
    yield { kind: "filtered", reason: "secret_in_address", url: shown };
    return;
  }
  const reference = pageReference(page, sourceId, now);
  if (reference !== null) yield { kind: "document", reference };
}

/** Null for what is no address of the web. */
export function pageReference(page: NamedPage, sourceId: string, now: number): Reference | null {
  const identity = identifyPage(page.url);
  if (identity === null) return null;
  const { lastmod, method, evidence, title, supplementary } = page;
  return {
    key: identity.key,
    url: withoutFragment(page.url),
    path: `${identity.folder}/${identity.key}`,
    fields: { source_id: sourceId, method, lastmod, discovered_at: new Date(now).toISOString() },
    metadata: {
      evidence: withoutSecrets(evidence),
      ...(title === undefined || title === "" ? {} : { title }),
      ...(supplementary === undefined ? {} : { supplementary }),
    },
    ...(lastmod === null ? {} : { token: lastmod, tokenCoversUntil: endOf(lastmod) }),
  };
}

function withoutFragment(url: string): string {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
}

/**
 * A day is over at midnight, wherever on earth it is; so is a month, or a year. A time is told to the second, or to the
 * minute: a page that was fetched in it may have changed once more.
 */
function endOf(lastmod: string): number {
  if (lastmod.includes("T")) return Date.parse(lastmod) + (/:00(?:Z|$)/.test(lastmod) ? 60_000 : 1000);
  const [year = 0, month, day] = lastmod.split("-").map(Number);
  const end = day !== undefined ? [year, (month ?? 1) - 1, day + 1] : [year, month ?? 12, 1];
  return Date.UTC(end[0] ?? 0, end[1] ?? 0, end[2] ?? 1) + HALF_DAY_MS;
}
