import { describe, expect, it } from "vitest";
import { foldForMatching } from "../finders/procedure-markers.ts";
import { findByKeywords } from "./keyword-reader.ts";
import { formsOf } from "./keyword-loudness.ts";
import { isUsableKeyword } from "./keyword-usable.ts";
import { keywordsOf } from "./keywords.ts";
import { COMMON_WORDS } from "./keyword-words.ts";
import { slugOfName } from "./procedure-id.ts";
import { DEEDS, SYNONYMS, TOPICS } from "./synonyms.ts";

const of = (name: string, organism = "Ayuntamiento de Villa", abbreviation = "VILLA", description = "") =>
  keywordsOf({ name, organism, abbreviation, slug: slugOfName(name), description });

/** How loud. */
const timesHeard = (name: string, said: string) =>
  of(name).filter((keyword) => said.includes(keyword)).length;

/** Kept apart from the list of the code: a word that is missing there is missed here. */
const COMMON =
  "permiso presidencia ayudante tiempo tiene nieto significa prohibido recibir privada llevado carbono cuarenta solicitar sociedad propiedad ascenso cobrar sobre cultura abogado consulta simultaneo escasa enero dinero centro mano hermano semana nombre siempre entrada servicio responsable universidad familia trabajo persona gobierno hospital";

