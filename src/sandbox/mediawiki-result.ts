/** An answer as it grows: what does not fit any more is refused, as $wgAPIMaxResultSize asks. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = Record<string, Json>;

interface PageEntry {
  readonly [key: string]: Json;
}

export class ApiResult {
  readonly #maxBytes: number;
  readonly #pages = new Map<number, Record<string, Json>>();
  readonly #query: Record<string, Json> = {};
  #bytes = 0;
  truncated = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** False where it does not fit; nothing is added then. */
  #fits(value: Json): boolean {
    const bytes = this.#bytes + sizeOf(value);
    if (bytes > this.#maxBytes) {
      this.truncated = true;
      return false;
    }
    this.#bytes = bytes;
    return true;
  }

  set(name: string, value: Json): void {
    if (this.#fits(value)) this.#query[name] = value;
  }

  /** A list that is there even when it is empty. */
  list(name: string): void {
    this.#query[name] ??= [];
  }

  push(list: string, item: Json): boolean {
    const items = (this.#query[list] ??= []) as Json[];
    if (!this.#fits(item)) return false;
    items.push(item);
    return true;
  }

  page(id: number, values: JsonObject): boolean {
    if (!this.#fits(values)) return false;
    this.#pages.set(id, { ...this.#pages.get(id), ...values });
    return true;
  }

  /** The list appears before it is known whether the item fits: a cut page has `revisions: []`. */
  pushToPage(id: number, list: string, item: Json): boolean {
    const page = this.#pages.get(id) ?? {};
    const items = (page[list] ??= []) as Json[];
    this.#pages.set(id, page);
    if (!this.#fits(item)) return false;
    items.push(item);
    return true;
  }

  /** Pages by id, those without one first. */
  query(): JsonObject {
    if (this.#pages.size === 0) return this.#query;
    const pages: PageEntry[] = [...this.#pages].toSorted(([a], [b]) => a - b).map(([, page]) => page);
    const { normalized, interwiki, redirects, badrevids, ...lists } = this.#query;
    const before = Object.entries({ normalized, interwiki, redirects, badrevids });
    const present = before.filter((entry): entry is [string, Json] => entry[1] !== undefined);
    return { ...Object.fromEntries(present), pages, ...lists };
  }
}

/** Bytes of all values, names and punctuation not counted (ApiResult::size). */
function sizeOf(value: Json): number {
  if (typeof value === "string") return Buffer.byteLength(value);
  if (value === null || value === false) return 0;
  if (typeof value !== "object") return value === true ? 1 : String(value).length;
  let bytes = 0;
  for (const inner of Object.values(value)) bytes += sizeOf(inner);
  return bytes;
}
