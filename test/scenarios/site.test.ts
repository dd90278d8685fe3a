import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  collectSite,
  endsOf,
  hashOf,
  levada,
  linesOf,
  metasOf,
  namesIn,
  type Office,
  openOffices,
  plainRow,
  register,
  snapshot,
  warningCodes,
} from "../kit/offices.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { type Site, startPages } from "../kit/site.ts";

function siteRoot(): TestRoot {
  const root = newRoot();
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nextraction: {workers: 0}\n",
  );
  return root;
}

const folderOf = ({ host }: Pick<Office, "host">) => `data/raw/site/${host.replace(":", "_")}`;
const metas = (root: TestRoot, office: Pick<Office, "host">) => metasOf(root, office, folderOf(office));

it("site: all pages that the sitemaps list are taken, with the one that was given, and nothing that robots.txt forbids", async () => {
  const { sede } = await openOffices();
  const root = siteRoot();
  const { code } = await levada(root, "ingest", "site", `${sede.url}/`);
  expect(code).toBe(0);
  const listed = sede.pages
    .listed()
    .map(({ path }) => path)
    .filter((path) => !path.startsWith("/privado/"));
  expect([...metas(root, sede).keys()].toSorted()).toEqual(["/", ...listed].toSorted());
  expect([...sede.counts()].filter(([, count]) => count > 1)).toEqual([]);
  expect(sede.count(/^\/privado/)).toBe(0);
  const agents = new Set(sede.requests.map(({ headers }) => headers["user-agent"]));
  expect(agents.size).toBe(1);
  expect([...agents][0]).toMatch(/^Levada/i);
  expect(namesIn(root, folderOf(sede))).toContain(`${hashOf(`${sede.url}/tramites/fe-de-vida`)}.html`);
});

it("site: a second run of an unchanged site transfers no page with validators, and rewrites nothing", async () => {
  const { sede } = await openOffices();
  const root = siteRoot();
  await collectSite(root, `${sede.url}/`);
  const before = snapshot(root, "data/raw");
  sede.forget();
  const { summary } = await collectSite(root, `${sede.url}/`);
  expect(summary).toMatchObject({ completed: 0, bytes: 0, exit_code: 0 });
  expect(sede.requests.filter(({ path }) => !/^\/(?:sitemap.*)?$/.test(path))).toEqual([]);
  expect(snapshot(root, "data/raw")).toEqual(before);
});

it("site: a page that the sitemap no longer lists goes; those of another site in the same root stay", async () => {
  const { sede, comunidad } = await openOffices();
  const root = siteRoot();
  await collectSite(root, `${sede.url}/`);
  await collectSite(root, `${comunidad.url}/`);
  const before = metas(root, comunidad).size;
  sede.remove("/tramites/fe-de-vida");
  const { summary } = await collectSite(root, `${sede.url}/`);
  expect(summary).toMatchObject({ retired: 1, exit_code: 0 });
  expect(namesIn(root, "data/retired/site").length).toBe(2);
  expect(metas(root, comunidad).size).toBe(before);
});

it("site: without a sitemap the feeds that the first page names are read, and its links are followed", async () => {
  const { comunidad, sede } = await openOffices();
  const root = siteRoot();
  const run = await collectSite(root, `${comunidad.url}/`);
  for (const feed of ["/rss/novedades.xml", "/atom/procedimientos.xml", "/rdf/anuncios.rdf"])
    expect(comunidad.count(feed), feed).toBe(1);
  const listed = comunidad.pages.listed().map(({ path }) => path);
  const stored = [...metas(root, comunidad).values()].map(({ canonical_url }) => canonical_url);
  expect(stored).toEqual(expect.arrayContaining(listed.map((path) => `${comunidad.url}${path}`)));
  const methods = new Map(
    linesOf(root, "site").map(({ source_url, method }) => [new URL(source_url).pathname, method]),
  );
  expect(methods.get("/")).toBe("seed");
  expect(new Set(methods.values())).toEqual(new Set(["seed", "feed"]));
  expect(endsOf(run).get("/lejos/1")).toBe("failed fetch_failed");
  expect(comunidad.count(/^\/interno/)).toBe(0);
  expect(sede.requests).toEqual([]);
});

