/** Pages that say of themselves that they are news: in their data, their classes, their trail of links, their title. */
import { elementsOf, firstOf, type PageElement, squeezed, textOf } from "./element.ts";
import { folded } from "./trimming.ts";

/** https://schema.org/NewsArticle and what is below it, and entries of blogs. */
const NEWS_TYPE = /(?:^|[/#:])(?:[A-Z][A-Za-z]*)?(?:NewsArticle|BlogPosting)$/;
/** The name of a part of a site; folded. */
const NEWS_PART =
  /^(?:(?:sala de |notas? de |comunicados? de )?prensa|(?:ultimas |todas las )?noticias?|actualidade?|noticies|actualitat|(?:nota|notes|sala) de premsa|novas|albisteak?|prentsa[ -]oharr?ak?|news|press releases?)$/;
/** A whole class: `node--type-noticia`, `news-detail`; not `newsletter`, nor `has-news-sidebar`. */
const NEWS_CLASS =
  /^(?:(?:node|page|body|view|tipo|type|single|post|content|contenido|detalle|detail|ficha|article|articulo|entry|item|is|es|section|seccion)[-_]*)*(?:noticia|news|nota(?:[-_]?de)?[-_]?prensa|press[-_]?release|albistea|noticies)(?:[-_]*(?:detalle|detail|article|articulo|full|single|page|content|contenido|ficha|cuerpo|body|completa|interior|entry))*$/;
const TRAIL = /(?:^|[\s_-])(?:breadcrumbs?|migas?|rastro|pathway|camino|ruta)(?:$|[\s_-])/i;
const DATE = /[\s|·,-]*\d{1,2}(?:[/.-]| de )(?:\d{1,2}|\p{L}+)(?:[/.-]| de )\d{4}[\s|·,-]*/u;
/** No trail is longer. */
const MAX_TRAIL = 400;
/** No page has more headings of its own, nor trails; each is a look at much of the page. */
const MAX_LOOKS = 20;

/** How the page says so, for people; null where it does not. Has to see the page before its scripts are taken out. */
export function declaredNews(root: PageElement, title: string): string | null {
  const signs = new Signs();
  for (const element of elementsOf(root)) signs.see(element);
  const named = title.split(/\s*[|·–—»:]\s*|\s+-+\s+/u).find(isNewsPart);
  return signs.found() ?? (named === undefined ? null : `its title has "${named}"`);
}

class Signs {
  readonly #types: string[] = [];
  #sign: string | null = null;
  #headings = 0;
  #trails = 0;

  see(element: PageElement): void {
    const { name } = element;
    if (name === "script") this.#types.push(...typesOfData(element));
    else if (name === "meta") this.#seeMeta(element);
    else if (name === "h1" || name === "body") this.#seeClasses(element);
    if (name === "h1" && this.#headings++ < MAX_LOOKS) this.#seeKicker(element);
    for (const type of `${element.get("itemtype")} ${element.get("typeof")}`.split(/\s+/))
      if (NEWS_TYPE.test(type)) this.#types.push(type);
    if (TRAIL.test(`${element.get("class")} ${element.get("id")} ${element.get("aria-label")}`))
      this.#seeTrail(element);
  }

  /** A list of news beside something else has more than one. */
  found(): string | null {
    return this.#types.length === 1 ? `its data call it ${this.#types[0]}` : this.#sign;
  }

  #seeMeta(element: PageElement): void {
    const section = element.get("property").toLowerCase() === "article:section" ? element.get("content") : "";
    if (isNewsPart(section)) this.#sign ??= `its section is "${section}"`;
  }

  /** Of the page and of what its heading is in: news beside it has a place of its own. */
  #seeClasses(element: PageElement): void {
    for (let at: PageElement | null = element; at !== null; at = at.parent)
      for (const one of at.get("class").split(/\s+/))
        if (NEWS_CLASS.test(one.toLowerCase())) this.#sign ??= `its class is ${one}`;
  }

  /** "Nota de prensa · 12/03/2026", right above the heading. A menu above it has links. */
  #seeKicker(heading: PageElement): void {
    for (const child of heading.parent?.children ?? []) {
      if (child === heading) return;
      if (typeof child === "string" || firstOf(child, "a") !== null) continue;
      const text = squeezed(textOf(child)).replace(DATE, "");
      if (isNewsPart(text)) this.#sign ??= `it says "${text}"`;
    }
  }

  #seeTrail(element: PageElement): void {
    if (this.#trails++ >= MAX_LOOKS || textOf(element).length > MAX_TRAIL) return;
    for (const { children } of elementsOf(element))
      for (const child of children)
        if (typeof child === "string" && isNewsPart(child))
          this.#sign ??= `it stands in "${squeezed(child)}"`;
  }
}

function isNewsPart(text: string): boolean {
  return text.length < 60 && NEWS_PART.test(folded(squeezed(text)));
}

/** Larger ones are the data of a program. */
const MAX_DATA = 1 << 20;

/** Of JSON-LD (https://www.w3.org/TR/json-ld11/): the object, those of a list, those of its `@graph`. */
function typesOfData(script: PageElement): string[] {
  if (!/ld\+json/i.test(script.get("type"))) return [];
  const text = textOf(script);
  if (text.length > MAX_DATA || !/NewsArticle|BlogPosting/.test(text)) return [];
  try {
    const data: unknown = JSON.parse(text);
    const objects = [data].flat().flatMap((one) => [one, ...[graphOf(one)].flat()]);
    return objects.flatMap(typesOf).filter((type) => NEWS_TYPE.test(type));
  } catch {
    return [];
  }
}

function graphOf(value: unknown): unknown {
  return typeof value === "object" && value !== null && "@graph" in value ? value["@graph"] : [];
}

function typesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null || !("@type" in value)) return [];
  return [value["@type"]].flat().filter((type) => typeof type === "string");
}
