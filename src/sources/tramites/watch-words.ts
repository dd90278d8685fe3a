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
  const longest = Math.max(longestOf(watched), longestOf(friends));
  return {
    matches(text) {
      const hits = new Set<string>();
      let covered = 0;
      for (const tokens of windowsOf(tokensOf(text), longest)) {
        const [friend] = covered > 0 ? [] : startingWith(tokens, friends);
        if (friend !== undefined) covered = friend.rest.length + 1;
        if (covered > 0) covered -= 1;
        else for (const { word } of startingWith(tokens, watched)) hits.add(word);
      }
      return [...hits].toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    },
  };
}

function phrasesByFirst(words: readonly string[]): ReadonlyMap<string, readonly Phrase[]> {
  const phrases = words.map((word) => ({ word, tokens: [...tokensOf(word)] }));
  const byFirst = Map.groupBy(phrases, ({ tokens }) => tokens[0] ?? "");
  byFirst.delete("");
  return new Map(
    [...byFirst].map(([first, all]) => [
      first,
      all.map(({ word, tokens }) => ({ word, rest: tokens.slice(1) })),
    ]),
  );
}

function longestOf(phrases: ReadonlyMap<string, readonly Phrase[]>): number {
  return Math.max(0, ...[...phrases.values()].flat().map(({ rest }) => rest.length + 1));
}

function startingWith(
  tokens: readonly string[],
  phrases: ReadonlyMap<string, readonly Phrase[]>,
): readonly Phrase[] {
  const candidates = phrases.get(tokens[0] ?? "") ?? NO_PHRASES;
  return candidates.filter(({ rest }) => rest.every((next, offset) => tokens[1 + offset] === next));
}

const NO_PHRASES: readonly Phrase[] = [];

/** Every token with those that follow it, in one array that moves on: a title can be as long as a gazette may be. */
function* windowsOf(tokens: Iterable<string>, size: number): Generator<readonly string[]> {
  const window: string[] = [];
  for (const token of tokens) {
    if (window.push(token) < size) continue;
    yield window;
    window.shift();
  }
  for (; window.length > 0; window.shift()) yield window;
}

const PLAIN = /^[a-z0-9]+$/;

function* tokensOf(text: string): Generator<string> {
  for (const [run] of text.matchAll(/\S+/g)) {
    if (PLAIN.test(run)) yield run;
    else yield* tokensOfRun(run);
  }
}

function tokensOfRun(run: string): readonly string[] {
  const folded = run
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function listed(words: string): readonly string[] {
  return words.split(",").map((word) => word.trim().replace(/\s+/g, " "));
}
