/** In pages tables may be layout, and are judged; those of documents are tables, and are marked as such. */
import { elementsOf, PageElement } from "./element.ts";

const MARK = "data-is-table";

export function asDataTables(root: PageElement): void {
  for (const element of elementsOf(root))
    if (element.name === "table") element.attributes = new Map([...element.attributes, [MARK, ""]]);
}

export function isMarkedAsData(table: PageElement): boolean {
  return table.has(MARK);
}
