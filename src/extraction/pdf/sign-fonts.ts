/** Fonts whose codes are those of letters, and draw signs: ticks, boxes, bullets. */
import type { PdfGlyph } from "./page-content.ts";

/** Codes in base 16, each before its sign. */
const signs = (text: string): ReadonlyMap<number, string> =>
  new Map(text.split(" ").map((each) => [Number.parseInt(each, 16), each.slice(2)]));

/** The encoding of ZapfDingbats (ISO 32000-1, D.6): Unicode has its signs in the same order, but for some it had before. */
const ZAPF_ELSEWHERE = signs("25☎ 2a☛ 2b☞ 48★ 6c● 6e■ 73▲ 74▼ 75◆ 77◗ a8♣ a9♦ aa♥ ab♠ d5→ d6↔ d7↕");

function zapfSign(code: number): string | undefined {
  const other = ZAPF_ELSEWHERE.get(code);
  if (other !== undefined) return other;
  if (code > 0x20 && code < 0x7f) return String.fromCodePoint(0x26e0 + code);
  if (code >= 0xac && code <= 0xb5) return String.fromCodePoint(0x23b4 + code);
  return code > 0xa0 && code < 0xff ? String.fromCodePoint(0x26c0 + code) : undefined;
}

/** The signs that forms and lists use. */
const WINGDINGS = signs(
  "28☎ 2a✉ 6c● 6e■ 6f□ 71❑ 72❒ 75◆ 76❖ 78☒ a7▪ a8□ d8➢ df← e0→ e8➔ f0⇨ fb✘ fc✔ fd☒ fe☑",
);

const SIGN = /^[\u{2190}-\u{27bf}]$/u;
const LETTER = /^[\u{21}-\u{ff}]$/u;

/** By the name of a font; null of any that draws letters. */
export function signsByName(name: string): ((glyph: PdfGlyph) => string) | null {
  if (/dingbats/i.test(name)) return reader(zapfSign);
  return /wingdings(?![ -]?[23])/i.test(name) ? reader((code) => WINGDINGS.get(code)) : null;
}

/** Where pdf.js tells the sign it is that one; a letter is only what its code would be in another font. */
const reader =
  (signOf: (code: number) => string | undefined) =>
  ({ unicode = "", fontChar = "", originalCharCode = -1 }: PdfGlyph): string => {
    if (SIGN.test(fontChar)) return fontChar;
    return LETTER.test(unicode) ? (signOf(originalCharCode) ?? unicode) : unicode;
  };
