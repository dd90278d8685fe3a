/**
 * Which of the encodings of western Europe text is in that is not UTF-8. They agree on ASCII; a label that names one of
 * them says little about which it is, so that the bytes are asked first.
 */

export const WESTERN: ReadonlySet<string> = new Set(["windows-1252", "iso-8859-15", "macintosh"]);

/** Enough of a page to tell; what decides stands in every sentence. */
const MAX_SAMPLE = 1 << 18;

/** `declared` are the labels of header and document, in that order, as `TextDecoder` calls them. */
export function westernEncoding(bytes: Uint8Array, declared: readonly string[]): string {
  const sample = bytes.subarray(0, MAX_SAMPLE);
  if (isDos(sample)) return DOS;
  if (isMacintosh(sample)) return "macintosh";
  // iso-8859-15 has controls there, which no page has (WHATWG Encoding does the same for iso-8859-1).
  const hasControls = sample.some((byte) => byte >= 0x80 && byte <= 0x9f);
  if (hasControls) return "windows-1252";
  if (declared.includes("iso-8859-15")) return "iso-8859-15";
  return hasEuroOf15(
    sample,
    declared.some((label) => WESTERN.has(label)),
  )
    ? "iso-8859-15"
    : "windows-1252";
}

/** Code page 850, which `TextDecoder` does not know. */
export const DOS = "ibm850";

/** From 0x80; with the euro of code page 858, where 850 has a letter of Turkish. */
const DOS_CHARACTERS =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
  "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{ad}±‗¾¶§÷¸°¨·¹³²■\u{a0}";

export function decodeDos(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString("latin1")
    .replaceAll(/[\u{80}-\u{ff}]/gu, (byte) => DOS_CHARACTERS[(byte.codePointAt(0) ?? 0) - 0x80] ?? byte);
}

/** Its íóúñÑ are ¡¢£¤¥ elsewhere, which stand in no word. One may be a slip. */
function isDos(bytes: Uint8Array): boolean {
  let dos = 0;
  let others = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const before = isAsciiLetter(bytes[at - 1] ?? 0);
    const after = isAsciiLetter(bytes[at + 1] ?? 0);
    if (byte >= 0xa1 && byte <= 0xa5 && before && after) dos++;
    else if (byte >= 0xe0 && (before || after)) others++;
  }
  return dos > 1 && dos > others;
}

const isAsciiLetter = (byte: number) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** Letters of Spanish and its neighbours in Mac OS Roman: áàâãçéèêëíìñóòôõúùü; in windows-1252 signs or capitals. */
const MAC_LETTERS = new Set([
  0x87, 0x88, 0x89, 0x8b, 0x8d, 0x8e, 0x8f, 0x90, 0x91, 0x92, 0x93, 0x96, 0x97, 0x98, 0x99, 0x9b, 0x9c, 0x9d,
  0x9f,
]);

/** Of these, what no word of windows-1252 begins or ends with either: ‡ˆŽ˜œŸ and what it leaves undefined. */
const MAC_ONLY = new Set([0x87, 0x88, 0x8d, 0x8e, 0x8f, 0x90, 0x98, 0x9c, 0x9d, 0x9f]);

/** Small letters of Mac OS Roman inside of words, where windows-1252 has its dashes and quotation marks. */
function isMacintosh(bytes: Uint8Array): boolean {
  let mac = 0;
  let windows = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const before = isAsciiLetter(bytes[at - 1] ?? 0);
    const after = isAsciiLetter(bytes[at + 1] ?? 0);
    if (byte >= 0xc0 && (before || after)) windows++;
    else if (MAC_ONLY.has(byte) && (before || after)) mac++;
    // 0x92 between letters is the apostrophe of windows-1252 and the í of the Mac.
    else if (MAC_LETTERS.has(byte) && before && after && byte !== 0x92) mac++;
    else if (byte <= 0x9f && !before && !after) windows++;
  }
  return mac > 0 && mac > windows;
}

/** 0xA4 is the euro there, and elsewhere a sign that nobody uses. Against a declaration only a price is proof. */
function hasEuroOf15(bytes: Uint8Array, isDeclaredOtherwise: boolean): boolean {
  for (let at = bytes.indexOf(0xa4); at !== -1; at = bytes.indexOf(0xa4, at + 1)) {
    if (!isDeclaredOtherwise || isPrice(bytes, at)) return true;
  }
  return false;
}

function isPrice(bytes: Uint8Array, at: number): boolean {
  const near = [
    bytes[at - 1],
    bytes[at + 1],
    isBlank(bytes[at - 1]) ? bytes[at - 2] : 0,
    isBlank(bytes[at + 1]) ? bytes[at + 2] : 0,
  ];
  return near.some((byte) => byte !== undefined && byte >= 0x30 && byte <= 0x39);
}

const isBlank = (byte: number | undefined) => byte === 0x20 || byte === 0xa0;
