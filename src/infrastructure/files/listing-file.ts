/**
 * One remembered listing, in one file, so that bytes and what is said of them cannot come apart:
 *
 *   body     zstd
 *   about    JSON, in a frame that zstd skips (RFC 8878 §3.1.2), so that `zstd -dc` shows the listing
 *   length   of the JSON, 4 bytes
 *   check    SHA-256 of everything before it
 *
 * It is not synced: what a power cut leaves of it does not pass the check, and is asked for again.
 */
import { createHash, type Hash } from "node:crypto";
import { constants, type FileHandle, open, rename, unlink } from "node:fs/promises";
import { pipeline, Readable } from "node:stream";
import { pipeline as piped } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress, constants as zlib } from "node:zlib";
import type { ListingCopy, RememberedListing } from "../../application/ports.ts";
import type { ListingFacts } from "../../domain/listing.ts";
import { openNew } from "./new-file.ts";
import { errnoOf, storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

const ZSTD = { params: { [zlib.ZSTD_c_compressionLevel]: 3 } };
const SKIPPABLE = 0x184d2a50;
const FRAME_HEAD_BYTES = 8;
const LENGTH_BYTES = 4;
const CHECK_BYTES = 32;
const TAIL_BYTES = LENGTH_BYTES + CHECK_BYTES;
/** Headers are capped far below this where they are received. */
const MAX_ABOUT_BYTES = 1 << 20;
const CHUNK_BYTES = 256 * 1024;
/** The decompressor gives all that is in a piece at once, and a listing shrinks to a hundredth. */
const PACKED_CHUNK_BYTES = 8 * 1024;

interface About extends ListingFacts {
  readonly question: string;
}

/** Null where there is none, where it is not whole, or where it answers another question. */
export async function openListing(file: string, question: string): Promise<RememberedListing | null> {
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(
    (error: unknown) => {
      if (["ENOENT", "ENOTDIR", "ELOOP"].includes(errnoOf(error))) return null;
      throw storageError(error, `read ${file}`);
    },
  );
  if (handle === null) return null;
  let isKept = false;
  try {
    const found = await readAbout(handle);
    if (found === null || found.about.question !== question) return null;
    isKept = true;
    const { url, headers } = found.about;
    return { url, headers, bytes: () => bodyOf(handle, file, found.bodyBytes), close: () => handle.close() };
  } catch (error) {
    // A disk that cannot read it back has lost it.
    if (["EIO", "EISDIR"].includes(errnoOf(error))) return null;
    throw storageError(error, `read ${file}`);
  } finally {
    if (!isKept) await handle.close();
  }
}

async function readAbout(handle: FileHandle): Promise<{ about: About; bodyBytes: number } | null> {
  const { size } = await handle.stat();
  if (size < TAIL_BYTES) return null;
  const tail = await readAt(handle, size - TAIL_BYTES, TAIL_BYTES);
  const length = tail.readUInt32LE(0);
  const start = size - TAIL_BYTES - length;
  if (length > MAX_ABOUT_BYTES || start < FRAME_HEAD_BYTES) return null;
  const check = await checkOf(handle, size - CHECK_BYTES);
  if (!tail.subarray(LENGTH_BYTES).equals(check)) return null;
  const about = JSON.parse((await readAt(handle, start, length)).toString()) as About;
  return { about, bodyBytes: start - FRAME_HEAD_BYTES };
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const into = Buffer.alloc(length);
  for (let read = 0; read < length;) {
    const { bytesRead } = await handle.read(into, read, length - read, position + read);
    // It became shorter meanwhile: the check will not hold.
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return into;
}

async function checkOf(handle: FileHandle, length: number): Promise<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of chunksOf(handle, length)) hash.update(chunk);
  return hash.digest();
}

/** Not `createReadStream`, which closes the handle when it is left before its end. */
async function* chunksOf(
  handle: FileHandle,
  length: number,
  size: number = CHUNK_BYTES,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += size) yield await readAt(handle, at, Math.min(size, length - at));
}

async function* bodyOf(handle: FileHandle, file: string, length: number): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(chunksOf(handle, length, PACKED_CHUNK_BYTES), { objectMode: false });
  const plain = pipeline(packed, createZstdDecompress(), () => {});
  const chunks = plain[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      // Only what is thrown here is the file's fault; who takes the chunks may throw, too.
      const next = await chunks.next().catch((error: unknown) => {
        throw storageError(error, `read ${file}`);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    plain.destroy();
  }
}

/** Writes to `part`, and puts it in the place of `file` when it is whole. */
export class ListingFileCopy implements ListingCopy {
  readonly #file: string;
  readonly #part: string;
  readonly #question: string;
  readonly #handle: FileHandle;
  readonly #onBytes: (bytes: number) => void;
  readonly #hash: Hash = createHash("sha256");
  readonly #packer = createZstdCompress(ZSTD);
  readonly #packed: Promise<void>;
  #error: unknown = null;

  private constructor(
    place: { readonly file: string; readonly part: string },
    question: string,
    handle: FileHandle,
    onBytes: (bytes: number) => void,
  ) {
    this.#file = place.file;
    this.#part = place.part;
    this.#question = question;
    this.#handle = handle;
    this.#onBytes = onBytes;
    this.#packed = piped(this.#packer, async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) await this.#add(chunk);
    }).catch((error: unknown) => void (this.#error = error));
  }

  static async create(
    place: { readonly file: string; readonly part: string },
    question: string,
    onBytes: (bytes: number) => void,
  ): Promise<ListingFileCopy> {
    const handle = await openNew(place.part);
    return new ListingFileCopy(place, question, handle, onBytes);
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#assertSound();
    if (this.#packer.write(chunk)) return;
    // A disk that takes no more ends the packer, which then never drains.
    const drained = new Promise((resolve) => this.#packer.once("drain", resolve));
    await Promise.race([drained, this.#packed]);
    this.#assertSound();
  }

  async commit({ url, headers }: ListingFacts): Promise<void> {
    this.#packer.end();
    await this.#packed;
    this.#assertSound();
    const about: About = { question: this.#question, url, headers };
    await this.#add(aboutFrame(Buffer.from(JSON.stringify(about))));
    await writeWhole(this.#handle, this.#hash.digest(), this.#part);
    await this.#handle.close();
    await rename(this.#part, this.#file).catch((error: unknown) => {
      throw storageError(error, `put ${this.#file} in place`);
    });
  }

  async discard(): Promise<void> {
    this.#packer.destroy();
    await this.#packed;
    await this.#handle.close().catch(() => {});
    await unlink(this.#part).catch((error: unknown) => {
      if (errnoOf(error) !== "ENOENT") throw storageError(error, `remove ${this.#part}`);
    });
  }

  async #add(bytes: Uint8Array): Promise<void> {
    this.#hash.update(bytes);
    this.#onBytes(bytes.length);
    await writeWhole(this.#handle, bytes, this.#part);
  }

  #assertSound(): void {
    if (this.#error !== null) throw storageError(this.#error, `write ${this.#part}`);
  }
}

function aboutFrame(json: Buffer): Buffer {
  const frame = Buffer.alloc(FRAME_HEAD_BYTES + json.length + LENGTH_BYTES);
  frame.writeUInt32LE(SKIPPABLE, 0);
  frame.writeUInt32LE(json.length + TAIL_BYTES, 4);
  json.copy(frame, FRAME_HEAD_BYTES);
  frame.writeUInt32LE(json.length, FRAME_HEAD_BYTES + json.length);
  return frame;
}
