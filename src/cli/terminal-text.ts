/**
 * What a site says may reach a terminal only through here (R15). Escaped: control characters (C0, DEL, C1: the
 * latter hold an 8-bit CSI), format characters (bidi overrides, zero-width marks, tags), line and paragraph
 * separators, and lone surrogates. What is left can neither move the cursor nor reorder what was written.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The text on one line, with everything unsafe as a visible escape. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => SHORT[character] ?? escape(character));
}

/** Control characters but for line breaks and tabs, and what turns the order of letters around (UAX #9). */
const UNSAFE_IN_TEXT = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu;

/** A text of many lines, such as a document's: what its letters need stays, what could deceive whoever looks at it is shown. */
export function visibleText(text: string): string {
  return text.replace(UNSAFE_IN_TEXT, (character) => SHORT[character] ?? escape(character));
}

function escape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\u{${hex(code, 5)}}`;
}

/**
 * One line of NDJSON that a terminal can be shown. The escapes are JSON's own (RFC 8259 §7), so that a reader gets
 * exactly the same values.
 */
export function jsonLine(value: unknown): string {
  return `${safeJson(JSON.stringify(value))}\n`;
}

/** JSON text whose unsafe characters are escaped. JSON's own line breaks between values are not touched. */
export function safeJson(json: string): string {
  return json.replace(UNSAFE, (character) =>
    character === "\n"
      ? character
      : Array.from({ length: character.length }, (_, at) => unit(character, at)).join(""),
  );
}

/** One UTF-16 unit: outside the first plane JSON spells a character as two of them. */
function unit(character: string, at: number): string {
  return `\\u${hex(character.charCodeAt(at), 4)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** Cut to a width, with a mark where something is missing. */
export function clip(text: string, width: number): string {
  if (text.length <= width) return text;
  return width <= 1 ? text.slice(0, Math.max(width, 0)) : `${text.slice(0, width - 1)}…`;
}
