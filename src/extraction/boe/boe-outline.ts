/**
 * Where a paragraph of an act stands in it. The gazette marks paragraphs by class (`titulo_num`, `articulo` …), older
 * texts mark less: what a paragraph begins with decides before its class. Levels are those of the tree as it is: an
 * article is below its chapter where there is one, else directly below the title of the act.
 */

/**
 * From the outermost to the innermost. `provisions` is a heading above several of them (DISPOSICIONES ADICIONALES),
 * `opening` the preamble; lines in the middle of the page (`display`) may have italic ones below them.
 */
const ORDER = {
  annex: 0,
  opening: 1,
  provisions: 1,
  book: 2,
  title: 3,
  chapter: 4,
  section: 5,
  subsection: 6,
  provision: 7,
  article: 7,
  display: 8,
  subdisplay: 9,
} as const;
export type Rank = keyof typeof ORDER;

export type ParagraphRole =
  | { readonly kind: "heading"; readonly rank: Rank }
  /** The name that goes with the number before it: `TÍTULO I`, `Disposiciones generales`. */
  | { readonly kind: "name"; readonly rank: Rank }
  /** A heading where it stands inside of something, else a line of text (`REY DE ESPAÑA`). */
  | { readonly kind: "display"; readonly rank: Rank }
  /** Words of another act, or a note of the gazette's. */
  | { readonly kind: "quotation" }
  | { readonly kind: "text" };

/** As classes begin; those of other templates (`RBF_SFRANySIG_ARTICULO`, `LINEA_ANEXO`) end in the same words. */
const CLASSES: readonly (readonly [RegExp, Rank])[] = [
  [/^anexo|_anexo$/, "annex"],
  [/^libro|^parte(?:_|$)/, "book"],
  [/^titulo|^ley$/, "title"],
  [/^capitulo|_capitulo$/, "chapter"],
  [/^seccion|_seccion$/, "section"],
  [/^subseccion/, "subsection"],
  [/^(?:articulo|precepto|disposicion)|_articulo$/, "article"],
];

/** In Basque the number may stand before (`Lehenengo xedapen gehigarria`), or the last word say which (`Azken xedapena`). */
const PROVISION =
  /^disposici(?:[óo]n|ó|ons|ones|óns)\s+(?:ad+icional|transit[oò]ri|der+ogat[oò]ri|final|derradeir|preliminar)|^(?:\S{1,20}\s+){0,2}(?:xedapen\s+(?:gehigarri|iragankor|indargabetzaile)|azken\s+xedapen)/i;
const PROVISIONS =
  /^disposici(?:ones|ons|óns)\s|^(?:xedapen\s+(?:gehigarri|iragankor|indargabetzaile)ak|azken\s+xedapenak)$/i;
const BEGINNINGS: readonly (readonly [RegExp, Rank])[] = [
  [/^(?:an(?:n)?ex(?:os?|es)?|ap[ée]ndice|eranskina)(?=$|[\s.:])/i, "annex"],
  [
    /^(?:libro|llibre)\s+(?:[ivxlc]+|primer|segu|segon|terc|cuart|quart|quin|sext|s[ée]ptim|prelimin)/i,
    "book",
  ],
  [
    /^t[íi]t(?:ulo|ol)\s+(?:[ivxlc]+|primer|segu|segon|terc|cuart|quart|quin|sext|s[ée]ptim|octav|noven|prelimin)/i,
    "title",
  ],
  [
    /^cap[íi]t(?:ulo|ol)\s+(?:[ivxlc]+|primer|segu|segon|terc|cuart|quart|quin|sext|s[ée]ptim|octav|noven|[úu]nic|\d)|^\S{1,8}\s+kapitulua/i,
    "chapter",
  ],
  [
    /^(?:secci[óo]n|secci[óo])\s+(?:[ivxlc]+|primer|segu|segon|terc|cuart|quart|quin|sext|\d)|^\S{1,8}\s+atala(?=$|[\s.:])/i,
    "section",
  ],
  [/^subsecci[óo]n?\s/i, "subsection"],
  [
    /^(?:art[íi]c(?:ulo|le)|artigo)\s+(?:\d|[úu]nic|primer|segu|segon|terc|cuart|quart|quin|sext|s[ée]ptim|octav|noven|d[ée]cim|prelimin)|^art\.\s*\d|^\d+\.?\s+artikulua/i,
    "article",
  ],
];
const OPENINGS =
  /^(?:pre[áà]mb(?:ulo|ul)|exposici[óo]n?\s+de\s+(?:motivos|motius)|hitzaurrea|zioen\s+azalpena)\.?$/i;

