import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSitemap, type SitemapEnd, type SitemapFinding, type SitemapOptions } from "./sitemap.ts";

const XML = `<?xml version="1.0" encoding="UTF-8"?>`;
const NS = `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"`;
const urlset = (inner: string) => `${XML}<urlset ${NS}>${inner}</urlset>`;

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

interface Read {
  findings: Exclude<SitemapFinding, SitemapEnd>[];
  urls: string[];
  end: SitemapEnd;
  codes: string[];
}

async function read(
  content: string | Uint8Array,
  options: SitemapOptions = {},
  size = 65_536,
): Promise<Read> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const findings: Read["findings"] = [];
  let end: SitemapEnd | undefined;
  for await (const finding of readSitemap(chunked(bytes, size), options)) {
    expect(end).toBeUndefined();
    if (finding.kind === "end") end = finding;
    else findings.push(finding);
  }
  if (end === undefined) throw new Error("no end");
  const urls = findings.flatMap((finding) => ("url" in finding ? [finding.url] : []));
  return { findings, urls, end, codes: end.problems.map(({ code }) => code) };
}

function utf16(text: string, order: "le" | "be", mark: boolean): Uint8Array {
  const bytes = Buffer.from(`${mark ? "\u{FEFF}" : ""}${text}`, "utf16le");
  return order === "le" ? bytes : bytes.swap16();
}

