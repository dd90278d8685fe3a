/** Tables of HTML as rows of cells, with what spans rows and columns resolved (HTML 4.9.12). */
import { PageElement, squeezed, textOf } from "./element.ts";
import { HEADINGS } from "./tag-names.ts";

export interface Cell {
  readonly element: PageElement;
  readonly isHeading: boolean;
}

export interface TableShape {
  readonly caption: PageElement | null;
  /** A cell that spans stands in every place it covers. */
  readonly rows: readonly (readonly Cell[])[];
  readonly hasNestedTable: boolean;
  readonly isInHead: readonly boolean[];
}

const MAX_SPAN = 100;
const MAX_CELLS = 200_000;
const PARTS = new Set(["thead", "tbody", "tfoot", "tr"]);

export function shapeOf(table: PageElement): TableShape {
  const grid = new Grid();
  let caption: PageElement | null = null;
  let hasNestedTable = false;
  const stack: PageElement[] = [table];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element !== table && element.name === "table") hasNestedTable = true;
    else if (element.name === "caption") caption ??= element;
    else if (element.name === "tr") grid.row(cellsOf(element), element.parent?.name === "thead");
    if (element === table || PARTS.has(element.name) || !hasNestedTable) pushElements(stack, element);
  }
  return { caption, rows: grid.finished(), hasNestedTable, isInHead: grid.inHead };
}

function pushElements(stack: PageElement[], { children }: PageElement): void {
  for (let at = children.length - 1; at >= 0; at--) {
    const child = children[at];
    if (child instanceof PageElement) stack.push(child);
  }
}

function cellsOf(row: PageElement): PageElement[] {
  return row.children.filter(
    (child): child is PageElement =>
      child instanceof PageElement && (child.name === "td" || child.name === "th"),
  );
}

class Grid {
  readonly inHead: boolean[] = [];
  readonly #rows: Cell[][] = [];
  /** By column: the cell that hangs down from above, and for how many rows yet. */
  #hanging: ({ readonly cell: Cell; left: number } | undefined)[] = [];
  #cells = 0;

  row(elements: readonly PageElement[], inHead: boolean): void {
    const row: Cell[] = [];
    for (const element of elements) {
      this.#hang(row);
      this.#place(row, element);
    }
    this.#hang(row);
    if (row.length === 0) return;
    this.#rows.push(row);
    this.inHead.push(inHead);
  }

  finished(): Cell[][] {
    return this.#rows;
  }

  #place(row: Cell[], element: PageElement): void {
    const cell: Cell = { element, isHeading: element.name === "th" };
    const columns = spanOf(element, "colspan");
    const rows = spanOf(element, "rowspan");
    for (let column = 0; column < columns && this.#cells < MAX_CELLS; column++) {
      if (rows > 1) this.#hanging[row.length] = { cell, left: rows - 1 };
      row.push(cell);
      this.#cells++;
    }
  }

  #hang(row: Cell[]): void {
    for (let above = this.#hanging[row.length]; above !== undefined; above = this.#hanging[row.length]) {
      if (--above.left === 0) this.#hanging[row.length] = undefined;
      row.push(above.cell);
      if (++this.#cells > MAX_CELLS) this.#hanging = [];
    }
  }
}

function spanOf(cell: PageElement, attribute: string): number {
  const span = Number.parseInt(cell.get(attribute), 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), MAX_SPAN);
}

const BLOCKS_OF_LAYOUT = new Set([
  ...HEADINGS,
  "form",
  "article",
  "section",
  "nav",
  "main",
  "header",
  "footer",
]);
const LONG_CELL = 600;

/** Whether it holds data, or only puts parts of a page beside each other. */
export function isDataTable(table: PageElement, shape: TableShape): boolean {
  const role = table.get("role");
  if (role === "presentation" || role === "none" || shape.hasNestedTable) return false;
  const columns = shape.rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (columns < 2 || shape.rows.length === 0) return false;
  if (shape.caption !== null || shape.isInHead.includes(true)) return true;
  const cells = shape.rows.flat();
  if (cells.some(({ isHeading }) => isHeading)) return !cells.some(({ element }) => holdsLayout(element));
  if (shape.rows.length === 1) return false;
  return !cells.some(({ element }) => holdsLayout(element) || squeezed(textOf(element)).length > LONG_CELL);
}

function holdsLayout(cell: PageElement): boolean {
  const stack = [cell];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (BLOCKS_OF_LAYOUT.has(element.name)) return true;
    pushElements(stack, element);
  }
  return false;
}
