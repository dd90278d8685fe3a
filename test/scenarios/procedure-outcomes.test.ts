/** What becomes of pages that are no procedure, of pages in two languages, and of documents that nobody would write. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ExtractedDocument } from "../../src/domain/extracted-document.ts";
import { normalizeDocument } from "../../src/procedures/normalize.ts";
import { SCHEMA_FILE } from "../../src/procedures/write-schema.ts";
import { normalizedPage } from "../kit/unseen/folder.ts";

const URL_OF_PROCEDURE = "https://www.villa.es/tramites/vado";
const page = (title: string, main: string, language = "es") =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title} - Villa</title></head><body><main><h1>${title}</h1>${main}</main></body></html>`;
const parts = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries)
    .map(([title, text]) => `<h2>${title}</h2><p>${text}</p>`)
    .join("");
const LONG =
  "Disculpe las molestias que le hayamos causado. Puede usar el buscador general, volver a la portada o llamar al 010, donde le ayudarán a encontrar lo que busca de lunes a viernes y de nueve a dos, también por las tardes en invierno.";

describe("pages that every site has", () => {
  it.each<[string, string, string]>([
    ["Página no encontrada", parts({ "Qué documentos necesito": LONG, Plazo: LONG }), "error_page"],
    ["Error 404", parts({ "¿Cómo puedo encontrar un trámite?": LONG, Plazo: LONG }), "error_page"],
    ["Servicio temporalmente no disponible", parts({ Plazo: LONG, "Cómo presentarlo": LONG }), "error_page"],
    [
      "Acceso a la sede electrónica",
      parts({ "Requisitos técnicos": LONG, "Cómo se hace": LONG }),
      "login_page",
    ],
    [
      "Carpeta",
      `<p>${LONG}</p><form><input type="password" name="p"></form><h2>Requisitos</h2><p>Cl@ve.</p>`,
      "login_page",
    ],
    [
      "Política de privacidad",
      parts({ Finalidad: LONG, "Plazo de conservación": LONG, Destinatarios: LONG }),
      "site_page",
    ],
    ["Su privacidad nos importa", parts({ "Plazo de conservación": LONG, Requisitos: LONG }), "site_page"],
    ["Buscador de trámites", parts({ Requisitos: LONG, Buscar: LONG }), "site_page"],
  ])("are no procedures: %s", (title, main, reason) => {
    expect(normalizedPage(URL_OF_PROCEDURE, page(title, main))).toMatchObject({
      outcome: "not_a_procedure",
      reason,
    });
  });

  const OUT = parts({ Plazos: LONG, Requisitos: LONG });
  it.each([
    "Sede en mantenimiento",
    "Estamos en mantenimiento",
    "La sede electrónica no está disponible",
    "Labores de mantenimiento en el portal",
    "No disponible temporalmente",
    "Página en construcción",
    "Volvemos enseguida",
    "Seu electrònica fora de servei",
    "El portal està en manteniment",
    "Sede electrónica fóra de servizo",
    "Non dispoñible temporalmente",
    "Egoitza elektronikoa: mantentze-lanak",
    "Webgunea ez dago erabilgarri",
    "Site under maintenance",
  ])("are no procedures while their site is out of service: %s", (title) => {
    expect(normalizedPage(URL_OF_PROCEDURE, page(title, OUT))).toMatchObject({
      outcome: "not_a_procedure",
      reason: "out_of_service",
    });
  });

  it.each([
    ["Trabajos de mantenimiento de fachadas", OUT],
    ["Baja de vehículos fuera de servicio", OUT],
    ["Valoración de viviendas en construcción", OUT],
    ["Ayuda para el mantenimiento de la página web de asociaciones", OUT],
    [
      "Aviso de portal en mantenimiento",
      parts({ Plazos: LONG, Requisitos: "Ser mayor de edad.", Documentos: "DNI." }),
    ],
  ])("are procedures where a matter is called so, or where they have three parts: %s", (title, main) => {
    expect(normalizedPage(URL_OF_PROCEDURE, page(title, main))).toMatchObject({ outcome: "normalized" });
  });

  it("are told by what they call themselves even where they are short", () => {
    expect(
      normalizedPage(URL_OF_PROCEDURE, page("Página no encontrada", "<p>Vuelva al inicio.</p>")),
    ).toMatchObject({
      reason: "error_page",
    });
  });

  it.each([
    [
      "French",
      "Il faut habiter dans la ville depuis au moins un an et avoir plus de dix-huit ans pour faire la demande en ligne ou dans nos bureaux.",
    ],
    [
      "English",
      "You must live in the city for at least one year and be over eighteen years old to apply online or in any of our offices.",
    ],
  ])("are told by their language even where they are short: %s", (_, text) => {
    const html = page("Aide", `<h2>Conditions</h2><p>${text}</p>`, "");
    expect(normalizedPage(URL_OF_PROCEDURE, html)).toMatchObject({ outcome: "unexpected_language" });
  });

  it.each([
    [
      "with all its parts in a few words",
      parts({
        Requisitos: "Estar empadronado.",
        Documentación: "DNI.",
        Plazo: "En el acto.",
        Coste: "Gratuito.",
      }),
    ],
    [
      "with labels in its lines",
      `<p>Acredita dónde vive una persona y se entrega a quien lo pide con su documento en la oficina.</p><p>Plazo: en el acto.</p><p>Tasa: gratuito.</p><p>Documentación: DNI, NIE o pasaporte en vigor de la persona interesada, o autorización firmada.</p>`,
    ],
  ])("are told from a procedure that is short: %s", (_, main) => {
    expect(normalizedPage(URL_OF_PROCEDURE, page("Volante de empadronamiento", main))).toMatchObject({
      outcome: "normalized",
    });
  });
});

const SPANISH = parts({
  Descripción: "Permite entrar y salir con vehículos de un garaje particular de la ciudad.",
  Requisitos: "Ser propietario del local o tener permiso de quien lo es.",
  Documentación: "Plano del local y fotografías de la fachada.",
  Plazo: "Todo el año, y se resuelve en tres meses.",
});
const OTHERS = {
  ca: parts({
    Descripció: "Permet entrar i sortir amb vehicles d'un garatge particular de la ciutat.",
    Requisits: "Ser propietari del local o tenir permís de qui ho és.",
    Documentació: "Plànol del local i fotografies de la façana.",
    Termini: "Tot l'any, i es resol en tres mesos.",
  }),
  gl: parts({
    Descrición: "Permite entrar e saír con vehículos dun garaxe particular da cidade.",
    Requisitos: "Ser propietario do local ou ter permiso de quen o é.",
    Documentación: "Plano do local e fotografías da fachada, coas súas medidas.",
    Prazo: "Todo o ano, e resólvese en tres meses.",
  }),
  eu: parts({
    Deskribapena: "Hiriko garaje partikular batera ibilgailuekin sartzeko eta irteteko baimena ematen du.",
    Baldintzak: "Lokalaren jabea izatea edo jabearen baimena edukitzea.",
    Dokumentazioa: "Lokalaren planoa eta fatxadaren argazkiak.",
    Epea: "Urte osoan, eta hiru hilabetetan ebazten da.",
  }),
};

describe("pages in two languages", () => {
  it.each(
    Object.entries(OTHERS).flatMap(([language, other]) => [
      [`es, then ${language}`, SPANISH + other],
      [`${language}, then es`, other + SPANISH],
      [`es beside ${language}`, `<table><tr><td>${SPANISH}</td><td>${other}</td></tr></table>`],
    ]),
  )("fill each field in one of them: %s", (_, main) => {
    const result = normalizedPage(URL_OF_PROCEDURE, page("Vado permanente", main));
    if (result.outcome !== "normalized") throw new Error(JSON.stringify(result));
    const { requisitos, documentos_necesarios, idioma, idioma_secundario } = result.procedure;
    expect([requisitos?.length, documentos_necesarios?.length]).toEqual([1, 1]);
    expect([idioma, idioma_secundario].toSorted()).toContain("es");
    expect(idioma_secundario).not.toBe(idioma);
  });
});

describe("parts headed as two", () => {
  const joint = (heading: string, items: readonly string[]) => {
    const main = `<h2>${heading}</h2><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul><h2>Plazo y lugar de presentación</h2><p>${LONG}</p>`;
    const result = normalizedPage(URL_OF_PROCEDURE, page("Ayuda de vivienda", main));
    if (result.outcome !== "normalized") throw new Error(JSON.stringify(result));
    return result.procedure;
  };

  it("are parted item by item where papers can be told", () => {
    const { requisitos, documentos_necesarios, plazos, donde_solicitar } = joint(
      "Requisitos y documentación",
      ["Vivir en la ciudad desde hace un año.", "DNI o NIE en vigor.", "Certificado de empadronamiento."],
    );
    expect(requisitos).toEqual(["Vivir en la ciudad desde hace un año."]);
    expect(documentos_necesarios).toEqual(["DNI o NIE en vigor.", "Certificado de empadronamiento."]);
    expect(plazos).toBe(LONG);
    expect(donde_solicitar?.direcciones).toEqual([LONG]);
  });

  it("fill both fields where they cannot", () => {
    const items = ["Vivir en la ciudad desde hace un año.", "No tener otra vivienda."];
    const { requisitos, documentos_necesarios } = joint("Documentación y requisitos", items);
    expect([requisitos, documentos_necesarios]).toEqual([items, items]);
  });
});

function documentOf(
  fields: Partial<ExtractedDocument>,
  languages: readonly string[] = [],
): ExtractedDocument {
  return {
    source_url: URL_OF_PROCEDURE,
    document_type: "html",
    title: "Ayuda al alquiler",
    extracted_text: "",
    headings: [],
    tables: [],
    links: [],
    form_fields: [],
    ...fields,
    metadata: {
      word_count: 500,
      language_detected: "es",
      language_confidence: 1,
      languages: languages.map((language) => ({ language, share: 1 / languages.length })),
      has_text_layer: true,
      page_count: null,
      extraction_tool: "test",
      extraction_duration_ms: 0,
      encoding_issues: false,
      partial: false,
      requires_ocr: false,
      requires_js_rendering: false,
    },
  };
}
const context = { extractedAt: "2026-01-15T10:00:00Z" };

const LINES = [
  "## Requisitos",
  "## Documentación y plazos",
  "### Plazos",
  "**Tasas:**",
  "**Importe**. 3 €",
  "- DNI",
  "- **Lugar:** aquí",
  ": una definición",
  "| Plazo | un mes |",
  "Cómo solicitarlo",
  "Teléfono: 010",
  "Ley 3/2020, de 4 de mayo",
  "https://x.es/cita-previa",
  "Calle Mayor, 3, 28001 Madrid",
  "# Título",
  "> cita",
];
const line = fc.oneof(fc.constantFrom(...LINES), fc.string({ unit: "binary", maxLength: 80 }), fc.string());

describe("any document at all", () => {
  const shipped = z.fromJSONSchema(JSON.parse(readFileSync(SCHEMA_FILE, "utf8")));

  it("is read without an error, and what it gives is valid", () => {
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 40 }),
        fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("Ayuda", "医疗卡", "Ñ", "IMV")),
        fc.oneof(fc.webUrl(), fc.constantFrom(URL_OF_PROCEDURE, "https://x.gal/tramites/a", "nonsense")),
        fc.constantFrom([], ["es", "ca"], ["es", "en"]),
        (lines, title, source_url, languages) => {
          const extracted_text = lines.join("\n\n");
          const result = normalizeDocument(
            documentOf({ extracted_text, title, source_url }, languages),
            context,
          );
          if (result.outcome !== "normalized") return;
          const { procedure } = result;
          expect(shipped.safeParse(procedure).error?.issues ?? []).toEqual([]);
          expect(procedure.organismo_abrev ?? "XX").toMatch(/^[A-Z]{2,10}$/);
          expect(procedure.descripcion.length).toBeGreaterThanOrEqual(20);
          expect(new Set(procedure.keywords).size).toBeGreaterThanOrEqual(3);
          expect((procedure.donde_solicitar?.urls ?? []).every((url) => URL.canParse(url))).toBe(true);
        },
      ),
      { numRuns: 400 },
    );
  });

  const HEAD = "## Requisitos\n\nVivir aquí.\n\n## Plazo\n\nUn mes.\n\n## Documentación\n\n";
  const many = (count: number, text: (at: number) => string, between = "\n\n") =>
    Array.from({ length: count }, (_, at) => text(at)).join(between);
  it.each<[string, string]>([
    ["a line of 100 kB", HEAD + "palabra ".repeat(12_500)],
    ["a word of 100 kB", HEAD + "a".repeat(100_000)],
    ["marks that nothing closes", HEAD + "**[a".repeat(25_000)],
    ["10,000 headings", many(10_000, (at) => `## Requisitos ${at}\n\nTexto.`)],
    ["10,000 parts headed as two", many(10_000, (at) => `## Requisitos y documentación\n\n- DNI ${at}`)],
    ["50,000 items", HEAD + many(50_000, (at) => `- Documento número ${at} del expediente.`, "\n")],
    ["20,000 lines that name parts", many(20_000, (at) => (at % 2 === 0 ? "Requisitos" : "Plazos"))],
    [
      "a table of 20,000 rows",
      `${HEAD}| Plazo | Tasas |\n| --- | --- |\n${"| uno | dos |\n".repeat(20_000)}`,
    ],
  ])("is read to its end: %s", (_, extracted_text) => {
    expect(normalizeDocument(documentOf({ extracted_text }), context).outcome).toBe("normalized");
  });
});
