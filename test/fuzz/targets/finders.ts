/** Where pages are found: sitemaps, feeds, pages, tables. */
import { gzipSync } from "node:zlib";
import { readFeed } from "../../../src/finders/feed.ts";
import { readPage, readPageBody } from "../../../src/finders/page-links.ts";
import { readSitemap, type SitemapFinding } from "../../../src/finders/sitemap.ts";
import { CsvFieldTooLong, readCsv } from "../../../src/sources/usgs/csv.ts";
import { inPieces, pieceSize } from "../pieces.ts";
import { ensureCount, ensureDate, ensureText, ensureWebUrl } from "../sound.ts";
import { ensure, type FuzzTarget } from "../target.ts";

const URL_OF = "https://sede.example.es/x/";

async function sitemapOf(input: Uint8Array, size: number): Promise<readonly SitemapFinding[]> {
  const found: SitemapFinding[] = [];
  for await (const finding of readSitemap(inPieces(input, size), { url: URL_OF, maxUrls: 500 }))
    found.push(finding);
  return found;
}

function ensureFinding(finding: SitemapFinding): void {
  if (finding.kind === "feed") return;
  if (finding.kind === "end") return ensureCount(finding.urls, "the number of URLs");
  ensureWebUrl(finding.url, "a location");
  ensureDate(finding.lastmod, "lastmod");
  if (finding.kind === "url") for (const { url } of finding.alternates) ensureWebUrl(url, "an alternate");
}

