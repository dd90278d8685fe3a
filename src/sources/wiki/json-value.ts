import type { Failure } from "../../domain/failure.ts";
import type { Json, JsonObject } from "../../domain/json.ts";

/** What a reader of answers gives back: what it found, or that it did not recognise it. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export function found<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function structureChanged(
  expected: string,
  seen: Json | undefined,
): {
  readonly ok: false;
  readonly failure: Failure;
} {
  return { ok: false, failure: { kind: "structure_changed", expected, seen: shownJson(seen) } };
}

/** A value as it may appear in a message. Long ones are not written out first: an answer can have megabytes. */
export function shownJson(value: Json | undefined): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (typeof value === "string") return excerpt(JSON.stringify(value.slice(0, 400)));
  if (!isObject(value)) return String(value);
  const names = Object.keys(value).slice(0, 12);
  return names.length === 0 ? "an empty object" : excerpt(`an object with ${names.join(", ")}`);
}

/** Text of a site as it may appear in a message: one line, no control characters, not long. */
export function excerpt(text: string, maxLength = 200): string {
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, " ")
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectsOf(value: Json | undefined): readonly JsonObject[] | null {
  return Array.isArray(value) && value.every((one) => isObject(one)) ? (value as JsonObject[]) : null;
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** A page or revision id, a namespace. */
export function integerOf(value: Json | undefined): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : null;
}

/** An id of something that exists. */
export function idOf(value: Json | undefined): number | null {
  const id = integerOf(value);
  return id !== null && id > 0 ? id : null;
}

/** `true` in formatversion 2, an empty string in 1; absent where it is not so. */
export function isSet(flag: Json | undefined): boolean {
  return flag === true || flag === "";
}
