import { expect, it } from "vitest";
import { signsByName } from "./sign-fonts.ts";

it.each<[string, string, number, string, string]>([
  ["a black square", "ZapfDingbats", 0x6e, "n", "■"],
  ["a black circle of part of the font", "WZYIUL+ZapfDingbats", 0x6c, "l", "●"],
  ["a check mark", "ZapfDingbats", 0x33, "3", "✓"],
  ["a heavy one", "ITCZapfDingbats", 0x34, "4", "✔"],
  ["a shadowed box", "ZapfDingbats", 0x6f, "o", "❏"],
  ["a figure in a circle", "ZapfDingbats", 0xac, "\u{ac}", "①"],
  ["an arrow", "ZapfDingbats", 0xd4, "Ô", "➔"],
  ["a check mark of another font", "ABCDEF+Wingdings-Regular", 0xfc, "ü", "✔"],
  ["the sign that the font says itself", "ZapfDingbats", 0x6e, "★", "★"],
])("a letter of a font of signs is %s", (_, font, originalCharCode, unicode, sign) => {
  expect(signsByName(font)?.({ unicode, originalCharCode, fontChar: "\u{e000}" })).toBe(sign);
});

it.each(["Helvetica", "Wingdings 2", "Wingdings3"])("%s has no signs that are told here", (font) => {
  expect(signsByName(font)).toBeNull();
});
