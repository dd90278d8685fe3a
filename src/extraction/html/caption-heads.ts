/**
 * Captions of tables that hold no data: `<table><caption>Plazos</caption><tr><td>…`, one cell below the other, is a box
 * with a title. Where one of them names a part of a procedure, all are headings.
 */
import { namedSection } from "../section-matching.ts";
import { elementsOf, PageElement, squeezed, textOf } from "./element.ts";
import { isDataTable, shapeOf } from "./table-grid.ts";

const MAX_LENGTH = 90;
const HEADING = "h4";

export function headCaptions(
  root: PageElement,
  becomeHeading: (element: PageElement, name: string) => void,
): void {
  const captions = [...elementsOf(root)].flatMap((table) => titleOf(table) ?? []);
  if (!captions.some((caption) => namedSection(squeezed(textOf(caption))) !== null)) return;
  for (const caption of captions) becomeHeading(caption, HEADING);
}

function titleOf(table: PageElement): PageElement | null {
  if (table.name !== "table") return null;
  const caption = table.children.find(
    (child): child is PageElement => child instanceof PageElement && child.name === "caption",
  );
  if (caption === undefined || squeezed(textOf(caption)).length > MAX_LENGTH) return null;
  return isDataTable(table, shapeOf(table)) ? null : caption;
}
