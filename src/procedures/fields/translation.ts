/** Parts of a page that say the same again in English: kept under their headings, not mixed into the fields. */
import type { ProcedureLanguage } from "../procedure-doc.ts";
import { foldedWords } from "../plain-text.ts";
import type { Section } from "../sections.ts";

const ENGLISH =
  / (?:requirements|eligibility|who can|required documents|what documents|what you need|documentation|deadlines?|time limits?|when|fees?|payment|how to|how much|apply|application|where to|where|legal basis|legislation|regulations|description|overview|about|purpose|what is|summary|please note|additional information|contact) /;

export function withoutTranslation(
  sections: readonly Section[],
  idioma: ProcedureLanguage,
): readonly Section[] {
  if (idioma === "en") return sections;
  const own = new Set(sections.filter(({ heading }) => !isEnglish(heading)).map(({ kind }) => kind));
  return sections.map((section) =>
    section.kind !== null && own.has(section.kind) && isEnglish(section.heading)
      ? { ...section, kind: null }
      : section,
  );
}

const isEnglish = (heading: string) => ENGLISH.test(foldedWords(heading));
