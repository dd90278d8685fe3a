import { NO_FACTS, type SearchDocument, type SearchFacts } from "../../domain/search-document.ts";
import { communitySlug, slugOf } from "../slugs.ts";
import { allTexts, type Fields, isFields, textIn, textsIn, tidyText } from "./fields.ts";

export interface ProcedureFile {
  /** Relative to the root. */
  readonly path: string;
  /** Its name without the ending. */
  readonly name: string;
  /** As it is written. */
  readonly json: Fields;
  /** As this version would write it, where that is known: fills in what older files do not say. */
  readonly filled: Fields;
}

/** What comes first is what a snippet shows where nothing else says more. */
const FIRST = ["descripcion", "requisitos", "documentos_necesarios", "como_solicitar", "plazos", "tasas"];

/** What stands in them says what it is. */
const UNNAMED = new Set([
  "base_legal",
  "donde_solicitar",
  "telefono",
  "datos_importantes",
  "datos_adicionales",
]);

/** Said elsewhere, or nothing that anybody looks for. */
const LEFT_OUT = new Set([
  ...FIRST,
  "version",
  "id",
  "tramite",
  "nombre",
  "nombre_alternativo",
  "keywords",
  "tags",
  "source_url",
  "source_urls",
  "fuente_url",
  "source_domain",
  "source_type",
  "organismo",
  "organismo_abrev",
  "territorio",
  "tipo",
  "canal",
  "idioma",
  "idioma_secundario",
  "idiomas_disponibles",
  "extracted_at",
  "verified_at",
  "verified_by",
  "verificado",
  "fecha_verificacion",
  "content_hash",
  "word_count",
  "completeness_score",
]);

/** A file of `data/tramites/`, of any age. */
export function procedureDocument({ path, name, json, filled }: ProcedureFile): SearchDocument {
  const id = textIn(json, "tramite") ?? name;
  const facts = factsOf({ ...filled, ...json });
  const title = textIn(json, "nombre") ?? id.replaceAll(/[_-]+/g, " ");
  const rest = Object.keys(json).filter((field) => !LEFT_OUT.has(field));
  return {
    source: "tramites",
    key: path,
    id,
    title,
    url: textIn(json, "fuente_url") ?? textIn(json, "source_url"),
    path,
    keywords: [
      ...textsIn(json["keywords"]),
      ...textsIn(json["nombre_alternativo"]),
      id.replaceAll("_", " "),
      ...textsIn(facts.organism),
      ...textsIn(facts.organismAbbrev),
      ...textsIn(json["tags"]),
    ],
    headings: [],
    text: tidyText([
      ...FIRST.flatMap((field) => [...allTexts(json[field])]),
      ...rest.flatMap((field) => [
        UNNAMED.has(field) ? "" : field.replaceAll("_", " "),
        ...allTexts(json[field]),
      ]),
    ]),
    filters: facts,
    updatedAt: textIn(json, "extracted_at") ?? textIn(json, "fecha_verificacion"),
  };
}

function factsOf(fields: Fields): SearchFacts {
  const territory = isFields(fields["territorio"]) ? fields["territorio"] : {};
  const slug = (place: string) => slugOrNull(textIn(territory, place));
  const ccaa = textIn(territory, "ccaa");
  return {
    ...NO_FACTS,
    level: slug("nivel"),
    ccaa: ccaa === null ? null : (communitySlug(ccaa) ?? slugOf(ccaa)),
    provincia: slug("provincia"),
    municipio: slug("municipio"),
    organism: textIn(fields, "organismo"),
    organismAbbrev: textIn(fields, "organismo_abrev"),
    type: slugOrNull(textIn(fields, "tipo")),
    channel: slugOrNull(textIn(fields, "canal")),
    languages: languagesOf(fields),
  };
}

function slugOrNull(value: string | null): string | null {
  const slug = slugOf(value ?? "");
  return slug === "" ? null : slug;
}

/** Its own first; then those it can be read in besides. */
function languagesOf(fields: Fields): readonly string[] {
  const own = [textIn(fields, "idioma"), textIn(fields, "idioma_secundario")];
  const codes = own.flatMap((code) => (code === null ? [] : code.toLowerCase()));
  return [...new Set(codes.filter((code) => /^[a-z]{2,3}$/.test(code)))];
}
