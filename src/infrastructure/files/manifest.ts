import { constants, type FileHandle, open, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { crc32 } from "node:zlib";
import type {
  Manifest,
  ManifestChange,
  ManifestEntry,
  ManifestScan,
  Watermark,
} from "../../application/ports.ts";
import { MisuseError, StorageError } from "../../domain/errors.ts";
import { checkSource } from "./document-path.ts";
import { Durability, type DurabilityOptions } from "./durability.ts";
import { Folders } from "./folders.ts";
import {
  checksumOf,
  MAX_LINE_BYTES,
  measureManifest,
  NOTHING_READ,
  type ReadSoFar,
  scanManifest,
} from "./manifest-scan.ts";
import { errnoOf, storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

const NO_LINKS = constants.O_NOFOLLOW ?? 0;
const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | NO_LINKS;
const EDIT = constants.O_RDWR | NO_LINKS;
const READ = constants.O_RDONLY | NO_LINKS;

const NOTHING: Watermark = { ...NOTHING_READ, mtimeMs: 0 };
const LINE_FEED = 0x0a;
const TAIL_BYTES = 64 * 1024;

/** `data/raw/{source}/manifest.jsonl`: append-only, one JSON object a line; the line is the commit point (E1). */
export function createManifest(root: string, options: DurabilityOptions = {}): Manifest {
  return new FileManifest(resolve(root), options);
}

class FileManifest implements Manifest {
  readonly #durability: Durability;
  readonly #folders: Folders;
  /** Open for appending, by source. */
  readonly #handles = new Map<string, FileHandle>();
  /** How far each source's manifest is known, so that a line more is added to its checksum without reading it. */
  readonly #read = new Map<string, ReadSoFar>();
  /** The end of each source's last change: changes run one after the other. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(root: string, options: DurabilityOptions) {
    this.#durability = new Durability(options);
    this.#folders = new Folders(root, this.#durability);
  }

  async recover(source: string): Promise<{ readonly cutBytes: number }> {
    return this.#inTurn(source, async () => {
      const file = this.#fileOf(source);
      const handle = this.#folders.has(folderOf(source)) ? await openIfThere(file, EDIT) : null;
      if (handle === null) return { cutBytes: 0 };
      try {
        const cutBytes = await cutTornLine(handle, file);
        // Lines a killed process wrote but did not sync count from here on, so they are made durable first.
        await this.#durability.syncFile(handle, file);
        await this.#durability.syncFolder(await this.#folders.ensure(folderOf(source)));
        return { cutBytes };
      } finally {
        await handle.close();
      }
    });
  }

  async changeSince(source: string, known: Watermark | null): Promise<ManifestChange> {
    this.#durability.assertIntact();
    const file = this.#fileOf(source);
    const handle = await openIfThere(file, READ);
    if (handle === null) return known === null || known.size > 0 ? "rewritten" : "same";
    try {
      const change = known === null ? "rewritten" : await compare(handle, file, known);
      if (known !== null && change === "same") this.#note(source, known);
      return change;
    } finally {
      await handle.close();
    }
  }

  scan(source: string, after: Watermark | null = null): ManifestScan {
    this.#durability.assertIntact();
    let watermark: Watermark = after ?? NOTHING;
    const entries = this.#entries(source, watermark, (read) => (watermark = read));
    return { [Symbol.asyncIterator]: () => entries, watermark: () => watermark };
  }

  async *#entries(
    source: string,
    from: Watermark,
    onRead: (watermark: Watermark) => void,
  ): AsyncGenerator<ManifestEntry> {
    const file = this.#fileOf(source);
    const handle = await openIfThere(file, READ);
    if (handle === null) return;
    try {
      // Taken before the first byte is read: what is written meanwhile shows as a later time.
      const { mtimeMs } = await handle.stat();
      this.#note(source, from);
      onRead({ ...from, mtimeMs });
      yield* scanManifest(handle, file, from, (read) => {
        this.#note(source, read);
        onRead({ ...read, mtimeMs });
      });
    } finally {
      await handle.close();
    }
  }

  async append(source: string, lines: readonly string[]): Promise<Watermark> {
    for (const line of lines) checkLine(line);
    if (lines.length === 0) return this.#end(source);
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
    return this.#inTurn(source, async () => {
      const file = this.#fileOf(source);
      const handle = this.#handles.get(source) ?? (await this.#openForAppend(source));
      const before = this.#read.get(source) ?? NOTHING_READ;
      await this.#writeOrUndo(source, handle, bytes);
      await this.#durability.syncFile(handle, file);
      const mtimeMs = await stillThere(handle, file);
      const read = {
        size: before.size + bytes.length,
        crc32: crc32(bytes, before.crc32),
        lines: before.lines + lines.length,
      };
      this.#read.set(source, read);
      return { ...read, mtimeMs };
    });
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#changes.values());
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    await Promise.all(handles.map((handle) => handle.close()));
  }

  #fileOf(source: string): string {
    return join(this.#folders.pathOf(folderOf(source)), "manifest.jsonl");
  }

  async #inTurn<T>(source: string, change: () => Promise<T>): Promise<T> {
    const before = this.#changes.get(source) ?? Promise.resolve();
    const mine = before.then(() => {
      this.#durability.assertIntact();
      return change();
    });
    this.#changes.set(
      source,
      mine.catch(() => {}),
    );
    return mine;
  }

  async #openForAppend(source: string): Promise<FileHandle> {
    const folder = await this.#folders.ensure(folderOf(source));
    const file = this.#fileOf(source);
    const handle = await open(file, APPEND, 0o644).catch((error: unknown) => {
      throw storageError(error, `open ${file}`);
    });
    try {
      await assertWholeLines(handle, file);
      await this.#readToEnd(source, handle);
      await this.#durability.syncFolder(folder);
    } catch (error) {
      await handle.close();
      throw error;
    }
    this.#handles.set(source, handle);
    return handle;
  }

  /** Once lines are appended here, a reader that comes after them says nothing new. */
  #note(source: string, read: ReadSoFar): void {
    if (!this.#handles.has(source)) this.#read.set(source, read);
  }

  async #end(source: string): Promise<Watermark> {
    const found = await stat(this.#fileOf(source)).catch(() => null);
    return { ...(this.#read.get(source) ?? NOTHING_READ), mtimeMs: found?.mtimeMs ?? 0 };
  }

  async #readToEnd(source: string, handle: FileHandle): Promise<void> {
    const { size } = await handle.stat();
    if (this.#read.get(source)?.size === size) return;
    this.#read.set(source, await measureManifest(handle, this.#fileOf(source)));
  }

  /**
   * A batch that could not be written whole is taken back. Where even that fails the file stays torn: the handle
   * is given up, and opening it again refuses until `recover` has cut the tail.
   */
  async #writeOrUndo(source: string, handle: FileHandle, bytes: Buffer): Promise<void> {
    const file = this.#fileOf(source);
    const { size } = await handle.stat();
    try {
      await writeWhole(handle, bytes, file);
    } catch (error) {
      await handle.truncate(size).catch(() => {});
      this.#handles.delete(source);
      await handle.close().catch(() => {});
      throw error;
    }
  }
}

function folderOf(source: string): readonly string[] {
  return ["data", "raw", checkSource(source)];
}

/** A line feed inside a line would forge a second one (R15); an empty or huge line could not be read back. */
function checkLine(line: string): void {
  const problem =
    line.includes("\n") || line.includes("\r")
      ? "has a line break"
      : line === ""
        ? "is empty"
        : line.length > MAX_LINE_BYTES / 3 && Buffer.byteLength(line) > MAX_LINE_BYTES
          ? `is longer than ${MAX_LINE_BYTES} bytes`
          : null;
  if (problem !== null) {
    throw new MisuseError(`a manifest line ${problem}: ${JSON.stringify(line.slice(0, 80))}`);
  }
}

async function openIfThere(file: string, flags: number): Promise<FileHandle | null> {
  try {
    return await open(file, flags);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw storageError(error, `open ${file}`);
  }
}

async function compare(handle: FileHandle, file: string, known: Watermark): Promise<ManifestChange> {
  const { size, mtimeMs } = await handle.stat();
  if (size === known.size && mtimeMs === known.mtimeMs) return "same";
  const isThere = size >= known.size && (await checksumOf(handle, file, known.size)) === known.crc32;
  return isThere ? "grown" : "rewritten";
}

/** Answers its mtime. A manifest removed under our hands swallows lines without a word from the disk. */
async function stillThere(handle: FileHandle, file: string): Promise<number> {
  const { mtimeMs, nlink } = await handle.stat();
  if (nlink > 0) return mtimeMs;
  throw new StorageError("storage_failed", `${file} was removed while it was being written to; run again`);
}

/** Where the last complete line ends: behind the last line feed, 0 where there is none. */
async function endOfLines(handle: FileHandle, size: number, file: string): Promise<number> {
  const buffer = Buffer.allocUnsafe(TAIL_BYTES);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - TAIL_BYTES);
    const tail = buffer.subarray(0, end - start);
    await readWhole(handle, tail, start, file);
    const at = tail.lastIndexOf(LINE_FEED);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

async function readWhole(handle: FileHandle, into: Buffer, position: number, file: string): Promise<void> {
  for (let read = 0; read < into.length;) {
    const { bytesRead } = await handle
      .read(into, read, into.length - read, position + read)
      .catch((error: unknown) => {
        throw storageError(error, `read ${file}`);
      });
    if (bytesRead === 0) throw new StorageError("storage_failed", `${file} became shorter while it was read`);
    read += bytesRead;
  }
}

/** Power loss can leave NUL bytes at the end; without a line feed after them they are a torn line like any other. */
async function cutTornLine(handle: FileHandle, file: string): Promise<number> {
  const { size } = await handle.stat();
  const end = await endOfLines(handle, size, file);
  if (end < size) {
    await handle.truncate(end).catch((error: unknown) => {
      throw storageError(error, `cut the torn last line of ${file}`);
    });
  }
  return size - end;
}

async function assertWholeLines(handle: FileHandle, file: string): Promise<void> {
  const { size } = await handle.stat();
  if (size === 0) return;
  const last = Buffer.allocUnsafe(1);
  await readWhole(handle, last, size - 1, file);
  if (last[0] === LINE_FEED) return;
  throw new StorageError("manifest_damaged", `${file} ends in a torn line; it has to be recovered first`);
}
