import { isMap, isNode, isScalar, LineCounter, type Document, parseDocument } from "yaml";
import type { z } from "zod";
import { MisuseError } from "../../domain/errors.ts";
import {
  ACCEPTED_FILE_KEYS,
  ACCEPTED_SOURCE_KEYS,
  type ACCESS_METHODS,
  type API_KINDS,
  type JURISDICTIONS,
  type PRIORITIES,
  REGISTRY_FILE,
  type RegistryFile,
  type SourceRow,
} from "./registry-schema.ts";

export type AccessMethod = (typeof ACCESS_METHODS)[number];
export type ApiKind = (typeof API_KINDS)[number];

/** One source of procedures: an administration's portal and how to find its pages. */
export interface RegistrySource {
  readonly id: string;
  readonly name: string;
  readonly nameAbbrev: string | null;
  readonly jurisdiction: (typeof JURISDICTIONS)[number];
  readonly ccaa: string | null;
  readonly municipio: string | null;
  readonly portalUrl: string;
  readonly sedeUrl: string | null;
  readonly accessMethod: AccessMethod;
  readonly sitemapUrls: readonly string[];
  readonly feedUrls: readonly string[];
  readonly apiUrl: string | null;
  /** As stated, else as the address tells; null where neither does. */
  readonly apiKind: ApiKind | null;
  readonly seedUrls: readonly string[];
  readonly pathPatterns: readonly string[];
  readonly languages: readonly string[];
  /** Between two requests, from `rate_limit_rps`; null where the default holds. */
  readonly delayMs: number | null;
  readonly priority: (typeof PRIORITIES)[number] | null;
}

const MAX_CHARACTERS = 4 * 1024 * 1024;
/** What an anchor may weigh, expanded: enough for people, too little for a bomb. */
const MAX_ALIASES = 100;

/**
 * Reads the text of a `registry.yaml`. `shipped` is the text of the registry that comes with the product: a file with
 * `extends: default` adds to it, and a source of its own with an id of the shipped one takes that one's place. Throws a
 * MisuseError that names file, line, key and source.
 */
export function parseRegistry(text: string, file: string, shipped?: string): readonly RegistrySource[] {
  if (text.length > MAX_CHARACTERS)
    throw new MisuseError(`${file} is larger than ${MAX_CHARACTERS} characters`);
  const lines = new LineCounter();
  const document = documentOf(text, file, lines);
  const at: Place = { file, document, lines };
  const registry = checked(valuesOf(at), at);
  const own = (registry.sources ?? []).map(sourceOf);
  const base = registry.extends === undefined ? [] : extended(at, shipped);
  const all = [...new Map([...base, ...own].map((source) => [source.id, source])).values()];
  if (all.length === 0)
    throw new MisuseError(`${file}: it lists no sources; give at least one under sources`);
  return all;
}

function documentOf(text: string, file: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, { lineCounter });
  } catch (cause) {
    // The parser follows what nests with calls.
    throw new MisuseError(`${file} nests too deeply to be read`, { cause });
  }
}

function extended(at: Place, shipped: string | undefined): readonly RegistrySource[] {
  if (shipped === undefined)
    throw refused(at, ["extends"], "there is nothing that this registry could extend");
  return parseRegistry(shipped, "the shipped registry");
}

interface Place {
  readonly file: string;
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
}

type Path = readonly PropertyKey[];

function valuesOf({ file, document, lines }: Place): unknown {
  const [error] = document.errors;
  if (error !== undefined) {
    const what = error.message
      .split("\n", 1)[0]
      ?.replace(/ at line \d+, column \d+:?$/, "")
      .slice(0, 200);
    throw new MisuseError(`${file}:${lines.linePos(error.pos[0]).line}: not valid YAML: ${what}`, {
      cause: error,
    });
  }
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause);
    throw new MisuseError(`${file}: its aliases cannot be resolved: ${what}`, { cause });
  }
}

function checked(values: unknown, at: Place): RegistryFile {
  const read = REGISTRY_FILE.safeParse(values ?? {});
  if (!read.success) {
    const [issue] = read.error.issues;
    throw issue === undefined ? read.error : refusal(issue, values, at);
  }
  refuseTwins(read.data.sources ?? [], at);
  return read.data;
}

