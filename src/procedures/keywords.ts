/** What a procedure is found by (P27): words of its name, of its body, and what people say instead. */
import { foldForMatching } from "../finders/procedure-markers.ts";
import { claimsOf } from "./keyword-claims.ts";
import { type Evidence, evidenceOf, type KeywordInput } from "./keyword-evidence.ts";
import { heard } from "./keyword-loudness.ts";
import { isOrdinaryBeside } from "./keyword-ordinary.ts";
import { spelled } from "./keyword-spellings.ts";
import { isUsableKeyword, standing } from "./keyword-usable.ts";
import { tellsNothing } from "./keyword-words.ts";
import { foldedWords } from "./plain-text.ts";

const MAX_KEYWORDS = 600;

export function keywordsOf(input: KeywordInput): string[] {
  const isOrdinary = isOrdinaryBeside(input.name);
  const isClaimed = claimsOf(input.claimed ?? []);
  const usable = evidenceOf(input).flatMap((evidence) =>
    keywordsFor(evidence)
      .filter(isUsableKeyword)
      .flatMap(spelled)
      .filter((keyword) => !isOrdinary(keyword) && !isClaimed(keyword, evidence.origin)),
  );
  const keywords = [...new Map(usable.map((keyword) => [foldForMatching(keyword), keyword])).values()];
  return atLeastThree(keywords.slice(0, MAX_KEYWORDS), input);
}

/**
 * What tells nothing is heard once, and no louder. Of what tells something no form is such a word, but for a telling phrase
 * whose root is one ("familia numeros"); a place says nothing of any other.
 */
function keywordsFor(evidence: Evidence): string[] {
  const forms = heard(evidence).map(asWritten);
  if (evidence.origin === "place" || evidence.origin === "plain") return forms;
  if (tellsNothing(evidence.text)) return standing(asWritten(evidence.text));
  const isOfPhrase = (form: string) => form.includes(" ") && evidence.text.includes(form);
  return forms.filter((form) => !tellsNothing(form) || isOfPhrase(form));
}

/** Lower case, no accents: as curated files have them. The ñ is a letter of its own. */
function asWritten(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/(?<!n)\p{M}+|(?<=n)[\u{300}-\u{302}\u{304}-\u{36F}]/gu, "")
    .normalize("NFC")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Names of nothing but everyday words are found by the whole of what people say to have them. */
function atLeastThree(keywords: readonly string[], { name, slug, organism }: KeywordInput): string[] {
  if (keywords.length >= 3) return [...keywords];
  const whole =
    [name, slug, organism].map((text) => foldedWords(text).trim()).find((text) => text !== "") ?? "tramite";
  const spare = [whole, `tramite ${whole}`, `solicitar ${whole}`, `pedir ${whole}`];
  return [...new Set([...keywords, ...spare.filter(isUsableKeyword)])];
}