describe("what a sitemap lists", () => {
  it.each<[string, string | Uint8Array, string[]]>([
    [
      "a plain urlset",
      urlset("<url><loc>https://a.es/1</loc></url><url><loc>https://a.es/2</loc></url>"),
      ["https://a.es/1", "https://a.es/2"],
    ],
    ["whitespace around", urlset("<url>\n <loc>\n https://a.es/1 \t</loc>\n</url>"), ["https://a.es/1"]],
    ["CDATA", urlset("<url><loc><![CDATA[https://a.es/?a=1&b=2]]></loc></url>"), ["https://a.es/?a=1&b=2"]],
    [
      "entities",
      urlset("<url><loc>https://a.es/?a=1&amp;b=2&#38;c=&#x33;</loc></url>"),
      ["https://a.es/?a=1&b=2&c=3"],
    ],
    ["a bare ampersand", urlset("<url><loc>https://a.es/?a=1&b=2</loc></url>"), ["https://a.es/?a=1&b=2"]],
    ["upper-case tags", `<URLSET><URL><LOC>https://a.es/1</LOC></URL></URLSET>`, ["https://a.es/1"]],
    [
      "a prefix",
      `<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://a.es/1</sm:loc></sm:url></sm:urlset>`,
      ["https://a.es/1"],
    ],
    [
      "images and videos",
      urlset(
        "<url><image:image><image:loc>https://a.es/i.png</image:loc></image:image><loc>https://a.es/1</loc><video:video><video:player_loc>https://a.es/v</video:player_loc></video:video></url>",
      ),
      ["https://a.es/1"],
    ],
    [
      "an image without its wrapper",
      urlset("<url><image:loc>https://a.es/i.png</image:loc><loc>https://a.es/1</loc></url>"),
      ["https://a.es/1"],
    ],
    [
      "images without a prefix",
      urlset(
        "<url><loc>https://a.es/1</loc><image><loc>https://a.es/i.png</loc></image></url><url><loc>https://a.es/2</loc></url>",
      ),
      ["https://a.es/1", "https://a.es/2"],
    ],
    [
      "tags that are not closed",
      urlset("<url><loc>https://a.es/1<lastmod>2024-01-01</url><url><loc>https://a.es/2</loc>"),
      ["https://a.es/1", "https://a.es/2"],
    ],
    [
      "locations without entries",
      urlset("<loc>https://a.es/1</loc><loc>https://a.es/2</loc>"),
      ["https://a.es/1", "https://a.es/2"],
    ],
    ["an unknown root", "<mapa><url><loc>https://a.es/1</loc></url></mapa>", ["https://a.es/1"]],
    [
      "warnings above the XML",
      `Warning: mysql_connect() in /x.php\n${urlset("<url><loc>https://a.es/1</loc></url>")}`,
      ["https://a.es/1"],
    ],
    ["a byte order mark", `\u{FEFF}${urlset("<url><loc>https://a.es/1</loc></url>")}`, ["https://a.es/1"]],
    [
      "UTF-16, little end first",
      utf16(urlset("<url><loc>https://a.es/ñ</loc></url>"), "le", true),
      ["https://a.es/%C3%B1"],
    ],
    [
      "UTF-16, big end first, no mark",
      utf16(urlset("<url><loc>https://a.es/ñ</loc></url>"), "be", false),
      ["https://a.es/%C3%B1"],
    ],
    [
      "ISO-8859-1, declared",
      Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?><urlset><url><loc>https://a.es/ñ</loc></url></urlset>`,
        "latin1",
      ),
      ["https://a.es/%C3%B1"],
    ],
    [
      "ISO-8859-1, called UTF-8",
      Buffer.from(urlset("<url><loc>https://a.es/ñ</loc></url>"), "latin1"),
      ["https://a.es/%C3%B1"],
    ],
    ["gzip", gzipSync(urlset("<url><loc>https://a.es/1</loc></url>")), ["https://a.es/1"]],
    ["gzip in gzip", gzipSync(gzipSync(urlset("<url><loc>https://a.es/1</loc></url>"))), ["https://a.es/1"]],
    [
      "two gzip members",
      Buffer.concat([
        gzipSync(`<urlset><url><loc>https://a.es/1</loc></url>`),
        gzipSync("<url><loc>https://a.es/2</loc></url></urlset>"),
      ]),
      ["https://a.es/1", "https://a.es/2"],
    ],
    [
      "gzip plus junk",
      Buffer.concat([gzipSync(urlset("<url><loc>https://a.es/1</loc></url>")), Buffer.from("junk")]),
      ["https://a.es/1"],
    ],
    [
      "a list of lines",
      "https://a.es/1\r\nhttps://a.es/2\rhttps://a.es/3\n\n",
      ["https://a.es/1", "https://a.es/2", "https://a.es/3"],
    ],
    ["a list with a mark", "\u{FEFF}https://a.es/1", ["https://a.es/1"]],
    [
      "comments",
      urlset("<!-- <url><loc>https://a.es/0</loc></url> --><url><loc>https://a.es/1</loc></url>"),
      ["https://a.es/1"],
    ],
    ["a fragment", urlset("<url><loc>https://a.es/1#x</loc></url>"), ["https://a.es/1"]],
  ])("%s", async (_, content, expected) => {
    const whole = await read(content);
    expect(whole.urls).toEqual(expected);
    expect(whole.end.recognised).toBe(true);
    for (const size of [1, 2, 3, 7]) expect(await read(content, {}, size)).toEqual(whole);
  });

  it("tells index entries from pages, in one file too", async () => {
    const { findings, end } = await read(
      `<sitemapindex ${NS}><sitemap><loc>https://a.es/s.xml</loc><lastmod>2024-05-01</lastmod></sitemap><url><loc>https://a.es/1</loc></url></sitemapindex>`,
    );
    expect(findings).toEqual([
      { kind: "sitemap", url: "https://a.es/s.xml", lastmod: "2024-05-01" },
      { kind: "url", url: "https://a.es/1", lastmod: null, alternates: [] },
    ]);
    expect(end).toEqual({ kind: "end", recognised: true, format: "sitemapindex", urls: 2, problems: [] });
  });

  it("keeps the other languages of a page as alternates", async () => {
    const { findings } = await read(
      urlset(
        `<url><loc>https://a.es/es</loc><xhtml:link rel="alternate" hreflang="ca" href="https://a.es/ca"/><xhtml:link rel="alternate" hreflang="eu" href="javascript:1"/></url>`,
      ),
    );
    expect(findings).toEqual([
      {
        kind: "url",
        url: "https://a.es/es",
        lastmod: null,
        alternates: [{ language: "ca", url: "https://a.es/ca" }],
      },
    ]);
  });

  it.each([
    [
      "RSS",
      `<rss version="2.0"><channel><link>https://a.es/</link><item><link>https://a.es/1</link><pubDate>Wed, 01 May 2024 10:00:00 GMT</pubDate></item></channel></rss>`,
    ],
    [
      "Atom",
      `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.es/"/><entry><link rel="self" href="https://a.es/x"/><link href="https://a.es/1"/><updated>2024-05-01T10:00:00Z</updated></entry></feed>`,
    ],
  ])("says that it is a feed: %s", async (_, content) => {
    const { findings, end } = await read(content);
    expect(findings).toEqual([
      { kind: "feed" },
      { kind: "url", url: "https://a.es/1", lastmod: "2024-05-01T10:00:00Z", alternates: [] },
    ]);
    expect(end.format).toBe("feed");
  });
});