describe("keywords", () => {
  it.each<[string, string, number, number]>([
    ["Certificado de antecedentes penales", "certificado penales", 2, 4],
    ["Número de Identidad de Extranjero (NIE)", "necesito el nie", 2, 4],
    ["Número de Identidad de Extranjero (NIE)", "nie para abrir una cuenta", 1, 4],
    ["Número de Identidad de Extranjero (NIE)", "cuido de cinco nietos", 0, 0],
    ["Solicitud de asilo", "solicitar asilo", 2, 4],
    ["Reclamación en materia de consumo", "certificado online", 0, 1],
    ["Solicitud de vivienda de protección oficial", "requisitos", 0, 0],
    ["Alta en el padrón municipal", "acabo de llegar y busco medico", 0, 1],
  ])("of %s are heard in %s as loud as they tell", (name, said, least, most) => {
    const times = timesHeard(name, said);
    expect(times).toBeGreaterThanOrEqual(least);
    expect(times).toBeLessThanOrEqual(most);
  });

  it.each<[string, string[]]>([
    [
      "Prestación por desempleo",
      ["paro", "prestacion por desempleo", "desempleo", "sin trabajo", "me quede sin trabajo", "villa"],
    ],
    ["Alta en el padrón municipal", ["empadronarse", "padron", "volante"]],
    ["Tarjeta sanitaria individual", ["medico de cabecera", "tarjeta sanitaria"]],
    ["Número de identidad de extranjero", ["el nie", "extranjeria"]],
    ["Becas de comedor", ["beca", "comedor"]],
    ["Bono social eléctrico", ["descuento luz", "recibo de luz"]],
    ["Alta en el régimen de trabajadores autónomos", ["trabajar por libre", "cotizar yo mismo"]],
    ["Canje de permisos de conducción extranjeros", ["cambiar carnet", "licencia de manejar"]],
    ["Vado permanente", ["vado permanente", "garaje"]],
    ["Axuda económica por fillo ou filla (Tarxeta Benvida)", ["ayuda por nacimiento", "natalidad"]],
    ["Etxebizitza-eskatzaileen erregistroan izena ematea", ["vivienda protegida", "babes ofizialeko"]],
    ["Licencia de obra menor", ["hacer obras", "licencia de obra"]],
    [
      "Señalización de la acera",
      ["señalizacion", "señalizacion de la acera"].map((word) => word.replace("ñ", "n")),
    ],
  ])("of %s hear what people say of it", (name, expected) => {
    expect(expected.filter((said) => timesHeard(name, said) === 0)).toEqual([]);
  });

  it.each([["IMV"], ["Ayuda"], ["Solicitud general"], ["医疗卡"], ["Trámite de la A"]])(
    "are three at least: %s",
    (name) => {
      expect(new Set(of(name, "x.org", "XORG")).size).toBeGreaterThanOrEqual(3);
    },
  );

  it.each([
    ["Fraccionamiento de tributos", "fraccionar"],
    ["Residencia universitaria", "universitarios"],
    ["Homologación de títulos", "homologar"],
  ])("of %s are found in %s", (name, asked) => {
    expect(of(name).filter((keyword) => asked.includes(keyword))).not.toEqual([]);
  });

  it.each([
    ["Escolarización a domicilio", "escolaric"],
    ["Aparcamiento de larga estancia", "aparqu"],
    ["Notificación de brotes", "notifiqu"],
  ])("of %s have the root as it is written before an e: %s", (name, root) => {
    expect(of(name)).toContain(root);
  });

  it("take in what a description says and a name does not", () => {
    expect(
      of("Bono", "x.org", "XORG", "Rebaja en el recibo de la electricidad. Otra frase cualquiera."),
    ).toContain("electricidad");
  });

  it.each([
    ["rmi"],
    ["nie"],
    ["tie"],
    ["ibi"],
    ["iva"],
    ["bono"],
    ["renta"],
    ["casa"],
    ["cita"],
    ["vado"],
    ["edad"],
    ["obra"],
    ["censo"],
    ["abc"],
    ["gano"],
    ["celo"],
    ["omic"],
  ])("never are what hides in other words or is too short: %s", (keyword) => {
    expect(isUsableKeyword(keyword)).toBe(false);
  });

  it.each([["imv"], ["dni"], ["sepe"], ["paro"], ["beca"], ["alquiler"], ["el nie"]])(
    "may be %s",
    (keyword) => {
      expect(isUsableKeyword(keyword)).toBe(true);
    },
  );

  /** One of twelve, and what is known to be delicate: of all of them it takes a minute. */
  const names = [...SYNONYMS, ...TOPICS].flatMap(({ names: all }) => all).filter((_, nth) => nth % 12 === 0);
  const delicate = ["Renta", "Ayuda por edad", "Vado", "Cita", "Bono de la casa", "Multa"];
  const everything = new Set(
    [...names, ...delicate]
      .flatMap((name) =>
        of(name, "Instituto Nacional de la Seguridad Social", "INSS", `Ayuda de ${name} para quien la pida.`),
      )
      .map(foldForMatching),
  );
  it.each(COMMON.split(" "))("of no procedure at all stand inside of %s", (word) => {
    const isEnding = (keyword: string) => word.startsWith(keyword) && word.length - keyword.length <= 2;
    expect(
      [...everything].filter((keyword) => word !== keyword && word.includes(keyword) && !isEnding(keyword)),
    ).toEqual([]);
  });

  it("are those of what a name says at most length, not of all that it mentions", () => {
    const card = of("Tarjeta de estacionamiento para personas con discapacidad");
    expect(card).toEqual(expect.arrayContaining(["aparcar", "discapacidad"]));
    expect(of("Tarjeta sanitaria europea")).not.toContain("medico de cabecera");
  });

  it.each([
    ["Pensión de viudedad", "viudedad", "pension"],
    ["Título de familia monoparental", "monoparental", "familia"],
    ["Ayudas a apicultores", "apicultor", "ayudas"],
    ["Renta garantizada (RGC)", "la rgc", "renta"],
    ["Documento de instrucciones previas (testamento vital)", "testamento vital", "documento"],
  ])("of %s are heard louder where it is %s that is said than where it is %s", (name, own, everyday) => {
    expect(timesHeard(name, own)).toBeGreaterThan(timesHeard(name, everyday));
    expect(timesHeard(name, own)).toBeGreaterThan(1);
  });

  it("are no more than six hundred, of the surest first", () => {
    const words = Array.from(
      { length: 400 },
      (_, n) => `mercad${String.fromCharCode(97 + (n % 26))}r${n}larga`,
    );
    const keywords = of(words.join(" "), "Ayuntamiento de Villa", "VILLA", "Feria de ganado.");
    expect(keywords).toHaveLength(600);
    expect(keywords[0]).toMatch(/^mercad/);
    expect(keywords.join()).not.toContain("ganado");
  });

  it.each(["🏠🏠🏠", "-----", ""])("of a name without a word are of its office: %s", (name) => {
    const keywords = keywordsOf({
      name,
      organism: "sede.villa.es",
      abbreviation: "V",
      slug: "",
      description: "",
    });
    expect(keywords.length).toBeGreaterThanOrEqual(3);
    expect(keywords.filter((keyword) => keyword !== keyword.trim() || !keyword.includes("villa"))).toEqual(
      [],
    );
  });

  it("take no words for abbreviations where a name is in capitals", () => {
    expect(of("AYUDAS PARA LA COMPRA DE VIVIENDA - jóvenes")).not.toContain("las ayudas");
    expect(of("Ayudas de Emergencia Social (AES)")).toContain("las aes");
  });

  it("have a telling phrase to its root, though the root be a word that tells nothing", () => {
    expect(of("Título de familia numerosa")).toContain("familia numeros");
    expect(timesHeard("Título de familia numerosa", "numeros")).toBe(1);
  });

  it("have what requirements, documents and the office say, once", () => {
    const keywords = keywordsOf({
      name: "Reconocimiento de servicios previos",
      organism: "Organización Nacional de Ciegos",
      abbreviation: "ONC",
      slug: "servicios-previos",
      description: "Cómputo de trienios.",
      requirements: ["Ser funcionario de carrera", "Disponer de título aeronáutico"],
      documents: ["Hoja de servicios", "Planos del hangar"],
    });
    const said = ["funcionario", "ciegos", "trienios", "aeronautico", "hangar"];
    expect(said.filter((word) => !keywords.some((keyword) => word.includes(keyword)))).toEqual([]);
    expect(keywords.filter((keyword) => keyword.startsWith("hang"))).toEqual(["hangar"]);
  });

  it.each([
    ["Vado", ["el vado", "un vado"]],
    ["Multa", ["la multa", "una multa"]],
    ["Registro de gatos", ["un gato", "mi gato"]],
  ])("have with an article what is too short or hides in other words: %s", (name, expected) => {
    expect(of(name)).toEqual(expect.arrayContaining(expected));
  });

  it.each([
    ["Canje de permisos de conducción extranjeros", "brevete", "autoescuela"],
    ["Pago único de la prestación por desempleo", "todo el paro", "carta de despido"],
    ["Deducción por maternidad", "cien euros", "baja maternal"],
  ])("of a special matter are not those of the general one: %s", (name, own, general) => {
    expect(of(name)).toContain(own);
    expect(of(name)).not.toContain(general);
  });

  it.each([
    ["Pensió de viduïtat", "viuda"],
    ["Axudas para a discapacidade", "minusvalia"],
    ["Mendekotasun egoeraren balorazioa", "alzheimer"],
    ["Targeta d'aparcament per a persones amb mobilitat reduïda", "aparcar"],
    ["Certificado literal de nacimiento", "la partida"],
  ])("are known in other languages and with a word between: %s", (name, said) => {
    expect(of(name)).toContain(said);
  });

  it("are cut where there are too many: what only comes up around a matter, not what the page says", () => {
    const name = "Reconocimiento de la situación de dependencia, ayuda a domicilio y teleasistencia";
    const keywords = of(name, "Ayuntamiento de Villa", "VILLA", "Cómputo de trienios.");
    expect(keywords).toHaveLength(600);
    expect(keywords).toContain("trienio");
  });

  it("have what is said of a matter that a name calls by people's own word", () => {
    expect(of("Ayuda para el funeral")).toContain("cementerio");
    expect(of("Retirada de un avispero")).not.toContain("carnet");
  });

  it.each<[string, string, string[]]>([
    ["what a name speaks of, in no list of names", "Bonificación para inquilinos", ["casero", "alquil"]],
    ["words of the first matter twice", "Denuncia por contaminación acústica", ["discoteca", "discotec"]],
    ["words of the other matters", "Bolsa de viaje para conservatorio y farmacia", ["pastilla"]],
    ["how people say what is done", "Renovación del carné de montaña", ["renovar", "caduca"]],
    ["codes as people write them", "Targeta T-16", ["t-16", "t 16", "t16"]],
  ])("have %s", (_, name, expected) => {
    expect(of(name)).toEqual(expect.arrayContaining(expected));
  });

  it("have what a description speaks of where the name is silent", () => {
    const text = "Título que permite viajar en el transporte público. Vale un año.";
    expect(of("Targeta rosa", "x.org", "XORG", text)).toEqual(expect.arrayContaining(["el bus"]));
    expect(of("Pensión de viudedad", "x.org", "XORG", text)).not.toContain("el bus");
  });

  it("do not have those of a matter whose phrase stands inside another's", () => {
    expect(of("Tarjeta sanitaria europea")).toContain("erasmus");
    expect(of("Tarjeta sanitaria europea")).not.toContain("pediatra");
  });

  it("of a special matter are heard less where the general one is asked for", () => {
    const asked = "la tarjeta sanitaria";
    const [general, special] = ["Tarjeta sanitaria individual", "Tarjeta sanitaria europea"];
    expect(timesHeard(general, asked)).toBeGreaterThan(timesHeard(special, asked));
    expect(timesHeard(special, `${asked} europea`)).toBeGreaterThan(timesHeard(general, `${asked} europea`));
  });

  it("know what people say of seven hundred matters, all of it usable alone or with an article", () => {
    expect(TOPICS.length).toBeGreaterThanOrEqual(700);
    const words = [...TOPICS, ...DEEDS].flatMap((entry) => entry.words);
    expect(words.filter((text) => formsOf({ text, origin: "topic" }).length === 0)).toEqual([]);
  });

  it("know people's words for two hundred procedures", () => {
    expect(SYNONYMS.length).toBeGreaterThanOrEqual(200);
    expect(SYNONYMS.flatMap(({ names: all }) => all).filter((name) => name.length < 3)).toEqual([]);
    expect(SYNONYMS.filter(({ words }) => words.filter(isUsableKeyword).length < 2)).toEqual([]);
    expect(COMMON_WORDS.size).toBeGreaterThan(300);
  });
});

describe("the reader of keywords", () => {
  const files = [
    { tramite: "a", keywords: ["paro", "desempleo"] },
    { tramite: "b", keywords: ["médico", "tarjeta sanitaria", "sanitaria"] },
    { tramite: "c", keywords: ["medico"] },
    { tramite: "d", keywords: ["بطالة"] },
  ];
  it.each([
    ["¿Cómo cobro el PARO?", "a"],
    ["quiero la tarjeta sanitaria", "b"],
    ["ir al MÉDICO", "b"],
    ["ir al medico", "b"],
    ["بطالة", "d"],
    ["preparo la cena", "a"],
    ["nada", null],
    ["", null],
  ])("%s", (question, tramite) => {
    expect(findByKeywords(question, files)?.tramite ?? null).toBe(tramite);
  });

  it("counts", () => {
    expect(findByKeywords("tarjeta sanitaria del médico", files)).toEqual({ tramite: "b", count: 3 });
  });
});
