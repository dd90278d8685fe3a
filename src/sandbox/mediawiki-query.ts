import { LOG_EVENTS, RECENT_CHANGES } from "./mediawiki-changes.ts";
import { Continuation } from "./mediawiki-continuation.ts";
import { ALL_CATEGORIES, ALL_PAGES, ALL_REDIRECTS } from "./mediawiki-lists.ts";
import type { ModuleContext, QueryModule } from "./mediawiki-module.ts";
import { isoSeconds } from "./mediawiki-page.ts";
import { PageSet } from "./mediawiki-pageset.ts";
import { ApiError, Params } from "./mediawiki-params.ts";
import { CATEGORIES, EXTRACTS, INFO, REVISIONS } from "./mediawiki-props.ts";
import { ApiResult, type JsonObject } from "./mediawiki-result.ts";
import { SITE_INFO } from "./mediawiki-siteinfo.ts";
import type { Wiki } from "./mediawiki-wiki.ts";

/** What the API answers from, apart from the request. */
export interface ApiSite {
  readonly wiki: Wiki;
  readonly origin: string;
  readonly maxResultBytes: number;
  readonly retentionMs: number;
  /** Seconds behind; refused to whoever asks for less with `maxlag`. */
  readonly lag: number;
}

const PROPS = [INFO, REVISIONS, CATEGORIES, EXTRACTS];
const LISTS = [ALL_PAGES, ALL_CATEGORIES, ALL_REDIRECTS, RECENT_CHANGES, LOG_EVENTS];
const METAS = [SITE_INFO];
const GENERATORS = [ALL_PAGES];

const MAIN_PARAMS = [
  "action",
  "format",
  "formatversion",
  "maxlag",
  "utf8",
  "ascii",
  "uselang",
  "requestid",
  "curtimestamp",
];
const QUERY_PARAMS = [
  "prop",
  "list",
  "meta",
  "generator",
  "titles",
  "pageids",
  "revids",
  "redirects",
  "continue",
];
const HOST = "sandbox";
const ACTIONS = ["query"] as const;

/** The answer to a request, in `formatversion=2`. */
export function answerQuery(site: ApiSite, request: ReadonlyMap<string, string>): JsonObject {
  const params = new Params(request, [...MAIN_PARAMS, ...QUERY_PARAMS]);
  refuseWhenLagged(site.lag, params.integer("maxlag"));
  params.choice("action", ACTIONS, "query");
  const props = modulesOf(params, "prop", PROPS);
  const others = [...modulesOf(params, "list", LISTS), ...modulesOf(params, "meta", METAS)];
  const continuation = new Continuation(request, names(props), names(others));
  const result = new ApiResult(site.maxResultBytes);
  const pages = new PageSet(site.wiki, result, params.has("redirects"));
  const context: ModuleContext = { ...site, params, result, continuation, pages };
  if (!continuation.generatorDone) findPages(context);
  for (const module of [...props, ...others]) if (continuation.runs(module.name)) module.run(context);
  return { ...envelope(site, params, result, continuation), ...extras(params, site.wiki) };
}

const names = (modules: readonly QueryModule[]) => modules.map(({ name }) => name);

/** $wgShowHostnames is on, as on the server this is modelled on. */
function refuseWhenLagged(lag: number, maxlag: number | null): void {
  if (maxlag === null || lag <= maxlag) return;
  throw maxlagError(lag, maxlag);
}

export function maxlagError(lag: number, maxlag: number): ApiError {
  const details = { host: HOST, lag, type: "db" };
  const headers = { "Retry-After": String(Math.max(maxlag, 5)), "X-Database-Lag": String(lag) };
  return new ApiError("maxlag", `Waiting for ${HOST}: ${lag} seconds lagged.`, details, headers);
}

function modulesOf(params: Params, kind: string, all: readonly QueryModule[]): readonly QueryModule[] {
  const wanted = params.subset("query", kind, names(all), []);
  const modules = [...wanted]
    .map((name) => all.find((module) => module.name === name))
    .filter((one) => one !== undefined);
  for (const module of modules) params.know(module.params.map((name) => module.prefix + name));
  return modules;
}

function findPages(context: ModuleContext): void {
  const { params, pages, continuation } = context;
  const name = params.text("generator");
  if (name === null) return pages.fromRequest(params);
  const generator = GENERATORS.find((one) => one.name === name);
  if (generator === undefined) throw new ApiError("badgenerator", `Unknown "generator=${name}".`);
  const prefix = `g${generator.prefix}`;
  params.know(generator.params.map((param) => prefix + param));
  if (params.has("redirects")) {
    const info = `Use "${prefix}filterredir=nonredirects" instead of "redirects" when using "${name}" as a generator.`;
    throw new ApiError("params", info);
  }
  const { pages: found, next } = generator.pages(context, prefix);
  if (next !== null) continuation.goOnWithGenerator(`${prefix}continue`, next);
  pages.fromGenerator(found);
}

/** What any request may ask for on top. */
function extras(params: Params, wiki: Wiki): JsonObject {
  const requestid = params.text("requestid");
  return {
    ...(requestid === null ? {} : { requestid }),
    ...(params.has("curtimestamp") ? { curtimestamp: isoSeconds(wiki.now) } : {}),
  };
}

function envelope(site: ApiSite, params: Params, result: ApiResult, continuation: Continuation): JsonObject {
  const { next, batchComplete } = continuation.result();
  const query = result.query();
  if (result.truncated) {
    const limit = site.maxResultBytes.toLocaleString("en-US");
    const text = `This result was truncated because it would otherwise be larger than the limit of ${limit} bytes.`;
    params.warn("result", text);
  }
  const { unknown } = params;
  if (unknown.length > 0) {
    params.warn("main", `Unrecognized parameter${unknown.length > 1 ? "s" : ""}: ${unknown.join(", ")}.`);
  }
  const warnings = [...params.warnings].map(([module, text]) => [module, { warnings: text }]);
  return {
    ...(batchComplete ? { batchcomplete: true } : {}),
    ...(next === null ? {} : { continue: next }),
    ...(warnings.length === 0 ? {} : { warnings: Object.fromEntries(warnings) }),
    ...(params.limits.size === 0 ? {} : { limits: Object.fromEntries(params.limits) }),
    ...(Object.keys(query).length === 0 ? {} : { query }),
  };
}

/** The body of an error. */
export function errorBody({ code, message, details }: ApiError, origin: string): JsonObject {
  const docref = `See ${origin}/w/api.php for API usage. Subscribe to the mediawiki-api-announce mailing list for notice of API deprecations and breaking changes.`;
  return { error: { code, info: message, ...details, docref } as JsonObject, servedby: HOST };
}
