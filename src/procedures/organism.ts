/** Who runs a procedure: as the page says, the registry's row, the domain, or the text, in that order (P24). */
import { type KnownOrganism, ORGANISMS } from "./organism-names.ts";
import { foldedWords } from "./plain-text.ts";
import type { ProcedureSource } from "./territory.ts";

export interface Organism {
  readonly name: string;
  /** Upper case, 2 to 10 letters. */
  readonly abbreviation: string;
}

export interface OrganismInput {
  /** What stands under "Organismo responsable". */
  readonly stated: string | null;
  readonly source: ProcedureSource | null;
  readonly host: string;
  readonly body: string;
}

const MAX_STATED = 200;

export function organismOf({ stated, source, host, body }: OrganismInput): Organism {
  const known = organismOfHost(host);
  const name = usable(stated) ?? source?.name ?? known?.name ?? namedIn(body) ?? host.replace(/^www\./, "");
  return { name, abbreviation: abbreviationOf(name, usable(stated), source, known) };
}

function usable(stated: string | null): string | null {
  const text = stated?.split("\n")[0]?.replace(/[.;]$/, "").trim() ?? "";
  return text.length >= 3 && text.length <= MAX_STATED ? text : null;
}

/** One that the name itself carries or that is known of it, then that of the source, so that ids do not move with wording. */
function abbreviationOf(
  name: string,
  stated: string | null,
  source: ProcedureSource | null,
  known: KnownOrganism | undefined,
): string {
  const carried = stated === null ? null : (carriedBy(stated) ?? knownByName(stated));
  const given = letters(source?.nameAbbrev ?? "");
  const fitting = given.length >= 2 && given.length <= 10 ? given : null;
  return carried ?? fitting ?? known?.abbreviation ?? knownByName(name) ?? carriedBy(name) ?? initials(name);
}

export function organismOfHost(host: string): KnownOrganism | undefined {
  return ORGANISMS.find(({ domains }) =>
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`)),
  );
}

/** Folded once: every file in `data/tramites/` is asked for at the beginning of every run. The first of a name counts. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(
  ORGANISMS.toReversed().map(({ name, abbreviation }) => [foldedWords(name), abbreviation]),
);

function knownByName(name: string): string | null {
  return ABBREVIATIONS.get(foldedWords(name)) ?? null;
}

/** "SEPE (Servicio Público …)", "Servicio Público de Empleo (SEPE)". */
function carriedBy(name: string): string | null {
  return /(?:^|\()([A-Z]{3,10})(?:\s*\(|\)|\s[-–—]\s|$)/.exec(name)?.[1] ?? null;
}

function letters(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z]/g, "")
    .toUpperCase();
}

/** Of "Ayuntamiento de Villaclara" the town, for there are eight thousand; else the first letters of its words. */
function initials(name: string): string {
  const town = /(?:Ayuntamiento|Ajuntament|Concello)\s+(?:de\s+|d['’]|da\s+|do\s+|del\s+|\()([^()/,]+)/.exec(
    name,
  )?.[1];
  if (town !== undefined) return padded(letters(town).slice(0, 10));
  const words = name.split(/[^\p{L}]+/u).filter((word) => /^\p{Lu}/u.test(word) && word.length > 2);
  const first = letters(words.map((word) => word[0]).join("")).slice(0, 10);
  return padded(first.length >= 2 ? first : letters(name).slice(0, 10));
}

const padded = (text: string) => (text.length >= 2 ? text : "ORG");

const IN_TEXT =
  /(?<!\p{L})(?:Ayuntamiento|Ajuntament|Concello|Ministerio|Consejería|Conselleria|Consellería|Departament|Diputación|Diputació|Servicio Público|Junta|Xunta|Generalitat|Gobierno|Govern|Comunidad|Cabildo|Consell|Universidad)\s+(?:de|d['’]|del|da|do|para)\s+(?:la |las |los |el |les )?\p{Lu}[\p{L}'’-]*(?:(?:,? (?:de|del|la|las|los|y|i|e|d['’])){0,3} \p{Lu}[\p{L}'’-]*){0,6}/u;

function namedIn(body: string): string | null {
  return IN_TEXT.exec(body.slice(0, 50_000))?.[0] ?? null;
}
