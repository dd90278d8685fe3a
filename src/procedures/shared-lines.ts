/**
 * Lines that a site says on many of its pages, in whatever words (P25, ADR 10). That they are on many pages tells nothing by
 * itself: "DNI o NIE" and "Gratuito" are on as many as "Compártelo con quien lo necesite". So a line has to have a second
 * mark: it stands in parts that have nothing to do with each other, or it has no word of procedures in it and is on half of
 * the site or speaks as sites do. A fact stands where it belongs on every page, and says what it is about.
 */
import { createHash } from "node:crypto";
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { foldedWords, isNothingButLinks } from "./plain-text.ts";
import { isShortAnswer, mayBeFact } from "./procedure-words.ts";
import { type Section, type SectionPart, sectionsOf } from "./sections.ts";
import { hasSiteWord } from "./site-words.ts";

/** What a page has to say in finding the lines of its site. */
export interface PageLines {
  /** Equal for pages of one name: what two addresses of a procedure share is no more than what one of them says. */
  readonly title: string;
  /** A letter for the part that it stands in, one for what it sounds like, and its mark. */
  readonly lines: readonly string[];
}

/** Parts between which facts do not wander. Papers and ways share theirs: "Certificado digital". */
const PLACES: Readonly<Record<string, string>> = {
  descripcion: "d",
  requisitos: "q",
  documentos_necesarios: "q",
  como_solicitar: "w",
  donde_solicitar: "w",
  plazos: "p",
  resolucion: "p",
  tasas: "t",
  base_legal: "l",
  datos_importantes: "o",
};
const ONE_PLACE: ReadonlyMap<string, string> = new Map([
  ["q", "papers and ways"],
  ["w", "papers and ways"],
]);
/** Anything may stand there, so it tells nothing. */
const ANYWHERE = "o";
/** These hold what they are asked for, and nothing is taken from them. */
const NEVER: ReadonlySet<string | null> = new Set([
  "organismo",
  "telefono",
  "estado",
  "nombre",
  "boilerplate",
]);

/** `open`: nobody knows; `site`: it speaks as sites do; `both`: it may be a fact all the same. */
type Sound = "open" | "site" | "both";
const LETTERS: Readonly<Record<Sound, string>> = { open: "0", site: "1", both: "2" };

export function linesOf(document: ExtractedDocument): PageLines {
  const title = foldedWords(document.title);
  const isPage = document.document_type === "html" || document.document_type === "form_html";
  const sections = isPage ? sectionsOf(document.extracted_text, document.title) : [];
  const lines = sections.flatMap((section) => {
    const place = placeOf(section);
    return place === null ? [] : section.parts.flatMap((part) => lineOf(part, place, title));
  });
  return { title: markOf(title), lines: [...new Set(lines)].slice(0, MOST_LINES) };
}

/** No page has more that are worth counting; a book of lists would have. */
const MOST_LINES = 400;
const MAX_WORDS = 60;

function placeOf({ kind, heading }: Section): string | null {
  if (kind === null) return heading === "" ? "d" : ANYWHERE;
  return NEVER.has(kind) ? null : (PLACES[kind] ?? ANYWHERE);
}

function lineOf(part: SectionPart, place: string, title: string): string[] {
  const words = unnamed(foldedWords(part.text), title);
  if (words.trim() === "" || words.split(" ").length > MAX_WORDS + 2) return [];
  const sound = soundOf(part, words, place);
  return sound === null ? [] : [`${place}${LETTERS[sound]}${markOf(words)}`];
}

/** Null: it may be nothing but a fact. */
function soundOf({ raw, text }: SectionPart, words: string, place: string): Sound | null {
  if (isShortAnswer(words)) return null;
  const isWay = place === "w";
  const isLink = isNothingButLinks(raw);
  const isOfSite = isLink || /\?\s*$/.test(text) || hasSiteWord(words);
  const mayBe = mayBeFact(words, isWay) || saysNumber(text) || (isWay && isLink);
  if (mayBe) return isOfSite ? "both" : null;
  return isOfSite ? "site" : "open";
}

