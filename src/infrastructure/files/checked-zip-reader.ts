import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { fromRandomAccessReaderPromise, type Options, RandomAccessReader, type ZipFile } from "yauzl";

/**
 * Opens an archive in a file. yauzl's own reader of files takes every place that an archive names to the system, which
 * throws for those that no file can have (ZIP64 has 64 bits for them): out of a callback, where nobody can catch it,
 * and the process ends.
 */
export async function openZipFile(file: string, options: Options): Promise<ZipFile> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    return await fromRandomAccessReaderPromise(new CheckedZipReader(handle, size), size, options);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const CHUNK_BYTES = 64 * 1024;

type ReadCallback = (error: Error | null, bytesRead?: number) => void;

/** Reads what lies inside of the file; closed with the archive, by yauzl. */
class CheckedZipReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  readonly #size: number;

  constructor(handle: FileHandle, size: number) {
    super();
    this.#handle = handle;
    this.#size = size;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: ReadCallback,
  ): void {
    if (!this.#isInside(position, length)) {
      setImmediate(callback, new Error("unexpected EOF"));
      return;
    }
    this.#handle.read(buffer, offset, length, position).then(
      ({ bytesRead }) => setImmediate(callback, null, bytesRead),
      (error: unknown) => setImmediate(callback, error as Error),
    );
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false });
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end;) {
      const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at));
      const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  override close(callback: (error: Error | null) => void): void {
    this.#handle.close().then(
      () => setImmediate(callback, null),
      (error: unknown) => setImmediate(callback, error as Error),
    );
  }

  #isInside(position: number, length: number): boolean {
    return position >= 0 && position + length <= this.#size;
  }
}
