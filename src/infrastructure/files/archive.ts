import { access, copyFile, opendir, readdir, readFile, rename, rmdir, unlink } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import type {
  Archive,
  DescribedPage,
  FileDefect,
  HeldFile,
  PageVersions,
  Received,
} from "../../application/ports.ts";
import type { StoredDocument } from "../../domain/reference.ts";
import { checkFile } from "./check-file.ts";
import { partsOf } from "./document-path.ts";
import { Durability, type DurabilityOptions } from "./durability.ts";
import { hashOf, move, remove } from "./file-moves.ts";
import { holdBody } from "./hold-body.ts";
import { createTickets, nextName, partName, readNextName } from "./incoming-name.ts";
import { companionOf, PageCompanions } from "./page-companions.ts";
import { Places } from "./places.ts";
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
export function createArchive(root: string, options: ArchiveOptions = {}): Archive {
  return new FileArchive(resolve(root), options);
}

export interface ArchiveOptions extends DurabilityOptions {
  /** Folders by source, relative to the root or absolute. @default data/raw/{source} */
  readonly folders?: Readonly<Record<string, string | undefined>>;
  /** Sources whose documents are pages of the web, kept with their version before. @default none */
  readonly pages?: readonly string[];
}

type Located = Pick<Received, "source" | "path" | "ticket">;

class FileArchive implements Archive {
  readonly #durability: Durability;
  readonly #places: Places;
  readonly #pages: ReadonlySet<string>;
  readonly #companions: PageCompanions;
  readonly #nextTicket = createTickets();

  constructor(root: string, { folders = {}, pages = [], ...options }: ArchiveOptions) {
    this.#durability = new Durability(options);
    this.#pages = new Set(pages);
    this.#companions = new PageCompanions(this.#durability);
    this.#places = new Places(root, this.#durability, folders);
  }