const DAY =
  /\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2} d(?:e|'|el) ?\p{L}+ (?:de |del )?\d{4}\b|\b\d{1,2}:\d{2}\b/gu;
const saysNumber = (text: string) => /[\d@€%]/.test(text.replaceAll(DAY, ""));

const MONTHS =
  / (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|gener|febrer|marc|maig|juny|juliol|agost|setembre|octubre|novembre|desembre|xaneiro|febreiro|maio|xuno|xullo|setembro|outubro|novembro|decembro|(?:urtarril|otsail|martxo|apiril|maiatz|ekain|uztail|abuztu|irail|urri|azaro|abendu)\p{L}*)(?= )/gu;
/** Too little of a name to be looked for in a line. */
const LEAST_OF_NAME = 12;

/** A line may have the name of its page in it. */
function unnamed(words: string, title: string): string {
  return title.length >= LEAST_OF_NAME ? words.replaceAll(title, " @ ") : words;
}

/** Equal for lines that differ in numbers and days only. */
function markOf(words: string): string {
  const said = words.replaceAll(MONTHS, " 0").replaceAll(/\d+/g, "0");
  return createHash("sha256").update(said).digest("base64url").slice(0, 10);
}

/** On so many pages of different names, whatever else. */
const LEAST_PAGES = 3;
/** Of all pages of a site: on so many, what sounds like a site is one's … */
const SOME = 0.15;
/** … and what nobody knows. */
const HALF = 0.5;

interface Seen {
  readonly titles: Set<string>;
  readonly places: Set<string>;
  sound: string;
}

/** The lines of one site, over all of its pages. The order in which they come does not matter. */
export class SiteLines {
  readonly #titles = new Set<string>();
  readonly #seen = new Map<string, Seen>();

  add({ title, lines }: PageLines): void {
    this.#titles.add(title);
    for (const line of lines) {
      const mark = line.slice(2);
      const seen = this.#seen.get(mark) ?? { titles: new Set(), places: new Set(), sound: "" };
      seen.titles.add(title);
      seen.places.add(line.slice(0, 1));
      if (line.slice(1, 2) > seen.sound) seen.sound = line.slice(1, 2);
      this.#seen.set(mark, seen);
    }
  }

  /** Those of a page that are its site's, in order; `!` before those that are it even where nothing else is said in their part. */
  among({ lines }: PageLines): readonly string[] {
    const marks = new Set(lines.map((line) => line.slice(2)));
    const found = [...marks].map((mark) => `${this.#strengthOf(mark) ?? "?"}${mark}`);
    return found.filter((line) => !line.startsWith("?")).toSorted();
  }

  #strengthOf(mark: string): "!" | "" | null {
    const seen = this.#seen.get(mark);
    if (seen === undefined || seen.titles.size < LEAST_PAGES) return null;
    const share = seen.titles.size / this.#titles.size;
    const apart = unrelated(seen.places);
    if (seen.sound === LETTERS.both) return apart >= 3 ? "!" : null;
    if (apart >= 2) return "!";
    // Below a heading that nobody knows, who can tell what a fact is called?
    if (apart === 0 && seen.sound === LETTERS.open) return null;
    return share >= (seen.sound === LETTERS.site ? SOME : HALF) ? "" : null;
  }
}

function unrelated(places: ReadonlySet<string>): number {
  const told = [...places].filter((place) => place !== ANYWHERE);
  return new Set(told.map((place) => ONE_PLACE.get(place) ?? place)).size;
}

/** A part is left with what it says, even if every page says it: "Todo el año" is all that there is to some deadlines. */
export function withoutShared(
  sections: readonly Section[],
  { title }: Pick<ExtractedDocument, "title">,
  ofSite: ReadonlySet<string>,
): readonly Section[] {
  if (ofSite.size === 0) return sections;
  const name = foldedWords(title);
  return sections.map((section) => {
    if (placeOf(section) === null) return section;
    const marks = section.parts.map(({ text }) => markOf(unnamed(foldedWords(text), name)));
    const without = (isTaken: (mark: string) => boolean) =>
      section.parts.filter((_, at) => !isTaken(marks[at] ?? ""));
    const parts = without((mark) => ofSite.has(mark) || ofSite.has(`!${mark}`));
    if (parts.length === section.parts.length) return section;
    const isLeft = section.kind === null || parts.some(({ kind }) => kind !== "sub");
    return { ...section, parts: isLeft ? parts : without((mark) => ofSite.has(`!${mark}`)) };
  });
}