describe("what is wrong with a sitemap is named", () => {
  it.each<[string, string | Uint8Array, SitemapOptions, string[], string[]]>([
    [
      "lastmod 9999-99-99",
      urlset("<url><loc>https://a.es/1</loc><lastmod>9999-99-99</lastmod></url>"),
      {},
      ["https://a.es/1"],
      ["bad_lastmod"],
    ],
    [
      "addresses that are none",
      urlset("<url><loc>https://</loc></url><url><loc>https://a.es/1</loc></url>"),
      {},
      ["https://a.es/1"],
      ["bad_urls"],
    ],
    [
      "other schemes",
      urlset(
        "<url><loc>file:///etc/passwd</loc></url><url><loc>gopher://a/</loc></url><url><loc>https://a.es/1</loc></url>",
      ),
      {},
      ["https://a.es/1"],
      ["bad_urls"],
    ],
    [
      "credentials",
      urlset("<url><loc>http://good@127.0.0.1/</loc></url><url><loc>https://a.es/1</loc></url>"),
      {},
      ["https://a.es/1"],
      ["bad_urls"],
    ],
    [
      "relative addresses",
      urlset("<url><loc>/1</loc></url>"),
      { url: "https://a.es/s/map.xml" },
      ["https://a.es/1"],
      ["relative_urls"],
    ],
    [
      "relative addresses without a base",
      urlset("<url><loc>/1</loc></url>"),
      {},
      [],
      ["bad_urls", "not_a_sitemap"],
    ],
    [
      "an address of 5,000 characters",
      urlset(`<url><loc>https://a.es/${"x".repeat(5000)}</loc></url><url><loc>https://a.es/1</loc></url>`),
      {},
      ["https://a.es/1"],
      ["url_too_long"],
    ],
    [
      "cut XML",
      `${XML}<urlset><url><loc>https://a.es/1</loc></url><url><lo`,
      {},
      ["https://a.es/1"],
      ["cut"],
    ],
    [
      "too many",
      urlset("<url><loc>https://a.es/1</loc></url><url><loc>https://a.es/2</loc></url>"),
      { maxUrls: 1 },
      ["https://a.es/1"],
      ["too_many_urls"],
    ],
    [
      "too large",
      urlset(`<url><loc>https://a.es/1</loc></url>${" ".repeat(1000)}`),
      { maxBytes: 500 },
      ["https://a.es/1"],
      ["too_large"],
    ],
    ["nothing in it", urlset(""), {}, [], ["empty"]],
    ["nothing at all", "", {}, [], ["not_a_sitemap"]],
    [
      "HTML",
      "<!DOCTYPE html><html><body><a href='https://a.es/1'>1</a></body></html>",
      {},
      [],
      ["not_a_sitemap"],
    ],
    ["HTML without a doctype", "<html><head><link href='/x'></head></html>", {}, [], ["not_a_sitemap"]],
    ["another XML", "<error><descripcion>no</descripcion></error>", {}, [], ["not_a_sitemap"]],
    [
      "entries of another kind",
      urlset("<url><enlace>https://a.es/1</enlace></url>"),
      {},
      [],
      ["not_a_sitemap"],
    ],
    ["JSON", `{"error":"no"}`, {}, [], ["not_a_sitemap", "bad_lines"]],
    ["prose among lines", "Sitemap of a.es\nhttps://a.es/1", {}, ["https://a.es/1"], ["bad_lines"]],
    [
      "gzip that is damaged",
      Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      {},
      [],
      ["cut", "not_a_sitemap"],
    ],
    ["gzip of two bytes", Buffer.from([0x1f, 0x8b]), {}, [], ["cut", "not_a_sitemap"]],
  ])("%s", async (_, content, options, urls, codes) => {
    const result = await read(content, options);
    expect(result.urls).toEqual(urls);
    expect(result.codes).toEqual(codes);
    expect(result.end.recognised).toBe(!codes.includes("not_a_sitemap"));
  });

  it("uses what is readable of cut gzip, wherever it is cut", async () => {
    const entries = Array.from(
      { length: 3000 },
      (_, i) => `<url><loc>https://a.es/${(i * 7919) % 100_003}</loc></url>`,
    );
    const packed = gzipSync(urlset(entries.join("")));
    for (const share of [0.3, 0.6, 0.9, 1 - 5 / packed.length]) {
      const { urls, codes } = await read(packed.subarray(0, Math.floor(packed.length * share)), {}, 1000);
      expect(urls.length).toBeGreaterThan(3000 * share * 0.5);
      expect(codes).toEqual(["cut"]);
    }
  });

  it("leaves errors of the transport to who reads", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(urlset(""));
      throw new Error("reset");
    }
    await expect(Array.fromAsync(readSitemap(failing()))).rejects.toThrow("reset");
  });

  it("lets go of the body when it has enough", async () => {
    let released = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from("<urlset>");
        for (;;) yield Buffer.from("<url><loc>https://a.es/1</loc></url>");
      } finally {
        released = true;
      }
    }
    const findings = await Array.fromAsync(readSitemap(endless(), { maxUrls: 1000 }));
    expect([findings.length, released]).toEqual([1001, true]);
  });
});

