/** Letters that are told by the codes of TeX's fonts, where a font says nothing of them. */

/** From a code on, each letter at the next one. */
const from = (code: number, letters: readonly string[]): [string, string][] =>
  letters.map((letter, at) => [String.fromCodePoint(code + at), letter]);

const GREEK = [..."ΓΔΘΛΞΠΣΥΦΨΩ"];
const LIGATURES = ["ff", "fi", "fl", "ffi", "ffl"];

/** The old text encoding (OT1). It has no signs of ASCII that are not used in texts: other letters have their codes. */
const OLD: ReadonlyMap<string, string> = new Map([
  ...from(0x00, GREEK),
  ...from(0x0b, LIGATURES),
  ...from(0x10, [..."ıȷ`´ˇ˘¯˚¸ßæœøÆŒØ"]),
  ...Object.entries({ '"': "”", "<": "¡", "\\": "“", ">": "¿", "{": "–", "|": "—" }),
]);
/** Italic letters of formulas (OML). */
const FORMULAS: ReadonlyMap<string, string> = new Map([
  ...from(0x00, GREEK),
  ...from(0x0b, [..."αβγδεζηθικλμνξπρστυφχψωεϑϖϱςϕ"]),
  ...Object.entries({ ":": ".", ";": ",", "=": "/", "@": "∂" }),
]);
/** The extended text encoding (T1, of Cork). */
const CORK: ReadonlyMap<string, string> = new Map([
  ...from(0x10, [..."“”„«»–—"]),
  ...from(0x19, ["ı", "ȷ", ...LIGATURES]),
]);
/** Of the old encoding, what is told without a name. */
const OLD_CONTROLS: ReadonlyMap<string, string> = new Map(
  [...OLD].filter(([code]) => code >= "\u{b}" && code < " "),
);

const TEXT_FONT = /^(?:[A-Z]{6}\+)?CM(?:R|B|BX|BXSL|BXTI|DUNH|SL|SS|SSBX|SSDC|SSI|TI|U)\d+$/;
const FORMULA_FONT = /^(?:[A-Z]{6}\+)?CMM(?:I|IB)\d+$/;

/** By the name of a font, which has no letters of its own at these codes; null of any other. */
export function lettersByName(name: string): ReadonlyMap<string, string> | null {
  if (TEXT_FONT.test(name)) return OLD;
  return FORMULA_FONT.test(name) ? FORMULAS : null;
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * By what a page shows of a font without a name: with enough letters beside them, control characters are ligatures. A
 * font that shows hardly anything else has an order of its own.
 */
export function lettersByUse(shown: readonly string[]): ReadonlyMap<string, string> {
  const small = shown.filter((letter) => /^[a-z]$/.test(letter)).length;
  const controls = shown.filter((letter) => letter < " ").length;
  if (controls * 2 > small) return NONE;
  const isOld =
    shown.some((letter) => letter >= "\u{b}" && letter <= "\u{f}") &&
    !shown.some((letter) => letter >= "\u{1b}" && letter <= "\u{1f}");
  return isOld ? OLD_CONTROLS : CORK;
}
