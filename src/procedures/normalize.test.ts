import { describe, expect, it } from "vitest";
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { markOf } from "./line-marks.ts";
import { normalizeDocument } from "./normalize.ts";
import { foldedWords } from "./plain-text.ts";

const TEXT =
  "# Ayuda de comedor\n\n## Qué es\n\nPaga la comida de los niños en el colegio. Dura un curso. Se renueva cada año. No se puede ceder.\n\n## Requisitos\n\n- Vivir en la ciudad\n- Tener hijos en un colegio público\n\n## Documentación\n\n- Libro de familia\n\n## Plazo\n\nDiez días.\n\n## Historia\n\nEmpezó hace mucho.\n\n## Lema\n\nLa alcaldía.";

function document(fields: Partial<ExtractedDocument> = {}, metadata = {}): ExtractedDocument {
  return {
    source_url: "https://www.villa.es/tramites/comedor?utm=1",
    document_type: "html",
    title: "Ayuda de comedor",
    extracted_text: TEXT,
    headings: [],
    tables: [],
    links: [],
    form_fields: [],
    metadata: {
      word_count: 200,
      language_detected: "es",
      language_confidence: 0.95,
      has_text_layer: true,
      page_count: null,
      extraction_tool: "test",
      extraction_duration_ms: 1,
      encoding_issues: false,
      partial: false,
      requires_ocr: false,
      requires_js_rendering: false,
      ...metadata,
    },
    ...fields,
  };
}

const context = { extractedAt: "2026-01-15T10:00:00Z" };
const procedureOf = (fields?: Partial<ExtractedDocument>, more = {}, metadata = {}) => {
  const result = normalizeDocument(document(fields, metadata), { ...context, ...more });
  if (result.outcome !== "normalized") throw new Error(JSON.stringify(result));
  return result.procedure;
};

