import { describe, expect, it } from "vitest";
import type { ExtractedDocument, ExtractionMetadata } from "../domain/extracted-document.ts";
import type { QualityCheck, QualityStatus } from "../domain/extraction.ts";
import { assessQuality } from "./quality.ts";

const metadata: ExtractionMetadata = {
  word_count: 50,
  language_detected: "es",
  language_confidence: 0.8,
  has_text_layer: true,
  page_count: null,
  extraction_tool: "x",
  extraction_duration_ms: 0,
  encoding_issues: false,
  partial: false,
  requires_ocr: false,
  requires_js_rendering: false,
};
const heading = (text: string) => ({ level: 2, text });
const good: ExtractedDocument = {
  source_url: "https://a.es/",
  document_type: "html",
  title: "",
  extracted_text: "",
  headings: [heading("Requisitos"), heading("Plazo")],
  tables: [],
  links: [],
  form_fields: [],
  metadata,
};
const doc = (
  meta: Partial<ExtractionMetadata>,
  rest: Partial<ExtractedDocument> = {},
): ExtractedDocument => ({
  ...good,
  ...rest,
  metadata: { ...metadata, ...meta },
});
const one = { headings: [heading("Requisitos")] };
const none = { headings: [] };

describe("the quality of a reading", () => {
  it.each<[string, ExtractedDocument, number, QualityStatus, QualityCheck[]]>([
    ["all is well", good, 1, "accept", []],
    ["49 words", doc({ word_count: 49 }), 0.7, "accept", ["words"]],
    ["one section", doc({}, one), 0.75, "accept", ["sections"]],
    ["no heading", doc({}, none), 0.65, "review", ["sections", "headings"]],
    [
      "sections by labels",
      doc({}, { headings: [], extracted_text: "**Requisitos**\n\ntexto\n\n**Plazo:** diez días" }),
      0.9,
      "accept",
      ["headings"],
    ],
    ["a confidence of 0.79", doc({ language_confidence: 0.79 }), 0.8, "accept", ["language"]],
    ["French", doc({ language_detected: "fr", language_confidence: 1 }), 0.8, "accept", ["language"]],
    ["no language", doc({ language_detected: null, language_confidence: 1 }), 0.8, "accept", ["language"]],
    ["bad encoding", doc({ encoding_issues: true }), 0.85, "accept", ["encoding"]],
    [
      "words and language only short of it",
      doc({ word_count: 3, language_confidence: 0 }),
      0.5,
      "review",
      ["words", "language"],
    ],
    [
      "0.40",
      doc(
        { word_count: 3, encoding_issues: true, language_confidence: 0 },
        { headings: [heading("Requisitos"), heading("Tasas")] },
      ),
      0.35,
      "reject",
      ["words", "language", "encoding"],
    ],
    [
      "words and headings",
      doc({ language_confidence: 0, encoding_issues: true }, one),
      0.4,
      "review",
      ["sections", "language", "encoding"],
    ],
    [
      "nothing",
      doc({ word_count: 0, language_confidence: 0, encoding_issues: true }, none),
      0,
      "reject",
      ["words", "sections", "language", "encoding", "headings"],
    ],
  ])("where %s", (_, document, score, status, failed) => {
    expect(assessQuality(document)).toEqual({ score, status, failed });
  });

  it("knows the languages that a source expects", () => {
    const document = doc({ language_detected: "pt", language_confidence: 0.9 });
    expect(assessQuality(document).failed).toEqual(["language"]);
    expect(assessQuality(document, ["pt"]).failed).toEqual([]);
    expect(assessQuality(document, []).failed).toEqual([]);
  });
});
