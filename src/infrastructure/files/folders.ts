import { lstatSync, type Stats, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StorageError } from "../../domain/errors.ts";
import type { Durability } from "./durability.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/**
 * `data/` and `data/raw/` may be links: whoever owns the root may keep it on another disk. From the source's
 * folder down a link is refused, because it could only have been planted.
 */
const DEPTH_WITH_LINKS = 2;

/** Creates folders so that they outlast a power cut: a new folder is durable once its parent is synced. */
export class Folders {
  readonly #root: string;
  readonly #durability: Durability;
  /**
   * Folders whose parent was synced by this process. Also done for folders found in place: the process that
   * made them may have been killed before its own sync.
   */
  readonly #anchored = new Map<string, Promise<void>>();

  readonly #depthWithLinks: number;

  constructor(root: string, durability: Durability, depthWithLinks = DEPTH_WITH_LINKS) {
    this.#root = root;
    this.#durability = durability;
    this.#depthWithLinks = depthWithLinks;
  }

  pathOf(parts: readonly string[]): string {
    return join(this.#root, ...parts);
  }

  /** The folder at `parts` below the root, created where it is missing. */
  async ensure(parts: readonly string[]): Promise<string> {
    await this.#ensureRoot();
    let folder = this.#root;
    for (const [depth, part] of parts.entries()) {
      const parent = folder;
      folder = join(parent, part);
      const known = this.#anchored.has(folder);
      if (known && depth < this.#depthWithLinks) continue;
      if (!isFolder(folder, depth < this.#depthWithLinks)) await makeFolder(folder);
      await this.#anchor(folder, parent);
    }
    return folder;
  }

  /** A folder was removed: it has to be made, and made durable, anew. */
  forget(folder: string): void {
    this.#anchored.delete(folder);
  }

  /** Whether there is a folder; a link or a file in its place, or above it, is refused. */
  has(parts: readonly string[]): boolean {
    let folder = this.#root;
    for (const [depth, part] of parts.entries()) {
      folder = join(folder, part);
      if (!isFolder(folder, depth < this.#depthWithLinks)) return false;
    }
    return true;
  }

  async #ensureRoot(): Promise<void> {
    if (this.#anchored.has(this.#root)) return;
    for (const folder of missingFolders(this.#root)) {
      await makeRootFolder(folder);
      await this.#anchor(folder, dirname(folder));
    }
    if (!this.#anchored.has(this.#root)) this.#anchored.set(this.#root, Promise.resolve());
  }

  #anchor(folder: string, parent: string): Promise<void> {
    const running = this.#anchored.get(folder);
    if (running !== undefined) return running;
    const anchored = this.#durability.syncFolder(parent);
    this.#anchored.set(folder, anchored);
    return anchored;
  }
}

/** Those on the way to `folder` that are not there yet, the outermost first. */
function missingFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let at = folder; !isFolder(at, true); at = dirname(at)) {
    missing.unshift(at);
    if (dirname(at) === at) break;
  }
  return missing;
}

/** One by one: Node's recursive `mkdir` never ends where a file system (`/proc`) says ENOENT to every new folder. */
async function makeRootFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    // Whoever was faster has made it; what is no folder is refused by name.
    if (errnoOf(error) === "EEXIST" && isFolder(folder, true)) return;
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "EEXIST") {
      throw storageError(error, `create the folder ${folder}`);
    }
    throw new StorageError(
      "storage_failed",
      `cannot create the folder ${folder}: no folder can be made in ${dirname(folder)} under that name; choose another --root`,
      { cause: error },
    );
  }
}

/**
 * Asked synchronously: it is answered from the kernel's cache in microseconds, while the thread pool may be
 * busy with fsyncs for milliseconds.
 */
function isFolder(folder: string, mayBeLink: boolean): boolean {
  let stats: Stats;
  try {
    stats = mayBeLink ? statSync(folder) : lstatSync(folder);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return false;
    throw storageError(error, `look at the folder ${folder}`);
  }
  if (stats.isDirectory()) return true;
  const what = stats.isSymbolicLink() ? "a symbolic link" : "a file";
  throw new StorageError(
    "storage_failed",
    `${folder} is ${what} where a folder should be; it is not followed. Move it away and run again.`,
  );
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, 0o755);
  } catch (error) {
    if (errnoOf(error) === "EEXIST" && isFolder(folder, false)) return;
    throw storageError(error, `create the folder ${folder}`);
  }
}
