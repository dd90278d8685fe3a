/** Lines of one text as one line: words that were divided are whole again. */
const DIVIDED = /\p{L}[-\u{ad}\u{2010}]$/u;

export function joinedLines(lines: readonly string[], compounds: ReadonlySet<string> = new Set()): string {
  return lines.reduce((text, line) => joinedPair(text, line, compounds), "");
}

/** "pre-" and "sentación" are one word; "franco-" and "Español", "18-" and "20" keep their hyphen. */
export function joinedPair(text: string, line: string, compounds: ReadonlySet<string> = new Set()): string {
  if (text === "" || line === "") return text + line;
  if (text.endsWith("\u{ad}")) return text.slice(0, -1) + line;
  if (!DIVIDED.test(text)) return `${text} ${line}`;
  const first = /[\p{L}\p{M}]+$/u.exec(text.slice(0, -1))?.[0] ?? "";
  const second = /^[\p{L}\p{M}]+/u.exec(line)?.[0] ?? "";
  if (second === "") return `${text} ${line}`;
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