const SITEMAP = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://sede.example.es/a?x=1&amp;y=2</loc><lastmod>2026-03-02T10:00:00+01:00</lastmod><changefreq>daily</changefreq>
<xhtml:link rel="alternate" hreflang="ca" href="https://sede.example.es/ca/a"/></url>
<url><loc><![CDATA[ https://sede.example.es/ñ ]]></loc><lastmod>2026-03</lastmod></url><!-- <url> --></urlset>`;

const sitemap: FuzzTarget = {
  name: "sitemap",
  dictionary: [
    ..."<url> </url> <loc> </loc> <lastmod> <urlset> <sitemapindex> <sitemap> </sitemap> <![CDATA[ ]]> <!-- --> <?xml".split(
      " ",
    ),
    ..."&amp; &#x41; &#1114112; &lol; <!DOCTYPE <!ENTITY <rss> <feed> <item> <html> https:// file:/// //a.es/b 9999-99-99".split(
      " ",
    ),
    '<xhtml:link rel="alternate" hreflang="ca" href="https://a.es/"/>',
    '<?xml version="1.0" encoding="UTF-16"?>',
  ],
  seeds: () => [
    SITEMAP,
    gzipSync(SITEMAP),
    Buffer.from(SITEMAP, "utf16le"),
    `<sitemapindex><sitemap><loc>https://sede.example.es/1.xml</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>`,
    "https://sede.example.es/a\nhttps://sede.example.es/b\r\n# no\nftp://a.es/\n",
    `<rss><channel><item><link>https://sede.example.es/n</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate></item></channel></rss>`,
    `<!DOCTYPE x [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><urlset><url><loc>/rel&c;</loc></url></urlset>`,
  ],
  async run(input) {
    const found = await sitemapOf(input, Infinity);
    found.forEach(ensureFinding);
    ensure(found.at(-1)?.kind === "end", "it does not say that it ended");
    // Of what is packed and damaged, as much is read as came out before the damage was seen.
    if (input[0] === 0x1f) return found;
    const size = pieceSize(input);
    const again = await sitemapOf(input, size);
    ensure(JSON.stringify(again) === JSON.stringify(found), `it is another one in pieces of ${size}`);
    return found;
  },
};

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Avisos</title><link>https://sede.example.es/</link>
<item><title>Plazo &amp; lugar</title><link>https://sede.example.es/1</link><guid isPermaLink="false">id-1</guid><pubDate>Mon, 02 Mar 2026 10:00:00 +0100</pubDate></item>
<item><title><![CDATA[<b>Otro</b>]]></title><link>/2</link></item></channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://sede.example.es/f/"><title>F</title><entry><title type="html">&lt;b&gt;A&lt;/b&gt;</title><link rel="alternate" href="a"/><id>tag:a,2026:1</id><updated>2026-03-02T10:00:00Z</updated></entry></feed>`;

const feed: FuzzTarget = {
  name: "feed",
  dictionary: [
    ..."<rss <channel> </channel> <item> </item> <entry> </entry> <title> </title> <link> <link/> <guid> <pubDate> <updated>".split(
      " ",
    ),
    ..."<feed <id> <rdf:RDF <![CDATA[ ]]> <!DOCTYPE <!ENTITY &lt; &amp; &#x0; xml:base= type= href= {} [] null \\u0000".split(
      " ",
    ),
    '"items":[',
    '"version":"https://jsonfeed.org/version/1.1"',
    '<link rel="alternate" href="javascript:alert(1)"/>',
  ],
  seeds: () => [
    RSS,
    ATOM,
    `{"version":"https://jsonfeed.org/version/1.1","title":"F","home_page_url":"https://a.es/","items":[{"id":"1","url":"https://a.es/1","title":"A","date_published":"2026-03-02T10:00:00Z"},{"id":2,"external_url":"/x"}]}`,
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item rdf:about="https://a.es/1"><title>A</title><link>https://a.es/1</link></item></rdf:RDF>`,
    `<rss><channel><item><title>uno<item><title>dos</title><link>https://a.es/2`,
  ],
  run(input) {
    const reading = readFeed(input, URL_OF, { maxEntries: 200 });
    for (const { url, title, published, updated } of reading.entries) {
      if (url !== null) ensureWebUrl(url, "an entry's address");
      ensureText(title, "an entry's title");
      ensureDate(published, "published");
      ensureDate(updated, "updated");
    }
    ensure(reading.recognised || reading.entries.length === 0, "entries of what is no feed");
    return reading;
  },
};

const PAGE = `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>Sede</title><base href="/b/"><link rel="canonical" href="/c"><link rel="alternate" type="application/rss+xml" href="/feed" title="F"><meta name="robots" content="noindex, nofollow"><meta http-equiv="refresh" content="0; url=/r"></head>
<body><nav><a href="a?x=1&amp;y=2#z">A</a></nav><p>Plazo <a rel="nofollow" href="//b.es/">B</a></p><iframe src="/f"></iframe><script>var a = "<a href='/no'>";</script><area href="/m"><form action="/s"></form></body></html>`;

const pageLinks: FuzzTarget = {
  name: "page-links",
  dictionary: [
    ..."<a <a/> </a> href= rel= nofollow <base <link <meta <title> </title> <script> </script> <!-- --> <iframe <form &amp; &#0;".split(
      " ",
    ),
    ..."<svg> <template> <plaintext> <textarea> <noscript> <table> javascript: data: mailto: http://u:p@a.es/ http://[ ////".split(
      " ",
    ),
    '<meta http-equiv="refresh" content="0;url=//a.es">',
    '<meta charset="utf-16">',
  ],
  seeds: () => [PAGE],
  async run(input) {
    const reading = readPage(input, { url: URL_OF, maxLinks: 500 });
    for (const { url, text } of reading.links) {
      ensureWebUrl(url, "a link");
      ensure(
        text.isWellFormed() || !new TextDecoder().decode(input).isWellFormed(),
        "half a character in a link",
      );
    }
    for (const { url } of reading.feeds) ensureWebUrl(url, "a feed");
    if (reading.canonical !== null) ensureWebUrl(reading.canonical, "the canonical address");
    const size = pieceSize(input);
    const again = await readPageBody(inPieces(input, size), { url: URL_OF, maxLinks: 500 });
    ensure(JSON.stringify(again) === JSON.stringify(reading), `it is another one in pieces of ${size}`);
    return reading;
  },
};

async function rowsOf(input: Uint8Array, size: number): Promise<string> {
  const rows: string[][] = [];
  try {
    for await (const chunk of readCsv(inPieces(input, size))) for (const row of chunk) rows.push([...row]);
  } catch (error) {
    if (!(error instanceof CsvFieldTooLong)) throw error;
  }
  return JSON.stringify(rows);
}

const csv: FuzzTarget = {
  name: "csv",
  dictionary: ['"', '""', ",", "\r\n", "\r", "\n", '","', ";", "\t", "\ufeff", '"\r\n', ' "a" '],
  seeds: () => [
    '\ufeffLib Num,API Num,"Well, Name"\r\nT055,42,"5"" CASING\r\nx"\r\n\r\nA,B\nlast,"open',
    "a,b\rc,d\r",
  ],
  async run(input) {
    const rows = await rowsOf(input, Infinity);
    const size = pieceSize(input);
    ensure((await rowsOf(input, size)) === rows, `other rows in pieces of ${size}`);
    return null;
  },
};

export const finderTargets: readonly FuzzTarget[] = [sitemap, feed, pageLinks, csv];
