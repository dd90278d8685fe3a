/**
 * Listings of procedures by organism, as the administration's information system (SIA) and the general access point
 * (PAG) keep them. The real interface is not public, so nothing of it is taken for granted. What is assumed:
 *
 * - An answer is JSON: a list, or an object with the list in it under one of `LIST_NAMES` (also wrapped once or twice,
 *   `{"data":{"procedimientos":[…]}}`). One procedure may come as an object instead of a list of one.
 * - A procedure has a name and a code or a page. Names of fields are compared without capitals, accents, `_`, `-`.
 * - More pages are announced by a link (`next`, `siguiente`, `_links.next.href`, `links.next`), or by the number of
 *   this page and of all pages, or by a total with a `page` in the address that was asked. A link to another host is
 *   not followed: the listing then counts as incomplete.
 * - `api_url` is asked as it stands; one organism, if need be, is part of it.
 */
import type { Json, JsonObject } from "../../domain/json.ts";
import { writtenUrl } from "../../finders/web-url.ts";
import { countOf, isObject, listOf, readJson, shownJson, valueOf, wordsIn, wordsOf } from "./catalog-json.ts";
import type { CatalogEntry, CatalogPage } from "./catalog-page.ts";
import { found, type Parsed, structureChanged } from "./parsed.ts";

const EXPECTED = "a list of procedures (codigo, denominacion, organismo, url)";

const LIST_NAMES = [
  "procedimientos",
  "tramites",
  "actuaciones",
  "servicios",
  "items",
  "results",
  "resultados",
].concat([
  "registros",
  "elementos",
  "content",
  "lista",
  "listado",
  "data",
  "datos",
  "result",
  "response",
  "respuesta",
]);

const NAMES = {
  id: [
    "codigoSIA",
    "codSia",
    "idSIA",
    "sia",
    "codigo",
    "codigoActuacion",
    "idProcedimiento",
    "id",
    "identificador",
  ],
  title: ["denominacion", "denominacionProcedimiento", "titulo", "nombre", "title", "name"],
  url: [
    "urlTramite",
    "urlProcedimiento",
    "urlSede",
    "urlInformacion",
    "url",
    "enlace",
    "enlaceTramite",
    "link",
    "href",
  ],
  organisation: [
    "organismo",
    "organismoResponsable",
    "organo",
    "unidadTramitadora",
    "departamento",
    "organism",
  ],
  modified: [
    "fechaActualizacion",
    "fechaModificacion",
    "ultimaActualizacion",
    "updated",
    "modified",
    "fecha",
  ],
  status: ["estado", "situacion", "status"],
} as const;

/** How deep a list may be wrapped. */
const MAX_WRAPPING = 3;

export function readSiaPage(
  body: string | Uint8Array,
  { askedUrl, contentType }: { readonly askedUrl: string; readonly contentType?: string | null },
): Parsed<CatalogPage> {
  const json = readJson(body, contentType);
  if (!json.ok) return json;
  const rows = listIn(json.value, 0);
  if (rows === null) return structureChanged(EXPECTED, shownJson(json.value));
  const entries = rows.flatMap((row) => (isObject(row) ? (entryOf(row, askedUrl) ?? []) : []));
  if (rows.length > 0 && entries.length === 0) return structureChanged(EXPECTED, shownJson(rows[0]));
  const envelope = envelopesOf(json.value);
  const total = firstCount(envelope, "total", "totalElements", "totalRegistros", "totalResultados", "count");
  const next = nextOf(envelope, askedUrl, rows.length, total);
  const lost = next === "elsewhere" ? 1 : 0;
  return found({
    entries,
    unreadable: rows.length - entries.length + lost,
    total,
    next: next === "elsewhere" ? null : next,
  });
}

/** Null where nothing looks like a list of procedures. */
function listIn(json: Json, depth: number): readonly Json[] | null {
  if (Array.isArray(json)) return json as readonly Json[];
  if (!isObject(json)) return null;
  if (isProcedure(json)) return [json];
  if (depth === MAX_WRAPPING) return null;
  for (const name of LIST_NAMES) {
    const value = valueOf(json, name);
    const list = value === undefined ? null : value === null ? [] : listIn(value, depth + 1);
    if (list !== null) return list;
  }
  return null;
}

function isProcedure(object: JsonObject): boolean {
  const named = wordsIn(object, ...NAMES.title) !== null;
  return named && (wordsIn(object, ...NAMES.id) !== null || wordsIn(object, ...NAMES.url) !== null);
}

