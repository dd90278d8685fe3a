import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Site, startPages } from "./site.ts";

export interface Content {
  readonly body: string | Uint8Array;
  readonly type?: string;
  /** Besides the validators; one of that name stands in its place, and empty it takes it away. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Says that nothing has changed, whoever asks; or does so only to who asks whether it has. */
  readonly unchanged?: "always" | "if asked";
  /** So many bytes of the body are sent, and then nothing more. */
  readonly stallAt?: number;
  /** Where it has moved to. */
  readonly location?: string;
}

export interface Sent {
  readonly path: string;
  readonly status: number;
  readonly bytes: number;
  readonly conditions: readonly string[];
}

/** A site that gives validators with everything and answers 304 to who has it (RFC 9110 §13.2.2). */
export interface ValidatedSite extends Site {
  /** By path; to be changed while it is open. */
  readonly contents: Map<string, Content>;
  /** What it has answered since `forget`. */
  readonly sent: readonly Sent[];
  forget(): void;
  put(path: string, body: string | Uint8Array, more?: Omit<Content, "body">): void;
}

export async function startValidatedSite(): Promise<ValidatedSite> {
  const contents = new Map<string, Content>();
  const sent: Sent[] = [];
  const site = await startPages((path, _, { headers: asked }) => {
    const content = contents.get(path);
    const conditions = [asked["if-none-match"], asked["if-modified-since"]].filter(
      (one) => one !== undefined,
    );
    const tell = (status: number, bytes: number) => void sent.push({ path, status, bytes, conditions });
    if (content === undefined) {
      tell(404, 0);
      return undefined;
    }
    if (content.location !== undefined) {
      tell(301, 0);
      return { status: 301, headers: { location: content.location } };
    }
    const body = Buffer.from(content.body as string);
    const validators = headersOf(content, body);
    const isKnown =
      content.unchanged === "always" ||
      (content.unchanged === "if asked" && conditions.length > 0) ||
      (asked["if-none-match"] !== undefined && asked["if-none-match"] === validators["etag"]);
    tell(isKnown ? 304 : 200, isKnown ? 0 : body.length);
    if (isKnown) return { status: 304, headers: validators };
    const framing = { "content-length": String(body.length), "content-type": content.type ?? "text/html" };
    const { stallAt } = content;
    return { headers: { ...framing, ...validators }, body, ...(stallAt === undefined ? {} : { stallAt }) };
  });
  return {
    ...site,
    contents,
    sent,
    forget: () => void (sent.length = 0),
    put: (path, body, more = {}) => void contents.set(path, { body, ...more }),
  };
}

function headersOf({ headers = {} }: Content, body: Uint8Array): Record<string, string> {
  const own = {
    etag: `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`,
    "last-modified": "Mon, 02 Mar 2026 09:00:00 GMT",
    ...headers,
  };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== ""));
}

export function urlset(site: Pick<Site, "url">, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`);
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
}

export function sitemapIndex(site: Pick<Site, "url">, paths: readonly string[]): string {
  const files = paths.map((path) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`);
  return `<?xml version="1.0"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${files.join("")}</sitemapindex>`;
}

export function feed(site: Pick<Site, "url">, paths: readonly string[]): string {
  const items = paths.map(
    (path) => `<item><title>Trámite ${path}</title><link>${site.url}${path}</link></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Novedades</title><link>${site.url}</link><description>d</description>${items.join("")}</channel></rss>`;
}

/** One page of an answer of CKAN. */
export function ckanPage(
  site: Pick<Site, "url">,
  {
    paths,
    start,
    total,
  }: { readonly paths: readonly string[]; readonly start: number; readonly total: number },
): string {
  const results = paths.map((path, index) => ({
    id: `conjunto-${start + index}`,
    name: `conjunto-${start + index}`,
    title: `Conjunto ${path}`,
    url: `${site.url}${path}`,
    state: "active",
    resources: [],
  }));
  return JSON.stringify({ success: true, result: { count: total, results } });
}

export function page(title: string): string {
  return `<!DOCTYPE html><html lang="es"><head><title>${title}</title></head><body><h1>${title}</h1><p>Requisitos de ${title}.</p></body></html>`;
}

const SEARCH = "/api/3/action/package_search?rows=100&start=";

/** Every kind of listing that there is: an index, a plain and a compressed sitemap, a feed, two pages of a catalog. */
export function furnish(site: ValidatedSite): readonly string[] {
  const listed = {
    plain: ["/tramites/a", "/tramites/b"],
    zipped: ["/tramites/c"],
    fed: ["/tramites/d"],
    cataloged: ["/tramites/e", "/tramites/f"],
  };
  const xml = { type: "application/xml" };
  site.put("/robots.txt", `User-agent: *\nSitemap: ${site.url}/sitemap.xml\n`, { type: "text/plain" });
  site.put("/sitemap.xml", sitemapIndex(site, ["/mapa.xml", "/mapa.xml.gz"]), xml);
  site.put("/mapa.xml", urlset(site, listed.plain), xml);
  site.put("/mapa.xml.gz", gzipSync(urlset(site, listed.zipped)), { type: "application/gzip" });
  site.put("/novedades.rss", feed(site, listed.fed), { type: "application/rss+xml" });
  const json = { type: "application/json" };
  listed.cataloged.forEach((path, start) =>
    site.put(`${SEARCH}${start}`, ckanPage(site, { paths: [path], start, total: 2 }), json),
  );
  const home = `<link rel="alternate" type="application/rss+xml" href="/novedades.rss">`;
  site.put("/", page("Portada").replace("</head>", `${home}</head>`));
  const paths = Object.values(listed).flat();
  for (const path of paths) site.put(path, page(path));
  return paths;
}

export const LISTINGS: readonly string[] = [
  "/sitemap.xml",
  "/mapa.xml",
  "/mapa.xml.gz",
  "/novedades.rss",
  `${SEARCH}0`,
  `${SEARCH}1`,
];
