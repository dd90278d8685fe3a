import { describe, expect, it } from "vitest";
import {
  collect,
  folderOf,
  hashOf,
  hurriedCollect,
  levada,
  linesOf,
  metasOf,
  namesIn,
  officesRoot,
  openOffices,
  plainRow,
  rowOf,
  snapshot,
  warningCodes,
} from "../kit/offices.ts";
import { type Site, startPages } from "../kit/site.ts";

const PAGE = "/tramites/justicia-gratuita";
const RETIRED = "data/retired/tramites";

describe("E14: nothing goes", () => {
  it.each([
    ["the sitemap answers 503", "/sitemap.xml", 503],
    ["a sitemap of the index answers 503", "/sitemap-general.xml.gz", 503],
    ["a sitemap of the index is missing", "/sitemap-general.xml.gz", 404],
    ["the sitemap is forbidden", "/sitemap.xml", 403],
  ])("E14: nothing goes where %s", async (_, path, status) => {
    const offices = await openOffices();
    const { sede } = offices;
    const root = officesRoot([rowOf(offices, "sede")]);
    await collect(root);
    const before = snapshot(root, "data/raw");
    sede.fail(path, status);
    const { summary } = await hurriedCollect(root);
    expect(sede.count(path)).toBeGreaterThan(1);
    expect(summary).toMatchObject({ retired: 0, completed: 0 });
    expect(snapshot(root, "data/raw")).toEqual(before);
    expect(namesIn(root, RETIRED)).toEqual([]);
  });

  it("E14: nothing goes where the office is closed, and the run says that it could not look", async () => {
    const offices = await openOffices();
    const root = officesRoot([rowOf(offices, "sede")]);
    await collect(root);
    const before = snapshot(root, "data/raw");
    await offices.close("sede");
    const { summary } = await hurriedCollect(root);
    expect(summary).toMatchObject({ retired: 0 });
    expect(summary.exit_code).not.toBe(0);
    expect(snapshot(root, "data/raw")).toEqual(before);
  });

  it("E14: nothing goes where a compressed sitemap breaks off; what could be read is used", async () => {
    const offices = await openOffices();
    const { sede } = offices;
    const root = officesRoot([rowOf(offices, "sede")]);
    await collect(root);
    const stored = metasOf(root, sede).size;
    offices.cutSitemap();
    sede.change("/tramites/ayuda-nacimiento-adopcion");
    sede.remove(PAGE);
    const run = await hurriedCollect(root);
    expect(warningCodes(run)).toContain("sitemap_cut");
    expect(run.summary).toMatchObject({ retired: 0, completed: 1, discovery: "failed", exit_code: 1 });
    expect(metasOf(root, sede).size).toBe(stored);
  });

  it("E14: nothing goes where a catalog ends short", async () => {
    let rows = 30;
    const site: Site = await startPages((path) => {
      const url = new URL(path, "http://a");
      if (url.pathname.startsWith("/dataset/")) return `<html>${path}`;
      if (!url.pathname.endsWith("package_search")) return undefined;
      const start = Number(url.searchParams.get("start"));
      const results = Array.from({ length: Math.max(0, Math.min(10, rows - start)) }, (_, n) => ({
        id: `id-${start + n}`,
        name: `conjunto-${start + n}`,
        title: `Conjunto ${start + n}`,
        url: `${site.url}/dataset/conjunto-${start + n}`,
      }));
      const body = JSON.stringify({ success: true, result: { count: 30, results } });
      return { headers: { "content-type": "application/json" }, body };
    });
    const api = { access_method: "api", api_kind: "ckan", api_url: `${site.url}/api/3` };
    const root = officesRoot([plainRow("uno", site.url, api)]);
    expect((await collect(root)).summary).toMatchObject({ completed: 30, exit_code: 0 });
    rows = 28;
    const run = await collect(root);
    expect(warningCodes(run).join()).toMatch(/catalog_/);
    expect(run.summary).toMatchObject({ retired: 0, unchanged: 28 });
    expect(metasOf(root, site).size).toBe(30);
  });
});

