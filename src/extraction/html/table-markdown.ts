/** Tables as Markdown has them, and as lines where one stands in a cell of another. */
import { areColumnNames } from "../column-names.ts";
import { NO_ATTRIBUTES, PageElement } from "./element.ts";
import type { TableShape } from "./table-grid.ts";

/** Characters that cells which span may fill by being repeated. */
const MAX_REPEATED = 1 << 20;

/** The text of every cell, row by row, without rows that say nothing. A cell that spans says the same in every place. */
export function cellTexts(shape: TableShape, textOfCell: (cell: PageElement) => string): string[][] {
  const texts = new Map<PageElement, string>();
  let repeats = MAX_REPEATED;
  const textAgain = (cell: PageElement): string => {
    const known = texts.get(cell);
    if (known !== undefined) {
      repeats -= known.length;
      return repeats < 0 ? "" : known;
    }
    const text = textOfCell(cell);
    texts.set(cell, text);
    return text;
  };
  return shape.rows
    .map((row) => row.map(({ element }) => textAgain(element)))
    .filter((row) => row.some((text) => text !== ""));
}

/** The children of a cell, without the cell: walking it must not look like a stray cell. */
export function contentOf(cell: PageElement, isStruckOut: boolean): PageElement {
  const content = new PageElement(isStruckOut ? "del" : "div", NO_ATTRIBUTES, null);
  content.children = cell.children;
  return content;
}

/** Rows that are short are filled up, unless a table is so ragged that it would be mostly that. */
const MAX_FILLED = 1 << 20;

export function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const isFilled = width * rows.length <= MAX_FILLED;
  const lines = rows.map((row) => {
    const length = isFilled ? width : row.length;
    return `| ${Array.from({ length }, (_, at) => row[at] ?? "").join(" | ")} |`;
  });
  const [head = "", ...rest] = lines;
  return [head, `|${" --- |".repeat(width)}`, ...rest].join("\n");
}

/** A table in a cell: a line for a row that says something. */
export function listed(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const said = head.length === 2 && body.length > 0 && areColumnNames(head) ? body : rows;
  return said
    .map((row) => row.filter((text) => text !== "").join(row.length === 2 ? ": " : " · "))
    .join("\n");
}
