import { CATEGORY, type PageTitle, parseTitle } from "./mediawiki-titles.ts";
import { compareBytes } from "./mediawiki-order.ts";

/** What a server knows of a page by its text alone. */

export type ContentModel = "wikitext" | "json" | "css" | "javascript" | "text";

export const CONTENT_FORMAT: Readonly<Record<ContentModel, string>> = {
  wikitext: "text/x-wiki",
  json: "application/json",
  css: "text/css",
  javascript: "text/javascript",
  text: "text/plain",
};

const REDIRECT = /^\s*#REDIRECT\s*:?\s*\[\[\s*([^\]|]+)(?:\|[^\]]*)?\]\]/i;
const CATEGORY_LINK = /\[\[\s*Category\s*:\s*([^\]|#]+?)\s*(?:\|[^\]]*)?\]\]/gi;

export function redirectTarget(model: ContentModel, text: string): PageTitle | null {
  const link = model === "wikitext" ? REDIRECT.exec(text)?.[1] : undefined;
  if (link === undefined) return null;
  const title = parseTitle(link.trim());
  return title.kind === "page" && title.key !== "" ? title : null;
}

/** Keys of the categories that the text names, in the order of the database. Templates are not expanded. */
export function categoriesOf(model: ContentModel, text: string): readonly string[] {
  if (model !== "wikitext" || !text.includes("[[")) return [];
  const keys = new Set<string>();
  for (const [, name = ""] of text.matchAll(CATEGORY_LINK)) {
    const title = parseTitle(name, CATEGORY);
    if (title.kind === "page" && title.ns === CATEGORY) keys.add(title.key);
  }
  return [...keys].toSorted(compareBytes);
}

/** Scripts and styles have their model by their name; everything else is wikitext unless told otherwise. */
export function modelOf({ ns, key }: Pick<PageTitle, "ns" | "key">): ContentModel {
  const extension = /\.(css|js|json)$/.exec(key)?.[1];
  const scriptable = ns === 8 || (ns === 2 && key.includes("/"));
  if (extension === undefined || !scriptable) return "wikitext";
  return extension === "js" ? "javascript" : (extension as "css" | "json");
}

/** What TextExtracts makes of a page, in its simplest form: the words without the markup, nothing of other models. */
export function extractOf(model: ContentModel, text: string): string {
  if (model !== "wikitext" || redirectTarget(model, text) !== null) return "";
  return text
    .replace(CATEGORY_LINK, "")
    .replace(/\{\{[^{}]*\}\}|<[^>]*>|'{2,}/g, "")
    .replace(/\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/g, "$1")
    .trim();
}
