/** What must hold of everything that readers give, whatever they were given. */
import type { ExtractedDocument } from "../../src/domain/extracted-document.ts";
import { ensure } from "./target.ts";

/** But for line feed and tab. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/;

export function ensureText(text: string, what: string): void {
  ensure(text.isWellFormed(), `${what} has half a character`);
  ensure(!CONTROL.test(text), `${what} has a control character`);
}

export function ensureWebUrl(url: string, what: string): void {
  const parsed = URL.parse(url);
  ensure(parsed !== null && /^https?:$/.test(parsed.protocol), `${what} is no address of the web`);
  ensure(parsed?.username === "" && parsed.password === "", `${what} has credentials in it`);
  ensure(!/[\0-\x20\x7f]/.test(url), `${what} has a space or control character`);
}

export function ensureCount(value: number, what: string): void {
  ensure(Number.isSafeInteger(value) && value >= 0, `${what} is no count: ${value}`);
}

/** ISO 8601, and a day that there is. */
export function ensureDate(date: string | null, what: string): void {
  ensure(date === null || !Number.isNaN(Date.parse(date)), `${what} is no date: ${date?.slice(0, 40)}`);
}

export function ensureDocument(document: ExtractedDocument): void {
  ensureText(document.title, "the title");
  ensureText(document.extracted_text, "the text");
  for (const { level, text } of document.headings) {
    ensure(Number.isInteger(level) && level >= 1 && level <= 6, `a heading has the level ${level}`);
    ensureText(text, "a heading");
    ensure(!text.includes("\n"), "a heading has two lines");
  }
  for (const { caption, markdown, rows } of document.tables) {
    for (const text of [caption, markdown, ...rows.flat()]) ensureText(text, "a table");
  }
  for (const { text, url } of document.links) {
    ensureText(text, "the text of a link");
    ensureWebUrl(url, "a link");
  }
  for (const { name, label, options } of document.form_fields) {
    for (const text of [name, label, ...options]) ensureText(text, "a field");
  }
  const { word_count: words, language_confidence: confidence } = document.metadata;
  ensureCount(words, "the number of words");
  ensure(confidence >= 0 && confidence <= 1, `the confidence is ${confidence}`);
}

/** Messages that the platform has for mistakes of programs, not of documents. */
const MISTAKE =
  /Cannot (?:read|set|destructure|convert)|is not (?:a function|iterable|a constructor|defined)|Maximum call stack|Invalid array length|Invalid string length|undefined/;

/** A reader of our own that turns its own mistake into "the document is damaged" hides it. */
export function ensureOwnFailure(message: string): void {
  ensure(!MISTAKE.test(message), `a mistake is taken for a damaged document: ${message}`);
}