const MAX_HEADING = 300;
/** A paragraph without a class that is longer is text that begins with its own number. */
const MAX_BARE_HEADING = 150;

export function roleOf(className: string, text: string): ParagraphRole {
  const name = className.trim().toLowerCase().split(/\s+/)[0] ?? "";
  if (/^(?:sangrado|cita|nota_pie|nota_inicial)/.test(name)) return { kind: "quotation" };
  if (/^(?:parrafo|firma|cuerpo|pie|atexto|imagen|texto)/.test(name) || text.length > MAX_HEADING)
    return { kind: "text" };
  // New words for another act's article stand in quotation marks.
  if (/^[«"“]/.test(text)) return { kind: "text" };
  const isDisplay = name.startsWith("centro") || name.endsWith("_centro");
  const classRank = CLASSES.find(([pattern]) => pattern.test(name))?.[1];
  if (classRank !== undefined && name.endsWith("_tit")) return { kind: "name", rank: classRank };
  const textRank = rankByText(text, classRank);
  if (classRank !== undefined) return { kind: "heading", rank: textRank ?? classRank };
  if (isDisplay) return displayRole(text, textRank, name);
  const isBare = name === "" && text.length <= MAX_BARE_HEADING && !/[;,:]$/.test(text);
  return isBare && textRank !== undefined ? { kind: "heading", rank: textRank } : { kind: "text" };
}

function rankByText(text: string, classRank: Rank | undefined): Rank | undefined {
  if (PROVISION.test(text)) return PROVISIONS.test(text) || isAbove(classRank) ? "provisions" : "provision";
  return BEGINNINGS.find(([pattern]) => pattern.test(text))?.[1];
}

function isAbove(rank: Rank | undefined): boolean {
  return rank !== undefined && rank !== "article";
}

function displayRole(text: string, textRank: Rank | undefined, name: string): ParagraphRole {
  if (textRank !== undefined) return { kind: "heading", rank: textRank };
  if (OPENINGS.test(text)) return { kind: "heading", rank: "opening" };
  if (/[:;,]$/.test(text)) return { kind: "text" };
  return { kind: "display", rank: name.includes("cursiva") ? "subdisplay" : "display" };
}

/** The title of the act is level 1. */
const FIRST_LEVEL = 2;
const LAST_LEVEL = 6;

/** The headings that are open, from the outermost to the innermost. */
export class Outline {
  #open: readonly Rank[] = [];

  get isEmpty(): boolean {
    return this.#open.length === 0;
  }

  /** The level of a heading that begins here. */
  enter(rank: Rank): number {
    this.#open = [...this.#open.filter((open) => holds(open, rank)), rank];
    return Math.min(FIRST_LEVEL + this.#open.length - 1, LAST_LEVEL);
  }
}

function holds(open: Rank, rank: Rank): boolean {
  // Provisions follow the last chapter and belong to none: only to what they are gathered under.
  if (rank === "provision") return open === "annex" || open === "provisions";
  if (open === "opening") return ORDER[rank] >= ORDER.display;
  if (open === "provisions") return ORDER[rank] >= ORDER.article;
  return ORDER[open] < ORDER[rank];
}
