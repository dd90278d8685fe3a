import { describe, expect, it } from "vitest";
import { findByKeywords } from "./keyword-reader.ts";
import { keywordsOfName } from "./testing/keywords-of-name.ts";

describe("a special matter", () => {
  const [special, general] = ["Canje de permisos de conducción de otros países", "Permiso de conducción"];
  it.each([special, "Canje del permiso de conducción"])(
    "is not the general one, in the plural neither: %s",
    (name) => {
      expect(keywordsOfName(name)).not.toContain("autoescuela");
      expect(keywordsOfName(general)).toContain("autoescuela");
    },
  );

  it("is found by its own words", () => {
    const files = [general, special].map((name) => ({ tramite: name, keywords: keywordsOfName(name) }));
    expect(findByKeywords("puedo conducir aqui con el carnet de mi pais", files)?.tramite).toBe(special);
  });
});
