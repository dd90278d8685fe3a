import { describe, expect, it } from "vitest";
import { MARKER_PHRASES } from "./marker-phrases.ts";
import {
  DEFAULT_PATH_PATTERNS,
  foldForMatching,
  markersIn,
  matchingPattern,
  procedureSigns,
} from "./procedure-markers.ts";

const sections = (text: string) => markersIn(text).map(({ section, place }) => `${section} ${place}`);

describe("the address of a procedure", () => {
  it.each<[string, string[], string | null]>([
    ["/es/tramites/123", ["/tramites/"], "/tramites/"],
    ["/es/tramites", ["/tramites/"], "/tramites/"],
    ["/es/tramites/", ["/tramites/"], "/tramites/"],
    ["/es/Tr%C3%A1mites/123", ["/tramites/"], "/tramites/"],
    ["/es/trámites/123", ["/Trámites/"], "/Trámites/"],
    ["/es/mistramites/123", ["/tramites/"], null],
    ["/es/tramites-online/1", ["/tramites/"], null],
    ["/es/tramites-online/1", ["/tramites*/"], "/tramites*/"],
    ["/es/tramites/1/ficha.html", ["/tramites/*/ficha"], "/tramites/*/ficha"],
    ["/es/tramites/1/2/ficha.html", ["/tramites/*/ficha"], "/tramites/*/ficha"],
    ["/buscar/act.php?id=BOE-A-1", ["act.php?id="], "act.php?id="],
    ["/x?volver=/tramites/", ["/tramites/"], null],
    ["/a.b", ["a?b", "a+b", "a.b"], "a.b"],
    ["/x", ["", " "], null],
    ["/%E0%A4%A", ["/%e0"], "/%e0"],
    ["/noticias/1", [...DEFAULT_PATH_PATTERNS], null],
    ["/ca/tramits/1", [...DEFAULT_PATH_PATTERNS], "/tramit*/"],
    ["/eu/izapideak/1", [...DEFAULT_PATH_PATTERNS], "/izapide*/"],
    ["/gl/procedementos/1", [...DEFAULT_PATH_PATTERNS], "/procedemento*/"],
    ["/servicios/x", [...DEFAULT_PATH_PATTERNS], "/servicio*/"],
  ])("%s with %j matches %j", (path, patterns, expected) => {
    expect(matchingPattern(new URL(path, "https://a.es"), patterns)).toBe(expected);
  });

  it("does not backtrack on patterns", () => {
    const url = new URL(`https://a.es/${"a".repeat(5000)}`);
    expect(matchingPattern(url, [`${"*a".repeat(1000)}*b`])).toBeNull();
  });
});

