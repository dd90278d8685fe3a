import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { verify } from "../../src/index.ts";
import { mountSmallDisk } from "../conformance/small-disk.ts";
import {
  collect,
  collectSite,
  officesRoot,
  openOffices,
  registryRows,
  type OfficesRun,
  plainRow,
  queueOf,
  pathOf,
  snapshot,
  warningCodes,
} from "../kit/offices.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import {
  furnish,
  LISTINGS,
  page,
  sitemapIndex,
  startValidatedSite,
  urlset,
  type ValidatedSite,
} from "../kit/validated-site.ts";

const LEVADA = join(import.meta.dirname, "../../bin/levada");
const CACHE = "data/cache/tramites";

function rootFor(site: ValidatedSite, more = {}): TestRoot {
  return officesRoot([
    plainRow("uno", site.url, {
      access_method: "sitemap",
      feed_urls: [`${site.url}/novedades.rss`],
      api_url: `${site.url}/api/3/action`,
      api_kind: "ckan",
      ...more,
    }),
  ]);
}

const mapOnly = (site: ValidatedSite) =>
  officesRoot([plainRow("uno", site.url, { access_method: "sitemap" })]);

/** What was transferred, by path. */
const bodies = ({ sent }: ValidatedSite) =>
  sent.filter(({ status }) => status === 200).map(({ path }) => path);
const answered = ({ sent }: ValidatedSite, path: string) =>
  sent.filter((one) => one.path === path).map(({ status }) => status);
const cached = (root: TestRoot, source = "tramites") => {
  try {
    return readdirSync(root.file(`data/cache/${source}`)).toSorted();
  } catch {
    return [];
  }
};

describe("an unchanged second run", () => {
  it("of tramites transfers no body at all, and writes no document, no meta file and no listing", async () => {
    const site = await startValidatedSite();
    const paths = furnish(site);
    const root = rootFor(site);
    const first = await collect(root);
    expect(first.summary).toMatchObject({ completed: paths.length, exit_code: 0 });
    expect(bodies(site).toSorted()).toEqual(["/robots.txt", ...LISTINGS, ...paths].toSorted());
    const before = { raw: snapshot(root, "data/raw"), cache: snapshot(root, "data/cache") };
    expect(Object.keys(before.cache).length).toBe(LISTINGS.length);
    site.forget();
    const { summary } = await collect(root);
    expect(bodies(site)).toEqual([]);
    expect(site.sent.map(({ path, status }) => `${status} ${path}`).toSorted()).toEqual(
      [...LISTINGS, ...paths].map((path) => `304 ${path}`).toSorted(),
    );
    expect(summary).toMatchObject({
      unchanged: paths.length,
      completed: 0,
      retired: 0,
      bytes: 0,
      exit_code: 0,
      discovery: "complete",
    });
    expect({ raw: snapshot(root, "data/raw"), cache: snapshot(root, "data/cache") }).toEqual(before);
  });

  it("of site transfers no body at all either", async () => {
    const site = await startValidatedSite();
    furnish(site);
    const root = newRoot();
    const { summary: first } = await collectSite(root, `${site.url}/`, { allowPrivateNetwork: true });
    expect(first.exit_code).toBe(0);
    const before = snapshot(root, "data/raw");
    site.forget();
    const { summary } = await collectSite(root, `${site.url}/`, { allowPrivateNetwork: true });
    expect(bodies(site)).toEqual([]);
    expect(answered(site, "/mapa.xml.gz")).toEqual([304]);
    expect(summary).toMatchObject({ unchanged: first.completed, completed: 0, exit_code: 0 });
    expect(snapshot(root, "data/raw")).toEqual(before);
    expect(cached(root, "site").length).toBe(4);
  });

  it("of all offices of the sandbox transfers the listings that have no validators, and no others", async () => {
    const offices = await openOffices();
    const root = officesRoot(registryRows(offices));
    await collect(root);
    for (const office of offices.all) office.forget();
    await collect(root);
    const isListing = /sitemap|\.rdf$|\/rss\/|\/atom\/|sumario|package_search|apidata|\/sia\//;
    const asked = offices.all.flatMap(({ requests }) => requests).filter(({ path }) => isListing.test(path));
    const withStatus = (wanted: number) =>
      asked.filter(({ status }) => status === wanted).map(({ path }) => path.replace(/\?.*|\d{8}$/s, ""));
    expect(new Set(withStatus(200))).toEqual(new Set(["/rdf/anuncios.rdf", "/sia/procedimientos"]));
    expect(new Set(withStatus(304))).toEqual(
      new Set([
        "/sitemap.xml",
        "/sitemap-tramites.xml",
        "/sitemap-general.xml.gz",
        "/rss/novedades.xml",
        "/atom/procedimientos.xml",
        "/datosabiertos/api/boe/sumario/",
        "/api/3/action/package_search",
        "/apidata/catalog/dataset.json",
      ]),
    );
  });
});