function entryOf(row: JsonObject, askedUrl: string): CatalogEntry | null {
  const title = wordsIn(row, ...NAMES.title);
  const url = writtenUrl(addressIn(row), askedUrl);
  const id = wordsIn(row, ...NAMES.id) ?? url;
  if (title === null || id === null) return null;
  return {
    id,
    title,
    url,
    resources: [],
    organisation: wordsOf(namedPart(valueOf(row, ...NAMES.organisation))),
    modified: wordsIn(row, ...NAMES.modified),
    status: wordsOf(namedPart(valueOf(row, ...NAMES.status))),
    supplementary: row,
  };
}

function addressIn(row: JsonObject): string | null {
  for (const name of NAMES.url) {
    const value = listOf(valueOf(row, name))[0];
    const address = isObject(value) ? wordsIn(value, "url", "href", "enlace") : wordsOf(value);
    if (address !== null) return address;
  }
  return null;
}

/** An organism or a state may be an object with a code and a name. */
function namedPart(value: Json | undefined): Json | undefined {
  return isObject(value)
    ? (valueOf(value, "denominacion", "nombre", "descripcion", "name", "titulo", "codigo") ?? value)
    : value;
}

/** The objects around the list: where paging is announced. */
function envelopesOf(json: Json): readonly JsonObject[] {
  if (!isObject(json) || isProcedure(json)) return [];
  const inside = LIST_NAMES.map((name) => valueOf(json, name)).filter(isObject);
  const around = ["page", "pagina", "paginacion", "pagination", "meta"].map((name) => valueOf(json, name));
  return [json, ...inside.filter((one) => !isProcedure(one)), ...around.filter(isObject)];
}

function firstCount(envelopes: readonly JsonObject[], ...names: readonly string[]): number | null {
  for (const envelope of envelopes) {
    for (const name of names) {
      const count = countOf(valueOf(envelope, name));
      if (count !== null) return count;
    }
  }
  return null;
}

function nextOf(
  envelopes: readonly JsonObject[],
  askedUrl: string,
  rows: number,
  total: number | null,
): string | "elsewhere" | null {
  const link = envelopes.map(nextLink).find((one) => one !== null);
  if (link !== undefined && link !== null) return sameHost(link, askedUrl);
  return rows === 0 ? null : nextNumber(envelopes, askedUrl, rows, total);
}

function nextLink(envelope: JsonObject): string | null {
  const own = valueOf(envelope, "next", "siguiente", "nextPage", "paginaSiguiente");
  const links = valueOf(envelope, "_links", "links", "enlaces");
  const linked = isObject(links) ? valueOf(links, "next", "siguiente") : undefined;
  for (const value of [own, linked]) {
    const address = isObject(value) ? wordsIn(value, "href", "url") : wordsOf(value);
    if (address !== null && /[/?]/.test(address)) return address;
  }
  return null;
}

function sameHost(link: string, askedUrl: string): string {
  const asked = new URL(askedUrl);
  const next = URL.parse(link, askedUrl);
  if (next === null || next.host !== asked.host) return "elsewhere";
  // An https listing that names its pages by http is still asked by https.
  next.protocol = asked.protocol;
  return next.href;
}

const PAGE_PARAMETERS = ["page", "pagina", "_page", "numPagina", "pag"];

/** Without a link: the number of this page, as the address has it or the answer says it, and whether there are more. */
function nextNumber(
  envelopes: readonly JsonObject[],
  askedUrl: string,
  rows: number,
  total: number | null,
): string | null {
  const url = new URL(askedUrl);
  const parameter = PAGE_PARAMETERS.find((name) => url.searchParams.has(name)) ?? "page";
  const said = firstCount(envelopes, "page", "pagina", "number", "paginaActual", "currentPage");
  const current = countOf(url.searchParams.get(parameter)) ?? said ?? 1;
  const pages = firstCount(envelopes, "totalPages", "totalPaginas", "paginas", "numPaginas", "pages");
  // Counted from 0 or from 1: where it is not clear, one question too many does no harm.
  const more = pages === null ? total !== null && total > rows : (said ?? current) < pages;
  if (!more || saysLast(envelopes)) return null;
  url.searchParams.set(parameter, String(current + 1));
  return url.href;
}

function saysLast(envelopes: readonly JsonObject[]): boolean {
  return envelopes.some((one) => valueOf(one, "last", "ultima") === true);
}
