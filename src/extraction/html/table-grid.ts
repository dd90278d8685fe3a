/** Tables of HTML as rows of cells, with what spans rows and columns resolved (HTML 4.9.12). */
import { isMarkedAsData } from "./data-tables.ts";
import { namedSection } from "../section-matching.ts";
import { elementsOf, firstOf, hasText, PageElement, type PageNode, squeezed, textOf } from "./element.ts";
import { HEADINGS, TABLE_PARTS } from "./tag-names.ts";

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

/** What a span may say; HTML allows 1,000 and 65,534. */
const MAX_COLUMNS = 100;
const MAX_ROWS = 65_534;
/** Cells with those that are repeated; beyond it each stands once. */
const MAX_CELLS = 200_000;
const PARTS = new Set(["thead", "tbody", "tfoot", "tr"]);

/** ARIA 1.2: tables that are made of other elements. */
const ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    table: "table",
    grid: "table",
    row: "tr",
    cell: "td",
    gridcell: "td",
    columnheader: "th",
    rowheader: "th",
  }),
);

/** The element of a table that another one stands for; of all others their name. */
export function partOf(element: PageElement): string {
  return TABLE_PARTS.has(element.name) ? element.name : (ROLES.get(element.get("role")) ?? element.name);
}

export function shapeOf(table: PageElement): TableShape {
  const rows: PageElement[] = [];
  let caption: PageElement | null = null;
  let hasNestedTable = false;
  const stack: PageElement[] = [table];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const part = partOf(element);
    if (element !== table && part === "table") hasNestedTable = true;
    else if (part === "caption") caption ??= element;
    else if (part === "tr") rows.push(element);
    if (element === table || PARTS.has(part) || !hasNestedTable) pushElements(stack, element);
  }
  const grid = gridOf(rows);
  return { caption, rows: grid.finished(), hasNestedTable, isInHead: grid.inHead };
}

/** The foot of a table may be written before its body (HTML 4.01 11.2.3). */
function gridOf(rows: readonly PageElement[]): Grid {
  const isFoot = (row: PageElement) => row.parent?.name === "tfoot";
  const grid = new Grid();
  const above = rows.filter((row) => !isFoot(row));
  for (const row of [...above, ...rows.filter(isFoot)]) grid.row(cellsOf(row), row.parent);
  return grid;
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
      child instanceof PageElement && (partOf(child) === "td" || partOf(child) === "th"),
  );
}

/**
 * Rows without cells hold nothing but the ends of what spans them. They go, and what spanned them spans less, so that
 * nobody who takes out what is empty moves cells into other columns.
 */
export function closeEmptyRows(root: PageElement): void {
  for (const group of elementsOf(root)) {
    const rows = group.children
      .filter((child) => child instanceof PageElement)
      .filter(({ name }) => name === "tr");
    if (!rows.some(isEmptyRow)) continue;
    /** How many rows before each are empty. */
    const empty = [0];
    for (const row of rows) empty.push((empty.at(-1) ?? 0) + (isEmptyRow(row) ? 1 : 0));
    for (const [at, row] of rows.entries()) for (const cell of cellsOf(row)) shrink(cell, at, empty);
    group.children = group.children.filter((child) => !isEmptyRow(child));
  }
}

/** Broken markup has text in a row and no cell around it. */
function isEmptyRow(node: PageNode): boolean {
  return (
    node instanceof PageElement &&
    node.name === "tr" &&
    node.children.every((child) => typeof child === "string" && child.trim() === "")
  );
}

function shrink(cell: PageElement, at: number, empty: readonly number[]): void {
  const span = rowsOf(cell);
  if (span < 2 || span === MAX_ROWS) return;
  const within = (empty[Math.min(at + span, empty.length - 1)] ?? 0) - (empty[at] ?? 0);
  if (within > 0) cell.attributes = new Map([...cell.attributes, ["rowspan", String(span - within)]]);
}

class Grid {
  readonly inHead: boolean[] = [];
  readonly #rows: Cell[][] = [];
  /** By column: the cell that hangs down from above, and for how many rows yet. */
  #hanging: ({ readonly cell: Cell; left: number } | undefined)[] = [];
  #group: PageElement | null = null;
  #cells = 0;
  /** Columns that a cell begins in: a span beyond them covers nothing. */
  #width = 0;

