import { describe, expect, it } from "vitest";
import { legalBasis, legalReferencesIn } from "./fields/legal-references.ts";
import { phonesIn } from "./fields/phones.ts";
import { addressesIn } from "./fields/where.ts";
import { territoryOf } from "./territory.ts";

describe("territory", () => {
  it.each<[string, string, Readonly<Record<string, string | null>>]>([
    ["getxo.eus", "Getxoko Udala", { nivel: "local", ccaa: "pais_vasco", municipio: "getxo" }],
    ["ribadeo.gal", "Concello de Ribadeo", { nivel: "local", ccaa: "galicia", municipio: "ribadeo" }],
    [
      "seu.llagosta.cat",
      "Ajuntament de la Llagosta",
      { nivel: "local", ccaa: "cataluna", municipio: "llagosta" },
    ],
    ["www.dip.es", "Diputación de Badajoz", { nivel: "local", ccaa: "extremadura", provincia: "badajoz" }],
    ["www.isla.es", "Cabildo de Lanzarote", { nivel: "local", ccaa: "canarias", provincia: "las_palmas" }],
    [
      "www.v.es",
      "Ayuntamiento de Pilas (Sevilla)",
      { nivel: "local", ccaa: "andalucia", provincia: "sevilla" },
    ],
  ])("of %s is told by its body and the ending of its domain", (host, organism, expected) => {
    expect(territoryOf({ host, organism, body: "", source: null })).toMatchObject(expected);
  });
});

describe("what a text names", () => {
  it.each([
    ["L.O. 4/2000 y RD 240/2007, de 16 de febrero", ["L.O. 4/2000", "RD 240/2007, de 16 de febrero"]],
    ["Norma Foral 13/2013", ["Norma Foral 13/2013"]],
    ["Orden de 23 de mayo de 2012, y otra", ["Orden de 23 de mayo de 2012"]],
    ["Orde do 3 de maio de 2021", ["Orde do 3 de maio de 2021"]],
    ["Ordenança fiscal número 9", ["Ordenança fiscal número 9"]],
  ])("are laws: %s", (text, laws) => {
    expect(legalReferencesIn(text)).toEqual(laws);
  });

  it("are laws that another of the same day does not hide", () => {
    expect(legalBasis(["Ley 23/2015"], "Orden de 23 de mayo de 2012")).toEqual([
      "Ley 23/2015",
      "Orden de 23 de mayo de 2012",
    ]);
  });

  it.each([
    ["Atención telefónica 024", ["024"]],
    ["Llámenos: 91 234 5678", ["91 234 5678"]],
    ["Tel. 985 123 456, fax: 985 123 457", ["985 123 456"]],
  ])("are telephones, not faxes: %s", (text, phones) => {
    expect(phonesIn(text)).toEqual(phones);
  });

  it.each([
    ["En Av. de la Constitución, s/n, 41001 Sevilla", ["Av. de la Constitución, s/n, 41001 Sevilla"]],
    ["Polígono Industrial Sur, parcela 4", ["Polígono Industrial Sur, parcela 4"]],
  ])("are addresses: %s", (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
  });
});
