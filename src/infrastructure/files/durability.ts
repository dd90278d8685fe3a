import { type FileHandle, open } from "node:fs/promises";
import type { StorageError } from "../../domain/errors.ts";
import { SyncGate } from "../sync-gate.ts";
import { refusesFolderSync, storageError, syncFailed } from "./storage-error.ts";

/** How an open file or folder is made durable. Given by tests that need a disk that fails. */
export type SyncFile = (handle: FileHandle, what: "file" | "folder") => Promise<void>;

export interface DurabilityOptions {
  /** @default fdatasync for files, fsync for folders */
  readonly sync?: SyncFile;
  /** Where all syncs of a run pass. @default one of its own */
  readonly gate?: SyncGate;
}

/** Windows has no way to sync a folder. */
const CAN_SYNC_FOLDERS = process.platform !== "win32";

/**
 * Syncs, and remembers the first one that failed: the kernel drops the dirty pages it could not write, so that
 * a second fsync may succeed without the data being on disk. After a failure nothing is acknowledged (E5).
 */
export class Durability {
  readonly #sync: SyncFile;
  readonly #gate: SyncGate;
  #failure: StorageError | null = null;

  constructor(options: DurabilityOptions = {}) {
    this.#sync = options.sync ?? ((handle, what) => (what === "file" ? handle.datasync() : handle.sync()));
    this.#gate = options.gate ?? new SyncGate();
  }

  /** Throws what went wrong before, if anything did. */
  assertIntact(): void {
    if (this.#failure !== null) throw this.#failure;
  }

  async syncFile(handle: FileHandle, file: string): Promise<void> {
    this.assertIntact();
    await this.#gate.through(async () => {
      try {
        await this.#sync(handle, "file");
      } catch (error) {
        throw this.#fail(error, file);
      }
    });
    this.assertIntact();
  }

  async syncFolder(folder: string): Promise<void> {
    this.assertIntact();
    if (!CAN_SYNC_FOLDERS) return;
    const handle = await open(folder, "r").catch((error: unknown) => {
      throw storageError(error, `open the folder ${folder}`);
    });
    try {
      await this.#gate.through(async () => {
        try {
          await this.#sync(handle, "folder");
        } catch (error) {
          if (!refusesFolderSync(error)) throw this.#fail(error, folder);
        }
      });
    } finally {
      await handle.close();
    }
    this.assertIntact();
  }

  #fail(error: unknown, path: string): StorageError {
    this.#failure ??= syncFailed(path, error);
    return this.#failure;
  }
}
