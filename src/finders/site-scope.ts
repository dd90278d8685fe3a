import { getDomain } from "tldts";

/**
 * What a crawl calls "the same site": the registrable domain (`sede.madrid.es` and `www.madrid.es` belong together,
 * `madrid.gob.es` and `sepe.gob.es` do not). Where there is none (an address, `localhost`, a public suffix itself) it is
 * the host with its port: nothing says that two servers of one machine belong together.
 */
export function siteOf(url: URL): string {
  const host = url.hostname.replace(/\.$/, "");
  const domain = getDomain(host, { allowPrivateDomains: true, extractHostname: false });
  return domain ?? `${host}${url.port === "" ? "" : `:${url.port}`}`;
}

export function isSameSite(a: URL, b: URL): boolean {
  return siteOf(a) === siteOf(b);
}
