/** Headings that only one site has, and what stands below them on its pages (P23). */
import { headMark } from "./line-marks.ts";
import type { Section } from "./sections.ts";
import { type ToldKind, toldKind } from "./told-parts.ts";

const LETTERS: Readonly<Record<ToldKind, string>> = {
  descripcion: "e",
  requisitos: "q",
  documentos_necesarios: "d",
  plazos: "p",
  como_solicitar: "w",
  donde_solicitar: "a",
  base_legal: "l",
};
const KINDS: ReadonlyMap<string, ToldKind> = new Map(
  Object.entries(LETTERS).map(([kind, letter]) => [letter, kind as ToldKind]),
);
const UNTOLD = "x";
/** Before what a heading has turned out to stand over. */
const IS = "=";

/** Of each heading that nobody knows: a letter for what its part tells, where the page has no other such part, and its mark. */
export function headsOf(sections: readonly Section[]): readonly string[] {
  const headed = sections.filter(({ heading, parts }) => heading !== "" && parts.length > 0);
  const known = new Set(headed.map(({ kind }) => kind));
  const told = headed.flatMap((section) => {
    if (section.kind !== null) return [];
    const isFirst = headed.find((one) => !saysWho(one)) === section;
    const found = toldKind(section, isFirst);
    const letter = found === null || known.has(found.kind) ? UNTOLD : LETTERS[found.kind];
    return [`${found?.isSure === true ? letter.toUpperCase() : letter}${headMark(section)}`];
  });
  return [...new Set(told)];
}

/** Who is in charge, or the number of a file: a few words before a page comes to the point. */
function saysWho({ kind, parts }: Section): boolean {
  return kind === "organismo" || (kind === null && parts.every(({ text }) => text.split(" ").length < FEW));
}

const FEW = 8;

/** Pages that have to agree, and of all that have the heading so many. */
const LEAST = 2;
const MOST = 0.5;

interface Votes {
  pages: number;
  readonly by: Map<string, number>;
  sure: string | null;
}

/** The headings of one site, over all of its pages. */
export class SiteHeads {
  readonly #votes = new Map<string, Votes>();

  add(heads: readonly string[]): void {
    for (const head of heads) {
      const [letter, mark] = [head.slice(0, 1).toLowerCase(), head.slice(1)];
      const votes = this.#votes.get(mark) ?? { pages: 0, by: new Map(), sure: null };
      votes.pages++;
      votes.by.set(letter, (votes.by.get(letter) ?? 0) + 1);
      if (head.slice(0, 1) !== letter) votes.sure = letter;
      this.#votes.set(mark, votes);
    }
  }

  /** Of the headings of a page, those that the site has shown to stand over something. */
  among(heads: readonly string[]): readonly string[] {
    return heads.flatMap((head) => {
      const letter = this.#letterOf(head.slice(1));
      return letter === null ? [] : [`${IS}${letter}${head.slice(1)}`];
    });
  }

  #letterOf(mark: string): string | null {
    const votes = this.#votes.get(mark);
    const [letter, count] = [...(votes?.by ?? [])]
      .filter(([one]) => one !== UNTOLD)
      .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0] ?? ["", 0];
    if (votes === undefined || count < MOST * votes.pages) return null;
    return count >= LEAST || votes.sure === letter ? letter : null;
  }
}

/** Parts get the kind that their heading has on this site, where the page has no part of that kind by name. */
export function withToldKinds(sections: readonly Section[], told: ReadonlySet<string>): readonly Section[] {
  if (![...told].some((one) => one.startsWith(IS))) return sections;
  const known = new Set(sections.filter(({ parts }) => parts.length > 0).map(({ kind }) => kind));
  return sections.map((section) => {
    if (section.kind !== null || section.heading === "") return section;
    const mark = headMark(section);
    const kind = [...KINDS].find(([letter]) => told.has(`${IS}${letter}${mark}`))?.[1];
    return kind === undefined || known.has(kind) ? section : { ...section, kind };
  });
}
