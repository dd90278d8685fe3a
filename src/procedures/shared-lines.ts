/**
 * Lines that a site says on many of its pages, in whatever words (P25, ADR 10). That they are on many pages tells nothing by
 * itself: "DNI o NIE" and "Gratuito" are on as many as "Compártelo con quien lo necesite". So a line has to have a second
 * mark: it stands in parts that have nothing to do with each other, or it has hardly a word of procedures in it and is on
 * much of the site or speaks as sites do. A fact stands where it belongs on every page, and says what it is about.
 */
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { isAskedOfWay } from "./fields/channels.ts";
import { markOf } from "./line-marks.ts";
import { foldedWords, isNothingButLinks } from "./plain-text.ts";
import { isProcedureWord, isShortAnswer } from "./procedure-words.ts";
import { type Section, type SectionPart, sectionsOf } from "./sections.ts";
import { headsOf, SiteHeads, withToldKinds } from "./site-heads.ts";
import { siteScore } from "../extraction/line-sound.ts";
import { isJoining, isSiteWord } from "./site-words.ts";

/** What a page has to say in finding the lines of its site. */
export interface PageLines {
  /** Equal for pages of one name: what two addresses of a procedure share is no more than what one of them says. */
  readonly title: string;
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
const NEVER: ReadonlySet<string | null> = new Set(["organismo", "estado", "nombre", "boilerplate"]);

/**
 * How a line sounds, the likelier a fact the higher: like a site; nobody knows; like a site, and short; mostly like a site;
 * short or an item among others, and nobody knows; like a procedure.
 */
type Sound = "0" | "1" | "2" | "3" | "4" | "5";

export function linesOf(document: ExtractedDocument): PageLines {
  const title = foldedWords(document.title);
  const isPage = document.document_type === "html" || document.document_type === "form_html";
  const sections = isPage ? sectionsOf(document.extracted_text, document.title) : [];
  const lines = sections.flatMap((section) => {
    const place = placeOf(section);
    return place === null ? [] : section.parts.flatMap((part) => lineOf(part, place, title));
  });
  return {
    title: markOf(title),
    lines: [...new Set(lines)].slice(0, MOST_LINES),
    heads: headsOf(sections).slice(0, MOST_LINES),
  };
}

/** Before the mark of a link that may have the name of another page. */
const LINK = "~";
/** Before the mark of a title that most pages of a site have. */
const TITLE = "@";
/** The same procedure may well be at three addresses. */
const LEAST_CALLED = 4;
const MOST_CALLED = 0.5;

/** No page has more that are worth counting; a book of lists would have. */
const MOST_LINES = 400;
const MAX_WORDS = 60;

function placeOf({ kind, heading }: Section): string | null {
  if (kind === null) return heading === "" ? DESCRIPTION : ANYWHERE;
  if (kind === "telefono") return CALLED;
  return NEVER.has(kind) ? null : (PLACES[kind] ?? ANYWHERE);
}

/** Of a part on whom to call, numbers are what it is for. */
const CALLED = "c";
const WAYS = "w";
const NUMBER = /\d{3}/;

function lineOf(part: SectionPart, place: string, title: string): string[] {
  const words = unnamed(foldedWords(part.text), title);
  if (words.split(" ").length > MAX_WORDS + 2 || !/[\p{L}\p{N}]/u.test(words)) return [];
  if (place === CALLED && NUMBER.test(part.text)) return [];
  if (place === WAYS && part.label !== null && isAskedOfWay(part.label, part.text)) return [];
  const sound = isShortAnswer(words) ? null : soundOf(part, words, place);
  return [
    ...(sound === null ? [] : [`${place}${sound}${markOf(words)}`]),
    ...(isNothingButLinks(part.raw) ? [`${LINK}${markOf(words)}`] : []),
  ];
}

/** Null: like a procedure, and nothing else makes it the site's there. */
function soundOf({ kind, raw, text }: SectionPart, words: string, place: string): Sound | null {
  const mayBeWay = place === "w" || place === ANYWHERE;
  // The name of the page would be heard louder than what is said of it.
  const score = words.includes("@") ? 0 : siteScore(text);
  const isShort = words.trim().split(" ").length < LEAST_OF_SENTENCE;
  const isRather = kind !== "item" && place !== "w";
  if (score > (isRather ? LIKE_SITE : SURELY_LIKE_SITE)) return isShort ? "2" : "0";
  if (score < LIKE_PROCEDURE) return place === DESCRIPTION ? "5" : null;
  if (isRather && score > (isShort ? MORE_LIKE_SITE : RATHER_LIKE_SITE)) return "3";
  const isLink = isNothingButLinks(raw);
  const said = words.trim().split(" ");
  const ofProcedure = said.filter((word) => isProcedureWord(word, mayBeWay));
  const ofSite = said.filter((word) => !ofProcedure.includes(word) && isSiteWord(word)).length;
  const isDated = text.search(DAY) >= 0;
  // A day is when a page was changed where the line speaks as sites do; else it is a deadline, or hours to come.
  const isDay = isDated && (ofSite === 0 || OF_DAYS.has(place));
  const facts = ofProcedure.length + (saysNumber(text) || isDay || (mayBeWay && isLink) ? 1 : 0);
  const asSite = ofSite + (isLink || (isDated && !isDay) || /\?\s*$/.test(text) ? 1 : 0);
  // The name of the page is in it, and nothing that a site would say of it.
  if (asSite === 0 && words.includes("@")) return null;
  // What is short is rather what the part is about, and an item is one among others.
  if (facts === 0 && kind === "item") return "4";
  if (facts === 0 && asSite > 0) return isShort ? "2" : "0";
  if (facts === 0) return isShort ? "4" : "1";
  if (asSite >= (kind === "item" ? MOSTLY_IN_LIST : MOSTLY) * facts) return "3";
  if (kind !== "item" && isSentence(said, facts)) return "3";
  return asSite > 0 || place === DESCRIPTION ? "5" : null;
}

/** By what the model says of it (`site-line-model.ts`); between these its words are looked at one by one. */
const SURELY_LIKE_SITE = 2.5;
const LIKE_SITE = 1.5;
const MORE_LIKE_SITE = 1;
const RATHER_LIKE_SITE = 0.5;
const LIKE_PROCEDURE = -1;

/** Where days and hours are what is told. */
const OF_DAYS: ReadonlySet<string> = new Set(["p", "w", "t", "l"]);

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

/** On so many pages of different names, whatever else. */
const LEAST_PAGES = 3;
/** What nobody knows, and is short or an item, is a fact however often it is said in one place. */
const NEVER_ENOUGH = Number.POSITIVE_INFINITY;
/** Pages, and their share of the site: for a line that is always in one place … */
const IN_ONE_PLACE: Readonly<Record<Sound, readonly [number, number]>> = {
  "0": [4, 0.3],
  "1": [4, 0.4],
  "2": [4, 0.3],
  "3": [4, 0.5],
  "4": [NEVER_ENOUGH, 1],
  "5": [4, 0.5],
};
/** … and the share for one that stands in parts that have nothing to do with each other. */
const SOME = 0.1;
const MANY = 0.3;

interface Seen {
  /** Names of pages; one is kept as it is, for most lines are on one page. */
  titles: string | Set<string>;
  /** Letters. */
  places: string;
  sound: Sound;
}

/** The lines of one site, over all of its pages. The order in which they come does not matter. */
export class SiteLines {
  /** And how many pages are called so. */
  readonly #titles = new Map<string, number>();
  #pages = 0;
  readonly #seen = new Map<string, Seen>();
  readonly #heads = new SiteHeads();

