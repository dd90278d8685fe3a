/**
 * Which heading is the page's own. The first one of a page is as often the name of the site: it stands in the header,
 * leads to the front page, is a picture, or is what the head of the page says last.
 */
import { elementsOf, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import { MIN_PART, namesSite, partsOf } from "./page-title.ts";
import { isContentTag, isSiteHeader } from "./site-frame.ts";
import { HEADINGS } from "./tag-names.ts";
import { folded } from "./trimming.ts";

const HOME = /^(?:(?:[a-z]+:)?\/\/[^/]+)?\/(?:[a-z]{2}\/?|index\.\w+|inicio|home|portada)?$/i;
/** Characters of a heading that cannot be that of a part of many pages ("Requisitos"). */
const MIN_NAME = 15;
/** Of the words of the shorter one, what two names of the same page share at least. */
const SHARED = 0.6;

/** Whether a heading and what a page calls itself in its head mean the same. */
export function agrees(heading: string, title: string): boolean {
  const [one, other] = [folded(heading), folded(title)];
  if (one.length < MIN_PART || other.length < MIN_PART) return one !== "" && one === other;
  if (one.includes(other) || other.includes(one)) return true;
  return partsOf(title).some(
    (part) => !namesSite(part) && (one.includes(folded(part)) || sharesWords(one, folded(part))),
  );
}

function sharesWords(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const least = Math.min(a.size, b.size);
  return least >= 2 && [...a].filter((word) => b.has(word)).length >= least * SHARED;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 3));
}

/** The name of the site rather than of the page. */
export function isSiteName(heading: PageElement, title: string): boolean {
  const text = folded(textOf(heading));
  if (text === "" || leadsHome(heading)) return true;
  const [first = "", ...others] = partsOf(title).map(folded);
  const isFirst = first !== "" && (first.includes(text) || text.includes(first));
  const inHeader = isInSiteHeader(heading);
  if (namesSite(text)) return inHeader || !isFirst || !others.every(namesSite);
  const isLater = others.some((part) => part.includes(text) && part.length > first.length);
  return inHeader && !isFirst && !isLater && !(others.length === 0 && agrees(text, title));
}

function leadsHome(heading: PageElement): boolean {
  if (heading.parent !== null && isHomeLink(heading.parent)) return true;
  for (const element of elementsOf(heading)) if (isHomeLink(element)) return true;
  return false;
}

function isHomeLink({ name, attributes }: PageElement): boolean {
  return name === "a" && HOME.test(attributes.get("href") ?? "");
}

function isInSiteHeader(heading: PageElement): boolean {
  for (let above = heading.parent; above !== null; above = above.parent) {
    if (isContentTag(above)) return false;
    if (isSiteHeader(above)) return true;
  }
  return false;
}

/** The main heading of a page; where it has none, the first one below that the head of the page agrees with. */
export function headingOfPage(page: PageElement, title: string): PageElement | null {
  const own = [...elementsOf(page)].filter(
    (element) => (element.name === "h1" || element.name === "h2") && !isSiteName(element, title),
  );
  const main = inMain(own.filter(({ name }) => name === "h1"));
  const agreeing = (heading: PageElement) => agrees(squeezed(textOf(heading)), title);
  const [longest] = main.filter(agreeing).toSorted((a, b) => textOf(b).length - textOf(a).length);
  if (longest !== undefined) return longest;
  // A page whose main heading is that of all pages is called in its head as one below it.
  const called = own.find((heading) => heading.name === "h2" && isCalled(heading, title));
  if (called !== undefined) return called;
  return main.length === 1 ? (main[0] ?? null) : (own.find(agreeing) ?? null);
}

/** Word by word what the head of the page says, without the name of the site. */
function isCalled(heading: PageElement, title: string): boolean {
  const text = folded(squeezed(textOf(heading)));
  const name = partsOf(title).find((part) => !namesSite(part));
  return text.length >= MIN_NAME && name !== undefined && folded(name) === text;
}

/** Where the page says which part is its main one, the others do not count. */
function inMain(headings: readonly PageElement[]): readonly PageElement[] {
  const within = headings.filter((heading) => {
    for (let above = heading.parent; above !== null; above = above.parent)
      if (above.name === "main" || above.get("role") === "main") return true;
    return false;
  });
  return within.length > 0 ? within : headings;
}

/** What heads the page heads its content, whichever way that was found. */
export function withHeading(root: PageElement, heading: PageElement | null): void {
  if (heading === null) return;
  const text = squeezed(textOf(heading));
  const alike = [...elementsOf(root)].filter(
    (element) => HEADINGS.has(element.name) && squeezed(textOf(element)) === text,
  );
  if (alike.some(({ name }) => name === heading.name)) return;
  const [first] = alike;
  if (first !== undefined) {
    first.name = heading.name;
    return;
  }
  const copy = new PageElement(heading.name, NO_ATTRIBUTES, root);
  copy.children = [text];
  root.children.unshift(copy);
}
