import { describe, expect, it } from "vitest";
import type { FoundPage } from "../domain/source.ts";
import { type CrawlSearch, crawlPages } from "./crawl-pages.ts";
import { identifyPage } from "./page-identity.ts";
import { all, fakeContext } from "./testing/fake-context.ts";

const link = (href: string, more = "") => `<a href="${href}"${more}>enlace</a>`;

type Site = Readonly<Record<string, string | Partial<FoundPage>>>;

function pagesOf(site: Site): ReadonlyMap<string, FoundPage> {
  return new Map(
    Object.entries(site).map(([url, page]) => {
      const own = typeof page === "string" ? { bytes: html(page) } : page;
      const found = { url, contentType: "text/html", bytes: html(""), ...own };
      return [identifyPage(url)?.key ?? "", found];
    }),
  );
}

function html(body: string): Uint8Array {
  return Buffer.from(`<!doctype html><html><body>${body}</body></html>`);
}

async function crawl(site: Site, search: Partial<CrawlSearch> = {}) {
  const context = fakeContext({ pages: pagesOf(site) });
  const findings = await all(
    crawlPages(context, {
      sourceId: "a",
      starts: ["https://a.es/"],
      maxDepth: 3,
      maxPages: 500,
      ...search,
    }),
  );
  const references = findings.flatMap((finding) => (finding.kind === "document" ? [finding.reference] : []));
  return { context, references, urls: references.map(({ url }) => url) };
}

describe("a crawl", () => {
  it("follows links breadth first and says how far it is from its start", async () => {
    const { references } = await crawl({
      "https://a.es/": link("/1") + link("/2"),
      "https://a.es/1": link("/1/a"),
      "https://a.es/2": link("/2/a"),
    });
    expect(references.map(({ url, fields }) => [url, fields["depth"]])).toEqual([
      ["https://a.es/", 0],
      ["https://a.es/1", 1],
      ["https://a.es/2", 1],
      ["https://a.es/1/a", 2],
      ["https://a.es/2/a", 2],
    ]);
    expect(references[1]).toMatchObject({
      fields: { source_id: "a", method: "crawl" },
      metadata: { evidence: "https://a.es/" },
    });
  });

  it("goes no deeper than it may", async () => {
    const chain = Object.fromEntries(
      ["", "uno", "dos", "tres", "cuatro"].map((name, n, names) => [
        `https://a.es/${name}`,
        link(`/${names[n + 1] ?? "cinco"}`),
      ]),
    );
    expect((await crawl(chain, { maxDepth: 2 })).urls).toEqual([
      "https://a.es/",
      "https://a.es/uno",
      "https://a.es/dos",
    ]);
  });

  it("takes no more pages of a site than it may, and says so", async () => {
    const links = ["casa", "barco", "arbol", "libro", "mesa"].map((name) => link(`/${name}`)).join("");
    const { urls, context } = await crawl({ "https://a.es/": links }, { maxPages: 3 });
    expect(urls).toHaveLength(3);
    expect(context.warnings).toEqual([
      expect.stringMatching(/^crawl_page_limit a: more than 3 pages: 3 links/),
    ]);
  });

  it.each([
    ["another site", link("https://b.es/x")],
    ["no address of the web", link("mailto:a@a.es") + link("javascript:alert(1)") + link("ftp://a.es/x")],
    ["what it is asked not to follow", link("/x", ' rel="nofollow"')],
    ["itself in another spelling", link("https://A.es/#top") + link("/?utm_source=x")],
  ])("does not follow %s", async (_, links) => {
    expect((await crawl({ "https://a.es/": links })).urls).toEqual(["https://a.es/"]);
  });

  it("follows hosts of the same domain", async () => {
    const { urls } = await crawl(
      { "https://www.a.es/": link("https://sede.a.es/x") },
      { starts: ["https://www.a.es/"] },
    );
    expect(urls).toEqual(["https://www.a.es/", "https://sede.a.es/x"]);
  });

  it("leaves out what is not wanted", async () => {
    const { urls } = await crawl(
      { "https://a.es/": link("/tramites/x") + link("/noticias/x") },
      { accepts: ({ pathname }) => !pathname.startsWith("/noticias/") },
    );
    expect(urls).toEqual(["https://a.es/", "https://a.es/tramites/x"]);
  });

  it("reads on in nothing that is no page", async () => {
    const { urls } = await crawl({
      "https://a.es/": link("/doc.pdf"),
      "https://a.es/doc.pdf": {
        bytes: Buffer.from(`%PDF-1.4 ${link("/x")}`),
        contentType: "application/pdf",
      },
    });
    expect(urls).not.toContain("https://a.es/x");
  });

  it("does not read on in a page that was found on another site", async () => {
    const { urls } = await crawl({
      "https://a.es/": link("/salida"),
      "https://a.es/salida": { bytes: html(link("https://a.es/x")), url: "https://b.es/" },
    });
    expect(urls).toEqual(["https://a.es/", "https://a.es/salida"]);
  });

  it("takes a page that an address led to as known", async () => {
    const { urls } = await crawl({
      "https://a.es/": link("/viejo") + link("/casa"),
      "https://a.es/viejo": { url: "https://a.es/nuevo" },
      "https://a.es/casa": link("/nuevo"),
    });
    expect(urls).not.toContain("https://a.es/nuevo");
  });

  it("tells of a trap once, with how many links led into it", async () => {
    const { context, urls } = await crawl({ "https://a.es/": link("/a/b/a/b/a/b/") + link("/c/d/c/d/c/d/") });
    expect(urls).toEqual(["https://a.es/"]);
    expect(context.warnings).toEqual([expect.stringMatching(/a trap \(repeating_path\): 2 links left out/)]);
  });

  it("stops when it is told to", async () => {
    const context = fakeContext({
      pages: pagesOf({ "https://a.es/": link("/1"), "https://a.es/1": link("/2") }),
    });
    context.stop();
    const search = { sourceId: "a", starts: ["https://a.es/"], maxDepth: 3, maxPages: 500 };
    expect(await all(crawlPages(context, search))).toHaveLength(1);
  });
});
