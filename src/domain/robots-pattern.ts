/** Path patterns of RFC 9309 2.2.2 and 2.2.3: `*` is any run of characters, a last `$` is the end of the path. */

export interface PathPattern {
  matchesWritten(path: string): boolean;
  matchesUnescaped(path: string): boolean;
}

/** One path in the two forms that patterns are compared with. */
export interface PathForms {
  readonly written: string;
  readonly unescaped: string;
}

/**
 * 2.2.2: octets outside of ASCII are percent-encoded (as UTF-8) before comparison, the digits of escapes in one
 * case. Escapes of reserved characters ("%2F") stay what they are. A lone surrogate has no octets: U+FFFD.
 */
export function encodeForm(text: string): string {
  return upperCaseEscapes(text.replace(/[^\0-\x7f]+/g, (run) => encodeURIComponent(run.toWellFormed())));
}

export function pathForms(path: string): PathForms {
  return {
    written: escapeSpecials(upperCaseEscapes(path)),
    unescaped: unescapeUnreserved(escapeSpecials(encodeForm(path))),
  };
}

function upperCaseEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

export function compilePattern(encoded: string): PathPattern {
  const anchored = encoded.endsWith("$");
  const body = anchored ? encoded.slice(0, -1) : encoded;
  const written = body.split(/\*+/).map(escapeSpecials);
  const unescaped = written.map(unescapeUnreserved);
  return {
    matchesWritten: (path) => matches(written, anchored, path),
    matchesUnescaped: (path) => matches(unescaped, anchored, path),
  };
}

/** 2.2.3: a `*` or `$` meant literally is written "%2A" or "%24"; so it is in paths, to be compared with that. */
function escapeSpecials(text: string): string {
  return text.replaceAll("*", "%2A").replaceAll("$", "%24");
}

function unescapeUnreserved(text: string): string {
  return text.replace(/%[2-7][0-9A-F]/g, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : escape;
  });
}

/**
 * Leftmost placement of each literal between two `*` is enough: no later choice can be spoilt by an earlier one.
 * So there is no backtracking, and a pattern costs at most one pass over the path.
 */
function matches(literals: readonly string[], anchored: boolean, path: string): boolean {
  const first = literals[0] ?? "";
  if (!path.startsWith(first)) return false;
  if (literals.length === 1) return !anchored || path.length === first.length;
  let position = first.length;
  const last = literals.length - 1;
  for (let index = 1; index < (anchored ? last : literals.length); index++) {
    const literal = literals[index] ?? "";
    const found = linearIndexOf(path, literal, position);
    if (found === -1) return false;
    position = found + literal.length;
  }
  const ending = literals[last] ?? "";
  return !anchored || (path.length - ending.length >= position && path.endsWith(ending));
}

/** `indexOf` is quick but may cost needle × text; from this length on the needle is searched by Knuth-Morris-Pratt. */
const LONG_NEEDLE = 32;

function linearIndexOf(text: string, needle: string, from: number): number {
  if (needle.length < LONG_NEEDLE) return text.indexOf(needle, from);
  if (needle.length > text.length - from) return -1;
  const borders = bordersOf(needle);
  let matched = 0;
  for (let index = from; index < text.length; index++) {
    matched = extend(needle, borders, matched, text.charCodeAt(index));
    if (matched === needle.length) return index + 1 - matched;
  }
  return -1;
}

/** For each prefix of the needle, the length of its longest proper prefix that is also its suffix. */
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length);
  let length = 0;
  for (let index = 1; index < needle.length; index++) {
    length = extend(needle, borders, length, needle.charCodeAt(index));
    borders[index] = length;
  }
  return borders;
}

function extend(needle: string, borders: Int32Array, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && needle.charCodeAt(length) !== code) length = borders[length - 1] ?? 0;
  return needle.charCodeAt(length) === code ? length + 1 : length;
}
