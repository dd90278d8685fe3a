/** Languages that their letters give away, where nobody would look for them in words. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
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

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** The language of a script that is not Latin, where most letters are of it. Ukrainian and Bulgarian pass for Russian. */
export function languageByScript(text: string): string | null {
  const latin = count(text, /\p{Script=Latin}/gu);
  const letters = count(text, /\p{L}/gu);
  if (letters === 0 || latin * 2 >= letters) return null;
  const kana = SCRIPTS.find(
    ([language, pattern]) => language === "ja" && count(text, pattern) * 10 > letters,
  );
  if (kana !== undefined) return "ja";
  const found = SCRIPTS.find(([, pattern]) => count(text, pattern) * 2 > letters - latin)?.[0] ?? null;
  return found;
}
