import { describe, expect, it } from "vitest";
import { keywordsOf } from "./keywords.ts";
import { timesHeard } from "./testing/keywords-of-name.ts";

describe("words that say little", () => {
  it.each([
    ["Certificado de empresa", "la empresa", 1],
    ["Informe de salud ambiental", "un informe", 1],
    ["Ayudas para familias con hijos", "mi hijo", 1],
    ["Pensión de orfandad", "mi hijo", 0],
    ["Vado permanente", "un informe", 0],
  ])("of %s are heard in %s as often as the page has them: %i", (name, said, times) => {
    expect(timesHeard(name, said)).toBe(times);
  });

  it.each([
    ["Certificado de empresa", "certificado de empresa", "la empresa"],
    ["Tarjeta sanitaria individual", "tarjeta sanitaria", "una tarjeta"],
    ["Pensión de orfandad", "orfandad", "una pension"],
  ])("of %s are outvoted by what tells it: %s, not %s", (name, telling, plain) => {
    expect(timesHeard(name, telling)).toBeGreaterThan(timesHeard(name, plain));
  });

  it("are those of the description and of the office, but not of a host", () => {
    const page = { name: "Bono", abbreviation: "X", slug: "bono", description: "Rebaja en el recibo." };
    expect(keywordsOf({ ...page, organism: "Oficina del Consumidor" })).toEqual(
      expect.arrayContaining(["recibo", "oficina"]),
    );
    expect(keywordsOf({ ...page, organism: "oficina.villa.es" })).not.toContain("oficina");
  });

  it.each([
    ["Informe de adecuación de la vivienda", "informe del piso"],
    ["Matriculación de vehículos históricos", "un coche"],
    ["Fraccionamiento de cuotas", "a plazos"],
    ["Programa de apoyo al alumnado", "el cole"],
    ["Ajuts per a habitatge", "mi casa"],
  ])("of %s are everyday words for those of offices: %s", (name, said) => {
    expect(timesHeard(name, said)).toBeGreaterThan(0);
  });
});
