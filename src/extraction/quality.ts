/** How far a reading can be trusted, in hundredths so that sums are exact (P21). */
import { QUALITY_CHECKS, type Quality, type QualityCheck, type QualityStatus } from "../domain/extraction.ts";
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { recognisedSections } from "./section-matching.ts";

/** Languages that pages of procedures are written in; a source may name its own. */
export const EXPECTED_LANGUAGES: readonly string[] = ["es", "ca", "eu", "gl", "en"];

const MIN_WORDS = 50;
const MIN_SECTIONS = 2;
const MIN_CONFIDENCE = 0.8;
const ACCEPTED = 70;
const REVIEWED = 40;

export function assessQuality(
  document: ExtractedDocument,
  expectedLanguages: readonly string[] = EXPECTED_LANGUAGES,
): Quality {
  const passed = checksOf(document, expectedLanguages);
  const checks = Object.keys(QUALITY_CHECKS) as QualityCheck[];
  const hundredths = checks.reduce((sum, check) => sum + (passed[check] ? QUALITY_CHECKS[check] : 0), 0);
  return {
    score: hundredths / 100,
    status: statusOf(hundredths),
    failed: checks.filter((check) => !passed[check]),
  };
}

function checksOf(document: ExtractedDocument, expected: readonly string[]): Record<QualityCheck, boolean> {
  const { word_count, language_detected, language_confidence, encoding_issues } = document.metadata;
  return {
    words: word_count >= MIN_WORDS,
    sections: recognisedSections(document).length >= MIN_SECTIONS,
    language:
      language_detected !== null &&
      (expected.length === 0 || expected.includes(language_detected)) &&
      language_confidence >= MIN_CONFIDENCE,
    encoding: !encoding_issues,
    headings: document.headings.length >= 1,
  };
}

function statusOf(hundredths: number): QualityStatus {
  if (hundredths >= ACCEPTED) return "accept";
  return hundredths >= REVIEWED ? "review" : "reject";
}
