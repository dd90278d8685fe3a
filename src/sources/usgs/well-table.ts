import { type Cells, type Column, isTrue } from "./columns.ts";
import type { CsvRow } from "./csv.ts";

/** Longer than any value that is shown (metadata looks at 1,000 characters) or that passes for a name. */
const MAX_CELL_CHARACTERS = 1024;

/** Formations, or ages, of one well: more than its metadata has room for. */
const MAX_LISTED = 100;

/** What is known of all wells of a list. Some 80,000 wells are known in all states, of 150 bytes each. */
const MAX_HELD_BYTES = 24_000_000;
/** What a well takes besides its values. */
const WELL_BYTES = 100;

export class TooManyWells extends Error {
  constructor() {
    super(`wells of more than ${MAX_HELD_BYTES} bytes`);
    this.name = "TooManyWells";
  }
}

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
 * other one is a single line, which also holds on to no chunk that its values were cut from.
 */
export class WellTable {
  readonly #columns: readonly KeptColumn[];
  readonly #identity: readonly [libraryNumber: number, state: number];
  /** In order of first rows. */
  readonly #closed = new Map<string, string>();
  #held = 0;
  #open: { readonly identity: string; readonly well: Known[] } | null = null;

  constructor(positions: ReadonlyMap<Column, number>) {
    this.#identity = [positions.get("libraryNumber") ?? 0, positions.get("state") ?? 0];
    this.#columns = [...positions]
      .filter(([column]) => !NOT_KEPT.has(column))
      .map(([column, position]) => ({ column, position, merge: MERGE[column] ?? first }));
  }

  add(row: CsvRow): void {
    const identity = this.#identityOf(row);
    const values = this.#columns.map(({ position }) => cell(row, position));
    // Lists repeat themselves, and a well that is not open is costly to open.
    const closed = this.#open?.identity === identity ? undefined : this.#closed.get(identity);
    if (closed !== undefined && closed === packed(values)) return;
    const well = this.#opened(identity);
    this.#columns.forEach(({ merge }, index) => {
      const [known = "", value = ""] = [well[index], values[index]];
      if (value !== "") well[index] = known === "" ? value : merge(known, value);
    });
  }

  /** The wells, each put into words when its turn comes. */
  wells(): Iterable<Cells> {
    this.#close();
    const wells = [...this.#closed.values()];
    const columns = this.#columns.map(({ column }) => column);
    return {
      *[Symbol.iterator]() {
        for (const well of wells) yield inWords(columns, unpacked(well));
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
    const well = closed === undefined ? this.#columns.map(() => "") : unpacked(closed);
    this.#open = { identity, well };
    return well;
  }

  #close(): void {
    if (this.#open === null) return;
    const { identity, well } = this.#open;
    this.#open = null;
    const [line, before] = [packed(well), this.#closed.get(identity)];
    if (line === before) return;
    this.#held += line.length - (before?.length ?? -WELL_BYTES);
    if (this.#held > MAX_HELD_BYTES) throw new TooManyWells();
    this.#closed.set(identity, line);
  }
}

/** Between the columns of a well, and between the values of one column. */
const [COLUMN, VALUE] = ["\x1f", "\x1e"];
const MARKS = /[\x1d-\x1f]/g;
/** As little a name as they are (names.ts). */
const OTHER_CONTROL = "\x01";

/** Before a line that is UTF-8 in a string of one byte a character: one `–` would make two of each. */
const PACKED = "\x1d";
const WIDE = /[^\u{0}-\u{ff}]/u;

/** Not JSON, whose parser keeps every short string it meets in a table of the process: lists repeat themselves. */
function packed(well: readonly Known[]): string {
  const line = well.map((known) => (typeof known === "string" ? known : known.join(VALUE))).join(COLUMN);
  return WIDE.test(line) ? PACKED + Buffer.from(line).toString("latin1") : line;
}

function unpacked(line: string): Known[] {
  const plain = line.startsWith(PACKED) ? Buffer.from(line.slice(1), "latin1").toString() : line;
  return plain.split(COLUMN).map((known) => (known.includes(VALUE) ? known.split(VALUE) : known));
}

function cell(row: CsvRow, position: number): string {
  return (row[position] ?? "").trim().slice(0, MAX_CELL_CHARACTERS).replace(MARKS, OTHER_CONTROL);
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