describe("hostile sitemaps (security.md E)", () => {
  const page = "<url><loc>https://a.es/1</loc></url>";
  it.each<[string, string | Uint8Array, string[], string[]]>([
    [
      "E: over 50,000 URLs",
      urlset(Array.from({ length: 50_001 }, (_, i) => `<url><loc>https://a.es/${i}</loc></url>`).join("")),
      [],
      ["too_many_urls"],
    ],
    [
      "E: over 50 MB",
      Buffer.concat([Buffer.from(`<urlset>${page}`), Buffer.alloc(70 << 20, 32)]),
      ["https://a.es/1"],
      ["too_large"],
    ],
    [
      "E: gz bomb",
      gzipSync(Buffer.concat([Buffer.from(`<urlset>${page}`), Buffer.alloc(200 << 20, 32)])),
      ["https://a.es/1"],
      ["too_large"],
    ],
    [
      "E: gz bomb in a comment",
      gzipSync(Buffer.concat([Buffer.from(`<urlset>${page}<!--`), Buffer.alloc(200 << 20, 32)])),
      ["https://a.es/1"],
      ["too_large"],
    ],
    [
      "E: billion laughs",
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>${urlset(`<url><loc>https://a.es/&b;</loc></url>`)}`,
      ["https://a.es/&b;"],
      [],
    ],
    [
      "E: external entities",
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${urlset(`<url><loc>https://a.es/&e;</loc></url>`)}`,
      ["https://a.es/&e;"],
      [],
    ],
    ["E: repeated DOCTYPE", `${"<!DOCTYPE x>".repeat(100_000)}${urlset(page)}`, ["https://a.es/1"], []],
    [
      "E: 1,000,000 numeric references",
      urlset(`<url><loc>${"&#65;".repeat(1_000_000)}</loc></url>${page}`),
      ["https://a.es/1"],
      ["url_too_long"],
    ],
    [
      "E: __proto__ names",
      urlset(`<__proto__ __proto__="x"><constructor/></__proto__>${page}`),
      ["https://a.es/1"],
      [],
    ],
    [
      "E: 100,000 nested tags",
      urlset(`${"<a>".repeat(100_000)}${page}${"</b>".repeat(100_000)}`),
      ["https://a.es/1"],
      [],
    ],
    [
      "E: 100,000 nested entries",
      urlset(`${"<url>".repeat(100_000)}<loc>https://a.es/1</loc>`),
      ["https://a.es/1"],
      [],
    ],
    ["E: NUL bytes", `${"\0".repeat(10)}${urlset(page)}`, ["https://a.es/1"], []],
    [
      "E: a tag name of 20 MB",
      Buffer.concat([Buffer.from(`<urlset>${page}<`), Buffer.alloc(20 << 20, 97)]),
      ["https://a.es/1"],
      ["cut"],
    ],
    [
      "E: an attribute of 20 MB",
      Buffer.concat([Buffer.from(`<urlset>${page}<a b="`), Buffer.alloc(20 << 20, 97)]),
      ["https://a.es/1"],
      ["cut"],
    ],
    [
      "E: one line of 20 MB",
      Buffer.concat([Buffer.from("https://a.es/1\n"), Buffer.alloc(20 << 20, 97)]),
      ["https://a.es/1"],
      ["bad_lines"],
    ],
  ])("%s", async (_, content, urls, codes) => {
    const result = await read(content);
    expect(result.codes).toEqual(codes);
    if (codes[0] === "too_many_urls") expect(result.urls.length).toBe(50_000);
    else expect(result.urls).toEqual(urls);
  });
});

