/**
 * What UTF-8 looks like after it was read as something else: the character that stands for each byte from 0x80 to 0xBF
 * in the encodings it is mistaken for, and for the bytes that begin a character.
 */

/** Of windows-1252, with the controls that it leaves undefined (WHATWG Encoding). */
const WINDOWS =
  "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿";

/** Where iso-8859-15 has another character for the byte. */
const LATIN_9: readonly (readonly [string, number])[] = [
  ["€", 0xa4],
  ["Š", 0xa6],
  ["š", 0xa8],
  ["Ž", 0xb4],
  ["ž", 0xb8],
  ["Œ", 0xbc],
  ["œ", 0xbd],
];

const MACINTOSH = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø";
const DOS = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐";

function bytesOf(characters: string): ReadonlyMap<string, number> {
  return new Map([...characters].map((character, at) => [character, 0x80 + at]));
}

/** Both of windows-1252 and iso-8859-1, which has controls from 0x80 to 0x9F. */
const CONTINUES: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: 32 }, (_, at) => [String.fromCodePoint(0x80 + at), 0x80 + at] as const),
  ...bytesOf(WINDOWS),
]);

const LATIN_9_BYTES: ReadonlyMap<string, number> = new Map(LATIN_9);
const MAC_BYTES = bytesOf(MACINTOSH);
const DOS_BYTES = bytesOf(DOS);

const CLASS = [...CONTINUES.keys()].join("");
/** Two, three or four bytes, each read as a character of its own. */
export const SEQUENCE = new RegExp(
  `[\\u{f0}-\\u{f4}][${CLASS}]{3}|[\\u{e0}-\\u{ef}][${CLASS}]{2}|[\\u{c2}-\\u{df}][${CLASS}]`,
  "gu",
);
export const MAC_SEQUENCE = new RegExp(`[√¬][${MACINTOSH}]|‚[ÄÇÑ][${MACINTOSH}]`, "gu");
export const DOS_SEQUENCE = new RegExp(`[├┬][${DOS}]`, "gu");

const LEADS: ReadonlyMap<string, number> = new Map([
  ["√", 0xc3],
  ["¬", 0xc2],
  ["‚", 0xe2],
  ["├", 0xc3],
  ["┬", 0xc2],
]);
const MAC_SECONDS: ReadonlyMap<string, number> = new Map([
  ["Ä", 0x80],
  ["Ç", 0x82],
  ["Ñ", 0x84],
]);

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decoded(bytes: readonly (number | undefined)[]): string | null {
  if (bytes.includes(undefined)) return null;
  try {
    return utf8.decode(Uint8Array.from(bytes as number[]));
  } catch {
    return null;
  }
}

/** A damaged page has the same few sequences again and again. */
const known = new Map<string, string | null>();
const MAX_KNOWN = 4096;

/** The character that a sequence was; null where its bytes are none. */
export function characterOf(sequence: string): string | null {
  const before = known.get(sequence);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const character = decodedSequence(sequence);
  known.set(sequence, character);
  return character;
}

function decodedSequence(sequence: string): string | null {
  return decoded([...sequence].map((part, at) => (at === 0 ? part.codePointAt(0) : CONTINUES.get(part))));
}

/** The same, where the bytes were read as iso-8859-15 and that makes a difference. */
export function characterOf15([lead = "", second = ""]: string): string | null {
  return LATIN_9_BYTES.has(second) ? decoded([lead.codePointAt(0), LATIN_9_BYTES.get(second)]) : null;
}

export function characterOfMac(sequence: string): string | null {
  const [lead = "", ...rest] = sequence;
  const seconds =
    lead === "‚"
      ? [MAC_SECONDS.get(rest[0] ?? ""), MAC_BYTES.get(rest[1] ?? "")]
      : [MAC_BYTES.get(rest[0] ?? "")];
  return decoded([LEADS.get(lead), ...seconds]);
}

export function characterOfDos([lead = "", second = ""]: string): string | null {
  return decoded([LEADS.get(lead), DOS_BYTES.get(second)]);
}
