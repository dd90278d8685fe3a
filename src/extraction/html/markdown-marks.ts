/** What is a mark in Markdown and what only looks like one. */

/**
 * Prose that begins like a heading, an item, a quotation or the address of a link, or is drawn like what makes a heading
 * of the line before (CommonMark 2.4, 4.2, 4.3, 4.7, 5.1, 5.2).
 */
export function withStartsEscaped(line: string): string {
  const escaped = line.replaceAll(
    /^(?:#{1,6}(?=\s|$)|>|\[(?=[^\]\n]{1,200}\]:)|(?:=|-)(?=[=-]*[ \t]*$))/gm,
    String.raw`\$&`,
  );
  // Lines that all begin so are the list that their author meant.
  if ((escaped.match(/^(?:[-+*]|\d{1,9}[.)])\s/gm)?.length ?? 0) > 1) return escaped;
  return escaped.replaceAll(
    /^(\d{1,9}(?=[.)])|(?=[-+*]))[-+*.)](?=\s|$)/gm,
    (mark, number: string) => `${number}\\${mark.slice(number.length)}`,
  );
}

/** A run of backslashes is looked at once, from its beginning. What follows the end of a text may be another one. */
const LOOKS_LIKE_MARKUP = /(?<!\\)(\\*)(<(?=[A-Za-z/!?]|$)|~(?=~)|(?<=\])\()/g;

/**
 * Prose that holds what would be a tag, a link or struck out (CommonMark 6.3, 6.6). Backslashes before it stand for
 * themselves: one more alone would make an end of the escape, and a tag of the rest.
 */
export function withMarkupEscaped(text: string): string {
  return text.replaceAll(
    LOOKS_LIKE_MARKUP,
    (_, slashes: string, mark: string) => `${slashes}${slashes}\\${mark}`,
  );
}

/** Parentheses would end the address of a link. */
export function bracketed(url: string): string {
  return url.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(/\s/g, "%20");
}

/** Neither part of a link reaches over what could begin another: a page of opening brackets is read once, not n times. */
const LINK = /\[([^[\]]*)\]\([^()\s]*\)/g;

export function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(LINK, "$1")
    .replaceAll(/<br>/g, "\n")
    .replaceAll(/(?<!\\)\*\*|(?<![\p{L}\p{N}\\])\*(?=\S)|(?<=[^\s\\])\*(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/\\([|<~#>+*.()[=-])/g, "$1");
}
