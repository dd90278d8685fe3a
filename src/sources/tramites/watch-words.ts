/**
 * Finds watched words in titles: whole words, accents folded, phrases word by word. Substrings would not do: more than
 * half of what they find in real titles is something else ("presidencia" for "residencia", "ayudante" for "ayuda").
 */
export interface Watch {
  /** The watched words that occur in the text, as the list spells them, each once, in the list's order. */
  matches(text: string): readonly string[];
}

/** What civic procedures are about: each word in every form in which titles use it. */
export const DEFAULT_WATCH_WORDS = listed(`
  ayuda, ayudas, subvención, subvenciones, prestación, prestaciones, subsidio, subsidios, beca, becas,
  bono social, bono alquiler, bono cultural, pensión, pensiones, ingreso mínimo vital, renta mínima,
  renta garantizada, renta de garantía de ingresos, renta activa de inserción,
  complemento de ayuda para la infancia, salario mínimo interprofesional, iprem,
  indicador público de renta de efectos múltiples,
  desempleo, desempleado, desempleada, desempleados, desempleadas,
  extranjería, extranjero, extranjera, extranjeros, extranjeras, inmigración, inmigrantes, residencia,
  autorización de trabajo, arraigo, reagrupación familiar, asilo, refugiado, refugiados, refugiadas,
  protección internacional, protección temporal, apátrida, apátridas, apatridia, nacionalidad,
  registro civil, empadronamiento, padrón municipal, padrones municipales,
  vivienda, viviendas, alquiler, alquileres, arrendamientos urbanos, desahucio, desahucios,
  discapacidad, dependencia, tarjeta de estacionamiento, familia numerosa, familias numerosas,
  vulnerable, vulnerables, vulnerabilidad, exclusión social, pobreza energética, pobreza infantil,
  tarjeta sanitaria, asistencia sanitaria, copago farmacéutico,
  justicia gratuita, asistencia jurídica gratuita, violencia de género`);

/** Turns of phrase in which a watched word means something else; what they cover is not looked at. */
export const FALSE_FRIENDS = listed(`
  prestación de servicio, prestación del servicio, prestación de servicios, prestación de los servicios,
  residencia de estudiantes, instituto de vivienda infraestructura y equipamiento de la defensa`);

interface Phrase {
  readonly word: string;
  readonly rest: readonly string[];
}

/** Compiles a list of words and phrases; the work for a text is in proportion to its length. */
export function watchFor(words: readonly string[], falseFriends: readonly string[] = FALSE_FRIENDS): Watch {
  const watched = phrasesByFirst(words);
  const friends = phrasesByFirst(falseFriends);
  const order = new Map(words.map((word, index) => [word, index]));
  return {
    matches(text) {
      const tokens = tokensOf(text);
      const hits = new Set<string>();
      for (let index = 0; index < tokens.length; index++) {
        const [friend] = startingAt(tokens, index, friends);
        if (friend === undefined) for (const { word } of startingAt(tokens, index, watched)) hits.add(word);
        else index += friend.rest.length;
      }
      return [...hits].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    },
  };
}

function phrasesByFirst(words: readonly string[]): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = words.map((word) => ({ word, tokens: tokensOf(word) }));
  const byFirst = Map.groupBy(phrases, ({ tokens }) => tokens[0] ?? "");
  byFirst.delete("");
  return new Map(
    [...byFirst].map(([first, all]) => [
      first,
      all.map(({ word, tokens }) => ({ word, rest: tokens.slice(1) })),
    ]),
  );
}

function startingAt(
  tokens: readonly string[],
  index: number,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): readonly Phrase[] {
  const candidates = phrases.get(tokens[index] ?? "") ?? [];
  return candidates.filter(({ rest }) => rest.every((next, offset) => tokens[index + 1 + offset] === next));
}

function tokensOf(text: string): readonly string[] {
  const folded = text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function listed(words: string): readonly string[] {
  return words.split(",").map((word) => word.trim().replace(/\s+/g, " "));
}