const PIECES = [
  "<urlset>",
  "</urlset>",
  "<url>",
  "</url>",
  "<loc>",
  "</loc>",
  "https://a.es/",
  "<sitemap>",
  "<lastmod>",
  "2024",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  "&",
  "&#",
  ";",
  "<rss>",
  "<item>",
  "<link>",
  "<link href='",
  "'",
  ">",
  "<?",
  "?>",
  "<!DOCTYPE ",
  "html",
  "\n",
  "\0",
  "ñ",
  "\u{D800}",
  "http://[",
  "__proto__",
  "<image:image>",
  "<x:loc>",
];

it("never throws, whatever is cut or mixed up, packed or not", async () => {
  const piece = fc.constantFrom(...PIECES);
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 40 }),
      fc.nat(50),
      fc.boolean(),
      async (pieces, cut, packed) => {
        const bytes = Buffer.from(pieces.join(""));
        const sent = packed ? gzipSync(bytes).subarray(0, cut + 10) : bytes;
        const { end, urls } = await read(sent, { url: "https://a.es/sitemap.xml" }, 7);
        expect(end.urls).toBe(urls.length);
        expect(urls.every((url) => /^https?:/.test(url))).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});

/** Heap after collection while the last chunk is still being read, in a process of its own. */
function heapAt(urls: number, padding: number): number {
  const script = `
    import { createGzip } from "node:zlib";
    import { readSitemap } from ${JSON.stringify(resolve(import.meta.dirname, "sitemap.ts"))};
    async function* plain() {
      yield Buffer.from("<urlset>");
      for (let i = 0; i < ${urls}; i++) yield Buffer.from("<url><loc>https://a.es/" + i + "</loc><x>" + String(i).padEnd(${padding}, "y") + "</x></url>");
      yield Buffer.from("</urlset>");
    }
    const packed = plain();
    const gzip = createGzip();
    import("node:stream").then(({ Readable }) => Readable.from(packed).pipe(gzip));
    let count = 0, peak = 0;
    for await (const finding of readSitemap(gzip)) {
      count++;
      if (count % 2500 === 0) { globalThis.gc(); peak = Math.max(peak, process.memoryUsage().heapUsed + process.memoryUsage().external); }
    }
    console.log(count, peak);`;
  const run = spawnSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  const [count, peak] = run.stdout.trim().split(" ").map(Number);
  expect(run.stderr.replace(/.*Warning.*\n?/g, "")).toBe("");
  expect(count).toBe(urls + 1);
  return peak ?? Number.NaN;
}

it("holds no more of 50 MB with 50,000 URLs than of 5 MB with 5,000", () => {
  const few = heapAt(5000, 950);
  const many = heapAt(50_000, 950);
  expect(many - few).toBeLessThan(8 << 20);
});

it("R9: a bomb of 200 MiB in 204 KB costs less than 64 MB of memory", () => {
  const script = `
    import { gzipSync } from "node:zlib";
    import { readSitemap } from ${JSON.stringify(resolve(import.meta.dirname, "sitemap.ts"))};
    const packed = gzipSync(Buffer.alloc(200 << 20, 32));
    async function* body() { yield packed; }
    await Array.fromAsync(readSitemap(body(), { maxBytes: 1 << 20 }));
    globalThis.gc();
    const before = process.memoryUsage.rss();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 1);
    const findings = await Array.fromAsync(readSitemap(body(), { maxBytes: 32 << 20 }));
    clearInterval(watch);
    peak = Math.max(peak, process.memoryUsage.rss());
    console.log(findings.at(-1).problems[0].code, peak - before);`;
  const run = spawnSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  const [code, growth] = run.stdout.trim().split(" ");
  expect(code).toBe("too_large");
  expect(Number(growth)).toBeLessThan(64 << 20);
});
