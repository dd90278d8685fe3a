import { text as textOf } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromBufferPromise } from "yauzl";
import { type Offices, startOffices } from "./offices.ts";

let offices: Offices;
const ask = (path: string) => fetch(`${offices.comunidad.url}${path}`, { redirect: "manual" });
const bytes = async (path: string) => Buffer.from(await (await ask(path)).arrayBuffer());

beforeAll(async () => {
  offices = await startOffices({ today: "2026-03-04", crawlDelay: 2 });
});
afterAll(() => offices.close());

it("has no sitemap, and asks for the pace it was given", async () => {
  expect((await ask("/sitemap.xml")).status).toBe(404);
  expect(await (await ask("/robots.txt")).text()).toContain("Crawl-delay: 2\n");
});

describe("feeds", () => {
  const read = async (path: string) => (await bytes(path)).toString(path.endsWith("rdf") ? "latin1" : "utf8");
  const feeds: readonly (readonly [string, RegExp, RegExp])[] = [
    ["/rss/novedades.xml", /<link>([^<]+)<\/link>\s*<guid/g, /<pubDate>([^<]+)</g],
    [
      "/atom/procedimientos.xml",
      /<link rel="alternate"[^>]*href="([^"]+)"/g,
      /<updated>([^<]+)<\/updated><\/entry>/g,
    ],
    ["/rdf/anuncios.rdf", /<link>([^<]+)<\/link>\s*<dc:date/g, /<dc:date>([^<]+)</g],
  ];

  it.each(feeds)(
    "%s has links that are not dead, and dates, the newest first",
    async (path, linkOf, dateOf) => {
      const feed = await read(path);
      const links = [...feed.matchAll(linkOf)].map((match) => (match[1] ?? "").replaceAll("&amp;", "&"));
      const dates = [...feed.matchAll(dateOf)].map((match) => Date.parse(match[1] ?? ""));
      expect(links.length).toBeGreaterThan(3);
      expect(dates).toHaveLength(links.length);
      expect(dates).toEqual(dates.toSorted((one, other) => other - one));
      for (const link of links) expect((await fetch(link)).status, link).toBe(200);
    },
  );

  it("name all pages between them, under addresses with sessions, campaigns and slashes", async () => {
    const all = (await Promise.all(feeds.map(([path]) => read(path)))).join("");
    for (const { path } of offices.comunidad.pages.listed()) expect(all).toContain(path);
    for (const sign of [";jsessionid=", "utm_source=", '/"/>']) expect(all).toContain(sign);
  });

  it("have another session for every visit", async () => {
    const ids = async () => (await read("/rdf/anuncios.rdf")).match(/jsessionid=\w+/)?.[0];
    expect(await ids()).not.toBe(await ids());
  });

  it("are announced on the home page", async () => {
    const home = await (await ask("/")).text();
    expect(home.match(/rel="alternate"/g)).toHaveLength(3);
    expect(home).toContain(";jsessionid=");
  });
});

describe("encodings", () => {
  it.each([
    ["UTF-8, said twice", "ayuda-alquiler-joven", "text/html; charset=utf-8", true],
    ["in the header only", "renta-valdoriana-inclusion", "text/html; charset=ISO-8859-1", false],
    ["in the page only", "tarjeta-sanitaria-individual", "text/html", true],
    ["nowhere", "admision-escuelas-infantiles", "text/html", false],
  ])("%s", async (_, slug, type, inPage) => {
    const answer = await ask(`/procedimientos/${slug}`);
    const page = Buffer.from(await answer.arrayBuffer());
    const label = type.includes("utf-8") ? "utf-8" : "windows-1252";
    expect(answer.headers.get("content-type")).toBe(type);
    expect(/<meta[^>]*charset/.test(page.toString("latin1"))).toBe(inPage);
    expect(new TextDecoder(label, { fatal: true }).decode(page)).toContain("Menú principal");
  });

  it("have a euro sign, which ISO-8859-1 has not", async () => {
    const page = await bytes("/procedimientos/tarjeta-sanitaria-individual");
    expect(page.includes(Buffer.from([0x34, 0x2c, 0x35, 0x30, 0x20, 0x80]))).toBe(true);
  });
});

