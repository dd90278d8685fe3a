import { isAscii, isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import type { ManifestEntry } from "../../application/ports.ts";
import { parseLine } from "../../domain/manifest.ts";
import { storageError } from "./storage-error.ts";

/** No line of ours comes near; a longer one is not read into memory. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** How far a manifest was read: always to the end of a line. */
export interface ReadSoFar {
  readonly size: number;
  readonly crc32: number;
  readonly lines: number;
}

export const NOTHING_READ: ReadSoFar = { size: 0, crc32: 0, lines: 0 };

/**
 * The entries of an open manifest after `from`. What follows the last line feed is not an entry. `onRead` hears, after
 * the entries of a piece were taken, how far it reached.
 */
export async function* scanManifest(
  handle: FileHandle,
  file: string,
  from: ReadSoFar,
  onRead: (read: ReadSoFar) => void,
): AsyncGenerator<ManifestEntry> {
  let number = from.lines;
  for await (const { lines, ...reached } of blocksOfLines(handle, file, from)) {
    if (lines === null) {
      yield corrupt(++number, `longer than ${MAX_LINE_BYTES} bytes`);
    } else {
      const decode = decoderOf(lines);
      for (let start = 0; start < lines.length;) {
        const end = lines.indexOf(LINE_FEED, start);
        yield entryOf(++number, decode(start, end));
        start = end + 1;
      }
    }
    onRead({ ...reached, lines: number });
  }
}

interface Block {
  /** Whole lines; null for one that is too long to be kept. */
  readonly lines: Buffer | null;
  /** Of the manifest up to the end of the block. */
  readonly size: number;
  readonly crc32: number;
}

/** Pieces of the file that end with a line feed each. */
async function* blocksOfLines(handle: FileHandle, file: string, from: ReadSoFar): AsyncGenerator<Block> {
  let { size, crc32: sum } = from;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let keptSum = sum;
  for await (const chunk of chunksOf(handle, file, size)) {
    let start = 0;
    if (keptBytes > 0) {
      const end = chunk.indexOf(LINE_FEED) + 1;
      const piece = end === 0 ? chunk : chunk.subarray(0, end);
      keptBytes += piece.length;
      keptSum = crc32(piece, keptSum);
      if (keptBytes <= MAX_LINE_BYTES + 1) kept.push(Buffer.from(piece));
      else kept = [];
      if (end === 0) continue;
      size += keptBytes;
      sum = keptSum;
      yield { lines: keptBytes <= MAX_LINE_BYTES + 1 ? Buffer.concat(kept) : null, size, crc32: sum };
      start = end;
    }
    const end = Math.max(start, chunk.lastIndexOf(LINE_FEED) + 1);
    if (end > start) {
      const lines = chunk.subarray(start, end);
      size += lines.length;
      sum = crc32(lines, sum);
      yield { lines, size, crc32: sum };
    }
    const rest = Buffer.from(chunk.subarray(end));
    kept = [rest];
    keptBytes = rest.length;
    keptSum = crc32(rest, sum);
  }
}

/** How far a manifest reaches, without a look at what its lines say. */
export async function measureManifest(handle: FileHandle, file: string): Promise<ReadSoFar> {
  let read = NOTHING_READ;
  for await (const { lines, ...reached } of blocksOfLines(handle, file, read)) {
    read = { ...reached, lines: read.lines + (lines === null ? 1 : countLineFeeds(lines)) };
  }
  return read;
}

function countLineFeeds(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(LINE_FEED); at >= 0; at = lines.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

/** Of the first `size` bytes; of fewer where there are fewer. */
export async function checksumOf(handle: FileHandle, file: string, size: number): Promise<number> {
  let [sum, read] = [0, 0];
  for await (const chunk of chunksOf(handle, file, 0)) {
    sum = crc32(chunk.subarray(0, size - read), sum);
    read += chunk.length;
    if (read >= size) break;
  }
  return sum;
}

/** All chunks are the same memory: what is to be kept is to be copied. */
async function* chunksOf(handle: FileHandle, file: string, from: number): AsyncGenerator<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = from; ;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, position).catch((error: unknown) => {
      throw storageError(error, `read ${file}`);
    });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield chunk.subarray(0, bytesRead);
  }
}

/** Checked once for the whole block where it is sound, line by line where it is not. */
function decoderOf(block: Buffer): (start: number, end: number) => string | null {
  if (isAscii(block)) return (start, end) => block.toString("latin1", start, end);
  if (isUtf8(block)) return (start, end) => block.toString("utf8", start, end);
  return (start, end) => (isUtf8(block.subarray(start, end)) ? block.toString("utf8", start, end) : null);
}

function entryOf(line: number, text: string | null): ManifestEntry {
  if (text === null) return corrupt(line, "not UTF-8");
  if (text.trim() === "") return corrupt(line, "blank line");
  const parsed = parseLine(text);
  // A sound line may have a field called "problem"; only a sound one has source_url.
  if (!("source_url" in parsed)) return corrupt(line, parsed.problem);
  return { kind: "line", line, value: parsed };
}

function corrupt(line: number, problem: string): ManifestEntry {
  return { kind: "corrupt", line, problem };
}
