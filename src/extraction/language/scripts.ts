/** Languages that their letters give away, where nobody would look for them in words. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ko", /\p{Script=Hangul}/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ar", /\p{Script=Arabic}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["el", /\p{Script=Greek}/gu],
  ["he", /\p{Script=Hebrew}/gu],
  ["hi", /\p{Script=Devanagari}/gu],
  ["th", /\p{Script=Thai}/gu],
  ["hy", /\p{Script=Armenian}/gu],
  ["ka", /\p{Script=Georgian}/gu],
  ["bn", /\p{Script=Bengali}/gu],
];

/** Japanese is Han with these in between. */
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** From Greek on; a cheap look before anything is counted. */
const BEYOND_LATIN = /[\u{370}-\u{1dff}\u{2e80}-\u{d7ff}\u{f900}-\u{fffc}]/u;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The language of a script that is not Latin, where most letters are of it. Ukrainian and Bulgarian pass for Russian. */
export function languageByScript(text: string): string | null {
  if (!BEYOND_LATIN.test(text)) return null;
  const latin = count(text, /\p{Script=Latin}/gu);
  const letters = count(text, /\p{L}/gu);
  if (letters === 0 || latin * 2 >= letters) return null;
  if (count(text, KANA) * 10 > letters) return "ja";
  return SCRIPTS.find(([, pattern]) => count(text, pattern) * 2 > letters - latin)?.[0] ?? null;
}
