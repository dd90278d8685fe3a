/**
 * The hostile inputs of class E that are listings: sitemaps, feeds, catalogs. Each is served by a host of its own, whose
 * one good page is `/tramites/bueno` wherever the listing can be read; robots.txt is class E of hostile-inputs.ts.
 */
import * as zlib from "node:zlib";

/** What a host answers, by path; a page of its own for every other path below /tramites/. */
export type Listing = (host: Served) => string | Uint8Array | Readonly<Record<string, string | Uint8Array>>;

export interface Served {
  readonly url: string;
  /** A server inside, which nobody may ask. */
  readonly canary: string;
}

export type Kind = "sitemap" | "feed" | "ckan" | "sia" | "datos_gob" | "boe";

export interface HostileListing {
  readonly id: string;
  readonly what: string;
  readonly kind: Kind;
  readonly listing: Listing;
  /** Pages of its host that are stored. @default the good one */
  readonly stored?: readonly string[];
  /** Codes of warnings that name what is wrong with it, all of them. @default none */
  readonly warned?: readonly string[];
  /** The listing could not be read at all or to its end: discovery has failed. @default false */
  readonly fails?: boolean;
}

export const GOOD_PAGE = "/tramites/bueno";

const loc = (url: string, more = "") => `<url><loc>${url}</loc>${more}</url>`;
const urlset = (...entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;
const item = (url: string, title = "Bueno", more = "") =>
  `<item><title>${title}</title><link>${url}</link>${more}</item>`;
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>Novedades</title><link>http://a.example/</link>${items.join("")}</channel></rss>`;

const good = ({ url }: Served) => `${url}${GOOD_PAGE}`;

/** The document type with these entities, before a listing that uses `&x;` in a place where it does no harm. */
const doctype = (root: string, entities: string) => `<?xml version="1.0"?><!DOCTYPE ${root} [${entities}]>`;

const laughs = Array.from({ length: 10 }, (_, n) =>
  n === 0 ? '<!ENTITY l0 "ja">' : `<!ENTITY l${n} "${`&l${n - 1};`.repeat(10)}">`,
).join("");
const LAUGHS = `${laughs}<!ENTITY x "${"&l9;".repeat(10)}">`;
const QUADRATIC = `<!ENTITY x "${"x".repeat(50_000)}">`;

/** Both as a sitemap and as a feed: `prologue` before it, `inside` in it. */
function both(
  id: string,
  what: string,
  prologue: (root: string, served: Served) => string,
  inside: string,
  /** Of the feed: what no tree can be made of is read tag by tag. */
  warned: readonly string[] = [],
): readonly HostileListing[] {
  return [
    {
      id: `${id}S`,
      what: `${what}, in a sitemap`,
      kind: "sitemap",
      listing: (served) =>
        `${prologue("urlset", served)}<urlset><url><loc>${good(served)}</loc><changefreq>${inside}</changefreq></url></urlset>`,
    },
    {
      id: `${id}F`,
      what: `${what}, in a feed`,
      kind: "feed",
      warned,
      listing: (served) =>
        `${prologue("rss", served)}${rss(item(good(served), "Bueno", `<description>${inside}</description>`))}`,
    },
  ];
}

const PROTO = '"__proto__": {"polluted": true, "url": "x"}, "constructor": {"prototype": {"polluted": true}}';

/** An index of an index of an index …, with a page at every depth. */
function deep({ url }: Served): Readonly<Record<string, string>> {
  const levels = Array.from({ length: 10 }, (_, n) => n);
  return Object.fromEntries(
    levels.flatMap((n) => [
      [`/sitemap${n === 0 ? "" : n}.xml`, index(`${url}/pages${n}.xml`, `${url}/sitemap${n + 1}.xml`)],
      [`/pages${n}.xml`, urlset(loc(`${url}/tramites/nivel-${n}`))],
    ]),
  );
}

export const LISTINGS: readonly HostileListing[] = [
  {
    id: "E21",
    what: "more than 50,000 URLs",
    kind: "sitemap",
    listing: (served) =>
      urlset(
        loc(good(served)),
        ...Array.from({ length: 50_000 }, (_, n) => loc(`${served.url}/noticias/${n}`)),
        loc(`${served.url}/tramites/de-mas`),
      ),
    warned: ["sitemap_too_many_urls", "structure_changed"],
  },
  {
    id: "E22",
    what: "more than 50 MB",
    kind: "sitemap",
    listing: (served) =>
      Buffer.concat([
        Buffer.from(`<urlset>${loc(good(served))}<!--`),
        Buffer.alloc(70 << 20, "x"),
        Buffer.from(`-->${loc(`${served.url}/tramites/de-mas`)}</urlset>`),
      ]),
    warned: ["body_broken", "sitemap_cut"],
  },
  {
    id: "E23",
    what: "a gz bomb",
    kind: "sitemap",
    listing: (served) =>
      zlib.gzipSync(
        Buffer.concat([Buffer.from(`<urlset>${loc(good(served))}`), Buffer.alloc(200 << 20, " ")]),
      ),
    warned: ["sitemap_too_large", "structure_changed"],
  },
  {
    id: "E24",
    what: "an index that lists itself",
    kind: "sitemap",
    listing: (served) => ({
      "/sitemap.xml": index(
        `${served.url}/sitemap.xml`,
        `${served.url}/sitemap.xml?a`,
        `${served.url}/pages.xml`,
      ),
      "/sitemap.xml?a": index(`${served.url}/sitemap.xml`, `${served.url}/sitemap.xml?a`),
      "/pages.xml": urlset(loc(good(served))),
    }),
  },
  {
    id: "E25",
    what: "an index in an index, ten deep",
    kind: "sitemap",
    listing: deep,
    stored: ["/tramites/nivel-0", "/tramites/nivel-1", "/tramites/nivel-2", "/tramites/nivel-3"],
    warned: ["sitemap_too_deep"],
  },
  ...both("E26", "billion laughs", (root) => doctype(root, LAUGHS), "&x;"),
  ...both("E27", "quadratic entities", (root) => doctype(root, QUADRATIC), "&x;".repeat(20_000)),
  ...both(
    "E28",
    "ten thousand document types",
    (root) => doctype(root, QUADRATIC.slice(0, 40) + '">').repeat(10_000),
    "",
    ["feed_malformed"],
  ),
  ...both("E29", "a million numeric references", () => "", "&#120;".repeat(1_000_000)),
  ...both(
    "E30",
    "external entities and a document type from inside",
    (root, { canary }) =>
      `<?xml version="1.0"?><?xml-stylesheet href="${canary}/style.xsl"?><!DOCTYPE ${root} SYSTEM "${canary}/x.dtd" [<!ENTITY x SYSTEM "${canary}/x"><!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "${canary}/p"> %p;]>`,
    "&x;&f;",
    ["feed_malformed"],
  ),
  ...both(
    "E31",
    "names of the prototype",
    () => "",
    "<__proto__><polluted>true</polluted></__proto__><constructor><prototype/></constructor>",
  ),
  {
    id: "E32C",
    what: "names of the prototype, in CKAN's JSON",
    kind: "ckan",
    listing: (served) =>
      `{${PROTO}, "success": true, "result": {${PROTO}, "count": 1, "results": [{${PROTO}, "id": "1", "name": "bueno", "title": "Bueno", "url": "${good(served)}"}]}}`,
  },
  {
    id: "E32S",
    what: "names of the prototype, in SIA's JSON",
    kind: "sia",
    listing: (served) =>
      `{${PROTO}, "procedimientos": [{${PROTO}, "codigo": "1", "denominacion": "Bueno", "url": "${good(served)}"}]}`,
  },
  {
    id: "E32B",
    what: "names of the prototype, in the gazette's JSON",
    kind: "boe",
    listing: (served) =>
      `{${PROTO}, "status": {"code": "200"}, "data": {${PROTO}, "sumario": {"metadatos": {"fecha_publicacion": "20260302"}, "diario": {"numero": "1", "seccion": {"codigo": "1", "nombre": "I", "departamento": {${PROTO}, "codigo": "1", "nombre": "D", "item": {${PROTO}, "identificador": "BOE-A-2026-1", "titulo": "Ayudas y becas a la vivienda", "url_html": "${good(served)}"}}}}}}}`,
  },
  ...both("E33", "100,000 nested tags", () => "", `${"<a>".repeat(100_000)}${"</a>".repeat(100_000)}`),
  {
    id: "E34",
    what: "a lastmod that is no date",
    kind: "sitemap",
    listing: (served) => urlset(loc(good(served), "<lastmod>9999-99-99</lastmod>")),
  },
  {
    id: "E35",
    what: "JSON, 100,000 deep",
    kind: "ckan",
    listing: () => `{"success": true, "result": ${'{"a":['.repeat(50_000)}`,
    stored: [],
    warned: ["body_broken"],
    fails: true,
  },
  {
    id: "E36",
    what: "an answer that shows nothing that a catalog has",
    kind: "sia",
    listing: () => '{"__proto__": [], "mensaje": "Servicio en mantenimiento"}',
    stored: [],
    warned: ["structure_changed"],
    fails: true,
  },
  ...(["ckan", "boe"] as const).map((kind, at) => ({
    id: `E37${"CB"[at]}`,
    what: "JSON of 600,000 objects with nothing in them",
    kind,
    listing: () => `{"success": true, "result": {"results": [${"{},".repeat(600_000)}{}]}}`,
    stored: [],
    warned: ["structure_changed"],
    fails: true,
  })),
];
