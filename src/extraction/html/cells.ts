/** What stands in a cell or term of its own is said of what stands beside it: "Inicio" beside "Fin" is when something begins. */
import { firstOf, hasText, PageElement, squeezed, textOf } from "./element.ts";

const CELLS = new Set(["td", "th", "dt"]);

/**
 * Of elements that say all that their cell does, in a row with other cells or as a term; a menu in a table is made of
 * links. What a cell says is looked up once: it may hold a whole page.
 */
export function cellsOfMany(): (element: PageElement) => boolean {
  const known = new Map<PageElement, string | null>();
  return (element) => {
    const cell = cellAround(element);
    if (cell === null) return false;
    let said = known.get(cell);
    if (said === undefined) known.set(cell, (said = saidBeside(cell)));
    return said !== null && said === squeezed(textOf(element));
  };
}

function cellAround(element: PageElement): PageElement | null {
  let cell: PageElement = element;
  while (!CELLS.has(cell.name)) {
    if (cell.parent === null || cell.name === "table") return null;
    cell = cell.parent;
  }
  return cell;
}

/** Null: nothing stands beside it, or it leads somewhere. */
function saidBeside(cell: PageElement): string | null {
  if (firstOf(cell, "a") !== null) return null;
  const beside = cell.parent?.children ?? [];
  const cells = beside.filter((one) => one instanceof PageElement && hasText(one));
  return cell.name === "dt" || cells.length > 1 ? squeezed(textOf(cell)) : null;
}
