/**
 * A curated file of any age as a `ProcedureDoc` v1 (`levada tramites import`): fields of today are filled from the older
 * ones where they are missing, and every older field stays. Migrating again changes nothing.
 */
import { contentOf, derivedFields } from "./completeness.ts";
import { channelOfProcedure } from "./fields/channels.ts";
import { olderContent, textsIn } from "./older-fields.ts";
import { organismOf } from "./organism.ts";
import { checkProcedure, type ProcedureCheck, type SourceType } from "./procedure-doc.ts";
import { idOf, slugOfName } from "./procedure-id.ts";
import { procedureTypeOf } from "./procedure-type.ts";
import { tagsOf } from "./tags.ts";
import { sourceTypeOf, territoryOf } from "./territory.ts";

export type CuratedFile = Readonly<Record<string, unknown>>;

export const LONG_AGO = "1970-01-01T00:00:00Z";

/** `importedAt` (ISO 8601) is when it was read, for files that do not say when they were. */
export function migrateProcedure(file: unknown, importedAt = LONG_AGO): ProcedureCheck {
  if (typeof file !== "object" || file === null || Array.isArray(file)) {
    return { ok: false, problems: ["document: should be a JSON object"] };
  }
  return checkProcedure(migrated(file as CuratedFile, importedAt));
}

/** In today's form as far as it goes, also where that is not far enough. */
export function migrated(file: CuratedFile, importedAt = LONG_AGO): CuratedFile {
  const filled = { ...file, ...missing(file, identityOf(file)) };
  const content = { ...filled, ...missing(filled, olderContent(filled)) };
  const whole = { ...content, ...missing(content, factsOf(content, importedAt)) };
  const { verified_at = null, verified_by = null } = whole as CuratedFile;
  return { ...whole, verified_at, verified_by, ...derivedFields(whole) };
}

/** Only what is not there; what a person wrote is never replaced. */
function missing(file: CuratedFile, fields: CuratedFile): CuratedFile {
  const entries = Object.entries(fields).filter(
    ([field, value]) => file[field] === undefined && value != null,
  );
  return Object.fromEntries(entries);
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

function identityOf(file: CuratedFile): CuratedFile {
  const url = text(file["fuente_url"]) || text(file["source_url"]);
  const host = URL.parse(url)?.hostname ?? "";
  const body = textsIn(contentOf(file)).join("\n");
  const organism = organismOf({ stated: text(file["organismo"]) || null, source: null, host, body });
  const territorio = territoryOf({ host, organism: organism.name, body: "", source: null });
  const source_type = (text(file["source_type"]) || sourceTypeOf(territorio)) as SourceType;
  const tramite = text(file["tramite"]) || text(file["id"]) || slugOfName(text(file["nombre"]));
  return {
    version: 1,
    tramite,
    id: idOf(
      source_type,
      text(file["organismo_abrev"]) || organism.abbreviation,
      tramite.replaceAll("_", "-").toLowerCase(),
    ),
    source_url: url,
    fuente_url: url,
    source_urls: [url],
    source_domain: host,
    source_type,
    organismo: organism.name,
    organismo_abrev: organism.abbreviation,
    territorio,
  };
}

/** A file that says it was verified was verified by a person. */
function factsOf(file: CuratedFile, importedAt: string): CuratedFile {
  const verified = momentOf(file["fecha_verificacion"]) ?? momentOf(file["verified_at"]);
  const canal = channelOfProcedure(null, textsIn(file["como_solicitar"]).join("\n"));
  const tipo = procedureTypeOf(text(file["nombre"]));
  const territorio = file["territorio"] as { nivel?: string; ccaa?: string | null } | undefined;
  const idioma = text(file["idioma"]) || "es";
  return {
    canal,
    tipo,
    tags: tagsOf([tipo, territorio?.nivel, territorio?.ccaa, canal]),
    idioma,
    idiomas_disponibles: [idioma],
    extracted_at: verified ?? importedAt,
    ...(file["verificado"] === true ? { verified_at: verified, verified_by: "manual" } : {}),
  };
}

function momentOf(value: unknown): string | null {
  const day = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d.*)?$/.exec(text(value));
  return day === null ? null : day[2] === undefined ? `${day[1]}T00:00:00Z` : text(value);
}
