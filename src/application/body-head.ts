/** A body whose beginning has been looked at. */
export interface LookedAt {
  /** The first bytes; fewer than asked for only where the body has no more. */
  readonly head: Uint8Array;
  /** All of it, the head included. To be read to its end, or given up by `return`. */
  readonly body: AsyncGenerator<Uint8Array, void, undefined>;
}

export async function withHead(bytes: AsyncIterable<Uint8Array>, size: number): Promise<LookedAt> {
  const reader = bytes[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let seen = 0;
  while (seen < size) {
    const next = await reader.next();
    if (next.done === true) break;
    chunks.push(next.value);
    seen += next.value.length;
  }
  const first = chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
  const body = resumed(first, reader);
  // A generator that was never started would not run its `finally`: the sender would wait for ever.
  await body.next();
  return { head: first.subarray(0, size), body };
}

async function* resumed(
  first: Uint8Array,
  reader: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield first.subarray(0, 0);
    yield first;
    for (;;) {
      const next = await reader.next();
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await reader.return?.();
  }
}