it("a listing that has changed is transferred, alone, and its new page is found", async () => {
  const site = await startValidatedSite();
  furnish(site);
  const root = rootFor(site);
  await collect(root);
  site.put("/mapa.xml.gz", gzipSync(urlset(site, ["/tramites/c", "/tramites/nuevo"])));
  site.put("/tramites/nuevo", page("nuevo"));
  site.forget();
  const { summary } = await collect(root);
  expect(bodies(site).toSorted()).toEqual(["/mapa.xml.gz", "/tramites/nuevo"]);
  expect(summary).toMatchObject({ completed: 1, exit_code: 0 });
  site.forget();
  await collect(root);
  expect(bodies(site)).toEqual([]);
});

it("E14: what a changed sitemap no longer lists goes, while the others answer 304; an unchanged list removes nothing", async () => {
  const site = await startValidatedSite();
  furnish(site);
  const root = mapOnly(site);
  await collect(root);
  site.put("/mapa.xml", urlset(site, ["/tramites/a"]));
  site.forget();
  const { summary } = await collect(root, { allowMassRemoval: true });
  expect(summary).toMatchObject({ retired: 1, exit_code: 0, discovery: "complete" });
  expect([answered(site, "/sitemap.xml"), answered(site, "/mapa.xml.gz")]).toEqual([[304], [304]]);
  const again = await collect(root);
  expect(again.summary).toMatchObject({ retired: 0, unchanged: 2 });
});

it("the queue, the warnings and the account of a run are the same whether a listing came or was remembered", async () => {
  const site = await startValidatedSite();
  furnish(site);
  site.put("/mapa.xml", urlset(site, ["/tramites/a", "/otros/b"]).replace("</urlset>", odd(site)));
  const seen = async (root: TestRoot, run: OfficesRun) => ({
    filtered: run.summary.filtered,
    unchanged: run.summary.unchanged,
    warnings: warningCodes(run),
    queue: queueOf(root)
      .map(({ url, lastmod, method }) => `${pathOf(url)} ${method} ${lastmod}`)
      .toSorted(),
  });
  const root = mapOnly(site);
  await collect(root);
  const remembered = await seen(root, await collect(root));
  expect(answered(site, "/mapa.xml")).toEqual([200, 304]);
  rmSync(root.file("data/cache"), { recursive: true });
  site.forget();
  expect(await seen(root, await collect(root))).toEqual(remembered);
  expect(bodies(site).toSorted()).toEqual(["/mapa.xml", "/mapa.xml.gz", "/sitemap.xml"]);
});

const odd = (site: ValidatedSite) =>
  `<url><loc>${site.url}/tramites/b</loc><lastmod>mañana</lastmod></url></urlset>`;

