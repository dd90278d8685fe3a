/** Takes out of the content what is not part of it: lists of links, "read also", what follows the end. */
import { type PageElement, squeezed, textOf } from "./element.ts";
import type { Measure, Measures } from "./measure.ts";
import { RELATED_PHRASES } from "./noise-rules.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";

const MAX_PHRASE_LINE = 80;
const MAX_LINE = 220;
const PHRASES = new Set(RELATED_PHRASES);
const LONGEST = RELATED_PHRASES.reduce((most, phrase) => Math.max(most, phrase.split(" ").length), 0);

export function folded(text: string): string {
  return squeezed(text).normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** Whether a line begins with a phrase that leads away from the content; a longer one has to bear a link. */
export function leadsAway(text: string, hasLink: boolean): boolean {
  if (text.length > (hasLink ? MAX_LINE : MAX_PHRASE_LINE)) return false;
  const words = folded(text.slice(0, 120))
    .split(/[^\p{L}\p{N}'’-]+/u)
    .filter((word) => word !== "");
  for (let count = Math.min(LONGEST, words.length); count > 0; count--) {
    const phrase = words.slice(0, count).join(" ");
    if (!PHRASES.has(phrase)) continue;
    if (words.length <= count + 2 || /^[^:]{0,40}:/.test(text)) return true;
    return count > 1 && text.length <= MAX_PHRASE_LINE;
  }
  return false;
}

/** What is trimmed where it stands for itself, in a line of its own. */
const CREDIT =
  /^(?:\(?(?:foto|fotos|photo|photos|bild|bilder|titelbild|beitragsbild|bildquelle|bildnachweis|credits?|image|images|imagen|cr[eé]dits?|fot|zdj[eę]cie|picture|abb|abbildung)\b[^.!?]{0,12}[:©/|]|©|\(c\)|copyright\b|all rights reserved|alle rechte vorbehalten|todos los derechos)/iu;
const STAMP =
  /^(?:(?:stand|aktualisiert|ver[oö]ffentlicht|published|updated|last (?:modified|updated)|posted|publicado|actualizado|von|by|por)\b[^.!?]{0,60}|[^\p{L}]*\d{1,4}[./-]\s?(?:\d{1,2}|\p{L}{3,10})[./-]?\s?\d{2,4}[^\p{L}]*(?:uhr)?|\d{1,2}:\d{2}(?: uhr)?)$/iu;

/** Why something within the content is not part of it. */
export type Trim = "links" | "credit" | "stamp" | "away";

export function trimOf(element: PageElement, measures: Measures): Trim | null {
  const measure = measures.get(element);
  if (measure === undefined || INLINE.has(element.name) || measure.text === 0) return null;
  if (isLinkList(element, measure)) return "links";
  if (measure.text > MAX_LINE || measure.runs > 3) return null;
  return trimOfLine(squeezed(textOf(element)), measure.links > 0);
}

export function trimOfLine(text: string, hasLink: boolean): Trim | null {
  if (CREDIT.test(text) && text.length < 160) return "credit";
  if (text.length < 60 && STAMP.test(text)) return "stamp";
  return leadsAway(text, hasLink) ? "away" : null;
}

function isLinkList(element: PageElement, { text, linkText, prose, links }: Measure): boolean {
  if (HEADINGS.has(element.name) || element.name === "table") return false;
  return (
    linkText > text * 0.65 &&
    prose < text * 0.2 &&
    (links > 1 || element.name !== "p" || linkText >= text * 0.9)
  );
}
