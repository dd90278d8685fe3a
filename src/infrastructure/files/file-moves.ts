import { createHash } from "node:crypto";
import { constants, type FileHandle, open, rename, unlink } from "node:fs/promises";
import { errnoOf, storageError } from "./storage-error.ts";

export async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    throw storageError(error, `move ${from} to ${to}`);
  });
}

/** False where there was nothing to move. */
export async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw storageError(error, `move ${from} to ${to}`);
  }
}

export async function remove(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (errnoOf(error) !== "ENOENT") throw storageError(error, `remove ${file}`);
  });
}

/** SHA-256, hex. Null where it is not there, or cannot be one of our files: a link. */
export async function hashOf(file: string): Promise<string | null> {
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    if (["ENOENT", "ELOOP"].includes(errnoOf(error))) return null;
    throw storageError(error, `read ${file}`);
  }
  const hash = createHash("sha256");
  try {
    for await (const chunk of handle.createReadStream({ highWaterMark: 1 << 20 }))
      hash.update(chunk as Buffer);
  } catch (error) {
    throw storageError(error, `read ${file}`);
  }
  return hash.digest("hex");
}
