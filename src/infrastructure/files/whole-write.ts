import type { FileHandle } from "node:fs/promises";
import { storageError } from "./storage-error.ts";

/** Writes all of `bytes` at the handle's position: a write may stop short and go on. */
export async function writeWhole(handle: FileHandle, bytes: Uint8Array, file: string): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written).catch((error: unknown) => {
      throw storageError(error, `write ${file}`);
    });
    written += bytesWritten;
  }
}
