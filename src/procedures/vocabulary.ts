/** Words that are looked for in folded text; `*` is any end of a word. */
export interface Vocabulary {
  readonly words: ReadonlySet<string>;
  readonly stems: ReadonlySet<string>;
}

export function vocabulary(...texts: readonly string[]): Vocabulary {
  const all = texts.flatMap((text) => text.trim().split(/\s+/));
  return {
    words: new Set(all.filter((word) => !word.endsWith("*"))),
    stems: new Set(all.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1))),
  };
}

export function has({ words, stems }: Vocabulary, word: string): boolean {
  if (words.has(word)) return true;
  for (let length = 2; length <= Math.min(word.length, LONGEST_STEM); length++)
    if (stems.has(word.slice(0, length))) return true;
  return false;
}

const LONGEST_STEM = 16;
