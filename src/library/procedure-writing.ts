import type { ProcedureFiles } from "../application/ports.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";

/** Works on the files of procedures under the root's lock; refused at once while another process writes. */
export async function asProcedureWriter<T>(
  root: string,
  purpose: string,
  work: (files: ProcedureFiles) => Promise<T>,
): Promise<T> {
  const held = await createRootLock(root).acquire(purpose);
  try {
    return await work(createProcedureFiles(root));
  } finally {
    await held.release();
  }
}
