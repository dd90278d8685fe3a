import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFeed } from "./feed.ts";

const URL_OF_FEED = "https://a.es/rss/novedades.xml";
const read = (content: string | Uint8Array, contentType?: string) =>
  readFeed(content, URL_OF_FEED, { contentType });
const codes = (content: string | Uint8Array) => read(content).problems.map(({ code }) => code);
const rss = (items: string, channel = "") => `<rss version="2.0"><channel>${channel}${items}</channel></rss>`;
const atom = (entries: string, attributes = "") =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}>${entries}</feed>`;

describe("the entries of a feed", () => {
  it.each<[string, string, string]>([
    [
      "RSS 2.0",
      "rss",
      rss(
        "<item><title>Ayudas</title><link>https://a.es/1</link><guid isPermaLink='false'>7</guid><pubDate>Wed, 01 May 2024 10:00:00 +0200</pubDate></item>",
        "<title>BOE</title><link>https://a.es/</link><image><title>x</title><link>https://a.es/logo</link></image>",
      ),
    ],
    [
      "RSS 0.91",
      "rss",
      `<rss version="0.91"><channel><item><title>Ayudas</title><link>https://a.es/1</link></item></channel></rss>`,
    ],
    [
      "RSS 1.0",
      "rdf",
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://a.es/"><link>https://a.es/</link></channel><item rdf:about="https://a.es/1"><title>Ayudas</title><link>https://a.es/1</link><dc:date>2024-05-01T08:00:00Z</dc:date></item></rdf:RDF>`,
    ],
    [
      "RSS 0.90",
      "rdf",
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><item><title>Ayudas</title><link>https://a.es/1</link></item></rdf:RDF>`,
    ],
    [
      "Atom 1.0",
      "atom",
      atom(
        `<entry><id>tag:a.es,2024:1</id><title>Ayudas</title><link rel="self" href="https://a.es/1.atom"/><link rel="alternate" type="application/pdf" href="https://a.es/1.pdf"/><link href="https://a.es/1"/><published>2024-05-01T08:00:00Z</published><updated>2024-05-02T08:00:00Z</updated></entry>`,
      ),
    ],
    [
      "Atom 0.3",
      "atom",
      `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title>Ayudas</title><link rel="alternate" href="https://a.es/1"/><issued>2024-05-01T08:00:00Z</issued><modified>2024-05-02T08:00:00Z</modified></entry></feed>`,
    ],
    [
      "JSON Feed",
      "json",
      `{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{"id":"1","url":"https://a.es/1","title":"Ayudas","content_html":"<rss version='2.0'>","date_published":"2024-05-01T08:00:00Z"}]}`,
    ],
    [
      "a prefix for everything",
      "atom",
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>Ayudas</a:title><a:link href="https://a.es/1"/></a:entry></a:feed>`,
    ],
    [
      "a comment that speaks of another format",
      "atom",
      `<!-- <rss version="2.0"> -->${atom(`<entry><title>Ayudas</title><link href="https://a.es/1"/></entry>`)}`,
    ],
  ])("of %s", (_, format, content) => {
    const { entries, recognised, format: found, problems } = read(content);
    expect({ recognised, found, problems }).toEqual({ recognised: true, found: format, problems: [] });
    expect(entries.map(({ url, title }) => [url, title])).toEqual([["https://a.es/1", "Ayudas"]]);
    const [entry] = entries;
    if (/2024-05-01|01 May/.test(content)) expect(entry?.published).toBe("2024-05-01T08:00:00Z");
    if (/2024-05-02/.test(content)) expect(entry?.updated).toBe("2024-05-02T08:00:00Z");
  });

  it.each<[string, string, string | null]>([
    ["the feed's own address", rss("<item><link>1</link></item>"), "https://a.es/rss/1"],
    [
      "the page of the channel",
      rss("<item><link>1</link></item>", "<link>https://b.es/x/</link>"),
      "https://b.es/x/1",
    ],
    [
      "xml:base of the feed",
      atom(`<entry><link href="1"/></entry>`, `xml:base="https://b.es/y/"`),
      "https://b.es/y/1",
    ],
    [
      "xml:base of the entry",
      atom(`<entry xml:base="z/"><link href="1"/></entry>`, `xml:base="https://b.es/y/"`),
      "https://b.es/y/z/1",
    ],
    ["a scheme of its own", rss("<item><link>//b.es/1</link></item>"), "https://b.es/1"],
    ["a guid that is a permanent link", rss("<item><guid>https://a.es/1</guid></item>"), "https://a.es/1"],
    ["a guid that is none", rss(`<item><guid isPermaLink="false">https://a.es/1</guid></item>`), null],
    ["a guid that is no address", rss("<item><guid>12345</guid></item>"), null],
    ["an id that is an address", atom("<entry><id>https://a.es/1</id></entry>"), "https://a.es/1"],
    ["an id that is none", atom("<entry><id>tag:a.es,2024:1</id></entry>"), null],
    ["A: another scheme", rss("<item><link>file:///etc/passwd</link></item>"), null],
    ["A: credentials", rss("<item><link>http://good@127.0.0.1/</link></item>"), null],
    ["a script", rss("<item><link>javascript:alert(1)</link></item>"), null],
    [
      "Atom in RSS",
      `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><item><atom:link href="https://a.es/1"/></item></channel></rss>`,
      "https://a.es/1",
    ],
  ])("have links by %s", (_, content, url) => {
    expect(read(content).entries.map((entry) => entry.url)).toEqual([url]);
  });

  it.each<[string, string, string]>([
    ["entities", "<title>Ayudas &amp; becas</title>", "Ayudas & becas"],
    ["entities of HTML", "<title>A&ntilde;o</title>", "Año"],
    ["escaped twice", "<title>A&amp;ntilde;o &lt;b&gt;nuevo&lt;/b&gt;</title>", "Año nuevo"],
    ["CDATA", "<title><![CDATA[Ayudas & <i>becas</i>]]></title>", "Ayudas & becas"],
    ["whitespace", "<title>\n  Ayudas\t y \n becas </title>", "Ayudas y becas"],
    ["a bare ampersand", "<title>Ayudas & becas</title>", "Ayudas & becas"],
    ["1,000 characters and more", `<title>${"x".repeat(5000)}</title>`, "x".repeat(1000)],
  ])("have titles with %s", (_, title, expected) => {
    expect(read(rss(`<item>${title}<link>https://a.es/1</link></item>`)).entries[0]?.title).toBe(expected);
  });

  it.each<[string, Uint8Array, string | undefined]>([
    [
      "its declaration",
      Buffer.from(
        `<?xml version="1.0" encoding="ISO-8859-1"?>${rss("<item><title>Tramitación del año</title></item>")}`,
        "latin1",
      ),
      undefined,
    ],
    [
      "its header",
      Buffer.from(rss("<item><title>Tramitación del año</title></item>"), "latin1"),
      "text/xml; charset=windows-1252",
    ],
    [
      "nothing but its bytes",
      Buffer.from(rss("<item><title>Tramitación del año</title></item>"), "latin1"),
      undefined,
    ],
    [
      "a mark",
      Buffer.from(`\u{FEFF}${rss("<item><title>Tramitación del año</title></item>")}`, "utf16le"),
      undefined,
    ],
    [
      "a wrong declaration",
      Buffer.from(
        `<?xml version="1.0" encoding="UTF-8"?>${rss("<item><title>Tramitación del año</title></item>")}`,
        "latin1",
      ),
      undefined,
    ],
  ])("are decoded by %s", (_, bytes, contentType) => {
    expect(read(bytes, contentType).entries[0]?.title).toBe("Tramitación del año");
  });
});

