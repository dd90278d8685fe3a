import { describe, expect, it } from "vitest";
import { rootOf } from "./keyword-forms.ts";

describe("the root of a word", () => {
  it.each([
    ["jubilacion", "jubil"],
    ["cuidadores", "cuid"],
    ["acogimiento", "acog"],
    ["reconocimiento", "reconoc"],
    ["nacimiento", "nacimient"],
    ["nicho", "nich"],
  ])("is what people's forms of it begin with: %s, %s", (word, root) => {
    expect(rootOf(word)).toBe(root);
  });
});
