/**
 * Lines that a site says on many of its pages, in whatever words (P25, ADR 10). That they are on many pages tells nothing by
 * itself: "DNI o NIE" and "Gratuito" are on as many as "Compártelo con quien lo necesite". So a line has to have a second
 * mark: it stands in parts that have nothing to do with each other, or it has hardly a word of procedures in it and is on
 * much of the site or speaks as sites do. A fact stands where it belongs on every page, and says what it is about.
 */
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { headMark, markOf } from "./line-marks.ts";
import { foldedWords, isNothingButLinks, linksIn } from "./plain-text.ts";
import { isProcedureWord, isShortAnswer } from "./procedure-words.ts";
import { type Section, type SectionPart, sectionsOf } from "./sections.ts";
import { headsOf, SiteHeads, withToldKinds } from "./site-heads.ts";
import { isJoining, isSiteWord } from "./site-words.ts";

/** What a page has to say in finding the lines of its site. */
export interface PageLines {
  /** Equal for pages of one name: what two addresses of a procedure share is no more than what one of them says. */
  readonly title: string;
  readonly language: string;
  /** A letter for the part that it stands in, a figure for its sound, and its mark. */
  readonly lines: readonly string[];
  /** Headings that nobody knows, and what stands below them. */
  readonly heads: readonly string[];
}

/** Parts between which facts do not wander. */
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
};
const DESCRIPTION = "d";
/** Papers and ways share theirs: "Certificado digital". */
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

/** How a line sounds, the likelier a fact the higher: nobody knows; like a site; mostly like one; like a procedure. */
type Sound = "0" | "1" | "2" | "3";

export function linesOf(document: ExtractedDocument): PageLines {
  const title = foldedWords(document.title);
  const isPage = document.document_type === "html" || document.document_type === "form_html";
  const sections = isPage ? sectionsOf(document.extracted_text, document.title) : [];
  const lines = sections.flatMap((section) => {
    const place = placeOf(section);
    if (place === null) return [];
    return [
      ...(listsPages(section, document) ? [`${ANYWHERE}1${headMark(section)}`] : []),
      ...section.parts.flatMap((part) => lineOf(part, place, title)),
    ];
  });
  return {
    title: markOf(title),
    language: document.metadata.language_detected ?? "",
    lines: [...new Set(lines)].slice(0, MOST_LINES),
    heads: headsOf(sections).slice(0, MOST_LINES),
  };
}

/** Before the mark of a link that may have the name of another page. */
const LINK = "~";

/** No page has more that are worth counting; a book of lists would have. */
const MOST_LINES = 400;
const MAX_WORDS = 60;

function placeOf({ kind, heading }: Section): string | null {
  if (kind === null) return heading === "" ? DESCRIPTION : ANYWHERE;
  return NEVER.has(kind) ? null : (PLACES[kind] ?? ANYWHERE);
}

function lineOf(part: SectionPart, place: string, title: string): string[] {
  const words = unnamed(foldedWords(part.text), title);
  if (words.trim() === "" || words.split(" ").length > MAX_WORDS + 2 || isShortAnswer(words)) return [];
  const sound = soundOf(part, words, place);
  return [
    ...(sound === null ? [] : [`${place}${sound}${markOf(words)}`]),
    ...(isNothingButLinks(part.raw) ? [`${LINK}${markOf(words)}`] : []),
  ];
}

/** Null: like a procedure, where nothing else could make it the site's. */
function soundOf({ kind, raw, text }: SectionPart, words: string, place: string): Sound | null {
  const isWay = place === "w";
  const isLink = isNothingButLinks(raw);
  const said = words.trim().split(" ");
  const ofProcedure = said.filter((word) => isProcedureWord(word, isWay));
  const facts = ofProcedure.length + (saysNumber(text) || (isWay && isLink) ? 1 : 0);
  const ofSite = said.filter((word) => !ofProcedure.includes(word) && isSiteWord(word)).length;
  const isDated = text.search(DAY) >= 0;
  const asSite = ofSite + (isLink || isDated || /\?\s*$/.test(text) ? 1 : 0);
  if (facts === 0) return asSite > 0 ? "1" : "0";
  if (asSite >= (kind === "item" ? MOSTLY_IN_LIST : MOSTLY) * facts) return "2";
  if (kind !== "item" && isSentence(said, facts)) return "2";
  return asSite > 0 || place === DESCRIPTION ? "3" : null;
}

