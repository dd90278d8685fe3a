const ENCODER = new TextEncoder();
const FIRST_BYTES = 1 << 16;

/**
 * Bytes that come piece by piece, in one place. What has become too small for them is given back at once, and not when
 * garbage is next collected.
 */
export class GrowingBytes {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  append(piece: Uint8Array): void {
    this.#makeRoom(piece.length);
    this.#bytes.set(piece, this.#length);
    this.#length += piece.length;
  }

  /** As UTF-8. */
  appendText(text: string): void {
    this.#makeRoom(text.length * 3);
    this.#length += ENCODER.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /** All of them; nothing can be appended any more. */
  end(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer.transfer(this.#length));
  }

  #makeRoom(more: number): void {
    const [needed, { buffer }] = [this.#length + more, this.#bytes];
    if (needed <= buffer.byteLength) return;
    this.#bytes = new Uint8Array(buffer.transfer(Math.max(needed, buffer.byteLength * 2)));
  }
}
