/**
 * Names from a catalog (U15 – U17). A name that tries to leave its folder is rejected, never repaired: what is left
 * of `../../etc` after cleaning is not a name that anybody gave. The checks look at every spelling of a value:
 * compatibility forms (fullwidth dots), look-alike slashes, percent-encoding, several layers deep.
 */
import { stateCodeOf } from "./states.ts";

export type NameProblem =
  | "empty"
  | "too_long"
  | "control_character"
  | "traversal"
  | "absolute_path"
  | "percent_encoded"
  | "forbidden_character"
  | "reserved_name"
  | "unknown_state";

export type Sanitized =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: NameProblem };

export const MAX_LIBRARY_NUMBER = 50;
export const MAX_WELL_NAME = 100;
/** No name of a well or a state is this long: what comes with it is not a name. */
const MAX_RAW = 1000;
const MAX_ENCODING_LAYERS = 5;

/** Names that Windows keeps for devices, whatever extension follows. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Letters, digits, hyphen, at most 50; anything else is rejected. */
export function sanitizeLibraryNumber(raw: string): Sanitized {
  const value = raw.trim();
  const problem = hostility(value);
  if (problem !== null) return reject(problem);
  if (value.length > MAX_LIBRARY_NUMBER) return reject("too_long");
  if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(value)) return reject("forbidden_character");
  if (DEVICE.test(value)) return reject("reserved_name");
  return { ok: true, value };
}

/** A postal code, from a code or a state's name. With `keep`, harmless values that are neither become `unknown`. */
export function sanitizeState(raw: string, unknownState: "reject" | "keep" = "reject"): Sanitized {
  const value = raw.trim();
  const problem = hostility(value);
  if (problem !== null && problem !== "empty") return reject(problem);
  const code = stateCodeOf(value);
  if (code !== null) return { ok: true, value: code };
  if (unknownState === "keep") return { ok: true, value: "unknown" };
  return reject(problem ?? "unknown_state");
}

/** Letters, digits, `_ - .`, cut at 100; runs of anything else become one `_`. */
export function sanitizeWellName(raw: string): Sanitized {
  return sanitizePathComponent(raw, MAX_WELL_NAME);
}

/** Any text as the name of one file or folder, or why not. Accents go, their letters stay. */
export function sanitizePathComponent(raw: string, maxLength: number): Sanitized {
  const problem = hostility(raw.trim());
  if (problem !== null) return reject(problem);
  const cleaned = raw
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^A-Za-z0-9._-]+/g, "_")
    .replace(/^[._-]+/, "")
    .slice(0, maxLength)
    .replace(/[._-]+$/, "");
  if (cleaned === "") return reject("empty");
  if (DEVICE.test(cleaned)) return reject("reserved_name");
  return { ok: true, value: cleaned };
}

/** What is wrong with a value in any of its spellings; null where nothing is. */
export function hostility(value: string): NameProblem | null {
  if (value === "") return "empty";
  if (value.length > MAX_RAW) return "too_long";
  let layer = plainSpelling(value);
  for (let depth = 0; depth < MAX_ENCODING_LAYERS; depth++) {
    const problem = layerProblem(layer);
    if (problem !== null) return problem;
    const decoded = plainSpelling(percentDecode(layer));
    if (decoded === layer) return null;
    layer = decoded;
  }
  return "percent_encoded";
}

function layerProblem(text: string): NameProblem | null {
  // Cf holds what is not seen but acts: direction overrides, zero-width characters.
  if (/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text)) return "control_character";
  if (/^([\\/]|~[\\/]|[A-Za-z]:|[A-Za-z][A-Za-z0-9+.-]*:[\\/])/.test(text)) return "absolute_path";
  if (text.split(/[\\/]/).some((segment) => /^\s*\.{2,}\s*$/.test(segment))) return "traversal";
  // Overlong UTF-8 is never written by accident: "%c0%ae" is a dot to careless decoders only.
  if (/%(c[01]|e0%[89]|f0%8)/i.test(text)) return "percent_encoded";
  return null;
}

/** NFKC leaves some slashes and colons alone that look, or decode elsewhere, like the real ones. */
function plainSpelling(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u2044\u2215\u29F8\u2571\u27CB]/g, "/")
    .replace(/[\u2216\u29F5\u29F9\u2572\u27CD]/g, "\\")
    .replace(/[\u2236\uA789\u02D0]/g, ":")
    .replace(/[\u00B7\u2219\u22C5\u0701\u0702\uA4F8]/g, ".");
}

function percentDecode(text: string): string {
  return text
    .replace(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/(?:%[89a-f][0-9a-f])+/gi, decodeRun);
}

/** Bytes that are not UTF-8 stay as they are written. */
function decodeRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

function reject(problem: NameProblem): Sanitized {
  return { ok: false, problem };
}
