import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agreementOf, totalOf, totalsByField } from "./agreement.ts";
import { FactIndex, factsOf } from "./facts.ts";
import { importedProcedure } from "./imported.ts";
import { CURATED_FILES } from "./testing/curated.ts";
import { PROCEDURE } from "./testing/procedure.ts";

const textsOf = (field: string, value: unknown) => factsOf(field, value).map(({ text }) => text);

describe("facts", () => {
  it.each<[string, unknown, string[]]>([
    [
      "requisitos",
      ["Ser mayor de edad.", "Vivir aquí. Y trabajar."],
      ["Ser mayor de edad.", "Vivir aquí. Y trabajar."],
    ],
    ["descripcion", "Una ayuda. Para familias.", ["Una ayuda.", "Para familias."]],
    ["documentos_necesarios", ["Identidad:", "DNI", " – "], ["DNI"]],
    ["plazos", { solicitud: "20 días", silencio: "Negativo" }, ["20 días", "Negativo"]],
    [
      "como_solicitar",
      [{ paso: 1, via: "Online", detalle: "En la sede", requisito: "Certificado" }],
      ["En la sede", "Certificado"],
    ],
    ["telefono", "010 (desde Madrid) / +34 915 29 82 10 o 915.298.210", ["010", "915298210"]],
    ["nombre", "Empadronamiento / Alta en el padrón", ["Empadronamiento", "Alta en el padrón"]],
    ["tasas", null, []],
    ["tasas", 12, ["12"]],
  ])("of %s", (field, value, texts) => {
    expect(textsOf(field, value)).toEqual(texts);
  });

  it.each<[string, string[], string, boolean]>([
    [
      "the same in other words",
      ["Fotocopia del documento de identidad (DNI)"],
      "DNI: documentos de identidad",
      true,
    ],
    [
      "with other accents and numbers of words",
      ["Certificado de empadronamiento"],
      "CERTIFICADOS DE EMPADRONAMIENTO",
      true,
    ],
    ["a wrong number", ["El plazo es de 10 días hábiles"], "El plazo es de 15 días hábiles", false],
    [
      "a number written differently",
      ["Ingresos de 24.318,84 euros anuales"],
      "Ingresos: 24318,84 euros anuales",
      true,
    ],
    [
      "scattered over the items",
      ["Contrato de trabajo", "Nóminas firmadas"],
      "Contrato, nóminas firmadas y trabajo",
      true,
    ],
    ["a number in one item, the words in another", ["Tasa de 12 euros", "Ley 39/2015"], "Ley 12", false],
    ["something else", ["Contrato de trabajo"], "Libro de familia", false],
    ["nothing", [], "Libro de familia", false],
  ])("are looked for: %s", (_, items, fact, isFound) => {
    const [wanted] = factsOf("requisitos", [fact]);
    if (wanted === undefined) throw new Error("no fact");
    expect(new FactIndex(factsOf("requisitos", items)).find(wanted) !== null).toBe(isFound);
  });
});

describe("agreement", () => {
  it("is whole with itself, for files of any age", () => {
    for (const file of Object.values(CURATED_FILES)) {
      const today = importedProcedure(file, { name: "x", at: "2026-01-01T00:00:00Z" });
      expect(totalOf("all", agreementOf(file, today.ok ? today.procedure : {}))).toMatchObject({
        agreement: 1,
      });
    }
    expect(totalOf("all", agreementOf(PROCEDURE, PROCEDURE))).toMatchObject({
      agreement: 1,
      extra: 0,
      elsewhere: 0,
    });
  });

  it("tells what is in its field, in another, missing, and only in the reading", () => {
    const automatic = {
      ...PROCEDURE,
      requisitos: ["No tener deudas con el Ayuntamiento.", "Estar empadronado en el municipio."],
      documentos_necesarios: [],
      datos_adicionales: { Otros: "Plano de situación del local." },
      plazos: { resolucion: "10 días hábiles" },
    };
    const found = agreementOf(PROCEDURE, automatic);
    const of = (field: string) => found.find((one) => one.field === field);
    expect(of("requisitos")).toEqual({
      field: "requisitos",
      facts: 2,
      same: 1,
      elsewhere: [],
      missing: ["Tener un garaje."],
      extra: ["Estar empadronado en el municipio."],
    });
    expect(of("documentos_necesarios")).toMatchObject({
      same: 0,
      elsewhere: [{ fact: "Plano de situación.", field: "datos_adicionales" }],
      missing: [],
    });
    expect(of("plazos")).toMatchObject({ facts: 2, same: 0, extra: ["10 días hábiles"] });
    expect(of("datos_importantes")).toBeUndefined();
  });

  it("compares what older fields say with the fields of today", () => {
    const found = agreementOf(CURATED_FILES["alta_padron"] ?? {}, {
      documentos_necesarios: ["Contrato de alquiler en vigor", "Pasaporte", "DNI original"],
      telefono: "010",
    });
    expect(found.find(({ field }) => field === "documentos_necesarios")).toMatchObject({
      facts: 3,
      same: 3,
      extra: [],
    });
    expect(found.find(({ field }) => field === "telefono")).toMatchObject({ facts: 1, same: 1 });
  });

  it("adds up by field and in all", () => {
    const parts = [PROCEDURE, { ...PROCEDURE, requisitos: [] }].flatMap((read) =>
      agreementOf(PROCEDURE, read),
    );
    expect(totalsByField(parts).find(({ field }) => field === "requisitos")).toEqual({
      field: "requisitos",
      facts: 4,
      same: 2,
      elsewhere: 0,
      missing: 2,
      extra: 0,
      agreement: 0.5,
    });
    expect(totalOf("none", []).agreement).toBeNull();
  });

  it("accounts for every fact, whatever is written", () => {
    const value = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.dictionary(fc.string(), fc.string()),
      fc.constant(null),
    );
    const fields = fc.dictionary(
      fc.constantFrom("requisitos", "plazos", "telefono", "tasas", "nombre"),
      value,
    );
    fc.assert(
      fc.property(fields, fields, (curated, automatic) => {
        for (const { facts, same, elsewhere, missing } of agreementOf(curated, automatic))
          expect(same + elsewhere.length + missing.length).toBe(facts);
      }),
    );
  });
});
