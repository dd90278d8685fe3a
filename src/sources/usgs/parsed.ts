import type { Failure } from "../../domain/failure.ts";

/** What a parser of catalog pages gives back: what it found, or that it recognised nothing. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export function structureChanged(expected: string, seen: string): Parsed<never> {
  return { ok: false, failure: { kind: "structure_changed", expected, seen: excerpt(seen) } };
}

/** Text of a site as it may appear in a message: one line, no control characters, not long. */
export function excerpt(text: string, maxLength = 200): string {
  const line = plainText(text.trimStart().slice(0, maxLength * 4));
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
}

/** One line without control, direction or zero-width characters. */
export function plainText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}
