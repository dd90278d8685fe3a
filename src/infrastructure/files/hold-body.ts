import { createHash } from "node:crypto";
import type { HeldFile } from "../../application/ports.ts";
import { intoNewFile } from "./new-file.ts";
import { writeWhole } from "./whole-write.ts";

/** Body → hash → new file, as it is and not synced: a crash drops it anyway. On any error the file is gone. */
export async function holdBody(file: string, body: AsyncIterable<Uint8Array>): Promise<HeldFile> {
  return intoNewFile(file, 0o600, async (handle) => {
    const hash = createHash("sha256");
    for await (const chunk of body) {
      hash.update(chunk);
      await writeWhole(handle, chunk, file);
    }
    return { file, sha256: hash.digest("hex") };
  });
}
