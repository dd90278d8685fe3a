import { describe, expect, it } from "vitest";
import { DEFAULT_WATCH_WORDS, watchFor } from "./watch-words.ts";

const watch = watchFor(DEFAULT_WATCH_WORDS);

describe("the watch on titles", () => {
  it.each([
    ["Orden por la que se convocan ayudas al alquiler.", ["ayudas", "alquiler"]],
    ["RESOLUCIÓN SOBRE SUBVENCIONES", ["subvenciones"]],
    ["Resolucion que concede una subvencion", ["subvención"]],
    ["Real Decreto por el que se establece el Ingreso Mi\u0301nimo Vital", ["ingreso mínimo vital"]],
    ["Autorización de residencia por arraigo", ["residencia", "arraigo"]],
    ["Becas, ayudas y prestaciones", ["ayudas", "prestaciones", "becas"]],
    ["Ley 1/1996, de asistencia jurídica\u00a0gratuita", ["asistencia jurídica gratuita"]],
    ["Bono-social eléctrico", ["bono social"]],
    ["(ayuda)", ["ayuda"]],
    ["«Vivienda»/Alquiler", ["vivienda", "alquiler"]],
    ["ayuda ayuda ayuda", ["ayuda"]],
  ])("finds in %j the words %j", (title, words) => {
    expect(watch.matches(title)).toEqual(words);
  });

  it.each([
    "Resolución de la Presidencia del Tribunal",
    "Nombramiento de ayudante de la Armada",
    "Limpieza de dependencias",
    "Residencias logísticas militares",
    "Plazas de becario",
    "Ingreso en el Cuerpo; mínimo; vital",
    "Ingreso mínimo",
    "Licencia para la prestación del servicio portuario de remolque",
    "Contratación de la prestación de los servicios de limpieza",
    "Jardinería en la Residencia de Estudiantes",
    "Instituto de Vivienda, Infraestructura y Equipamiento de la Defensa (INVIED)",
    "",
  ])("finds nothing in %j", (title) => {
    expect(watch.matches(title)).toEqual([]);
  });

  it("looks on behind a turn of phrase that it passes over", () => {
    expect(watch.matches("prestación de servicios y ayudas")).toEqual(["ayudas"]);
    expect(watch.matches("prestación de desempleo")).toEqual(["prestación", "desempleo"]);
  });

  it.each([
    ["at its end", `${"sobre lo suyo ".repeat(30_000)}ingreso mínimo vital`, ["ingreso mínimo vital"]],
    ["that is one word", "a".repeat(400_000), []],
    ["of false friends", "prestación de servicios ".repeat(20_000), []],
    ["of phrases that break off", `${"ingreso mínimo ".repeat(20_000)}vital`, ["ingreso mínimo vital"]],
  ])("finds what is in a very long title %s", (_, title, words) => {
    expect(watch.matches(title)).toEqual(words);
  });

  it.each([
    ["«ayuda»½", ["ayuda"]],
    ["ayuda\u2028beca", ["ayuda", "beca"]],
    ["a\u0308 yuda ﬁn ＡＹＵＤＡ", ["ayuda"]],
    ["bono\u2003social", ["bono social"]],
  ])("finds in %j the words %j, whatever its letters are made of", (title, words) => {
    expect(watch.matches(title)).toEqual(words);
  });

  it("takes any list, in which empty words find nothing", () => {
    expect(watchFor(["", " - ", "Árbol", "a b a"]).matches("un arbol; a b a b a")).toEqual([
      "Árbol",
      "a b a",
    ]);
    expect(watchFor([]).matches("ayuda")).toEqual([]);
  });

  it("has every word of its own list once, and finds it", () => {
    expect(new Set(DEFAULT_WATCH_WORDS).size).toBe(DEFAULT_WATCH_WORDS.length);
    for (const word of DEFAULT_WATCH_WORDS) expect(watch.matches(word.toUpperCase())).toContain(word);
  });
});
