import { createHash } from "node:crypto";
import { readdir, stat, utimes } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { ListingMemory } from "../../application/ports.ts";
import { checkSource } from "./document-path.ts";
import { Durability } from "./durability.ts";
import { remove } from "./file-moves.ts";
import { Folders } from "./folders.ts";
import { createTickets } from "./incoming-name.ts";
import { ListingFileCopy, openListing } from "./listing-file.ts";
import { errnoOf, storageError } from "./storage-error.ts";

const DAY_MS = 24 * 3_600_000;

export interface ListingMemoryOptions {
  /** What has not been asked for in so long is forgotten. @default 30 days */
  readonly maxAgeMs?: number;
  /** Kept in one run, and altogether, at most; a listing that begins below it may end above. @default 512 MiB */
  readonly maxBytes?: number;
}

/** `data/cache/{source}/`: a file for each listing, named by what was asked for. Nothing in it is needed. */
export function createListingMemory(root: string, options: ListingMemoryOptions = {}): ListingMemory {
  const { maxAgeMs = 30 * DAY_MS, maxBytes = 512 * 1024 * 1024 } = options;
  // A cache is not worth a sync, nor is its folder.
  const folders = new Folders(resolve(root), new Durability({ sync: async () => {} }));
  const ticket = createTickets();
  const used = new Set<string>();
  const cleared = new Map<string, Promise<void>>();
  let kept = 0;

  const partsOf = (source: string) => ["data", "cache", checkSource(source)];
  const folderOf = (source: string) => folders.pathOf(partsOf(source));
  const fileOf = (source: string, question: string) => join(folderOf(source), nameOf(question));
  /** Only this process writes here: what is unfinished when it begins was left by one that was killed. */
  const clear = async (folder: string) => {
    for (const name of await namesIn(folder)) if (name.endsWith(".part")) await remove(join(folder, name));
  };

  return {
    recall: async (source, question) => {
      if (!folders.has(partsOf(source))) return null;
      const file = fileOf(source, question);
      used.add(file);
      return openListing(file, question);
    },
    keep: async (source, question) => {
      if (kept >= maxBytes) return null;
      const folder = await folders.ensure(partsOf(source));
      if (!cleared.has(folder)) cleared.set(folder, clear(folder));
      await cleared.get(folder);
      const file = fileOf(source, question);
      used.add(file);
      const part = `${file}+${ticket()}.part`;
      return ListingFileCopy.create({ file, part }, question, (bytes) => void (kept += bytes));
    },
    tidy: async (source, now) => {
      if (!folders.has(partsOf(source))) return;
      const files = await agesIn(folderOf(source));
      let total = 0;
      for (const { file, size, mtimeMs } of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs)) {
        total += size;
        if (total > maxBytes || (now - mtimeMs > maxAgeMs && !used.has(file))) await remove(file);
        // Once a day is enough to tell what is in use: a run that finds nothing new writes nothing.
        else if (used.has(file) && now - mtimeMs > DAY_MS) await touch(file, now);
      }
    },
  };
}

function nameOf(question: string): string {
  return `${createHash("sha256").update(question).digest("hex").slice(0, 32)}.zst`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (errnoOf(error) === "ENOENT") return [];
    throw storageError(error, `list ${folder}`);
  });
}

interface Aged {
  readonly file: string;
  readonly size: number;
  readonly mtimeMs: number;
}

async function agesIn(folder: string): Promise<readonly Aged[]> {
  const found: Aged[] = [];
  for (const name of await namesIn(folder)) {
    if (!/^[0-9a-f]{32}\.zst$/.test(name)) continue;
    const file = join(folder, name);
    const { size, mtimeMs } = await stat(file).catch((error: unknown) => {
      throw storageError(error, `look at ${file}`);
    });
    found.push({ file, size, mtimeMs });
  }
  return found;
}

async function touch(file: string, now: number): Promise<void> {
  await utimes(file, now / 1000, now / 1000).catch((error: unknown) => {
    throw storageError(error, `touch ${file}`);
  });
}
