import type { Finding } from "../../domain/reference.ts";
import type { DiscoverContext } from "../../domain/source.ts";
import type { NamedPage } from "../../finders/page-reference.ts";
import { wholeText } from "./body-text.ts";
import { BOE_ACCEPT, boeDays, boeSummaryUrl, madridDay } from "./boe-days.ts";
import { type BoeItem, type BoeSummary, type NoBoe, readBoeSummary } from "./boe-summary.ts";
import { found, type Parsed } from "./parsed.ts";
import { DEFAULT_WATCH_WORDS, watchFor } from "./watch-words.ts";

type Context = Pick<DiscoverContext<unknown>, "read" | "mayFetch" | "noted" | "note" | "now" | "warn">;

/** The summary of a full day has half a megabyte. Its tree is read several times, so that it takes more room than others. */
const MAX_SUMMARY_BYTES = 2 * 1024 * 1024;

const WATCH = watchFor(DEFAULT_WATCH_WORDS);

/** The gazette from the last day seen to today: the documents whose titles hold a watched word. */
export async function* boePages(
  context: Context,
  { id, apiUrl }: { readonly id: string; readonly apiUrl: string },
): AsyncGenerator<NamedPage | Finding> {
  const { days } = boeDays(await context.noted(`boe ${id}`), madridDay(context.now()));
  for (const day of days) {
    const url = boeSummaryUrl(apiUrl, day);
    const read = await readDay(context, url);
    if ("failure" in read) {
      // The days are taken in order, so that none is skipped: the next run goes on with this one.
      yield { kind: "catalog_failed", url, failure: read.failure };
      return;
    }
    if (read.unreadable > 0)
      context.warn("boe_unreadable", `${url}: ${read.unreadable} entries without identifier`);
    for (const one of read.noticed.splice(0)) yield* watched(context, one, url);
    context.note(`boe ${id}`, day);
  }
}

/** An item whose title holds watched words; of thousands that nobody watches only where they are. */
type Noticed =
  | { readonly words: readonly string[]; readonly item: BoeItem }
  | { readonly words: null; readonly item: Addresses };

type Addresses = Pick<BoeItem, "urlXml" | "urlHtml" | "urlPdf">;

interface DayRead {
  readonly noticed: Noticed[];
  readonly unreadable: number;
}

async function readDay(
  context: Context,
  url: string,
): Promise<DayRead | Pick<Extract<Finding, { kind: "catalog_failed" }>, "failure">> {
  const parse = async (body: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>) =>
    noticedIn(readBoeSummary(await wholeText(body, headers["content-type"] ?? null), { baseUrl: url }));
  const read = await context.read<Parsed<DayRead, NoBoe>>(url, parse, {
    accept: BOE_ACCEPT,
    maxBytes: MAX_SUMMARY_BYTES,
    remember: (day) => day.ok && day.value.unreadable === 0,
  });
  if (!read.ok) return isNoBoe(read.failure) ? { noticed: [], unreadable: 0 } : read;
  if (read.value.ok) return read.value.value;
  const { failure } = read.value;
  return failure.kind === "no_boe" ? { noticed: [], unreadable: 0 } : { failure };
}

function noticedIn(summary: Parsed<BoeSummary, NoBoe>): Parsed<DayRead, NoBoe> {
  if (!summary.ok) return summary;
  const { items, unreadable } = summary.value;
  return found({ noticed: items.map(noticed), unreadable });
}

function noticed(item: BoeItem): Noticed {
  const words = WATCH.matches(item.title);
  if (words.length > 0) return { words, item };
  const { urlXml, urlHtml, urlPdf } = item;
  return { words: null, item: { urlXml, urlHtml, urlPdf } };
}

function isNoBoe(failure: { readonly kind: string; readonly status?: number }): boolean {
  return failure.kind === "http_status" && failure.status === 404;
}

async function* watched(
  context: Context,
  { words, item }: Noticed,
  summary: string,
): AsyncGenerator<NamedPage | Finding> {
  const url = await chosenUrl(context, item);
  if (words === null || url === null) {
    const reason = words === null ? "not_watched" : "no_address";
    yield { kind: "filtered", reason, url: url ?? summary };
    return;
  }
  const { identifier, title, department, section, heading, date, urlPdf, urlHtml, urlXml } = item;
  yield {
    url,
    method: "api",
    evidence: summary,
    lastmod: date,
    title,
    supplementary: {
      identifier,
      department,
      section,
      heading,
      date,
      url_pdf: urlPdf,
      url_html: urlHtml,
      url_xml: urlXml,
      words: [...words],
    },
  };
}

/** XML where robots.txt lets us have it, else HTML, else the PDF. */
async function chosenUrl(context: Context, { urlXml, urlHtml, urlPdf }: Addresses): Promise<string | null> {
  for (const url of [urlXml, urlHtml]) if (url !== null && (await context.mayFetch(url))) return url;
  return urlPdf;
}
