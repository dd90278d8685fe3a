import { describe, expect, it } from "vitest";
import { type SitemapSearch, sitemapPages } from "./sitemap-pages.ts";
import { all, fakeContext, type Served, type Web } from "./testing/fake-context.ts";

const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc><lastmod>2026-03-01</lastmod></url>`).join("")}</urlset>`;
const MANY = Array.from({ length: 300 }, (_, n) => `https://a.es/${n}`);
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;

async function found(
  served: Readonly<Record<string, Served>>,
  web: Web = {},
  search: Partial<SitemapSearch> = {},
) {
  const context = fakeContext({ served, ...web });
  const steps = await all(
    sitemapPages(context, { site: "https://a.es/", named: [], accepts: () => true, ...search }),
  );
  const pages = steps.flatMap((step) => ("kind" in step ? [] : [step.url]));
  const failed = steps.flatMap((step) =>
    "kind" in step && step.kind === "catalog_failed" ? [`${step.failure.kind} ${step.url}`] : [],
  );
  return { context, steps, pages, failed, end: steps.at(-1) };
}

describe("pages of sitemaps", () => {
  it("are told with the file that lists them, and the end is told last", async () => {
    const { steps } = await found({ "https://a.es/sitemap.xml": urlset("https://a.es/x") });
    expect(steps).toEqual([
      {
        url: "https://a.es/x",
        method: "sitemap",
        evidence: "https://a.es/sitemap.xml",
        lastmod: "2026-03-01",
      },
      expect.objectContaining({ kind: "end", complete: true, reasons: [], pages: 1 }),
    ]);
  });

  it("come from what robots.txt and the registry name, too", async () => {
    const { pages, context } = await found(
      {
        "https://a.es/robots-map.xml": urlset("https://a.es/1"),
        "https://a.es/named.xml": index("https://a.es/below.xml"),
        "https://a.es/below.xml": urlset("https://a.es/2"),
      },
      { sitemaps: ["https://a.es/robots-map.xml"] },
      { named: ["https://a.es/named.xml"] },
    );
    expect(pages.toSorted()).toEqual(["https://a.es/1", "https://a.es/2"]);
    expect(new Set(context.asked).size).toBe(context.asked.length);
  });

  it("are left out where they are not wanted", async () => {
    const { pages, end, context } = await found(
      { "https://a.es/sitemap.xml": urlset("https://a.es/tramites/1", "https://a.es/noticias/1") },
      {},
      { accepts: ({ pathname }) => pathname.startsWith("/tramites/") },
    );
    expect(pages).toEqual(["https://a.es/tramites/1"]);
    expect(end).toMatchObject({ complete: true, refused: 1 });
    expect(context.warnings).toEqual([
      expect.stringMatching(/^sitemap_left_out https:\/\/a\.es\/: 1 addresses/),
    ]);
  });

  it("are not all where there is no sitemap, and nothing has failed", async () => {
    const { failed, end, context } = await found({});
    expect(failed).toEqual([]);
    expect(end).toMatchObject({ complete: false, reasons: [{ code: "no_sitemap" }] });
    expect(context.warnings).toEqual([]);
  });

  it.each<[string, Served, string]>([
    ["answers 503", { kind: "http_status", status: 503 }, "http_status"],
    ["cannot be reached", { kind: "connection", code: "ECONNREFUSED" }, "connection"],
    ["is an address inside", { kind: "address_refused", detail: "loopback" }, "address_refused"],
  ])("are told as far as they go where one of their files %s", async (_, answer, kind) => {
    const { pages, failed, end } = await found({
      "https://a.es/sitemap.xml": index("https://a.es/good.xml", "https://a.es/bad.xml"),
      "https://a.es/good.xml": urlset("https://a.es/1"),
      "https://a.es/bad.xml": answer,
    });
    expect(pages).toEqual(["https://a.es/1"]);
    expect(failed).toEqual([`${kind} https://a.es/bad.xml`]);
    expect(end).toMatchObject({ complete: false });
  });

  it("prove nothing where a file broke off", async () => {
    const cut = {
      cut: urlset(...MANY),
      failure: { kind: "timeout", phase: "idle" },
    } as const;
    const { pages, end, context } = await found({ "https://a.es/sitemap.xml": cut });
    expect(pages).toEqual(MANY);
    expect(end).toMatchObject({ complete: false, reasons: [{ code: "cut" }] });
    expect(context.warnings).toEqual([expect.stringMatching(/^sitemap_cut https:\/\/a\.es\/sitemap\.xml/)]);
  });

  it("are unknown where the file that was named is none, and that is said", async () => {
    const { pages, end, context } = await found(
      { "https://a.es/mapa.xml": "<html><p>Portada</p></html>" },
      {},
      { named: ["https://a.es/mapa.xml"] },
    );
    expect(pages).toEqual([]);
    expect(end).toMatchObject({ complete: false });
    expect(context.warnings).toEqual([expect.stringMatching(/^sitemap_not_a_sitemap /)]);
  });

  it("stop being read when nobody wants more", async () => {
    const context = fakeContext({ served: { "https://a.es/sitemap.xml": urlset(...MANY) } });
    const search = { site: "https://a.es/", named: [], accepts: () => true };
    let seen = 0;
    for await (const _ of sitemapPages(context, search)) if (++seen === 3) break;
    expect(seen).toBe(3);
  });
});
