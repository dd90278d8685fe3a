import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PageOptions, readPage, readPageBody } from "./page-links.ts";

const HERE = "https://a.es/tramites/index.html";
const read = (html: string | Uint8Array, options: Partial<PageOptions> = {}) =>
  readPage(html, { url: HERE, ...options });
const urls = (html: string) => read(html).links.map(({ url }) => url);

describe("where a page leads", () => {
  it.each<[string, string, string[]]>([
    [
      "anchors",
      `<a href="1.html">1</a><A HREF='/2'>2</A><a href=//b.es/3>3</a>`,
      ["https://a.es/tramites/1.html", "https://a.es/2", "https://b.es/3"],
    ],
    ["areas", `<map><area href="/1" alt="uno"></map>`, ["https://a.es/1"]],
    [
      "frames",
      `<frameset><frame src="/1"></frameset><iframe src="/2"><a href="/3"></a></iframe>`,
      ["https://a.es/1", "https://a.es/2"],
    ],
    [
      "the next page",
      `<link rel="next" href="?p=2"><link rel="prev" href="?p=0">`,
      ["https://a.es/tramites/index.html?p=2", "https://a.es/tramites/index.html?p=0"],
    ],
    ["other languages", `<link rel="alternate" hreflang="ca" href="/ca">`, ["https://a.es/ca"]],
    ["a refresh", `<meta http-equiv="Refresh" content="0; URL=/1">`, ["https://a.es/1"]],
    ["a refresh in quotes", `<meta http-equiv=refresh content="5;url='/1' ">`, ["https://a.es/1"]],
    ["a refresh without its word", `<meta http-equiv=refresh content="0, /1">`, ["https://a.es/1"]],
    ["a refresh of itself", `<meta http-equiv=refresh content="60">`, []],
    [
      "a base",
      `<a href="1">1</a><base href="https://b.es/x/"><base href="https://c.es/"><a href="2">2</a>`,
      ["https://b.es/x/1", "https://b.es/x/2"],
    ],
    ["a relative base", `<base href="/x/"><a href="1">1</a>`, ["https://a.es/x/1"]],
    ["a base that is none", `<base href="javascript:1"><a href="1">1</a>`, ["https://a.es/tramites/1"]],
    ["entities", `<a href="?a=1&amp;b=2&c=3">1</a>`, ["https://a.es/tramites/index.html?a=1&b=2&c=3"]],
    ["each once", `<a href="/1">1</a><a href="/1#x">1</a><a href=" /1 ">1</a>`, ["https://a.es/1"]],
    ["not itself", `<a href="#x">x</a><a href="">y</a><a>z</a><a href="index.html">i</a>`, []],
    [
      "nothing but the web",
      `<a href="mailto:a@a.es">m</a><a href="javascript:x()">j</a><a href="ftp://a.es/">f</a><a href="http://good@127.0.0.1/">g</a>`,
      [],
    ],
    [
      "not comments and scripts",
      `<!-- <a href="/1"> --><script>"<a href='/2'>"</script><style><a href="/3"></style>`,
      [],
    ],
    ["what stands in noscript", `<noscript><a href="/1">1</a></noscript>`, ["https://a.es/1"]],
    ["lines within an address", `<a href="/ta\n\tb">1</a>`, ["https://a.es/tab"]],
    [
      "tags that are not closed",
      `<a href="/1"><p><a href="/2"><td><a href="/3">`,
      ["https://a.es/1", "https://a.es/2", "https://a.es/3"],
    ],
  ])("%s", (_, html, expected) => {
    expect(urls(html)).toEqual(expected);
  });

  it("has the text of links, and what may not be followed", () => {
    const { links } = read(
      `<a href="/1" rel="external NoFollow"> Solicitud <b>de</b>\n beca </a><a href="/2" rel=nofollow>2</a><a href="/2">dos</a>`,
    );
    expect(links).toEqual([
      { url: "https://a.es/1", kind: "anchor", text: "Solicitud de beca", nofollow: true },
      { url: "https://a.es/2", kind: "anchor", text: "2", nofollow: false },
    ]);
  });

  it.each<[string, Partial<PageOptions>, boolean, boolean]>([
    [`<meta name="robots" content="noindex, nofollow">`, {}, true, true],
    [`<META NAME=ROBOTS CONTENT="NONE">`, {}, true, true],
    [`<meta name="robots" content="index,nofollow">`, {}, false, true],
    [`<meta name="robots" content="noindex"><meta name="robots" content="nofollow">`, {}, true, true],
    [`<meta name="description" content="noindex">`, {}, false, false],
    [`<meta name="robots" content="max-snippet:-1, noindexing">`, {}, false, false],
    ["", { robotsTag: "noindex" }, true, false],
    ["", { robotsTag: "levada: nofollow" }, false, true],
  ])("%s with %j: noindex %s, nofollow %s", (html, options, noindex, nofollow) => {
    const page = read(`${html}<a href="/1">1</a>`, options);
    expect([page.noindex, page.nofollow, page.links[0]?.nofollow]).toEqual([noindex, nofollow, nofollow]);
  });

  it("tells its title, language, canonical address and feeds", () => {
    const page = read(`<!doctype html><html lang="es-ES"><head><title> Trámites &amp;
      ayudas </title><link rel="canonical" href="/tramites"><link rel="alternate" type="application/rss+xml" title="Novedades" href="/rss"><link rel="alternate" type="application/atom+xml; charset=utf-8" href="mailto:x"></head><svg><title>no</title></svg>`);
    expect(page).toMatchObject({
      title: "Trámites & ayudas",
      language: "es-ES",
      canonical: "https://a.es/tramites",
      feeds: [{ url: "https://a.es/rss", type: "application/rss+xml", title: "Novedades" }],
    });
  });

  it("keeps a sample of what people read, a line for each block", () => {
    const { sample } = read(
      "<title>no</title><script>no</script><h2>Requi<b>sitos</b></h2><p>Ser mayor\n de edad<br>o no</p><textarea>no</textarea><style>no</style>",
    );
    expect(sample).toBe("Requisitos\nSer mayor de edad\no no");
  });
});

