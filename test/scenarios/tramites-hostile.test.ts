import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import {
  collect,
  endsOf,
  hurriedCollect,
  linesOf,
  metasOf,
  officesRoot,
  openOffices,
  plainRow,
  queueOf,
  rowOf,
  warningCodes,
} from "../kit/offices.ts";
import { type Site, startPages } from "../kit/site.ts";

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const urlset = (locs: readonly string[]) =>
  `<?xml version="1.0"?><urlset ${NAMESPACE}>${locs.map((loc) => `<url><loc>${loc}</loc></url>`).join("\n")}</urlset>`;

const sitemapped = (site: Pick<Site, "url">) =>
  plainRow("uno", site.url, { access_method: "sitemap", sitemap_urls: [`${site.url}/sitemap.xml`] });

/** A site with this sitemap; every other address is a page. */
async function siteWith(sitemap: (url: string) => string | Uint8Array): Promise<Site> {
  const site: Site = await startPages((path) => {
    if (path === "/robots.txt") return undefined;
    return path.startsWith("/sitemap") ? sitemap(site.url) : `<html>${path}`;
  });
  return site;
}

const pagesAsked = (site: Site) =>
  site.requests.map(({ path }) => path).filter((path) => !/^\/(?:robots|sitemap)/.test(path));

it("P4: what robots.txt forbids is never asked for, whoever names it, and ends by that name", async () => {
  const offices = await openOffices();
  const { sede, comunidad } = offices;
  const patterns = ["/tramites/", "/privado/"];
  comunidad.add({ path: "/interno/circular" });
  const root = officesRoot([
    rowOf(offices, "sede", { path_patterns: patterns }),
    rowOf(offices, "comunidad", { path_patterns: ["/interno/"] }),
  ]);
  const run = await collect(root);
  expect(sede.count(/^\/privado/)).toBe(0);
  expect(comunidad.count(/^\/interno/)).toBe(0);
  const ends = [...endsOf(run)].filter(([path]) => /^\/(?:privado|interno)/.test(path));
  expect(ends.map(([, end]) => end)).toEqual(["skipped robots_disallowed", "skipped robots_disallowed"]);
  expect(run.summary).toMatchObject({ failed: 0, exit_code: 0 });
});

it("E9: without robots.txt to be had nothing is asked for; everything waits for the next run", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  sede.robots({ status: 503 });
  const seed_urls = [`${sede.url}/tramites/fe-de-vida`];
  const root = officesRoot([plainRow("uno", sede.url, { access_method: "seed", seed_urls })]);
  const { summary } = await hurriedCollect(root);
  expect(new Set(sede.requests.map(({ path }) => path))).toEqual(new Set(["/robots.txt"]));
  expect(summary).toMatchObject({ pending: 1, completed: 0, exit_code: 3 });
  sede.robots(undefined);
  expect((await collect(root)).summary).toMatchObject({ completed: 1, exit_code: 0 });
});

it("E: a page in place of the sitemap that the registry names is no sitemap without pages: the run has failed", async () => {
  const site = await siteWith(() => "<html><title>No encontrada</title>");
  const run = await collect(officesRoot([sitemapped(site)]));
  expect(warningCodes(run)).toContain("structure_changed");
  expect(run.summary).toMatchObject({ discovery: "failed", exit_code: 1, completed: 0, retired: 0 });
});

it("E: a sitemap index that lists itself is read once, and the site's links are followed instead", async () => {
  const site = await siteWith(
    (url) =>
      `<sitemapindex ${NAMESPACE}><sitemap><loc>${url}/sitemap.xml</loc></sitemap><sitemap><loc>${url}/sitemap.xml#a</loc></sitemap></sitemapindex>`,
  );
  const { summary } = await collect(officesRoot([sitemapped(site)]));
  expect(site.requests.filter(({ path }) => path === "/sitemap.xml").length).toBe(1);
  expect(summary).toMatchObject({ completed: 1, retired: 0 });
  expect(pagesAsked(site)).toEqual(["/"]);
});

it("E: indexes without end are followed so far and no further", async () => {
  let next = 0;
  const site = await siteWith(
    (url) =>
      `<sitemapindex ${NAMESPACE}><sitemap><loc>${url}/sitemap-${++next}.xml</loc></sitemap></sitemapindex>`,
  );
  const run = await collect(officesRoot([sitemapped(site)]));
  expect(site.requests.length).toBeLessThan(15);
  expect(warningCodes(run)).toContain("sitemap_too_deep");
});

