/** The fields that a page's own parts fill (P23, P24), and all the rest under its headings. */
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { standInDescription } from "./completeness.ts";
import { channelOfProcedure, type WaysToApply, waysToApply } from "./fields/channels.ts";
import { type Deadlines, deadlinesOf, isAboutTime } from "./fields/deadlines.ts";
import { descriptionOf } from "./fields/description.ts";
import { feesOf } from "./fields/fees.ts";
import { itemsOf, unique } from "./fields/items.ts";
import { legalBasis } from "./fields/legal-references.ts";
import { nameOf } from "./fields/name.ts";
import { overflowOf } from "./fields/overflow.ts";
import { phonesIn, saysWhomToCall } from "./fields/phones.ts";
import { whereToApply } from "./fields/where.ts";
import { withoutTranslation } from "./fields/translation.ts";
import type { ProcedureLanguages } from "./language.ts";
import { withJointSections } from "./joint-sections.ts";
import type { WhereToApply } from "./procedure-doc.ts";
import type { SectionKind } from "./section-kind.ts";
import type { Section, SectionPart } from "./sections.ts";

export interface ContentInput {
  readonly document: ExtractedDocument;
  readonly sections: readonly Section[];
  readonly body: string;
  readonly languages: ProcedureLanguages;
  readonly organism: string;
  /** What the registry calls the site. */
  readonly site: string | null;
  /** Most pages of the site have the title of this one. */
  readonly isCalledAsSite: boolean;
}

export interface ContentFields {
  readonly nombre: string;
  readonly descripcion: string;
  readonly canal?: "electronico" | "presencial" | "mixto";
  readonly estado?: string;
  readonly requisitos: string[];
  readonly documentos_necesarios: string[];
  readonly plazos?: Deadlines;
  readonly tasas?: string;
  readonly base_legal: string[];
  readonly como_solicitar?: WaysToApply;
  readonly donde_solicitar?: WhereToApply;
  readonly telefono?: string;
  readonly datos_importantes?: string[];
  readonly datos_adicionales?: Record<string, string>;
}

export function contentFields({
  document,
  sections: all,
  body,
  languages,
  organism,
  site,
  isCalledAsSite,
}: ContentInput): ContentFields {
  const sections = withJointSections(withoutTranslation(all, languages));
  const of = (kind: SectionKind) => sections.filter((section) => section.kind === kind);
  const nombre = nameOf(document, all, { organism, site, isCalledAsSite });
  const described = descriptionOf(sections);
  const timely = sections.filter(
    (section) => section.kind === "plazos" || (section.kind === "resolucion" && isAboutTime(section)),
  );
  const [how, reached] = [of("como_solicitar"), of("donde_solicitar")];
  const telefono = phoneOf(of("telefono"), [...how, ...reached], body);
  const where = withoutNumbers(reached, telefono ?? "");
  const ways = waysToApply(how) ?? waysToApply(where);
  const important = itemsOf(of("datos_importantes").filter((section) => section !== described?.section));
  return withoutNulls({
    nombre,
    canal: channelOfProcedure(ways, body),
    estado: statusOf(of("estado")),
    descripcion: described?.text ?? standInDescription(nombre, organism),
    requisitos: itemsOf(of("requisitos")),
    documentos_necesarios: itemsOf(of("documentos_necesarios")),
    plazos: deadlinesOf(timely, body),
    tasas: feesOf(of("tasas"), body),
    base_legal: legalBasis(itemsOf(of("base_legal")), body),
    como_solicitar: ways,
    donde_solicitar: whereToApply({ where, how, links: document.links, body }),
    telefono,
    datos_importantes: important.length > 0 ? important : null,
    datos_adicionales: overflowOf(sections, { nombre, described, kept: new Set(timely) }),
  });
}

/** A field that nothing is known of is left out: null would say that there is none. */
function withoutNulls<T extends object>(fields: T): { [Name in keyof T]: Exclude<T[Name], null> } {
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return Object.fromEntries(known) as { [Name in keyof T]: Exclude<T[Name], null> };
}

const MAX_STATUS = 60;

function statusOf(sections: readonly Section[]): string | null {
  const [text] = sections.flatMap(({ parts }) => parts.map((part) => part.text));
  return text !== undefined && text.length <= MAX_STATUS ? text : null;
}

/** Nothing but a link, and not one to call. */
function leadsAway({ raw, text }: SectionPart): boolean {
  return /^\[[^\]]*\]\([^)]*\)$/.test(raw.trim()) && !/\d/.test(text);
}

/** "Teléfono: 915 123 456" wherever it stands: the number of the procedure, before those that lead to an appointment. */
const CALLS_ITSELF = /^(?:tel[eéè]fon\p{L}*|tel\.?|tfno\.?|tlf\.?)(?: [^:\d]{0,30})?\s*:\s*[+\d]/iu;

const NUMBER_LABEL = /^(?:tel[eéè]fon\p{L}*|tel|tfno|tlf|telf)[.:\s]*/iu;

/** "Contacto: 925 11 22 33" is no place to go; a number that `telefono` does not have stays where it is. */
function withoutNumbers(sections: readonly Section[], telefono: string): Section[] {
  const isKept = ({ text }: SectionPart): boolean => {
    const numbers = phonesIn(text);
    const rest = numbers.reduce((left, number) => left.replace(number, ""), text.replace(NUMBER_LABEL, ""));
    const isTold = numbers.length > 0 && numbers.every((number) => telefono.includes(number));
    return !isTold || /[\p{L}\p{N}]/u.test(rest);
  };
  return sections.map((section) => ({ ...section, parts: section.parts.filter(isKept) }));
}

/** What a part says of itself to be the telephone, else the numbers near how and where, else any. */
function phoneOf(stated: readonly Section[], near: readonly Section[], body: string): string | null {
  const all = stated.flatMap(({ parts }) => parts.filter((part) => !leadsAway(part)).map(({ text }) => text));
  // What has no digit is of the page around the number, unless no line has one.
  const numbers = [saysWhomToCall, (text: string) => /\d{3}/.test(text)]
    .map((isNumber) => all.filter(isNumber))
    .find(({ length }) => length > 0);
  const said = numbers ?? all;
  if (said.length > 0)
    return unique(said.map((text) => text.replace(NUMBER_LABEL, "").replace(/(?<=\d)\.$/, ""))).join(" / ");
  const labelled = body.split("\n").filter((line) => CALLS_ITSELF.test(line));
  const close = phonesIn(
    [...labelled, ...near.flatMap(({ parts }) => parts.map(({ text }) => text))].join("\n"),
  );
  const found = close.length > 0 ? close : phonesIn(body);
  return found.slice(0, 4).join(" / ") || null;
}
