/**
 * The forms in which a word or a phrase can stand among keywords (P27), from the one that hears most. Each is inside of what
 * people say, so that a text of three forms counts three times. Where people say one of several, these are one form.
 */
import { beforeE, rootOf, singular } from "./keyword-forms.ts";
import { SMALL } from "./keyword-matching.ts";
import { isUsableKeyword, withArticles } from "./keyword-usable.ts";
import { beginsCommonWord, isEveryday, isGeneric, tellsNothing } from "./keyword-words.ts";

export type Form = readonly string[];

const MIN_STEM = 5;
const MIN_ROOT = 4;
const ENOUGH = 3;
const MAX_ENDS = 6;
const MIN_BEGUN = 3;

/** The word with its root, then beginnings of the root; short ones behind an article. */
export function formsOfWord(word: string): readonly Form[] {
  const [root, one] = [rootOf(word), singular(word)];
  const cut = [1, 2, 3, 4].map((letters) => root.slice(0, -letters));
  const isSafe = (form: string) =>
    form.length >= MIN_ROOT && isUsableKeyword(form) && !beginsCommonWord(form, one);
  const stems = [...new Set([root, ...cut.filter((form) => form.length >= MIN_STEM)])].filter(isSafe);
  const [first = one, ...others] = stems;
  const respelled = beforeE(root, word).filter((form) => form.length >= MIN_STEM && isSafe(form));
  const alone = isUsableKeyword(one) ? [[...new Set([first, one, ...respelled])]] : [];
  // Of a short root hardly a form is left: "penales" is said as it is.
  const asSaid =
    word !== one && others.length === 0 && alone.length > 0 && isUsableKeyword(word) ? [[word]] : [];
  const forms = [...alone, ...asSaid, ...others.map((form) => [form])];
  const articles = forms.length < ENOUGH ? withArticles(one) : [];
  return articles.length > 0 ? [...forms, articles] : forms;
}

/** Of "paro" or "asilo" hardly a beginning is left: a name's own word is heard again with what people say before and behind it. */
export function formsOfNamed(word: string): readonly Form[] {
  const forms = formsOfWord(word);
  const one = singular(word);
  if (forms.length >= ENOUGH || !isUsableKeyword(one)) return forms;
  const before = ["de", "para", "pedir", "solicitar", "cobrar", "cobrando", "sacar", "renovar", "necesito"];
  const after = ["para", "y", "en", "si", "de", "por", "se"];
  return [...forms, [...before.map((said) => `${said} ${one}`), ...after.map((said) => `${one} ${said}`)]];
}

/**
 * An abbreviation is said with its article; alone it stands where no word could hold it. One that cannot ("nie" is in
 * "tienes") is heard by what people put before it.
 */
export function formsOfAbbreviation(text: string): readonly Form[] {
  const articles = ["la", "el", "las", "los", "del", "de", "al", "un", "una", "mi"];
  const spoken = articles.map((article) => `${article} ${text}`);
  if (isUsableKeyword(text)) return [[text], spoken];
  const asked = ASKED_FOR.flatMap((verb) =>
    ["el ", "la ", "mi ", ""].map((article) => `${verb} ${article}${text}`),
  );
  const before = beginsCommonWord(text) ? [] : SAID_BEFORE;
  const terse = [...before.map((word) => `${word} ${text}`), ...SAID_AFTER.map((word) => `${text} ${word}`)];
  return [[...spoken, ...terse], asked];
}

const ASKED_FOR = [
  "necesito",
  "pedir",
  "pido",
  "sacar",
  "saco",
  "renovar",
  "renuevo",
  "solicitar",
  "conseguir",
];

/** Who is short of words, or new to the language, leaves the article out: "recibo ibi", "nie para trabajar". */
const SAID_BEFORE = ["cita", "tengo", "hacer", "pagar", "recibo", "descuento", "sin", "con", "para"];
const SAID_AFTER = ["para", "por", "en", "caducado", "caducada", "nuevo"];

/** To the root of its last word, as it is, and without its first words: whoever says the whole says these. */
export function formsOfPhrase(phrase: string): readonly Form[] {
  const words = phrase.split(" ");
  const stem = [...words.slice(0, -1), rootOf(words.at(-1) ?? "")];
  const ends = words
    .map((_, from) => from)
    .slice(1, Math.min(words.length - 1, MAX_ENDS))
    .filter((from) => words.slice(from).some(isTelling))
    .map((from) => stem.slice(from).join(" "));
  const cut = (stem.at(-1) ?? "").length > MIN_STEM ? [stem.join(" ").slice(0, -1)] : [];
  // A root may be the word itself: "testamento vital" is to be as loud as "testamento notarial".
  const begun = [1, 2]
    .filter((letters) => (words.at(-1) ?? "").length >= MIN_BEGUN + letters)
    .map((letters) => phrase.slice(0, -letters));
  return [...new Set([stem.join(" "), phrase, ...ends, ...cut, ...begun])].map((form) => [form]);
}

/** By itself, in whatever phrase: "de casa" is no end of "fuera de casa". */
function isTelling(word: string): boolean {
  return (
    word.length >= MIN_ROOT &&
    !isEveryday(word) &&
    !isGeneric(word) &&
    !tellsNothing(word) &&
    !SMALL.test(word)
  );
}