it("E: a bomb in a sitemap is refused by name, before it has taken the memory it asks for", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "));
  const site = await siteWith(() => bomb);
  const before = process.memoryUsage().rss;
  const run = await collect(officesRoot([sitemapped(site)]));
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  expect(warningCodes(run).join()).toMatch(/sitemap_too_large|too_large/);
  expect(run.summary).toMatchObject({ failed: 0, retired: 0 });
});

it("E: a bare ampersand costs no page", async () => {
  const site = await siteWith((url) =>
    urlset([`${url}/tramites/a?x=1&y=2`, `${url}/tramites/b?x=1&amp;y=2`, `${url}/tramites/c`]),
  );
  const { summary } = await collect(officesRoot([sitemapped(site)]));
  expect(pagesAsked(site).toSorted()).toEqual(["/tramites/a?x=1&y=2", "/tramites/b?x=1&y=2", "/tramites/c"]);
  expect(summary).toMatchObject({ completed: 3, exit_code: 0 });
});

it.each([
  ["billion laughs", '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'],
  ["an external entity", '<!DOCTYPE x [<!ENTITY b SYSTEM "file:///etc/passwd">]>'],
])("E: entities of a sitemap's own are not opened: %s", async (_, doctype) => {
  const site = await siteWith((url) =>
    urlset([`${url}/tramites/&b;`, `${url}/tramites/c`]).replace("?>", `?>${doctype}`),
  );
  await collect(officesRoot([sitemapped(site)]));
  for (const path of pagesAsked(site)) {
    expect(path).not.toContain("aaaa");
    expect(path).not.toContain("root");
  }
  expect(pagesAsked(site)).toContain("/tramites/c");
});

it("P1: 50,000 addresses in one file are legal, and only those that match are taken", async () => {
  const site = await siteWith((url) =>
    urlset(
      Array.from({ length: 50_000 }, (_, n) => `${url}/${n % 10_000 === 0 ? "tramites" : "otros"}/${n}`),
    ),
  );
  const run = await collect(officesRoot([sitemapped(site)]));
  expect(run.summary).toMatchObject({ completed: 5, filtered: 49_995, discovery: "complete", exit_code: 0 });
  expect(warningCodes(run)).toEqual([]);
  expect(pagesAsked(site).length).toBe(5);
});

it("E: addresses of other sites, other schemes and no address at all are left out of a sitemap", async () => {
  const other = await startPages({ "/tramites/ajena": "<html>" });
  const site = await siteWith((url) =>
    urlset([
      `${other.url}/tramites/ajena`,
      "ftp://127.0.0.1/tramites/b",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "",
      `${url}/tramites/propia`,
    ]),
  );
  const root = officesRoot([sitemapped(site)]);
  const run = await collect(root);
  expect(other.requests).toEqual([]);
  expect(pagesAsked(site)).toEqual(["/tramites/propia"]);
  expect(queueOf(root).length).toBe(1);
  expect(run.summary).toMatchObject({ completed: 1, failed: 0 });
});

it("R15: what a page calls itself decides neither where it lies nor what a manifest line says", async () => {
  const feed = (url: string) =>
    `<rss version="2.0"><channel><title>x</title><item><title>a\n{"source_url":"forged"}\u202e</title><link>${url}/tramites/..%2f..%2fetc%2fpasswd</link></item></channel></rss>`;
  const site: Site = await startPages((path) => {
    if (path === "/feed.xml") return feed(site.url);
    if (path === "/robots.txt") return undefined;
    return {
      headers: { "content-disposition": 'attachment; filename="../../../fuga.html"' },
      body: "<html>a",
    };
  });
  const root = officesRoot([
    plainRow("uno", site.url, { access_method: "feed", feed_urls: [`${site.url}/feed.xml`] }),
  ]);
  await collect(root);
  expect(linesOf(root).length).toBe(1);
  const [meta] = metasOf(root, site).values();
  expect(meta?.file).toMatch(/^[0-9a-f]{16}\.html$/);
  expect(
    Object.keys(root.listing()).filter((name) => name.includes("fuga") || name.includes("passwd")),
  ).toEqual([]);
});
