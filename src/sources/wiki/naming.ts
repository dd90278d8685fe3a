/**
 * Names of files and addresses of pages (W5). Nothing here depends on locale, platform or the version of a Unicode
 * library where it matters: the same title and page id give the same name on every machine.
 */

/** Below the 255 bytes that file systems allow: room for a suffix (`.zst`, `.next`). */
export const MAX_NAME_BYTES = 240;

/** What is left of a title that has nothing a file name may hold. */
const NAMELESS = "page";

/**
 * Not seen, but acting: soft hyphen, zero-width characters, direction controls, variation selectors, tags. A list, not
 * `\p{Cf}`, whose extent changes with the version of Unicode.
 */
const INVISIBLE =
  /[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|[\u{fe00}-\u{fe0f}]/gu;

/** Refused by some file system, or with a meaning to shells: one `_` for a run of them. */
const UNSAFE =
  /[\s_\u0000-\u001f\u007f-\u009f\u2028\u2029<>:"'`/\\|?*\ufffd\ufdd0-\ufdef\ufffe\uffff\u2018-\u201f]+/gu;

/** Windows keeps these for devices, in any case, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** A title as (the first part of) a file name: safe on every file system, never empty, at most `maxBytes` of UTF-8. */
export function sanitizeFilename(title: string, maxBytes: number = MAX_NAME_BYTES): string {
  const plain = title.toWellFormed().replace(INVISIBLE, "").normalize("NFC").replace(UNSAFE, "_");
  const cut = trimmed(cutToBytes(trimmed(plain), maxBytes));
  return (cut === "" ? NAMELESS : cut).replace(DEVICE, "$1_");
}

/** Neither hidden nor an option nor a home folder; Windows drops dots and spaces at the end. */
function trimmed(text: string): string {
  return text.replace(/^[-_.~ ]+/, "").replace(/[_. ]+$/, "");
}

/**
 * `<title>_<page id>.json`. The id alone keeps pages apart, so it does not matter what a file system folds (case,
 * composed letters) nor what was cut.
 */
export function makeFilename(title: string, pageid: number): string {
  if (!Number.isSafeInteger(pageid) || pageid < 0) throw new RangeError(`page id ${pageid} is not a page id`);
  const suffix = `_${pageid}.json`;
  return sanitizeFilename(title, MAX_NAME_BYTES - suffix.length) + suffix;
}

/** Cut between characters: not inside a code point, nor between a letter and its marks where there is a choice. */
function cutToBytes(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  let letterEnd = 0;
  for (const character of text) {
    if (!isAttached(character)) letterEnd = end;
    bytes += utf8Length(character);
    if (bytes > maxBytes) return text.slice(0, letterEnd > 0 ? letterEnd : end);
    end += character.length;
  }
  return text;
}

/** Belongs to the character before it: combining marks, skin tones of emoji. */
function isAttached(character: string): boolean {
  return /^[\p{M}\u{1f3fb}-\u{1f3ff}]/u.test(character);
}

function utf8Length(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

/** What a page's address needs of siteinfo. */
export interface Addressing {
  /** `https://host`; or `//host`, which is taken as https. */
  readonly server: string;
  /** `/wiki/$1`, `/index.php?title=$1`. */
  readonly articlePath: string;
}

/** The address of a page, written as MediaWiki itself writes it. */
export function buildCanonicalUrl(site: Addressing, title: string): string {
  const encoded = wikiUrlencode(title);
  // A function: in a replacement text `$&` and its like would have a meaning, and titles may hold `$`.
  const path = site.articlePath.replace("$1", () => encoded);
  if (/^https?:/i.test(path)) return path;
  const server = site.server.startsWith("//") ? `https:${site.server}` : site.server;
  return server.replace(/\/+$/, "") + path;
}

/** wfUrlencode of MediaWiki: PHP's urlencode, with spaces as underscores and `;@$!*(),/~:` left readable. */
function wikiUrlencode(title: string): string {
  return encodeURIComponent(title.toWellFormed().replaceAll(" ", "_"))
    .replaceAll("'", "%27")
    .replace(/%(3B|40|24|2C|2F|3A)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