describe("a document as a procedure", () => {
  it("says three sentences of what it is and keeps the rest", () => {
    const { descripcion, datos_adicionales } = procedureOf();
    expect(descripcion).toBe(
      "Paga la comida de los niños en el colegio. Dura un curso. Se renueva cada año.",
    );
    expect(datos_adicionales).toEqual({
      "Qué es":
        "Paga la comida de los niños en el colegio. Dura un curso. Se renueva cada año. No se puede ceder.",
      Historia: "Empezó hace mucho.",
      Lema: "La alcaldía.",
    });
  });

  it("belongs to the row of the registry that it was found by", () => {
    const source = {
      name: "Ayuntamiento de Villa",
      nameAbbrev: "VILLA",
      jurisdiction: "local",
      ccaa: "Aragón",
      municipio: "Villa",
    };
    expect(procedureOf({}, { source, url: "https://www.villa.es/tramites/comedor" })).toMatchObject({
      id: "local-villa-ayuda-comedor",
      tramite: "local-villa-ayuda-comedor",
      organismo: "Ayuntamiento de Villa",
      organismo_abrev: "VILLA",
      source_type: "local",
      territorio: { nivel: "local", ccaa: "aragon", provincia: null, municipio: "villa" },
      fuente_url: "https://www.villa.es/tramites/comedor",
      source_urls: ["https://www.villa.es/tramites/comedor", "https://www.villa.es/tramites/comedor?utm=1"],
      tags: ["subvencion", "local", "aragon", "villa"],
      verified_by: null,
      verified_at: null,
    });
  });

  it("is read the same every time", () => {
    expect(procedureOf()).toEqual(procedureOf());
  });

  it("has both languages of a page that has two", () => {
    const languages = [
      { language: "ca", share: 0.6 },
      { language: "es", share: 0.4 },
    ];
    expect(procedureOf({}, {}, { language_detected: "ca", languages })).toMatchObject({
      idioma: "ca",
      idioma_secundario: "es",
      idiomas_disponibles: ["ca", "es"],
    });
  });

  it("leaves out what nothing is known of", () => {
    const procedure = procedureOf();
    for (const field of ["tasas", "como_solicitar", "donde_solicitar", "telefono", "canal"]) {
      expect(procedure).not.toHaveProperty(field);
    }
  });

  it("has a description that does not count where the page has none", () => {
    const bare = procedureOf({
      extracted_text: TEXT.replace(/## Qué es[^]*?(?=## Req)/, "").replace(/## Historia[^]*$/, ""),
    });
    expect(bare.descripcion).toBe("Ayuda de comedor. Trámite de: villa.es.");
    expect(bare.completeness_score).toBeLessThan(procedureOf().completeness_score);
  });

  it.each([
    ["its address is none", { source_url: "comedor.html" }, "source_url"],
    ["it has no name", { title: "", extracted_text: TEXT.replace("# Ayuda de comedor", "") }, "nombre"],
  ])("fails with the field that is wrong: %s", (_, fields, field) => {
    expect(normalizeDocument(document(fields), context)).toMatchObject({
      outcome: "normalization_failed",
      problems: expect.arrayContaining([expect.stringMatching(new RegExp(`^${field}: `))]),
    });
  });

  it("says of an image that it is one", () => {
    const scanned = document({ extracted_text: "" }, { word_count: 0, requires_ocr: true });
    expect(normalizeDocument(scanned, context)).toMatchObject({
      outcome: "not_a_procedure",
      reason: "requires_ocr",
    });
  });

  it.each([
    ["[a]("],
    ["**a"],
    ["a."],
    ["Calle a "],
    ["Ley 1/2020, de "],
    ["teléfono "],
    ["Ayuntamiento de A de la "],
    ["a)\n"],
    ["| a "],
  ])("does not stumble over a hundred thousand times %j", (piece) => {
    const text = `${TEXT}\n\n${piece.repeat(100_000)}`;
    expect(normalizeDocument(document({ extracted_text: text }), context).outcome).toBe("normalized");
  });
});

describe("the name of a page whose head names its office only", () => {
  const source = { name: "Ayuntamiento de Villa", jurisdiction: "local" as const, languages: ["es"] };
  const named = (title: string, first: string) =>
    procedureOf({ title, extracted_text: TEXT.replace("# Ayuda de comedor", first) }, { source }).nombre;

  it.each([
    ["a line", "Ayuda de comedor"],
    ["a bold line", "**Ayuda de comedor**"],
    ["a heading", "## Ayuda de comedor"],
    ["a line that begins like a part", "**Solicitud de comedor**", "Solicitud de comedor"],
  ])("is %s over its parts", (_, first, name = "Ayuda de comedor") => {
    expect(named("Ayuntamiento de Villa", first)).toBe(name);
    expect(named("Sede electrónica", first)).toBe(name);
  });

  it("is that line as well where most pages of the site have the same head", () => {
    const title = "Delegación - Trámites";
    const siteLines = [`@${markOf(foldedWords(title))}`];
    const extracted_text = TEXT.replace("# Ayuda de comedor", "**Ayuda de comedor**");
    const fields = { title, extracted_text };
    expect(procedureOf(fields, { siteLines }).nombre).toBe("Ayuda de comedor");
    expect(procedureOf(fields).nombre).toBe("Delegación - Trámites");
  });

  it("is no sentence", () => {
    expect(named("Ayuntamiento de Villa", "Bienvenido a la sede.")).toBe("Ayuntamiento de Villa");
  });
});

describe("the telephone", () => {
  it("is the one that calls itself so, before one for appointments", () => {
    const extracted_text = `${TEXT}\n\n## Cómo solicitarlo\n\nCon cita llamando al 012.\n\n## Otros\n\n- Teléfono: 915 123 456`;
    expect(procedureOf({ extracted_text }).telefono).toBe("915 123 456 / 012");
  });

  it.each([
    ["a number", "925 11 22 33", undefined],
    ["a number by its name", "Tel.: 925 11 22 33", undefined],
    ["two", "925 11 22 33 / 925 44 55 66", undefined],
    ["an address", "Plaza Mayor, 1\n\n925 11 22 33", ["Plaza Mayor, 1"]],
    ["a number with its hours", "925 11 22 33 (de 9 a 14 h)", ["925 11 22 33 (de 9 a 14 h)"]],
  ])("is no place to go: %s", (_, contact, places) => {
    const { telefono, donde_solicitar, como_solicitar } = procedureOf({
      extracted_text: `${TEXT}\n\n## Contacto\n\n${contact}`,
    });
    expect(telefono).toContain("925 11 22 33");
    expect(donde_solicitar?.direcciones).toEqual(places);
    expect(como_solicitar === undefined).toBe(places === undefined);
  });

  it("is a short number as well, where its part is on whom to call", () => {
    const extracted_text = `${TEXT}\n\n## Teléfono\n\nCita médica: 900 102 112\n\nInformación: 012 (Madrid)`;
    expect(procedureOf({ extracted_text }).telefono).toBe(
      "Cita médica: 900 102 112 / Información: 012 (Madrid)",
    );
  });

  it("has no lines without a number", () => {
    const extracted_text = `${TEXT}\n\n## Teléfono\n\n915 123 456\n\nHorario de mañana`;
    expect(procedureOf({ extracted_text }).telefono).toBe("915 123 456");
  });
});

describe("what pages set oddly", () => {
  it("has its whole name where the head is cut short", () => {
    const extracted_text = TEXT.replace("# Ayuda de comedor", "Ayuda de comedor para el alumnado");
    expect(procedureOf({ title: "Ayuda de comedor p... | Villa", extracted_text }).nombre).toBe(
      "Ayuda de comedor para el alumnado",
    );
  });

  it("is free where a heading says no more than that", () => {
    const extracted_text = `${TEXT}\n\n## Importe\n\n## Gratuito\n\n## Normativa\n\nLey 1/2020`;
    expect(procedureOf({ extracted_text }).tasas).toBe("Gratuito");
  });

  it("is applied for by telephone, too, where that stands among the ways", () => {
    const ways = "**Cómo solicitarlo**\n\n**Online.** En la sede.\n\n**Teléfono.** Llamando al 012.";
    const how = procedureOf({ extracted_text: `${TEXT}\n\n${ways}` }).como_solicitar;
    expect(how).toEqual({ online: "Online: En la sede.", telefono: "Teléfono: Llamando al 012." });
  });
});
