/** Where a procedure holds: from the row of the registry, else from domain and text (P24). */
import type { SourceType, Territory } from "./procedure-doc.ts";
import { foldedWords, slugOf } from "./plain-text.ts";
import { COMMUNITIES, PROVINCE_ALIASES, PROVINCES, TOWNS } from "./territory-names.ts";

/** The row of the source registry that a document belongs to, as far as it matters here. */
export interface ProcedureSource {
  readonly name: string;
  readonly nameAbbrev?: string | null;
  readonly jurisdiction: "age" | "ccaa" | "local";
  readonly ccaa?: string | null;
  readonly municipio?: string | null;
  readonly pathPatterns?: readonly string[];
  readonly languages?: readonly string[];
}

export interface TerritoryInput {
  readonly host: string;
  readonly organism: string;
  readonly body: string;
  readonly source: ProcedureSource | null;
}

export function territoryOf(input: TerritoryInput): Territory {
  const found = input.source === null ? fromPage(input) : completed(fromSource(input.source), input);
  if (found.nivel !== "local" || found.provincia != null) return found;
  const named = provinceNamed(/\(([^()]+)\)/.exec(input.organism)?.[1] ?? "");
  if (named !== null && (found.ccaa == null || found.ccaa === named[1]))
    return { ...found, provincia: named[0], ccaa: named[1] };
  const written = { ...found, ...provinceIn(input.body, found.ccaa ?? null) };
  return written.ccaa == null ? { ...written, ccaa: communityOfEnding(input.host) } : written;
}

/** Domains of a language are those of its country: a town in .gal is in Galicia. */
const ENDINGS: ReadonlyMap<string, string> = new Map([
  ["gal", "galicia"],
  ["cat", "cataluna"],
  ["eus", "pais_vasco"],
]);

function communityOfEnding(host: string): string | null {
  return ENDINGS.get(host.split(".").at(-1) ?? "") ?? null;
}

function provinceNamed(name: string): readonly [province: string, community: string] | null {
  const words = foldedWords(name);
  const alias = PROVINCE_ALIASES.find(([other]) => words.includes(` ${other} `))?.[1];
  const slug =
    alias ??
    Object.values(PROVINCES).find(([province]) => words.includes(` ${province.replaceAll("_", " ")} `))?.[0];
  return Object.values(PROVINCES).find(([province]) => province === slug) ?? null;
}

export function sourceTypeOf({ nivel }: Territory): Exclude<SourceType, "boe"> {
  return nivel === "estatal" ? "age" : nivel === "autonomico" ? "ccaa" : "local";
}

function territory(
  nivel: Territory["nivel"],
  ccaa: string | null = null,
  municipio: string | null = null,
  provincia: string | null = null,
): Territory {
  return { nivel, ccaa, provincia, municipio };
}

function fromSource({ jurisdiction, ccaa, municipio }: ProcedureSource): Territory {
  const town = municipio == null || municipio.trim() === "" ? null : slugOf(municipio, "_");
  const known = TOWNS.find(([, name]) => name === town);
  const province = known === undefined ? undefined : PROVINCES[known[2]];
  const community = ccaa == null || ccaa.trim() === "" ? (province?.[1] ?? null) : communityNamed(ccaa);
  if (jurisdiction === "age") return territory("estatal");
  if (jurisdiction === "ccaa") return territory("autonomico", community);
  return territory("local", community, town, province?.[0] ?? null);
}

/** A row may say no more than "ccaa" or "local": its name, the office, the domain and the text say of where, in that order. */
function completed(found: Territory, { source, organism, host, body }: TerritoryInput): Territory {
  if (found.nivel === "estatal" || (found.nivel === "local" ? found.municipio : found.ccaa) != null)
    return found;
  const [name, office] = [source?.name ?? "", organism].map(foldedWords);
  const said =
    found.nivel === "local"
      ? [byOrganism(source?.name ?? ""), byOrganism(organism), byDomain(host), byText(body)]
      : [namedCommunity(name), namedCommunity(office), byDomain(host), byText(body)];
  const fitting = said.find(
    (place) =>
      place?.nivel === found.nivel &&
      (place.ccaa ?? place.municipio) != null &&
      (place.ccaa == null || found.ccaa == null || place.ccaa === found.ccaa),
  );
  return fitting == null ? found : { ...fitting, ccaa: found.ccaa ?? fitting.ccaa ?? null };
}

function namedCommunity(words = ""): Territory | null {
  const community = COMMUNITIES.find(({ names }) => names.some((name) => words.includes(` ${name} `)));
  return community === undefined ? null : territory("autonomico", community.slug);
}

export function communityNamed(name: string): string {
  const words = foldedWords(name).trim();
  const known = COMMUNITIES.find(
    ({ names, slug }) => names.includes(words) || slug === words.replaceAll(" ", "_"),
  );
  return known?.slug ?? slugOf(name, "_");
}

const within = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

function fromPage({ host, organism, body }: TerritoryInput): Territory {
  return byDomain(host) ?? byOrganism(organism) ?? byText(body) ?? territory("estatal");
}

