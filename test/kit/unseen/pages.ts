/** Pages of procedures that were written without a look at the reading, in two halves: rules may be mended by the first only. */
import type { KnownProcedure } from "../known-procedures.ts";
import { factsOf, type ProcedurePage } from "../procedure-pages.ts";
import type { PartTitles } from "../procedure-titles.ts";
import { FIRST_SPANISH } from "./first-es.ts";
import { FIRST_OTHER } from "./first-other.ts";
import { UNSEEN_FRAMES } from "./frames.ts";
import { LATER_LAYOUTS, LATER_TITLES } from "./later-layouts.ts";
import { partsOf, UNSEEN_LAYOUTS, type UnseenLayout } from "./layouts.ts";
import { SECOND_SPANISH } from "./second-es.ts";
import { SECOND_OTHER } from "./second-other.ts";
import { OTHER_TITLES } from "./titles.ts";

export const FIRST_HALF: readonly KnownProcedure[] = [...FIRST_SPANISH, ...FIRST_OTHER];
export const SECOND_HALF: readonly KnownProcedure[] = [...SECOND_SPANISH, ...SECOND_OTHER];
export const UNSEEN_LAYOUT_NAMES: readonly string[] = Object.keys(UNSEEN_LAYOUTS);
export const LATER_LAYOUT_NAMES: readonly string[] = Object.keys(LATER_LAYOUTS);

type Heads = Readonly<Record<KnownProcedure["language"], readonly PartTitles[]>>;

export function unseenPages(procedures: readonly KnownProcedure[]): ProcedurePage[] {
  return laidOut(procedures, UNSEEN_LAYOUTS, OTHER_TITLES);
}

export function laterPages(procedures: readonly KnownProcedure[]): ProcedurePage[] {
  return laidOut(procedures, LATER_LAYOUTS, LATER_TITLES);
}

function laidOut(
  procedures: readonly KnownProcedure[],
  layouts: Readonly<Record<string, UnseenLayout>>,
  heads: Heads,
): ProcedurePage[] {
  return procedures.flatMap((procedure, column) =>
    Object.entries(layouts).map(([layout, write], row) => {
      const turn = row + column;
      const choices = heads[procedure.language];
      const titles = choices[turn % choices.length];
      const frame = UNSEEN_FRAMES[(turn * 2 + 1) % UNSEEN_FRAMES.length];
      if (titles === undefined || frame === undefined) throw new Error("no titles or frame");
      const { language, organism: office, name: title } = procedure;
      const main = write(title, partsOf(procedure, titles));
      return { procedure, layout, ...frame({ language, office, title, main }), facts: factsOf(procedure) };
    }),
  );
}
