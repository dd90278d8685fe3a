/**
 * Titles of panels by where they stand: portals call them headings of a panel, an accordion or a card, or make a button
 * of a link that leads nowhere, and only a script knows which panel they open. It is the one that follows.
 * Buttons that say nothing are believed where several look alike, each right before a block with text.
 */
import { elementsOf, hasText, PageElement, type PageNode, squeezed, textOf } from "./element.ts";
import { isHidden } from "./hidden-text.ts";
import { UTILITY_PHRASES } from "./noise-rules.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";
import { folded } from "./trimming.ts";

const TITLE_NAMES =
  /(?:^|[\s_-])(?:(?:panel|accordion|acordeon|acordeo|collaps[ei](?:ble)?|desplegable|toggle|expander|card|fold|faq)(?:[-_]+(?:item|group|element))?[-_]+(?:heading|header|head|title|titulo|titol|cabecera|trigger|toggle|button|btn|boton|question|pregunta|link|control|label)|ui-accordion-header|(?:heading|title|titulo|header|cabecera)[-_]+(?:panel|accordion|acordeon|desplegable|collapse)|(?:accordion|panel|acordeon)(?:header|heading|title|titulo))(?=$|[\s_-])/i;
const PANEL_NAMES =
  /(?:^|[\s_-])(?:collaps[ei]\w*|panel|accordion|acordeon|acordeo|desplegable|body|content|contenido|contingut|contido|cuerpo|oculto|hidden|hide)(?=$|[\s_-])/i;
const UTILITIES = new Set(UTILITY_PHRASES);
const MAX_TITLE = 120;
const MAX_STEPS = 3;
const LEAST_ALIKE = 3;
const PANELS = new Set(["div", "section", "ul", "ol", "dl", "p", "table", "article", "form", "fieldset"]);

/** Which panels are opened by what stands before them, by their titles. */
export function panelsByTitle(elements: readonly PageElement[]): ReadonlyMap<PageElement, PageElement> {
  const panels = panelsBelowAlikeButtons(elements);
  const titles = elements.filter(looksLikeTitle);
  if (titles.length === 0) return panels;
  const places = new Map<PageElement, number>();
  for (const { children } of elements)
    children.forEach((child, at) => {
      if (child instanceof PageElement) places.set(child, at);
    });
  for (const title of titles) {
    const panel = panelAfter(title, places);
    if (panel !== null && (isNamedTitle(title) || isHidden(panel) || PANEL_NAMES.test(panel.get("class"))))
      panels.set(title, panel);
  }
  return panels;
}

function panelsBelowAlikeButtons(elements: readonly PageElement[]): Map<PageElement, PageElement> {
  const alike = new Map<string, [PageElement, PageElement][]>();
  for (const parent of elements) {
    let before: PageElement | null = null;
    for (const child of parent.children) {
      if (!(child instanceof PageElement)) continue;
      if (before !== null && !INLINE.has(child.name) && hasText(child) && hasText(before)) {
        const kin = `${before.get("class")}<${parent.name}.${parent.get("class")}`;
        const others = alike.get(kin) ?? [];
        others.push([before, child]);
        alike.set(kin, others);
      }
      before = child.name === "button" ? child : null;
    }
  }
  return new Map([...alike.values()].filter(({ length }) => length >= LEAST_ALIKE).flat());
}

function looksLikeTitle(element: PageElement): boolean {
  if (HEADINGS.has(element.name) || element.name === "summary") return false;
  return isButtonToNowhere(element) || isNamedTitle(element);
}

export function isNamedTitle(element: PageElement): boolean {
  return element.has("class") && TITLE_NAMES.test(element.get("class"));
}

/** It acts like a button and leads to no other page. */
function isButtonToNowhere(element: PageElement): boolean {
  const isButton = element.get("role") === "button" || element.name === "button" || element.has("onclick");
  return isButton && !leadsElsewhere(element);
}

function leadsElsewhere({ name, attributes }: PageElement): boolean {
  return name === "a" && !/^(?:#|javascript:|$)/i.test(attributes.get("href") ?? "");
}

/** The block that follows the title, or follows what holds nothing but the title. */
function panelAfter(title: PageElement, places: ReadonlyMap<PageElement, number>): PageElement | null {
  if (!readsAsTitle(title)) return null;
  let element = title;
  for (let step = 0; step < MAX_STEPS && element.parent !== null; step++, element = element.parent) {
    const siblings: readonly PageNode[] = element.parent.children;
    const at = places.get(element) ?? 0;
    for (let after = at + 1; after < siblings.length; after++) {
      const next = siblings[after] ?? "";
      if (isFilled(next)) return next instanceof PageElement && isPanel(next) ? next : null;
    }
    for (let before = 0; before < at; before++) if (isFilled(siblings[before] ?? "")) return null;
  }
  return null;
}

/** Short, no sentence, no tool of the page, and without a heading or a link of its own. */
function readsAsTitle(element: PageElement): boolean {
  const text = squeezed(textOf(element));
  if (text === "" || text.length > MAX_TITLE || /[.;,]$/.test(text) || UTILITIES.has(folded(text)))
    return false;
  for (const part of elementsOf(element)) if (HEADINGS.has(part.name) || leadsElsewhere(part)) return false;
  return true;
}

function isFilled(node: PageNode): boolean {
  return typeof node === "string" ? /\S/.test(node) : hasText(node);
}

/** A block, and no title of another panel. */
function isPanel(element: PageElement): boolean {
  return PANELS.has(element.name) && !looksLikeTitle(element);
}

/** "Plazos +" opens a panel. */
export function withoutToggle(title: string): string {
  return squeezed(title.replace(/(?<=[\p{L}?)!\s])\s*(?:[+−–▼▾▲△⌄⌃›»✚➕]|\[[+-]\])\s*$/u, ""));
}
