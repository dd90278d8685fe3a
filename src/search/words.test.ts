import { describe, expect, it } from "vitest";
import { fold, foldText, MAX_WORD, wordsOf } from "./words.ts";

describe("words", () => {
  it.each([
    ["accents and case do not count", "PRESTACIÓN Prestación prestacion", "prestacion prestacion prestacion"],
    ["ñ is found as n", "año AÑO an\u0303o", "ano ano ano"],
    [
      "ç, ü and the Catalan l·l are opened",
      "Plaça vergüenza col·legi coŀlegi",
      "placa verguenza collegi collegi",
    ],
    ["an abbreviation with dots is one word", "el D.N.I. y N.I.E", "el dni y nie"],
    ["an apostrophe tells words apart", "l'habitatge d’ajuts", "l habitatge d ajuts"],
    ["a full stop without a space ends a word", "fin.Otra a.b.c .x. 1.a 3.5", "fin otra abc x 1 a 3 5"],
    ["ligatures and full-width letters are opened", "oﬁcina ＤＮＩ", "oficina dni"],
    ["Arabic loses its vowel marks", "مُسَاعَدَة", "مساعدة"],
    ["signs that are written without spaces are words each", "最低收入abc", "最 低 收 入 abc"],
    ["punctuation, emoji and controls are nothing", '"(*:)^ 😀 \0 — ¿?', ""],
    ["numbers stay", "BOE-A-2021-123 1.200 €", "boe a 2021 123 1 200"],
  ])("%s", (_, text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it("knows where a word stands in the text as it is written", () => {
    const text = "La Prestació\u0301 n 😀 económica";
    const found = Array.from(wordsOf(text), ({ start, end }) => text.slice(start, end));
    expect(found).toEqual(["La", "Prestació\u0301", "n", "económica"]);
  });

  it.each(["ÁÉÍ", "ǅ", "İ", "ﬃ", "½", "ſ", "Straße"])(
    "folds %s to what stays the same when it is folded again",
    (word) => {
      expect(fold(fold(word))).toBe(fold(word));
    },
  );

  it("cuts what is too long for a word", () => {
    expect(foldText("x".repeat(100_000))).toHaveLength(MAX_WORD);
    expect(foldText("é".repeat(100_000))).toHaveLength(MAX_WORD);
  });
});