describe("what can be saved of a broken feed", () => {
  const two = ["https://a.es/1", "https://a.es/2"];
  it.each<[string, string, string[]]>([
    [
      "titles that are not closed",
      rss("<item><title>x<link>https://a.es/1</link></item><item><link>https://a.es/2</link></item>"),
      two,
    ],
    [
      "items that are not closed",
      rss("<item><link>https://a.es/1</link><item><link>https://a.es/2</link>"),
      two,
    ],
    [
      "links that are not closed",
      rss("<item><link>https://a.es/1<pubDate>1 May 2024</pubDate></item><item><link>https://a.es/2</item>"),
      two,
    ],
    [
      "a cut end",
      rss("<item><link>https://a.es/1</link></item><item><link>https://a.es/2</link><descr").slice(0, -20),
      two,
    ],
    [
      "HTML that is not escaped",
      rss(
        "<item><description><p>a<br>b<link rel=x href=y><title>no</title></description><link>https://a.es/1</link></item><item><link>https://a.es/2</link></item>",
      ),
      two,
    ],
    [
      "a description that is not closed",
      rss(
        "<item><description>a<br><link>https://a.es/1</link></item><item><link>https://a.es/2</link></item>",
      ),
      two,
    ],
    [
      "links of Atom without an end",
      atom(
        `<entry><link href="https://a.es/1"><title>x</entry><entry><link rel="self" href="https://a.es/0"><link href="https://a.es/2"></entry>`,
      ),
      two,
    ],
    [
      "parts with links of their own",
      rss(
        "<image><link>https://a.es/0</link></image><item><source><link>https://a.es/0</link></source><link>https://a.es/1</link><b></item><item><media:title>no</media:title><link>https://a.es/2</link></item>",
      ),
      two,
    ],
    [
      "E: __proto__ names",
      rss(
        `<__proto__>x</__proto__><item><constructor/><link>https://a.es/1</link></item><item><link>https://a.es/2</link></item>`,
      ),
      two,
    ],
    [
      "text before it",
      `Notice: undefined variable\n${rss("<item><link>https://a.es/1</link></item><item><link>https://a.es/2</link></item>")}`,
      two,
    ],
    [
      "RDF without its end",
      `<rdf:RDF><item rdf:about="https://a.es/1"><title>x</item><item rdf:about="https://a.es/2">`,
      two,
    ],
  ])("%s", (_, content, urls) => {
    const { entries, recognised } = read(content);
    expect(entries.map(({ url }) => url)).toEqual(urls);
    expect(recognised).toBe(true);
  });

  it("has titles and dates", () => {
    const [entry] = read(
      rss(
        "<item><title>Ayudas <b>nuevas</b></title><guid isPermaLink='false'>https://a.es/0</guid><link>https://a.es/1</link><dc:date>2024-05-01</dc:date><br></item>",
      ),
    ).entries;
    expect(entry).toEqual({
      url: "https://a.es/1",
      title: "Ayudas nuevas",
      published: "2024-05-01",
      updated: null,
      id: "https://a.es/0",
    });
  });

  it.each<[string, string, string[]]>([
    ["malformed", rss("<item><b><link>https://a.es/1</link></item>"), ["malformed"]],
    [
      "control characters",
      rss("<item><link>https://a.es/1</link><title>\u{1}x\0</title></item>"),
      ["control_characters"],
    ],
    ["no link", rss("<item><title>x</title></item>"), ["no_link"]],
    ["bad dates", rss("<item><link>https://a.es/1</link><pubDate>9999-99-99</pubDate></item>"), ["bad_date"]],
    ["nothing in it", rss("", "<title>x</title>"), ["empty"]],
    ["HTML", "<!DOCTYPE html><html><body><entry>", ["not_a_feed"]],
    ["a sitemap", "<urlset><url><loc>https://a.es/1</loc></url></urlset>", ["not_a_feed"]],
    ["nothing", "", ["not_a_feed"]],
    ["text", "no", ["not_a_feed"]],
    ["JSON of another kind", `{"error":"no"}`, ["malformed", "not_a_feed"]],
    ["broken JSON", `{"version":`, ["malformed", "not_a_feed"]],
  ])("is told by name: %s", (_, content, expected) => {
    expect(codes(content)).toEqual(expected);
    expect(read(content).recognised).toBe(!expected.includes("not_a_feed"));
  });

  it("is bounded in size and number", () => {
    const many = rss("<item><link>https://a.es/1</link></item>".repeat(50));
    expect(readFeed(many, URL_OF_FEED, { maxEntries: 10 }).entries.length).toBe(10);
    const cut = readFeed(Buffer.from(many), URL_OF_FEED, { maxBytes: 300 });
    expect(cut.problems.map(({ code }) => code)).toContain("too_large");
    expect(cut.entries.length).toBeGreaterThan(2);
  });
});

