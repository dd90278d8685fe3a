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
import { excerpt, found, type Parsed, structureChanged } from "./parsed.ts";

/** CKAN gives at most 1,000; portals often allow fewer, which is why what came counts and not what was asked for. */
export const CKAN_ROWS = 100;

const EXPECTED = "an answer of CKAN's package_search (success, result.count, result.results)";

/** `api_url` may be the portal, the base of the API in any depth, or `package_search` itself with its own question. */
export function ckanSearchUrl(apiUrl: string, start = 0, rows = CKAN_ROWS): string {
  const url = new URL(apiUrl);
  const parts = url.pathname.split("/").filter((part) => part !== "");
  url.pathname = `/${[...parts, ...missingEnd(parts)].join("/")}`;
  url.searchParams.set("rows", String(rows));
  url.searchParams.set("start", String(start));
  url.hash = "";
  return url.href;
}

/** What the path lacks of `api/3/action/package_search`. */
function missingEnd(parts: readonly string[]): readonly string[] {
  const last = parts.at(-1) ?? "";
  if (last === "package_search") return [];
  if (last === "action") return ["package_search"];
  if (last === "api") return ["3", "action", "package_search"];
  const versioned = /^\d$/.test(last) && parts.at(-2) === "api";
  return [...(versioned ? [] : ["api", "3"]), "action", "package_search"];
}

/** Reads one answer; `askedUrl` tells where in the catalog we are. */
export function readCkanPage(
  body: string | Uint8Array,
  { askedUrl, contentType }: { readonly askedUrl: string; readonly contentType?: string | null },
): Parsed<CatalogPage> {
  const json = readJson(body, contentType);
  if (!json.ok) return json;
  const answer = isObject(json.value) ? json.value : {};
  if (answer["success"] === false || answer["success"] === "false") return refusalIn(answer);
  const result = answer["result"];
  const results = isObject(result) ? result["results"] : undefined;
  if (!isObject(result) || (results !== null && typeof results !== "object")) {
    return structureChanged(EXPECTED, shownJson(isObject(result) ? result : json.value));
  }
  return pageOf(listOf(results), countOf(result["count"]), askedUrl);
}

function pageOf(rows: readonly Json[], total: number | null, askedUrl: string): Parsed<CatalogPage> {
  const entries = rows.filter(isObject).flatMap((row) => entryOf(row, askedUrl) ?? []);
  if (rows.length > 0 && entries.length === 0) {
    return structureChanged("data sets with name or id", shownJson(rows[0]));
  }
  const start = countOf(new URL(askedUrl).searchParams.get("start")) ?? 0;
  const reached = start + rows.length;
  const more = rows.length > 0 && (total === null || reached < total);
  return found({
    entries,
    unreadable: rows.length - entries.length,
    total,
    next: more ? startingAt(askedUrl, reached) : null,
  });
}

function startingAt(askedUrl: string, start: number): string {
  const url = new URL(askedUrl);
  url.searchParams.set("start", String(start));
  return url.href;
}

function refusalIn(answer: JsonObject): Parsed<never> {
  const error = answer["error"];
  const code = isObject(error) ? (wordsOf(error["__type"]) ?? "error") : "error";
  const detail = isObject(error) ? (wordsOf(error["message"]) ?? shownJson(error)) : (wordsOf(error) ?? "");
  // A question that is wrong stays wrong; a search engine that is down comes back.
  const retryable = !/validation|not found|authorization|access denied/i.test(`${code} ${detail}`);
  return {
    ok: false,
    failure: { kind: "api_error", code: excerpt(code, 60), detail: excerpt(detail), retryable },
  };
}

function entryOf(row: JsonObject, askedUrl: string): CatalogEntry | null {
  const name = wordsOf(row["name"]);
  const id = wordsOf(row["id"]) ?? name;
  if (id === null) return null;
  const organisation = row["organization"];
  return {
    id,
    title: wordsIn(row, "title_translated", "title", "name") ?? id,
    url: writtenUrl(wordsOf(row["url"]), askedUrl) ?? dataSetPage(askedUrl, name ?? id),
    resources: objectsOf(row["resources"]).flatMap((resource) => resourceOf(resource, askedUrl) ?? []),
    organisation: isObject(organisation)
      ? wordsIn(organisation, "title", "display_name", "name")
      : (wordsOf(organisation) ?? wordsOf(row["author"])),
    modified: wordsOf(row["metadata_modified"]),
    status: wordsOf(row["state"]),
    supplementary: row,
  };
}

function resourceOf(resource: JsonObject, baseUrl: string): CatalogResource | null {
  const url = writtenUrl(wordsOf(resource["url"]), baseUrl);
  if (url === null) return null;
  return {
    url,
    title: wordsIn(resource, "name_translated", "name", "description"),
    format: wordsOf(resource["format"]),
  };
}

/** CKAN shows every data set at `/dataset/{name}` of the portal that the API belongs to. */
function dataSetPage(askedUrl: string, name: string): string {
  const url = new URL(askedUrl);
  const portal = url.pathname.replace(/\/api(?:\/\d+)?\/action\/package_search\/?$/, "");
  return new URL(`${portal}/dataset/${encodeURIComponent(name)}`, url.origin).href;
}
