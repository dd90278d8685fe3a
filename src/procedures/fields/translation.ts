/** What a page says again in another language: kept under its headings, not mixed into the fields (P24). */
import { detectLanguage } from "../../extraction/language/detect-language.ts";
import { foldedWords } from "../plain-text.ts";
import type { ProcedureLanguage } from "../procedure-doc.ts";
import type { ProcedureLanguages } from "../language.ts";
import type { Section, SectionPart } from "../sections.ts";

export function withoutTranslation(
  sections: readonly Section[],
  { idioma, idioma_secundario }: ProcedureLanguages,
): readonly Section[] {
  if (idioma === "en") return sections;
  const native = withoutKinds(
    sections,
    sections.map(({ heading }) => isEnglish(heading)),
  );
  if (idioma_secundario === null || idioma_secundario === "en" || sections.length > MAX_SECTIONS)
    return native;
  const inOther = spokenIn(native, [idioma, idioma_secundario]).map(
    (language) => language === idioma_secundario,
  );
  const other = idioma_secundario;
  return withoutKinds(native, inOther).flatMap((section) =>
    section.kind === null ? [section] : partedByLanguage(section, idioma, other),
  );
}

const MAX_SECTIONS = 300;

/** What is said in both languages keeps its kind in the first only. */
function withoutKinds(sections: readonly Section[], isOther: readonly boolean[]): Section[] {
  const own = new Set(sections.filter((_, at) => isOther[at] !== true).map(({ kind }) => kind));
  return sections.map((section, at) =>
    isOther[at] === true && section.kind !== null && own.has(section.kind)
      ? { ...section, kind: null }
      : section,
  );
}

const ENGLISH =
  / (?:requirements|eligibility|who can|required documents|what documents|what you need|documentation|deadlines?|time limits?|when|fees?|payment|how to|how much|apply|application|where to|where|legal basis|legislation|regulations|description|overview|about|purpose|what is|summary|please note|additional information|contact) /;

const isEnglish = (heading: string) => ENGLISH.test(foldedWords(heading));

const ENOUGH_WORDS = 5;
const SURE = 0.7;
const READ = 2_000;

/** Languages change between blocks of a page: a part too short to tell speaks like the one before it. */
function spokenIn(
  sections: readonly Section[],
  among: readonly [ProcedureLanguage, ProcedureLanguage],
): (ProcedureLanguage | null)[] {
  let last: ProcedureLanguage | null = null;
  return sections.map(({ heading, parts }) => {
    const text = [heading, ...parts.map((part) => part.text)].join(". ").slice(0, READ);
    last = languageOf(text, among) ?? last;
    return last;
  });
}

function languageOf(text: string, among: readonly ProcedureLanguage[]): ProcedureLanguage | null {
  if (text.split(/\s+/).length < ENOUGH_WORDS) return null;
  const { language, confidence } = detectLanguage(text);
  return confidence < SURE ? null : (among.find((known) => known === language) ?? null);
}

/** Paragraph by paragraph in two languages: the second's are kept beside the part. */
function partedByLanguage(section: Section, own: ProcedureLanguage, other: ProcedureLanguage): Section[] {
  const spoken = section.parts.map(({ text }) => languageOf(text, [own, other]));
  if (!spoken.includes(own) || !spoken.includes(other)) return [section];
  const parts = (wanted: boolean): SectionPart[] =>
    section.parts.filter((_, at) => (spoken[at] === other) === wanted);
  return [
    { ...section, parts: parts(false) },
    { ...section, kind: null, parts: parts(true) },
  ];
}
