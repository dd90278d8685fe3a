import type { ExtractedDocument } from "../domain/extracted-document.ts";
import type { ProcedureFields } from "../domain/procedure.ts";
import { createHash } from "node:crypto";
import type { DescribedProcedure, Normalized, ProcedureRules } from "../application/ports.ts";
import { DEFAULT_PATH_PATTERNS, matchingPattern } from "../finders/procedure-markers.ts";
import { contentHash, FIELD_WEIGHTS, isFilled, sectionCount } from "../procedures/completeness.ts";
import { namedChannel } from "../procedures/fields/channels.ts";
import { lossOf } from "../procedures/lost-fields.ts";
import { LONG_AGO, migrated, migrateProcedure } from "../procedures/migrate.ts";
import { normalizeDocument, type NormalizeResult } from "../procedures/normalize.ts";
import { claimedBy } from "../procedures/keyword-claims.ts";
import { foldedWords } from "../procedures/plain-text.ts";
import type { ProcedureDoc } from "../procedures/procedure-doc.ts";
import { proposalChanges } from "../procedures/proposal-changes.ts";
import { linesOf, SiteLines } from "../procedures/shared-lines.ts";
import { PROCEDURES_VERSION } from "../procedures/version.ts";

/** The rules of `src/procedures`, as the use case asks for them. */
export const procedureRules: ProcedureRules = {
  version: PROCEDURES_VERSION,
  normalize(document, { office, ...context }) {
    if (document.document_type === "boe_xml" || isGazette(context.url)) return OF_THE_GAZETTE;
    const result = normalizeDocument(bounded(document), { ...context, source: office });
    if (result.outcome !== "normalized") return refusalOf(result, context.url, office?.pathPatterns);
    const { procedure } = result;
    return { ok: true, procedure, ...described(procedure) };
  },
  lines: (document) => linesOf(bounded(document)),
  siteLines: () => new SiteLines(),
  diff: proposalChanges,
  loss: lossOf,
  describe(file) {
    if (isOurs(file)) return rowOf(file);
    const checked = migrateProcedure(file);
    return checked.ok ? datedRow(rowOf(checked.procedure)) : rowOfShort(file);
  },
  claims: claimedBy,
  digestOf: (text) => createHash("sha256").update(text).digest("base64url").slice(0, 22),
  isAsWritten: (file) => !isOurs(file) || contentHash(file) === file.content_hash,
};

/** No page of a procedure is longer; of a book its beginning is enough to tell that it is one. */
const MAX_LETTERS = 300_000;

function bounded(document: ExtractedDocument): ExtractedDocument {
  const { extracted_text: text } = document;
  if (text.length <= MAX_LETTERS) return document;
  return { ...document, extracted_text: text.slice(0, text.lastIndexOf("\n", MAX_LETTERS)) };
}

/** Kept, read and searchable; not a procedure (settled question). */
const OF_THE_GAZETTE: Normalized = {
  ok: false,
  outcome: "not_a_procedure",
  reason: "official_gazette",
  detail: "a document of the official gazette",
  isDoubtful: false,
};

/** Every copy of a document of the gazette has its identifier in the address. */
function isGazette(url: string): boolean {
  return /\bBOE-[A-Z]-\d{4}-\d+/.test(url);
}

/** Reasons that say more of the reading than of the page. */
const UNREAD: ReadonlySet<string> = new Set(["requires_js_rendering", "requires_ocr"]);

function refusalOf(
  result: Exclude<NormalizeResult, { readonly outcome: "normalized" }>,
  url: string,
  patterns: readonly string[] = [],
): Normalized {
  const { outcome } = result;
  if (outcome === "unexpected_language")
    return { ok: false, outcome, reason: outcome, detail: result.detail, isDoubtful: true };
  if (outcome === "normalization_failed")
    return { ok: false, outcome, reason: outcome, detail: result.problems.join("; "), isDoubtful: true };
  const { reason, detail } = result;
  if (UNREAD.has(reason))
    return { ok: false, outcome: "extraction_failed", reason, detail, isDoubtful: true };
  return { ok: false, outcome, reason, detail, isDoubtful: isDoubtful(reason, url, patterns) };
}

/** The address is a procedure's, or some of it looks like one. */
function isDoubtful(reason: string, url: string, patterns: readonly string[]): boolean {
  if (reason === "too_few_sections") return true;
  const page = URL.parse(url);
  const known = patterns.length > 0 ? patterns : DEFAULT_PATH_PATTERNS;
  return (
    ["no_sections", "too_little_text"].includes(reason) &&
    page !== null &&
    matchingPattern(page, known) !== null
  );
}

