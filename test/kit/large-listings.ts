/** Listings of every kind that a source reads, as large as they are asked for: just below a cap of 32 MiB, or plain. */
import { MAX_JSON_VALUES } from "../../src/domain/foreign-json.ts";
import { PDF } from "./pages.ts";

export type Page = string | Uint8Array;

export interface LargeListing {
  /** What is read, and what makes it large. */
  readonly what: string;
  readonly source: "tramites" | "usgs" | "wiki";
  /** The row of the registry, or the options of the source, for a server at `url`. */
  readonly config: (url: string) => object;
  /** Just below the cap of this kind of listing, where it has one: the largest that is read. Null where it is streamed. */
  readonly ownCap: number | null;
  /** How large a plain one is. */
  readonly plain: number;
  /** What the server answers; `bytes` is how large the listing is. */
  readonly answers: (url: string, bytes: number) => (path: string) => Page | undefined;
}

/** Below 32 MiB. */
export const NEAR_CAP = 31_000_000;
const PLAIN = 2_000;
/** What is streamed row by row runs on compiled code after some 10,000 of them, which takes memory once. */
const PLAIN_ROWS = 300_000;

/** Below 6, 2 and 5 MiB. */
const NEAR_LISTING_CAP = 6_200_000;
const NEAR_SUMMARY_CAP = 2_000_000;
const NEAR_WIKI_CAP = 5_200_000;

const PAGE = "/tramites/bueno";
const GOOD_HTML = "<!doctype html><html><h1>Bueno</h1></html>";
const JSON_TYPES = /^\/(?:api|apidata|sia|boe)/;

/** `head`, as many of `row` as have room, `tail`. */
function filled(bytes: number, head: string, row: (nth: number) => string, tail: string, between = ""): Page {
  const parts = [head];
  let size = Buffer.byteLength(head) + Buffer.byteLength(tail);
  for (let nth = 0; ; nth += 1) {
    const next = (nth === 0 ? "" : between) + row(nth);
    size += Buffer.byteLength(next);
    if (nth > 0 && size > bytes) break;
    parts.push(next);
  }
  return Buffer.from(parts.join("") + tail);
}

/** Beyond Latin-1, so that a text which holds it takes two bytes a character. */
const words = (length: number) => `Ayudas – ${"a la vivienda y becas ".repeat(length / 22)}€`;

type Fill = (url: string, bytes: number) => Page;

function ofTramites(
  what: string,
  path: string,
  ways: (url: string) => object,
  fill: Fill,
  ownCap: number | null = NEAR_LISTING_CAP,
): LargeListing {
  const config = (url: string) => ({
    id: "a",
    name: "A",
    name_abbrev: "A",
    jurisdiction: "local",
    portal_url: `${url}/`,
    path_patterns: ["/tramites/"],
    languages: ["es"],
    priority: "P0",
    ...ways(url),
  });
  return {
    what,
    source: "tramites",
    config,
    ownCap,
    plain: PLAIN,
    answers: (url, bytes) => {
      const listing = fill(url, bytes);
      return (asked) => {
        if (asked.startsWith(path)) return listing;
        return asked === PAGE || asked.startsWith("/dataset/") ? GOOD_HTML : undefined;
      };
    },
  };
}

const api = (kind: string, path: string) => (url: string) => ({
  access_method: "api",
  api_kind: kind,
  api_url: `${url}${path}`,
});

function feed(what: string, fill: Fill): LargeListing {
  return ofTramites(what, "/list", (url) => ({ access_method: "feed", feed_urls: [`${url}/list`] }), fill);
}

const rss: (item: (url: string, nth: number) => string) => Fill = (item) => (url, bytes) =>
  filled(
    bytes,
    `<?xml version="1.0"?><rss version="2.0"><channel><title>N</title><link>${url}/</link>`,
    (nth) => `<item><title>T ${nth}</title><link>${url}${PAGE}</link>${item(url, nth)}</item>`,
    "</channel></rss>",
  );

