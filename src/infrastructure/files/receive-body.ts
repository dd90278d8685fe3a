import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, zstdCompressSync, constants as zlib } from "node:zlib";
import type { FileFacts } from "../../domain/manifest.ts";
import type { Durability } from "./durability.ts";
import { intoNewFile } from "./new-file.ts";
import { writeWhole } from "./whole-write.ts";

export type Codec = "zstd" | "none";

/**
 * Bodies up to this size are compressed in one piece on the spot: 20 KB take 50 µs, the way through the thread
 * pool costs ten times that.
 */
const WHOLE_BYTES = 128 * 1024;
const CHUNK_BYTES = 128 * 1024;

/** zlib.h takes no less. */
const MIN_CHUNK_BYTES = 64;

const ZSTD = { params: { [zlib.ZSTD_c_compressionLevel]: 3, [zlib.ZSTD_c_checksumFlag]: 1 } };

/** Body → hash → codec → hash → new synced file. On any error the file is gone and the error is rethrown. */
export async function receiveBody(
  file: string,
  body: AsyncIterable<Uint8Array>,
  codec: Codec,
  durability: Durability,
): Promise<FileFacts> {
  const reader = body[Symbol.asyncIterator]();
  try {
    const { head, ended } = await readHead(reader);
    const write = ended
      ? (handle: FileHandle) => writeInOnePiece(handle, file, Buffer.concat(head), codec)
      : (handle: FileHandle) => writeStreamed(handle, file, resumed(head, reader), codec);
    return await intoNewFile(file, 0o644, async (handle) => {
      const facts = await write(handle);
      await durability.syncFile(handle, file);
      return facts;
    });
  } catch (error) {
    // Lets the sender go; not awaited, because a hung body may never answer. The first error is the one to tell.
    Promise.resolve(reader.return?.()).catch(() => {});
    throw error;
  }
}

async function readHead(reader: AsyncIterator<Uint8Array>): Promise<{ head: Uint8Array[]; ended: boolean }> {
  const head: Uint8Array[] = [];
  for (let size = 0; size <= WHOLE_BYTES;) {
    const next = await reader.next();
    if (next.done === true) return { head, ended: true };
    head.push(next.value);
    size += next.value.length;
  }
  return { head, ended: false };
}

async function* resumed(head: Uint8Array[], reader: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* head.splice(0);
  for (;;) {
    const next = await reader.next();
    if (next.done === true) return;
    yield next.value;
  }
}

async function writeInOnePiece(
  handle: FileHandle,
  file: string,
  content: Buffer,
  codec: Codec,
): Promise<FileFacts> {
  const stored = codec === "zstd" ? compressed(content) : content;
  await writeWhole(handle, stored, file);
  return {
    sha256: sha256(stored),
    contentSha256: sha256(content),
    originalSize: content.length,
    compressedSize: stored.length,
  };
}

/** Into a buffer that is as large as need be (zstd.h, ZSTD_COMPRESSBOUND): the usual 64 KiB would be garbage each time. */
function compressed(content: Buffer): Buffer {
  const bound = content.length + (content.length >> 8) + MIN_CHUNK_BYTES;
  return zstdCompressSync(content, { ...ZSTD, chunkSize: bound });
}

async function writeStreamed(
  handle: FileHandle,
  file: string,
  body: AsyncIterable<Uint8Array>,
  codec: Codec,
): Promise<FileFacts> {
  const content = new Measure();
  const stored = new Measure();
  const measured = () => content.through(body);
  const sink = async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of stored.through(chunks)) await writeWhole(handle, chunk, file);
  };
  if (codec === "none") await sink(measured());
  else await pipeline(measured, createZstdCompress({ ...ZSTD, chunkSize: CHUNK_BYTES }), sink);
  return {
    sha256: stored.digest(),
    contentSha256: content.digest(),
    originalSize: content.size,
    compressedSize: stored.size,
  };
}

/** Counts and hashes what passes. */
class Measure {
  readonly #hash = createHash("sha256");
  size = 0;

  async *through(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      this.size += chunk.length;
      yield chunk;
    }
  }

  digest(): string {
    return this.#hash.digest("hex");
  }
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
