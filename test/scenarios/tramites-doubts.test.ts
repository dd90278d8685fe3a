/** What a user would doubt: pages that cannot be brought up to date, lists that are narrowed, addresses that are secrets. */
import { appendFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  collect,
  collectSite,
  hurriedCollect,
  levada,
  linesOf,
  officesRoot,
  openOffices,
  plainRow,
  register,
  rowOf,
} from "../kit/offices.ts";
import { newRoot } from "../kit/root.ts";
import { startPages } from "../kit/site.ts";

const PAGE = "/tramites/justicia-gratuita";
const PRIVATE = { allowPrivateNetwork: true };
const html = (text: string) => `<!doctype html><html><h1>${text}</h1></html>`;
const sitemapOf = (url: string, paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${url}${path}</loc></url>`).join("")}</urlset>`;

describe("a stored page that cannot be brought up to date", () => {
  it("stays stored, is told as failed until it is tried with success, and can be tried alone", async () => {
    const offices = await openOffices();
    const { sede } = offices;
    const root = officesRoot([rowOf(offices, "sede")]);
    await collect(root);
    sede.change(PAGE);
    sede.fail(PAGE, 500);
    expect((await hurriedCollect(root)).summary).toMatchObject({ failed: 1, exit_code: 1 });
    const failed = await levada(root, "status", "tramites", "--failed", "--json");
    expect(failed.stdout).toContain(`${sede.url}${PAGE}`);
    expect(failed.stdout).toContain("fetch_failed");
    sede.mend();
    sede.forget();
    const { summary } = await collect(root, { retryFailed: true });
    expect(summary).toMatchObject({ discovered: 1, completed: 1, exit_code: 0 });
    expect(sede.count(PAGE)).toBe(1);
    expect((await levada(root, "status", "tramites", "--failed", "--json")).stdout).not.toContain(PAGE);
  });

  it("is not replaced by a page of nothing", async () => {
    let body = html("uno");
    const site = await startPages((path) =>
      path === "/" ? { body, headers: { "content-type": "text/html" } } : { status: 404 },
    );
    const root = newRoot();
    await collectSite(root, `${site.url}/`, PRIVATE);
    body = "";
    expect((await collectSite(root, `${site.url}/`, PRIVATE)).summary).toMatchObject({
      failed: 1,
      completed: 0,
    });
    expect(linesOf(root, "site")).toHaveLength(1);
  });
});

describe("E14: pages do not go", () => {
  it("because the user wants fewer of them", async () => {
    const offices = await openOffices();
    const root = officesRoot([rowOf(offices, "sede")]);
    await collect(root);
    register(root, [
      rowOf(offices, "sede", { path_patterns: ["/tramites/", "/gl/tramites/", "/eu/izapideak/"] }),
    ]);
    expect((await collect(root)).summary).toMatchObject({ retired: 0, exit_code: 0 });
  });

  it("because one of two lists is looked at alone", async () => {
    const pages = Array.from({ length: 20 }, (_, n) => `/tramites/p${n}`);
    let first = pages;
    const site = await startPages((path): string | { status: number } => {
      if (path === "/uno.xml") return sitemapOf(site.url, first);
      if (path === "/dos.xml") return sitemapOf(site.url, ["/tramites/p0"]);
      return pages.includes(path) ? html(path) : { status: 404 };
    });
    const list = (id: string) =>
      plainRow(id, site.url, { access_method: "sitemap", sitemap_urls: [`${site.url}/${id}.xml`] });
    const root = officesRoot([list("uno"), list("dos")]);
    await collect(root);
    first = pages.slice(1);
    expect((await collect(root, { only: ["uno"] })).summary.retired).toBe(0);
    expect((await collect(root)).summary.retired).toBe(0);
  });
});

describe("P5: a seed that was taken back", () => {
  it("is not waited for", async () => {
    const offices = await openOffices();
    const root = officesRoot([plainRow("seeds", offices.sede.url, { access_method: "seed" })]);
    await levada(root, "seed", "add", "http://127.0.0.1:1/tramites/nada");
    expect((await hurriedCollect(root)).summary.exit_code).toBe(3);
    writeFileSync(root.file("data/ingestion/seeds.txt"), "");
    expect((await collect(root, { only: ["seed"] })).summary.exit_code).toBe(0);
    appendFileSync(root.file("data/ingestion/seeds.txt"), `${offices.sede.url}${PAGE}\n`);
    expect((await collect(root, { only: ["seed"] })).summary.completed).toBe(1);
  });
});

describe("an address that is a secret", () => {
  it("is neither asked for nor kept", async () => {
    const site = await startPages((path) =>
      path === "/"
        ? html(
            `<a href="/tramites/1?token=CANARIO">a</a> <a href="/tramites/2?access_token=CANARIO&x=1">b</a> <a href="/tramites/3?tokens=3">c</a>`,
          )
        : path.startsWith("/tramites/")
          ? html(path.replace(/\?.*/, ""))
          : { status: 404 },
    );
    const root = newRoot();
    await collectSite(root, `${site.url}/`, PRIVATE);
    expect(site.requests.map(({ path }) => path).filter((path) => path.startsWith("/tramites/"))).toEqual([
      "/tramites/3?tokens=3",
    ]);
    expect(JSON.stringify(linesOf(root, "site"))).not.toContain("CANARIO");
  });
});

describe("a page that is sent elsewhere", () => {
  const run = async (status: number) => {
    let isSent = false;
    const site = await startPages((path) => {
      if (path === "/login") return html("Identifíquese");
      if (path !== "/") return { status: 404 };
      return isSent ? { status, headers: { location: "/login" } } : html("El trámite");
    });
    const root = newRoot();
    await collectSite(root, `${site.url}/`, PRIVATE);
    isSent = true;
    const { summary } = await collectSite(root, `${site.url}/`, PRIVATE);
    return { summary, lines: linesOf(root, "site").length };
  };

  it("for now stays as it was, and is told", async () => {
    expect(await run(302)).toMatchObject({ summary: { failed: 1, completed: 0 }, lines: 1 });
  });

  it("for good is what it is there", async () => {
    expect(await run(301)).toMatchObject({ summary: { failed: 0, completed: 1 }, lines: 2 });
  });
});
