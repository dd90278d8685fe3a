/** What the gazette's XML says about a document: `metadatos` and `analisis`, in the forms they have had (P16). */
import type { BoeCoded, BoeLanguage, BoeRecord, BoeReference } from "../../domain/boe-record.ts";
import { calendarDay } from "../../finders/calendar-day.ts";
import { webUrl } from "../../finders/web-url.ts";
import { type PageElement, squeezed, textOf } from "../html/element.ts";
import { childNamed, childrenNamed, fieldOf } from "../xml/xml-tree.ts";

/** The parts of an answer, wherever they stand in it. */
export interface BoeParts {
  readonly document: PageElement;
  readonly metadata: PageElement | undefined;
  readonly analysis: PageElement | undefined;
}

type Described = Omit<BoeRecord, "identifier" | "consolidated" | "lapsed_parts">;

const IDENTIFIER = /\b(?:BO[A-Z]*|DO[A-Z]{1,4})-[A-Z]-\d{4}-\d+\b/i;

const TRANSLATIONS: readonly (readonly [string, BoeLanguage])[] = [
  ["urlpdfcatalan", "ca"],
  ["urlpdfeuskera", "eu"],
  ["urlpdfgallego", "gl"],
  ["urlpdfvalenciano", "ca-valencia"],
];

const LAPSED = ["estatusderogacion", "judicialmenteanulada", "estatusanulacion", "vigenciaagotada"];

export function boeRecord({ document, metadata, analysis }: BoeParts, baseUrl: string): Described {
  return {
    ...descriptionOf(metadata),
    ...datesOf(document, metadata),
    ...analysisOf(analysis),
    ...editionsOf(metadata, baseUrl),
  };
}

/** The first identifier in a text: `https://www.boe.es/buscar/doc.php?id=BOE-A-2013-12913`, `Ref. BOE-A-2013-12913`. */
export function identifierIn(text: string): string | null {
  return IDENTIFIER.exec(text)?.[0]?.toUpperCase() ?? null;
}

/** Where the gazette shows a document of its own; null for those of others (`DOUE-L-…`). */
export function boeAddress(identifier: string | null): string | null {
  return identifier?.startsWith("BOE-") === true
    ? `https://www.boe.es/buscar/doc.php?id=${identifier}`
    : null;
}

function descriptionOf(metadata: PageElement | undefined) {
  return {
    department: codedOf(metadata, "departamento"),
    rank: codedOf(metadata, "rango"),
    origin: codedOf(metadata, "origenlegislativo", "ambito"),
    official_number: fieldOf(metadata, "numerooficial", "numeroanuncio"),
    gazette: codedOf(metadata, "diario"),
    gazette_number: fieldOf(metadata, "diarionumero"),
    section: fieldOf(metadata, "seccion"),
    subsection: fieldOf(metadata, "subseccion"),
    first_page: fieldOf(metadata, "paginainicial"),
    last_page: fieldOf(metadata, "paginafinal"),
    consolidation: codedOf(metadata, "estadoconsolidacion"),
    lapsed: LAPSED.some((name) => fieldOf(metadata, name) === "S"),
  };
}

function codedOf(parent: PageElement | undefined, ...names: readonly string[]): BoeCoded | null {
  const child = childNamed(parent, ...names);
  const name = child === undefined ? "" : squeezed(textOf(child));
  return name === "" ? null : { code: fieldOf(child, "codigo"), name };
}

function datesOf(document: PageElement, metadata: PageElement | undefined) {
  const day = (name: string) => calendarDay(fieldOf(metadata, name));
  return {
    enacted: day("fechadisposicion"),
    published: day("fechapublicacion"),
    in_force_since: day("fechavigencia"),
    repealed_since: day("fechaderogacion"),
    updated: calendarDay(fieldOf(document, "fechaactualizacion")) ?? day("fechaactualizacion"),
  };
}

function analysisOf(analysis: PageElement | undefined) {
  const references = childNamed(analysis, "referencias");
  return {
    subjects: [
      ...textsIn(childNamed(analysis, "materias"), "materia"),
      // Of announcements: what is bought, by the common vocabulary of procurement.
      ...textsIn(childNamed(analysis, "materiascpv"), "materiacpv"),
    ],
    alerts: textsIn(childNamed(analysis, "alertas"), "alerta"),
    notes: textsIn(childNamed(analysis, "notas"), "nota"),
    previous: referencesIn(childNamed(references, "anteriores"), "anterior"),
    later: referencesIn(childNamed(references, "posteriores"), "posterior"),
  };
}

/** The texts of a list; a list without elements may hold one text of its own. */
function textsIn(list: PageElement | undefined, name: string): readonly string[] {
  if (list === undefined) return [];
  const elements = childrenNamed(list, name);
  const texts = (elements.length === 0 ? [list] : elements).map((element) => squeezed(textOf(element)));
  return [...new Set(texts)].filter((text) => text !== "");
}

function referencesIn(list: PageElement | undefined, name: string): readonly BoeReference[] {
  return childrenNamed(list, name).map((reference) => {
    const identifier = fieldOf(reference, "referencia", "idnorma");
    return {
      identifier,
      url: boeAddress(identifier),
      relation: fieldOf(reference, "palabra", "relacion"),
      text: fieldOf(reference, "texto") ?? "",
    };
  });
}

function editionsOf(metadata: PageElement | undefined, baseUrl: string) {
  const address = (name: string) => {
    const written = fieldOf(metadata, name);
    // A word alone ("n/a") is no address.
    return written !== null && /^(?:https?:\/\/|\/)/i.test(written) ? webUrl(written, baseUrl) : null;
  };
  const translated = TRANSLATIONS.flatMap(([name, language]) => {
    const url = address(name);
    return url === null ? [] : [[language, url] as const];
  });
  return {
    languages: ["es" as const, ...translated.map(([language]) => language)],
    url_pdf: address("urlpdf"),
    url_pdf_by_language: Object.fromEntries(translated),
    url_epub: address("urlepub"),
    url_eli: address("urleli"),
  };
}
