/** `plazos`: one text, or an object by what each deadline is for (P28). */
import { foldedWords, sentencesOf, slugOf } from "../plain-text.ts";
import type { Section, SectionPart } from "../sections.ts";
import { unique } from "./items.ts";

export type Deadlines = string | Record<string, string>;

interface Entry {
  /** What it is for, as the page calls it; null where it does not. */
  readonly label: string | null;
  readonly text: string;
}

/** What may stand over a deadline without being one: told by the heading, or by a time in the text. */
const ABOUT_TIME =
  / (?:plazos?|terminis?|prazos?|epea|epeak|silencio|silenci|isiltasun|isiltasuna|isiltasunaren|recursos?|errekurtsoak|reclamacion|reclamaciones|notificacion|vigencia|duracion) /;
const DURATION =
  /\d\s*(?:a\s*\d+\s*)?(?:días|dias|dies|egun|meses|mesos|mes|hilabete|años|anys|anos|urte|horas|hores|ordu|semanas|setmanes|aste)/i;

export function isAboutTime({ heading, parts }: Section): boolean {
  return ABOUT_TIME.test(foldedWords(heading)) || parts.some(({ text }) => DURATION.test(text));
}

/** Parts headed "Plazos" and parts on resolution, silence and appeal, in the order of the page. */
export function deadlinesOf(sections: readonly Section[], body: string): Deadlines | null {
  const entries = sections.flatMap((section) => entriesOf(section, sections.length > 1));
  if (entries.length === 0) return deadlinesInText(body);
  if (entries.every(({ label }) => label === null)) return textOf(entries);
  return byLabel(entries);
}

function textOf(entries: readonly Entry[]): string {
  return unique(entries.map(({ text }) => text)).join("\n");
}

function byLabel(entries: readonly Entry[]): Record<string, string> {
  const found = new Map<string, Set<string>>();
  for (const { label, text } of entries) {
    const key = keyOf(label);
    const said = found.get(key);
    if (said === undefined) found.set(key, new Set([text]));
    else said.add(text);
  }
  return Object.fromEntries([...found].map(([key, said]) => [key, [...said].join("\n")]));
}

/** "Plazo máximo de resolución" is `resolucion`; a plain "Plazo" is that of asking. */
const BEFORE =
  /^ (?:(?:el|la|los|las|els|les|o|a|os|as|plazos?|terminis?|prazos?|epea|maximo|maxim|maxima|legal|de|del|para|per|por|da|do|en|cual|es|y|e|i) )+/;

function keyOf(label: string | null): string {
  if (label === null) return "solicitud";
  const words = foldedWords(label);
  const rest = slugOf(words.replace(BEFORE, " "), "_").slice(0, 60);
  return rest === "" ? "solicitud" : rest;
}

function entriesOf(section: Section, among: boolean): Entry[] {
  const own = among || section.kind === "resolucion" ? section.heading : null;
  const parts = section.parts.filter(({ kind, text }) => kind === "sub" || text !== "");
  const said = parts.filter(({ kind }) => kind !== "sub");
  const labelled = said.filter(({ label }) => label !== null).length;
  const areLabels = labelled >= 2 && labelled * 10 >= said.length * 6;
  let sub: string | null = null;
  return parts.flatMap((part) => {
    if (part.kind === "sub") sub = part.text;
    return part.kind === "sub" ? [] : [entryOf(part, areLabels || isKnown(part.label), sub ?? own)];
  });
}

function entryOf(part: SectionPart, hasLabel: boolean, around: string | null): Entry {
  if (!hasLabel || part.label === null) return { label: around, text: part.text };
  const rest = part.text.slice(part.label.length).replace(/^\s*:\s*/, "");
  return { label: part.label, text: rest === "" ? part.text : rest };
}

const KNOWN =
  / (?:solicitud|presentacion|resolucion|silencio|recursos?|subsanacion|pago|renovacion|notificacion|convocatoria|vigencia|validez|duracion|inicio|fin|alegaciones|justificacion|inscripcion|sollicitud|presentacio|resolucio|silenci|renovacio|solicitude|ebazpena|eskaera|aurkeztea|errekurtsoa) /;

function isKnown(label: string | null): boolean {
  return label !== null && KNOWN.test(foldedWords(label)) && label.split(" ").length <= 5;
}

const IN_TEXT =
  /\b(?:plazos?|terminis?|prazos?|epea|epean)\b[^.]{0,160}?\d|\d+\s+(?:días|dies)\s+(?:hábiles|hàbils|naturales|naturals|naturais)|\bdurante todo el año\b|\btot l'any\b|\bdurante todo o ano\b/i;
const MAX_SENTENCES = 3;

/** Where no part is headed so: the sentences that speak of one. */
function deadlinesInText(body: string): string | null {
  const sentences = body
    .split("\n")
    .flatMap((line) => (IN_TEXT.test(line) ? sentencesOf(line) : []))
    .filter((sentence) => IN_TEXT.test(sentence));
  return unique(sentences).slice(0, MAX_SENTENCES).join("\n") || null;
}
