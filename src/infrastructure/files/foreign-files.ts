import { open } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { ForeignFiles } from "../../application/taking-over.ts";

/** More than any page of a wiki. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Paths are absolute, or relative to the root, or to the folder the program runs in. */
export function createForeignFiles(root: string): ForeignFiles {
  return {
    async read(filePath) {
      for (const file of new Set([resolve(root, filePath), resolve(filePath)])) {
        const bytes = await readRegular(file).catch(() => null);
        if (bytes !== null) return { bytes, localPath: localPathOf(root, file) };
      }
      return null;
    },
  };
}

async function readRegular(file: string): Promise<Uint8Array | null> {
  const handle = await open(file, "r");
  try {
    const stats = await handle.stat();
    return stats.isFile() && stats.size <= MAX_BYTES ? await handle.readFile() : null;
  } finally {
    await handle.close();
  }
}

function localPathOf(root: string, file: string): string {
  const below = relative(resolve(root), file);
  const isInside = !isAbsolute(below) && below.split(sep)[0] !== "..";
  return (isInside ? below : file).split(sep).join("/");
}
