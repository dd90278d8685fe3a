/** What an element needs to become a heading, and how it does. */
import { elementsOf, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import { HEADINGS, INLINE, WITHOUT_TEXT } from "./tag-names.ts";

/** Of what names a part. */
export const MAX_HEADING = 90;
/** Below the headings that a page has of its own. */
export const HEADING = "h4";

export const FIELDS = new Set(["input", "select", "textarea"]);

const MAY_HEAD = new Set([
  "div",
  "p",
  "span",
  "label",
  "button",
  "a",
  "font",
  "u",
  "center",
  "legend",
  "figcaption",
]);

export function mayHead({ name }: PageElement): boolean {
  return MAY_HEAD.has(name) || (name.includes("-") && !name.startsWith("amp-"));
}

export function isInLinkOrHeading(element: PageElement): boolean {
  if (holdsLink(element)) return true;
  for (let above: PageElement | null = element.parent; above !== null; above = above.parent) {
    if (isLink(above) || HEADINGS.has(above.name) || above.name === "nav" || WITHOUT_TEXT.has(above.name))
      return true;
  }
  return false;
}

const isLink = (element: PageElement) =>
  element.name === "a" && element.has("href") && !/^(?:#?$|javascript:)/i.test(element.get("href").trim());

function holdsLink(root: PageElement): boolean {
  for (const element of elementsOf(root)) if (isLink(element)) return true;
  return false;
}

export const isBreak = (node: PageElement | string) =>
  typeof node !== "string" && (node.name === "br" || FIELDS.has(node.name) || !INLINE.has(node.name));

/** "**Servicio:** Urbanismo<br>**Tfno.** 010": two lines are no head. */
export function holdsLines(element: PageElement): boolean {
  let said = false;
  let isBroken = false;
  const stack: (PageElement | string)[] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "string") {
      if (node.name === "br") isBroken = said;
      else for (const child of node.children.toReversed()) stack.push(child);
    } else if (/\S/.test(node)) {
      if (isBroken) return true;
      said = true;
    }
  }
  return false;
}

export function becomeHeading(element: PageElement, name: string): void {
  const text = squeezed(textOf(element)).replace(/\s*:$/, "");
  if (text === "") return;
  element.name = name;
  element.attributes = NO_ATTRIBUTES;
  element.children = [text];
}
