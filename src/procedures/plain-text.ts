/** Markdown of the extraction as the text that a field holds (P25). */
import { foldForMatching } from "../finders/procedure-markers.ts";

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: " ",
    euro: "€",
    laquo: "«",
    raquo: "»",
    ndash: "–",
    mdash: "—",
    hellip: "…",
    ordm: "º",
    ordf: "ª",
    ntilde: "ñ",
  }),
);

/** Most lines have nothing of what is taken out; there are tens of thousands in some documents. */
const MARKED = /[&<>*_`~\\[\]\u{200B}-\u{200D}\u{FEFF}\u{AD}]/u;

/** One line of text: no marks, no entities, NFC, white space as one space. */
export function plainLine(markdown: string): string {
  if (!MARKED.test(markdown)) return markdown.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  return decodedEntities(withoutLinks(markdown.replaceAll(STRUCK, " ")))
    .replaceAll(/<br\s*\/?>/gi, " ")
    .replaceAll(/\*\*|__|`|(?<![\p{L}\p{N}*])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}*])/gu, "")
    .replaceAll(/\\([|<>*_[\](\\`#])/g, "$1")
    .normalize("NFC")
    .replaceAll(/[\u{200B}-\u{200D}\u{FEFF}\u{AD}]/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** What a page has struck out it no longer says: the deadline of last year. */
const STRUCK = /~~(?=\S)[^~\n]*(?<=\S)~~/g;

/** Text may hold brackets of its own, one deep. */
const LINK = /!?\[((?:[^\][]|\[[^\][]*\])*)\]\(([^()\s]*)\)/g;

function withoutLinks(markdown: string): string {
  return markdown.replaceAll(LINK, "$1").replaceAll(/<(https?:\/\/[^>\s]+)>/g, "$1");
}

export function decodedEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES.get(String(name).toLowerCase()) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 31 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff)
      ? String.fromCodePoint(point)
      : whole;
  });
}

export interface TextLink {
  readonly text: string;
  readonly url: string;
}

export function linksIn(markdown: string): TextLink[] {
  return [...markdown.matchAll(LINK)].map(([, text = "", url = ""]) => ({ text: plainLine(text), url }));
}

/** Links, and no word beside them. */
export function isNothingButLinks(markdown: string): boolean {
  return markdown.includes("](") && !/[\p{L}\p{N}]/u.test(markdown.replaceAll(LINK, ""));
}

/** Lower case, no accents, words told apart by one space: what phrases are looked for in, with a space at both ends. */
export function foldedWords(text: string): string {
  return ` ${(foldForMatching(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}

/** A full stop behind these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(«"])(?:art|arts|núm|num|nº|n|sr|sra|dr|dra|d|dª|av|avda|avd|pza|pl|c|ctra|tel|tfno|tlf|pág|págs|ej|p|etc|apdo|aptdo|depto|dpto|izq|dcha|esc|km|máx|mín|aprox|vto|ap|op|cit|ed|vol|inc|ext|fax|prof|ma|st|sta|sto)\.$/i;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(/[.!?…][)»"']?\s+(?=[\p{Lu}¿¡«"(\d])/gu)) {
    const end = match.index + match[0].trimEnd().length;
    if (ABBREVIATION.test(text.slice(Math.max(start, end - 12), end))) continue;
    sentences.push(text.slice(start, end).trim());
    start = match.index + match[0].length;
  }
  sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => sentence !== "");
}

export function slugOf(text: string, separator = "-"): string {
  return foldedWords(text)
    .trim()
    .replaceAll(/[^a-z0-9 ]+/g, "")
    .trim()
    .replaceAll(/\s+/g, separator);
}
