/** `tasas`: what is to be paid, in the words of the page. */
import { sentencesOf } from "../plain-text.ts";
import type { Section } from "../sections.ts";
import { unique } from "./items.ts";

export function feesOf(sections: readonly Section[], body: string): string | null {
  const said = sections.flatMap(({ parts }) =>
    parts.map(({ kind, text }) => (kind === "sub" ? `${text.replace(/\s*:$/, "")}:` : text)),
  );
  if (said.length > 0) return unique(said).join("\n");
  return sections.find(({ heading }) => FREE_ITSELF.test(heading.trim()))?.heading ?? feesInText(body);
}

/** Set as a heading, with nothing below it. */
const FREE_ITSELF =
  /^(?:es )?(?:totalmente )?(?:gratuit[oa]|gratis|gratuït|gratuïta|de balde|doakoa|doan|sin coste|sense cost|sen custo|(?:non?|sin|sense|sen) (?:\p{L}+ ){0,3}(?:coste?|custo|tasas?|taxa|taxes|taxas|nada|res)(?: \p{L}+)?)[.!]?$/iu;

const AMOUNT =
  /\b(?:tasas?|taxa|taxes|taxas|tasak|precio público|preu públic|prezo público)\b[^.]{0,120}\d[\d.,]*\s*(?:€|euros?|euro)/i;
const FREE =
  /\b(?:trámite|tramitación|tramitació|procedimiento|solicitud|inscripción|expedición|gestión|tràmit|procediment|procedemento|izapidea)\b[^.,;()]{0,40}\b(?<!(?:jurídica|jurídicament|justicia|justícia|xustiza|xurídica) )(?:gratuit[oa]s?|gratuït[a]?|de balde|doakoa|doan)(?![\p{L}])|\bno (?:se exige|requiere|tiene|está sujet[oa] a)\s+(?:el pago de\s+)?(?:tasa|coste)/iu;

/** Where no part is headed so: only sentences that name an amount, or say that the procedure itself is free. */
function feesInText(body: string): string | null {
  const found = body
    .split("\n")
    .filter((line) => AMOUNT.test(line) || FREE.test(line))
    .flatMap(sentencesOf)
    .filter((sentence) => AMOUNT.test(sentence) || FREE.test(sentence));
  return unique(found).slice(0, 2).join("\n") || null;
}
