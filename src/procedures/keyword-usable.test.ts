import { expect, it } from "vitest";
import { foldForMatching } from "../finders/procedure-markers.ts";
import { isUsableKeyword } from "./keyword-usable.ts";
import { keywordsOf } from "./keywords.ts";
import { slugOfName } from "./procedure-id.ts";
import { SYNONYMS, TOPICS } from "./synonyms.ts";

/** Kept apart from the list of the code: what people write who ask for something else. */
const ASKED = `
infracción infracciones tribunal tribunales carnaval navegar navegador localidad localidades comprueba comprueban aprueba destrozo destrozos
un ordenador, el ordenador, la formación, el formulario, la información, el anterior, lo anterior, los anteriores
`
  .split(/[\n,]/)
  .flatMap((line) => (/^ ?(?:un|el|la|los|lo) /.test(line) ? [line] : line.split(" ")))
  .map((words) => foldForMatching(words).trim())
  .filter((words) => words !== "");

const NAMES = [
  ...[...SYNONYMS, ...TOPICS].flatMap(({ names }) => names).filter((_, nth) => nth % 24 === 7),
  "Fraccionamiento de deudas tributarias",
  "Alquiler de local municipal",
  "Orden de protección",
  "Aval bancario",
  "Cesión de nave industrial",
  "Prueba de acceso",
];

const PAGE = `Se resuelve ante el órgano anterior, con entrada en vigor al día siguiente, en la forma que fije la fracción de la nave local,
previa prueba y aval, o un trozo de ella.`;

const keywords = NAMES.map((name) => ({
  name,
  said: keywordsOf({
    name,
    organism: "Ayuntamiento de Villanueva",
    abbreviation: "AYV",
    slug: slugOfName(name),
    description: PAGE,
  }).map(foldForMatching),
}));

/** Of one root: "ordenador" is said by whoever asks for one. */
const isKin = (name: string, words: string) =>
  words
    .split(" ")
    .some(
      (word) =>
        word.length > 5 && foldForMatching(name).includes(word.slice(0, Math.max(6, word.length - 3))),
    );

it.each(ASKED)("no keyword of another matter stands in %s", (words) => {
  expect(ASKED.length).toBeGreaterThan(18);
  const hits = keywords
    .filter(({ name }) => !isKin(name, words))
    .flatMap(({ said }) =>
      said.filter(
        (keyword) =>
          words.includes(keyword) &&
          !words.split(" ").includes(keyword) &&
          !words.startsWith(keyword.slice(0, 6)),
      ),
    );
  expect([...new Set(hits)]).toEqual([]);
});

it.each([
  "fraccion",
  "fracc",
  "tribu",
  "aval",
  "nave",
  "local",
  "prueba",
  "trozo",
  "un orden",
  "la forma",
  "el ante",
])("what stands in a common word is none by itself, nor behind an article: %s", (keyword) => {
  expect(isUsableKeyword(keyword)).toBe(false);
});

it.each(["el local", "la prueba", "un aval", "una nave", "tribut", "navega", "una forma de pago"])(
  "what stands in none may be one: %s",
  (keyword) => {
    expect(isUsableKeyword(keyword)).toBe(true);
  },
);

it.each([
  ["0 a 3", false],
  ["de 0", false],
  ["65 y", false],
  ["los 52", true],
  ["el 143", true],
  ["modelo 143", true],
  ["t 16", true],
])("figures tell something behind an article or a word: %s", (keyword, isUsable) => {
  expect(isUsableKeyword(keyword)).toBe(isUsable);
});

it("what any page says of itself is no keyword, unless the procedure is called so", () => {
  const found = keywords.flatMap(({ said }) => said);
  for (const word of ["vigor", "resuelve", "entrada"]) expect(found).not.toContain(word);
});
