import { describe, expect, it } from "vitest";
import { foldForMatching } from "../finders/procedure-markers.ts";
import { rootOf } from "./keyword-forms.ts";
import { keywordsOf } from "./keywords.ts";
import { foldedWords } from "./plain-text.ts";
import { slugOfName } from "./procedure-id.ts";
import { SYNONYMS, TOPICS } from "./synonyms.ts";

/** Kept apart from the list of the code: a word that is missing there is missed here. */
const COMMON = `
persona personas personal social sociales general generales parque valle renovar permiso permisos parte partes forma formas tiempo ciudad
momento manera situacion problema pregunta respuesta necesidad relacion resolucion documento requisitos solicitud procedimiento servicio
tengo tienes tiene tenemos puedo pueden quiero necesito hacer poder deber vivo viven parece importante posible necesario suficiente siguiente anterior
siempre tambien despues todavia durante mediante porque cuando mientras entonces nunca ahora
gente lloc ciutat temps manera persones necessito vull xente cidade tempo maneira persoas quero pertsona denbora hiri gauza nahi behar laguntza
`
  .trim()
  .split(/\s+/);

const PAGE = `Prestación económica de carácter general para personas que viven en la ciudad y tienen necesidad de ella durante el
tiempo que determine la resolución, según la situación social y personal de cada parte, mediante solicitud en el modelo oficial.`;

const of = (name: string) =>
  keywordsOf({
    name,
    organism: "Instituto Nacional de la Seguridad Social",
    abbreviation: "INSS",
    slug: slugOfName(name),
    description: PAGE,
    requirements: ["Ser persona mayor de edad", "Carecer de rentas suficientes en el periodo anterior"],
    documents: ["Documento personal", "Copia del permiso", "Informe social"],
  });

/** One of twelve of all that lists know. */
const NAMES = [...SYNONYMS, ...TOPICS].flatMap(({ names }) => names).filter((_, nth) => nth % 12 === 5);

/** Of one word, in none of the name, nor a form of one. */
function foreignIn(name: string): string[] {
  const own = new Set(foldedWords(name).trim().split(" ").map(rootOf));
  return of(name)
    .map(foldForMatching)
    .filter((keyword) => !keyword.includes(" ") && !own.has(keyword) && !own.has(rootOf(keyword)));
}

describe("keywords and ordinary words", () => {
  const foreign = new Set(NAMES.flatMap(foreignIn));

  it("are looked at for many procedures", () => {
    expect(NAMES.length).toBeGreaterThan(150);
    expect(foreign.size).toBeGreaterThan(5_000);
  });

  it.each(COMMON)("of no procedure that is not called so are, or stand in, %s", (word) => {
    expect([...foreign].filter((keyword) => word.includes(keyword))).toEqual([]);
  });

  it.each([
    ["Asistencia personal", "personal"],
    ["Renovación del carné de montaña", "renovar"],
    ["Parques infantiles", "parque"],
    ["Permiso de pesca", "permiso"],
  ])("of %s have what it is called by: %s", (name, word) => {
    expect(of(name).some((keyword) => word.includes(keyword) && !keyword.includes(" "))).toBe(true);
  });

  it("go on in phrases, which stand in no word", () => {
    expect(of("Bono social eléctrico")).toContain("bono social");
    expect(of("Cambio de titular")).not.toContain("social");
  });
});