describe("the encoding of a page", () => {
  it.each<[string, Uint8Array, Partial<PageOptions>]>([
    ["meta", Buffer.from("<meta charset=iso-8859-1><title>Tramitación</title>", "latin1"), {}],
    [
      "its header",
      Buffer.from("<title>Tramitación</title>", "latin1"),
      { contentType: "text/html; charset=ISO-8859-1" },
    ],
    ["its bytes", Buffer.from("<title>Tramitación</title>", "latin1"), {}],
    ["UTF-8", Buffer.from("<title>Tramitación</title>"), {}],
    ["a mark", Buffer.from("\u{FEFF}<title>Tramitación</title>", "utf16le"), {}],
    ["F: a wrong charset", Buffer.from("<meta charset=utf-8><title>Tramitación</title>", "latin1"), {}],
    ["after 5,000 bytes", Buffer.from(`<!--${"x".repeat(5000)}--><title>Tramitación</title>`, "latin1"), {}],
  ])("by %s", async (_, bytes, options) => {
    expect(read(bytes, options).title).toBe("Tramitación");
    async function* slowly(): AsyncGenerator<Uint8Array> {
      for (let from = 0; from < bytes.length; from += 3) yield bytes.subarray(from, from + 3);
    }
    expect((await readPageBody(slowly(), { url: HERE, ...options })).title).toBe("Tramitación");
  });
});

describe("hostile pages (security.md F)", () => {
  it.each<[string, string]>([
    ["F: 100,000 nested divs", `${"<div>".repeat(100_000)}<a href="/1">1</a>`],
    ["F: 100,000 nested forms, never closed", `${"<form><p>".repeat(100_000)}<a href="/1">1</a>`],
    [
      "F: 100,000 closing tags of nothing",
      `${"<div>".repeat(50_000)}${"</b>".repeat(100_000)}<a href="/1">1</a>`,
    ],
    ["F: 10 MB in one line", `<p>${"x".repeat(10_000_000)}</p><a href="/1">1</a>`],
    ["F: 10 MB in one attribute", `<img src="data:${"x".repeat(10_000_000)}"><a href="/1">1</a>`],
    ["F: 10 MB in one address", `<a href="${"x".repeat(10_000_000)}">0</a><a href="/1">1</a>`],
    ["F: 10 MB of blanks", `${" ".repeat(10_000_000)}<a href="/1">1</a>`],
    ["F: 10 MB of comment", `<!--${"-".repeat(10_000_000)}--><a href="/1">1</a>`],
    ["F: 1,000,000 entities", `<p>${"&amp;".repeat(1_000_000)}</p><a href="/1">1</a>`],
    ["F: 100,000 attributes", `<p ${"a ".repeat(100_000)}><a href="/1">1</a>`],
    ["F: __proto__ attributes", `<p __proto__="x" constructor="y"><a __proto__="x" href="/1">1</a>`],
    ["F: lone surrogates", `<p>\u{D800}</p><a href="/1">\u{DC00}</a>`],
  ])("%s", (_, html) => {
    const page = read(html);
    expect(page.links.map(({ url }) => url)).toEqual(["https://a.es/1"]);
    expect(page.sample.length).toBeLessThanOrEqual(100_000);
  });

  it("takes 50,000 links and tells of the rest", () => {
    const html = Array.from({ length: 50_010 }, (_, i) => `<a href="/${i}">${i}</a>`).join("");
    const page = read(html);
    expect(page.links.length).toBe(50_000);
    expect(page.problems).toEqual([{ code: "too_many_links", count: 10 }]);
  });

  it("reads no further than it may", async () => {
    let released = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from(`<a href="/1">1</a>`.repeat(1000));
      } finally {
        released = true;
      }
    }
    const page = await readPageBody(endless(), { url: HERE, maxBytes: 100_000 });
    expect([released, page.problems[0]?.code, page.links.length]).toEqual([true, "too_large", 1]);
    expect(read("x".repeat(100), { maxBytes: 10 }).problems).toEqual([{ code: "too_large", count: 1 }]);
  });

  it("counts addresses that are none", () => {
    expect(read(`<a href="http://[">1</a><a href="tel:060">2</a>`).problems).toEqual([
      { code: "bad_links", count: 1 },
    ]);
  });

  it("takes any text, bytes and address without a throw", () => {
    const piece = fc.constantFrom(
      ..."<a href= ' \" > </a> <base <meta http-equiv=refresh content= <script> </script> <title> <!-- --> & &# ; ñ <![CDATA[ ]]> <? </ =".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), fc.string(), (pieces, url) => {
        const html = pieces.join(" ");
        expect(readPage(html, { url }).links.length).toBeLessThanOrEqual(pieces.length);
        expect(read(Buffer.from(html, "latin1")).title.length).toBeLessThanOrEqual(1000);
      }),
      { numRuns: 500 },
    );
  });
});
