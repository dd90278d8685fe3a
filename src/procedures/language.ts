/** The language of a procedure, and that of the other half of a bilingual page (P24, P26). */
import type { ExtractionMetadata } from "../domain/extracted-document.ts";
import { PROCEDURE_LANGUAGES, type ProcedureLanguage } from "./procedure-doc.ts";

export interface ProcedureLanguages {
  readonly idioma: ProcedureLanguage;
  readonly idioma_secundario: ProcedureLanguage | null;
}

/** What pages of procedures are written in. English is a translation of one of them. */
const EXPECTED: ReadonlySet<string> = new Set(["es", "ca", "eu", "gl"]);
/** Below it the detection says little against a language, and the source's own is believed. */
const SURE = 0.6;
const HALF = 0.35;
const SECOND = 0.15;

const isKnown = (language: string): language is ProcedureLanguage =>
  (PROCEDURE_LANGUAGES as readonly string[]).includes(language);

/** Null: it is in another language than procedures are. */
export function languagesOf(
  metadata: ExtractionMetadata,
  ofSource: readonly string[],
): ProcedureLanguages | null {
  const { language_detected: detected, language_confidence: confidence, languages = [] } = metadata;
  const primary =
    expected(detected) ??
    expected(
      languages.find(({ language, share }) => EXPECTED.has(language) && share >= HALF)?.language ?? null,
    );
  const fallback =
    detected === null || (confidence < SURE && detected !== "en")
      ? (ofSource.find(isExpected) ?? "es")
      : null;
  const idioma = primary ?? expected(fallback);
  if (idioma === null) return null;
  const second = languages.find(
    ({ language, share }) => language !== idioma && isKnown(language) && share >= SECOND,
  );
  return {
    idioma,
    idioma_secundario: second !== undefined && isKnown(second.language) ? second.language : null,
  };
}

const isExpected = (language: string) => EXPECTED.has(language);

function expected(language: string | null): ProcedureLanguage | null {
  return language !== null && isExpected(language) && isKnown(language) ? language : null;
}
