/** `nombre`: as the page states it, else its title. */
import type { ExtractedDocument } from "../../domain/extracted-document.ts";
import { plainLine } from "../plain-text.ts";
import type { Section } from "../sections.ts";

const MIN_LENGTH = 5;
const MAX_LENGTH = 300;

export function nameOf(
  { title, headings }: ExtractedDocument,
  stated: readonly Section[],
  organism: string,
): string {
  const candidates = [stated[0]?.parts[0]?.text ?? "", title, headings[0]?.text ?? ""].map(tidy);
  const name =
    candidates.find((text) => text !== "" && text.length <= MAX_LENGTH) ?? tidy(title).slice(0, MAX_LENGTH);
  return name.length >= MIN_LENGTH || name === "" ? name : `${name} (${organism})`;
}

function tidy(text: string): string {
  return plainLine(text)
    .replace(/\s+[|·»]\s+.*$/, "")
    .replace(/^(?:tr[aá]mite|procedimiento|tràmit|izapidea)\s*:\s*/i, "")
    .replace(/\s*[.:;-]$/, "")
    .trim();
}
