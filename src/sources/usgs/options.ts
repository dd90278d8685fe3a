import { MisuseError } from "../../domain/errors.ts";
import { withoutLikelySecrets } from "../../domain/url-noise.ts";
import { DEFAULT_BASE_URL, isTemplate } from "./endpoints.ts";
import { STATE_CODES, stateCodeOf } from "./states.ts";

export interface UsgsCatalog {
  readonly kind: "csv" | "html";
  /** See endpoints.ts for `csv`; an `html` address with `{state}` is fetched once per state. */
  readonly url: string;
  /** Narrows the catalog to these states. @default all that are asked for */
  readonly states?: readonly string[];
}

export interface UsgsOptions {
  /** Base of the site. @default "https://my.usgs.gov" */
  readonly baseUrl: string;
  /** Where to look for documents. @default the base URL as one csv catalog */
  readonly catalogs: readonly UsgsCatalog[];
  /** Postal codes, in the order in which they are walked. @default TX, OK, LA, NM, CO, WY, ND, MT, KS */
  readonly states: readonly string[];
  /** Extensions of the documents that are fetched. @default ["pdf"] */
  readonly formats: readonly string[];
  /** Takes analyses of every kind, not routine core analyses only. @default false */
  readonly allAnalyses: boolean;
  /** Takes cuttings too, not cores only. @default false */
  readonly includeCuttings: boolean;
  /** What becomes of a document whose state is none: left out, or stored under `unknown`. @default "reject" */
  readonly unknownState: "reject" | "keep";
}

export const DEFAULT_STATES = ["TX", "OK", "LA", "NM", "CO", "WY", "ND", "MT", "KS"] as const;

export const DEFAULT_USGS_OPTIONS: UsgsOptions = Object.freeze({
  baseUrl: DEFAULT_BASE_URL,
  catalogs: [],
  states: DEFAULT_STATES,
  formats: ["pdf"],
  allAnalyses: false,
  includeCuttings: false,
  unknownState: "reject",
});

/** Extensions that analysis documents of the Center come with. */
export const FORMATS: ReadonlySet<string> = new Set(
  "pdf csv xls xlsx xlsm txt tsv las zip doc docx ppt pptx rtf xml json jpg jpeg png gif tif tiff bmp".split(
    " ",
  ),
);

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * Complete, checked options. What is given may come from a file: nothing about it is taken for granted.
 * Throws `MisuseError` for a state, address or format that is none.
 */
export function resolveUsgsOptions(given: Given<UsgsOptions> = {}): UsgsOptions {
  const catalogs = list("catalogs", given.catalogs ?? DEFAULT_USGS_OPTIONS.catalogs).map(resolveCatalog);
  return {
    baseUrl: siteUrl("base URL", given.baseUrl ?? DEFAULT_USGS_OPTIONS.baseUrl),
    catalogs,
    states: given.states === undefined ? statesToWalk(catalogs) : resolveStates(given.states),
    formats: resolveFormats(given.formats ?? DEFAULT_USGS_OPTIONS.formats),
    allAnalyses: yesOrNo("all-analyses", given.allAnalyses ?? DEFAULT_USGS_OPTIONS.allAnalyses),
    includeCuttings: yesOrNo(
      "include-cuttings",
      given.includeCuttings ?? DEFAULT_USGS_OPTIONS.includeCuttings,
    ),
    unknownState: choice("unknown-state", ["reject", "keep"], given.unknownState ?? "reject"),
  };
}

/** The default order, then states that only a catalog names: who configures a catalog for Utah wants Utah. */
function statesToWalk(catalogs: readonly UsgsCatalog[]): readonly string[] {
  return [...new Set([...DEFAULT_STATES, ...catalogs.flatMap((catalog) => catalog.states ?? [])])];
}

function resolveCatalog(catalog: unknown): UsgsCatalog {
  if (typeof catalog !== "object" || catalog === null) {
    throw new MisuseError(`catalog ${quote(catalog)}: use {kind: csv|html, url, states?: []}`);
  }
  const { kind, url, states, ...unknown } = catalog as Record<string, unknown>;
  const [stranger] = Object.keys(unknown);
  if (stranger !== undefined) {
    throw new MisuseError(`catalog key ${quote(stranger)}: a catalog has kind, url and states`);
  }
  return {
    kind: choice("catalog kind", ["csv", "html"], kind),
    url: siteUrl("catalog url", url, true),
    ...(states === undefined ? {} : { states: resolveStates(states) }),
  };
}

function resolveStates(states: unknown): readonly string[] {
  const named = list("states", states);
  if (named.length === 0) throw new MisuseError("states: name at least one, such as TX,OK");
  return [...new Set(named.map(resolveState))];
}

function resolveState(state: unknown): string {
  const code = typeof state === "string" ? stateCodeOf(state.trim()) : null;
  if (code !== null) return code;
  throw new MisuseError(
    `state ${quote(state)}: use US postal codes, ${[...STATE_CODES].toSorted().join(" ")}`,
  );
}

function resolveFormats(formats: unknown): readonly string[] {
  const named = list("formats", formats);
  if (named.length === 0) throw new MisuseError("formats: name at least one, such as pdf");
  return [...new Set(named.map(resolveFormat))];
}

function resolveFormat(format: unknown): string {
  const name = String(format).trim().toLowerCase().replace(/^\./, "");
  if (FORMATS.has(name)) return name;
  throw new MisuseError(`format ${quote(format)}: use ${[...FORMATS].join(", ")}`);
}

/** Keeps the address as it was written, so that `{state}` stays readable. */
function siteUrl(what: string, given: unknown, templateAllowed = false): string {
  const text = typeof given === "string" ? given.trim() : "";
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
    throw new MisuseError(
      `${what} ${quote(given)}: use an address such as https://my.usgs.gov, http or https, without user or password`,
    );
  }
  if (isTemplate(text) && (!templateAllowed || isTemplate(url.host))) {
    throw new MisuseError(`${what} ${quote(given)}: {state} may stand in the path of a catalog's url only`);
  }
  return text;
}

function list(what: string, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new MisuseError(`${what} ${quote(value)}: use a list`);
}

function yesOrNo(what: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  throw new MisuseError(`${what} ${quote(value)}: use true or false`);
}

function choice<T extends string>(what: string, accepted: readonly T[], value: unknown): T {
  const found = accepted.find((one) => one === value);
  if (found !== undefined) return found;
  throw new MisuseError(`${what} ${quote(value)}: use ${accepted.join(" or ")}`);
}

/** A password in an address that was mistyped must not end in a log. */
function quote(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
  return JSON.stringify(withoutLikelySecrets(text).slice(0, 100));
}