const PIECES = [
  "<rss version='2.0'>",
  "<channel>",
  "<item>",
  "</item>",
  "<title>",
  "</title>",
  "<link>",
  "</link>",
  "https://a.es/",
  "<![CDATA[",
  "]]>",
  "<!--",
  "-->",
  "&",
  "&#",
  ";",
  "<feed>",
  "<entry",
  ">",
  "/>",
  "<link href='",
  "'",
  "<?xml ",
  "?>",
  "\0",
  "<rdf:RDF>",
  "__proto__",
  "{",
  "}",
  `"version"`,
  "xml:base='",
  "http://[",
  "<!DOCTYPE x [",
  "ñ",
  "\u{D800}",
];

describe("hostile feeds (security.md E)", () => {
  const item = "<item><title>t</title><link>https://a.es/1</link></item>";
  it.each<[string, string]>([
    [
      "E: billion laughs",
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, i) => `<!ENTITY a${i} "${`&a${i - 1};`.repeat(10)}">`).join("")}]>${rss(`${item}<item><title>&a19;</title></item>`)}`,
    ],
    [
      "E: quadratic entities",
      `<!DOCTYPE x [<!ENTITY a "${"a".repeat(50_000)}">]>${rss(`${item}<item><title>${"&a;".repeat(50_000)}</title></item>`)}`,
    ],
    ["E: repeated DOCTYPE", `${"<!DOCTYPE x>".repeat(50_000)}${rss(item)}`],
    [
      "E: 1,000,000 numeric references",
      rss(`${item}<item><title>${"&#65;".repeat(1_000_000)}</title></item>`),
    ],
    [
      "E: external entities",
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${rss(`${item}<item><title>&e;</title></item>`)}`,
    ],
    ["E: 100,000 nested tags", rss(`${item}<item>${"<a>".repeat(100_000)}</item>`)],
    [
      "E: 100,000 nested tags, closed",
      rss(`${item}<item>${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}</item>`),
    ],
    ["E: a megabyte of ampersands", rss(`${item}<item><title>${"&".repeat(1_000_000)}</title></item>`)],
    ["E: 20 MB", rss(`${item}<item><description>${"x".repeat(20_000_000)}</description></item>`)],
    ["E: 300,000 items", rss(item.repeat(300_000))],
    ["E: 300,000 attributes", rss(`${item}<item ${`a="b" `.repeat(300_000)}/>`)],
  ])("%s", (_, content) => {
    const { entries, recognised } = read(content);
    expect(recognised).toBe(true);
    expect(entries[0]).toMatchObject({ url: "https://a.es/1", title: "t" });
    expect(entries.length).toBeLessThanOrEqual(10_000);
    expect(entries.every(({ title }) => title.length <= 1000)).toBe(true);
  });

  it("E: JSON nested 100,000 deep", () => {
    expect(
      read(`{"version":"https://jsonfeed.org/version/1.1","items":${"[".repeat(100_000)}`).recognised,
    ).toBe(false);
  });

  it.each(["<", "<a ", "<a>", "&#60;"])("E: a title of %s without an end", (piece) => {
    const text = `<rss><channel><item><title>${piece.repeat(1 << 18)}`;
    expect(readFeed(text, "https://a.es/").recognised).toBe(true);
  });

  it("E: references to control characters in titles and ids", () => {
    const sly = "<title>a&#27;[2J&#1;b</title><guid>c&#10;&#7;d</guid><link>https://a.es/1</link>";
    const { entries } = readFeed(`<rss><channel><item>${sly}</item></channel></rss>`, "https://a.es/");
    expect(entries).toMatchObject([{ title: "a [2J b", id: "c d" }]);
  });

  it("never throws, whatever is cut or mixed up", () => {
    const piece = fc.constantFrom(...PIECES);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join("");
        expect(read(text).entries.length).toBeLessThanOrEqual(pieces.length);
        expect(() => read(Buffer.from(text, "utf16le"))).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it("takes an address of the feed that is none", () => {
    expect(readFeed(rss("<item><link>1</link></item>"), "no address").entries[0]?.url).toBeNull();
  });
});