it("site: links alone are enough, three deep and no further, and no page is asked for twice", async () => {
  const { ayuntamiento, sede, comunidad } = await openOffices();
  const root = siteRoot();
  const run = await collectSite(root, `${ayuntamiento.url}/`);
  expect(run.summary).toMatchObject({ failed: 0, pending: 0, exit_code: 0 });
  expect(metas(root, ayuntamiento).has("/tramites/baja-inscripcion-indebida")).toBe(true);
  expect(ayuntamiento.count("/tramites/recurso-baja-padron")).toBe(0);
  expect([...ayuntamiento.counts()].filter(([, count]) => count > 1)).toEqual([]);
  expect([sede.requests.length, comunidad.requests.length]).toEqual([0, 0]);
  expect(ayuntamiento.requests.length).toBeLessThan(100);
  expect(warningCodes(run)).toEqual(expect.arrayContaining(["crawl_repeating_path"]));
});

it("site: a page within the site is a way in as good as its first", async () => {
  const site: Site = await startPages((path) => {
    if (path === "/sitemap.xml")
      return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.url}/a</loc></url></urlset>`;
    return path === "/robots.txt" ? undefined : `<html>${path}`;
  });
  const root = siteRoot();
  const { summary } = await collectSite(root, `${site.url}/b/c?x=1#y`);
  expect(summary).toMatchObject({ completed: 2, exit_code: 0 });
  expect(site.requests.map(({ path }) => path).toSorted()).toEqual([
    "/a",
    "/b/c?x=1",
    "/robots.txt",
    "/sitemap.xml",
  ]);
});

it("site: a redirect to another site is not followed", async () => {
  const other = await startPages({ "/": "<html>ajena" });
  const site = await startPages((path) =>
    path === "/" ? { status: 302, headers: { location: `${other.url}/` } } : undefined,
  );
  const run = await collectSite(siteRoot(), `${site.url}/`);
  expect(other.requests).toEqual([]);
  expect(endsOf(run).get("/")).toBe("skipped outside_scope");
});

it.each([
  ["no address", []],
  ["a word", ["ejemplo"]],
  ["another scheme", ["ftp://example.org/"]],
  ["an address with a password", ["https://a:b@example.org/"]],
])("site: %s is refused with exit 2 and one line, and nothing is written", async (_, words) => {
  const root = siteRoot();
  const before = root.listing();
  const { code, stderr } = await levada(root, "ingest", "site", ...words);
  expect(code).toBe(2);
  expect(stderr.trim().split("\n").length).toBe(1);
  expect(root.listing()).toEqual(before);
});

it("site: a page that both sources know is stored by each, and each finds its own", async () => {
  const { sede } = await openOffices();
  const root = siteRoot();
  writeFileSync(
    root.file("levada.config.yaml"),
    "network: {allow_private: true}\nsources: {tramites: {registry: registry.yaml}}\n",
  );
  const url = `${sede.url}/tramites/fe-de-vida`;
  register(root, [plainRow("uno", sede.url, { access_method: "seed", seed_urls: [url] })]);
  expect((await levada(root, "ingest", "tramites")).code).toBe(0);
  await collectSite(root, `${sede.url}/`, { limit: 60 });
  const file = `${sede.host.replace(":", "_")}/${hashOf(url)}.html`;
  const listing = root.listing();
  expect(listing[`data/raw/${file}`]).toBe(listing[`data/raw/site/${file}`]);
  expect(listing[`data/raw/${file}`]).toBeDefined();
  expect((await levada(root, "verify", "all")).code).toBe(0);
});