describe("validators", () => {
  it("belong to the address that gave them: where a sitemap has moved, only its new address is asked with them", async () => {
    const site = await startValidatedSite();
    furnish(site);
    site.put("/sitemap.xml", "", { location: "/mapas/indice.xml" });
    site.put("/mapas/indice.xml", sitemapIndex(site, ["/mapa.xml"]));
    const root = mapOnly(site);
    await collect(root);
    site.forget();
    await collect(root);
    expect(site.sent.filter(({ path }) => /sitemap|indice/.test(path))).toMatchObject([
      { path: "/sitemap.xml", status: 301, conditions: [] },
      { path: "/mapas/indice.xml", status: 304 },
    ]);
    site.put("/sitemap.xml", "", { location: "/mapas/otro.xml" });
    site.put("/mapas/otro.xml", sitemapIndex(site, ["/mapa.xml"]));
    site.forget();
    await collect(root);
    expect(site.sent.find(({ path }) => path === "/mapas/otro.xml")).toMatchObject({
      status: 200,
      conditions: [],
    });
  });

  it("that change while the bytes stay are what the next run asks with", async () => {
    const site = await startValidatedSite();
    furnish(site);
    const root = mapOnly(site);
    await collect(root);
    const { body = "" } = site.contents.get("/mapa.xml") ?? {};
    site.put("/mapa.xml", body, { headers: { etag: '"dos"' } });
    await collect(root);
    site.forget();
    await collect(root);
    const asked = site.sent.find(({ path }) => path === "/mapa.xml");
    expect(asked).toMatchObject({ status: 304, conditions: ['"dos"', expect.any(String)] });
  });

  it("are not sent with --no-resume, and what comes is remembered", async () => {
    const site = await startValidatedSite();
    furnish(site);
    const root = rootFor(site);
    await collect(root);
    site.forget();
    await collect(root, { resume: false });
    expect(site.sent.flatMap(({ conditions }) => conditions)).toEqual([]);
    expect(bodies(site)).toEqual(expect.arrayContaining([...LISTINGS]));
    site.forget();
    await collect(root);
    expect(bodies(site)).toEqual([]);
  });

  it.each([
    ["no validators at all", { etag: "", "last-modified": "" }],
    ["a server that wants no copy", { "cache-control": "no-store" }],
    ["a date of this second", { etag: "", "last-modified": new Date(Date.now() + 3_600_000).toUTCString() }],
  ])("with %s a listing is transferred in every run", async (_, headers) => {
    const site = await startValidatedSite();
    furnish(site);
    const { body = "" } = site.contents.get("/mapa.xml") ?? {};
    site.put("/mapa.xml", body, { headers });
    const root = mapOnly(site);
    await collect(root);
    site.forget();
    const { summary } = await collect(root);
    expect(site.sent.find(({ path }) => path === "/mapa.xml")).toMatchObject({ status: 200, conditions: [] });
    expect(cached(root).length).toBe(2);
    expect(summary).toMatchObject({ exit_code: 0, discovery: "complete" });
  });
});

describe("what is not remembered", () => {
  it.each([
    ["a sitemap that breaks off", (text: string) => text.slice(0, -30)],
    ["a sitemap with an address that is none", (text: string) => text.replace("/tramites/b", " ht!tp://[/")],
    ["a page in place of a sitemap", () => page("Mantenimiento")],
  ])("%s: mended under its old validators, it is read whole", async (_, broken) => {
    const site = await startValidatedSite();
    furnish(site);
    const body = String(site.contents.get("/mapa.xml")?.body);
    const headers = { etag: '"fijo"' };
    site.put("/mapa.xml", broken(body), { headers });
    const root = mapOnly(site);
    await collect(root);
    expect(cached(root).length).toBe(2);
    site.put("/mapa.xml", body, { headers });
    const { summary } = await collect(root);
    expect(answered(site, "/mapa.xml")).toEqual([200, 200]);
    expect(summary).toMatchObject({ exit_code: 0, discovery: "complete" });
    expect(queueOf(root).map(({ url }) => pathOf(url))).toContain("/tramites/b");
  });

  it("a listing of which a limited run wanted only the beginning", async () => {
    const site = await startValidatedSite();
    site.put(
      "/sitemap.xml",
      urlset(
        site,
        Array.from({ length: 2000 }, (_, n) => `/tramites/${n}`),
      ),
    );
    site.put("/tramites/0", page("cero"));
    const root = mapOnly(site);
    await collect(root, { limit: 1 });
    expect(cached(root)).toEqual([]);
  });
});

