/** "Importe: 600 € al mes" of an aid is what people get, and no fee. */
import { foldedWords } from "./plain-text.ts";
import type { Section } from "./sections.ts";

export function withoutPaidOut(section: Section, title: string): Section {
  return isPaidOut(section, title) ? { ...section, kind: null } : section;
}

function isPaidOut({ kind, heading, parts }: Section, title: string): boolean {
  if (kind !== "tasas" || parts.length === 0 || !EITHER.test(foldedWords(heading))) return false;
  const words = foldedWords(parts.map(({ text }) => text).join("\n"));
  return !TAKEN.test(words) && (GIVEN.test(words) || AID.test(foldedWords(title)));
}

/** Headings of money, whichever way it goes. */
const EITHER =
  /^ (?:(?:el|la|l|o|a|os|as) )?(?:importes?|imports?|cuantias?|quanties|quantia|contias?|abonos?|abonaments?|pagos?|pagaments?|pagamentos?|zenbatekoak?|ordainketak?)(?: (?:y|i|e|eta) .*)? $/;

const AIDS =
  "ayudas?|axudas?|ajuts?|ajudes|laguntza\\p{L}*|prestacion(?:es)?|prestacions?|prestaci[oó]|prestazio\\p{L}*|subvenci\\p{L}*|subsidi\\p{L}*|becas?|beques|bekak?|pension(?:es)?|pensions?|pensio|pentsio\\p{L}*|ingreso minimo|ingres minim|renta|renda";
const AID = new RegExp(` (?:${AIDS}) `, "u");
/** Said of money that people get. */
const GIVEN = new RegExp(
  ` (?:${AIDS}|percib\\p{L}*|percep\\p{L}*|cobrara\\p{L}*|base reguladora|se (?:te |le |les )?(?:ingresa|abona|paga)\\p{L}*|jasoko|kobratu\\p{L}*) `,
  "u",
);
/** Said of money that is asked of them. */
const TAKEN =
  / (?:tasas?|taxa|taxes|taxas|tasak|tarifas?|tarifes|costes?|costos?|cost|custos?|kostu\p{L}*|precios?|preus?|prezos?|prezio\p{L}*|cuotas?|quotes|gratuit\p{L}*|gratis|doan|doako\p{L}*|autoliquidaci\p{L}*|modelo \d{3}|recargo|exent\p{L}*|exempt\p{L}*|debe\p{L}* (?:pagar|abonar|ingresar)|hay que (?:pagar|abonar|ingresar)|cal pagar|hai que pagar|ordaindu behar\p{L}*) /u;
