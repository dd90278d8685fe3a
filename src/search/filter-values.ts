/** What people may say in a filter, and what the index calls it. */
import type { SearchFilters } from "../domain/search-document.ts";
import { communitySlug, COMMUNITY_SLUGS, slugOf } from "./slugs.ts";
import { foldText } from "./words.ts";

export const LEVELS: readonly string[] = ["estatal", "autonomico", "local"];
export const CHANNELS: readonly string[] = ["electronico", "presencial", "mixto"];
const LANGUAGES: readonly string[] = ["es", "ca", "gl", "eu", "en"];
/** Those of procedures, and those of documents. */
const TYPES: readonly string[] = [
  ..."prestacion subvencion certificado inscripcion licencia solicitud reclamacion tarjeta homologacion pago renovacion".split(
    " ",
  ),
  ..."html pdf boe_xml form_html form_pdf docx odt wikitext".split(" "),
];

/** Names of places as people say them, and what is meant. */
const SAID: ReadonlyMap<string, string> = new Map(
  Object.entries({
    autonomica: "autonomico",
    ccaa: "autonomico",
    age: "estatal",
    state: "estatal",
    municipal: "local",
    electronica: "electronico",
    online: "electronico",
    mixta: "mixto",
  }),
);

/** The values that documents of the index have. */
export type KnownValues = (name: keyof SearchFilters) => readonly string[];

export interface RefusedFilter {
  readonly ok: false;
  readonly name: keyof SearchFilters;
  readonly value: string;
  /** What could have been said. */
  readonly accepted: readonly string[];
}

export type CheckedFilters = { readonly ok: true; readonly filters: SearchFilters } | RefusedFilter;

type Check = (
  value: string,
  known: () => readonly string[],
) => string | { readonly accepted: readonly string[] };

const CHECKS: Readonly<Record<keyof SearchFilters, Check>> = {
  source: (value, known) => (known().includes(value) ? value : { accepted: known() }),
  level: (value) => oneOf(value, LEVELS),
  channel: (value) => oneOf(value, CHANNELS),
  type: (value, known) => oneOf(value, [...new Set([...TYPES, ...known()])]),
  lang: (value, known) => oneOf(value, [...new Set([...LANGUAGES, ...known()])]),
  ccaa: (value, known) =>
    communitySlug(value) ?? oneOf(value, [...new Set([...COMMUNITY_SLUGS, ...known()])]),
  municipio: (value, known) => oneOfThese(known(), (one) => slugOf(one) === slugOf(value), slugOf(value)),
  organism: (value, known) => {
    const asked = foldText(value);
    return asked === ""
      ? { accepted: known() }
      : oneOfThese(known(), (one) => foldText(one).includes(asked), value);
  },
};

export const FILTER_NAMES: readonly string[] = Object.keys(CHECKS);

function oneOf(value: string, accepted: readonly string[]): ReturnType<Check> {
  const slug = slugOf(value);
  const meant = SAID.get(slug) ?? slug;
  return accepted.includes(meant) ? meant : { accepted };
}

/** What anybody may be called: only the index knows. An empty one takes everything. */
function oneOfThese(
  known: readonly string[],
  isMeant: (one: string) => boolean,
  meant: string,
): ReturnType<Check> {
  return known.length === 0 || known.some(isMeant) ? meant : { accepted: known };
}

/** The first that is not understood ends it. */
export function checkFilters(given: SearchFilters, known: KnownValues): CheckedFilters {
  const filters: Partial<Record<keyof SearchFilters, string>> = {};
  for (const [name, value] of Object.entries(given) as [keyof SearchFilters, string | undefined][]) {
    if (value === undefined) continue;
    const checked = CHECKS[name](value, () => known(name));
    if (typeof checked !== "string") return { ok: false, name, value, accepted: checked.accepted };
    filters[name] = checked;
  }
  return { ok: true, filters };
}
