/** Lines that are broken by hand, as elements: "Requisitos<br>Ser mayor de edad<br>…". */
import { namedSection } from "../section-matching.ts";
import { elementsOf, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import { isBreak, MAX_HEADING } from "./heading-element.ts";
import { sectionHeadedBy } from "./sections.ts";
import { INLINE } from "./tag-names.ts";

/** "Requisitos<br>Ser mayor de edad<br>Plazo<br>…": lines that are broken by hand are elements like others. */
export function wrapBrokenLines(root: PageElement): void {
  for (const parent of elementsOf(root)) {
    const { children } = parent;
    if (!children.some((child) => typeof child !== "string" && child.name === "br")) continue;
    parent.children = children.map((child, at) => {
      if (typeof child !== "string" || child.length > MAX_WRITTEN || !/\S/.test(child)) return child;
      if (TYPED_ITEM.test(child)) return child;
      const isLine = [children[at - 1], children[at + 1]].every((one) => one === undefined || isBreak(one));
      if (!isLine) return child;
      const line = new PageElement("span", NO_ATTRIBUTES, parent);
      line.children = [child];
      return line;
    });
  }
}

/** "a) Formulario de solicitud", "- Plazos" are of a list. */
const TYPED_ITEM = /^\s*(?:[-*•·–—»>]|[a-z][).])\s/;

/** A bold name of a part that a line begins with, where the line before it was never ended. */
export function breakBeforeHeads(root: PageElement): void {
  for (const parent of elementsOf(root)) {
    const { children } = parent;
    let last: PageElement | string | null = null;
    const broken: (PageElement | string)[] = [];
    children.forEach((child, at) => {
      if (isRunOn(child, last, children[at + 1]) && !goesOnSmall(children[at + 2]))
        broken.push(new PageElement("br", NO_ATTRIBUTES, parent));
      broken.push(child);
      if (typeof child !== "string" || /\S/.test(child)) last = child;
    });
    if (broken.length > children.length) parent.children = broken;
  }
}

/** The sentence goes on in the next line. */
const goesOnSmall = (next: PageElement | string | undefined) =>
  next !== undefined && /^\s*\p{Ll}/u.test(typeof next === "string" ? next : textOf(next));

function isRunOn(
  child: PageElement | string,
  before: PageElement | string | null,
  after: PageElement | string | undefined,
): boolean {
  if (typeof child === "string" || !INLINE.has(child.name)) return false;
  if (after === undefined || typeof after === "string" || after.name !== "br") return false;
  if (before === null || typeof before === "string" || isBreak(before)) return false;
  const text = squeezed(textOf(child));
  if (text.length > MAX_HEADING || !isAllBold(child)) return false;
  return (
    namedSection(text.replace(/\s*:$/, "")) !== null || (isCapital(text) && sectionHeadedBy(text) !== null)
  );
}

const isCapital = (text: string) => text === text.toUpperCase() && /\p{Lu}{4}/u.test(text);

function isAllBold(element: PageElement): boolean {
  for (let inner: PageElement | undefined = element; inner !== undefined;) {
    if (inner.name === "b" || inner.name === "strong") return true;
    const said: readonly (PageElement | string)[] = inner.children.filter(
      (child) => typeof child !== "string" || /\S/.test(child),
    );
    inner = said.length === 1 && said[0] instanceof PageElement ? said[0] : undefined;
  }
  return false;
}

/** Characters with white space around them. */
const MAX_WRITTEN = 300;