  add({ title, lines, heads }: PageLines): void {
    this.#heads.add(heads);
    this.#titles.set(title, (this.#titles.get(title) ?? 0) + 1);
    this.#pages++;
    for (const line of lines.filter((one) => !one.startsWith(LINK))) {
      const [place, sound, mark] = [line.slice(0, 1), line.slice(1, 2) as Sound, line.slice(2)];
      const seen = this.#seen.get(mark);
      if (seen === undefined) this.#seen.set(mark, { titles: title, places: place, sound });
      else note(seen, title, place, sound);
    }
  }

  /**
   * Those of a page that are its site's, in order; `!` before those that are it even where nothing else is said in their part,
   * `~` before links that have the name of another page, `=` before headings that have turned out to stand over something, `@`
   * before the title where it is the site's.
   */
  among({ title, lines, heads }: PageLines): readonly string[] {
    const links = lines.filter((line) => line.startsWith(LINK) && this.#titles.has(line.slice(1)));
    const marks = new Set(lines.filter((line) => !line.startsWith(LINK)).map((line) => line.slice(2)));
    const found = [...marks].map((mark) => `${this.#strengthOf(mark) ?? "?"}${mark}`);
    const told = found.filter((line) => !line.startsWith("?"));
    const called = this.#isOfAllPages(title) ? [`${TITLE}${title}`] : [];
    return [...told, ...links, ...called, ...this.#heads.among(heads)].toSorted();
  }

  #isOfAllPages(title: string): boolean {
    const called = this.#titles.get(title) ?? 0;
    return called >= LEAST_CALLED && called >= this.#pages * MOST_CALLED;
  }

  #strengthOf(mark: string): "!" | "" | null {
    const seen = this.#seen.get(mark);
    if (seen === undefined || typeof seen.titles === "string") return null;
    const { sound, places } = seen;
    const count = seen.titles.size;
    const share = count / this.#titles.size;
    if (count < LEAST_PAGES) return null;
    const apart = unrelated(places);
    if (apart >= 3 && share >= SOME) return "!";
    if (apart >= 2 && sound !== "5" && share >= (sound === "4" ? MANY : SOME)) return "";
    const [pages, least] = IN_ONE_PLACE[sound];
    if (count < pages || share < least) return null;
    if (sound === "0" || sound === "2" || sound === "3") return "";
    // Below a heading that nobody knows, who can tell what a fact is called? What a page is about, none says of another.
    const isTold = sound === "5" ? [...places].every((place) => place === DESCRIPTION) : apart > 0;
    return isTold ? "" : null;
  }
}

function note(seen: Seen, title: string, place: string, sound: Sound): void {
  if (typeof seen.titles !== "string") seen.titles.add(title);
  else if (seen.titles !== title) seen.titles = new Set([seen.titles, title]);
  if (!seen.places.includes(place)) seen.places += place;
  if (sound > seen.sound) seen.sound = sound;
}

/** A description says anything once more. */
const TELLS_NOTHING: ReadonlySet<string> = new Set([ANYWHERE, DESCRIPTION, CALLED]);

function unrelated(places: string): number {
  const told = [...places].filter((place) => !TELLS_NOTHING.has(place));
  return new Set(told.map((place) => ONE_PLACE.get(place) ?? place)).size;
}

/** "Delegación Provincial - Trámites" in the head of every page is the name of none of them. */
export function isCalledAsSite({ title }: ExtractedDocument, ofSite: readonly string[]): boolean {
  return ofSite.includes(`${TITLE}${markOf(foldedWords(title))}`);
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
    const place = placeOf(section);
    if (place === null) return section;
    // What sounds like a procedure where it stands has no mark but that of a link, whatever it is elsewhere.
    const lines = section.parts.map((part) => lineOf(part, place, title));
    const own = lines.map((marks) => marks.find((mark) => !mark.startsWith(LINK))?.slice(2) ?? "");
    const links = lines.map((marks) => marks.find((mark) => mark.startsWith(LINK)) ?? "");
    const isOfPages = leadsToPages(section, links, ofSite);
    const without = (isTaken: (mark: string, link: string) => boolean) =>
      section.parts.filter((_, at) => !isTaken(own[at] ?? "", links[at] ?? ""));
    const parts = without(
      (mark, link) => ofSite.has(mark) || ofSite.has(`!${mark}`) || (isOfPages && ofSite.has(link)),
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
function leadsToPages(section: Section, links: readonly string[], ofSite: ReadonlySet<string>): boolean {
  const place = placeOf(section);
  if (place === "q") return false;
  return place !== "w" || links.filter((link) => ofSite.has(link)).length >= LEAST_LINKS;
}

const LEAST_LINKS = 2;

/** Not every page has them. */
const MAY_BE_EMPTY: ReadonlySet<Section["kind"]> = new Set<Section["kind"]>([null, "datos_importantes"]);
