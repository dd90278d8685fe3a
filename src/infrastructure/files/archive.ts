import { createHash } from "node:crypto";
import { constants, open, opendir, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Archive, FileDefect, HeldFile, Received } from "../../application/ports.ts";
import type { StoredDocument } from "../../domain/reference.ts";
import { checkFile } from "./check-file.ts";
import { checkSource, partsOf } from "./document-path.ts";
import { Durability, type DurabilityOptions } from "./durability.ts";
import { Folders } from "./folders.ts";
import { holdBody } from "./hold-body.ts";
import { createTickets, nextName, partName, readNextName } from "./incoming-name.ts";
import { receiveBody } from "./receive-body.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/**
 * Documents as files under `data/raw/{source}/`. A file takes one of two ways to its path, each step durable
 * before the next (E2):
 *
 *   new          .incoming/…part ──────────────── publish ──▶ path      then its manifest line
 *   replacing    .incoming/…part ── stage ──▶ .incoming/…next          then its manifest line, then replace ──▶ path
 *
 * Both folders are on one file system, so that a rename is atomic and no reader sees half a file.
 */
export function createArchive(root: string, options: DurabilityOptions = {}): Archive {
  return new FileArchive(resolve(root), options);
}

type Located = Pick<Received, "source" | "path" | "ticket">;

class FileArchive implements Archive {
  readonly #durability: Durability;
  readonly #folders: Folders;
  readonly #nextTicket = createTickets();

  constructor(root: string, options: DurabilityOptions) {
    this.#durability = new Durability(options);
    this.#folders = new Folders(root, this.#durability);
  }

  localPath(source: string, path: string): string {
    return [...folderOf(source), ...partsOf(path)].join("/");
  }

