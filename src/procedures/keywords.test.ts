import { describe, expect, it } from "vitest";
import { foldForMatching } from "../finders/procedure-markers.ts";
import { findByKeywords } from "./keyword-reader.ts";
import { isUsableKeyword, keywordsOf } from "./keywords.ts";
import { COMMON_WORDS } from "./keyword-words.ts";
import { slugOfName } from "./procedure-id.ts";
import { SYNONYMS } from "./synonyms.ts";

const of = (name: string, organism = "Ayuntamiento de Villa", abbreviation = "VILLA", description = "") =>
  keywordsOf({ name, organism, abbreviation, slug: slugOfName(name), description });

/** Kept apart from the list of the code: a word that is missing there is missed here. */
const COMMON =
  "permiso presidencia ayudante tiempo tiene nieto significa prohibido recibir privada llevado carbono cuarenta solicitar sociedad propiedad ascenso cobrar sobre cultura abogado consulta simultaneo escasa enero dinero centro mano hermano semana nombre siempre entrada servicio responsable universidad familia trabajo persona gobierno hospital";

describe("keywords", () => {
  it.each<[string, string[]]>([
    [
      "Prestación por desempleo",
      ["paro", "prestacion por desempleo", "desempleo", "sin trabajo", "me quede sin trabajo", "villa"],
    ],
    ["Alta en el padrón municipal", ["empadronarse", "padron", "volante"]],
    ["Tarjeta sanitaria individual", ["medico de cabecera", "tarjeta sanitaria"]],
    ["Número de identidad de extranjero", ["papeles", "extranjeria"]],
    ["Becas de comedor", ["beca", "comedor"]],
    ["Vado permanente", ["vado permanente", "garaje"]],
    ["Licencia de obra menor", ["hacer obras", "licencia de obra"]],
    [
      "Señalización de la acera",
      ["señalizacion", "señalizacion de la acera"].map((word) => word.replace("ñ", "n")),
    ],
  ])("of %s", (name, expected) => {
    expect(of(name)).toEqual(expect.arrayContaining(expected));
  });

  it.each([["IMV"], ["Ayuda"], ["Solicitud general"], ["医疗卡"], ["Trámite de la A"]])(
    "are three at least: %s",
    (name) => {
      expect(new Set(of(name, "x.org", "XORG")).size).toBeGreaterThanOrEqual(3);
    },
  );

  it.each([
    ["Fraccionamiento de tributos", "fraccionar"],
    ["Residencia universitaria", "universitarios"],
    ["Homologación de títulos", "homologar"],
  ])("of %s are found in %s", (name, asked) => {
    expect(of(name).filter((keyword) => asked.includes(keyword))).not.toEqual([]);
  });

  it("take in what a description says and a name does not", () => {
    expect(
      of("Bono", "x.org", "XORG", "Rebaja en el recibo de la electricidad. Otra frase cualquiera."),
    ).toContain("electricidad");
  });

  it.each([
    ["rmi"],
    ["nie"],
    ["tie"],
    ["ibi"],
    ["iva"],
    ["bono"],
    ["renta"],
    ["casa"],
    ["cita"],
    ["vado"],
    ["edad"],
    ["obra"],
    ["censo"],
    ["abc"],
  ])("never are what hides in other words or is too short: %s", (keyword) => {
    expect(isUsableKeyword(keyword)).toBe(false);
  });

  it.each([["imv"], ["dni"], ["sepe"], ["paro"], ["beca"], ["alquiler"], ["el nie"]])(
    "may be %s",
    (keyword) => {
      expect(isUsableKeyword(keyword)).toBe(true);
    },
  );

  const names = [
    ...SYNONYMS.flatMap(({ names: all }) => all),
    "Renta",
    "Ayuda por edad",
    "Vado",
    "Cita",
    "Bono de la casa",
    "Multa",
  ];
  const everything = new Set(
    names
      .flatMap((name) =>
        of(name, "Instituto Nacional de la Seguridad Social", "INSS", `Ayuda de ${name} para quien la pida.`),
      )
      .map(foldForMatching),
  );
  it.each(COMMON.split(" "))("of no procedure at all stand inside of %s", (word) => {
    const isEnding = (keyword: string) => word.startsWith(keyword) && word.length - keyword.length <= 2;
    expect(
      [...everything].filter((keyword) => word !== keyword && word.includes(keyword) && !isEnding(keyword)),
    ).toEqual([]);
  });

  it("know people's words for sixty procedures and more", () => {
    expect(SYNONYMS.length).toBeGreaterThanOrEqual(60);
    expect(SYNONYMS.filter(({ words }) => words.filter(isUsableKeyword).length < 2)).toEqual([]);
    expect(COMMON_WORDS.size).toBeGreaterThan(300);
  });
});

describe("the reader of keywords", () => {
  const files = [
    { tramite: "a", keywords: ["paro", "desempleo"] },
    { tramite: "b", keywords: ["médico", "tarjeta sanitaria", "sanitaria"] },
    { tramite: "c", keywords: ["medico"] },
    { tramite: "d", keywords: ["بطالة"] },
  ];
  it.each([
    ["¿Cómo cobro el PARO?", "a"],
    ["quiero la tarjeta sanitaria", "b"],
    ["ir al MÉDICO", "b"],
    ["ir al medico", "b"],
    ["بطالة", "d"],
    ["preparo la cena", "a"],
    ["nada", null],
    ["", null],
  ])("%s", (question, tramite) => {
    expect(findByKeywords(question, files)?.tramite ?? null).toBe(tramite);
  });

  it("counts", () => {
    expect(findByKeywords("tarjeta sanitaria del médico", files)).toEqual({ tramite: "b", count: 3 });
  });
});
