import type { Json, JsonObject } from "../../domain/json.ts";
import { writtenUrl } from "../../finders/web-url.ts";
import {
  countOf,
  isObject,
  listOf,
  objectsOf,
  readJson,
  shownJson,
  wordsIn,
  wordsOf,
} from "./catalog-json.ts";
import type { CatalogEntry, CatalogPage, CatalogResource } from "./catalog-page.ts";
import { found, type Parsed, structureChanged } from "./parsed.ts";

/** The API gives no more on a page. */
export const DATOS_GOB_PAGE_SIZE = 50;

const EXPECTED = "an answer of datos.gob.es (result.items)";
const ENDPOINT = ["apidata", "catalog", "dataset"];

/**
 * `api_url` may be the portal, any beginning of `/apidata/catalog/dataset`, or a narrower question under it
 * (`…/dataset/keyword/vivienda`). Pages are counted from 0. Sorted by title, so that what changes meanwhile does not
 * move things from one page to another.
 */
export function datosGobUrl(apiUrl: string, page = 0, pageSize = DATOS_GOB_PAGE_SIZE): string {
  const url = new URL(apiUrl);
  const parts = url.pathname
    .replace(/\.json$/, "")
    .split("/")
    .filter((part) => part !== "");
  const start = parts.indexOf("apidata");
  const known = start === -1 ? 0 : ENDPOINT.filter((part, index) => parts[start + index] === part).length;
  if (known < ENDPOINT.length) parts.push(...ENDPOINT.slice(known));
  const narrowed = parts.at(-1) !== "dataset";
  url.pathname = `/${parts.join("/")}${narrowed ? "" : ".json"}`;
  url.searchParams.set("_page", String(page));
  url.searchParams.set("_pageSize", String(Math.min(pageSize, DATOS_GOB_PAGE_SIZE)));
  if (!url.searchParams.has("_sort")) url.searchParams.set("_sort", "title");
  url.hash = "";
  return url.href;
}

export function readDatosGobPage(
  body: string | Uint8Array,
  { askedUrl, contentType }: { readonly askedUrl: string; readonly contentType?: string | null },
): Parsed<CatalogPage> {
  const json = readJson(body, contentType);
  if (!json.ok) return json;
  const result = isObject(json.value) ? json.value["result"] : undefined;
  const items = isObject(result) ? result["items"] : undefined;
  if (!isObject(result) || typeof items !== "object") {
    return structureChanged(EXPECTED, shownJson(isObject(result) ? result : json.value));
  }
  const rows = listOf(items);
  const entries = rows.filter(isObject).flatMap((row) => entryOf(row, askedUrl) ?? []);
  if (rows.length > 0 && entries.length === 0) {
    return structureChanged("data sets with _about and title", shownJson(rows[0]));
  }
  return found({
    entries,
    unreadable: rows.length - entries.length,
    total: countOf(result["totalResults"] ?? result["totalItems"]),
    next: nextOf(result["next"], askedUrl),
  });
}

/**
 * The API names the next page by its public address. Only the number is taken from it: behind a mirror, and with
 * https, the rest is not where we are.
 */
function nextOf(next: Json | undefined, askedUrl: string): string | null {
  const link = isObject(next) ? wordsIn(next, "_about", "href", "@id") : wordsOf(next);
  if (link === null) return null;
  const asked = new URL(askedUrl);
  const named = countOf(URL.parse(link, askedUrl)?.searchParams.get("_page"));
  const current = countOf(asked.searchParams.get("_page")) ?? 0;
  asked.searchParams.set("_page", String(named ?? current + 1));
  return asked.href;
}

function entryOf(item: JsonObject, askedUrl: string): CatalogEntry | null {
  const about = wordsIn(item, "_about", "@id", "uri");
  const id = about ?? wordsOf(item["identifier"]);
  if (id === null) return null;
  return {
    id,
    title: wordsOf(item["title"]) ?? id,
    url: writtenUrl(about, askedUrl) ?? writtenUrl(wordsOf(item["landingPage"]), askedUrl),
    resources: objectsOf(item["distribution"]).flatMap((one) => resourceOf(one, askedUrl) ?? []),
    organisation: organisationOf(item["publisher"]),
    modified: wordsOf(item["modified"]),
    status: null,
    supplementary: item,
  };
}

function resourceOf(distribution: JsonObject, baseUrl: string): CatalogResource | null {
  const url = writtenUrl(wordsIn(distribution, "accessURL", "downloadURL"), baseUrl);
  if (url === null) return null;
  const format = distribution["format"];
  return {
    url,
    title: wordsOf(distribution["title"]),
    format: isObject(format) ? wordsIn(format, "value", "label", "_value", "_about") : wordsOf(format),
  };
}

/** Mostly its address in the register of organisations; sometimes with a name. */
function organisationOf(publisher: Json | undefined): string | null {
  return isObject(publisher)
    ? wordsIn(publisher, "prefLabel", "name", "title", "notation", "_about")
    : wordsOf(publisher);
}
