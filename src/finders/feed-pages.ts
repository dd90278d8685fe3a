import type { Finding } from "../domain/reference.ts";
import type { DiscoverContext } from "../domain/source.ts";
import { type FeedProblemCode, type FeedReading, MAX_FEED_BYTES, readFeed } from "./feed.ts";
import { wholeBody } from "./whole-body.ts";
import type { NamedPage } from "./page-reference.ts";

type Context = Pick<DiscoverContext<unknown>, "read" | "warn" | "mostBytes">;

/** What a feed lists now; it never lists everything, so nothing follows from what it leaves out. */
export async function* feedPages(
  context: Context,
  url: string,
): AsyncGenerator<NamedPage | Extract<Finding, { kind: "catalog_failed" }>> {
  const maxBytes = context.mostBytes(MAX_FEED_BYTES);
  const read = await context.read<FeedReading>(
    url,
    async (body, headers) =>
      readFeed(await wholeBody(body, maxBytes + 1), url, { contentType: headers["content-type"], maxBytes }),
    { remember: isSound },
  );
  if (!read.ok) {
    yield { kind: "catalog_failed", url, failure: read.failure };
    return;
  }
  const { recognised, entries, problems } = read.value;
  if (!recognised) {
    const seen = problems.map(({ code }) => inWords(code, maxBytes)).join(", ") || "nothing that a feed has";
    yield { kind: "catalog_failed", url, failure: { kind: "structure_changed", expected: "a feed", seen } };
    return;
  }
  for (const { code, count } of problems)
    context.warn(`feed_${code}`, `${url}: ${inWords(code, maxBytes)} (${count})`);
  for (const entry of entries) {
    if (entry.url === null) continue;
    const lastmod = entry.updated ?? entry.published;
    yield { url: entry.url, method: "feed", evidence: url, lastmod, title: entry.title };
  }
}

function inWords(code: FeedProblemCode, maxBytes: number): string {
  if (code !== "too_large") return code;
  return `${code}: its first ${maxBytes} bytes are read; to read more, set network.max_listing_bytes higher`;
}

/** With these, it may be that not all of it was there to be read. */
const DOUBTS: ReadonlySet<FeedProblemCode> = new Set([
  "not_a_feed",
  "malformed",
  "too_large",
  "too_many_entries",
]);

function isSound({ recognised, problems }: FeedReading): boolean {
  return recognised && !problems.some(({ code }) => DOUBTS.has(code));
}
