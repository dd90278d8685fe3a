/** gzip told by its first bytes (RFC 1952 2.3.1), whatever the name or the headers say. */
import { GzipMembers } from "./gzip-members.ts";

/** A file that is packed twice is a mistake that happens; more is none. */
const MAX_LAYERS = 3;

export interface Beginning {
  /** Fewer than asked for only where the body is shorter. */
  readonly head: Uint8Array;
  /** The body from its first byte. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Looks at the first bytes without taking them away. */
export async function peek(body: AsyncIterable<Uint8Array>, bytes: number): Promise<Beginning> {
  const iterator = body[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < bytes) {
    const next = await iterator.next();
    if (next.done === true) break;
    seen.push(next.value);
    length += next.value.length;
  }
  return { head: Buffer.concat(seen).subarray(0, bytes), body: resumed(seen, iterator) };
}

async function* resumed(
  seen: readonly Uint8Array[],
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* seen;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

/** The plain bytes of a body; `onCut` is told where packed ones end too early or are damaged. */
export async function plainBody(
  body: AsyncIterable<Uint8Array>,
  onCut: () => void,
): Promise<AsyncIterable<Uint8Array>> {
  let current = body;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const beginning = await peek(current, 2);
    current = beginning.body;
    if (beginning.head[0] !== 0x1f || beginning.head[1] !== 0x8b) break;
    current = gunzipped(current, onCut);
  }
  return current;
}

async function* gunzipped(body: AsyncIterable<Uint8Array>, onCut: () => void): AsyncGenerator<Uint8Array> {
  const members = new GzipMembers();
  try {
    for await (const chunk of body) {
      yield* members.inflate(chunk);
      if (members.state === "broken" || members.state === "junk") break;
    }
    if (!members.isWhole) onCut();
  } finally {
    members.release();
  }
}