function byDomain(host: string): Territory | null {
  const town = TOWNS.find(([domain]) => within(host, domain));
  if (town !== undefined)
    return territory("local", PROVINCES[town[2]]?.[1] ?? null, town[1], PROVINCES[town[2]]?.[0] ?? null);
  const community = COMMUNITIES.find(({ domains }) => domains.some((domain) => within(host, domain)));
  if (community !== undefined) return territory("autonomico", community.slug);
  if (
    /(?:^|\.)(?:gob\.es|sepe\.es|seg-social\.es|agenciatributaria\.es|dgt\.es|boe\.es|ine\.es|imserso\.es|muface\.es|policia\.es)$/.test(
      host,
    )
  ) {
    return territory("estatal");
  }
  return byTownDomain(host);
}

/** `www.ayto-cosa.es`, `ajuntament.cosa.cat`, `concellodecosa.gal`, `cosakoudala.eus`, `sede.cosa.sedelectronica.es`. */
const TOWN_DOMAIN =
  /(?:^|\.)(?:ayto-?|ayuntamiento(?:de)?-?|ajuntament(?:de)?[-.]?|aj-|concello(?:de)?-?)([a-z][a-z0-9-]{2,40})\.|(?:^|\.)([a-z][a-z0-9-]{2,40}?)(?:ko)?udala\.|^(?:sede\.)?([a-z][a-z0-9-]{2,40})\.sedelectronica\.(?:es|cat|eus|gal)$/;

function byTownDomain(host: string): Territory | null {
  const match = TOWN_DOMAIN.exec(host);
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  return name === undefined ? null : territory("local", null, name.replaceAll("-", "_"));
}

const TOWN_HALL =
  /(?:Ayuntamiento|Ajuntament|Concello|Concejo|Concejalía)\s+(?:de\s+(?:la\s+ciudad\s+de\s+)?|d['’]|del\s+|da\s+|do\s+|\()\s*(?:l['’]|(?:la|las|los|el|els|les|a|o|as|os)\s+)?(\p{Lu}[\p{L}'’-]*(?:(?:\s+(?:de|del|la|las|los|el|les|els|y|i|d['’])){0,2}\s+\p{Lu}[\p{L}'’-]*){0,4})/u;
const BASQUE_TOWN_HALL = /(\p{Lu}\p{L}+?)(?:r?eko|ko)?\s+[Uu]dala/u;

/** Governments of a province or an island. */
const PROVINCIAL =
  / (?:diputacion|diputacio|deputacion|aldundia|cabildo|consell insular|consell de mallorca|consell d eivissa|consell comarcal|mancomunidad|mancomunitat|mancomunidade|mankomunitatea|comarca) /;

function byOrganism(organism: string): Territory | null {
  const town = TOWN_HALL.exec(organism)?.[1] ?? BASQUE_TOWN_HALL.exec(organism)?.[1];
  if (town !== undefined) return townTerritory(town);
  const words = foldedWords(organism);
  if (PROVINCIAL.test(words)) {
    const [province = null, community = null] = provinceNamed(organism) ?? [];
    return territory("local", community, null, province);
  }
  if (/ (?:ayuntamiento|ajuntament|concello|udala|municipal) /.test(words)) return territory("local");
  if (
    / (?:ministerio|ministeri|ministerioa|seguridad social|servicio publico de empleo estatal|agencia tributaria|direccion general de trafico|policia nacional|estatal|del estado) /.test(
      words,
    )
  ) {
    return territory("estatal");
  }
  return byCommunityName(words);
}

function townTerritory(town: string): Territory {
  const slug = slugOf(town, "_");
  const known = TOWNS.find(([, name]) => name === slug);
  const province = known === undefined ? capitalOf(town) : PROVINCES[known[2]];
  return territory("local", province?.[1] ?? null, slug, province?.[0] ?? null);
}

/** A town of its province's name, in any of its languages, is its capital. */
function capitalOf(town: string): readonly [province: string, community: string] | undefined {
  const words = foldedWords(town).trim();
  const slug = PROVINCE_ALIASES.find(([other]) => other === words)?.[1] ?? words.replaceAll(" ", "_");
  return Object.values(PROVINCES).find(([province]) => province === slug);
}

/** Names of administrations only: a town or a river may be called like a community. */
const GOVERNMENT =
  /(?:comunidad|junta|generalitat|govern|gobierno|xunta|principado|region|consejeria|conselleria|ciudad autonoma|eusko jaurlaritza|jaurlaritza|nafarroako gobernua|comunitat)/;

function byCommunityName(words: string): Territory | null {
  if (!GOVERNMENT.test(words)) return null;
  const community = COMMUNITIES.find(({ names }) => names.some((name) => words.includes(` ${name} `)));
  return territory("autonomico", community?.slug ?? null);
}

function byText(body: string): Territory | null {
  const town = TOWN_HALL.exec(body)?.[1];
  if (town !== undefined) return townTerritory(town);
  const words = foldedWords(body.slice(0, 20_000));
  const named = COMMUNITIES.find(({ names }) =>
    names.some((name) => GOVERNMENT.test(name) && words.includes(` ${name} `)),
  );
  return named === undefined ? null : territory("autonomico", named.slug);
}

/** The first postal code of the text that fits the community. */
function provinceIn(body: string, ccaa: string | null): Partial<Territory> {
  for (const [, code = ""] of body
    .slice(0, 50_000)
    .matchAll(/(?<![\d.,/-])((?:0[1-9]|[1-4]\d|5[0-2])\d{3})(?=\s+\p{Lu})/gu)) {
    const province = PROVINCES[code.slice(0, 2)];
    if (province !== undefined && (ccaa === null || ccaa === province[1])) {
      return { provincia: province[0], ccaa: province[1] };
    }
  }
  return {};
}
