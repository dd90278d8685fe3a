import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Offices, startOffices } from "./offices.ts";

const TODAY = "2026-03-04";

let offices: Offices;
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${offices.sede.url}${path}`, { headers, redirect: "manual" });
const text = async (path: string) => (await ask(path)).text();
const locs = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? "");
const gunzipped = async () =>
  gunzipSync(Buffer.from(await (await ask("/sitemap-general.xml.gz")).arrayBuffer())).toString();

beforeAll(async () => {
  offices = await startOffices({ today: TODAY });
});
afterAll(() => offices.close());

describe("the sitemaps of the ministry", () => {
  it("are named by robots.txt, which forbids one folder and asks for no pace", async () => {
    const robots = await text("/robots.txt");
    expect(robots).toContain(`Sitemap: ${offices.sede.url}/sitemap.xml`);
    expect(robots).toContain("Disallow: /privado/");
    expect(robots).not.toContain("Crawl-delay");
  });

  it("are an index of two, one of them compressed, each with its date", async () => {
    const index = await text("/sitemap.xml");
    expect(locs(index).map((loc) => new URL(loc).pathname)).toEqual([
      "/sitemap-tramites.xml",
      "/sitemap-general.xml.gz",
    ]);
    expect(index.match(/<lastmod>/g)).toHaveLength(2);
  });

  it("name forty procedures in Spanish, nine in other languages, news, and a page that is forbidden", async () => {
    const paths = [...locs(await text("/sitemap-tramites.xml")), ...locs(await gunzipped())].map(
      (loc) => new URL(loc).pathname,
    );
    const under = (folder: string) => paths.filter((path) => path.startsWith(folder)).length;
    expect(under("/tramites/")).toBe(40);
    expect([under("/ca/"), under("/gl/"), under("/eu/")]).toEqual([3, 3, 3]);
    expect(under("/noticias/")).toBe(6);
    expect(under("/privado/")).toBe(1);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("name only pages that are there, and dates that are before today", async () => {
    const xml = (await text("/sitemap-tramites.xml")) + (await gunzipped());
    for (const loc of locs(xml)) expect((await fetch(loc)).status, loc).toBe(200);
    const dates = [...xml.matchAll(/<lastmod>([^<]+)</g)].map((match) => Date.parse(match[1] ?? ""));
    expect(dates.every((date) => date < Date.parse(TODAY))).toBe(true);
  });
});

describe("a procedure's page", () => {
  it.each([
    [
      "/tramites/prestacion-desempleo",
      ["Qué es", "Requisitos", "Documentación necesaria", "Plazo", "Tasas", "Normativa"],
    ],
    [
      "/ca/tramits/titol-familia-nombrosa",
      ["Què és", "Requisits", "Documentació necessària", "Terminis", "Taxes"],
    ],
    [
      "/gl/tramites/titulo-familia-numerosa",
      ["Que é", "Requisitos", "Documentación necesaria", "Prazos", "Taxas"],
    ],
    ["/eu/izapideak/familia-ugariaren-titulua", ["Zer da", "Baldintzak", "Epea", "Tasak", "Araudia"]],
  ])("%s has its sections, and menus and banners around them", async (path, titles) => {
    const page = await text(path);
    for (const title of titles) expect(page).toContain(title);
    for (const part of ["<nav", "<header", "<footer", "cookie-banner", "breadcrumb"])
      expect(page).toContain(part);
  });

  it("is laid out in one of three ways, one of which hides most of its text", async () => {
    const pages = await Promise.all(
      offices.sede.pages
        .listed()
        .slice(0, 40)
        .map(({ path }) => text(path)),
    );
    expect(pages.filter((page) => page.includes('style="display:none"')).length).toBeGreaterThan(10);
    expect(pages.filter((page) => page.includes("<dl>")).length).toBeGreaterThan(10);
    expect(pages.filter((page) => page.includes("<h2>Requisitos</h2>")).length).toBeGreaterThan(10);
  });

  it("links to the law where that has a number of the gazette, and the link is not dead", async () => {
    const link =
      /href="([^"]+BOE-A-[^"]+)"/.exec(await text("/tramites/ingreso-garantia-hogares"))?.[1] ?? "";
    expect((await fetch(link)).status).toBe(200);
  });

  it("has a form beside it, with fields that are required in several ways", async () => {
    const form = await text("/tramites/prestacion-desempleo/formulario");
    for (const sign of ["required", "obligatorio", "*</label>", "aria-required", "<select"])
      expect(form).toContain(sign);
  });
});

describe("conditional requests", () => {
  it("find every mix of validators and freshness among the pages", async () => {
    const mixes = new Set<string>();
    for (const { path } of offices.sede.pages.listed().slice(0, 8)) {
      const { headers } = await ask(path);
      const seen = ["etag", "last-modified", "cache-control", "expires"].filter((name) => headers.has(name));
      mixes.add([...seen, headers.get("cache-control") ?? ""].join(" "));
    }
    expect(mixes).toEqual(
      new Set([
        "etag ",
        "last-modified ",
        "etag last-modified cache-control no-cache",
        "",
        "etag last-modified ",
        "etag cache-control max-age=3600",
        "last-modified expires ",
        "cache-control max-age=3600",
      ]),
    );
  });

  const paths = {
    both: "/tramites/ayuda-nacimiento-adopcion",
    weak: "/tramites/certificado-discapacidad",
    none: "/tramites/reconocimiento-dependencia",
  };
  const old = "Mon, 01 Jan 2001 00:00:00 GMT";
  const late = "Fri, 01 Jan 2100 00:00:00 GMT";
  it.each([
    ["its tag", paths.both, (tag: string) => ({ "if-none-match": tag }), 304],
    ["its tag in a list, weakly", paths.both, (tag: string) => ({ "if-none-match": `"x", W/${tag}` }), 304],
    ["any tag", paths.both, () => ({ "if-none-match": "*" }), 304],
    ["a weak tag", paths.weak, (tag: string) => ({ "if-none-match": tag.replace("W/", "") }), 304],
    [
      "another tag, though the date is late",
      paths.both,
      () => ({ "if-none-match": '"x"', "if-modified-since": late }),
      200,
    ],
    ["a later date", paths.both, () => ({ "if-modified-since": late }), 304],
    ["an earlier date", paths.both, () => ({ "if-modified-since": old }), 200],
    ["no date at all", paths.both, () => ({ "if-modified-since": "ayer" }), 200],
    ["a date where it says none", paths.none, () => ({ "if-modified-since": late }), 200],
    ["a tag where it has none", paths.none, () => ({ "if-none-match": '"x"' }), 200],
  ])("with %s of %s", async (_, path, headersFor, status) => {
    const tag = (await ask(path)).headers.get("etag") ?? "";
    const answer = await ask(path, headersFor(tag));
    expect(answer.status).toBe(status);
    expect((await answer.text()) === "").toBe(status === 304);
    if (status === 304) expect(answer.headers.get("etag")).toBe(tag);
  });

  it("answer HEAD without a body", async () => {
    const answer = await fetch(`${offices.sede.url}${paths.both}`, { method: "HEAD" });
    expect(answer.headers.get("content-length")).toMatch(/^\d{4,}$/);
    expect(await answer.text()).toBe("");
  });
});

describe("what a catalog knows", () => {
  it("leads to the page by a redirect", async () => {
    const answer = await ask("/enlace-sia/992000");
    expect([answer.status, answer.headers.get("location")]).toEqual([
      301,
      "/tramites/prestacion-cuidado-menor",
    ]);
  });

  it("and what it does not know is not there", async () => {
    expect((await ask("/tramites/inventado")).status).toBe(404);
  });
});
