import { rename } from "node:fs/promises";
import { remove } from "../files/file-moves.ts";
import { openNew } from "../files/new-file.ts";
import { writeWhole } from "../files/whole-write.ts";

/** Puts the text in place at once: who reads it never sees half of it. Nothing of it is worth a sync. */
export async function writeMetrics(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  await remove(part);
  const handle = await openNew(part);
  try {
    await writeWhole(handle, Buffer.from(text), part);
  } finally {
    await handle.close();
  }
  await rename(part, file).catch(async (error: unknown) => {
    await remove(part);
    throw error;
  });
}
