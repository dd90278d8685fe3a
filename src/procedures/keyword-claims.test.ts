import { describe, expect, it } from "vitest";
import { claimsOf, claimedBy } from "./keyword-claims.ts";
import { findByKeywords } from "./keyword-reader.ts";
import { keywordsOf } from "./keywords.ts";

const CURATED = [
  "alquiler",
  "pagar alquiler",
  "discapacidad",
  "certificado discapacidad",
  "tie",
  "padrón",
  "فرصة",
];

describe("what a person's file is found by", () => {
  const isClaimed = claimsOf(CURATED);

  it.each([
    ["alquiler"],
    ["el alquiler"],
    ["alquil"],
    ["discapacidades"],
    ["de discapac"],
    ["la TIE"],
    ["padron"],
  ])("is claimed in every form: %s", (keyword) => {
    expect(isClaimed(keyword, "documents")).toBe(true);
  });

  it.each([["tienda"], ["hostelero"], ["certamen"], ["a pie"]])(
    "is not what only has its letters: %s",
    (keyword) => {
      expect(isClaimed(keyword, "documents")).toBe(false);
    },
  );

  it("is left to a procedure that is called so", () => {
    expect(isClaimed("alquiler", "name")).toBe(false);
  });

  it("leaves other forms to those of which people say them", () => {
    expect(isClaimed("alquilado", "description")).toBe(true);
    expect(isClaimed("alquilado", "said")).toBe(false);
    expect(isClaimed("el alquiler", "said")).toBe(true);
  });

  it("of several words is a whole: none of them is claimed by itself", () => {
    const claims = claimsOf(["cita para el medico", "certificado minusvalia"]);
    expect(claims("beca para libros", "documents")).toBe(false);
    expect(claims("certificado energetico", "documents")).toBe(false);
    expect(claims("certificado minusvalia", "documents")).toBe(true);
  });

  it("is no letter or two, which stand in everything", () => {
    expect(claimsOf(["de", "la", "a"])("certificado de la finca", "documents")).toBe(false);
  });

  it("claims nothing where there is none, or none that could be", () => {
    expect(claimsOf([])("alquiler", "documents")).toBe(false);
    expect(claimsOf(["", "  "])("alquiler", "documents")).toBe(false);
  });

  it("is text, whatever stands in it", () => {
    const hostile = claimsOf(["(a+)+$", "a|b", "[", "\\"]);
    expect(hostile("alquiler", "documents")).toBe(false);
    expect(hostile("pide (a+)+$", "documents")).toBe(true);
  });
});

describe("keywords that are kept for a person's file", () => {
  it("are those of a file that has few", () => {
    expect(claimedBy({ keywords: CURATED })).toEqual(CURATED);
    expect(claimedBy({ keywords: Array.from({ length: 101 }, (_, at) => `palabra${at}`) })).toEqual([]);
  });

  it.each([[undefined], ["alquiler"], [{ alquiler: true }]])(
    "are none where there is no list: %j",
    (keywords) => {
      expect(claimedBy({ keywords })).toEqual([]);
    },
  );

  it("are words", () => {
    expect(claimedBy({ keywords: ["alquiler", 7, null, "x".repeat(61)] })).toEqual(["alquiler"]);
  });
});

it("a person's file of few words is heard beside those of pages, and they are heard as before", () => {
  const input = {
    name: "Bonificación del impuesto sobre bienes inmuebles",
    organism: "Ayuntamiento",
    abbreviation: "AYTO",
    slug: "bonificacion-ibi",
    description: "Rebaja del recibo de la vivienda habitual, que no esté en alquiler, para familias.",
    documents: ["Contrato de alquiler, si lo hay", "Certificado de discapacidad"],
  };
  const folder = (claimed: readonly string[]) => [
    { tramite: "age-ibi", keywords: keywordsOf({ ...input, claimed }) },
    { tramite: "ayuda_alquiler", keywords: CURATED.slice(0, 2) },
    { tramite: "certificado_discapacidad", keywords: CURATED.slice(2, 4) },
  ];
  const found = (question: string, claimed: readonly string[]) =>
    findByKeywords(question, folder(claimed))?.tramite;
  for (const question of ["¿Quién paga mi alquiler?", "Tengo una discapacidad"]) {
    expect(found(question, [])).toBe("age-ibi");
    expect(found(question, CURATED)).not.toBe("age-ibi");
  }
  expect(found("¿Cómo me rebajan el IBI?", CURATED)).toBe("age-ibi");
});
