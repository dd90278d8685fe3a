const CHUNK_BYTES = 256 * 1024;

/** Of the slots, so that a search is short. */
const MOST_USED = 0.5;

/**
 * Names of a large folder, as bytes outside of the heap: as strings in a Set they take three times the memory. Exact:
 * a name is in it or it is not. Open addressing over where each name starts; a name is closed by the byte 0xff, which
 * is in no UTF-8.
 */
export class NameSet {
  readonly #chunks: Buffer[] = [];
  #usedOfLast = 0;
  /** 0 is free; else one more than the number of the chunk times its size, plus where in it the name starts. */
  #slots = new Float64Array(1024);
  #size = 0;

  add(name: string): void {
    const bytes = closed(name);
    if (this.#slots[this.#slotOf(bytes)] !== 0) return;
    if (this.#size >= this.#slots.length * MOST_USED) this.#spread();
    this.#slots[this.#slotOf(bytes)] = this.#keep(bytes) + 1;
    this.#size++;
  }

  has(name: string): boolean {
    return this.#slots[this.#slotOf(closed(name))] !== 0;
  }

  /** Where the name is, or would be. */
  #slotOf(bytes: Buffer): number {
    let slot = hash(bytes, 0) & (this.#slots.length - 1);
    for (let place = this.#slots[slot] ?? 0; place !== 0; place = this.#slots[slot] ?? 0) {
      const { chunk, start } = this.#at(place - 1);
      const end = Math.min(start + bytes.length, chunk.length);
      if (chunk.compare(bytes, 0, bytes.length, start, end) === 0) break;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    return slot;
  }

  #keep(bytes: Buffer): number {
    const last = this.#chunks.at(-1);
    if (last === undefined || this.#usedOfLast + bytes.length > last.length) {
      this.#chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, bytes.length)));
      this.#usedOfLast = 0;
    }
    const start = this.#usedOfLast;
    bytes.copy(this.#chunks.at(-1) as Buffer, start);
    this.#usedOfLast += bytes.length;
    return (this.#chunks.length - 1) * CHUNK_BYTES + start;
  }

  #at(place: number): { readonly chunk: Buffer; readonly start: number } {
    const start = place % CHUNK_BYTES;
    return { chunk: this.#chunks[(place - start) / CHUNK_BYTES] as Buffer, start };
  }

  #spread(): void {
    const before = this.#slots;
    this.#slots = new Float64Array(before.length * 2);
    for (const place of before) {
      if (place === 0) continue;
      const { chunk, start } = this.#at(place - 1);
      let slot = hash(chunk, start) & (this.#slots.length - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = place;
    }
  }
}

const END = 0xff;

function closed(name: string): Buffer {
  const length = Buffer.byteLength(name);
  const bytes = Buffer.allocUnsafe(length + 1);
  bytes.write(name);
  bytes[length] = END;
  return bytes;
}

/** FNV-1a. */
function hash(bytes: Buffer, start: number): number {
  let value = 0x811c9dc5;
  for (let at = start, byte = bytes[at]; byte !== END && byte !== undefined; byte = bytes[++at]) {
    value = Math.imul(value ^ byte, 0x01000193);
  }
  return value >>> 0;
}
