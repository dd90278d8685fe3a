import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  completenessOf,
  contentHash,
  derivedFields,
  FIELD_WEIGHTS,
  standInDescription,
} from "./completeness.ts";
import { checkProcedure, procedureJsonSchema } from "./procedure-doc.ts";
import { idOf, slugOfName } from "./procedure-id.ts";
import { PROCEDURE } from "./testing/procedure.ts";
import { SCHEMA_FILE } from "./write-schema.ts";

describe("the schema of procedures", () => {
  it("ships as the code has it (`npm run schema` writes it)", () => {
    expect(JSON.parse(readFileSync(SCHEMA_FILE, "utf8"))).toEqual(JSON.parse(procedureJsonSchema()));
  });

  it("takes a whole procedure, and fields that it does not know", () => {
    expect(checkProcedure({ ...PROCEDURE, cuantias_2024: { a: "1 €" } })).toMatchObject({ ok: true });
  });

  it.each<[string, unknown]>([
    ["version", 2],
    ["id", "Con Espacios"],
    ["nombre", "IMV"],
    ["descripcion", "corta"],
    ["source_url", "sede.x.es"],
    ["source_type", "estado"],
    ["organismo_abrev", "sepe"],
    ["keywords", ["a", "b"]],
    ["territorio", { nivel: "comarcal" }],
    ["donde_solicitar", { urls: ["x"] }],
    ["content_hash", "abc"],
    ["extracted_at", "ayer"],
    ["idioma", "pt"],
    ["word_count", 0],
    ["completeness_score", 1.5],
    ["tags", ["Mayúsculas"]],
  ])("refuses a wrong %s by its name", (field, value) => {
    const checked = checkProcedure({ ...PROCEDURE, [field]: value });
    expect(checked).toMatchObject({ ok: false, problems: [expect.stringMatching(new RegExp(`^${field}`))] });
  });

  it("says so where it is no object at all", () => {
    expect(checkProcedure(null)).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/^document: /)],
    });
  });
});

describe("completeness", () => {
  it("weighs 8.2 in all", () => {
    expect(Object.values(FIELD_WEIGHTS).reduce((sum, weight) => sum + weight, 0)).toBe(82);
  });

  it.each<[Record<string, unknown>, number]>([
    [{}, 0],
    [{ nombre: "x" }, 10 / 82],
    [
      {
        nombre: "x",
        descripcion: "x",
        requisitos: ["x"],
        documentos_necesarios: ["x"],
        como_solicitar: { online: "x" },
      },
      50 / 82,
    ],
    [{ organismo: "x", plazos: { a: "x" }, fuente_url: "x" }, 19 / 82],
    [
      {
        donde_solicitar: { urls: ["x"] },
        tasas: "x",
        base_legal: ["x"],
        telefono: "x",
        datos_importantes: ["x"],
      },
      13 / 82,
    ],
    [
      {
        requisitos: [],
        plazos: {},
        tasas: null,
        nombre: "  ",
        donde_solicitar: { urls: [], cita_previa_url: null },
      },
      0,
    ],
  ])("%j", (procedure, score) => {
    expect(completenessOf(procedure)).toBeCloseTo(score, 4);
  });

  it("does not count a description that only stands in for one", () => {
    const descripcion = standInDescription("Ayuda", "Ayuntamiento");
    expect(completenessOf({ nombre: "Ayuda", organismo: "Ayuntamiento", descripcion })).toBeCloseTo(
      18 / 82,
      4,
    );
  });
});

describe("the hash of what a procedure says", () => {
  it("is the same whenever and wherever it was read, and in whatever order it is written", () => {
    const again = Object.fromEntries(
      Object.entries({ ...PROCEDURE, extracted_at: "2027-01-01T00:00:00Z", keywords: ["x"] }).toReversed(),
    );
    expect(contentHash(again)).toBe(contentHash(PROCEDURE));
  });

  it("changes with a deadline", () => {
    expect(contentHash({ ...PROCEDURE, plazos: "10 días" })).not.toBe(contentHash(PROCEDURE));
  });

  it("comes with the count of words", () => {
    expect(
      derivedFields({ nombre: "Uno dos", requisitos: ["tres cuatro"], keywords: ["no"] }).word_count,
    ).toBe(4);
  });
});

describe("ids", () => {
  it.each([
    ["Ayuda al alquiler de la vivienda", "age-mivau-ayuda-alquiler-vivienda"],
    ["Prestación por desempleo (paro)", "age-mivau-prestacion-desempleo-paro"],
    ["Sol·licitud d'ajut", "age-mivau-sollicitud-d-ajut"],
    ["医疗卡", "age-mivau-tramite"],
    ["Palabra ".repeat(40), `age-mivau${"-palabra".repeat(8)}`],
    ["x".repeat(200), `age-mivau-${"x".repeat(70)}`],
  ])("%s", (name, id) => {
    expect(idOf("age", "MIVAU", slugOfName(name))).toBe(id);
  });
});
