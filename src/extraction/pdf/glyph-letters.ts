const LIGATURES = /[\u{fb00}-\u{fb06}\u{fb13}-\u{fb17}]/gu;
/** Control characters, marks of direction, and what says nothing. */
// eslint-disable-next-line no-control-regex
const SILENT =
  /[\u{0}-\u{8}\u{b}\u{c}\u{e}-\u{1f}\u{7f}-\u{9f}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2064}\u{feff}]/gu;
/** Symbol and Wingdings put their bullets in the private use area. */
const BULLETS = /[\u{f0a7}\u{f0a8}\u{f0b7}\u{f076}\u{f0d8}\u{f0fc}\u{f06e}\u{f071}]/gu;
const KNOWN = new Map<string, string>();
/** Of all the letters there are, a document has few. */
const MAX_KNOWN = 10_000;

/** The letters of a glyph, with ligatures opened; any white space is a space. */
export function lettersOf(unicode: string): string {
  if (unicode.length === 1 && unicode > " " && unicode <= "~") return unicode;
  const known = KNOWN.get(unicode);
  if (known !== undefined) return known;
  const letters = unicode
    .replace(LIGATURES, (ligature) => ligature.normalize("NFKC"))
    .replace(SILENT, "")
    .replace(BULLETS, "•")
    .replace(/\s+/gu, " ");
  if (KNOWN.size < MAX_KNOWN) KNOWN.set(unicode, letters);
  return letters;
}
