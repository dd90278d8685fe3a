/** Lines of one text as one line: words that were divided are whole again. */
const LONGEST_WORD = 100;
/** The end of a line that ends within a word. */
export const DIVIDED = /\p{L}[-\u{ad}\u{2010}]$/u;
/** "2023-", "10–". */
const NUMBER_DIVIDED = /\d[-\u{2010}\u{2011}\u{2013}]$/u;

/** Whether a word begins in one line and ends in the next. */
export const isDivided = (text: string, next: string): boolean =>
  DIVIDED.test(text.slice(-4)) && /^\p{Ll}/u.test(next);

export function joinedLines(lines: readonly string[], compounds: ReadonlySet<string> = new Set()): string {
  const text = new GrowingText();
  for (const line of lines) text.join(line, compounds);
  return text.whole();
}

/** A text that grows by lines. It is looked at by its end alone: looked at as one, it would be copied for each of them. */
export class GrowingText {
  readonly #settled: string[] = [];
  #end = "";

  join(line: string, compounds: ReadonlySet<string>): void {
    this.#settle();
    this.#end = joinedPair(this.#end, line, compounds);
  }

  /** After a space, whatever it ends with. */
  append(line: string): void {
    this.#end = `${this.#end} ${line}`;
  }

  whole(): string {
    return this.#settled.join("") + this.#end;
  }

  #settle(): void {
    if (this.#end.length < 4 * LONGEST_WORD) return;
    this.#settled.push(this.#end.slice(0, -2 * LONGEST_WORD));
    this.#end = this.#end.slice(-2 * LONGEST_WORD);
  }
}

/** "pre-" and "sentación" are one word; "franco-" and "Español", "2023-" and "0379" keep their hyphen. */
export function joinedPair(text: string, line: string, compounds: ReadonlySet<string> = new Set()): string {
  if (text === "" || line === "") return text + line;
  if (text.endsWith("\u{ad}")) return text.slice(0, -1) + line;
  // Only the end is looked at: a text grows by many lines.
  if (NUMBER_DIVIDED.test(text.slice(-2)) && /^\d/.test(line)) return text + line;
  if (!DIVIDED.test(text.slice(-4))) return `${text} ${line}`;
  const first = /[\p{L}\p{M}]+$/u.exec(text.slice(-LONGEST_WORD, -1))?.[0] ?? "";
  const second = /^[\p{L}\p{M}]+/u.exec(line)?.[0] ?? "";
  // "COVID-", "19".
  if (second === "") return /^\d/.test(line) ? text + line : `${text} ${line}`;
  const isCompound = !/^\p{Ll}/u.test(line) || compounds.has(`${first}-${second}`.toLowerCase());
  return isCompound && !isShouted(first, second) ? text + line : text.slice(0, -1) + line;
}

/** In capitals throughout, a hyphen at the end of a line divides as it does in small letters. */
function isShouted(first: string, second: string): boolean {
  return first.length > 1 && second.length > 1 && /^\p{Lu}+$/u.test(first) && /^\p{Lu}+$/u.test(second);
}

/** Words with a hyphen within a line: where one is divided there, the hyphen belongs to it. */
export function gatherCompounds(text: string, compounds: Set<string>): void {
  if (!text.includes("-")) return;
  for (const [word] of text.matchAll(/\p{L}+-\p{L}+/gu)) compounds.add(word.toLowerCase());
}