/** As many words of sites to one of procedures: what stands among the items of a list is rather one of them. */
const MOSTLY = 2;
const MOSTLY_IN_LIST = 3;

/** Long, and hardly a word of procedures in it: what a page says of one is full of them. */
function isSentence(said: readonly string[], facts: number): boolean {
  const telling = said.filter((word) => !isJoining(word)).length;
  return telling >= LEAST_OF_SENTENCE && facts <= SPARSE * telling;
}

const LEAST_OF_SENTENCE = 6;
const SPARSE = 0.25;

const DAY =
  /\b\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2} d(?:e|'|el) ?\p{L}+ (?:de |del )?\d{4}\b|\b\d{1,2}:\d{2}\b|\b20\d{2}\b/gu;
const saysNumber = (text: string) => /[\d€%]|\S@\S/.test(text.replaceAll(DAY, ""));

/** Too little of a name to be looked for in a line. */
const LEAST_OF_NAME = 12;

/** A line may have the name of its page in it. */
function unnamed(words: string, title: string): string {
  return title.length >= LEAST_OF_NAME ? words.replaceAll(title, " @ ") : words;
}

/** "Fichas del mismo tema": a heading that is no part's, over nothing but links to other pages of the site. */
function listsPages({ kind, heading, parts }: Section, { source_url }: ExtractedDocument): boolean {
  const words = foldedWords(heading).trim();
  if (kind !== null || words === "" || parts.length === 0) return false;
  if (words.split(" ").some((word) => isProcedureWord(word, false))) return false;
  const host = URL.parse(source_url)?.host;
  const isPage = (url: string) => {
    const target = URL.parse(url, source_url);
    return target?.host === host && !/\.(?!html?$|php$|jsp$|aspx?$)\w{2,4}$/i.test(target?.pathname ?? "");
  };
  return parts.every(({ raw }) => isNothingButLinks(raw) && linksIn(raw).every(({ url }) => isPage(url)));
}

/** On so many pages of different names, whatever else … */
const LEAST_PAGES = 3;
/** … but two where these are half of all in their language, … */
const LEAST_OF_FEW = 2;
/** … and on so many where only their number speaks. */
const MANY_PAGES = 4;
const SHARES: Readonly<Record<Sound, number>> = { "0": 1 / 3, "1": 0.15, "2": 0.3, "3": 0.25 };
const HALF = 0.5;

interface Seen {
  readonly titles: Set<string>;
  readonly places: Set<string>;
  language: string;
  sound: Sound;
}

/** The lines of one site, over all of its pages. The order in which they come does not matter. */
export class SiteLines {
  readonly #titles = new Set<string>();
  readonly #titlesIn = new Map<string, Set<string>>();
  readonly #seen = new Map<string, Seen>();
  readonly #heads = new SiteHeads();

  add({ title, language, lines, heads }: PageLines): void {
    this.#heads.add(heads);
    this.#titles.add(title);
    const alike = this.#titlesIn.get(language) ?? new Set();
    this.#titlesIn.set(language, alike.add(title));
    for (const line of lines.filter((one) => !one.startsWith(LINK))) {
      const [place, sound, mark] = [line.slice(0, 1), line.slice(1, 2) as Sound, line.slice(2)];
      const seen = this.#seen.get(mark) ?? { titles: new Set(), places: new Set(), language, sound };
      seen.titles.add(title);
      seen.places.add(place);
      if (sound > seen.sound) seen.sound = sound;
      if (language < seen.language) seen.language = language;
      this.#seen.set(mark, seen);
    }
  }

  /**
   * Those of a page that are its site's, in order; `!` before those that are it even where nothing else is said in their part,
   * `~` before links that have the name of another page, `=` before headings that have turned out to stand over something.
   */
  among({ lines, heads }: PageLines): readonly string[] {
    const links = lines.filter((line) => line.startsWith(LINK) && this.#titles.has(line.slice(1)));
    const marks = new Set(lines.filter((line) => !line.startsWith(LINK)).map((line) => line.slice(2)));
    const found = [...marks].map((mark) => `${this.#strengthOf(mark) ?? "?"}${mark}`);
    const told = found.filter((line) => !line.startsWith("?"));
    return [...told, ...links, ...this.#heads.among(heads)].toSorted();
  }

  #strengthOf(mark: string): "!" | "" | null {
    const seen = this.#seen.get(mark);
    if (seen === undefined) return null;
    const { titles, sound, places, language } = seen;
    if (titles.size < LEAST_PAGES) {
      const ofFew = titles.size / (this.#titlesIn.get(language)?.size ?? 1) >= HALF;
      return titles.size === LEAST_OF_FEW && sound === "1" && ofFew ? "" : null;
    }
    const apart = unrelated(places);
    if (apart >= (sound === "3" ? 3 : 2)) return "!";
    const isShare = titles.size / this.#titles.size >= SHARES[sound];
    if (sound === "1") return isShare ? "" : null;
    if (!isShare || titles.size < MANY_PAGES) return null;
    if (sound === "2") return "";
    // Below a heading that nobody knows, who can tell what a fact is called? What a page is about, none says of another.
    const isTold = sound === "3" ? [...places].every((place) => place === DESCRIPTION) : apart > 0;
    return isTold ? "" : null;
  }
}

function unrelated(places: ReadonlySet<string>): number {
  const told = [...places].filter((place) => place !== ANYWHERE);
  return new Set(told.map((place) => ONE_PLACE.get(place) ?? place)).size;
}

/** A part is left with what it says, even if every page says it: "Todo el año" is all that there is to some deadlines. */
export function withoutShared(
  sections: readonly Section[],
  document: ExtractedDocument,
  ofSite: ReadonlySet<string>,
): readonly Section[] {
  if (ofSite.size === 0) return sections;
  const title = foldedWords(document.title);
  const left = sections.map((section) => {
    if (placeOf(section) === null) return section;
    if (ofSite.has(headMark(section)) && listsPages(section, document)) return { ...section, parts: [] };
    const marks = section.parts.map(({ text }) => markOf(unnamed(foldedWords(text), title)));
    const isOfPages = leadsToPages(section, marks, ofSite);
    const without = (isTaken: (mark: string) => boolean) =>
      section.parts.filter((_, at) => !isTaken(marks[at] ?? ""));
    const parts = without(
      (mark) => ofSite.has(mark) || ofSite.has(`!${mark}`) || (isOfPages && ofSite.has(`${LINK}${mark}`)),
    );
    if (parts.length === section.parts.length) return section;
    const isLeft = MAY_BE_EMPTY.has(section.kind) || parts.some(({ kind }) => kind !== "sub");
    return { ...section, parts: isLeft ? parts : without((mark) => ofSite.has(`!${mark}`)) };
  });
  return withToldKinds(left, ofSite);
}

/**
 * Links to procedures of the same site are no part of this one: but a paper may be a link to how it is had, and a way one to
 * the page on appointments.
 */
function leadsToPages(section: Section, marks: readonly string[], ofSite: ReadonlySet<string>): boolean {
  const place = placeOf(section);
  if (place === "q") return false;
  return place !== "w" || marks.filter((mark) => ofSite.has(`${LINK}${mark}`)).length >= LEAST_LINKS;
}

const LEAST_LINKS = 2;

/** Not every page has them. */
const MAY_BE_EMPTY: ReadonlySet<Section["kind"]> = new Set<Section["kind"]>([null, "datos_importantes"]);
