import { describe, expect, it } from "vitest";
import { parseQuery } from "./query.ts";
import { SNIPPET_LENGTH, snippetOf } from "./snippet.ts";

const filler = (words: number) => "lorem ipsum ".repeat(words);

function marked(text: string, query: string): readonly string[] {
  const { text: shown, highlights } = snippetOf(text, parseQuery(query));
  return highlights.map(([start, end]) => shown.slice(start, end));
}

describe("snippets", () => {
  it("keep the accents of the text and mark every form of a word", () => {
    const text = "La Prestación económica. Las PRESTACIONES son así, y el que presta no.";
    expect(marked(text, "prestacion")).toEqual(["Prestación", "PRESTACIONES", "presta"]);
  });

  it.each([
    ["accents in the question", "El numero de la cuenta", "número", "numero"],
    ["decomposed letters", "El nu\u0301mero", "numero", "nu\u0301mero"],
    ["dots in an abbreviation", "Su N.I.E. aquí", "nie", "N.I.E."],
    ["the beginning of the last word", "Un certificado", "certi", "certificado"],
    ["a word of another script", "الدخل دخل هنا", "دخل", "دخل"],
    ["signs without spaces", "关于居留许可", "居留", "居"],
  ])("find a word in spite of %s", (_, text, query, hit) => {
    expect(marked(text, query)).toContain(hit);
  });

  it("show the part of a long text that says most of what was asked", () => {
    const text = `${filler(300)}paro ${filler(500)}el paro y el subsidio por desempleo ${filler(300)}`;
    const { text: shown, highlights } = snippetOf(text, parseQuery("paro subsidio desempleo"));
    expect(highlights).toHaveLength(3);
    expect(shown).toContain("el paro y el subsidio por desempleo");
    expect(shown.startsWith("…")).toBe(true);
    expect(shown.endsWith("…")).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(SNIPPET_LENGTH + 2);
  });

  it("begin at the beginning, or where they are told, where no word stands in the text", () => {
    const text = filler(100);
    expect(snippetOf(text, parseQuery("xyz")).text.startsWith("lorem ipsum")).toBe(true);
    expect(snippetOf(text, parseQuery("xyz"), { otherwise: 6 }).text.startsWith("…ipsum")).toBe(true);
  });

  it.each([
    ["an empty text", "", "a"],
    ["no words", "text", "¿?"],
    ["one word without an end", "a".repeat(5000), "aaaa"],
    ["nothing but emoji", "😀".repeat(500), "😀"],
    ["line breaks and controls", "uno\n\u0007dos\ttres", "tres"],
    ["lone surrogates", "\ud800 uno \udc00", "uno"],
  ])("take %s", (_, text, query) => {
    const { text: shown, highlights } = snippetOf(text, parseQuery(query));
    expect(shown).not.toMatch(/[\n\t\u0007]/);
    for (const [start, end] of highlights) expect(end).toBeGreaterThan(start);
    if (text.isWellFormed()) expect(shown.isWellFormed()).toBe(true);
  });
});
