import { expect, it } from "vitest";
import { rowsOf, textOf } from "./rows.ts";
import type { Word } from "./word-builder.ts";

/** Side by side, ten points high, as far from the one before as is said. */
function wordsOf(parts: readonly (readonly [string, number, boolean?])[]): Word[] {
  let end = 0;
  return parts.map(([text, gap, spaced = false]) => {
    const x0 = end + gap;
    end = x0 + text.length * 5;
    return { text, x0, x1: end, y: 100, y0: 92, y1: 102, size: 10, bold: false, spaced };
  });
}

const [ALEF, BET, GIMEL] = ["\u{5d0}", "\u{5d1}", "\u{5d2}"];

it.each<[string, readonly (readonly [string, number, boolean?])[], string]>([
  [
    "letters that are drawn one after the other from the right",
    [
      [BET, 0],
      [ALEF, 0],
    ],
    ALEF + BET,
  ],
  [
    "words with a gap between them",
    [
      [BET, 0],
      [ALEF, 3],
    ],
    `${ALEF} ${BET}`,
  ],
  [
    "words with a space before the one on the right",
    [
      [BET, 0],
      [ALEF, 0, true],
    ],
    `${ALEF} ${BET}`,
  ],
  [
    "words with a space before the one on the left",
    [
      [BET, 0, true],
      [ALEF, 0],
    ],
    `${ALEF} ${BET}`,
  ],
  [
    "a word of another script",
    [
      [GIMEL, 0],
      ["PDF", 0],
      [ALEF, 0],
    ],
    `${ALEF} PDF ${GIMEL}`,
  ],
])("a line that runs to the left has %s", (_, parts, text) => {
  expect(textOf(wordsOf(parts))).toBe(text);
});

it.each([
  { what: "stands on the line of the word beside it", size: 7, count: 1 },
  { what: "is a line of its own beside letters of a poster", size: 2, count: 2 },
])("a raised word of size $size $what", ({ size, count }) => {
  const [word] = wordsOf([["Ley", 0]]);
  if (word === undefined) throw new Error("no word");
  const raised: Word = { ...word, text: "1", x0: word.x1, x1: word.x1 + 3, y: 95, y0: 90, y1: 96, size };
  expect(rowsOf([raised, word])).toHaveLength(count);
});

it.each<[string, readonly (readonly [string, number, boolean?])[], string]>([
  [
    "a title",
    [
      ["序", 0],
      ["言", 8],
    ],
    "序言",
  ],
  [
    "a title, narrow spaces drawn in it",
    [
      ["전", 0],
      ["문", 3, true],
    ],
    "전문",
  ],
  [
    "a full line",
    [
      ["鉴", 0],
      ["于", 3],
      ["对", 3.4],
      ["人", 2.8],
    ],
    "鉴于对人",
  ],
  [
    "letters that a wide space is drawn between",
    [
      ["数", 0],
      ["量", 6, true],
    ],
    "数 量",
  ],
  [
    "letters that are not as far apart",
    [
      ["数", 0],
      ["量", 3],
      ["单", 6],
    ],
    "数 量 单",
  ],
  [
    "letters beside a word",
    [
      ["第", 0],
      ["一", 3],
      ["条例", 3],
    ],
    "第 一 条例",
  ],
  [
    "letters of a script that parts words by spaces",
    [
      ["a", 0],
      ["b", 3],
    ],
    "a b",
  ],
])("letters that are spread over a line are one word where they are told to be: %s", (_, parts, text) => {
  const [row] = rowsOf(wordsOf(parts));
  expect(row?.segments.map((segment) => segment.text)).toEqual([text]);
});

it.each<[string, readonly [string, string, string], number, string]>([
  ["apart from a word that follows it", ["probably", "2", "saved"], 96, "probably2 saved"],
  ["with what ends its sentence", ["probably", "2", ")."], 96, "probably2)."],
  ["with the rest of a formula, where it is lowered", ["agua", "2", "sal"], 102, "agua2sal"],
])("the number of a note after a word is read %s", (_, [before, mark, after], y, text) => {
  const [word, number, next] = wordsOf([
    [before, 0],
    [mark, 0],
    [after, 0.4],
  ]);
  if (word === undefined || number === undefined || next === undefined)
    throw new Error("three words are made");
  expect(textOf([word, { ...number, y, size: 7 }, next])).toBe(text);
});
