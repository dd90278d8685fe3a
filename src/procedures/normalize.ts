/** A document of any kind (P20) as a procedure (P28), or why it is none (P32). */
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { asUri } from "../domain/uri.ts";
import type { SectionField } from "../extraction/section-names.ts";
import { derivedFields } from "./completeness.ts";
import { contentFields } from "./content-fields.ts";
import {
  filledFields,
  HARDLY_ANY,
  type Refusal,
  refusalOfKind,
  refusalOfSite,
  refusalOfText,
} from "./is-procedure.ts";
import { keywordsOf } from "./keywords.ts";
import { languagesOf, type ProcedureLanguages } from "./language.ts";
import { organismOf } from "./organism.ts";
import { plainLine } from "./plain-text.ts";
import { checkProcedure, type ProcedureDoc } from "./procedure-doc.ts";
import { idOf, slugOfName } from "./procedure-id.ts";
import { procedureTypeOf } from "./procedure-type.ts";
import { type Section, sectionsOf } from "./sections.ts";
import { isCalledAsSite, withoutShared } from "./shared-lines.ts";
import { tagsOf } from "./tags.ts";
import { type ProcedureSource, sourceTypeOf, territoryOf } from "./territory.ts";

export interface NormalizeContext {
  /** ISO 8601. */
  readonly extractedAt: string;
  /** The row of the registry that the page was found by, where there is one. */
  readonly source?: ProcedureSource | null;
  /** The canonical address, where it is not that of the document. */
  readonly url?: string;
  /** A person has said that it is a procedure, whatever it looks like. @default false */
  readonly isAccepted?: boolean;
  /** Lines of the page that are its site's, as `SiteLines` tells them. @default none is known */
  readonly siteLines?: readonly string[];
  /** What people's files are found by. @default there are none */
  readonly claimedWords?: readonly string[];
}

export type NormalizeResult =
  | {
      readonly outcome: "normalized";
      readonly procedure: ProcedureDoc;
      readonly sections: readonly SectionField[];
    }
  | ({ readonly outcome: "not_a_procedure" } & Refusal)
  | { readonly outcome: "unexpected_language"; readonly language: string; readonly detail: string }
  | { readonly outcome: "normalization_failed"; readonly problems: readonly string[] };

export function normalizeDocument(document: ExtractedDocument, context: NormalizeContext): NormalizeResult {
  // Whether it is a procedure hangs on what it says of itself, not on other pages of its site.
  const own = sectionsOf(document.extracted_text, document.title);
  const sections = withoutShared(own, document, new Set(context.siteLines));
  const unread = refusalOfSite(document) ?? refusalOfText(document, filledFields(own));
  const { isAccepted = false } = context;
  const languages =
    languagesOf(document.metadata, context.source?.languages ?? []) ?? (isAccepted ? ASSUMED : null);
  const isReadable = unread?.reason === "too_little_text" && document.metadata.word_count >= HARDLY_ANY;
  if (unread !== null && !isAccepted && (languages !== null || !isReadable))
    return { outcome: "not_a_procedure", ...unread };
  if (languages === null) return unexpectedLanguage(document);
  const refusal = isAccepted ? null : refusalOfKind(document, own, context.source?.pathPatterns);
  if (refusal !== null) return { outcome: "not_a_procedure", ...refusal };
  const checked = checkProcedure(procedureOf(document, sections, languages, context));
  return checked.ok
    ? { outcome: "normalized", procedure: checked.procedure, sections: filledFields(sections) }
    : { outcome: "normalization_failed", problems: checked.problems };
}

/** Where a person says so, and nothing else does. */
const ASSUMED: ProcedureLanguages = { idioma: "es", idioma_secundario: null };

function unexpectedLanguage({ metadata }: ExtractedDocument): NormalizeResult {
  const { language_detected: language, language_confidence: confidence } = metadata;
  return {
    outcome: "unexpected_language",
    language: language ?? "unknown",
    detail: `written in ${language ?? "an unknown language"} (confidence ${confidence.toFixed(2)})`,
  };
}

function procedureOf(
  document: ExtractedDocument,
  sections: readonly Section[],
  languages: ProcedureLanguages,
  {
    extractedAt,
    source = null,
    url = document.source_url,
    siteLines = [],
    claimedWords = [],
  }: NormalizeContext,
): Record<string, unknown> {
  const { idioma, idioma_secundario } = languages;
  const host = URL.parse(url)?.hostname ?? "";
  const body = bodyOf(sections);
  const organism = organismOf({
    stated: statedOrganism(sections),
    source,
    host,
    body: `${document.title}\n${body}`,
  });
  const territorio = territoryOf({ host, organism: organism.name, body, source });
  const content = contentFields({
    document,
    sections,
    body,
    languages,
    organism: organism.name,
    site: source?.name ?? null,
    isCalledAsSite: isCalledAsSite(document, siteLines),
  });
  const source_type = document.document_type === "boe_xml" ? "boe" : sourceTypeOf(territorio);
  const slug = slugOfName(content.nombre);
  const id = idOf(source_type, organism.abbreviation, slug);
  const tipo = procedureTypeOf(content.nombre);
  const filled = {
    organismo: organism.name,
    organismo_abrev: organism.abbreviation,
    territorio,
    ...content,
    tipo,
    idioma,
    ...(idioma_secundario === null ? {} : { idioma_secundario }),
  };
  return {
    version: 1,
    id,
    tramite: id,
    source_url: url,
    fuente_url: url,
    source_urls: [...new Set([url, asUri(document.source_url)])],
    source_domain: host,
    source_type,
    ...filled,
    keywords: keywordsOf({
      name: content.nombre,
      organism: organism.name,
      abbreviation: organism.abbreviation,
      slug,
      description: content.descripcion,
      requirements: content.requisitos,
      documents: content.documentos_necesarios,
      territory: territorio,
      claimed: claimedWords,
    }),
    tags: tagsOf([tipo, territorio.nivel, territorio.ccaa, territorio.municipio, content.canal]),
    idiomas_disponibles: idioma_secundario === null ? [idioma] : [idioma, idioma_secundario],
    extracted_at: extractedAt,
    verified_at: null,
    verified_by: null,
    ...derivedFields({ ...filled, fuente_url: url }),
  };
}

/** All that the parts say, a line each. */
function bodyOf(sections: readonly Section[]): string {
  return sections
    .filter(({ kind }) => kind !== "boilerplate")
    .flatMap(({ heading, parts }) => [heading, ...parts.map(({ text }) => text)])
    .join("\n");
}

function statedOrganism(sections: readonly Section[]): string | null {
  const stated = sections.find(({ kind, parts }) => kind === "organismo" && parts.length > 0);
  return stated === undefined ? null : plainLine(stated.parts[0]?.text ?? "");
}