function refuseTwins(sources: readonly SourceRow[], at: Place): void {
  const seen = new Set<string>();
  for (const [index, { id, access_method, api_url }] of sources.entries()) {
    const path = ["sources", index];
    if (seen.has(id)) throw refused(at, [...path, "id"], `the id ${id} is given twice; keep one`);
    seen.add(id);
    if (access_method === "api" && api_url === undefined) {
      throw refused(
        at,
        path,
        `${written(path)} (source ${id}) lacks the key api_url, which access_method api needs`,
      );
    }
  }
}

function refusal(issue: z.core.$ZodIssue, values: unknown, at: Place): MisuseError {
  const path = issue.path;
  const whose = sourceNamed(path, values);
  if (issue.code === "unrecognized_keys") {
    const key = issue.keys[0] ?? "";
    const accepted = (path.length === 0 ? ACCEPTED_FILE_KEYS : ACCEPTED_SOURCE_KEYS).join(", ");
    return refused(
      at,
      [...path, key],
      `unknown key ${written([...path, key])}${whose}; accepted here: ${accepted}`,
    );
  }
  const value = valueAt(values, path);
  if (value === undefined && path.length > 0) {
    const parent = path.slice(0, -1);
    return refused(
      at,
      parent,
      `${written(parent) || "the file"}${whose} lacks the key ${String(path.at(-1))}`,
    );
  }
  const where = path.length === 0 ? "the file" : written(path);
  return refused(at, path, `${where}${whose} should be ${issue.message}, not ${kindOf(value)}`);
}

function refused(at: Place, path: Path, problem: string): MisuseError {
  return new MisuseError(`${at.file}:${lineOf(at, path)}: ${problem}`);
}

/** ` (source age-sepe)`: people know their sources by name, not by number. */
function sourceNamed(path: Path, values: unknown): string {
  const id =
    path[0] === "sources" && path.length > 1 ? valueAt(values, [...path.slice(0, 2), "id"]) : undefined;
  return typeof id === "string" && /^[\w.-]{1,64}$/.test(id) ? ` (source ${id})` : "";
}

function valueAt(values: unknown, path: Path): unknown {
  let value = values;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** `sources[3].portal_url` */
function written(path: Path): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key).slice(0, 60)}`))
    .join("")
    .replace(/^\./, "");
}

/** The line of a key, of a list's item, or of what is nearest to it. */
function lineOf({ document, lines }: Place, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent: unknown = document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    const pair = isMap(parent)
      ? parent.items.find((one) => isScalar(one.key) && one.key.value === key)
      : undefined;
    const node: unknown = pair?.key ?? document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}

/** Not the value itself: an address may hold a key. */
function kindOf(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "keys and values";
  if (typeof value === "number") return `the number ${value}`;
  if (typeof value === "boolean") return String(value);
  return value === "" ? "an empty text" : "this text";
}

function sourceOf(row: SourceRow): RegistrySource {
  const method = row.access_method;
  return {
    id: row.id,
    name: row.name,
    nameAbbrev: row.name_abbrev ?? null,
    jurisdiction: row.jurisdiction,
    ccaa: row.ccaa ?? row.ccaa_code ?? null,
    municipio: row.municipio ?? null,
    portalUrl: row.portal_url.trim(),
    sedeUrl: row.sede_url?.trim() ?? null,
    accessMethod: method === "rss" || method === "atom" ? "feed" : method,
    sitemapUrls: row.sitemap_urls ?? [],
    feedUrls: row.feed_urls ?? [],
    apiUrl: row.api_url?.trim() ?? null,
    apiKind: row.api_kind ?? kindOfApi(row.api_url),
    seedUrls: row.seed_urls ?? [],
    pathPatterns: row.path_patterns ?? [],
    languages: row.languages,
    delayMs: row.rate_limit_rps === undefined ? null : Math.ceil(1000 / row.rate_limit_rps),
    priority: row.priority ?? null,
  };
}

/** Where the address alone tells; a base such as the portal's own does not. */
function kindOfApi(apiUrl: string | undefined): ApiKind | null {
  const path = apiUrl === undefined ? "" : new URL(apiUrl.trim()).pathname;
  if (/\/(?:datosabiertos\/api(?:\/boe(?:\/sumario.*)?)?|boe\/sumario(?:\/.*)?)\/?$/.test(path)) return "boe";
  if (/\/apidata(?:\/|$)/.test(path)) return "datos_gob";
  return /\/api\/\d\/?$|\/action\/?$|\/package_search\/?$/.test(path) ? "ckan" : null;
}
