import { type Cells, type Column, isTrue } from "./columns.ts";
import type { CsvRow } from "./csv.ts";

/** Longer than any value that is shown (metadata looks at 1,000 characters) or that passes for a name. */
const MAX_CELL_CHARACTERS = 1024;

/** Formations, or ages, of one well: more than its metadata has room for. */
const MAX_LISTED = 100;

/** Nobody asks for these. */
const NOT_KEPT: ReadonlySet<Column> = new Set(["photos", "thinSections"]);

/** What is known of one column of a well; empty where nothing is. Several values only where they are listed. */
type Known = string | readonly string[];

interface KeptColumn {
  readonly column: Column;
  /** In a row of the CSV. */
  readonly position: number;
  readonly merge: (known: Known, value: string) => Known;
}

/**
 * Rows of one catalog, gathered into wells while they pass by. A state's list is long (some 100,000 rows) and stays
 * in memory while its wells are visited one by one. So only the well whose rows are just coming is held open; every
 * other one is a single string of JSON, which also holds on to no chunk that its values were cut from.
 */
export class WellTable {
  readonly #columns: readonly KeptColumn[];
  readonly #identity: readonly [libraryNumber: number, state: number];
  /** In order of first rows. */
  readonly #closed = new Map<string, string>();
  #open: { readonly identity: string; readonly well: Known[] } | null = null;

  constructor(positions: ReadonlyMap<Column, number>) {
    this.#identity = [positions.get("libraryNumber") ?? 0, positions.get("state") ?? 0];
    this.#columns = [...positions]
      .filter(([column]) => !NOT_KEPT.has(column))
      .map(([column, position]) => ({ column, position, merge: MERGE[column] ?? first }));
  }

  add(row: CsvRow): void {
    const well = this.#opened(this.#identityOf(row));
    this.#columns.forEach(({ position, merge }, index) => {
      const value = cell(row, position);
      if (value === "") return;
      const known = well[index] ?? "";
      well[index] = known === "" ? value : merge(known, value);
    });
  }

  /** The wells, each put into words when its turn comes. */
  wells(): Iterable<Cells> {
    this.#close();
    const wells = [...this.#closed.values()];
    const columns = this.#columns.map(({ column }) => column);
    return {
      *[Symbol.iterator]() {
        for (const well of wells) yield inWords(columns, JSON.parse(well) as Known[]);
      },
    };
  }

  /** NUL is in no name that passes (names.ts): no two wells that count have one identity. */
  #identityOf(row: CsvRow): string {
    const [libraryNumber, state] = this.#identity;
    return `${cell(row, libraryNumber)}\0${cell(row, state)}`;
  }

  #opened(identity: string): Known[] {
    if (this.#open?.identity === identity) return this.#open.well;
    this.#close();
    const closed = this.#closed.get(identity);
    const well = closed === undefined ? this.#columns.map(() => "") : (JSON.parse(closed) as Known[]);
    this.#open = { identity, well };
    return well;
  }

  #close(): void {
    if (this.#open !== null) this.#closed.set(this.#open.identity, JSON.stringify(this.#open.well));
    this.#open = null;
  }
}

function cell(row: CsvRow, position: number): string {
  return (row[position] ?? "").trim().slice(0, MAX_CELL_CHARACTERS);
}

function inWords(columns: readonly Column[], well: readonly Known[]): Cells {
  const cells = new Map<Column, string>();
  for (const [index, column] of columns.entries()) {
    const known = well[index] ?? "";
    if (known !== "") cells.set(column, typeof known === "string" ? known : known.join("; "));
  }
  return cells;
}

/** Formations and ages are listed, depths span all intervals, one `T` is enough; else the first word counts. */
const MERGE: { readonly [C in Column]?: KeptColumn["merge"] } = {
  formation: listed,
  age: listed,
  analysis: (known, value) => (!isTrue(String(known)) && isTrue(value) ? value : known),
  minDepth: (known, value) => furthest(known, value, -1),
  maxDepth: (known, value) => furthest(known, value, 1),
};

function first(known: Known): Known {
  return known;
}

function listed(known: Known, value: string): Known {
  if (typeof known === "string") return known === value ? known : [known, value];
  return known.length >= MAX_LISTED || known.includes(value) ? known : [...known, value];
}

/** A depth that is no number ("n/a") gives way to one that is. */
function furthest(known: Known, value: string, direction: 1 | -1): Known {
  if (!Number.isFinite(Number(value))) return known;
  if (!Number.isFinite(Number(known))) return value;
  return (Number(value) - Number(known)) * direction > 0 ? value : known;
}