describe("the words that head the parts of a procedure", () => {
  it.each<[string, string[]]>([
    ["Requisitos", ["requisitos heading"]],
    ["REQUISITOS:", ["requisitos heading"]],
    ["2. Requisitos", ["requisitos heading"]],
    ["a) Requisitos", ["requisitos heading"]],
    ["¿Quién puede solicitarlo?", ["requisitos heading"]],
    ["Documentación necesaria", ["documentos_necesarios heading"]],
    ["¿Qué necesitas?", ["documentos_necesarios heading"]],
    ["Plazo de presentación", ["plazos heading"]],
    ["¿Cómo solicitarlo?", ["como_solicitar heading"]],
    ["Tasas", ["tasas heading"]],
    ["Normativa", ["base_legal heading"]],
    ["Lugar de presentación", ["donde_solicitar heading"]],
    ["Silencio administrativo", ["resolucion heading"]],
    ["¿En qué consiste?", ["descripcion heading"]],
    // Catalan
    ["Requisits", ["requisitos heading"]],
    ["Qui ho pot sol·licitar", ["requisitos heading"]],
    ["Qui ho pot soŀlicitar", ["requisitos heading"]],
    ["Documentació", ["documentos_necesarios heading"]],
    ["Termini de presentació", ["plazos heading"]],
    ["Com sol·licitar-ho", ["como_solicitar heading"]],
    ["Taxes", ["tasas heading"]],
    // Galician
    ["Quen pode solicitalo", ["requisitos heading"]],
    ["Prazo", ["plazos heading"]],
    ["Lexislación", ["base_legal heading"]],
    ["Onde presentar", ["donde_solicitar heading"]],
    // Basque
    ["Baldintzak", ["requisitos heading"]],
    ["Aurkeztu beharreko dokumentazioa", ["documentos_necesarios heading"]],
    ["Epea", ["plazos heading"]],
    ["Araudia", ["base_legal heading"]],
    ["Nola eskatu", ["como_solicitar heading"]],
    // In sentences
    [
      "El ministro anunció ayer que el plazo termina pronto y que habrá más noticias en las próximas semanas",
      ["plazos text"],
    ],
    [
      "Para pedirlo hay que ir. Requisitos: ser mayor de edad. Plazo: un mes.",
      ["requisitos heading", "plazos heading"],
    ],
    // Whole words
    ["El emplazamiento de la feria", []],
    ["Prerrequisitos", []],
    ["El precio de la luz sube otra vez", []],
    [
      "Eso no es normativa que nos guste, y la documentación que hay de todo esto es escasa, dicen los vecinos",
      [],
    ],
    ["Noticias", []],
    ["", []],
  ])("%s", (text, expected) => {
    expect(sections(text)).toEqual(expected);
  });

  it("prefers a heading to a sentence, and shows the line", () => {
    const text = `El interesado conoce los requisitos que se piden en la convocatoria de este año y de los siguientes años\nRequisitos\nOtros requisitos`;
    expect(markersIn(text)).toEqual([
      { section: "requisitos", phrase: "requisitos", place: "heading", line: "Requisitos" },
    ]);
  });

  it.each(MARKER_PHRASES)(
    "knows its phrases for $section in the form in which they are looked for",
    (phrases) => {
      for (const phrase of [...phrases.anywhere, ...phrases.asHeading]) {
        expect(foldForMatching(phrase)).toBe(phrase);
        expect(markersIn(phrase).map(({ section }) => section)).toContain(phrases.section);
      }
    },
  );
});

describe("a page", () => {
  const at = (path: string) => new URL(path, "https://a.es");
  it.each<[string, string, string, boolean]>([
    ["by its address and one part", "/tramites/1", "Ayuda\nRequisitos", true],
    ["by its address alone", "/tramites/1", "Ayuda", false],
    ["by three parts", "/x", "Requisitos\nPlazo\nTasas", true],
    ["by two parts", "/x", "Requisitos\nPlazo", false],
    [
      "by words in its sentences",
      "/x",
      `${"Una noticia larga sobre los requisitos, el plazo, las tasas y la documentación necesaria, ".repeat(3)}`,
      false,
    ],
  ])("is that of a procedure %s: %s, %j → %s", (_, path, text, expected) => {
    expect(procedureSigns({ url: at(path), text }).isLikely).toBe(expected);
  });

  it("tells what it was recognised by", () => {
    const signs = procedureSigns({ url: at("/sede/tramites/1"), text: "Requisitos\nNada" }, ["/tramites/"]);
    expect(signs).toEqual({
      pattern: "/tramites/",
      markers: [{ section: "requisitos", phrase: "requisitos", place: "heading", line: "Requisitos" }],
      isLikely: true,
    });
  });

  it.each([
    ["one long line", "requisitos ".repeat(100_000)],
    ["many short lines", "x\n".repeat(200_000)],
    ["blanks and marks", ". ".repeat(200_000)],
    ["letters", "a".repeat(1_000_000)],
  ])("of %s is read to a bound", (_, text) => {
    expect(procedureSigns({ url: at("/x"), text }).markers.length).toBeLessThanOrEqual(1);
  });
});
