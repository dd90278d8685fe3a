/** Which part of a procedure a heading stands over (P23). */
import { foldForMatching, markersIn } from "../finders/procedure-markers.ts";
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { HEADING_WORDS, WEAK_HEADS, WEAK_PHRASES } from "./heading-words.ts";
import { basqueSection } from "./basque-headings.ts";
import { composedSection } from "./section-patterns.ts";
import {
  type OtherSection,
  SECTION_FIELDS,
  NO_SECTIONS,
  SECTION_NAMES,
  type SectionField,
} from "./section-names.ts";

type Section = SectionField | OtherSection;

/** Longer lines are sentences. */
const MAX_HEADING = 120;
/** "K) Plazos", "l. Plazos"; without a mark behind it a letter may be a word. */
const LETTERED = /^\s*[a-zA-Z][.)]-?\s+(?=\S)/;
/** Words that a heading may begin with before it comes to the point. */
const BEFORE =
  /^(?:(?:el|la|los|las|els|les|l|o|a|os|as|the|sus|tus|tu|su|de los|de las|cual es|cuales son|quin es|quina es|quins son|quines son|cal es|cales son|zein da|zein dira|zeintzuk dira|what are|what is|which|apartado|seccion|informacion sobre|informacio sobre|informacion sobre o) )+/;

const BEGINS: ReadonlyMap<string, Section> = phrasesBy("begins");
const HAS: ReadonlyMap<string, Section> = phrasesBy("has");
const MOST_WORDS = Math.max(...[...BEGINS.keys(), ...HAS.keys()].map((phrase) => phrase.split(" ").length));

/** Of a phrase that is told of two sections the first counts. */
function phrasesBy(place: "begins" | "has"): ReadonlyMap<string, Section> {
  const found = new Map<string, Section>();
  for (const entry of SECTION_NAMES) {
    for (const phrase of entry[place]) {
      const folded = wordsOf(phrase).join(" ");
      if (!found.has(folded)) found.set(folded, entry.section);
    }
  }
  return found;
}

const NOTHING = NO_SECTIONS.map((phrase) => wordsOf(phrase).join(" "));

function namesNoSection(words: readonly string[]): boolean {
  const line = `${words.join(" ")} `;
  return NOTHING.some((phrase) => line.startsWith(`${phrase} `));
}

