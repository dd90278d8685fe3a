/** Pages of the known procedures: every layout of offices and every rough one, with what each field must hold. */
import { KNOWN_PROCEDURES, type KnownProcedure } from "./known-procedures.ts";
import { OFFICE_FRAMES } from "./office-frames.ts";
import { OFFICE_LAYOUTS, type OfficeSection } from "./office-layouts.ts";
import { PART_TITLES, type PartTitles } from "./procedure-titles.ts";
import { ROUGH_LAYOUTS } from "./rough-layouts.ts";

export interface Fact {
  readonly field: string;
  readonly text: string;
}

export interface ProcedurePage {
  readonly procedure: KnownProcedure;
  readonly layout: string;
  readonly html: string;
  readonly boilerplate: readonly string[];
  readonly facts: readonly Fact[];
}

export const PROCEDURE_LAYOUTS: readonly string[] = [
  ...Object.keys(OFFICE_LAYOUTS),
  ...Object.keys(ROUGH_LAYOUTS),
];

export function procedurePages(): ProcedurePage[] {
  return KNOWN_PROCEDURES.flatMap((procedure, column) =>
    PROCEDURE_LAYOUTS.map((layout, row) => pageOf(procedure, layout, row + column)),
  );
}

/** Titles and frame change from page to page, so that no layout meets only one of them. */
function pageOf(procedure: KnownProcedure, layout: string, turn: number): ProcedurePage {
  const titles = PART_TITLES[procedure.language][turn % 3];
  const frame = Object.values(OFFICE_FRAMES)[turn % 4];
  if (titles === undefined || frame === undefined) throw new Error("no titles or frame");
  const main =
    ROUGH_LAYOUTS[layout]?.(procedure, titles) ??
    OFFICE_LAYOUTS[layout]?.(procedure.name, sectionsOf(procedure, titles)) ??
    "";
  const framed = frame({
    language: procedure.language,
    office: procedure.organism,
    title: procedure.name,
    main,
  });
  return { procedure, layout, ...framed, facts: factsOf(procedure) };
}

function sectionsOf(procedure: KnownProcedure, titles: PartTitles): OfficeSection[] {
  const {
    about,
    requirements,
    documents,
    deadlines,
    fee,
    how,
    where,
    laws,
    important,
    other,
    organism,
    phone,
  } = procedure;
  const labelled = (pairs: KnownProcedure["how"]) => pairs.map(([label, text]) => `${label}: ${text}`);
  return [
    { title: titles.about, items: [about] },
    { title: titles.requirements, items: requirements },
    { title: titles.documents, items: documents },
    { title: titles.deadlines, items: labelled(deadlines) },
    { title: titles.fee, items: [fee] },
    { title: titles.how, items: labelled(how) },
    { title: titles.where, items: [where] },
    { title: titles.laws, items: laws },
    { title: titles.important, items: important },
    { title: other[0], items: [other[1]] },
    { title: titles.organism, items: [organism] },
    { title: titles.phone, items: [phone] },
  ];
}

export function factsOf(procedure: KnownProcedure): Fact[] {
  const facts = (field: string, texts: readonly string[]): Fact[] => texts.map((text) => ({ field, text }));
  return [
    ...facts("nombre", [procedure.name]),
    ...facts("organismo", [procedure.organism]),
    ...facts("descripcion", [procedure.about]),
    ...facts("requisitos", procedure.requirements),
    ...facts("documentos_necesarios", procedure.documents),
    ...facts(
      "plazos",
      procedure.deadlines.map(([, text]) => text),
    ),
    ...facts("tasas", [procedure.fee]),
    ...facts(
      "como_solicitar",
      procedure.how.map(([, text]) => text),
    ),
    ...facts("donde_solicitar", [procedure.where]),
    ...facts("base_legal", procedure.laws),
    ...facts("telefono", [procedure.phone]),
    ...facts("datos_importantes", procedure.important),
    ...facts("datos_adicionales", [procedure.other[1]]),
  ];
}

/** All text of a field as one line, letters and digits only: what a fact is looked for in. */
export function wordsIn(value: unknown): string {
  const texts = (inner: unknown): string[] =>
    typeof inner === "string"
      ? [inner]
      : typeof inner === "object" && inner !== null
        ? Object.values(inner).flatMap(texts)
        : [];
  return (
    texts(value)
      .join(" ")
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(" ");
}
