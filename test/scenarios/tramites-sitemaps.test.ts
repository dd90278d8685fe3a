import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import {
  collect,
  documentPaths,
  metasOf,
  officesRoot,
  openOffices,
  pathOf,
  plainRow,
  queueOf,
  rowOf,
  warningCodes,
} from "../kit/offices.ts";
import { type Site, startPages } from "../kit/site.ts";

const PATTERNS = /^\/(?:tramites|ca\/tramits|gl\/tramites|eu\/izapideak)\//;
/** In the sitemap that tells days, and in the compressed one, which tells seconds. */
const BY_DAY = "/tramites/ayuda-nacimiento-adopcion";
const BY_SECOND = "/tramites/justicia-gratuita";

it("P1: an index and a compressed sitemap give the pages that match the patterns, each asked for once", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([rowOf(offices, "sede")]);
  const { summary } = await collect(root);
  const listed = sede.pages.listed().map(({ path }) => path);
  const wanted = listed.filter((path) => PATTERNS.test(path)).toSorted();
  expect(wanted.length).toBeGreaterThan(45);
  expect(documentPaths(sede).toSorted()).toEqual(wanted);
  expect([...metasOf(root, sede).keys()].toSorted()).toEqual(wanted);
  expect(summary).toMatchObject({
    completed: wanted.length,
    filtered: listed.length - wanted.length,
    exit_code: 0,
    discovery: "complete",
  });
  const lists = ["/robots.txt", "/sitemap.xml", "/sitemap-tramites.xml", "/sitemap-general.xml.gz"];
  expect(lists.map((path) => sede.count(path))).toEqual([1, 1, 1, 1]);
});

function urlset(site: Pick<Site, "url">, paths: readonly string[]): string {
  const urls = paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`);
  return `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
}

it("P1: sitemaps that only robots.txt names are read, a compressed one without a name that says so too", async () => {
  const site: Site = await startPages((path) => {
    if (path === "/robots.txt") return `Sitemap: ${site.url}/mapas/uno\nsitemap: ${site.url}/mapas/dos.xml\n`;
    if (path === "/mapas/uno") return gzipSync(urlset(site, ["/tramites/a", "/otros/b"]));
    if (path === "/mapas/dos.xml") return urlset(site, ["/servicios/c"]);
    return path.startsWith("/mapas") || path === "/sitemap.xml" ? undefined : `<title>${path}</title>`;
  });
  const root = officesRoot([plainRow("uno", site.url, { access_method: "sitemap" })]);
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ completed: 2, filtered: 1, exit_code: 0 });
  expect(site.requests.map(({ path }) => path).toSorted()).toEqual([
    "/mapas/dos.xml",
    "/mapas/uno",
    "/robots.txt",
    "/servicios/c",
    "/sitemap.xml",
    "/tramites/a",
  ]);
});

it("P1: lastmod decides what is asked for again: an equal one not, a new one with conditions, one of today in any case", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([rowOf(offices, "sede")]);
  sede.change("/tramites/bono-termico");
  await collect(root);
  sede.forget();
  sede.touchLastmod(BY_SECOND);
  sede.change("/tramites/tarjeta-identidad-extranjero");
  const { summary } = await collect(root);
  const asked = new Map(
    sede.requests
      .filter(({ path }) => path.startsWith("/tramites/"))
      .map((request) => [request.path, request]),
  );
  expect([...asked.keys()].toSorted()).toEqual([
    "/tramites/bono-termico",
    BY_SECOND,
    "/tramites/tarjeta-identidad-extranjero",
  ]);
  expect(sede.count("/robots.txt")).toBe(0);
  for (const path of asked.keys()) {
    const { etag, last_modified } = metasOf(root, sede).get(path) ?? {};
    const { "if-none-match": tag, "if-modified-since": since } = asked.get(path)?.headers ?? {};
    if (etag != null) expect(tag, path).toBeDefined();
    if (last_modified != null) expect(since, path).toBeDefined();
  }
  expect(asked.get("/tramites/tarjeta-identidad-extranjero")?.status).toBe(200);
  expect(summary).toMatchObject({ completed: 1, exit_code: 0 });
});

it("P1: a lastmod stays what was last told, so that a third run asks for nothing", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([rowOf(offices, "sede")]);
  await collect(root);
  sede.touchLastmod(BY_SECOND);
  await collect(root);
  sede.forget();
  const { summary } = await collect(root);
  expect(documentPaths(sede)).toEqual([]);
  expect(summary).toMatchObject({ completed: 0, queued: 0 });
});

it("P1: the queue tells the sitemap's dates as they were told, days as days", async () => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "sede")]);
  await collect(root);
  const lastmods = new Map(queueOf(root).map(({ url, lastmod }) => [pathOf(url), lastmod]));
  expect(lastmods.get(BY_DAY)).toMatch(/^\d{4}-\d\d-\d\d$/);
  const page = offices.sede.pages.all().find(({ path }) => path === BY_SECOND);
  expect(lastmods.get(BY_SECOND)).toBe(page?.lastmod.toISOString().replace(".000", ""));
});

it("P1: where there is no sitemap at all, links are followed instead, and the run says so", async () => {
  const site = await startPages({ "/": '<a href="/tramites/a">a</a>', "/tramites/a": "<h1>A</h1>" });
  const root = officesRoot([plainRow("uno", site.url, { access_method: "sitemap" })]);
  const run = await collect(root);
  expect(warningCodes(run)).toContain("no_sitemap");
  expect(
    queueOf(root)
      .map(({ url, method }) => [pathOf(url), method])
      .toSorted(),
  ).toEqual([
    ["/", "crawl"],
    ["/tramites/a", "crawl"],
  ]);
  expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/sitemap.xml", "/", "/tramites/a"]);
});

it.each([
  ["has no entries", () => []],
  ["lists another site only", () => ["https://other.example/tramites/a"]],
])(
  "P1: where a sitemap %s, links are followed instead, and the run does not say that there is none",
  async (_, entries) => {
    const site = await startPages({
      "/sitemap.xml": `<urlset>${entries()
        .map((url) => `<url><loc>${url}</loc></url>`)
        .join("")}</urlset>`,
      "/": '<a href="/tramites/a">a</a>',
      "/tramites/a": "<h1>A</h1>",
    });
    const root = officesRoot([plainRow("uno", site.url, { access_method: "sitemap" })]);
    const run = await collect(root);
    expect(warningCodes(run)).toContain("no_page_listed");
    expect(warningCodes(run)).not.toContain("no_sitemap");
    expect(site.requests.map(({ path }) => path)).toContain("/tramites/a");
  },
);
