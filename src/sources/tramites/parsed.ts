import type { Failure } from "../../domain/failure.ts";

/** What a parser of catalog answers gives back: what it found, or why there is nothing to be had from this answer. */
export type Parsed<T, Other = never> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure | Other };

export type Refused = { readonly ok: false; readonly failure: Failure };

export function found<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function structureChanged(expected: string, seen: string): Refused {
  return { ok: false, failure: { kind: "structure_changed", expected, seen: excerpt(seen) } };
}

export function bodyBroken(detail: string): Refused {
  return { ok: false, failure: { kind: "body_broken", detail: excerpt(detail) } };
}

/** Text of a site as it may appear in a message: one line, no control characters, not long. */
export function excerpt(text: string, maxLength = 200): string {
  const line = plainText(text.slice(0, maxLength * 4));
  return line.length > maxLength ? `${line.slice(0, maxLength - 1).toWellFormed()}…` : line;
}

/** One line, NFC, without control, direction or zero-width characters: what may be kept as a title or a name. */
export function plainText(text: string): string {
  const whole = text.toWellFormed();
  const line = NOT_PLAIN.test(whole)
    ? whole.replace(/\u00ad/g, "").replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    : whole;
  return line.trim().normalize("NFC");
}

/** Most texts have none of it: they are not taken apart, which takes several times the room that they have. */
const NOT_PLAIN = / {2}|[^\S ]|[\p{Cc}\p{Cf}]/u;
