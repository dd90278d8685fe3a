import { describe, expect, it } from "vitest";
import type { ExtractionMetadata } from "../domain/extracted-document.ts";
import { isBoilerplate } from "./boilerplate.ts";
import { languagesOf } from "./language.ts";
import { ORGANISMS } from "./organism-names.ts";
import { organismOf } from "./organism.ts";
import { decodedEntities, plainLine, sentencesOf } from "./plain-text.ts";
import { procedureTypeOf } from "./procedure-type.ts";
import { type ProcedureSource, sourceTypeOf, territoryOf } from "./territory.ts";

const page = (host: string, organism = "", body = "") => ({ host, organism, body, source: null });
const row = (fields: Partial<ProcedureSource>) => ({
  ...page("x.org"),
  source: { name: "Fuente", jurisdiction: "age" as const, ...fields },
});

describe("the territory of a procedure", () => {
  it.each<[string, ReturnType<typeof page> | ReturnType<typeof row>, (string | null)[]]>([
    ["a ministry by its domain", page("sede.sepe.gob.es"), ["estatal", null, null, null]],
    ["an agency by its domain", page("www.seg-social.es"), ["estatal", null, null, null]],
    ["a community by its domain", page("www.juntadeandalucia.es"), ["autonomico", "andalucia", null, null]],
    ["a community by another domain of it", page("web.gencat.cat"), ["autonomico", "cataluna", null, null]],
    ["a city by its domain", page("sede.madrid.es"), ["local", "madrid", "madrid", "madrid"]],
    [
      "a community that is called like the city",
      page("www.comunidad.madrid"),
      ["autonomico", "madrid", null, null],
    ],
    ["a town by its domain", page("www.ayto-robledal.es"), ["local", null, null, "robledal"]],
    ["a town on a shared e-office", page("robledal.sedelectronica.es"), ["local", null, null, "robledal"]],
    [
      "a town by its office",
      page("x.org", "Ayuntamiento de San Juan del Río"),
      ["local", null, null, "san_juan_del_rio"],
    ],
    ["a Basque town by its office", page("x.org", "Bilboko Udala"), ["local", null, null, "bilbo"]],
    [
      "a known town by its office",
      page("x.org", "Ajuntament de Girona"),
      ["local", "cataluna", "girona", "girona"],
    ],
    [
      "a town and the province of its post",
      page("x.org", "Ayuntamiento de Robledal", "Plaza Mayor, 1, 26300 Robledal"),
      ["local", "la_rioja", "la_rioja", "robledal"],
    ],
    [
      "a community by its office",
      page("x.org", "Consejería de Salud de la Región de Murcia"),
      ["autonomico", "murcia", null, null],
    ],
    ["a ministry by its name", page("x.org", "Ministerio de Sanidad"), ["estatal", null, null, null]],
    [
      "a community by the text",
      page("x.org", "", "Se pide en la Junta de Extremadura."),
      ["autonomico", "extremadura", null, null],
    ],
    ["nothing at all", page("x.org"), ["estatal", null, null, null]],
    ["the row of a ministry", row({}), ["estatal", null, null, null]],
    [
      "the row of a community",
      row({ jurisdiction: "ccaa", ccaa: "Castilla y León" }),
      ["autonomico", "castilla_leon", null, null],
    ],
    [
      "the row of a community nobody knows",
      row({ jurisdiction: "ccaa", ccaa: "Valdoria" }),
      ["autonomico", "valdoria", null, null],
    ],
    [
      "the row of a city",
      row({ jurisdiction: "local", ccaa: "Comunitat Valenciana", municipio: "València" }),
      ["local", "valencia", "valencia", "valencia"],
    ],
    [
      "the row of a city without its community",
      row({ jurisdiction: "local", municipio: "Bilbao" }),
      ["local", "pais_vasco", "bizkaia", "bilbao"],
    ],
    [
      "the row of a community that only its name tells",
      row({ jurisdiction: "ccaa", name: "Junta de Andalucía" }),
      ["autonomico", "andalucia", null, null],
    ],
    [
      "the row of a town that only its name tells",
      row({ jurisdiction: "local", name: "Ayuntamiento de Segovia" }),
      ["local", "castilla_leon", "segovia", "segovia"],
    ],
    [
      "the row of a town and the office of the page",
      { ...row({ jurisdiction: "local" }), organism: "Ajuntament de Vilanova" },
      ["local", null, null, "vilanova"],
    ],
    [
      "the row of a ministry, whatever the text names",
      { ...row({}), body: "Se pide en la Junta de Extremadura." },
      ["estatal", null, null, null],
    ],
  ])("is that of %s", (_, input, expected) => {
    const { nivel, ccaa, provincia, municipio } = territoryOf(input);
    expect([nivel, ccaa, provincia, municipio]).toEqual(expected);
  });

  it.each([
    ["estatal", "age"],
    ["autonomico", "ccaa"],
    ["local", "local"],
  ] as const)("%s is of type %s", (nivel, type) => {
    expect(sourceTypeOf({ nivel })).toBe(type);
  });
});

