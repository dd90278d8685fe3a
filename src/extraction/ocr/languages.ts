/** Languages that text in pictures is read in, and what Tesseract calls them. */
const TRAINED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    es: "spa",
    ca: "cat",
    gl: "glg",
    eu: "eus",
    en: "eng",
  }),
);

/**
 * Where nothing is said, and beside every other: the Basque model alone reads one word in ten, with this one beside it
 * nearly all, and the others lose nothing by it.
 */
const COMMON_LANGUAGE = "es";
/** Every further one takes longer. */
const MAX_AT_ONCE = 3;

export const OCR_LANGUAGES: readonly string[] = [...TRAINED.keys()];

export function trainedName(language: string): string {
  return TRAINED.get(language) ?? language;
}

/** Which a document is first read in: what it says itself, where that is expected; else the first that is expected. */
export function firstLanguages(declared: string | null, expected: readonly string[]): readonly string[] {
  const fit = readable(declared === null ? [] : [declared], expected);
  return withCommon(fit.length > 0 ? fit : readable(expected, []).slice(0, 1));
}

/**
 * Which it is read in once there is text: letters of Spanish tell a Catalan text well enough to know it for one, and
 * not well enough to keep. `found` has the greatest first. Null where it has been read in them.
 */
export function betterLanguages(
  now: readonly string[],
  found: readonly string[],
  expected: readonly string[],
): readonly string[] | null {
  const fit = readable(found, expected);
  return fit.every((language) => now.includes(language)) ? null : withCommon(fit);
}

function readable(languages: readonly string[], expected: readonly string[]): readonly string[] {
  return languages.filter(
    (language) => TRAINED.has(language) && (expected.length === 0 || expected.includes(language)),
  );
}

function withCommon(languages: readonly string[]): readonly string[] {
  const others = languages.slice(0, languages.includes(COMMON_LANGUAGE) ? MAX_AT_ONCE : MAX_AT_ONCE - 1);
  return [...new Set([...others, COMMON_LANGUAGE])];
}
