import { firstOf, type PageElement, squeezed, textOf } from "./element.ts";
import { folded } from "./trimming.ts";

const MAX_LENGTH = 500;
/** What sites of administrations are called; folded. */
const SITE_NAME =
  /^(?:(?:la|el|a|o|l['’]) ?)?(?:(?:sede|seu|oficina) (?:electronica|virtual)|egoitza elektronikoa|(?:portal|web|pagina|sitio|lloc)(?: web)? (?:de|del|da|do|oficial|municipal|institucional|corporativ|ciudadan|tributari)|(?:excmo\.? )?(?:ayuntamiento|ajuntament|concello|diputacion|diputacio|deputacion|cabildo|consell|gobierno|govern|goberno|xunta|junta|generalitat|ministerio|comunidad|consejeria|conselleria|mancomunidad|consorcio) (?:insular |foral |provincial |general )?(?:de|del|d['’]|da|do))(?![\p{L}])|^(?:\p{L}+ ){1,3}(?:udala|mankomunitatea|foru aldundia|aldundia)$|^(?:mancomunidad|mancomunitat|mancomunidade) (?!de )\p{L}/u;
const MAX_SITE_NAME = 70;
/** Characters: shorter ones say nothing. */
export const MIN_PART = 4;
const MIN_TITLE = 8;

/** What the page calls itself in its head. */
export function pageTitle(root: PageElement): string {
  const title = firstOf(root, "title");
  return title === null ? "" : squeezed(textOf(title)).slice(0, MAX_LENGTH);
}

/** "Empadronamiento - Ayuntamiento de Madrid" → both. */
export function partsOf(title: string): string[] {
  return title.split(/\s+[|·–—»:-]+\s+/u).filter((part) => part.length >= MIN_PART);
}

export function namesSite(text: string): boolean {
  return text.length <= MAX_SITE_NAME && SITE_NAME.test(folded(text));
}

/** The first part that does not name the site, unless it is too short to be a name. */
export function titleWithoutSite(whole: string): string {
  const [site = "", ...rest] = whole.split(/:\s+/u);
  const title = rest.length > 0 && namesSite(site) ? rest.join(": ") : whole;
  const part = title.split(/\s+[|·–—»-]\s+/u).find((name) => !namesSite(name)) ?? "";
  return part.length >= MIN_TITLE ? part : title;
}
