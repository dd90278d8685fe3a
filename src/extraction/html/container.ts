/** The smallest part of the page that holds nearly all of what reads like content, with the lead that may stand before it. */
import { elementsOf, PageElement } from "./element.ts";
import type { Measures } from "./measure.ts";
import { namingOf } from "./naming.ts";
import { INLINE } from "./tag-names.ts";

const NEARLY_ALL = 0.9;
const MOST = 0.75;
const MAX_LEAD = 6;
const NOT_ALONE = new Set(["p", "td", "li", "tr", "tbody", "span", "a", "blockquote"]);

export interface Content {
  readonly lead: readonly PageElement[];
  readonly container: PageElement;
  readonly rest: readonly PageElement[];
}

export function contentIn(root: PageElement, measures: Measures): Content {
  const container = containerOf(root, measures);
  return { container, lead: leadOf(root, container, measures), rest: restOf(container, measures) };
}

export function containerOf(
  root: PageElement,
  measures: Measures,
  { nearlyAll, most }: { readonly nearlyAll: number; readonly most: number } = {
    nearlyAll: NEARLY_ALL,
    most: MOST,
  },
): PageElement {
  let current = root;
  for (;;) {
    const next = heaviestChild(current, measures);
    if (next === null) return current;
    const share = weightOf(next, measures) / Math.max(1, weightOf(current, measures));
    if (share < (isContentLike(next) ? most : nearlyAll)) return current;
    if (NOT_ALONE.has(next.name)) return current;
    current = next;
  }
}

function isContentLike(element: PageElement): boolean {
  if (element.name === "article" || element.name === "main" || element.get("role") === "main") return true;
  if (/articleBody/i.test(element.get("itemprop"))) return true;
  const naming = namingOf(element);
  return naming.content && !naming.noise;
}

function heaviestChild(element: PageElement, measures: Measures): PageElement | null {
  let heaviest: PageElement | null = null;
  for (const child of element.children) {
    if (
      child instanceof PageElement &&
      weightOf(child, measures) > (heaviest === null ? 0 : weightOf(heaviest, measures))
    )
      heaviest = child;
  }
  return heaviest;
}

function weightOf(element: PageElement, measures: Measures): number {
  return measures.get(element)?.weight ?? 0;
}

/** Sentences between the title of the page and the container; without a title, those right before it. */
function leadOf(root: PageElement, container: PageElement, measures: Measures): PageElement[] {
  let lead: PageElement[] = [];
  let titled = false;
  const path = new Set<PageElement>();
  for (let above = container.parent; above !== null; above = above.parent) path.add(above);
  for (const element of elementsOf(root)) {
    if (element === container) break;
    if (element.name === "h1") {
      lead = [];
      titled = true;
    } else if (
      !path.has(element) &&
      isLeafOfProse(element, measures) &&
      (titled || element.parent === container.parent)
    )
      lead.push(element);
  }
  return titled || lead.length <= 2 ? lead.slice(-MAX_LEAD) : [];
}

/** It holds sentences, and no block in it does. */
function isLeafOfProse(element: PageElement, measures: Measures): boolean {
  const measure = measures.get(element);
  if (measure === undefined || measure.proseRuns === 0 || INLINE.has(element.name)) return false;
  if (measure.linkText > measure.text * 0.3) return false;
  return !element.children.some(
    (child) => child instanceof PageElement && (measures.get(child)?.proseRuns ?? 0) > 0,
  );
}

/** What goes on after the container, beside it. */
function restOf(container: PageElement, measures: Measures): PageElement[] {
  const siblings = container.parent?.children ?? [];
  return siblings.slice(siblings.indexOf(container) + 1).filter((sibling): sibling is PageElement => {
    if (!(sibling instanceof PageElement)) return false;
    const measure = measures.get(sibling);
    return measure !== undefined && measure.prose > 80 && measure.linkText < measure.text * 0.2;
  });
}
