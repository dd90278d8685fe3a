import { isAscii, isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import type { ManifestEntry } from "../../application/ports.ts";
import { parseLine } from "../../domain/manifest.ts";
import { storageError } from "./storage-error.ts";

/** No line of ours comes near; a longer one is not read into memory. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** The entries of an open manifest from its beginning. What follows the last line feed is not an entry. */
export async function* scanManifest(handle: FileHandle, file: string): AsyncGenerator<ManifestEntry> {
  let number = 0;
  for await (const block of blocksOfLines(handle, file)) {
    if (block === TOO_LONG) {
      yield corrupt(++number, `longer than ${MAX_LINE_BYTES} bytes`);
      continue;
    }
    const decode = decoderOf(block);
    for (let start = 0; start < block.length;) {
      const end = block.indexOf(LINE_FEED, start);
      yield entryOf(++number, decode(start, end));
      start = end + 1;
    }
  }
}

const TOO_LONG = Symbol("a line that is too long");

/** Pieces of the file that end with a line feed each; a line that is too long is told, not kept. */
async function* blocksOfLines(
  handle: FileHandle,
  file: string,
): AsyncGenerator<Buffer | typeof TOO_LONG, void, undefined> {
  let kept: Buffer[] = [];
  let keptBytes = 0;
  for await (const chunk of chunksOf(handle, file)) {
    let start = 0;
    if (keptBytes > 0) {
      const end = chunk.indexOf(LINE_FEED) + 1;
      const piece = end === 0 ? chunk : chunk.subarray(0, end);
      keptBytes += piece.length;
      if (keptBytes <= MAX_LINE_BYTES + 1) kept.push(piece);
      else kept = [];
      if (end === 0) continue;
      yield keptBytes <= MAX_LINE_BYTES + 1 ? Buffer.concat(kept) : TOO_LONG;
      kept = [];
      keptBytes = 0;
      start = end;
    }
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    if (end > start) yield chunk.subarray(start, end);
    const rest = chunk.subarray(Math.max(start, end));
    if (rest.length > 0) kept = [rest];
    keptBytes = rest.length;
  }
}

async function* chunksOf(handle: FileHandle, file: string): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
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
