import { describe, expect, it } from "vitest";
import { readSitemap } from "./sitemap.ts";
import {
  type SitemapReading,
  type SitemapWalkOptions,
  type WalkEnd,
  type WalkedPage,
  walkSitemaps,
} from "./sitemap-walk.ts";

const urlset = (...urls: string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;

type Files = Readonly<Record<string, string | number>>;

function reader(files: Files, asked: string[]): (url: string) => Promise<SitemapReading> {
  return async (url) => {
    asked.push(url);
    const content = files[url] ?? 404;
    if (typeof content === "number")
      return { ok: false, missing: content === 404, reason: `HTTP ${content}` };
    const redirect = content.startsWith("→") ? content.slice(1) : url;
    const body = files[redirect];
    async function* bytes(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(String(body));
    }
    return { ok: true, url: redirect, findings: readSitemap(bytes(), { url: redirect }) };
  };
}

async function walk(files: Files, options: Partial<SitemapWalkOptions> = {}) {
  const asked: string[] = [];
  const pages: WalkedPage[] = [];
  let end: WalkEnd | undefined;
  for await (const item of walkSitemaps({ site: "https://a.es/", read: reader(files, asked), ...options })) {
    if (item.kind === "end") end = item;
    else pages.push(item);
  }
  if (end === undefined) throw new Error("no end");
  return { asked, pages, urls: pages.map(({ url }) => url), end, codes: end.reasons.map(({ code }) => code) };
}

describe("the walk over sitemaps", () => {
  it("reads those of robots.txt first, then the usual one, and says where a page is listed", async () => {
    const { asked, pages, end } = await walk(
      {
        "https://a.es/r.xml": `<urlset><url><loc>https://a.es/1</loc><lastmod>2024-05-01</lastmod></url></urlset>`,
        "https://a.es/sitemap.xml": urlset(
          "https://a.es/1#x",
          "https://a.es/1/",
          "https://a.es/2?utm_source=x",
        ),
      },
      { robotsSitemaps: ["https://a.es/r.xml"] },
    );
    expect(asked).toEqual(["https://a.es/r.xml", "https://a.es/sitemap.xml"]);
    expect(pages).toEqual([
      {
        kind: "page",
        url: "https://a.es/1",
        lastmod: "2024-05-01",
        alternates: [],
        sitemap: "https://a.es/r.xml",
      },
      {
        kind: "page",
        url: "https://a.es/2?utm_source=x",
        lastmod: null,
        alternates: [],
        sitemap: "https://a.es/sitemap.xml",
      },
    ]);
    expect(end).toEqual({ kind: "end", complete: true, reasons: [], files: 2, pages: 2, refused: 0 });
  });

  const S = "https://a.es/sitemap.xml";
  const R = { robotsSitemaps: ["https://a.es/r.xml"] };
  it.each<[string, Files, Partial<SitemapWalkOptions>, string[], string[]]>([
    [
      "an index",
      {
        [S]: index("https://a.es/1.xml", "https://www.a.es/2.xml"),
        "https://a.es/1.xml": urlset("https://a.es/1"),
        "https://www.a.es/2.xml": urlset("https://a.es/2"),
      },
      {},
      ["https://a.es/1", "https://a.es/2"],
      [],
    ],
    [
      "E: an index that lists itself",
      {
        [S]: index(S, "https://a.es/sitemap.xml#again", "https://a.es/1.xml"),
        "https://a.es/1.xml": `<x>${index(S)}${urlset("https://a.es/1")}</x>`,
      },
      {},
      ["https://a.es/1"],
      [],
    ],
    [
      "a part that lists nothing",
      {
        [S]: index("https://a.es/1.xml", "https://a.es/2.xml"),
        "https://a.es/1.xml": urlset(),
        "https://a.es/2.xml": urlset("https://a.es/2"),
      },
      {},
      ["https://a.es/2"],
      [],
    ],
    ["no sitemap at all", {}, {}, [], ["no_sitemap"]],
    [
      "a usual one that is missing beside a named one",
      { "https://a.es/r.xml": urlset("https://a.es/1") },
      R,
      ["https://a.es/1"],
      [],
    ],
    [
      "a page in place of the usual one",
      { "https://a.es/r.xml": urlset("https://a.es/1"), [S]: "<html></html>" },
      R,
      ["https://a.es/1"],
      [],
    ],
    [
      "a page in place of a named one",
      { "https://a.es/r.xml": "<html></html>", [S]: urlset("https://a.es/1") },
      R,
      ["https://a.es/1"],
      ["not_a_sitemap"],
    ],
    ["a named one that is missing", { [S]: urlset("https://a.es/1") }, R, ["https://a.es/1"], ["unreadable"]],
    [
      "a usual one that is out of order",
      { "https://a.es/r.xml": urlset("https://a.es/1"), [S]: 503 },
      R,
      ["https://a.es/1"],
      ["unreadable"],
    ],
    [
      "a part that is missing",
      {
        [S]: index("https://a.es/1.xml", "https://a.es/2.xml"),
        "https://a.es/2.xml": urlset("https://a.es/2"),
      },
      {},
      ["https://a.es/2"],
      ["unreadable"],
    ],
    [
      "a part that is cut",
      { [S]: "<urlset><url><loc>https://a.es/1</loc></url>" },
      {},
      ["https://a.es/1"],
      ["cut"],
    ],
    ["a file that lists nothing", { [S]: urlset() }, {}, [], ["empty"]],
    [
      "a feed",
      { [S]: "<rss><channel><item><link>https://a.es/1</link></item></channel></rss>" },
      {},
      ["https://a.es/1"],
      ["is_feed"],
    ],
    [
      "an index that leads to another site",
      {
        [S]: index("https://evil.es/1.xml", "http://127.0.0.1/1.xml"),
        "https://evil.es/1.xml": urlset("https://a.es/1"),
      },
      {},
      [],
      ["other_site", "other_site", "empty"],
    ],
    [
      "another site that robots.txt names",
      {
        "https://cdn.net/s.xml": index("https://cdn.net/1.xml"),
        "https://cdn.net/1.xml": urlset("https://a.es/1", "https://cdn.net/2"),
      },
      { robotsSitemaps: ["https://cdn.net/s.xml"] },
      ["https://a.es/1"],
      [],
    ],
    [
      "A: robots.txt that names a file",
      { [S]: urlset("https://a.es/1") },
      { robotsSitemaps: ["file:///etc/passwd", "gopher://x/", "http://"] },
      ["https://a.es/1"],
      ["other_site", "other_site", "other_site"],
    ],
    [
      "a path in robots.txt",
      { "https://a.es/r.xml": urlset("https://a.es/1") },
      { robotsSitemaps: ["/r.xml"] },
      ["https://a.es/1"],
      [],
    ],
    [
      "a redirect to a file that is known",
      { "https://a.es/r.xml": urlset("https://a.es/1"), [S]: "→https://a.es/r.xml" },
      R,
      ["https://a.es/1"],
      [],
    ],
    [
      "a redirect that comes first",
      { "https://a.es/r.xml": `→${S}`, [S]: urlset("https://a.es/1") },
      R,
      ["https://a.es/1"],
      [],
    ],
    [
      "more files than allowed",
      {
        [S]: index("https://a.es/1.xml", "https://a.es/2.xml"),
        "https://a.es/1.xml": urlset("https://a.es/1"),
      },
      { maxFiles: 2 },
      ["https://a.es/1"],
      ["too_many_files"],
    ],
    [
      "more pages than allowed",
      { [S]: urlset("https://a.es/1", "https://a.es/2", "https://a.es/3") },
      { maxUrls: 2 },
      ["https://a.es/1", "https://a.es/2"],
      ["too_many_pages"],
    ],
    [
      "pages that are not wanted",
      { [S]: urlset("https://a.es/tramites/1", "https://a.es/noticias/1") },
      { accepts: (page) => page.pathname.startsWith("/tramites/") },
      ["https://a.es/tramites/1"],
      [],
    ],
    [
      "pages of other sites",
      { [S]: urlset("https://b.es/1", "https://sede.a.es/1", "http://169.254.169.254/") },
      {},
      ["https://sede.a.es/1"],
      [],
    ],
  ])("%s", async (_, files, options, urls, codes) => {
    const result = await walk(files, options);
    expect(result.urls).toEqual(urls);
    expect(result.codes).toEqual(codes);
    expect(result.end.complete).toBe(codes.length === 0);
    expect(result.asked.length).toBe(new Set(result.asked).size);
  });

  it("E: depth 10 is not followed to its end, and is told", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [
        `https://a.es/${i === 0 ? "sitemap" : i}.xml`,
        index(`https://a.es/${i + 1}.xml`),
      ]),
    );
    const { asked, codes } = await walk(files);
    expect([asked.length, codes]).toEqual([5, ["too_deep", "empty"]]);
  });

  it("a named file is read before all others, once", async () => {
    const { asked } = await walk(
      {},
      { named: ["https://a.es/n.xml"], robotsSitemaps: ["https://a.es/n.xml"] },
    );
    expect(asked).toEqual(["https://a.es/n.xml", "https://a.es/sitemap.xml"]);
  });

  it("tells only so many reasons", async () => {
    const strangers = Array.from({ length: 3000 }, (_, i) => `https://b${i}.es/s.xml`);
    const { end } = await walk({ "https://a.es/sitemap.xml": index(...strangers) });
    expect(end.reasons.length).toBe(1000);
  });
});
