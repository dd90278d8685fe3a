import type { Json, JsonObject } from "../../domain/json.ts";
import { bodyText } from "./body-text.ts";
import { parseJsonAnswer } from "./json-answer.ts";
import { bodyBroken, excerpt, type Parsed, plainText, structureChanged } from "./parsed.ts";

/** The JSON of an answer; a page where JSON was expected is a changed structure, JSON that ends too early a broken body. */
export function readJson(body: string | Uint8Array, contentType?: string | null): Parsed<Json> {
  const text = bodyText(body, contentType).trim();
  if (text === "") return bodyBroken("the answer is empty");
  if (!/^[[{]/.test(text)) return structureChanged("JSON", text);
  return parseJsonAnswer(text);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** One and a list of one alike; nothing is an empty list. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null || value === "") return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** Objects of a list; whatever else is in it is left out. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return listOf(value).filter(isObject);
}

/** The value of the first of these names that the object has, whatever its capitals, accents, `_` and `-`. */
export function valueOf(object: JsonObject, ...names: readonly string[]): Json | undefined {
  const fields = foldedFields(object);
  for (const name of names) {
    const value = fields.get(foldedName(name));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Deeper than any text in any language lies. */
const MAX_DEPTH = 8;

/**
 * The text of a value, one line, null where there is none. In several languages (`{_value,_lang}`, a list of these, an
 * object by language) it is the Spanish one, else the first.
 */
export function wordsOf(value: Json | undefined, depth = 0): string | null {
  if (typeof value === "string") return plainText(value) || null;
  if (typeof value === "number") return String(value);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return null;
  for (const part of isObject(value) ? textsOf(value) : spanishFirst(value as readonly Json[])) {
    const words = wordsOf(part, depth + 1);
    if (words !== null) return words;
  }
  return null;
}

/** The text under the first of these names that has one. */
export function wordsIn(object: JsonObject, ...names: readonly string[]): string | null {
  for (const name of names) {
    const words = wordsOf(valueOf(object, name));
    if (words !== null) return words;
  }
  return null;
}

/** A count, also where it is written as a text. */
export function countOf(value: Json | undefined): number | null {
  const count = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** What an unknown answer looks like, for a message; never written out whole. */
export function shownJson(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (!isObject(value)) return excerpt(JSON.stringify(value).slice(0, 400));
  const names = Object.keys(value).slice(0, 12);
  return names.length === 0 ? "an empty object" : excerpt(`an object with ${names.join(", ")}`);
}

function textsOf(value: JsonObject): readonly (Json | undefined)[] {
  const marked = [value["_value"], value["@value"], value["es"]];
  const others = Object.entries(value).filter(([key, one]) => typeof one === "string" && !/^[_@]/.test(key));
  return [...marked, ...others.map(([, text]) => text)];
}

function spanishFirst(values: readonly Json[]): readonly Json[] {
  const spanish = values.find((one) => isObject(one) && (one["_lang"] ?? one["@language"]) === "es");
  const some = values.slice(0, 50);
  return spanish === undefined ? some : [spanish, ...some];
}

/** A row is asked for many names: its own are folded once. Of a page with thousands of rows only the last ones are held. */
let folded = new WeakMap<JsonObject, ReadonlyMap<string, Json>>();
let held = 0;
const MOST_HELD = 256;

function foldedFields(object: JsonObject): ReadonlyMap<string, Json> {
  const known = folded.get(object);
  if (known !== undefined) return known;
  const fields = new Map<string, Json>();
  for (const [key, value] of Object.entries(object)) {
    const name = foldedName(key.normalize("NFKD").replace(/\p{M}+/gu, ""));
    if (!fields.has(name)) fields.set(name, value);
  }
  if (++held > MOST_HELD) [folded, held] = [new WeakMap(), 1];
  folded.set(object, fields);
  return fields;
}

function foldedName(name: string): string {
  return name.replace(/[_-]+/g, "").toLowerCase();
}
