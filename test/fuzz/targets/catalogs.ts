/** Answers of catalogs: the gazette of a day, CKAN, datos.gob.es, SIA, and the pages and lists of usgs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readBoeSummary } from "../../../src/sources/tramites/boe-summary.ts";
import type { CatalogPage } from "../../../src/sources/tramites/catalog-page.ts";
import { readCkanPage } from "../../../src/sources/tramites/ckan.ts";
import { readDatosGobPage } from "../../../src/sources/tramites/datos-gob.ts";
import type { Parsed } from "../../../src/sources/tramites/parsed.ts";
import { readSiaPage } from "../../../src/sources/tramites/sia.ts";
import { parseIdPage } from "../../../src/sources/usgs/arcgis.ts";
import { parseCatalogHtml } from "../../../src/sources/usgs/catalog-html.ts";
import { parseReportPage } from "../../../src/sources/usgs/report-page.ts";
import { ensureCount, ensureWebUrl } from "../sound.ts";
import { ensure, type FuzzTarget } from "../target.ts";
import { JSON_WORDS } from "../words.ts";

const SOURCES = join(import.meta.dirname, "../../../src/sources");
const fixture = (path: string) => readFileSync(join(SOURCES, path));

const ASKED = "https://datos.example.es/api?rows=2&start=0&page=0";

const boeSummary: FuzzTarget = {
  name: "boe-summary",
  dictionary: [
    ..."<sumario> <diario <seccion <departamento <epigrafe <item> </item> <identificador> BOE-A-2026-1 <titulo> <url_pdf>".split(
      " ",
    ),
    ..."<![CDATA[ ]]> &amp; &#0; <!DOCTYPE <!ENTITY <response> <data> 20260230 https:// ../".split(" "),
    ...JSON_WORDS,
  ],
  seeds: () =>
    ["boe-api.json", "boe-api.xml", "boe-old.xml"].map((name) => fixture(`tramites/fixtures/${name}`)),
  run(input) {
    const read = readBoeSummary(input, { baseUrl: "https://www.boe.es/x", status: 200 });
    if (!read.ok || !("items" in read.value)) return read;
    ensureCount(read.value.unreadable, "what could not be read");
    for (const { identifier, urlPdf, urlHtml, urlXml, date } of read.value.items) {
      ensure(/^[\w-]{1,300}$/.test(identifier), "an identifier that is no part of a name");
      for (const url of [urlPdf, urlHtml, urlXml]) if (url !== null) ensureHttp(url);
      ensure(date === null || /^\d{4}-\d\d-\d\d$/.test(date), "a day that is none");
    }
    return read.value;
  },
};

/** As written, with credentials if need be: admission has its own word on them. */
function ensureHttp(url: string): void {
  ensure(/^https?:$/.test(URL.parse(url)?.protocol ?? ""), "an address that is not of the web");
}

function ensurePage(read: Parsed<CatalogPage>): unknown {
  if (!read.ok) return read;
  const { entries, unreadable, total, next } = read.value;
  ensureCount(unreadable, "what could not be read");
  if (total !== null) ensureCount(total, "the total");
  if (next !== null) ensureWebUrl(next, "the next page");
  for (const { id, url, resources } of entries) {
    ensure(id !== "", "an entry without an id");
    if (url !== null) ensureHttp(url);
    for (const resource of resources) ensureHttp(resource.url);
  }
  return read.value;
}

const row = {
  id: "1",
  name: "a",
  title: "Ayuda",
  url: "https://a.es/t",
  metadata_modified: "2026-03-01",
  state: "active",
};
const resource = { url: "https://a.es/r.csv", name: "CSV", format: "csv" };

const ckan: FuzzTarget = {
  name: "ckan",
  dictionary: [
    ...JSON_WORDS,
    ...'"success": "result": "results": "count": "resources": "extras": "title": "url":'.split(" "),
  ],
  seeds: () => [
    JSON.stringify({
      success: true,
      result: { count: 5, results: [{ ...row, resources: [resource], organization: { title: "O" } }, row] },
    }),
    JSON.stringify({ success: false, error: { message: "no", __type: "x" } }),
  ],
  run: (input) => ensurePage(readCkanPage(input, { askedUrl: ASKED })),
};

const item = {
  _about: "https://datos.gob.es/catalogo/1",
  title: [{ _value: "Ayudas", _lang: "es" }, "Ajuts"],
  distribution: [{ accessURL: "https://a.es/x", format: { value: "text/csv" } }],
  modified: "2026-03-01",
};

const datosGob: FuzzTarget = {
  name: "datos-gob",
  dictionary: [
    ...JSON_WORDS,
    ...'"result": "items": "next": "_about": "title": "distribution": "_value": "_lang":'.split(" "),
  ],
  seeds: () => [
    JSON.stringify({
      format: "linked-data-api",
      result: { items: [item], itemsPerPage: 10, page: 0, next: "https://datos.gob.es/apidata?_page=1" },
    }),
  ],
  run: (input) => ensurePage(readDatosGobPage(input, { askedUrl: ASKED })),
};

const procedure = {
  codigoSIA: "201234",
  denominacion: "Ayuda",
  urlTramite: "https://a.es/t",
  organismo: { nombre: "M" },
  fechaActualizacion: "2026-03-01",
};

const sia: FuzzTarget = {
  name: "sia",
  dictionary: [
    ...JSON_WORDS,
    ...'"codigoSIA": "denominacion": "total": "next": "page": "data": "links": "first": "size":'.split(" "),
  ],
  seeds: () => [
    JSON.stringify([procedure]),
    JSON.stringify({
      data: { procedimientos: [procedure, { id: 2, nombre: "B" }] },
      total: 3,
      page: 1,
      totalPages: 2,
      links: { next: "/p?page=2" },
    }),
  ],
  run: (input) => ensurePage(readSiaPage(input, { askedUrl: ASKED })),
};

const usgsPages: FuzzTarget = {
  name: "usgs-pages",
  dictionary:
    "<table> <tr> <td> </td> <th> </th> <a href= </a> <script> <form &amp; &nbsp; <select> <option> <!-- -->".split(
      " ",
    ),
  seeds: () => [
    fixture("usgs/fixtures/catalog-TX.html").subarray(0, 12_000),
    fixture("usgs/fixtures/report-T055.html"),
  ],
  run(input) {
    const html = new TextDecoder().decode(input);
    return [parseCatalogHtml(html), parseReportPage(html)];
  },
};

const usgsIds: FuzzTarget = {
  name: "usgs-ids",
  dictionary: [
    ...JSON_WORDS,
    ...'"features": "attributes": "exceededTransferLimit": "error": "code": "objectIds":'.split(" "),
  ],
  seeds: () => [
    JSON.stringify({
      features: [{ attributes: { OBJECTID: 1, LIBNO: "T055", IGSN: "x" } }],
      exceededTransferLimit: true,
    }),
    JSON.stringify({ error: { code: 400, message: "no", details: [] } }),
  ],
  run: (input) => parseIdPage(new TextDecoder().decode(input)),
};

export const catalogTargets: readonly FuzzTarget[] = [boeSummary, ckan, datosGob, sia, usgsPages, usgsIds];