const FEEDS: readonly LargeListing[] = [
  feed(
    "RSS, long texts",
    rss((_, nth) => `<guid>${nth}</guid><description>${words(6000)}</description>`),
  ),
  feed(
    "RSS, short entries",
    rss(() => ""),
  ),
  feed(
    "RSS, long titles",
    rss(() => `<title>${words(12_000)}</title>`),
  ),
  feed("Atom, long texts", (url, bytes) =>
    filled(
      bytes,
      `<feed xmlns="http://www.w3.org/2005/Atom"><title>N</title>`,
      (nth) =>
        `<entry><id>tag:${nth}</id><title>T</title><link href="${url}${PAGE}"/><updated>2026-01-02T03:04:05Z</updated><content type="html">${words(6000)}</content></entry>`,
      "</feed>",
    ),
  ),
  feed("RDF, long texts", (url, bytes) =>
    filled(
      bytes,
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="${url}/"><title>N</title></channel>`,
      () =>
        `<item rdf:about="${url}${PAGE}"><title>T</title><link>${url}${PAGE}</link><description>${words(6000)}</description></item>`,
      "</rdf:RDF>",
    ),
  ),
  feed("JSON Feed, long texts", (url, bytes) =>
    filled(
      bytes,
      `{"version":"https://jsonfeed.org/version/1.1","title":"N","items":[`,
      (nth) => JSON.stringify({ id: String(nth), url: `${url}${PAGE}`, content_text: words(6000) }),
      "]}",
      ",",
    ),
  ),
  feed("JSON Feed, short entries", (url, bytes) =>
    filled(
      bytes,
      `{"version":"https://jsonfeed.org/version/1.1","title":"N","items":[{"id":"1","url":"${url}${PAGE}"},`,
      () => "{}",
      "]}",
      ",",
    ),
  ),
];

const sitemap = (what: string, row: (url: string, nth: number) => string) =>
  ofTramites(
    what,
    "/list.xml",
    (url) => ({ access_method: "sitemap", sitemap_urls: [`${url}/list.xml`] }),
    (url, bytes) =>
      filled(
        bytes,
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}${PAGE}</loc></url>`,
        (nth) => row(url, nth),
        "</urlset>",
      ),
    null,
  );

const SITEMAPS: readonly LargeListing[] = [
  sitemap(
    "sitemap, 50,000 addresses",
    (url, nth) =>
      `<url><loc>${url}/otras/${nth}/${"pagina-".repeat(75)}</loc><lastmod>2026-01-02</lastmod></url>`,
  ),
  sitemap("sitemap, long comments", (url) => `<!-- ${words(60_000)} --><url><loc>${url}${PAGE}</loc></url>`),
];

const ckan = (row: (url: string, nth: number) => object): Fill => {
  return (url, bytes) =>
    filled(
      bytes,
      `{"success":true,"result":{"count":1,"results":[`,
      (nth) => JSON.stringify({ id: "1", name: "bueno", title: "B", url: `${url}${PAGE}`, ...row(url, nth) }),
      "]}}",
      ",",
    );
};
const extras = (names: number) =>
  Object.fromEntries(Array.from({ length: names }, (_, at) => [`k${at}`, words(120)]));
const resources = Array.from({ length: 30 }, (_, at) => ({
  url: `/r/${at}`,
  format: "CSV",
  name: words(90),
}));

/** Rows of `each` values; as many as may be, where it is to be large. */
function valued(url: string, bytes: number, row: (nth: number) => string, each: number): Page {
  const rows = bytes === PLAIN ? 2 : Math.floor((MAX_JSON_VALUES - 20) / each);
  const many = Array.from({ length: rows }, (_, nth) => row(nth)).join(",");
  return `{"success":true,"result":{"count":1,"results":[{"id":"1","name":"bueno","url":"${url}${PAGE}"},${many}]}}`;
}

const CATALOGS: readonly LargeListing[] = [
  ofTramites(
    "CKAN, long texts",
    "/api",
    api("ckan", "/api/3"),
    ckan(() => ({ notes: words(300_000) })),
  ),
  ofTramites(
    "CKAN, rich rows",
    "/api",
    api("ckan", "/api/3"),
    ckan((_, nth) => ({ id: String(nth), extras: extras(40), resources })),
  ),
  ofTramites("CKAN, as many objects as are let in", "/api", api("ckan", "/api/3"), (url, bytes) =>
    valued(url, bytes, (nth) => `{"k${nth % 1000}":{}}`, 3),
  ),
  ofTramites("CKAN, as many names as are let in", "/api", api("ckan", "/api/3"), (url, bytes) =>
    valued(url, bytes, (nth) => `{"k${nth}":"v${nth}","l${nth}":${nth}.5}`, 3),
  ),
  ofTramites("datos.gob.es, long texts", "/apidata", api("datos_gob", ""), (url, bytes) =>
    filled(
      bytes,
      `{"result":{"items":[`,
      (nth) =>
        JSON.stringify({
          _about: `${url}${PAGE}`,
          title: [{ _value: words(100), _lang: "es" }],
          identifier: String(nth),
          description: words(3000),
          distribution: resources,
        }),
      "]}}",
      ",",
    ),
  ),
  ofTramites("SIA, long list", "/sia", api("sia", "/sia"), (url, bytes) =>
    filled(
      bytes,
      `{"data":{"procedimientos":[`,
      (nth) =>
        JSON.stringify({
          codigoSIA: String(nth % 50),
          denominacion: words(100),
          organismo: { codigo: "E1", nombre: words(60) },
          urlTramite: `${url}${PAGE}`,
          descripcion: words(700),
        }),
      "]}}",
      ",",
    ),
  ),
];

const boeItem = (url: string, nth: number, length: number) => ({
  identificador: `BOE-A-2026-${nth + 1}`,
  titulo: nth === 0 ? "Ayudas y becas a la vivienda" : `Resolución ${"sobre lo suyo ".repeat(length / 14)}–`,
  url_html: `${url}${PAGE}`,
});
const boeXmlItem = (url: string, nth: number, length: number) => {
  const { identificador, titulo, url_html } = boeItem(url, nth, length);
  return `<item><identificador>${identificador}</identificador><titulo>${titulo}</titulo><url_html>${url_html}</url_html></item>`;
};
const boe = (what: string, xml: boolean, length: number) =>
  ofTramites(
    what,
    "/boe",
    api("boe", "/boe"),
    (url, bytes) =>
      xml
        ? filled(
            bytes,
            `<?xml version="1.0" encoding="UTF-8"?><response><status><code>200</code></status><data><sumario><metadatos><fecha_publicacion>20260302</fecha_publicacion></metadatos><diario numero="1"><seccion codigo="1" nombre="S"><departamento codigo="1" nombre="D">`,
            (nth) => boeXmlItem(url, nth, length),
            "</departamento></seccion></diario></sumario></data></response>",
          )
        : filled(
            bytes,
            `{"status":{"code":"200"},"data":{"sumario":{"metadatos":{"fecha_publicacion":"20260302"},"diario":{"numero":"1","seccion":{"codigo":"1","nombre":"S","departamento":{"codigo":"1","nombre":"D","item":[`,
            (nth) => JSON.stringify(boeItem(url, nth, length)),
            "]}}}}}}",
            ",",
          ),
    NEAR_SUMMARY_CAP,
  );

const GAZETTES = [
  boe("BOE JSON, long titles", false, 30_000),
  boe("BOE JSON, short items", false, 280),
  boe("BOE XML, long titles", true, 30_000),
  boe("BOE XML, short items", true, 280),
];

type UsgsPart = "csv" | "ids" | "report" | "html";

const CSV_HEAD = "Lib Num,State,Well Name,Analysis\n";
const USGS_PARTS: Readonly<Record<UsgsPart, RegExp>> = {
  csv: /^\/crcwc\/search\/cores/,
  ids: /^\/arcgis\//,
  report: /^\/crcwc\/core\/report\//,
  html: /^\/catalog/,
};
const REPORT_LINK = `<a title="download analysis document" href="/crc-data/core_analysis_5_A001Data01.pdf">x</a>`;
const SMALL: Readonly<Record<UsgsPart, string>> = {
  csv: `${CSV_HEAD}A001,TX,a,T\n`,
  ids: JSON.stringify({ features: [{ properties: { id: 1, libno: "A001" } }] }),
  report: `<div class="report2">${REPORT_LINK}</div>`,
  html: "",
};

function ofUsgs(what: string, part: UsgsPart, fill: (bytes: number) => Page): LargeListing {
  const isHtml = part === "html";
  return {
    what,
    source: "usgs",
    ownCap: part === "csv" ? null : NEAR_LISTING_CAP,
    plain: part === "csv" ? PLAIN_ROWS : PLAIN,
    config: (url) => (isHtml ? { catalogs: [{ kind: "html", url: `${url}/catalog` }] } : { base_url: url }),
    answers: (_, bytes) => {
      const listing = fill(bytes);
      return (path) => {
        if (path.startsWith("/crc-data/")) return PDF;
        // The second page of ids is empty: that is the end of them.
        if (part !== "ids" && USGS_PARTS.ids.test(path) && !path.includes("resultOffset=0"))
          return `{"features":[]}`;
        const [name] = Object.entries(USGS_PARTS).find(([, pattern]) => pattern.test(path)) ?? [];
        return name === part ? listing : SMALL[name as UsgsPart];
      };
    },
  };
}

const htmlRow = (cells: string) => `<tr><td>A001</td><td>TX</td><td>T</td>${cells}</tr>`;
const htmlHead =
  "<html><table><tr><th>Lib Num</th><th>State</th><th>Analysis</th><th>Document</th></tr>" +
  htmlRow(`<td>${REPORT_LINK}</td>`);

const USGS: readonly LargeListing[] = [
  ofUsgs("usgs CSV, many wells", "csv", (bytes) =>
    filled(bytes, `${CSV_HEAD}A001,TX,a,T\n`, (nth) => `B${nth},OK,${words(400)},T\n`, ""),
  ),
  ofUsgs("usgs CSV, short rows", "csv", (bytes) =>
    filled(bytes, `${CSV_HEAD}A001,TX,a,T\n`, (nth) => `B${nth % 100_000},OK,a,T\n`, ""),
  ),
  ofUsgs("usgs ids, long texts", "ids", (bytes) =>
    filled(
      bytes,
      `{"features":[`,
      (nth) => JSON.stringify({ properties: { id: nth + 1, libno: "A001", name: words(3000) } }),
      "]}",
      ",",
    ),
  ),
  ofUsgs("usgs ids, short features", "ids", (bytes) =>
    filled(
      bytes,
      `{"features":[`,
      (nth) =>
        `{"type":"Feature","properties":{"id":${nth + 1},"libno":"A${String(nth + 1).padStart(3, "0")}"},"geometry":null}`.padEnd(
          310,
        ),
      "]}",
      ",",
    ),
  ),
  ofUsgs("usgs report page, long text", "report", (bytes) =>
    filled(bytes, `<div class="report2">${REPORT_LINK}`, () => `<p>${words(3000)}</p>`, "</div>"),
  ),
  ofUsgs("usgs report page, many facts", "report", (bytes) =>
    filled(
      bytes,
      `<table class="report2"><tr><td>${REPORT_LINK}</td></tr>`,
      (nth) => `<tr><td class="label">F${nth}:</td><td>${nth}</td></tr>`,
      "</table>",
    ),
  ),
  ofUsgs("usgs HTML catalog, long cells", "html", (bytes) =>
    filled(bytes, htmlHead, () => htmlRow(`<td>${words(3000)}</td>`), "</table></html>"),
  ),
  ofUsgs("usgs HTML catalog, short cells", "html", (bytes) =>
    filled(bytes, htmlHead, () => "<tr><td>A001<td>TX<td>T<td>d", "</table></html>"),
  ),
];

const SITE_INFO = JSON.stringify({
  batchcomplete: true,
  query: {
    general: {
      generator: "MediaWiki 1.43.0",
      server: "http://127.0.0.1",
      articlepath: "/wiki/$1",
      base: "http://127.0.0.1/wiki/Main",
      sitename: "W",
    },
    namespaces: { "0": { id: 0, name: "", case: "first-letter" } },
  },
});
const LISTED = { pageid: 1, ns: 0, title: "Bueno", lastrevid: 1, revisions: [{ revid: 1, parentid: 0 }] };
const wikiPages = (pages: readonly object[]) => JSON.stringify({ batchcomplete: true, query: { pages } });
const withText = (content: string) => ({
  ...LISTED,
  revisions: [
    {
      revid: 1,
      parentid: 0,
      timestamp: "2026-01-02T03:04:05Z",
      slots: { main: { contentmodel: "wikitext", contentformat: "text/x-wiki", content } },
    },
  ],
});

function ofWiki(what: string, part: "listing" | "content", fill: (bytes: number) => Page): LargeListing {
  return {
    what,
    source: "wiki",
    ownCap: NEAR_WIKI_CAP,
    plain: PLAIN,
    config: (url) => ({ api_url: `${url}/w/api.php` }),
    answers: (_, bytes) => {
      const large = fill(bytes);
      return (path) => {
        if (!path.startsWith("/w/api.php")) return undefined;
        const query = new URL(path, "http://a").searchParams;
        if (query.get("meta") === "siteinfo") return SITE_INFO;
        if (query.get("generator") === "allpages") return part === "listing" ? large : wikiPages([LISTED]);
        if (query.has("pageids") && query.get("rvprop")?.includes("content"))
          return part === "content" ? large : wikiPages([withText("Hola")]);
        if (query.has("pageids")) return wikiPages([LISTED]);
        return JSON.stringify({ batchcomplete: true, query: { [query.get("list") ?? "x"]: [] } });
      };
    },
  };
}

const wikiList = (row: (nth: number) => string) => (bytes: number) =>
  filled(bytes, `{"batchcomplete":true,"query":{"pages":[`, row, "]}}", ",");

const WIKIS: readonly LargeListing[] = [
  ofWiki(
    "wiki listing, long rows",
    "listing",
    wikiList(() => JSON.stringify({ ...LISTED, extra: words(3000) })),
  ),
  ofWiki(
    "wiki listing, short rows",
    "listing",
    wikiList(() => JSON.stringify(LISTED).padEnd(640)),
  ),
  ofWiki("wiki content, one long text", "content", (bytes) =>
    Buffer.from(wikiPages([withText(words(bytes))])),
  ),
  ofWiki("wiki content, signs without a space", "content", (bytes) =>
    Buffer.from(wikiPages([withText("漢".repeat(bytes / 3 - 200))])),
  ),
  ofWiki("wiki content, line separators", "content", (bytes) =>
    Buffer.from(wikiPages([withText("\u2028漢".repeat(bytes / 6 - 200))])),
  ),
  ofWiki(
    "wiki content, long texts",
    "content",
    wikiList(() => JSON.stringify(withText(words(600_000)))),
  ),
];

export const LARGE_LISTINGS: readonly LargeListing[] = [
  ...FEEDS,
  ...SITEMAPS,
  ...CATALOGS,
  ...GAZETTES,
  ...USGS,
  ...WIKIS,
];

/** Those that have more in them than is taken in, however few their bytes are. */
export const TOO_RICH: ReadonlySet<string> = new Set([
  "JSON Feed, short entries",
  "usgs CSV, many wells",
  "usgs HTML catalog, short cells",
]);

/** By what the server would say it is. */
export function typeOf(path: string): Readonly<Record<string, string>> {
  const isJson = JSON_TYPES.test(path) || path.startsWith("/w/api.php") || path.startsWith("/arcgis/");
  return isJson ? { "content-type": "application/json" } : {};
}
