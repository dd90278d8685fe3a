/** Tables of OpenDocument (ODF 1.2, 9.1): rows and cells that stand for many are repeated, but not without end. */
import { hasText, NO_ATTRIBUTES, PageElement, type PageNode } from "../html/element.ts";

type Attributes = ReadonlyMap<string, string>;

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "table:table": "table",
    "table:table-header-rows": "thead",
    "table:table-row": "tr",
    "table:table-cell": "td",
  }),
);
const MAX_COLUMNS = 1000;
/** More empty cells than these fill a sheet up to its edge. */
const MAX_EMPTY = 64;
const MAX_REPEATED_ROW = 1000;
/** Of rows that are repeated, in one document. */
const MAX_REPEATED_CELLS = 100_000;

export class OdtTables {
  #cellsLeft = MAX_REPEATED_CELLS;

  /** Null for what is no part of a table that holds text. */
  begin(name: string, value: (attribute: string) => string, parent: PageElement): PageElement | null {
    const part = NAMES.get(name);
    if (part === undefined) return null;
    const element = new PageElement(part, part === "td" ? spansOf(value) : NO_ATTRIBUTES, parent);
    parent.children.push(element);
    return element;
  }

  /** The same element again: nothing is changed in it once it is closed. */
  end(name: string, element: PageElement, attributes: Attributes): void {
    const siblings = element.parent?.children;
    if (siblings === undefined) return;
    if (name === "table:table-cell")
      repeatCell(element, siblings, countOf(attributes, "table:number-columns-repeated"));
    if (name === "table:table-row")
      this.#repeatRow(element, siblings, countOf(attributes, "table:number-rows-repeated"));
  }

  #repeatRow(row: PageElement, siblings: PageNode[], times: number): void {
    if (times <= 1 || !hasText(row)) return;
    const width = Math.max(row.children.length, 1);
    const more = Math.min(times, MAX_REPEATED_ROW) - 1;
    for (let again = 0; again < more && this.#cellsLeft >= width; again++) {
      siblings.push(row);
      this.#cellsLeft -= width;
    }
  }
}

function repeatCell(cell: PageElement, siblings: PageNode[], times: number): void {
  if (times > MAX_EMPTY && !hasText(cell)) return void siblings.pop();
  for (let again = 1; again < times && siblings.length < MAX_COLUMNS; again++) siblings.push(cell);
}

function spansOf(value: (attribute: string) => string): Attributes {
  const columns = value("table:number-columns-spanned");
  const rows = value("table:number-rows-spanned");
  if (columns === "" && rows === "") return NO_ATTRIBUTES;
  return new Map([
    ["colspan", columns || "1"],
    ["rowspan", rows || "1"],
  ]);
}

function countOf(attributes: Attributes, name: string): number {
  const count = Number.parseInt(attributes.get(name) ?? "1", 10);
  return Number.isNaN(count) ? 1 : count;
}
