import { squeeze } from "./html.ts";
import type { PageLink } from "./report-page.ts";

export interface TableCell {
  readonly text: string;
  readonly links: readonly PageLink[];
}

export type TableRows = readonly (readonly TableCell[])[];

/** A cell may not claim more: a hostile `colspan` must not make rows of a million columns. */
const MAX_SPAN = 100;
const MAX_COLUMNS = 200;
const MAX_ROWSPAN = 1000;

/**
 * Collects the tables of a page as rows of cells, from the events of an HTML parser. Tables inside of tables are
 * tables of their own. `colspan` and `rowspan` repeat a cell where it is seen.
 */
export class TableReader {
  readonly #finished: TableBuilder[] = [];
  readonly #open: TableBuilder[] = [];
  baseHref: string | null = null;

  get tables(): readonly TableRows[] {
    return this.#finished.map((table) => table.rows);
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === "base") this.baseHref ??= attributes["href"] ?? null;
    if (name === "table") {
      const table = new TableBuilder();
      this.#open.push(table);
      this.#finished.push(table);
      return;
    }
    const table = this.#open.at(-1);
    if (name === "tr") table?.startRow();
    else if (name === "td" || name === "th") table?.startCell(attributes);
    else if (name === "a") table?.startLink(attributes);
    else if (name === "br") table?.addText(" ");
  }

  text(text: string): void {
    this.#open.at(-1)?.addText(text);
  }

  close(name: string): void {
    const table = this.#open.at(-1);
    if (name === "table") this.#open.pop()?.endRow();
    else if (name === "tr") table?.endRow();
    else if (name === "td" || name === "th") table?.endCell();
    else if (name === "a") table?.endLink();
  }
}

interface OpenCell {
  readonly parts: string[];
  readonly links: PageLink[];
  readonly columns: number;
  readonly rows: number;
}

class TableBuilder {
  readonly rows: (readonly TableCell[])[] = [];
  #row: TableCell[] | null = null;
  #cell: OpenCell | null = null;
  #link: { href: string; title: string; parts: string[] } | null = null;
  /** By column: a cell that reaches down into the next rows. */
  readonly #hanging = new Map<number, { cell: TableCell; rows: number }>();

  startRow(): void {
    this.endRow();
    this.#row = [];
    this.#takeHanging();
  }

  endRow(): void {
    this.endCell();
    if (this.#row !== null) this.rows.push(this.#row);
    this.#row = null;
  }

  startCell(attributes: Record<string, string>): void {
    this.endCell();
    if (this.#row === null) this.startRow();
    this.#cell = {
      parts: [],
      links: [],
      columns: span(attributes["colspan"], MAX_SPAN),
      rows: span(attributes["rowspan"], MAX_ROWSPAN),
    };
  }

  endCell(): void {
    this.endLink();
    if (this.#cell === null || this.#row === null) return;
    const { parts, links, columns, rows } = this.#cell;
    const cell = { text: squeeze(parts), links };
    for (let count = 0; count < columns && this.#row.length < MAX_COLUMNS; count++) {
      if (rows > 1) this.#hanging.set(this.#row.length, { cell, rows: rows - 1 });
      this.#row.push(cell);
    }
    this.#cell = null;
    this.#takeHanging();
  }

  startLink(attributes: Record<string, string>): void {
    this.endLink();
    const { href, title } = attributes;
    if (href !== undefined && this.#cell !== null) this.#link = { href, title: title ?? "", parts: [] };
  }

  endLink(): void {
    if (this.#link === null) return;
    const { href, title, parts } = this.#link;
    this.#cell?.links.push({ href, title: squeeze([title]), text: squeeze(parts) });
    this.#link = null;
  }

  addText(text: string): void {
    this.#cell?.parts.push(text);
    this.#link?.parts.push(text);
  }

  /** Cells of rows above that stand at the next column of this row. Their links stay with their own row. */
  #takeHanging(): void {
    const row = this.#row;
    if (row === null) return;
    for (let next = this.#hanging.get(row.length); next; next = this.#hanging.get(row.length)) {
      if (next.rows === 1) this.#hanging.delete(row.length);
      else next.rows -= 1;
      row.push({ text: next.cell.text, links: [] });
    }
  }
}

function span(value: string | undefined, most: number): number {
  const number = Number.parseInt(value ?? "1", 10);
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), most);
}
