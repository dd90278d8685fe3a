import { describe, expect, it } from "vitest";
import { recognisedSections, sectionOf } from "./section-matching.ts";

describe("the section that a heading names", () => {
  it.each<[string, string | null]>([
    ["Denominación del trámite", "nombre"],
    ["¿En qué consiste?", "descripcion"],
    ["1. Objeto", "descripcion"],
    ["¿Qué es el IMV?", "descripcion"],
    ["Per a què serveix", "descripcion"],
    ["Zer da?", "descripcion"],
    ["REQUISITOS", "requisitos"],
    ["¿Quién puede solicitarlo?", "requisitos"],
    ["¿Quiénes son los beneficiarios y qué requisitos deben cumplir?", "requisitos"],
    ["A quién va dirigido", "requisitos"],
    ["Personas destinatarias", "requisitos"],
    ["Qui ho pot demanar", "requisitos"],
    ["Quen pode solicitalo?", "requisitos"],
    ["Nork eska dezake?", "requisitos"],
    ["Baldintzak", "requisitos"],
    ["Who can apply", "requisitos"],
    ["Documentación necesaria", "documentos_necesarios"],
    ["3.- Documentación que se debe aportar", "documentos_necesarios"],
    ["¿Qué necesito?", "documentos_necesarios"],
    ["Quina documentació cal presentar", "documentos_necesarios"],
    ["Documentación a achegar", "documentos_necesarios"],
    ["Aurkeztu beharreko dokumentazioa", "documentos_necesarios"],
    ["Plazo de presentación", "plazos"],
    ["¿Cuál es el plazo para solicitarlo?", "plazos"],
    ["Lugar y plazo de presentación", "plazos"],
    ["¿Cuándo se puede pedir?", "plazos"],
    ["Termini de presentació de sol·licituds", "plazos"],
    ["Prazos", "plazos"],
    ["Eskaerak aurkezteko epea", "plazos"],
    ["Tasas", "tasas"],
    ["¿Cuánto cuesta?", "tasas"],
    ["Importe de la tasa", "tasas"],
    ["Preu públic", "tasas"],
    ["Canto custa", "tasas"],
    ["Zenbat balio du?", "tasas"],
    ["Cómo hacerlo", "como_solicitar"],
    ["Cómo se tramita", "como_solicitar"],
    ["Canales de tramitación", "como_solicitar"],
    ["Tramitación electrónica", "como_solicitar"],
    ["Pasos a seguir", "como_solicitar"],
    ["Com es fa", "como_solicitar"],
    ["Como facer o trámite", "como_solicitar"],
    ["Nola eskatu", "como_solicitar"],
    ["How to apply", "como_solicitar"],
    ["Dónde dirigirse", "donde_solicitar"],
    ["Más información", "donde_solicitar"],
    ["Unidad tramitadora", "donde_solicitar"],
    ["On adreçar-se", "donde_solicitar"],
    ["Onde presentalo", "donde_solicitar"],
    ["Non aurkeztu", "donde_solicitar"],
    ["Normativa", "base_legal"],
    ["Marco legal aplicable", "base_legal"],
    ["Legislació", "base_legal"],
    ["Lexislación aplicable", "base_legal"],
    ["Aplikatu beharreko araudia", "base_legal"],
    ["Plazo máximo de resolución", "resolucion"],
    ["Silencio administrativo", "resolucion"],
    ["A tener en cuenta", "datos_importantes"],
    ["Informació addicional", "datos_importantes"],
    ["Noticias relacionadas", null],
    ["¿Cómo llegar?", null],
    ["¿Dónde estamos?", null],
    ["Documentos relacionados", null],
    ["¿Qué son las cookies?", null],
    ["Cómo obtener el certificado", "como_solicitar"],
    ["¿Dónde puedo presentarlo?", "donde_solicitar"],
    ["Comparte esta página", null],
    ["Ayuntamiento de Almería", null],
    ["", null],
    ["x".repeat(500), null],
  ])("%s", (heading, section) => {
    expect(sectionOf(heading)).toBe(section);
  });

  it("are listed once, in the order of the fields, without the name and what is no field", () => {
    const headings = ["Plazo", "Requisitos", "Plazos", "Importante", "Denominación", "Otra cosa"].map(
      (text) => ({ level: 2, text }),
    );
    expect(recognisedSections({ headings, extracted_text: "" })).toEqual(["requisitos", "plazos"]);
  });

  it.each([
    ["**Plazo:** diez días", ["plazos"]],
    ["- **Tasas**: 10 €", ["tasas"]],
    [String.raw`\- **Tasas**: 10 €`, ["tasas"]],
    ["**Requisitos**", ["requisitos"]],
    ["**Plazo**\n\n: Un mes\n\n**Tasa**\n\n: 0 €", ["plazos", "tasas"]],
    ["| Plazo | 10 días |\n| --- | --- |\n| **Tasa** | Gratuito |", ["plazos", "tasas"]],
    ["| Plazo |  |\n| --- | --- |\n| Tasa | a | b |", []],
    ["El **plazo** es de diez días", []],
    ["**Plazo** de diez días", []],
  ])("are found in labels: %s", (extracted_text, sections) => {
    expect(recognisedSections({ headings: [], extracted_text })).toEqual(sections);
  });
});
