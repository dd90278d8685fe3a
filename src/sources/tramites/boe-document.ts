import { bodyText } from "./body-text.ts";
import { type Branch, childOf, childrenOf, fieldOf, outlineOf, textOf } from "./branch.ts";
import { calendarDay } from "./calendar-day.ts";
import { excerpt, found, type Parsed, structureChanged, webUrl } from "./parsed.ts";
import { readXml } from "./xml-branch.ts";

/** A name from one of the gazette's own lists, with its code. */
export interface Coded {
  readonly code: string | null;
  readonly name: string;
}

/** Another act that this one changes, cites, repeals …, or that does so to this one. */
export interface BoeReference {
  readonly identifier: string | null;
  /** `DEROGA`, `SE MODIFICA` … */
  readonly relation: string | null;
  readonly text: string;
}

export type BoeLanguage = "es" | "ca" | "eu" | "gl" | "ca-valencia";

/** What the gazette says about an act or announcement (`documento/metadatos` and `documento/analisis`). */
export interface BoeDocument {
  readonly identifier: string;
  readonly title: string;
  readonly department: Coded | null;
  readonly rank: Coded | null;
  readonly origin: Coded | null;
  readonly officialNumber: string | null;
  readonly gazette: Coded | null;
  readonly gazetteNumber: string | null;
  readonly section: string | null;
  readonly subsection: string | null;
  /** Days, `2024-05-29`. */
  readonly enacted: string | null;
  readonly published: string | null;
  readonly inForceSince: string | null;
  readonly repealedSince: string | null;
  readonly updated: string | null;
  /** No longer law: repealed, annulled by a court, or spent. */
  readonly lapsed: boolean;
  readonly firstPage: string | null;
  readonly lastPage: string | null;
  readonly consolidation: Coded | null;
  readonly subjects: readonly string[];
  readonly alerts: readonly string[];
  readonly notes: readonly string[];
  /** Acts that this one refers to. */
  readonly previous: readonly BoeReference[];
  /** Acts that refer to this one. */
  readonly later: readonly BoeReference[];
  readonly languages: readonly BoeLanguage[];
  readonly urlPdf: string | null;
  /** The translated editions, by language. */
  readonly urlPdfByLanguage: Readonly<Partial<Record<BoeLanguage, string>>>;
  readonly urlEpub: string | null;
  readonly urlEli: string | null;
  /** Before 1975 only the scanned page may exist. */
  readonly hasText: boolean;
}

const EXPECTED = "a BOE document (documento, metadatos, identificador, titulo)";

const TRANSLATIONS: readonly (readonly [string, BoeLanguage])[] = [
  ["urlpdfcatalan", "ca"],
  ["urlpdfeuskera", "eu"],
  ["urlpdfgallego", "gl"],
  ["urlpdfvalenciano", "ca-valencia"],
];

/** Reads the XML of one document of the gazette: what is said about it, and whether its text is there. */
export function readBoeDocument(
  body: string | Uint8Array,
  context: { readonly baseUrl: string; readonly contentType?: string | null },
): Parsed<BoeDocument> {
  const tree = readXml(bodyText(body, context.contentType), { name: "texto", under: "documento" });
  if (!tree.ok) return tree;
  const document = documentIn(tree.value);
  if (document.name === "error") return missing(fieldOf(document, "descripcion") ?? textOf(document));
  const metadata = childOf(document, "metadatos");
  const identifier = fieldOf(metadata, "identificador");
  const title = fieldOf(metadata, "titulo");
  if (metadata === undefined || identifier === null || title === null) {
    return structureChanged(EXPECTED, outlineOf(metadata ?? document));
  }
  return found({
    identifier,
    title,
    ...descriptionOf(metadata),
    ...datesOf(document, metadata),
    ...analysisOf(childOf(document, "analisis")),
    ...editionsOf(metadata, context.baseUrl),
    hasText: textOf(childOf(document, "texto")) !== "",
  });
}

/** The API wraps what the gazette's own XML begins with. */
function documentIn(root: Branch): Branch {
  const inside = root.name === "response" ? (childOf(root, "data") ?? root) : root;
  return childOf(inside, "documento", "error") ?? inside;
}

function missing(detail: string): Parsed<never> {
  return { ok: false, failure: { kind: "not_to_be_had", reason: "missing", detail: excerpt(detail) } };
}

function descriptionOf(metadata: Branch) {
  return {
    department: codedOf(metadata, "departamento"),
    rank: codedOf(metadata, "rango"),
    origin: codedOf(metadata, "origenlegislativo", "ambito"),
    officialNumber: fieldOf(metadata, "numerooficial", "numeroanuncio"),
    gazette: codedOf(metadata, "diario"),
    gazetteNumber: fieldOf(metadata, "diarionumero"),
    section: fieldOf(metadata, "seccion"),
    subsection: fieldOf(metadata, "subseccion"),
    firstPage: fieldOf(metadata, "paginainicial"),
    lastPage: fieldOf(metadata, "paginafinal"),
    consolidation: codedOf(metadata, "estadoconsolidacion"),
    lapsed: ["estatusderogacion", "judicialmenteanulada", "estatusanulacion", "vigenciaagotada"].some(
      (name) => fieldOf(metadata, name) === "S",
    ),
  };
}

function codedOf(branch: Branch, ...names: readonly string[]): Coded | null {
  const child = childOf(branch, ...names);
  const name = textOf(child);
  return name === "" ? null : { code: fieldOf(child, "codigo"), name };
}

function datesOf(document: Branch, metadata: Branch) {
  const day = (name: string) => calendarDay(fieldOf(metadata, name));
  return {
    enacted: day("fechadisposicion"),
    published: day("fechapublicacion"),
    inForceSince: day("fechavigencia"),
    repealedSince: day("fechaderogacion"),
    updated: calendarDay(fieldOf(document, "fechaactualizacion")) ?? day("fechaactualizacion"),
  };
}

function analysisOf(analysis: Branch | undefined) {
  const references = childOf(analysis, "referencias");
  return {
    subjects: textsIn(childOf(analysis, "materias"), "materia"),
    alerts: textsIn(childOf(analysis, "alertas"), "alerta"),
    notes: textsIn(childOf(analysis, "notas"), "nota"),
    previous: referencesIn(childOf(references, "anteriores"), "anterior"),
    later: referencesIn(childOf(references, "posteriores"), "posterior"),
  };
}

/** The texts of a list; a list without elements may hold one text of its own. */
function textsIn(list: Branch | undefined, name: string): readonly string[] {
  if (list === undefined) return [];
  const elements = childrenOf(list, name);
  const texts = (elements.length === 0 ? [list] : elements).map(textOf);
  return [...new Set(texts)].filter((text) => text !== "");
}

function referencesIn(list: Branch | undefined, name: string): readonly BoeReference[] {
  return (list === undefined ? [] : childrenOf(list, name)).map((reference) => ({
    identifier: fieldOf(reference, "referencia", "idnorma"),
    relation: fieldOf(reference, "palabra", "relacion"),
    text: fieldOf(reference, "texto") ?? "",
  }));
}

function editionsOf(metadata: Branch, baseUrl: string) {
  const address = (name: string) => webUrl(fieldOf(metadata, name), baseUrl);
  const translated = TRANSLATIONS.flatMap(([name, language]) => {
    const url = address(name);
    return url === null ? [] : [[language, url] as const];
  });
  return {
    languages: ["es" as const, ...translated.map(([language]) => language)],
    urlPdf: address("urlpdf"),
    urlPdfByLanguage: Object.fromEntries(translated),
    urlEpub: address("urlepub"),
    urlEli: address("urleli"),
  };
}
