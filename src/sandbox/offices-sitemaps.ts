import { gzipSync } from "node:zlib";
import { escaped } from "./escaped.ts";
import type { CurrentPage } from "./offices-pages.ts";

export interface SitemapEntry {
  readonly loc: string;
  readonly lastmod: Date;
}

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Days in the first, moments in the second: both are W3C dates, and both occur. */
export function sitemap(entries: readonly SitemapEntry[], precision: "day" | "second"): string {
  const rows = entries.map(({ loc, lastmod }) => {
    const moment = lastmod.toISOString();
    const date = precision === "day" ? moment.slice(0, 10) : moment.replace(/\.\d+Z$/, "+00:00");
    return `<url><loc>${escaped(loc)}</loc><lastmod>${date}</lastmod></url>`;
  });
  return `${DECLARATION}<urlset ${NAMESPACE}>\n${rows.join("\n")}\n</urlset>\n`;
}

export function sitemapIndex(entries: readonly SitemapEntry[]): string {
  const rows = entries.map(
    ({ loc, lastmod }) =>
      `<sitemap><loc>${escaped(loc)}</loc><lastmod>${lastmod.toISOString()}</lastmod></sitemap>`,
  );
  return `${DECLARATION}<sitemapindex ${NAMESPACE}>\n${rows.join("\n")}\n</sitemapindex>\n`;
}

export function zipped(xml: string, cut: boolean): Uint8Array {
  const bytes = gzipSync(xml);
  return cut ? bytes.subarray(0, bytes.length >> 1) : bytes;
}

export function entryOf(origin: string): (page: CurrentPage) => SitemapEntry {
  return ({ path, lastmod }) => ({ loc: `${origin}${path}`, lastmod });
}
