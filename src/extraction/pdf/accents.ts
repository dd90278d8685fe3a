/** Accents that stand alone in a font, and are drawn over their letter: "´" and "a" in one place are "á" (TeX). */
const COMBINING: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "`": "\u{300}",
    "´": "\u{301}",
    "^": "\u{302}",
    ˆ: "\u{302}",
    "~": "\u{303}",
    "˜": "\u{303}",
    "¯": "\u{304}",
    "˘": "\u{306}",
    "˙": "\u{307}",
    "¨": "\u{308}",
    "˚": "\u{30a}",
    "˝": "\u{30b}",
    ˇ: "\u{30c}",
    "¸": "\u{327}",
  }),
);

/** No letter or figure of ASCII is one: told before any is looked up, for each letter of a page. */
function mayBeAccent(text: string): boolean {
  const code = text.charCodeAt(0);
  return code > 0xa7 || code === 0x5e || code === 0x60 || code === 0x7e;
}

/** The mark that is set on a letter; undefined of what is no accent. */
export const markOf = (text: string): string | undefined =>
  mayBeAccent(text) ? COMBINING.get(text) : undefined;

/** Under an accent the dot is left out in print: in writing the letter has it. */
const DOTLESS: Readonly<Record<string, string>> = { ı: "i", ȷ: "j" };

export const withMark = (letter: string, mark: string): string => (DOTLESS[letter] ?? letter) + mark;
