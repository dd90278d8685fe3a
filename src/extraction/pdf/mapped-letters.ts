import type { PdfGlyph } from "./page-content.ts";

export interface MappedFont {
  /** Its codes are numbers of glyphs, its own or those of a collection, rather than letters (ISO 32000-1, 9.7). */
  readonly composite?: boolean;
  /** The letters of its codes, as the font says (`ToUnicode`, 9.10.3) or as its collection does. */
  readonly toUnicode?: { get?(code: number): string | number | undefined } | null;
}

/**
 * Reads the codes of a composite font that have letters; null of any other font. Where there is none, pdf.js takes the
 * number of the glyph for a letter, which is any but the one that is seen: "CoŶstƌuĐtoƌ".
 */
export function knownLetters({ composite, toUnicode }: MappedFont): ((glyph: PdfGlyph) => string) | null {
  if (composite !== true || typeof toUnicode?.get !== "function") return null;
  return ({ unicode = "", originalCharCode = -1 }) => (toUnicode.get?.(originalCharCode) ? unicode : "");
}
