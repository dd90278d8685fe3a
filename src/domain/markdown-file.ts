import type { ExtractionOutcome } from "./extraction.ts";
import type { StoredDocument } from "./reference.ts";

/** The text of a document with what is known of it on top, as YAML that every Markdown tool can read. */
export function markdownFile(
  { document, quality }: ExtractionOutcome & { readonly ok: true },
  { storedAt, sha256 }: StoredDocument,
): string {
  const { title, source_url, extracted_text, metadata } = document;
  const facts: Readonly<Record<string, string | number | null>> = {
    title,
    url: source_url,
    fetched_at: storedAt,
    language: metadata.language_detected,
    words: metadata.word_count,
    quality: quality.score,
    sha256,
  };
  // A JSON string is a YAML string, whatever is in it.
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join("")}---\n\n${extracted_text.trimEnd()}\n`;
}