function wordsOf(line: string): string[] {
  return foldForMatching(line).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The section that a heading names; the longest phrase at its beginning counts, else the longest in it. */
export function sectionOf(heading: string): Section | null {
  if (heading.length > MAX_HEADING) return null;
  const all = wordsOf(heading.replace(LETTERED, ""));
  const unnumbered = all.slice(/^(?:\d+|[ivx]{1,4}|[a-h])$/.test(all[0] ?? "") ? 1 : 0);
  const words = unnumbered.join(" ").replace(BEFORE, "").split(" ");
  if (namesNoSection(unnumbered)) return null;
  return (
    startOf(all) ??
    startOf(unnumbered) ??
    startOf(words) ??
    insideOf(words) ??
    markerOf(heading) ??
    composedSection(words)
  );
}

function startOf(words: readonly string[]): Section | null {
  for (let count = Math.min(words.length, MOST_WORDS); count > 0; count--) {
    const phrase = words.slice(0, count).join(" ");
    const section = BEGINS.get(phrase);
    if (section !== undefined) return moreTelling(words, section, count);
  }
  return null;
}

/** Everyday words say little at the beginning of a longer heading: "Como consulta pública", "Lugar de nacimiento". */
const WEAK =
  /^(?:como|com|nola|how|cuando|quan|cando|noiz|when|donde|on|onde|non|where|lugar|nor|nork|ley|llei|lei|law|about|about|process|non|a qui|a quen|a quien|documento|registro|presentacion|presentacio|procedimiento|bases|place)$/;

function moreTelling(words: readonly string[], section: Section, count: number): Section | null {
  const phrase = words.slice(0, count).join(" ");
  // Basque says last what it is about: "Eskaera egiteko epea" is no way to apply.
  const last = count < words.length ? basqueSection(words) : null;
  if (last !== null) return last;
  if (count === words.length || !WEAK.test(phrase)) return section;
  return insideOf(words) ?? (words.length <= 8 ? section : null);
}

function insideOf(words: readonly string[]): Section | null {
  for (let count = Math.min(words.length, MOST_WORDS); count > 0; count--) {
    for (let at = 0; at + count <= words.length; at++) {
      const section = HAS.get(words.slice(at, at + count).join(" "));
      if (section !== undefined) return section;
    }
  }
  return null;
}

function markerOf(heading: string): Section | null {
  return markersIn(heading).find(({ place }) => place === "heading")?.section ?? null;
}

const NAMING_WORDS: ReadonlySet<string> = new Set([
  ...HEADING_WORDS,
  ...[...BEGINS.keys(), ...HAS.keys()].flatMap((phrase) => phrase.split(" ")),
]);
const MAX_NAMING_WORDS = 12;
/** Everyday heads of pages of every kind. */
const ENGLISH: ReadonlySet<string> = new Set(
  "the of to how what when where who which about is it for more our your and by overview summary introduction note notes contact office offices address place process steps price prices law laws rules online forms conditions purpose description".split(
    " ",
  ),
);

/** The section that a line names with nothing but words of headings: it heads a part, marked or not. */
export function namedSection(line: string): Section | null {
  const words = namingWords(line);
  if (words === null || (words.length === 1 && WEAK_HEADS.has(words[0] ?? ""))) return null;
  if (WEAK_PHRASES.has(words.join(" "))) return null;
  return sectionOf(line);
}

/** The same of a word that may be an item as well: "Importe", "Notas". */
export function doubtfullyNamedSection(line: string): Section | null {
  const words = namingWords(line);
  return words?.length === 1 && WEAK_HEADS.has(words[0] ?? "") ? sectionOf(line) : null;
}

function namingWords(line: string): readonly string[] | null {
  if (line.length > MAX_HEADING || /[.;,]\s*$/.test(line)) return null;
  const words = wordsOf(
    line.replace(/^\s*(?:\d{1,2}|[a-h]|[IVX]{1,4}|[a-zA-Z](?=[.)]))[\s.)ºª-]+(?=\S)/, ""),
  );
  if (words.length === 0 || words.length > MAX_NAMING_WORDS || words.some((word) => ENGLISH.has(word)))
    return null;
  return words.every((word) => NAMING_WORDS.has(word)) ? words : null;
}

const FIELDS: ReadonlySet<string> = new Set(SECTION_FIELDS);
const isField = (section: Section | null): section is SectionField => section !== null && FIELDS.has(section);

/** The fields whose parts a document has, by its headings and by labels that stand where a heading would. */
export function recognisedSections(
  document: Pick<ExtractedDocument, "headings" | "extracted_text">,
): SectionField[] {
  const { headings, extracted_text } = document;
  const lines = [
    ...headings.map(({ text }) => text),
    ...labelsIn(extracted_text),
    ...rowLabelsIn(extracted_text),
  ];
  const found = new Set(lines.map(sectionOf).filter(isField));
  return SECTION_FIELDS.filter((field) => field !== "nombre" && found.has(field));
}

const MAX_LABELS = 2_000;

/** `**Plazo:** diez días`, `**Requisitos**`: a line that is bold, or begins so and goes on behind a colon. */
function labelsIn(markdown: string): string[] {
  const labels: string[] = [];
  for (const match of markdown.matchAll(
    /^[ \t>*+\\-]{0,8}(?:\*\*|__)([^*_\n]{2,120})(?:\*\*|__)[ \t]*(:?)[ \t]*(.?)/gm,
  )) {
    const [, label = "", colon = "", after = ""] = match;
    if (after === "" || colon === ":" || label.trimEnd().endsWith(":")) labels.push(label);
    if (labels.length >= MAX_LABELS) break;
  }
  return labels;
}

/** `| Plazo | diez días |`: what a row of two is about. The row over the line is one as well in a sheet. */
function rowLabelsIn(markdown: string): string[] {
  const labels: string[] = [];
  for (const match of markdown.matchAll(/^[ \t>]{0,8}\|[ \t]([^|\n]{2,60})[ \t]\|[ \t]([^|\n]+)[ \t]\|$/gm)) {
    const [, label = "", value = ""] = match;
    if (value.trim() !== "" && value.trim() !== "---") labels.push(label.replaceAll("**", ""));
    if (labels.length >= MAX_LABELS) break;
  }
  return labels;
}
