/** What stands in a cell or term of its own is said of what stands beside it: "Inicio" beside "Fin" is when something begins. */
import { firstOf, hasText, PageElement, squeezed, textOf } from "./element.ts";

const CELLS = new Set(["td", "th", "dt"]);

/** An element that says all that its cell does, in a row with other cells or as a term; a menu in a table is made of links. */
export function isCellOfMany(element: PageElement): boolean {
  let cell: PageElement = element;
  while (!CELLS.has(cell.name)) {
    if (cell.parent === null || cell.name === "table") return false;
    cell = cell.parent;
  }
  if (firstOf(cell, "a") !== null || squeezed(textOf(cell)) !== squeezed(textOf(element))) return false;
  if (cell.name === "dt") return true;
  const beside = cell.parent?.children ?? [];
  return beside.filter((one) => one instanceof PageElement && hasText(one)).length > 1;
}
