import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { DiskGauge } from "../../application/ports.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/** Space where the documents go: the file system of `data/raw`, or of the nearest folder above that exists. */
export function createDiskGauge(root: string): DiskGauge {
  return { free: () => freeAt(resolve(root, "data", "raw")) };
}

async function freeAt(folder: string): Promise<{ readonly freeBytes: number; readonly totalBytes: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch (error) {
    const missing = errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR";
    if (!missing || dirname(folder) === folder) throw storageError(error, `measure free space at ${folder}`);
    return freeAt(dirname(folder));
  }
}
