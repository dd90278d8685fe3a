/** How much of a procedure is filled, by weight (P29), and what is counted and hashed of it. */
import { createHash } from "node:crypto";
import { wordCount } from "../domain/extracted-document.ts";
import { SECTION_FIELDS } from "../extraction/section-names.ts";

/** In tenths, so that sums are exact; together 82. */
export const FIELD_WEIGHTS = {
  nombre: 10,
  descripcion: 10,
  requisitos: 10,
  documentos_necesarios: 10,
  como_solicitar: 10,
  organismo: 8,
  plazos: 6,
  fuente_url: 5,
  donde_solicitar: 3,
  tasas: 3,
  base_legal: 3,
  telefono: 2,
  datos_importantes: 2,
} as const;

const TOTAL = Object.values(FIELD_WEIGHTS).reduce((sum, weight) => sum + weight, 0);

type Fields = Readonly<Record<string, unknown>>;

export function completenessOf(procedure: Fields): number {
  const filled = Object.entries(FIELD_WEIGHTS)
    .filter(([field]) => isSaid(field, procedure))
    .reduce((sum, [, weight]) => sum + weight, 0);
  return Math.round((filled / TOTAL) * 10_000) / 10_000;
}

/** How many of the parts of P23 it has, beside its name. */
export function sectionCount(procedure: Fields): number {
  return SECTION_FIELDS.filter((field) => field !== "nombre" && isFilled(procedure[field])).length;
}

export function isFilled(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (Array.isArray(value)) return value.some(isFilled);
  if (typeof value === "object" && value !== null) return Object.values(value).some(isFilled);
  return typeof value === "number" || typeof value === "boolean";
}

/** Filled by what the page says, not by what we know of it anyway. */
export function isSaid(field: string, procedure: Fields): boolean {
  return isFilled(procedure[field]) && !isStandIn(field, procedure);
}

/** What stands for a description where a page has none: it is true, and it does not count. */
export function standInDescription(nombre: string, organismo: string): string {
  return `${nombre}. Trámite de: ${organismo}.`;
}

function isStandIn(field: string, { nombre, organismo, descripcion }: Fields): boolean {
  return field === "descripcion" && descripcion === standInDescription(String(nombre), String(organismo));
}

/** What a procedure says, without what is said of it: two readings of one text have one hash. */
const ABOUT_IT: ReadonlySet<string> = new Set(
  "version id tramite source_url fuente_url source_urls source_domain source_type keywords tags extracted_at verified_at verified_by revisado_por verificado fecha_verificacion content_hash word_count completeness_score idiomas_disponibles".split(
    " ",
  ),
);

export function contentOf(procedure: Fields): Record<string, unknown> {
  const fields = Object.entries(procedure).filter(
    ([field, value]) => !ABOUT_IT.has(field) && value !== undefined,
  );
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function contentHash(procedure: Fields): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(contentOf(procedure))))
    .digest("hex");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === "string") return value.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The fields that follow from the others. */
export function derivedFields(procedure: Fields): {
  readonly content_hash: string;
  readonly word_count: number;
  readonly completeness_score: number;
} {
  return {
    content_hash: contentHash(procedure),
    word_count: Math.max(1, wordCount(textsOf(contentOf(procedure)).join("\n"))),
    completeness_score: completenessOf(procedure),
  };
}
