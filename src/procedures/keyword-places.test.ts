import { describe, expect, it } from "vitest";
import { findByKeywords } from "./keyword-reader.ts";
import type { Territory } from "./procedure-doc.ts";
import { keywordsOfName } from "./testing/keywords-of-name.ts";

describe("where a procedure holds", () => {
  const valencia: Territory = { nivel: "autonomico", ccaa: "valencia" };
  const galicia: Territory = { nivel: "autonomico", ccaa: "galicia" };
  const name = "Renta de inclusión";

  it.each([
    ["no tengo ingresos y vivo en Castellón", "valencia"],
    ["sin ingresos, soy de la Comunitat Valenciana", "valencia"],
    ["estoy sin ingresos en Orense", "galicia"],
  ])("tells it from one of another region: %s", (question, region) => {
    const files = [
      { tramite: "galicia", keywords: keywordsOfName(name, galicia) },
      { tramite: "valencia", keywords: keywordsOfName(name, valencia) },
    ];
    for (const folder of [files, files.toReversed()])
      expect(findByKeywords(question, folder)?.tramite).toBe(region);
  });

  it.each<[string, Territory, string]>([
    ["the whole country", { nivel: "estatal" }, "en soria"],
    ["another town", { nivel: "local", municipio: "getafe", ccaa: "madrid" }, "en madrid"],
    ["a region whose town begins a common word", galicia, "dni en vigor"],
    ["a region whose province ends one", { nivel: "autonomico", ccaa: "castilla_leon" }, "una asesoria"],
  ])("is no word of %s", (_, territory, said) => {
    const ofPlace = keywordsOfName(name, territory).filter(
      (keyword) => !keywordsOfName(name).includes(keyword),
    );
    expect(ofPlace.filter((keyword) => said.includes(keyword))).toEqual([]);
  });

  it("is the town where it is of a town", () => {
    expect(keywordsOfName(name, { nivel: "local", municipio: "alcala_de_henares" })).toContain(
      "en alcala de henares",
    );
  });
});
