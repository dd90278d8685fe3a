/** How a phrase of the data stands in a name or a text (P27); both folded, words between single spaces. */
export const MIN_LETTERS = 4;

export const SMALL =
  /^(?:de|del|la|el|los|las|al|a|en|por|para|con|y|e|i|o|d|l|dels|els|les|da|do|das|dos|per|amb)$/;

export function heavyWords(phrase: string): string[] {
  return phrase.split(" ").filter((word) => !SMALL.test(word) && word.length > 2);
}

const BEGINNING = 6;

/** Those whose phrases may stand in a text, found by how words of it begin: there are thousands. In their order. */
export function indexed<T>(
  entries: readonly T[],
  phrasesOf: (entry: T) => readonly string[],
): (text: string) => readonly T[] {
  const byBeginning = new Map<string, number[]>();
  for (const [at, entry] of entries.entries())
    for (const beginning of new Set(phrasesOf(entry).map(beginningOf)))
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), at]);
  return (text) => {
    const begun = new Set(text.split(" ").flatMap(beginningsOf));
    const found = new Set([...begun].flatMap((beginning) => byBeginning.get(beginning) ?? []));
    return [...found].toSorted((a, b) => a - b).flatMap((at) => entries[at] ?? []);
  };
}

function beginningOf(phrase: string): string {
  const [first = phrase] = [...heavyWords(phrase), ...phrase.split(" ")];
  return first.replace("$", "").slice(0, BEGINNING);
}

function beginningsOf(word: string): string[] {
  return Array.from({ length: BEGINNING }, (_, at) => word.slice(0, at + 1));
}

/** A phrase of the data, made ready once: names are looked through for all of them. */
interface Ready {
  readonly heavy: readonly string[];
  /** Any of them in the text is the phrase. */
  readonly needles: readonly string[];
}

const READY = new Map<string, Ready>();

function ready(phrase: string): Ready {
  const found = READY.get(phrase) ?? { heavy: heavyWords(phrase), needles: needlesOf(phrase) };
  READY.set(phrase, found);
  return found;
}

/** A phrase of four letters or less, or one that ends in `$`, is a word by itself. */
function needlesOf(phrase: string): string[] {
  if (phrase.endsWith("$")) return [` ${phrase.slice(0, -1)} `];
  return phrase.length > MIN_LETTERS ? [` ${phrase}`] : [` ${phrase} `, ` ${phrase}s `];
}

/** The letters of a phrase that a name has, as it stands or with other small words between its own. */
export function lengthOfMatch(name: string, phrase: string): number {
  if (placeOf(name, phrase) >= 0) return phrase.length;
  const words = ready(phrase).heavy;
  return words.length > 1 && inOrder(name, words) ? words.reduce((sum, word) => sum + word.length, 0) : 0;
}

/** Each begins a word of the name, with small words alone between them. */
function inOrder(name: string, words: readonly string[]): boolean {
  let rest = name;
  return words.every((word, index) => {
    const at = placeOf(rest, word);
    if (at < 0 || (index > 0 && heavyWords(rest.slice(0, at).trim()).length > 1)) return false;
    rest = rest.slice(at + 1).replace(/^\S+/, "");
    return true;
  });
}

/** Where a phrase of the data begins a word of a text, -1 for nowhere. */
export function placeOf(text: string, phrase: string): number {
  let found = -1;
  for (const needle of ready(phrase).needles) found = Math.max(found, text.indexOf(needle));
  return found;
}
