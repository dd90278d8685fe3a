/** Words for generated pages: a place for every number, and sentences that are the same for the same number. */

const ROCKS =
  "amber basalt chalk dolomite ember flint gneiss hazel ivory jasper karst loam marl nickel ochre pumice quartz rhyolite shale tuff umber verdite wacke xenolith yarrow zinc".split(
    " ",
  );
const PLACES =
  "ridge basin terrace hollow mesa spur channel delta fan gorge knoll ledge moraine notch outcrop plateau quarry reach scarp trench valley well bench cliff drift fold".split(
    " ",
  );
const NOUNS =
  "layer core sample boundary section surface trace mark slope bed gap stream log box shelf".split(" ");
const QUALITIES =
  "thin broad pale dark wet dry coarse fine tilted level broken smooth northern lower younger".split(" ");

const pick = (words: readonly string[], number: number) => words[number % words.length] ?? "";
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** "Amber ridge" for 0; from 676 on with a number. */
export function plainTitle(index: number): string {
  const place = `${capital(pick(ROCKS, index))} ${pick(PLACES, Math.floor(index / 26))}`;
  const lap = Math.floor(index / (ROCKS.length * PLACES.length));
  return lap === 0 ? place : `${place} ${lap + 1}`;
}

/** "Basalt ridge 001" for 0. */
export function categoryName(index: number): string {
  const number = index + 1;
  const place = `${capital(pick(ROCKS, number))} ${pick(PLACES, Math.floor(number / 26))}`;
  return `${place} ${String(number).padStart(3, "0")}`;
}

export function sentence(number: number): string {
  const mixed = Math.imul(number + 1, 2_654_435_761) >>> 0;
  const digit = (nth: number) => Math.floor(mixed / 13 ** nth);
  return `The ${pick(QUALITIES, digit(0))} ${pick(NOUNS, digit(1))} of the ${pick(ROCKS, digit(2))} ${pick(PLACES, digit(3))} holds a ${pick(QUALITIES, digit(4))} ${pick(NOUNS, digit(5))} ${2 + (mixed % 979)} metres down.`;
}

export function paragraph(number: number, sentences: number): string {
  return Array.from({ length: sentences }, (_, nth) => sentence(number * 31 + nth)).join(" ");
}

/** At least so many bytes. */
export function bigText(bytes: number): string {
  const line = `${paragraph(7, 400)}\n\n`;
  return line.repeat(Math.ceil(bytes / line.length));
}