function described(procedure: ProcedureDoc): DescribedProcedure {
  return { likeness: likenessOf(procedure), row: rowOf(procedure) };
}

/** Written by us and valid then: every run sees all files, and most are such. */
function isOurs(file: ProcedureFields): file is ProcedureDoc {
  const { version, id, tramite, verified_by, content_hash, completeness_score, extracted_at } = file;
  return (
    version === 1 &&
    verified_by === null &&
    id === tramite &&
    [id, content_hash, extracted_at].every((value) => typeof value === "string") &&
    typeof completeness_score === "number"
  );
}

function rowOf(procedure: ProcedureDoc): DescribedProcedure["row"] {
  const { source_url, source_domain, source_type, extracted_at, content_hash, word_count } = procedure;
  const filled = Object.keys(FIELD_WEIGHTS).filter((field) => isFilled(procedure[field]));
  return {
    tramite_id: procedure.id,
    source_url,
    source_domain,
    source_type,
    extracted_at,
    content_hash,
    word_count,
    section_count: sectionCount(procedure),
    completeness_score: procedure.completeness_score,
    verification_status: "auto",
    filled,
  };
}

/** Of a file that says no time the catalog says none. */
function datedRow(row: DescribedProcedure["row"]): DescribedProcedure["row"] {
  const { extracted_at: at } = row;
  return { ...row, extracted_at: typeof at === "string" && at !== LONG_AGO ? at : null };
}

/** People write as much as they know: a file that is short of today's form is served, and so it is described. */
function rowOfShort(file: ProcedureFields): DescribedProcedure["row"] | null {
  if (!isFilled(file["nombre"])) return null;
  const row = datedRow(rowOf(migrated(file) as ProcedureDoc));
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    ...row,
    source_url: text(row.source_url),
    source_domain: text(row.source_domain),
    source_type: text(row.source_type),
  };
}

/** What a person would compare to see whether two pages are one procedure. */
const TELLING = ["requisitos", "documentos_necesarios", "plazos", "tasas", "como_solicitar", "descripcion"];
const ENOUGH = 3;

/**
 * Print versions, pages under two addresses and in two designs differ in their frame only: links, notes, what heads a part
 * and how it is broken into lines.
 */
function likenessOf(procedure: ProcedureDoc): string {
  const parts = TELLING.filter((field) => isFilled(procedure[field]));
  if (parts.length < ENOUGH) return procedure.content_hash;
  const said = [procedure.nombre, procedure.organismo, JSON.stringify(procedure.territorio)].map(foldedWords);
  const told = parts.map((field) => `${field} ${linesIn(procedure[field], "").join("\n")}`);
  return createHash("sha256")
    .update([...said, ...told].join("\n"))
    .digest("hex");
}

/** Each with what it is about: "Presencial: en la oficina" says what `{presencial: "En la oficina."}` does. */
function linesIn(value: unknown, about: string): string[] {
  if (typeof value === "string") return value.split("\n").map((line) => lineOf(line, about));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .flatMap(([key, held]) => linesIn(held, Array.isArray(value) ? about : topicOf(key)))
    .toSorted();
}

function lineOf(line: string, about: string): string {
  const [, label = "", rest = ""] = /^([^:.]{1,40}):\s+(.*)$/.exec(line) ?? [];
  const isNamed = label !== "" && (namedChannel(label) ?? "") === about && about !== "";
  // The sign of a sum is no letter, and tells.
  const signs = (line.match(/[%€$+<>]/g) ?? []).join("");
  return `${about}${foldedWords(isNamed ? rest : line)}${signs}`;
}

/** Two designs may call a deadline `solicitud` and `periodo_de_solicitud`. */
function topicOf(key: string): string {
  const topic = TOPICS.find(([, words]) => words.test(key));
  return topic === undefined ? key : topic[0];
}

const TOPICS: readonly (readonly [string, RegExp])[] = [
  ["silence", /silencio|silenci|isiltasun/],
  ["appeal", /recurs|errekurts/],
  ["answer", /resol|respuesta|resposta|ebaz|erantzun|maxim/],
  ["request", /solicitud|presentacion|presentacio|eskaera|aurkez|sollicitud/],
];
