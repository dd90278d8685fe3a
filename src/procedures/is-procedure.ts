/** What is a procedure, and what only looks like one (settled question). */
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { SECTION_FIELDS, type SectionField } from "../extraction/section-names.ts";
import { DEFAULT_PATH_PATTERNS, matchingPattern } from "../finders/procedure-markers.ts";
import { foldedWords, plainLine } from "./plain-text.ts";
import type { Section } from "./sections.ts";

export type NoProcedureReason =
  | "requires_js_rendering"
  | "requires_ocr"
  | "too_little_text"
  | "news"
  | "list_of_links"
  | "no_sections"
  | "too_few_sections";

export interface Refusal {
  readonly reason: NoProcedureReason;
  /** For people: what was seen. */
  readonly detail: string;
}

const MIN_WORDS = 50;
const HARDLY_ANY = 20;
const ENOUGH_SECTIONS = 3;

/** Before its language is asked: there is nothing to read. */
export function refusalOfText(document: ExtractedDocument, fields: readonly SectionField[]): Refusal | null {
  const { word_count: words, requires_js_rendering, requires_ocr } = document.metadata;
  const isLittle = words < HARDLY_ANY || (words < MIN_WORDS && fields.length < ENOUGH_SECTIONS);
  if (requires_js_rendering && isLittle)
    return { reason: "requires_js_rendering", detail: `${words} words before its scripts run` };
  if (requires_ocr && isLittle) return { reason: "requires_ocr", detail: "the pages are images" };
  return isLittle ? { reason: "too_little_text", detail: `${words} words` } : null;
}

export function refusalOfKind(
  document: ExtractedDocument,
  sections: readonly Section[],
  pathPatterns: readonly string[] = DEFAULT_PATH_PATTERNS,
): Refusal | null {
  const fields = filledFields(sections);
  return (
    newsRefusal(document) ??
    linksRefusal(document, fields) ??
    sectionsRefusal(document, sections, pathPatterns)
  );
}

const FIELDS: ReadonlySet<string> = new Set(SECTION_FIELDS);

/** The fields of P23 that parts with something in them stand for; a name alone tells nothing. */
export function filledFields(sections: readonly Section[]): SectionField[] {
  const kinds = sections.filter(({ parts }) => parts.length > 0).map(({ kind }) => kind);
  const found = new Set(kinds.filter((kind): kind is SectionField => kind !== null && FIELDS.has(kind)));
  found.delete("nombre");
  return SECTION_FIELDS.filter((field) => found.has(field));
}

const NEWS_PATH =
  /\/(?:noticias?|news|notas?-(?:de-)?prensa|sala-de-prensa|prensa|actualidad|noticies|actualitat|premsa|notes-de-premsa|novas|actualidade|albisteak?|berriak|blog|comunicados?|eventos|agenda)(?:\/|$)/;
const NEWS_TITLE =
  /^ (?:noticias?|nota de prensa|comunicado de prensa|noticies|nota de premsa|albisteak?|nova|novas|prentsa oharra) /;
const NEWS_LINE =
  /^ (?:noticias?|nota de prensa|comunicado de prensa|notas de prensa|noticia destacada|nota de premsa|noticies|albistea|albisteak|prentsa oharra|sala de prensa|actualidad) $/;
const FIRST_LINES = 6;

function newsRefusal({ source_url, title, extracted_text, headings }: ExtractedDocument): Refusal | null {
  const path = URL.parse(source_url)?.pathname.toLowerCase() ?? "";
  const segment = NEWS_PATH.exec(path)?.[0];
  if (segment !== undefined) return { reason: "news", detail: `its address has ${segment}` };
  const named = [title, headings[0]?.text ?? ""].find((text) => NEWS_TITLE.test(foldedWords(text)));
  if (named !== undefined) return { reason: "news", detail: `it is called "${named}"` };
  const lines = extracted_text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, FIRST_LINES);
  const said = lines.map(plainLine).find((line) => NEWS_LINE.test(foldedWords(line)));
  return said === undefined ? null : { reason: "news", detail: `it says "${said}"` };
}

const LIST_TITLE =
  /^ (?:listado|lista|catalogo|indice|directorio|buscador|mapa web|mapa del sitio|mapa del web|enlaces|todos los tramites|todos los procedimientos|resultados de la busqueda|cataleg|llistat|tramites y servicios|tramites y gestiones|tramites mas|izapideen zerrenda|izapideen katalogoa) |^ (?:tramites|tramits|izapideak|procedimientos|servicios|gestiones|sede electronica|tramites destacados|tramites online) $/;
const LINKED = 0.6;

/** A list says so, or is links for the most part and has none of what a procedure has. */
function linksRefusal(document: ExtractedDocument, fields: readonly SectionField[]): Refusal | null {
  const share = linkedShare(document);
  const isNamedSo = LIST_TITLE.test(foldedWords(document.title));
  if (isNamedSo && (share >= 0.3 || fields.length < ENOUGH_SECTIONS)) {
    return { reason: "list_of_links", detail: `it is called "${document.title}"` };
  }
  const isMostlyLinks = document.links.length >= 5 && share >= LINKED && fields.length < ENOUGH_SECTIONS;
  return isMostlyLinks
    ? { reason: "list_of_links", detail: `${Math.round(share * 100)} % of its text are links` }
    : null;
}

function linkedShare({ links, extracted_text }: ExtractedDocument): number {
  const linked = links.reduce((sum, { text }) => sum + text.length, 0);
  // Of `[text](address)` only the text is read.
  const addresses = links.reduce((sum, { url }) => sum + url.length + 4, 0);
  const whole = Math.max(linked, extracted_text.length - addresses);
  return whole === 0 ? 0 : linked / whole;
}

/** Parts that offices put on pages of every kind: alone they make no procedure. */
const TELLING: ReadonlySet<SectionField> = new Set<SectionField>([
  "requisitos",
  "documentos_necesarios",
  "plazos",
  "tasas",
  "como_solicitar",
]);

function sectionsRefusal(
  { source_url }: ExtractedDocument,
  sections: readonly Section[],
  pathPatterns: readonly string[],
): Refusal | null {
  const fields = filledFields(sections);
  const telling = fields.filter((field) => TELLING.has(field));
  if (telling.length === 0) return { reason: "no_sections", detail: "no part of a procedure was recognised" };
  if (fields.length >= ENOUGH_SECTIONS) return null;
  const url = URL.parse(source_url);
  const patterns = pathPatterns.length > 0 ? pathPatterns : DEFAULT_PATH_PATTERNS;
  if (url !== null && matchingPattern(url, patterns) !== null) return null;
  return {
    reason: "too_few_sections",
    detail: `only ${fields.join(", ")}, and its address is no procedure's`,
  };
}
