/** Pages of the layouts and frames that came later: the half that rules were made with, and the other. */
import { procedureOf } from "../../src/sandbox/offices-procedure.ts";
import { FRAMES_LOOKED_AT, FRAMES_NOT_LOOKED_AT } from "./office-frames-more.ts";
import type { OfficeFrame } from "./office-frames.ts";
import {
  LAYOUTS_LOOKED_AT,
  LAYOUTS_NOT_LOOKED_AT,
  type OfficeItem,
  type OfficePart,
  type PartsLayout,
} from "./office-layouts-more.ts";
import { OFFICE_TEXTS, type OfficePage, sectionsOf } from "./office-pages.ts";

export type OfficeHalf = "looked at" | "not looked at";

export function morePages(half: OfficeHalf, headings: "known" | "unheard of"): OfficePage[] {
  return half === "looked at"
    ? pagesOf(LAYOUTS_LOOKED_AT, FRAMES_LOOKED_AT, headings)
    : pagesOf(LAYOUTS_NOT_LOOKED_AT, FRAMES_NOT_LOOKED_AT, headings);
}

const textOf = (item: OfficeItem) => (typeof item === "string" ? item : item.link);

function pagesOf(
  layouts: Readonly<Record<string, PartsLayout>>,
  frames: Readonly<Record<string, OfficeFrame>>,
  headings: "known" | "unheard of",
): OfficePage[] {
  return Object.entries(layouts).flatMap(([layout, laidOut]) =>
    Object.entries(frames).flatMap(([frame, framed], column, { length }) =>
      OFFICE_TEXTS.filter((_, at) => at % length === column).map(([voice, text]) => {
        const procedure = procedureOf(text, voice, 7, 0);
        const named = withLinks(sectionsOf(procedure, voice));
        const parts = headings === "known" ? named : named.map(renamed);
        const main = laidOut(procedure.name, parts);
        const { html, boilerplate } = framed({
          language: voice.language,
          office: voice.organism,
          title: procedure.name,
          main,
        });
        const facts = [procedure.name, ...parts.flatMap(({ items }) => items.map(textOf))];
        return { layout, frame, html, boilerplate, facts, titles: parts.map(({ title }) => title) };
      }),
    ),
  );
}

/** What people came for: lines that are nothing but a link, among what is said of the procedure. */
function withLinks(sections: readonly OfficePart[]): OfficePart[] {
  return sections.flatMap((section, at): OfficePart[] => {
    if (at === 2) return [{ ...section, items: [...section.items, { link: "Solicitud normalizada" }] }];
    if (at === 5) return [{ ...section, items: [...section.items, { link: "Tramitar en línea" }] }];
    if (at !== 3) return [section];
    return [
      section,
      { title: "Código SIA", items: ["2016450"] },
      { title: "Acceso", items: [{ link: "Acceso al trámite" }] },
    ];
  });
}

const UNHEARD_OF = ["Primer bloque", "Asunto", "Lo que falta", "Notas", "Cajón", "Varios", "Paño", "Oteo"];

function renamed(part: OfficePart, at: number): OfficePart {
  return { ...part, title: `${UNHEARD_OF[at % UNHEARD_OF.length]} ${at}` };
}
