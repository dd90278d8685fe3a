/**
 * Where the content of well-known portals is, as data. A selector is `#id`, `.class` or a tag. Portals change: where a
 * selector finds nothing, or too little, the page is read like any other.
 */
import { elementsOf, type PageElement } from "./element.ts";

export interface DomainSelectors {
  /** The domain; its subdomains are meant too. */
  readonly domain: string;
  readonly content: readonly string[];
  readonly drop: readonly string[];
}

export const DOMAIN_SELECTORS: readonly DomainSelectors[] = [
  { domain: "boe.es", content: ["#textoxslt", "#DOdocText"], drop: [".enlaces-doc", ".linkSubir"] },
];

export function selectorsFor(url: URL | null, table: readonly DomainSelectors[]): DomainSelectors | null {
  const host = url?.hostname.replace(/\.$/, "") ?? "";
  return table.find(({ domain }) => host === domain || host.endsWith(`.${domain}`)) ?? null;
}

/** The first element that one of the selectors means, in the order of the selectors. */
export function selected(root: PageElement, selectors: readonly string[]): PageElement | null {
  for (const selector of selectors) {
    for (const element of elementsOf(root)) if (matchesSelector(element, selector)) return element;
  }
  return null;
}

export function matchesSelector(element: PageElement, selector: string): boolean {
  if (selector.startsWith("#")) return element.get("id") === selector.slice(1);
  if (selector.startsWith(".")) return element.get("class").split(/\s+/).includes(selector.slice(1));
  return element.name === selector;
}
