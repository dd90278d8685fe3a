/** Which of the numbers in a line at the edge of a page may be the page's own. */

/** Between what stands apart in the line; a mark of the text itself there does as well. */
export const APART = " | ";

const PAGE_BEFORE =
  /(?:^|[^\p{L}])(?:p[áàa]g(?:ina|ines|s|e|es)?|p[áa]x(?:ina)?|page|pages|p|pp|pg|seite|strona|str|orr|hoja|folio|fol|full|foli|sheet)\s*[.:º#-]*\s*$/iu;
const PAGE_AFTER = /^\.?\s*(?:orr(?:ialdea|\.)?|or\.)(?=$|[^\p{L}])/iu;
const TOTAL_AFTER = /^\s*(?:de|of|d['’]un total de|\/)\s*\d+\s*(?=$|[|·•–—~-])/iu;
const CLOSED = /^\s*(?:$|[|·•–—~-]+(?:\s|$))/u;
/** So many words before a number name the document; fewer name what has the number: "ANEXO 2", "Figura complementaria 3". */
const NAMING_WORDS = 4;
const LABEL =
  /(?:^|[^\p{L}])(?:an(?:ex|ej)[oa]?s?|annex|appendix|ap[ée]ndice|art[íi]c(?:ulo|le)|artigo|cap[íi]t(?:ulo|ol)|chapter|secci[óo]n?|section|t[áa](?:bla|boa)|taula|table|c(?:ua|a)dro|quadre|figur[ae]|gr[áa]fic[oa]?|imagen|ficha|fitxa|formulario|modelo|model|impreso|lote?|plano|mapa|map|l[áa]mina|plate|photo|foto|core|box|sample|n[úu]m(?:ero)?|no|n)[.º°]?\s*$/iu;

/** The numbers of a text, and for each whether it stands as a page's number does. */
export function numbersOf(text: string): { readonly values: number[]; readonly mayCount: boolean[] } {
  const values: number[] = [];
  const mayCount: boolean[] = [];
  for (const match of text.matchAll(/\d+/g)) {
    values.push(Number(match[0]));
    mayCount.push(standsAsPageNumber(text.slice(0, match.index), text.slice(match.index + match[0].length)));
  }
  return { values, mayCount };
}

function standsAsPageNumber(before: string, after: string): boolean {
  if (PAGE_BEFORE.test(before) || PAGE_AFTER.test(after)) return true;
  const isLast = CLOSED.test(after) || TOTAL_AFTER.test(after);
  const isFirst = /^\s*$/.test(before);
  if (isFirst) return isLast || /^\s+\p{L}/u.test(after);
  if (!isLast) return false;
  return isParted(before) || (wordsIn(before) >= NAMING_WORDS && !LABEL.test(before));
}

/** After a mark or a gap; a space alone is none, nor is a hyphen in a word ("2026-3"). */
const isParted = (before: string) => /(?:^|\s)[|·•–—~-]+\s*$/u.test(before);

const wordsIn = (text: string) => (text.match(/\p{L}+/gu) ?? []).length;
