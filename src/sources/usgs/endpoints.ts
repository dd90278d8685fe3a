import { MAX_LISTING_BYTES } from "../../domain/listing.ts";

/**
 * Every address, parameter and selector of the Core Research Center's site, as it was seen in 2019. When the site
 * changes, this is the file to change.
 */
export const DEFAULT_BASE_URL = "https://my.usgs.gov";

export type SampleKind = "core" | "cutting";

/** Entries of the id listing in one page: what the map service gives at most. */
export const IDS_PER_PAGE = 1000;

/** Of an answer that is held whole. */
export const PAGE_READING = { maxBytes: MAX_LISTING_BYTES };

/** The CSV search has taken a minute to begin its answer. */
export const CATALOG_READING = {
  headersMs: 180_000,
  totalMs: 900_000,
  accept: "text/csv, text/html, */*;q=0.5",
};

export const REPORT_PAGE = {
  /** Class of the `div` with the links and of the `table` with the facts. */
  regionClass: "report2",
  labelClass: "label",
  documentLinkTitle: "download analysis document",
} as const;

const LAYER = { core: 0, cutting: 1 } as const;
const LIBRARY_FIELD = { core: "libno", cutting: "chlibno" } as const;

export function idsUrl(base: string, kind: SampleKind, offset: number): string {
  const fields = `id,${LIBRARY_FIELD[kind]}`;
  return `${base}/arcgis/rest/services/crcwc/crcwc/MapServer/${LAYER[kind]}/query?where=0%3D0&outFields=${fields}&resultOffset=${offset}&resultRecordCount=${IDS_PER_PAGE}&f=geojson`;
}

export function reportUrl(base: string, kind: SampleKind, id: string): string {
  return `${base}/crcwc/${kind}/report/${encodeURIComponent(id)}`;
}

/** Where a `csv` catalog is read: the list of wells of a state, and the base of the id listing and the report pages. */
export interface CsvCatalogAddress {
  readonly base: string;
  /** The site has a list of its own for cuttings. */
  readonly searchable: boolean;
  listUrl(kind: SampleKind, state: string): string;
}

/**
 * How the `url` of a `csv` catalog is read:
 *   - `…/crcwc/search/cores[?…]` is the search itself; its own parameters are kept,
 *   - an address with `{state}`, or of a `.csv` file, is fetched as it is,
 *   - anything else is the base of a site, as `base_url` is.
 */
export function csvCatalogAddress(url: string): CsvCatalogAddress {
  if (isFileAddress(url)) {
    const { origin } = new URL(url);
    return { base: origin, searchable: false, listUrl: (_, state) => forState(url, state) };
  }
  const search = /^(.*?)(?:\/crcwc)?\/search\/(?:cores|cuttings)\/?$/.exec(new URL(url).pathname);
  const base = search === null ? trimmedBase(url) : new URL(url).origin + (search[1] ?? "");
  const list = search === null ? new URL(`${base}/crcwc/search/cores`) : new URL(url);
  return { base, searchable: true, listUrl: (kind, state) => searchUrl(list, kind, state) };
}

export function isTemplate(url: string): boolean {
  return /\{state\}|%7Bstate%7D/i.test(url);
}

export function forState(url: string, state: string): string {
  return url.replace(/\{state\}|%7Bstate%7D/gi, state);
}

function isFileAddress(url: string): boolean {
  return isTemplate(url) || /\.csv$/i.test(new URL(url).pathname);
}

/** `max` is asked for as the site's own pages do, although the search answers everything. */
function searchUrl(list: URL, kind: SampleKind, state: string): string {
  const url = new URL(list);
  url.hash = "";
  url.pathname = url.pathname.replace(/\/search\/(cores|cuttings)\/?$/, `/search/${kind}s`);
  const wanted = { f: "csv", extension: "csv", offset: "0", max: "50", state, analysis: "yes" };
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value);
  return url.href;
}

function trimmedBase(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, "");
}