describe("what is remembered and no longer sound", () => {
  const flip = (bytes: Buffer, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  it.each([
    ["a bit of the listing has flipped", (bytes: Buffer) => flip(bytes, 20)],
    ["a bit of what is said of it has flipped", (bytes: Buffer) => flip(bytes, bytes.length - 60)],
    ["a bit of its checksum has flipped", (bytes: Buffer) => flip(bytes, bytes.length - 1)],
    ["it was torn", (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ["it is empty", () => Buffer.alloc(0)],
    ["zeros are in its place", (bytes: Buffer) => Buffer.alloc(bytes.length)],
    ["something else is in its place", () => Buffer.from("hola")],
  ])(
    "is not used where %s: the listing is asked for without conditions, and remembered again",
    async (_, damage) => {
      const site = await startValidatedSite();
      furnish(site);
      const root = mapOnly(site);
      await collect(root);
      const files = cached(root);
      for (const name of files) {
        const file = root.file(CACHE, name);
        writeFileSync(file, damage(readFileSync(file)));
      }
      site.forget();
      const { summary } = await collect(root);
      expect(bodies(site).toSorted()).toEqual(["/mapa.xml", "/mapa.xml.gz", "/sitemap.xml"]);
      expect(site.sent.filter(({ status, conditions }) => status === 200 && conditions.length > 0)).toEqual(
        [],
      );
      expect(summary).toMatchObject({ unchanged: 3, retired: 0, exit_code: 0, discovery: "complete" });
      expect(cached(root)).toEqual(files);
      site.forget();
      await collect(root);
      expect(bodies(site)).toEqual([]);
    },
  );

  it("because its file was exchanged with another's is not used either", async () => {
    const site = await startValidatedSite();
    furnish(site);
    const root = mapOnly(site);
    await collect(root);
    const [one = "", other = ""] = cached(root).map((name) => root.file(CACHE, name));
    const bytes = readFileSync(one);
    writeFileSync(one, readFileSync(other));
    writeFileSync(other, bytes);
    site.forget();
    const { summary } = await collect(root);
    expect(bodies(site).length).toBe(2);
    expect(summary).toMatchObject({ unchanged: 3, exit_code: 0 });
  });
});

it("a server that answers 304 to everything is not believed where nothing was asked, and where something was, it is", async () => {
  const site = await startValidatedSite();
  furnish(site);
  const root = mapOnly(site);
  await collect(root);
  const deaf = new Map(site.contents);
  rmSync(root.file("data/cache"), { recursive: true });
  for (const [path, content] of deaf)
    if (path !== "/robots.txt") site.contents.set(path, { ...content, unchanged: "always" });
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ exit_code: 1, retired: 0 });
  for (const [path, content] of deaf) site.contents.set(path, content);
  await collect(root);
  for (const [path, content] of deaf) site.contents.set(path, { ...content, unchanged: "always" });
  expect((await collect(root)).summary).toMatchObject({ exit_code: 0, unchanged: 3 });
});

it("a 304 that names another version than the remembered one is not believed", async () => {
  const site = await startValidatedSite();
  furnish(site);
  const root = mapOnly(site);
  await collect(root);
  site.put("/mapa.xml", urlset(site, ["/tramites/a", "/tramites/b", "/tramites/c"]), {
    unchanged: "if asked",
  });
  site.forget();
  await collect(root);
  expect(site.sent.filter(({ path }) => path === "/mapa.xml")).toMatchObject([
    { status: 304 },
    { status: 200, conditions: [] },
  ]);
});

it("plan uses what is remembered and writes nothing, in an empty root and in a full one", async () => {
  const site = await startValidatedSite();
  const paths = furnish(site);
  const root = rootFor(site);
  const empty = root.listing();
  await collect(root, { dryRun: true });
  expect(root.listing()).toEqual(empty);
  await collect(root);
  const before = snapshot(root, "data");
  site.forget();
  const { summary } = await collect(root, { dryRun: true });
  expect(bodies(site)).toEqual([]);
  expect(summary).toMatchObject({ unchanged: paths.length, exit_code: 0 });
  const damaged = cached(root)[0] ?? "";
  writeFileSync(root.file(CACHE, damaged), "hola");
  const damagedBefore = snapshot(root, "data");
  await collect(root, { dryRun: true });
  expect(bodies(site).length).toBe(1);
  expect(snapshot(root, "data")).toEqual(damagedBefore);
  expect(Object.keys(damagedBefore)).toEqual(Object.keys(before));
});

describe("trouble with the memory is told once, costs transfers, and never the run", () => {
  it("where a file is in the place of its folder", async () => {
    const site = await startValidatedSite();
    const paths = furnish(site);
    const root = rootFor(site);
    mkdirSync(root.file("data"), { recursive: true });
    writeFileSync(root.file("data/cache"), "mine");
    for (const _ of [1, 2]) {
      site.forget();
      const run = await collect(root);
      expect(warningCodes(run)).toEqual(["listing_not_kept"]);
      expect(run.summary).toMatchObject({ exit_code: 0, discovery: "complete", discovered: paths.length });
      expect(bodies(site)).toEqual(expect.arrayContaining([...LISTINGS]));
    }
    expect(readFileSync(root.file("data/cache"), "utf8")).toBe("mine");
  });

  it("where its disk is full", async (context) => {
    const disk = mountSmallDisk(64 * 1024);
    if (disk === null) return context.skip("this user may not mount");
    onTestFinished(() => disk.unmount());
    const site = await startValidatedSite();
    furnish(site);
    site.put("/mapa.xml.gz", noisySitemap(site));
    const root = mapOnly(site);
    mkdirSync(root.file("data"), { recursive: true });
    symlinkSync(disk.folder, root.file("data/cache"));
    const run = await collect(root);
    expect(run.summary).toMatchObject({ exit_code: 0, discovery: "complete", filtered: 5000 });
    expect(warningCodes(run)).toEqual(["listing_not_kept"]);
    expect(cached(root).filter((name) => name.endsWith(".part"))).toEqual([]);
    site.forget();
    await collect(root);
    expect(bodies(site)).toEqual(["/mapa.xml.gz"]);
  });
});

/** Of addresses that do not compress, and are not wanted. */
function noisySitemap(site: ValidatedSite): Buffer {
  const paths = Array.from(
    { length: 5000 },
    (_, n) => `/otros/${createHash("sha256").update(`${n}`).digest("hex")}`,
  );
  return gzipSync(urlset(site, ["/tramites/c", ...paths]));
}

it("the folder can be deleted by hand between runs, and verify does not count it as documents", async () => {
  const site = await startValidatedSite();
  furnish(site);
  const root = rootFor(site);
  await collect(root);
  const [report] = await verify("tramites", { root: root.path });
  expect(report).toMatchObject({ orphaned: [], missing: [], corrupt: [] });
  rmSync(root.file("data/cache"), { recursive: true });
  site.forget();
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ completed: 0, exit_code: 0 });
  expect(bodies(site).toSorted()).toEqual([...LISTINGS].toSorted());
});

