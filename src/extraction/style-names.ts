/** What the names of styles say, in DOCX and ODT alike. */

/** Programs in other languages than English write names of their own. */
const HEADING_NAME =
  /^(?:heading|t[íi]t(?:ulo|ol)|encabezado|encap[çc]alament|cap[çc]alera|izenburua|goiburua|titre|überschrift|titolo|cabe[çc]alho)\s*(\d)$/i;
const TITLE_NAME =
  /^(?:title|t[íi]t(?:ulo|ol)|t[íi]tulo principal|puesto|t[íi]tol principal|izenburua|izenburu nagusia|titre|titolo|titel)$/i;

/** From 1; null where it is no heading. */
export function levelByName(name: string): number | null {
  const number = Number(HEADING_NAME.exec(name.trim())?.[1] ?? 0);
  if (number > 0) return number;
  return TITLE_NAME.test(name.trim()) ? 1 : null;
}

const CAPTION_NAME =
  /^(?:table ?caption|caption|descripci[óo]n|ep[íi]grafe|llegenda|t[íi]tulo de tabla|tabla|table)$/i;

/** Of a table, as far as the name tells. */
export const isCaptionName = (name: string) => CAPTION_NAME.test(name.trim());