describe("the body that runs a procedure", () => {
  const input = { stated: null, source: null, host: "x.org", body: "" };
  const source = {
    name: "Junta de Andalucía",
    nameAbbrev: "JUNTADEANDALUCIA",
    jurisdiction: "ccaa" as const,
  };
  it.each([
    ["as the page says", { ...input, stated: "Consejería de Salud.", source }, "Consejería de Salud", "CS"],
    [
      "with the short form in it",
      { ...input, stated: "SEPE (Servicio Público de Empleo Estatal)" },
      "SEPE (Servicio Público de Empleo Estatal)",
      "SEPE",
    ],
    [
      "as the row has it",
      { ...input, source: { ...source, nameAbbrev: "JDA" } },
      "Junta de Andalucía",
      "JDA",
    ],
    ["with a short form that is too long", { ...input, source }, "Junta de Andalucía", "JDA"],
    ["by its domain", { ...input, host: "sede.dgt.gob.es" }, "Dirección General de Tráfico", "DGT"],
    [
      "by the text",
      { ...input, body: "Lo tramita el Ayuntamiento de Villa Alta." },
      "Ayuntamiento de Villa Alta",
      "VILLAALTA",
    ],
    ["by nothing but its host", { ...input, host: "www.x.org" }, "x.org", "XORG"],
  ])("is known %s", (_, given, name, abbreviation) => {
    expect(organismOf(given)).toEqual({ name, abbreviation });
  });

  it.each(ORGANISMS.map(({ name }) => name))("%s is known by its name, in any case", (name) => {
    const stated = name.toLowerCase();
    const first = ORGANISMS.find((organism) => organism.name.toLowerCase() === stated);
    const { abbreviation } = organismOf({ stated, source: null, host: "x.example", body: "" });
    expect(abbreviation).toBe(first?.abbreviation);
  });
});

describe("the type of a procedure", () => {
  it.each([
    ["Prestación por desempleo", "prestacion"],
    ["Certificado de empadronamiento", "certificado"],
    ["Inscripción en el registro de parejas", "inscripcion"],
    ["Ayudas al alquiler", "subvencion"],
    ["Llicència d'obres", "licencia"],
    ["Hoja de reclamaciones", "reclamacion"],
    ["Pago del impuesto de vehículos", "pago"],
    ["Cambio de apellidos", "solicitud"],
  ])("%s: %s", (name, type) => {
    expect(procedureTypeOf(name)).toBe(type);
  });
});

describe("the language of a procedure", () => {
  const said = (
    language_detected: string | null,
    language_confidence: number,
    shares: [string, number][] = [],
  ) =>
    ({
      language_detected,
      language_confidence,
      languages: shares.map(([language, share]) => ({ language, share })),
    }) as unknown as ExtractionMetadata;
  it.each<[string, ExtractionMetadata, string[], unknown]>([
    ["one of four", said("gl", 0.9), [], { idioma: "gl", idioma_secundario: null }],
    [
      "two side by side",
      said("ca", 0.9, [
        ["ca", 0.6],
        ["es", 0.4],
      ]),
      [],
      { idioma: "ca", idioma_secundario: "es" },
    ],
    ["English", said("en", 0.9), [], null],
    ["English, hardly told", said("en", 0.3), [], null],
    [
      "English beside as much Spanish",
      said("en", 0.5, [
        ["en", 0.55],
        ["es", 0.45],
      ]),
      [],
      { idioma: "es", idioma_secundario: "en" },
    ],
    ["French", said("fr", 0.95), [], null],
    ["something that is not sure", said("pt", 0.4), ["gl"], { idioma: "gl", idioma_secundario: null }],
    ["nothing that could be told", said(null, 0), [], { idioma: "es", idioma_secundario: null }],
  ])("%s", (_, metadata, ofSource, expected) => {
    expect(languagesOf(metadata, ofSource)).toEqual(expected);
  });
});

describe("text", () => {
  it.each([
    ["**Uno** y *dos*", "Uno y dos"],
    ["[Ver [1] más](https://x.org/a) aquí", "Ver [1] más aquí"],
    ["Tarifa 3*2 y a\\|b", "Tarifa 3*2 y a|b"],
    ["A&nbsp;&amp; B &#241; &#xe9; &nada;", "A & B ñ é &nada;"],
    ["cafe\u{301}\u{200B}  con\nleche", "café con leche"],
    ["uno<br>dos", "uno dos"],
    ["~~15 días~~ 10 días hábiles", "10 días hábiles"],
    ["~~No se admite.~~", ""],
    ["unos ~ 20 ~~ o más", "unos ~ 20 ~~ o más"],
  ])("is plain: %s", (markdown, plain) => {
    expect(plainLine(markdown)).toBe(plain);
  });

  it.each([["&#0;"], ["&#xD800;"], ["&#9999999;"]])("keeps what is no letter: %s", (entity) => {
    expect(decodedEntities(entity)).toBe(entity);
  });

  it("has sentences, whatever is abbreviated in them", () => {
    expect(sentencesOf("Según el art. 5. Vive en la Avda. Mayor, 1. ¿Seguro? Cobra 1.200 €.")).toEqual([
      "Según el art. 5.",
      "Vive en la Avda. Mayor, 1.",
      "¿Seguro?",
      "Cobra 1.200 €.",
    ]);
  });

  it.each([
    ["© 2025 Ayuntamiento de Toledo. Todos los derechos reservados.", true],
    ["Utilizamos cookies propias y de terceros.", true],
    ["Imprimir", true],
    ["Última actualización: 12/03/2025", true],
    ["El contenido de este portal tiene carácter meramente informativo y carece de valor vinculante.", true],
    ["Imprimir la solicitud y firmarla.", false],
    ["Facebook", true],
    ["Facebook Twitter Instagram", true],
    ["X (Twitter)", true],
    ["WhatsApp", false],
    ["Facebook del ayuntamiento: escriba un mensaje", false],
    ["Vida laboral actualizada", false],
    ["Inicio del plazo: 1 de marzo", false],
    ["Subir al principio de la página", true],
    ["Imprimeix aquesta pàgina", true],
    ["Inprimatu orri hau", true],
    ["Heu trobat útil aquesta informació?", true],
    ["Imprimir esta página del modelo y firmarla", false],
    ["¿Es útil para pedir la nacionalidad?", false],
  ])("of every site is known: %s", (line, expected) => {
    expect(isBoilerplate(line)).toBe(expected);
  });
});
