import { describe, expect, it } from "vitest";
import { lineWords, ofWords, wordTable, writtenTable } from "./line-words.ts";

describe("the words of a line", () => {
  it.each<[string, string, string[]]>([
    ["are folded and told once", "Más MÁS más", ["mas"]],
    ["are the same for all dates", "12.03.2021, 11:45", ["00", "0000"]],
    ["leave marks out, but for those that mean something", "© Verlag | 3 €", ["©", "verlag", "0", "€"]],
    ["are none where the line is long", "palabra ".repeat(30), []],
  ])("%s", (_, line, words) => {
    expect(lineWords(line)).toEqual(words);
  });

  it("weigh what the table says, and nothing where it knows none", () => {
    const table = new Map([
      ["teilen", -1.5],
      ["euro", 0.5],
    ]);
    expect(ofWords("Teilen für 3 Euro", table)).toEqual({
      words_least: -1.5,
      words_most: 0.5,
      words_sum: -1,
      words_mean: -0.5,
    });
    expect(Object.values(ofWords("sonst", table))).toEqual([0, 0, 0, 0]);
  });

  it("come back from how they are written down", () => {
    const table = new Map([
      ["share", -1.2],
      ["teilen", -1.2],
      ["euro", 0.8],
    ]);
    expect(writtenTable(table)).toBe("-12 share teilen|8 euro");
    expect(wordTable(writtenTable(table))).toEqual(table);
  });
});
