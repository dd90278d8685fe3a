import { constants, type FileHandle, open } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type ManifestLine, parseLine } from "../../domain/manifest.ts";
import { checkSource } from "./document-path.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/** Many lines of ours; where the last one is longer, nobody is told of it. */
const TAIL_BYTES = 1024 * 1024;

/** The last sound line of a manifest, without a look at the others; null where there is none. */
export async function lastManifestLine(root: string, source: string): Promise<ManifestLine | null> {
  const file = join(resolve(root), "data", "raw", checkSource(source), "manifest.jsonl");
  try {
    await using handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    for (const text of await lastLines(handle)) {
      const line = parseLine(text);
      if (!("problem" in line)) return line;
    }
    return null;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errnoOf(error))) return null;
    throw storageError(error, `read ${file}`);
  }
}

/** From the end; what follows the last line feed is no line. */
async function lastLines(handle: FileHandle): Promise<readonly string[]> {
  const { size } = await handle.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  return buffer.toString("utf8", 0, bytesRead).split("\n").slice(0, -1).toReversed();
}