describe("redirects", () => {
  const chain = async (path: string) => {
    const hops: string[] = [];
    let url = `${offices.comunidad.url}${path}`;
    for (let hop = 0; hop < 10; hop++) {
      const answer = await fetch(url, { redirect: "manual" });
      hops.push(String(answer.status));
      const location = answer.headers.get("location");
      if (location === null) return [...hops, new URL(url).pathname].join(" ");
      url = new URL(location, url).href;
    }
    return "for ever";
  };

  it.each([
    ["/antiguo/1", "301 302 303 307 308 200 /procedimientos/carne-joven"],
    ["/lejos/1", "302 302 302 302 302 302 200 /procedimientos/carne-joven"],
    ["/bucle/a", "for ever"],
    ["/tramites/ayuda-alquiler-joven", "301 200 /procedimientos/ayuda-alquiler-joven"],
    ["/procedimientos/tarjeta-sanitaria", "308 200 /procedimientos/tarjeta-sanitaria-individual"],
  ])("%s: %s", async (path, expected) => {
    expect(await chain(path)).toBe(expected);
  });
});

describe("addresses of one page", () => {
  it.each(["/", ";jsessionid=0A1B", "?utm_source=x", ";jsessionid=0A1B?utm_source=x"])(
    "with %s",
    async (tail) => {
      const path = "/procedimientos/carne-joven";
      expect((await bytes(`${path}${tail}`)).equals(await bytes(path))).toBe(true);
    },
  );
});

describe("files", () => {
  it.each([
    ["guia-renta-inclusion.pdf", "application/pdf", "Renta valdoriana"],
    ["guia-escuelas-infantiles.pdf", "application/octet-stream", "escuelas infantiles"],
    ["solicitud-pesca.pdf", "application/pdf", "/AcroForm"],
    ["orden-vivienda-escaneada.pdf", "application/pdf", "/Subtype /Image"],
  ])("%s is a PDF whose table of objects is right", async (name, type, sign) => {
    const answer = await ask(`/procedimientos/documentos/${name}`);
    const pdf = Buffer.from(await answer.arrayBuffer()).toString("latin1");
    expect(answer.headers.get("content-type")).toBe(type);
    expect(pdf).toContain(sign);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)?.[1]);
    const rows = [...pdf.slice(start).matchAll(/(\d{10}) 00000 n /g)];
    expect(pdf.slice(start, start + 4)).toBe("xref");
    rows.forEach(([, offset], index) =>
      expect(pdf.slice(Number(offset))).toMatch(new RegExp(`^${index + 1} 0 obj\n`)),
    );
    for (const [whole, length] of pdf.matchAll(/\/Length (\d+) >>\nstream\n/g)) {
      const end = pdf.indexOf(whole) + whole.length + Number(length);
      expect(pdf.slice(end, end + 10)).toBe("\nendstream");
    }
  });

  async function entriesOf(zip: Buffer): Promise<ReadonlyMap<string, string>> {
    const file = await fromBufferPromise(zip);
    const entries = new Map<string, string>();
    for await (const entry of file.eachEntry()) {
      entries.set(entry.fileName, await textOf(await file.openReadStreamPromise(entry)));
    }
    return entries;
  }

  const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  const opendocument = "application/vnd.oasis.opendocument.text";
  it.each([
    ["bases-autoconsumo.docx", word, "word/document.xml", "autoconsumo solar"],
    ["bases-rehabilitacion.odt", opendocument, "content.xml", "rehabilitación de edificios"],
  ])("%s is a ZIP of type %s with its text in %s", async (name, type, entry, title) => {
    const answer = await ask(`/procedimientos/documentos/${name}`);
    const entries = await entriesOf(Buffer.from(await answer.arrayBuffer()));
    expect(answer.headers.get("content-type")).toBe(type);
    for (const part of [title, "Requisitos", "Telemática"]) expect(entries.get(entry)).toContain(part);
  });

  it("cita-previa is a shell that a script would have to fill", async () => {
    const page = await (await ask("/procedimientos/cita-previa")).text();
    expect(page).toContain('<div id="app"></div>');
    expect(page.replace(/<script>.*<\/script>/s, "").length).toBeLessThan(300);
  });
});
