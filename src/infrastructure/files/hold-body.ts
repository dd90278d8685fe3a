import { createHash } from "node:crypto";
import { open, unlink } from "node:fs/promises";
import type { HeldFile } from "../../application/ports.ts";
import { NEW_FILE } from "./receive-body.ts";
import { storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

/** Body → hash → new file, as it is and not synced: a crash drops it anyway. On any error the file is gone. */
export async function holdBody(file: string, body: AsyncIterable<Uint8Array>): Promise<HeldFile> {
  const handle = await open(file, NEW_FILE, 0o600).catch((error: unknown) => {
    throw storageError(error, `create ${file}`);
  });
  try {
    const hash = createHash("sha256");
    for await (const chunk of body) {
      hash.update(chunk);
      await writeWhole(handle, chunk, file);
    }
    await handle.close();
    return { file, sha256: hash.digest("hex") };
  } catch (error) {
    await handle.close().catch(() => {});
    await unlink(file).catch(() => {});
    throw error;
  }
}
