import { constants, type FileHandle, open, unlink } from "node:fs/promises";
import type { Durability } from "./durability.ts";
import { remove } from "./file-moves.ts";
import { storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

/** Never follows or reuses what is in place: a link planted under the temporary name makes the open fail. */
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

export function openNew(file: string, mode = 0o644): Promise<FileHandle> {
  return open(file, NEW_FILE, mode).catch((error: unknown) => {
    throw storageError(error, `create ${file}`);
  });
}

/** What `write` does with a new file. On any error the file is gone and the error is rethrown. */
export async function intoNewFile<T>(
  file: string,
  mode: number,
  write: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await openNew(file, mode);
  try {
    const result = await write(handle);
    await handle.close();
    return result;
  } catch (error) {
    await handle.close().catch(() => {});
    await unlink(file).catch(() => {});
    throw error;
  }
}

/** A synced file with this text. What was left or planted under its name is never written through. */
export async function writeAnew(file: string, text: string, durability: Durability): Promise<void> {
  await remove(file);
  const handle = await openNew(file);
  try {
    await writeWhole(handle, Buffer.from(text), file);
    await durability.syncFile(handle, file);
  } finally {
    await handle.close();
  }
}
