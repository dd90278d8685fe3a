/** Pages of e-offices made by code: layouts × frames × procedures in four languages, with what must be kept of each. */
import { type OfficeVoice, procedureOf, type ProcedureText } from "../../src/sandbox/offices-procedure.ts";
import { CATALAN, CATALAN_PROCEDURES } from "../../src/sandbox/offices-texts-ca.ts";
import { CIVIL_PROCEDURES } from "../../src/sandbox/offices-texts-civil.ts";
import { COMMUNITY_PROCEDURES } from "../../src/sandbox/offices-texts-community.ts";
import { BASQUE, BASQUE_PROCEDURES } from "../../src/sandbox/offices-texts-eu.ts";
import { FAMILY_PROCEDURES } from "../../src/sandbox/offices-texts-families.ts";
import { GALICIAN, GALICIAN_PROCEDURES } from "../../src/sandbox/offices-texts-gl.ts";
import { COMMUNITY, MINISTRY, TOWN } from "../../src/sandbox/offices-texts-voices.ts";
import { WORK_PROCEDURES } from "../../src/sandbox/offices-texts-work.ts";
import { OFFICE_FRAMES } from "./office-frames.ts";
import { OFFICE_LAYOUTS, type OfficeSection } from "./office-layouts.ts";

export interface OfficePage {
  readonly layout: string;
  readonly frame: string;
  readonly html: string;
  readonly facts: readonly string[];
  readonly titles: readonly string[];
  readonly boilerplate: readonly string[];
}

const TEXTS: readonly (readonly [OfficeVoice, ProcedureText | undefined])[] = [
  [MINISTRY, CIVIL_PROCEDURES[0]],
  [MINISTRY, FAMILY_PROCEDURES[1]],
  [COMMUNITY, COMMUNITY_PROCEDURES[0]],
  [TOWN, WORK_PROCEDURES[0]],
  [CATALAN, CATALAN_PROCEDURES[0]],
  [GALICIAN, GALICIAN_PROCEDURES[0]],
  [BASQUE, BASQUE_PROCEDURES[0]],
];

export const OFFICE_TEXTS = TEXTS.flatMap(([voice, text]) =>
  text === undefined ? [] : [[voice, text] as const],
);

export function officePages(): OfficePage[] {
  const frames = Object.entries(OFFICE_FRAMES);
  return Object.entries(OFFICE_LAYOUTS).flatMap(([layout, laidOut], row) =>
    OFFICE_TEXTS.map(([voice, text], column) => {
      const [frameName, framed] = frames[(row + column) % frames.length] as (typeof frames)[number];
      const procedure = procedureOf(text, voice, 7, 0);
      const sections = sectionsOf(procedure, voice);
      const { html, boilerplate } = framed({
        language: voice.language,
        office: voice.organism,
        title: procedure.name,
        main: laidOut(procedure.name, sections),
      });
      return {
        layout,
        frame: frameName,
        html,
        boilerplate,
        facts: [procedure.name, ...sections.flatMap(({ items }) => items)],
        titles: sections.map(({ title }) => title),
      };
    }),
  );
}

export function sectionsOf(
  procedure: ReturnType<typeof procedureOf>,
  { titles }: OfficeVoice,
): OfficeSection[] {
  const { about, requirements, documents, deadline, fee, how, where, laws, phone, important } = procedure;
  return [
    { title: titles.about, items: [about] },
    { title: titles.requirements, items: requirements },
    { title: titles.documents, items: documents },
    { title: titles.deadline, items: [deadline] },
    { title: titles.fee, items: [fee] },
    { title: titles.how, items: how.map(([channel, text]) => `${channel}: ${text}`) },
    { title: titles.where, items: [where] },
    { title: titles.laws, items: laws },
    ...(important === undefined ? [] : [{ title: titles.important, items: [important] }]),
    { title: titles.phone, items: [phone] },
  ];
}

/** Text alone: no marks of Markdown, white space as one space. */
export function plainOf(markdown: string): string {
  return markdown
    .replaceAll(/\[((?:[^\][]|\[[^\][]*\])*)\]\([^)]*\)/g, "$1")
    .replaceAll("<br>", " ")
    .replaceAll(/^[ \t]*(?:(?:[>#:-]+|\d+\.)[ \t]+)+/gm, " ")
    .replaceAll(/[*`|\\]/g, " ")
    .replaceAll(/\s+/g, " ");
}
