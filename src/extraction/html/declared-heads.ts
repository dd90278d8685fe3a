/** Headings by what a page itself says of them: roles, classes of frameworks and content systems, legends. */
import { elementsOf, firstOf, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import {
  becomeHeading,
  FIELDS,
  HEADING,
  holdsLines,
  isInLinkOrHeading,
  MAX_HEADING,
  mayHead,
} from "./heading-element.ts";

export function headDeclared(root: PageElement): void {
  for (const element of elementsOf(root))
    if (element.get("role") === "heading") becomeHeading(element, levelOf(element));
  headByClass(root);
  headLegends(root);
}

function levelOf(element: PageElement): string {
  const level = Number.parseInt(element.get("aria-level"), 10);
  return level >= 1 && level <= 6 ? `h${level}` : "h2";
}

/** `<span class="h2">`: what a framework sets as headings; the first is the page's where it has none. */
function headByClass(root: PageElement): void {
  const elements = [...elementsOf(root)];
  let hasName = elements.some(({ name }) => name === "h1");
  for (const element of elements) {
    if (NAME_OF_PAGE.test(element.get("class")) && headCell(element, hasName)) hasName = true;
    const [, level] = element.has("class")
      ? (/(?:^|\s)h([1-6])(?=\s|$)/.exec(element.get("class")) ?? [])
      : [];
    if (level === undefined || !mayHead(element) || isInLinkOrHeading(element)) continue;
    const { length } = squeezed(textOf(element));
    if (length < 2 || length > MAX_HEADING || holdsLines(element)) continue;
    becomeHeading(element, hasName ? `h${level}` : "h1");
    hasName = true;
  }
}

const NAME_OF_PAGE =
  /(?:^|\s)(?:contentheading|titulo[-_]?(?:tramite|procedimiento|ficha|servicio)|(?:tramite|procedimiento|ficha|entry|node|page)[-_]?(?:titulo|title))(?=\s|$)/i;

/** What a content system calls the name of a page, in a cell or a box of its own. */
function headCell(cell: PageElement, hasName: boolean): boolean {
  const text = squeezed(textOf(cell));
  if (hasName || text.length < 2 || text.length > MAX_NAME || isInLinkOrHeading(cell)) return false;
  const heading = new PageElement("h1", NO_ATTRIBUTES, cell);
  heading.children = [text];
  cell.children = [heading];
  return true;
}

const MAX_NAME = 200;

/** Of a set that nothing is filled in. */
function headLegends(root: PageElement): void {
  for (const set of elementsOf(root)) {
    if (set.name !== "fieldset" || elementsOf(set).some(({ name }) => FIELDS.has(name))) continue;
    const legend = firstOf(set, "legend");
    if (legend?.parent === set && squeezed(textOf(legend)).length <= MAX_HEADING)
      becomeHeading(legend, HEADING);
  }
}
