import { forState } from "./endpoints.ts";
import type { UsgsOptions } from "./options.ts";

/** Hosts, with port, that documents and pages may come from (U18): those the user named, nothing a page says. */
export function allowsUrl(url: URL, options: UsgsOptions): boolean {
  if (url.protocol !== "http:" && url.protocol !== "https:") return false;
  if (url.username !== "" || url.password !== "") return false;
  // Real links are http on a site that is served over https; the host is what counts.
  return siteUrls(options).some((site) => new URL(site).host === url.host);
}

function siteUrls(options: UsgsOptions): string[] {
  return [options.baseUrl, ...options.catalogs.map((catalog) => forState(catalog.url, "TX"))];
}

export type ResolvedLink =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: "address_refused" | "outside_scope" };

/** A link of a page as an address we may ask for, or why not. */
export function resolveLink(
  href: string,
  pageUrl: string,
  baseHref: string | null,
  options: UsgsOptions,
): ResolvedLink {
  const base =
    baseHref !== null && URL.canParse(baseHref, pageUrl) ? new URL(baseHref, pageUrl).href : pageUrl;
  const text = href.trim();
  if (text === "" || !URL.canParse(text, base)) return { ok: false, reason: "address_refused" };
  const url = new URL(text, base);
  url.hash = "";
  const http = url.protocol === "http:" || url.protocol === "https:";
  if (!http || url.username !== "" || url.password !== "") return { ok: false, reason: "address_refused" };
  return allowsUrl(url, options) ? { ok: true, url } : { ok: false, reason: "outside_scope" };
}