  localPath(source: string, path: string): string {
    return [this.#places.of(source).prefix, ...partsOf(path)].join("/");
  }

  pathIn(source: string, localPath: string): string {
    const { prefix } = this.#places.of(source);
    return localPath.startsWith(`${prefix}/`) ? localPath.slice(prefix.length + 1) : localPath;
  }

  async receive(source: string, path: string, body: AsyncIterable<Uint8Array>): Promise<Received> {
    this.#durability.assertIntact();
    partsOf(path);
    const incoming = await this.#ensureIncoming(source);
    const ticket = this.#nextTicket();
    const file = join(incoming, partName(path, ticket));
    const facts = await receiveBody(file, body, codecOf(path), this.#durability);
    return { source, path, ticket, ...facts };
  }

  async hold(source: string, body: AsyncIterable<Uint8Array>): Promise<HeldFile> {
    this.#durability.assertIntact();
    const incoming = await this.#ensureIncoming(source);
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
      folders.add(await this.#ensureIncoming(one.source, names));
    }
    await Promise.all(received.map((one) => move(this.#partOf(one), this.#nextOf(one))));
    await this.#syncAll(folders);
  }

  async replace(received: readonly Received[]): Promise<void> {
    for (const one of received) await this.#rotate(one, one.sha256);
    await this.#putInPlace(received, (one) => this.#nextOf(one));
  }

  async #rotate(one: Located, sha256: string): Promise<void> {
    if (!this.#pages.has(one.source)) return;
    await this.#companions.rotate(this.#places.file(this.localPath(one.source, one.path)), sha256);
  }

  async describe(source: string, pages: readonly DescribedPage[]): Promise<void> {
    if (!this.#pages.has(source)) return;
    this.#durability.assertIntact();
    const folders = new Set<string>();
    for (const { localPath, meta } of pages) {
      const file = this.#places.file(localPath);
      await this.#companions.describe(file, meta);
      folders.add(dirname(file));
    }
    await this.#syncAll(folders);
  }

  async describeBefore(source: string, pages: readonly DescribedPage[]): Promise<void> {
    if (!this.#pages.has(source)) return;
    this.#durability.assertIntact();
    for (const { localPath, meta } of pages) {
      const file = this.#places.file(localPath);
      if (await this.#companions.describeBefore(file, meta)) await this.#durability.syncFolder(dirname(file));
    }
  }

  async versionsOf(document: StoredDocument): Promise<PageVersions | null> {
    const bytes = await this.read(document);
    if (document.page === undefined || bytes === null) return null;
    const found = await this.#companions.versionsOf(this.#places.file(document.localPath));
    if (found === null) return null;
    return { current: { bytes, meta: found.meta }, previous: found.previous };
  }

  accompanies(source: string, localPath: string): string | null {
    return this.#pages.has(source) ? companionOf(localPath.slice(localPath.lastIndexOf("/") + 1)) : null;
  }

  async recover(
    source: string,
    committedSha256: (localPath: string) => Promise<string | null>,
  ): Promise<{ readonly rolledForward: number; readonly dropped: number }> {
    this.#durability.assertIntact();
    const { unfinished, staged, folders } = await this.#leftovers(source);
    const committed: (Located & { readonly sha256: string })[] = [];
    const dropped = [...unfinished];
    for (const file of staged) {
      const one = await this.#committedOne(source, file, committedSha256);
      if (one === null) dropped.push(file);
      else {
        committed.push(one);
        await this.#rotate(one, one.sha256);
      }
    }
    await this.#putInPlace(committed, (one) => this.#nextOf(one));
    for (const file of dropped) await remove(file);
    await removeEmpty(folders);
    return { rolledForward: committed.length, dropped: dropped.length };
  }

  check({ localPath, ...facts }: StoredDocument): Promise<FileDefect | null> {
    return checkFile(this.#places.file(localPath), { codec: codecOf(localPath), ...facts });
  }

  async read({ localPath }: StoredDocument): Promise<Uint8Array | null> {
    const file = this.#places.file(localPath);
    try {
      const content = await readFile(file);
      return codecOf(localPath) === "zstd" ? zstdDecompressSync(content) : content;
    } catch (error) {
      if (["ENOENT", "ENOTDIR"].includes(errnoOf(error) ?? "")) return null;
      throw storageError(error, `read ${file}`);
    }
  }

  async *list(source: string): AsyncGenerator<string> {
    const { folders, parts, prefix } = this.#places.of(source);
    if (!folders.has(parts)) return;
    const top = folders.pathOf(parts);
    for await (const entry of await opendir(top, { recursive: true })) {
      const path = relative(top, join(entry.parentPath, entry.name)).split(sep).join("/");
      const isOurs = path === "manifest.jsonl" || path === ".incoming" || path.startsWith(".incoming/");
      if (!isOurs && !entry.isDirectory() && !isOfAnother(prefix, path)) yield `${prefix}/${path}`;
    }
  }

  async setAside(localPath: string): Promise<string> {
    const below = localPath.split("/").filter((part) => part !== "");
    const aside = ["data", "orphaned", ...below.slice(2)].join("/");
    await this.#moveUnderRoot(localPath, aside);
    return aside;
  }

  owns(source: string, localPath: string): boolean {
    const path = this.pathIn(source, localPath);
    return path !== localPath && isAllowed(path);
  }

  async remove(source: string, localPath: string): Promise<void> {
    this.#durability.assertIntact();
    if (this.owns(source, localPath)) await remove(this.#places.file(localPath));
  }

  async moveTo(source: string, from: string, to: string): Promise<void> {
    if (!this.owns(source, from)) return;
    // What stands beside a page that is lost goes all the same: nobody would name it any more.
    if (this.#pages.has(source)) {
      await this.#places.root.ensure(to.split("/").slice(0, -1));
      await this.#companions.moveCompanions(this.#places.file(from), this.#places.file(to));
    }
    if (await this.exists(from)) await this.#moveUnderRoot(from, to);
  }

  async tidy(source: string): Promise<void> {
    const { folders } = await this.#leftovers(source);
    const all = [...folders, this.#incoming(source)];
    for (const folder of all) this.#places.of(source).folders.forget(folder);
    await removeEmpty(all);
  }

  fileOf({ localPath }: StoredDocument): string {
    return this.#places.file(localPath);
  }

  async exists(localPath: string): Promise<boolean> {
    return access(this.#places.file(localPath)).then(
      () => true,
      () => false,
    );
  }

  async #moveUnderRoot(from: string, to: string): Promise<void> {
    this.#durability.assertIntact();
    const parts = to.split("/");
    const folder = await this.#places.root.ensure(parts.slice(0, -1));
    await moveAcross(this.#places.file(from), join(folder, parts.at(-1) as string));
    await this.#durability.syncFolder(folder);
  }

  /** The staged file whose manifest line was written, as its name tells it; null when it has to go. */
  async #committedOne(
    source: string,
    file: string,
    committedSha256: (localPath: string) => Promise<string | null>,
  ): Promise<(Located & { readonly sha256: string }) | null> {
    const incoming = this.#incoming(source);
    const name = readNextName(relative(incoming, file).split(sep).join("/"));
    if (name === null || !isAllowed(name.path)) return null;
    const sha256 = await committedSha256(this.localPath(source, name.path));
    if (sha256 === null || sha256 !== (await hashOf(file))) return null;
    return { source, ...name, sha256 };
  }

  async #leftovers(source: string): Promise<Leftovers> {
    const found: Leftovers = { unfinished: [], staged: [], folders: [] };
    const place = this.#places.of(source);
    if (!place.folders.has([...place.parts, INCOMING])) return found;
    const incoming = this.#incoming(source);
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
      const folder = target.slice(0, target.lastIndexOf("/"));
      if (folders.has(folder)) continue;
      const { folders: base, parts } = this.#places.of(one.source);
      folders.set(folder, await base.ensure([...parts, ...one.path.split("/").slice(0, -1)]));
    }
    const moves = [...targets].map(async ([target, ones]) => {
      const to = this.#places.file(target);
      for (const one of ones) await move(from(one), to);
    });
    await Promise.all(moves);
    await this.#syncAll(folders.values());
  }

  async #syncAll(folders: Iterable<string>): Promise<void> {
    await Promise.all([...folders].map((folder) => this.#durability.syncFolder(folder)));
  }

  #incoming(source: string): string {
    const { folders, parts } = this.#places.of(source);
    return folders.pathOf([...parts, INCOMING]);
  }

  #ensureIncoming(source: string, below: readonly string[] = []): Promise<string> {
    const { folders, parts } = this.#places.of(source);
    return folders.ensure([...parts, INCOMING, ...below]);
  }

  #partOf(one: Located): string {
    return join(this.#incoming(one.source), partName(one.path, one.ticket));
  }

  #nextOf(one: Located): string {
    return join(this.#incoming(one.source), ...nextName(one.path, one.ticket));
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

const INCOMING = ".incoming";

/**
 * In `data/raw/` itself every source has a folder of its name; hosts, after which a source names the folders of its
 * pages, have a dot or a port in theirs.
 */
function isOfAnother(prefix: string, path: string): boolean {
  return prefix === "data/raw" && /^[a-z][a-z0-9]*(?:\/|$)/.test(path);
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

/** The user's folder may be on another disk. */
async function moveAcross(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw storageError(error, `move ${from} to ${to}`);
    await copyFile(from, to);
    await unlink(from);
  }
}

/** Deepest first. A folder that is not empty holds something that is not ours, and stays. */
async function removeEmpty(folders: readonly string[]): Promise<void> {
  const deepestFirst = folders.toSorted((a, b) => b.length - a.length);
  for (const folder of deepestFirst) await rmdir(folder).catch(() => {});
}
