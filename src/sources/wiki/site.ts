import type { JsonObject } from "../../domain/json.ts";
import { found, isObject, type Parsed, structureChanged, textOf } from "./json-value.ts";

/** What a wiki says of itself (`meta=siteinfo&siprop=general|namespaces`). */
export interface WikiSite {
  /** `source` of its pages. */
  readonly host: string;
  /** With its scheme, without a slash at the end. */
  readonly server: string;
  readonly articlePath: string;
  readonly name: string;
  /** `MediaWiki 1.39.17`. */
  readonly generator: string;
  /** The server's clock when it answered; null where it does not tell. */
  readonly time: string | null;
  /** Number to name as pages carry it before the colon; empty where it was not asked for. */
  readonly namespaces: ReadonlyMap<number, string>;
}

/** @param apiUrl Gives the scheme where the server names none (`//host`). */
export function readSite(query: JsonObject | null, apiUrl: string): Parsed<WikiSite> {
  const general = query?.["general"];
  if (!isObject(general)) return structureChanged("general information on the wiki", query ?? undefined);
  const server = absoluteServer(textOf(general["server"]), apiUrl);
  const articlePath = textOf(general["articlepath"]);
  if (server === null || articlePath?.includes("$1") !== true) {
    return structureChanged("server and articlepath of the wiki", general);
  }
  return found({
    host: new URL(server).host,
    server,
    articlePath,
    name: textOf(general["sitename"]) ?? new URL(server).host,
    generator: textOf(general["generator"]) ?? "unknown",
    time: textOf(general["time"]),
    namespaces: namespacesOf(query?.["namespaces"]),
  });
}

function absoluteServer(server: string | null, apiUrl: string): string | null {
  if (server === null || server === "" || !URL.canParse(server, apiUrl)) return null;
  const url = new URL(server, apiUrl);
  return /^https?:$/.test(url.protocol) ? url.origin : null;
}

function namespacesOf(value: unknown): ReadonlyMap<number, string> {
  const namespaces = new Map<number, string>();
  for (const one of Object.values((value ?? {}) as JsonObject)) {
    if (isObject(one) && Number.isSafeInteger(one["id"])) {
      namespaces.set(one["id"] as number, textOf(one["name"]) ?? "");
    }
  }
  return namespaces;
}
