/** `descripcion`: the first one to three sentences of the part on what it is, else of what stands before all parts. */
import { sentencesOf } from "../plain-text.ts";
import type { Section } from "../sections.ts";

export interface Description {
  readonly text: string;
  readonly section: Section;
  /** The section says more than was taken. */
  readonly isCut: boolean;
}

const MAX_SENTENCES = 3;
const MAX_LENGTH = 800;
const MIN_LENGTH = 20;
const MIN_WORDS_OF_PROSE = 8;
const MIN_WORDS_OF_SENTENCE = 4;

export function descriptionOf(sections: readonly Section[]): Description | null {
  const headed = sections.filter(({ kind }) => kind === "descripcion");
  const before = sections.filter(({ kind, heading }) => kind === null && heading === "");
  const others = sections.filter(({ kind, heading }) => kind === null && heading !== "");
  // "Qué debes saber" at the top of a page that has no other part on it says what it is.
  const first = sections.find(({ kind, parts }) => kind !== "organismo" && parts.length > 0);
  const known = first?.kind === "datos_importantes" ? [first] : [];
  for (const section of [...headed, ...before, ...known, ...others]) {
    const found = descriptionIn(section, section.kind === "descripcion");
    if (found !== null) return found;
  }
  return null;
}

/** Of a part that is not headed so, only prose will do. */
function descriptionIn(section: Section, isHeaded: boolean): Description | null {
  const texts = section.parts.filter(({ kind }) => kind === "text").map(({ text }) => text);
  const prose = isHeaded ? texts : proseIn(texts);
  // What begins with an item, as a definition does, is more than the lines between its items.
  const isList = isHeaded && section.parts[0]?.kind === "item";
  const source = isList || (isHeaded && prose.length === 0) ? section.parts.map((part) => part.text) : prose;
  const text = firstSentences(source.flatMap(sentencesOf));
  if (text.length < MIN_LENGTH) return null;
  const whole = section.parts.map((part) => part.text).join(" ");
  return { text, section, isCut: whole.length > text.length };
}

/** Behind a paragraph of prose a short sentence goes on with it. */
function proseIn(texts: readonly string[]): string[] {
  const isLong = (text: string) => text.split(" ").length >= MIN_WORDS_OF_PROSE;
  const goesOn = (text: string, before: string) =>
    text.split(" ").length >= MIN_WORDS_OF_SENTENCE && /^[\p{Lu}¿¡].*\.$/su.test(text) && isLong(before);
  return texts.filter((text, at) => isLong(text) || goesOn(text, texts[at - 1] ?? ""));
}

function firstSentences(sentences: readonly string[]): string {
  let text = "";
  for (const sentence of sentences.slice(0, MAX_SENTENCES)) {
    const longer = text === "" ? sentence : `${text} ${sentence}`;
    if (text.length >= MIN_LENGTH && longer.length > MAX_LENGTH) break;
    text = longer;
  }
  return text;
}