  row(elements: readonly PageElement[], group: PageElement | null): void {
    // No cell reaches beyond its group of rows (HTML 4.9.12.1, "ending a row group").
    if (group !== this.#group) this.#hanging = [];
    this.#group = group;
    const row: Cell[] = [];
    for (const element of elements) {
      this.#hang(row);
      this.#place(row, element);
    }
    this.#hang(row);
    if (row.length === 0) return;
    this.#rows.push(row);
    this.inHead.push(group?.name === "thead");
  }

  finished(): Cell[][] {
    return this.#rows.map((row) => (row.length > this.#width ? row.slice(0, this.#width) : row));
  }

  #place(row: Cell[], element: PageElement): void {
    const cell: Cell = { element, isHeading: partOf(element) === "th" };
    const columns = Math.min(columnsOf(element), Math.max(1, MAX_CELLS - this.#cells));
    const rows = this.#cells < MAX_CELLS ? rowsOf(element) : 1;
    this.#width = Math.max(this.#width, row.length + 1);
    for (let column = 0; column < columns; column++) {
      if (rows > 1) this.#hanging[row.length] = { cell, left: rows - 1 };
      row.push(cell);
    }
    this.#cells += columns;
  }

  #hang(row: Cell[]): void {
    for (let above = this.#hanging[row.length]; above !== undefined; above = this.#hanging[row.length]) {
      if (--above.left === 0) this.#hanging[row.length] = undefined;
      row.push(above.cell);
      if (++this.#cells > MAX_CELLS) this.#hanging = [];
    }
  }
}

function columnsOf(cell: PageElement): number {
  const span = Number.parseInt(cell.get("colspan") || cell.get("aria-colspan"), 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), MAX_COLUMNS);
}

/** None at all means: to the end of the group. */
function rowsOf(cell: PageElement): number {
  const span = Number.parseInt(cell.get("rowspan") || cell.get("aria-rowspan"), 10);
  if (span === 0) return MAX_ROWS;
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), MAX_ROWS);
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
  if (role === "presentation" || role === "none") return false;
  const columns = shape.rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (columns < 2 || shape.rows.length === 0) return false;
  if (isMarkedAsData(table)) return !shape.hasNestedTable || holdsTablesInCells(shape.rows);
  const cells = shape.rows.flat();
  const parts = new Set(cells.map(({ element }) => element)).values().filter(holdsPart);
  if (parts.take(PARTS_OF_SHEET).toArray().length === PARTS_OF_SHEET) return false;
  if (shape.hasNestedTable) return holdsTablesAsData(shape, columns);
  if (shape.caption !== null || shape.isInHead.includes(true)) return true;
  if (cells.some(({ isHeading }) => isHeading)) return !cells.some(({ element }) => holdsLayout(element));
  if (shape.rows.length === 1) return false;
  return !cells.some(({ element }) => holdsLayout(element) || squeezed(textOf(element)).length > LONG_CELL);
}

/** So many cells with parts of a procedure in them, each below its name, are no data. */
const PARTS_OF_SHEET = 3;

/** It begins with a name of a part in bold, in a line of its own. */
function holdsPart(cell: PageElement): boolean {
  let element: PageElement | undefined = cell;
  while (element !== undefined && element.name !== "b" && element.name !== "strong") {
    const first: PageNode | undefined = element.children.find(
      (child) => child instanceof PageElement || /\S/.test(child),
    );
    element = first instanceof PageElement ? first : undefined;
  }
  if (element === undefined || firstOf(cell, "br") === null) return false;
  return namedSection(squeezed(textOf(element)).replace(/\s*:$/, "")) !== null;
}

function holdsLayout(cell: PageElement): boolean {
  const stack = [cell];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (BLOCKS_OF_LAYOUT.has(element.name)) return true;
    pushElements(stack, element);
  }
  return false;
}

/** Tables in tables lay out pages; but where all columns have a head and all cells are short, one cell has more to say. */
function holdsTablesAsData({ rows }: TableShape, columns: number): boolean {
  const [head = [], ...rest] = rows;
  if (rest.length === 0 || rows.some((row) => row.length !== columns)) return false;
  if (!head.every(({ element, isHeading }) => (isHeading ? hasText(element) : isBold(element)))) return false;
  return holdsTablesInCells(rest);
}

/** In no more than half of the cells, and not in one another. */
function holdsTablesInCells(rows: TableShape["rows"]): boolean {
  const cells = rows.flat();
  const nests = cells.map(({ element }) => nestingOf(element));
  if (nests.some((depth) => depth > 1) || nests.filter((depth) => depth > 0).length * 2 > cells.length)
    return false;
  return !cells.some(({ element }) => holdsLayout(element) || squeezed(textOf(element)).length > LONG_CELL);
}

/** How deep tables stand in each other in a cell; more than one is not looked into. */
function nestingOf(cell: PageElement): 0 | 1 | 2 {
  let hasTable = false;
  for (const table of elementsOf(cell)) {
    if (table.name !== "table") continue;
    hasTable = true;
    for (const below of elementsOf(table)) if (below !== table && below.name === "table") return 2;
  }
  return hasTable ? 1 : 0;
}

function isBold(cell: PageElement): boolean {
  if (!hasText(cell)) return false;
  const stack: PageNode[] = [...cell.children];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === "string") {
      if (/\S/.test(node)) return false;
    } else if (node.name !== "b" && node.name !== "strong") stack.push(...node.children);
  }
  return true;
}
