/**
 * The order of a MediaWiki database: titles are compared by their UTF-8 bytes. JavaScript compares UTF-16
 * units, which puts the surrogates of an emoji before U+E000 to U+FFFF, where UTF-8 puts them after.
 */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
const rank = (unit: number) => (isSurrogate(unit) ? unit + 0x10000 : unit);

/** The first place in a sorted list whose element is not `below`. */
export function lowerBound<T>(sorted: readonly T[], below: (element: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (below(sorted[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** So many late additions are cheaper to sort in together than to insert one by one. */
const INSERT_AT_MOST = 32;

/** A set of keys that can be read in order from any place: what a database index is to a continuation. */
export class SortedKeys {
  #sorted: string[] = [];
  #added: string[] = [];

  /** The caller adds a key once. */
  add(key: string): void {
    this.#added.push(key);
  }

  remove(key: string): void {
    const keys = this.#settled();
    const at = this.#indexOf(key);
    if (keys[at] === key) keys.splice(at, 1);
  }

  /** In either direction, from the given key (inclusive) on; the whole set without one. */
  *from(key: string | null, descending = false): Generator<string> {
    const keys = this.#settled();
    if (!descending) {
      for (let at = key === null ? 0 : this.#indexOf(key); at < keys.length; at += 1)
        yield keys[at] as string;
      return;
    }
    const start = key === null ? keys.length : lowerBound(keys, (other) => compareBytes(other, key) <= 0);
    for (let at = start - 1; at >= 0; at -= 1) yield keys[at] as string;
  }

  #indexOf(key: string): number {
    return lowerBound(this.#settled(), (other) => compareBytes(other, key) < 0);
  }

  #settled(): string[] {
    const added = this.#added;
    if (added.length === 0) return this.#sorted;
    this.#added = [];
    if (added.length > INSERT_AT_MOST) this.#sorted = [...this.#sorted, ...added].toSorted(compareBytes);
    else for (const key of added) this.#sorted.splice(this.#indexOf(key), 0, key);
    return this.#sorted;
  }
}