  async receive(source: string, path: string, body: AsyncIterable<Uint8Array>): Promise<Received> {
    this.#durability.assertIntact();
    partsOf(path);
    const incoming = await this.#folders.ensure(incomingOf(source));
    const ticket = this.#nextTicket();
    const file = join(incoming, partName(path, ticket));
    const facts = await receiveBody(file, body, codecOf(path), this.#durability);
    return { source, path, ticket, ...facts };
  }

  async hold(source: string, body: AsyncIterable<Uint8Array>): Promise<HeldFile> {
    this.#durability.assertIntact();
    const incoming = await this.#folders.ensure(incomingOf(source));
    return holdBody(join(incoming, partName("archive", this.#nextTicket())), body);
  }

  async release(held: HeldFile): Promise<void> {
    await remove(held.file);
  }

  async discard(received: Received): Promise<void> {
    this.#durability.assertIntact();
    await remove(this.#partOf(received));
    await remove(this.#nextOf(received));
  }

  async publish(received: readonly Received[]): Promise<void> {
    await this.#putInPlace(received, (one) => this.#partOf(one));
  }

  async stage(received: readonly Received[]): Promise<void> {
    this.#durability.assertIntact();
    const folders = new Set<string>();
    for (const one of received) {
      const names = nextName(one.path, one.ticket).slice(0, -1);
      folders.add(await this.#folders.ensure([...incomingOf(one.source), ...names]));
    }
    await Promise.all(received.map((one) => move(this.#partOf(one), this.#nextOf(one))));
    await this.#syncAll(folders);
  }

  async replace(received: readonly Received[]): Promise<void> {
    await this.#putInPlace(received, (one) => this.#nextOf(one));
  }

  async recover(
    source: string,
    committedSha256: (localPath: string) => Promise<string | null>,
  ): Promise<{ readonly rolledForward: number; readonly dropped: number }> {
    this.#durability.assertIntact();
    const { unfinished, staged, folders } = await this.#leftovers(source);
    const committed: Located[] = [];
    const dropped = [...unfinished];
    for (const file of staged) {
      const one = await this.#committedOne(source, file, committedSha256);
      if (one === null) dropped.push(file);
      else committed.push(one);
    }
    await this.#putInPlace(committed, (one) => this.#nextOf(one));
    for (const file of dropped) await remove(file);
    await removeEmpty(folders);
    return { rolledForward: committed.length, dropped: dropped.length };
  }

  check({ localPath, ...facts }: StoredDocument): Promise<FileDefect | null> {
    return checkFile(this.#folders.pathOf(localPath.split("/")), { codec: codecOf(localPath), ...facts });
  }

  async *list(source: string): AsyncGenerator<string> {
    const folder = folderOf(source);
    if (!this.#folders.has(folder)) return;
    const top = this.#folders.pathOf(folder);
    for await (const entry of await opendir(top, { recursive: true })) {
      const path = relative(top, join(entry.parentPath, entry.name)).split(sep).join("/");
      const isOurs = path === "manifest.jsonl" || path === ".incoming" || path.startsWith(".incoming/");
      if (!isOurs && !entry.isDirectory()) yield [...folder, path].join("/");
    }
  }

  async setAside(localPath: string): Promise<string> {
    const parts = ["data", "orphaned", ...localPath.split("/").slice(2)];
    const folder = await this.#folders.ensure(parts.slice(0, -1));
    await move(this.#folders.pathOf(localPath.split("/")), join(folder, parts.at(-1) as string));
    await this.#durability.syncFolder(folder);
    return parts.join("/");
  }

  /** The staged file whose manifest line was written, as its name tells it; null when it has to go. */
  async #committedOne(
    source: string,
    file: string,
    committedSha256: (localPath: string) => Promise<string | null>,
  ): Promise<Located | null> {
    const incoming = this.#folders.pathOf(incomingOf(source));
    const name = readNextName(relative(incoming, file).split(sep).join("/"));
    if (name === null || !isAllowed(name.path)) return null;
    const sha256 = await committedSha256(this.localPath(source, name.path));
    if (sha256 === null || sha256 !== (await hashOf(file))) return null;
    return { source, ...name };
  }

  async #leftovers(source: string): Promise<Leftovers> {
    const found: Leftovers = { unfinished: [], staged: [], folders: [] };
    if (!this.#folders.has(incomingOf(source))) return found;
    const incoming = this.#folders.pathOf(incomingOf(source));
    const entries = await readdir(incoming, { recursive: true, withFileTypes: true }).catch(
      (error: unknown) => {
        throw storageError(error, `list ${incoming}`);
      },
    );
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isDirectory()) found.folders.push(path);
      else if (entry.name.endsWith(".part")) found.unfinished.push(path);
      else if (entry.name.endsWith(".next")) found.staged.push(path);
    }
    return found;
  }

  /** Renames onto the documents' paths; of two for one path the last stays. Each folder is synced once. */
  async #putInPlace<T extends Located>(received: readonly T[], from: (one: T) => string): Promise<void> {
    this.#durability.assertIntact();
    const targets = new Map<string, T[]>();
    const folders = new Map<string, string>();
    for (const one of received) {
      const target = this.localPath(one.source, one.path);
      targets.set(target, [...(targets.get(target) ?? []), one]);
      const parts = target.split("/").slice(0, -1);
      const folder = parts.join("/");
      if (!folders.has(folder)) folders.set(folder, await this.#folders.ensure(parts));
    }
    const moves = [...targets].map(async ([target, ones]) => {
      const to = this.#folders.pathOf(target.split("/"));
      for (const one of ones) await move(from(one), to);
    });
    await Promise.all(moves);
    await this.#syncAll(folders.values());
  }

  async #syncAll(folders: Iterable<string>): Promise<void> {
    await Promise.all([...folders].map((folder) => this.#durability.syncFolder(folder)));
  }

  #partOf(one: Located): string {
    return this.#folders.pathOf([...incomingOf(one.source), partName(one.path, one.ticket)]);
  }

  #nextOf(one: Located): string {
    return this.#folders.pathOf([...incomingOf(one.source), ...nextName(one.path, one.ticket)]);
  }
}

interface Leftovers {
  readonly unfinished: string[];
  readonly staged: string[];
  readonly folders: string[];
}

function codecOf(path: string): "zstd" | "none" {
  return path.endsWith(".zst") ? "zstd" : "none";
}

function folderOf(source: string): readonly string[] {
  return ["data", "raw", checkSource(source)];
}

function incomingOf(source: string): readonly string[] {
  return [...folderOf(source), ".incoming"];
}

/** Names in `.incoming/` may have been planted; only a path that could have been received is used. */
function isAllowed(path: string): boolean {
  try {
    partsOf(path);
    return true;
  } catch {
    return false;
  }
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    throw storageError(error, `move ${from} to ${to}`);
  });
}

async function remove(file: string): Promise<void> {
  await unlink(file).catch((error: unknown) => {
    if (errnoOf(error) !== "ENOENT") throw storageError(error, `remove ${file}`);
  });
}

/** Deepest first. A folder that is not empty holds something that is not ours, and stays. */
async function removeEmpty(folders: readonly string[]): Promise<void> {
  const deepestFirst = folders.toSorted((a, b) => b.length - a.length);
  for (const folder of deepestFirst) await rmdir(folder).catch(() => {});
}

/** Null where it cannot be one of our files: a link, a folder. */
async function hashOf(file: string): Promise<string | null> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const hash = createHash("sha256");
    for await (const chunk of handle.createReadStream({ highWaterMark: 1 << 20 }))
      hash.update(chunk as Buffer);
    return hash.digest("hex");
  } catch (error) {
    if (errnoOf(error) === "ELOOP") return null;
    throw storageError(error, `read ${file}`);
  }
}
