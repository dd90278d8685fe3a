import { pipeline } from "node:stream";
import * as zlib from "node:zlib";
import { BrokenBody, type Failure } from "../../domain/failure.ts";
import { type Engine, Feed } from "./feed.ts";

/**
 * Content codings (RFC 9110 §8.4), decoded strictly: Node's decoders take what follows the end of a stream for
 * nothing, so the bytes they consumed are compared with the bytes they were given.
 */
export type Coding = "gzip" | "deflate" | "br" | "zstd";

type Bytes = AsyncIterable<Uint8Array>;

/** Node 20 has no zstd: it is neither offered nor taken there. */
const HAS_ZSTD = typeof zlib.createZstdDecompress === "function";

export const ACCEPT_ENCODING = HAS_ZSTD ? "gzip, deflate, br, zstd" : "gzip, deflate, br";

const CODINGS: ReadonlyMap<string, Coding> = new Map<string, Coding>([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "br"],
  ...(HAS_ZSTD ? ([["zstd", "zstd"]] as const) : []),
]);

/** No honest server needs more; each one multiplies what a small body can grow to. */
const MAX_CODINGS = 2;

/** Big enough that a chunk is worth its way through the pipeline, small enough to be nothing in memory. */
const CHUNK_BYTES = 64 * 1024;

/** A decoder costs more than the smallest frame is long. */
const MAX_FRAMES = 10_000;

/** RFC 9659 §3: a zstd content coding needs no window above 8 MiB; more is an attack on memory. */
const ZSTD_WINDOW_LOG_MAX = 23;

export type CodingList =
  | { readonly ok: true; readonly codings: readonly Coding[] }
  | { readonly ok: false; readonly failure: Failure };

/** In the order in which they were applied; `identity` is nothing. */
export function parseContentEncoding(value: string | undefined): CodingList {
  const names = (value ?? "").split(",").map((name) => name.trim().toLowerCase());
  const applied = names.filter((name) => name !== "" && name !== "identity");
  if (applied.length > MAX_CODINGS) return refuse(`${applied.length} nested content codings`);
  const codings: Coding[] = [];
  for (const name of applied) {
    const coding = CODINGS.get(name);
    if (coding === undefined) return refuse(`unknown content coding ${JSON.stringify(name.slice(0, 40))}`);
    codings.push(coding);
  }
  return { ok: true, codings };
}

function refuse(detail: string): CodingList {
  return { ok: false, failure: { kind: "body_broken", detail } };
}

export interface DecodeOptions {
  readonly codings: readonly Coding[];
  readonly maxDecodedBytes: number;
  /** A 404 may say gzip and send nothing; a 200 that does has lost its body. */
  readonly emptyAllowed: boolean;
}

/** Throws `BrokenBody` for a stream that is cut, damaged, followed by junk, or too large once decoded. */
export function decodeBody(wire: Bytes, options: DecodeOptions): Bytes {
  let body = wire;
  for (const coding of options.codings.toReversed()) {
    body = capped(decodeOne(body, coding, options.emptyAllowed), options.maxDecodedBytes);
  }
  return options.codings.length === 0 ? capped(body, options.maxDecodedBytes) : body;
}

async function* capped(body: Bytes, maxBytes: number): Bytes {
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total > maxBytes) throw new BrokenBody({ kind: "too_large", stage: "decoded", maxBytes });
    yield chunk;
  }
}

async function* decodeOne(encoded: Bytes, coding: Coding, emptyAllowed: boolean): Bytes {
  const chunks = encoded[Symbol.asyncIterator]();
  try {
    let first = await chunks.next();
    while (first.done !== true && first.value.length === 0) first = await chunks.next();
    if (first.done !== true) yield* decodeFrames(first.value, chunks, coding);
    else if (!emptyAllowed) throw broken(coding, "empty");
  } finally {
    // Not awaited: a read that still waits for the network would hold up the failure.
    chunks.return?.().catch(() => {});
  }
}

/**
 * gzip members in a row (RFC 1952 §2.2) are Node's business. Of zstd frames (RFC 8878 §3.1) Node reads those that
 * start with a chunk, so each further one gets a decoder of its own. Anything else after the end is junk.
 */
async function* decodeFrames(first: Uint8Array, rest: AsyncIterator<Uint8Array>, coding: Coding): Bytes {
  let pending = first;
  for (let frame = 0; pending.length > 0; frame += 1) {
    if (frame === MAX_FRAMES) throw broken(coding, `more than ${MAX_FRAMES} frames`);
    const engine = createEngine(coding, pending[0] ?? 0);
    const feed = new Feed(pending, rest, engine);
    yield* inflate(feed, engine, coding);
    if (feed.unreadBytes > 0 && coding !== "zstd") throw broken(coding, "bytes after the end of the stream");
    pending = await feed.unread();
  }
}

async function* inflate(feed: Feed, engine: Engine, coding: Coding): Bytes {
  try {
    pipeline(feed, engine, () => {});
    for await (const chunk of engine) yield chunk as Uint8Array;
  } catch (error) {
    if (error instanceof BrokenBody) throw error;
    throw broken(coding, error instanceof Error ? error.message : "unreadable");
  } finally {
    engine.destroy();
  }
}

function broken(coding: Coding, problem: string): BrokenBody {
  return new BrokenBody({ kind: "body_broken", detail: `${coding}: ${problem}` });
}

function createEngine(coding: Coding, firstByte: number): Engine {
  const options = { chunkSize: CHUNK_BYTES };
  switch (coding) {
    case "gzip":
      return zlib.createGunzip(options);
    case "deflate":
      // Meant is zlib (RFC 1950), sent is often raw deflate (RFC 1951). Zlib starts with compression method 8
      // in the low four bits; a raw stream would have to start with a stored block with a dirty padding bit.
      return (firstByte & 0x0f) === 8 ? zlib.createInflate(options) : zlib.createInflateRaw(options);
    case "br":
      return zlib.createBrotliDecompress(options);
    case "zstd":
      return zlib.createZstdDecompress({
        ...options,
        params: { [zlib.constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
      });
  }
}
