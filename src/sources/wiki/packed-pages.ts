/** How a page becomes a row, and a row a page again. */
export interface RowFormat<Page, Row extends readonly unknown[]> {
  /** Everything but its id; what JSON can hold. */
  pack(page: Page): Row;
  unpack(pageid: number, row: Row): Page;
}

/** Above what malloc takes from its arenas: given back to the system as soon as nobody needs it. */
const CHUNK_BYTES = 256 * 1024;

const LINE_FEED = 10;

/**
 * Pages by id, in the order in which they first came, each a line of JSON outside of the heap: a large wiki as objects
 * takes five times the memory, and makes the collector let as much garbage lie beside it.
 */
export class PackedPages<
  Page extends { readonly pageid: number },
  Row extends readonly unknown[] = readonly unknown[],
> implements ReadonlyMap<number, Page> {
  readonly #format: RowFormat<Page, Row>;
  readonly #chunks: Buffer[] = [];
  #usedOfLast = 0;
  /** By id: the number of the chunk times its size, plus where in it the row starts. */
  readonly #places = new Map<number, number>();

  constructor(format: RowFormat<Page, Row>) {
    this.#format = format;
  }

  /** Of two pages with one id the last counts. */
  set(page: Page): void {
    const line = `${JSON.stringify(this.#format.pack(page))}\n`;
    const bytes = Buffer.byteLength(line);
    const chunk = this.#chunkFor(bytes);
    chunk.write(line, this.#usedOfLast);
    this.#places.set(page.pageid, (this.#chunks.length - 1) * CHUNK_BYTES + this.#usedOfLast);
    this.#usedOfLast += bytes;
  }

  get size(): number {
    return this.#places.size;
  }

  has(pageid: number): boolean {
    return this.#places.has(pageid);
  }

  get(pageid: number): Page | undefined {
    const place = this.#places.get(pageid);
    return place === undefined ? undefined : this.#at(pageid, place);
  }

  keys(): MapIterator<number> {
    return this.#places.keys();
  }

  *values(): Generator<Page, undefined> {
    for (const [pageid, place] of this.#places) yield this.#at(pageid, place);
  }

  *entries(): Generator<[number, Page], undefined> {
    for (const [pageid, place] of this.#places) yield [pageid, this.#at(pageid, place)];
  }

  [Symbol.iterator](): Generator<[number, Page], undefined> {
    return this.entries();
  }

  forEach(visit: (page: Page, pageid: number, pages: ReadonlyMap<number, Page>) => void): void {
    for (const [pageid, page] of this) visit(page, pageid, this);
  }

  /** A row that is longer than a chunk gets one of its own. */
  #chunkFor(bytes: number): Buffer {
    const last = this.#chunks.at(-1);
    if (last !== undefined && this.#usedOfLast + bytes <= last.length) return last;
    const next = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes));
    this.#chunks.push(next);
    this.#usedOfLast = 0;
    return next;
  }

  #at(pageid: number, place: number): Page {
    const start = place % CHUNK_BYTES;
    const chunk = this.#chunks[(place - start) / CHUNK_BYTES] as Buffer;
    const line = chunk.toString("utf8", start, chunk.indexOf(LINE_FEED, start));
    return this.#format.unpack(pageid, JSON.parse(line) as Row);
  }
}
