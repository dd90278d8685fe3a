/** `nombre`: as the page states it, else its title. */
import type { ExtractedDocument } from "../../domain/extracted-document.ts";
import { namesSite } from "../../extraction/html/page-title.ts";
import { foldedWords, plainLine, sentencesOf } from "../plain-text.ts";
import type { Section } from "../sections.ts";

const MIN_LENGTH = 5;
const MAX_LENGTH = 300;

export interface NameOfOthers {
  readonly organism: string;
  readonly site: string | null;
  /** Most pages of the site have the same title. */
  readonly isCalledAsSite: boolean;
}

export function nameOf(
  { title, headings }: ExtractedDocument,
  sections: readonly Section[],
  { organism, site, isCalledAsSite }: NameOfOthers,
): string {
  const stated =
    sections
      .find(({ kind }) => kind === "nombre")
      ?.parts.map(({ text }) => text)
      .find(isNoText) ?? "";
  const isOffice = officeNames(organism, site);
  const own = [stated, title, headings[0]?.text ?? ""].map(tidy);
  const candidates =
    isCalledAsSite || isOffice(tidy(title))
      ? [tidy(stated), firstLine(sections, isOffice), ...own]
      : [tidy(stated), wholeOf(title, sections), ...own];
  const name =
    candidates.find((text) => text !== "" && text.length <= MAX_LENGTH) ?? tidy(title).slice(0, MAX_LENGTH);
  return name.length >= MIN_LENGTH || name === "" ? name : `${name} (${organism})`;
}

/** A text of several sentences tells what it is, and not what it is called. */
const isNoText = (text: string) => text.length <= MAX_LENGTH && sentencesOf(text).length < 2;

/** A head that is cut short ("Certificado de disca…") is whole in a line of the page. */
function wholeOf(title: string, sections: readonly Section[]): string {
  const [, begun = ""] = /^(.{12,}?)\s*(?:\.{2,}|…)/.exec(title) ?? [];
  if (begun === "") return "";
  const lines = sections.flatMap(({ heading, parts }) => [heading, ...parts.map(({ text }) => text)]);
  return tidy(lines.find((line) => line.length > begun.length && line.startsWith(begun)) ?? "");
}

/** Many pages have nothing but the name of the office in their head: a title, but not of the procedure. */
function officeNames(organism: string, site: string | null): (text: string) => boolean {
  const known = new Set([organism, site ?? ""].map(foldedWords));
  return (text) => known.has(foldedWords(text)) || SITE.test(foldedWords(text)) || namesSite(text);
}

const SITE =
  /^ (?:(?:sede|seu|oficina|portal)(?: (?:electronica|virtual|web|ciudadano|municipal))?|egoitza elektronikoa|inicio|tramites|catalogo de (?:tramites|servicios|procedimientos)|tramites y servicios|documento sin titulo|untitled(?: document)?|ficha(?: de(?:l)? (?:tramite|procedimiento))?|detalle(?: de(?:l)? (?:tramite|procedimiento))?) $/;
/** A longer line is a sentence. */
const MAX_LINE = 160;

/** What stands over everything that is known, if it is a line and no text. */
function firstLine(sections: readonly Section[], isOffice: (text: string) => boolean): string {
  const known = sections.findIndex(({ kind, parts }) => kind !== null && parts.length > 0);
  const before = sections.slice(0, known === -1 ? 1 : known);
  const lines = before.flatMap(({ heading, parts }) => [heading, ...parts.map(({ text }) => text)]);
  return tidy(lines.find((line) => isLine(line) && !isOffice(tidy(line))) ?? "");
}

function isLine(text: string): boolean {
  return text.length >= MIN_LENGTH && text.length <= MAX_LINE && /^[\p{Lu}\d¿"«].*[^.;:]$/u.test(text);
}

function tidy(text: string): string {
  return plainLine(text)
    .replace(/\s+[|·»]\s+.*$/, "")
    .replace(/^(?:tr[aá]mite|procedimiento|tràmit|izapidea)\s*:\s*/i, "")
    .replace(/\s*[.:;-]$/, "")
    .trim();
}
