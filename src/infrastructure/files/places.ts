import { isAbsolute, relative, resolve, sep } from "node:path";
import { checkSource } from "./document-path.ts";
import type { Durability } from "./durability.ts";
import { Folders } from "./folders.ts";

/** Where the documents of a source are. */
export interface Place {
  readonly folders: Folders;
  /** Of the source's folder, below where `folders` begins. */
  readonly parts: readonly string[];
  /** What local paths begin with: relative to the root, or absolute where the user wanted another folder. */
  readonly prefix: string;
}

/**
 * `data/raw/{source}/`, or a folder of the user's choice for one source, under the root or anywhere else. Nothing that a
 * site says has a part in it.
 */
export class Places {
  readonly #root: string;
  readonly #durability: Durability;
  readonly #rootFolders: Folders;
  readonly #chosen = new Map<string, Place>();

  constructor(root: string, durability: Durability, chosen: Readonly<Record<string, string | undefined>>) {
    this.#root = root;
    this.#durability = durability;
    this.#rootFolders = new Folders(root, durability);
    for (const [source, folder] of Object.entries(chosen)) {
      if (folder !== undefined) this.#chosen.set(checkSource(source), this.#placeAt(folder));
    }
  }

  of(source: string): Place {
    const parts = ["data", "raw", checkSource(source)];
    return this.#chosen.get(source) ?? { folders: this.#rootFolders, parts, prefix: parts.join("/") };
  }

  /** The file that a local path names. */
  file(localPath: string): string {
    for (const { folders, prefix } of this.#chosen.values()) {
      if (isAbsolute(prefix) && localPath.startsWith(`${prefix}/`))
        return folders.pathOf(localPath.slice(prefix.length + 1).split("/"));
    }
    return isAbsolute(localPath) ? localPath : this.#rootFolders.pathOf(localPath.split("/"));
  }

  get root(): Folders {
    return this.#rootFolders;
  }

  #placeAt(folder: string): Place {
    const path = resolve(this.#root, folder);
    const parts = relative(this.#root, path).split(sep);
    const isInside = parts[0] !== ".." && parts[0] !== "" && !isAbsolute(parts.join(sep));
    if (isInside) return { folders: this.#rootFolders, parts, prefix: parts.join("/") };
    return {
      folders: new Folders(path, this.#durability, 0),
      parts: [],
      prefix: path.split(sep).join("/"),
    };
  }
}
