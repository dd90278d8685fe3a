import type { Manifest } from "../application/ports.ts";
import { createManifest } from "../infrastructure/files/manifest.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { openSqliteState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { SyncGate } from "../infrastructure/sync-gate.ts";

export interface WriterPorts extends SqliteState {
  readonly manifest: Manifest;
  /** Where all syncs pass. */
  readonly gate: SyncGate;
}

/** Works under the root's lock, on its state and manifests; refused at once while another process writes. */
export async function asWriter<T>(
  root: string,
  purpose: string,
  work: (ports: WriterPorts) => Promise<T>,
): Promise<T> {
  const held = await createRootLock(root).acquire(purpose);
  const gate = new SyncGate();
  const manifest = createManifest(root, { gate });
  try {
    const state = await openSqliteState(root, { gate });
    const result = await work({ ...state, manifest, gate }).catch(async (error: unknown) => {
      // The first error is the one to tell.
      await state.close().catch(() => {});
      throw error;
    });
    await state.close();
    return result;
  } finally {
    await manifest.close();
    await held.release();
  }
}
