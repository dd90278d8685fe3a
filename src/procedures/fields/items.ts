/** Requirements and documents as items: those of lists as they are, paragraphs taken apart where they enumerate. */
import { foldedWords, sentencesOf } from "../plain-text.ts";
import { exactKindOf } from "../section-kind.ts";
import type { Section, SectionPart } from "../sections.ts";

export function itemsOf(sections: readonly Section[]): string[] {
  const filled = sections.filter(({ parts }) => parts.length > 0);
  const items = filled.flatMap((section) => [
    ...(filled.length > 1 && exactKindOf(section.heading) === null ? [`${section.heading}:`] : []),
    ...itemsOfParts(section.parts),
  ]);
  return withoutEmptyHeads(unique(items));
}

function itemsOfParts(parts: readonly SectionPart[]): string[] {
  const isAlone = parts.filter(({ kind }) => kind !== "sub").length === 1;
  return parts.flatMap((part, at) => {
    if (part.kind === "sub") return [`${part.text.replace(/\s*:$/, "")}:`];
    if (part.kind === "item")
      return isAlone && /\sb\)\s/.test(part.text) ? takenApart(part.text) : [part.text];
    if (isGenericIntro(part.text) && parts[at + 1] !== undefined) return [];
    return isAlone ? takenApart(part.text) : [part.text];
  });
}

/** "Hay que presentar los siguientes documentos:" says no more than the heading above it. */
function isGenericIntro(text: string): boolean {
  if (!text.endsWith(":")) return false;
  const words = foldedWords(text);
  return words.trim().split(" ").length <= 22 && GENERIC.test(words) && !CONDITION.test(words);
}

const GENERIC =
  / (?:siguientes?|seguents?|seguintes?|hauek|honako|ondorengo|requisitos|requisits|baldintzak|documentos|documentacion|documents|documentacio|dokumentazioa|aportar|aportarse|presentar|presentarse|acompanar|adjuntar|achegar|cumplir|reunir|necesario|necesita|cal|heu de|haura) /;
const CONDITION =
  / (?:si|cuando|caso|menores|menor|extranjeros|para los|para las|en el supuesto|quan|cas|estrangers|se e|no caso|bada|adingabeak|ademas|excepto|salvo) /;

/** a) … b) …; bullets in a line; three or more sentences or clauses. */
export function takenApart(text: string): string[] {
  const lettered = pieces(text, /(?:^|\s)(?:[a-z]|\d{1,2})\)\s+/);
  if (lettered.length >= 2) return lettered;
  const bulleted = pieces(text, /\s*[•▪◦·]\s+/);
  if (bulleted.length >= 2) return bulleted;
  const clauses = pieces(text, /\s*;\s+/);
  if (clauses.length >= 3) return clauses;
  const sentences = sentencesOf(text);
  return sentences.length >= 3 ? sentences : [text];
}

function pieces(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((piece) => piece.trim().replace(/[;,]$/, ""))
    .filter((piece) => piece !== "");
}

export function unique(items: readonly string[]): string[] {
  const known = new Set<string>();
  return items.filter((item) => {
    const key = foldedWords(item);
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}

/** A heading inside a part of which nothing is left. */
function withoutEmptyHeads(items: readonly string[]): string[] {
  return items.filter((item, at) => !(item.endsWith(":") && at === items.length - 1));
}
