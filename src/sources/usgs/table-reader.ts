import { squeeze, TooMuch } from "./html.ts";
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
/** Of all tables of a page. A cell of a few characters takes a hundred times as much in memory. */
const MAX_CELLS = 300_000;
const MAX_LINKS = 50_000;
/** Of a cell, and of a link: longer than any value that is shown or that passes for a name; what comes after is left out. */
const MAX_CELL_CHARACTERS = 2048;
const NO_LINKS: readonly PageLink[] = [];

/** What the tables of one page have in them. */
interface Tally {
  cells: number;
  links: number;
}

/**
 * Collects the tables of a page as rows of cells, from the events of an HTML parser. Tables inside of tables are
 * tables of their own. `colspan` and `rowspan` repeat a cell where it is seen.
 */
export class TableReader {
  readonly #finished: TableBuilder[] = [];
  readonly #open: TableBuilder[] = [];
  readonly #tally: Tally = { cells: 0, links: 0 };
  baseHref: string | null = null;

  get tables(): readonly TableRows[] {
    return this.#finished.map((table) => table.rows);
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === "base") this.baseHref ??= attributes["href"] ?? null;
    if (name === "table") {
      const table = new TableBuilder(this.#tally);
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
  characters: number;
  readonly links: PageLink[];
  readonly columns: number;
  readonly rows: number;
}

class TableBuilder {
  readonly #tally: Tally;
  readonly rows: (readonly TableCell[])[] = [];
  #row: TableCell[] | null = null;
  #cell: OpenCell | null = null;
  #link: { href: string; title: string; parts: string[]; characters: number } | null = null;
  /** By column: a cell that reaches down into the next rows. */
  readonly #hanging = new Map<number, { cell: TableCell; rows: number }>();

  constructor(tally: Tally) {
    this.#tally = tally;
  }

  startRow(): void {
    this.endRow();
    this.#row = [];
    this.#takeHanging();
  }

  endRow(): void {
    this.endCell();
    if (this.#row !== null) this.rows.push(this.#row);
    // A row counts, be it empty.
    this.#tally.cells += (this.#row?.length ?? 0) + 1;
    if (this.#tally.cells > MAX_CELLS) throw new TooMuch(`more than ${MAX_CELLS} cells of tables`);
    this.#row = null;
  }

  startCell(attributes: Record<string, string>): void {
    this.endCell();
    if (this.#row === null) this.startRow();
    this.#cell = {
      parts: [],
      characters: 0,
      links: [],
      columns: span(attributes["colspan"], MAX_SPAN),
      rows: span(attributes["rowspan"], MAX_ROWSPAN),
    };
  }

  endCell(): void {
    this.endLink();
    if (this.#cell === null || this.#row === null) return;
    const { parts, links, columns, rows } = this.#cell;
    const cell = { text: squeeze(parts), links: links.length === 0 ? NO_LINKS : links };
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
    if (href !== undefined && this.#cell !== null)
      this.#link = { href, title: title ?? "", parts: [], characters: 0 };
  }

  endLink(): void {
    if (this.#link === null) return;
    const { href, title, parts } = this.#link;
    this.#tally.links += 1;
    if (this.#tally.links > MAX_LINKS) throw new TooMuch(`more than ${MAX_LINKS} links in tables`);
    this.#cell?.links.push({ href, title: squeeze([title]), text: squeeze(parts) });
    this.#link = null;
  }

  addText(text: string): void {
    const some = text.slice(0, MAX_CELL_CHARACTERS);
    // A link at the end of a long cell has its text all the same: by that it is known what it leads to.
    for (const place of [this.#cell, this.#link]) {
      if (place === null || place.characters > MAX_CELL_CHARACTERS) continue;
      place.characters += some.length;
      place.parts.push(some);
    }
  }

  /** Cells of rows above that stand at the next column of this row. Their links stay with their own row. */
  #takeHanging(): void {
    const row = this.#row;
    if (row === null) return;
    for (let next = this.#hanging.get(row.length); next; next = this.#hanging.get(row.length)) {
      if (next.rows === 1) this.#hanging.delete(row.length);
      else next.rows -= 1;
      row.push({ text: next.cell.text, links: NO_LINKS });
    }
  }
}

function span(value: string | undefined, most: number): number {
  const number = Number.parseInt(value ?? "1", 10);
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 1), most);
}