it("kill -9 while a changed sitemap comes: the next run asks with what the one before gave, and finds the new page", async () => {
  const site = await startValidatedSite();
  furnish(site);
  const root = mapOnly(site);
  await collect(root);
  const files = cached(root);
  const etag = site.sent.find(({ path }) => path === "/mapa.xml");
  expect(etag).toMatchObject({ status: 200 });
  const changed = urlset(site, [
    "/tramites/a",
    "/tramites/b",
    ...Array.from({ length: 20_000 }, (_, n) => `/otros/${n}`),
    "/tramites/nuevo",
  ]);
  site.put("/tramites/nuevo", page("nuevo"));
  site.put("/mapa.xml", changed, { stallAt: changed.length >> 1 });
  site.forget();
  const child = spawn(LEVADA, ["ingest", "tramites", "--root", root.path], { stdio: "ignore" });
  const gone = once(child, "close");
  const isUnderWay = () => cached(root).some((name) => name.endsWith(".part"));
  await expect.poll(isUnderWay, { timeout: 30_000, interval: 5 }).toBe(true);
  child.kill("SIGKILL");
  await gone;
  expect(cached(root).filter((name) => name.endsWith(".zst"))).toEqual(files);
  const asked = () =>
    site.sent.filter(({ path }) => path === "/mapa.xml").map(({ conditions }) => conditions[0]);
  const before = asked();
  site.put("/mapa.xml", changed);
  site.forget();
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ completed: 1, exit_code: 0, discovery: "complete" });
  expect([before.length, asked()]).toEqual([1, before]);
  expect(cached(root)).toEqual(files);
  site.forget();
  await collect(root);
  expect(bodies(site)).toEqual([]);
});