describe("E14: what is gone goes", () => {
  it("E14: a page that a complete sitemap no longer lists is put aside, with all that stands beside it", async () => {
    const offices = await openOffices();
    const { sede } = offices;
    const root = officesRoot([rowOf(offices, "sede")]);
    const { summary: first } = await collect(root);
    sede.change(PAGE);
    await collect(root);
    sede.remove(PAGE);
    sede.forget();
    const run = await collect(root);
    expect(sede.count(PAGE)).toBe(0);
    expect(run.summary).toMatchObject({ retired: 1, exit_code: 0 });
    const hash = hashOf(`${sede.url}${PAGE}`);
    const names = [".html", ".meta.json", ".prev.html", ".prev.meta.json"].map((end) => `${hash}${end}`);
    expect(namesIn(root, RETIRED)).toEqual(names);
    expect(namesIn(root, folderOf(sede)).filter((name) => name.startsWith(hash))).toEqual([]);
    expect(metasOf(root, sede).size).toBe(first.completed - 1);
    expect(linesOf(root).at(-1)?.metadata).toMatchObject({ retired_reason: "no longer in the sitemap" });
    for (const words of [["verify"], ["repair"], ["verify"]])
      expect((await levada(root, ...words, "tramites")).code, words[0]).toBe(0);
    expect((await collect(root)).summary).toMatchObject({ unchanged: first.completed - 1, queued: 0 });
  });

  it("E14: a page that comes back is fetched again", async () => {
    const offices = await openOffices();
    const { sede } = offices;
    const root = officesRoot([rowOf(offices, "sede")]);
    await collect(root);
    sede.remove(PAGE);
    await collect(root);
    sede.add({ path: PAGE, title: "Justicia gratuita, otra vez" });
    sede.forget();
    const { summary } = await collect(root);
    expect(sede.count(PAGE)).toBe(1);
    expect(summary).toMatchObject({ completed: 1, exit_code: 0 });
    expect(metasOf(root, sede).has(PAGE)).toBe(true);
  });

  const seeds = async () => {
    const offices = await openOffices();
    const { sede } = offices;
    const urls = sede.pages
      .listed()
      .slice(0, 30)
      .map(({ path }) => `${sede.url}${path}`);
    const root = officesRoot([plainRow("uno", sede.url, { access_method: "seed", seed_urls: urls })]);
    // One that is always asked for.
    const page = sede.pages.listed().find(({ cache }) => cache === undefined)?.path ?? "";
    await collect(root);
    return { root, sede, page };
  };

  it("E14: a page that answers 410 goes at once", async () => {
    const { root, sede, page } = await seeds();
    sede.remove(page, 410);
    const { summary } = await collect(root);
    expect(summary).toMatchObject({ retired: 1, exit_code: 0 });
    expect(metasOf(root, sede).has(page)).toBe(false);
    expect(namesIn(root, RETIRED).length).toBe(2);
    sede.forget();
    const again = await collect(root);
    expect(again.summary).toMatchObject({ retired: 0, failed: 0, exit_code: 0 });
  });

  it("E14: a page that answers 404 goes in the second run, if it was not there in between", async () => {
    const { root, sede, page } = await seeds();
    sede.fail(page, 404, { times: 1 });
    const first = await collect(root);
    expect(first.summary).toMatchObject({ retired: 0, exit_code: 0 });
    expect(metasOf(root, sede).has(page)).toBe(true);
    await collect(root);
    sede.remove(page, 404);
    expect((await collect(root)).summary.retired).toBe(0);
    expect(metasOf(root, sede).has(page)).toBe(true);
    expect((await collect(root)).summary.retired).toBe(1);
    expect(metasOf(root, sede).has(page)).toBe(false);
    expect(namesIn(root, RETIRED).length).toBe(2);
  });

  it("E14: where more than a tenth would go, the run stops and asks; --allow-mass-removal does it", async () => {
    const offices = await openOffices();
    const { sede } = offices;
    const root = officesRoot([rowOf(offices, "sede")]);
    await collect(root);
    const stored = metasOf(root, sede).size;
    const leaving = sede.pages
      .listed()
      .filter(({ path }) => path.startsWith("/tramites/"))
      .slice(0, 6);
    for (const { path } of leaving) sede.remove(path);
    const before = snapshot(root, "data/raw");
    const run = await collect(root);
    expect(run.summary).toMatchObject({ retired: 0, discovery: "refused", exit_code: 1 });
    expect(warningCodes(run)).toContain("mass_removal");
    expect(snapshot(root, "data/raw")).toEqual(before);
    const { code } = await levada(root, "ingest", "tramites", "--allow-mass-removal");
    expect(code).toBe(0);
    expect(metasOf(root, sede).size).toBe(stored - 6);
    expect(namesIn(root, RETIRED).filter((name) => name.endsWith(".html")).length).toBe(6);
  });
});
