/**
 * Words that the files of people are found by (ADR 9). A person writes thirty keywords, a page has hundreds, and the reader
 * counts: so what a person has called a file by is left to it, but for words of a procedure's own name.
 */
import { foldForMatching } from "../finders/procedure-markers.ts";
import type { Origin } from "./keyword-evidence.ts";
import { rootOf } from "./keyword-forms.ts";
import { MIN_LETTERS } from "./keyword-matching.ts";
import { isEveryday, isGeneric } from "./keyword-words.ts";

/** A file of more speaks loudly enough: it was made of a page, and somebody has checked it. */
const MOST_CLAIMS = 100;
const MAX_LETTERS = 60;

export function claimedBy({ keywords }: Readonly<Record<string, unknown>>): readonly string[] {
  if (!Array.isArray(keywords) || keywords.length > MOST_CLAIMS) return [];
  return keywords.filter((word): word is string => typeof word === "string" && word.length <= MAX_LETTERS);
}

export type IsClaimed = (keyword: string, origin: Origin) => boolean;

const OF_NAME: ReadonlySet<Origin> = new Set(["name", "pair", "abbreviation", "general"]);
/** People say it of this very matter: another form of a claimed word may stay. */
const OF_MATTER: ReadonlySet<Origin> = new Set(["said", "topic"]);

const NOTHING: IsClaimed = () => false;
const KNOWN = new WeakMap<readonly string[], IsClaimed>();

/** All pages of a run are held against the same words. */
export function claimsOf(words: readonly string[]): IsClaimed {
  if (words.length === 0) return NOTHING;
  const claims = KNOWN.get(words) ?? madeClaimsOf(words.map((word) => foldForMatching(word).trim()));
  KNOWN.set(words, claims);
  return claims;
}

/** "de" and "a" are in everything. */
const LEAST_LETTERS = 3;

function madeClaimsOf(claimed: readonly string[]): IsClaimed {
  const said = claimed.filter(({ length }) => length >= LEAST_LETTERS);
  const within = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${said.map(asBeginning).join("|")})`, "u");
  const all = `\n ${said.join("\n ")}\n`;
  const roots = new Set(said.filter((word) => !word.includes(" ")).flatMap(rootsOf));
  return (keyword, origin) => {
    if (said.length === 0 || OF_NAME.has(origin)) return false;
    const folded = foldForMatching(keyword);
    if (within.test(folded) || (folded.length >= MIN_LETTERS && all.includes(` ${folded}`))) return true;
    return !OF_MATTER.has(origin) && rootsOf(folded).some((root) => roots.has(root));
  };
}

/** "tie" is a word by itself, "extranjer" begins one. */
function asBeginning(word: string): string {
  return word.length > MIN_LETTERS ? RegExp.escape(word) : String.raw`${RegExp.escape(word)}(?![\p{L}\p{N}])`;
}

function rootsOf(text: string): string[] {
  return text
    .split(" ")
    .filter((word) => word.length >= MIN_LETTERS && !isEveryday(word) && !isGeneric(word))
    .map(rootOf);
}
