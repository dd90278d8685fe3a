/** What the words of a short line say of it: "Kommentare", "teilen", "newsletter" seldom stand in content. */
import { folded } from "./trimming.ts";

/** Longer texts use every word. */
const MAX_LINE = 160;
const MAX_WORDS = 20;

/** How much more often than not, as a logarithm, a word stands in content. */
export type WordTable = Pick<ReadonlyMap<string, number>, "get">;

/** The different words of a short line, folded, all digits as one; none of a long one. */
export function lineWords(text: string): string[] {
  if (text.length > MAX_LINE) return [];
  const words = folded(text)
    .replaceAll(/\p{N}/gu, "0")
    .split(/[^\p{L}0€$@©]+/u)
    .filter((word) => word !== "");
  return [...new Set(words.slice(0, MAX_WORDS))];
}

export function ofWords(text: string, table: WordTable): Record<string, number> {
  const known = lineWords(text).flatMap((word) => table.get(word) ?? []);
  const sum = known.reduce((total, weight) => total + weight, 0);
  return {
    words_least: Math.min(0, ...known),
    words_most: Math.max(0, ...known),
    words_sum: sum,
    words_mean: known.length === 0 ? 0 : sum / known.length,
  };
}

/** `-12 teilen share|8 euro`: tenths, then the words that share them. */
export function wordTable(written: string): ReadonlyMap<string, number> {
  const table = new Map<string, number>();
  for (const group of written.split("|")) {
    const [weight = "", ...words] = group.split(" ");
    for (const word of words) table.set(word, Number(weight) / 10);
  }
  return table;
}

export function writtenTable(table: ReadonlyMap<string, number>): string {
  const groups = new Map<number, string[]>();
  for (const [word, weight] of table) {
    const tenths = Math.round(weight * 10);
    groups.set(tenths, [...(groups.get(tenths) ?? []), word]);
  }
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .map(([tenths, words]) => [tenths, ...words.toSorted()].join(" "))
    .join("|");
}
