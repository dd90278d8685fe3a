import { open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import type { HeldFile, OpenedArchive, Unpacker } from "../../application/ports.ts";
import { LevadaError } from "../../domain/errors.ts";
import { BrokenBody } from "../../domain/failure.ts";
import { type ArchiveEntry, entryProblem, shownName, UNPACK_LIMITS } from "../../domain/unpacking.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/** APPNOTE.TXT 4.4.5. */
const STORED = 0;
const DEFLATED = 8;
/** 4.3.12: the signature of an entry in the central directory. */
const CENTRAL_HEADER = 0x02014b50;
const CHUNK_BYTES = 64 * 1024;

/** ZIP archives (PKWARE APPNOTE.TXT). The directory at the end of the file decides; local headers only say where. */
export const zipUnpacker: Unpacker = { open: openZip };

async function openZip({ file }: HeldFile): Promise<OpenedArchive> {
  // Names are decoded here: yauzl would put slashes for backslashes, and hide what the archive says.
  const options = { autoClose: false, decodeStrings: false };
  const zip = await openPromise(file, options).catch((error: unknown) => {
    throw unreadable(error, file);
  });
  try {
    const found = await directoryOf(zip, file);
    return {
      entries: found.map(({ listed }) => listed),
      read: (index) => bytesOf(zip, found[index], file),
      close: () => close(zip),
    };
  } catch (error) {
    await close(zip);
    throw error;
  }
}

interface Found {
  readonly entry: Entry;
  readonly listed: ArchiveEntry;
}

/** Stops at the first entry that no rule would let pass, so that a directory of gigabytes is not gathered. */
async function directoryOf(zip: ZipFile, file: string): Promise<readonly Found[]> {
  if (zip.entryCount > UNPACK_LIMITS.entries) {
    throw refusal(`${zip.entryCount} entries, more than ${UNPACK_LIMITS.entries}`);
  }
  const found: Found[] = [];
  try {
    for await (const entry of zip.eachEntry()) {
      const listed = listedEntry(entry);
      const problem = entryProblem(listed);
      if (problem !== null) throw refusal(`entry ${JSON.stringify(shownName(listed.name))} ${problem}`);
      found.push({ entry: slim(entry), listed });
    }
  } catch (error) {
    throw unreadable(error, file);
  }
  if (await goesOn(zip, file)) throw refusal("it has more entries than it says");
  return found;
}

/** Whether another entry follows the last one that was announced: a count of 16 bits can be an overflow, or a lie. */
async function goesOn(zip: ZipFile, file: string): Promise<boolean> {
  const position = Number(zip.readEntryCursor);
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, position);
    return bytesRead === 4 && buffer.readUInt32LE(0) === CENTRAL_HEADER;
  } finally {
    await handle.close();
  }
}

/** Comments and extra fields can be 128 KiB each entry; nobody asks for them again. */
function slim(entry: Entry): Entry {
  const nothing = Buffer.alloc(0);
  return Object.assign(entry, {
    fileName: "",
    fileNameRaw: nothing,
    extraFields: [],
    extraFieldRaw: nothing,
    comment: "",
    fileComment: "",
    fileCommentRaw: nothing,
  });
}

function listedEntry(entry: Entry): ArchiveEntry {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);
  return {
    name,
    kind: kindOf(name, entry.externalFileAttributes),
    encrypted: entry.isEncrypted(),
    compressedSize: entry.compressedSize,
    size: entry.uncompressedSize,
  };
}

/** The upper half of the external attributes is the Unix mode, where the archive has one. */
function kindOf(name: string, externalFileAttributes: number): ArchiveEntry["kind"] {
  const type = (externalFileAttributes >>> 16) & 0o170_000;
  if (type === 0o120_000) return "link";
  if (type === 0o040_000 || /[\\/]$/.test(name)) return "folder";
  return type === 0 || type === 0o100_000 ? "file" : "special";
}

async function* bytesOf(zip: ZipFile, found: Found | undefined, file: string): AsyncGenerator<Uint8Array> {
  if (found === undefined) throw new RangeError("no such entry");
  const { entry, listed } = found;
  const what = `entry ${JSON.stringify(shownName(listed.name))}`;
  let [size, checksum] = [0, 0];
  try {
    for await (const chunk of await inflated(zip, entry, what)) {
      size += (chunk as Buffer).length;
      if (size > entry.uncompressedSize) throw refusal(`${what} is larger than it claims`);
      checksum = crc32(chunk as Buffer, checksum);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw unreadable(error, file, what);
  }
  if (size < entry.uncompressedSize) throw refusal(`${what} is smaller than it claims`);
  if (checksum !== entry.crc32) throw refusal(`${what} does not match its checksum`);
}

async function inflated(zip: ZipFile, entry: Entry, what: string): Promise<Readable> {
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED) throw refusal(`${what} is compressed by method ${method}`);
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  if (method === STORED) return raw;
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  // What goes wrong shows where the bytes are read; giving them up ends both.
  pipeline(raw, inflate, () => {});
  return inflate;
}

function close(zip: ZipFile): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // Nothing was written: a file that cannot be closed is no reason to stop.
  zip.once("close", resolve).once("error", () => resolve());
  zip.close();
  return promise;
}

function refusal(detail: string): BrokenBody {
  return new BrokenBody({ kind: "archive_refused", detail });
}

/** Trouble of the disk stays trouble of the disk; anything else is the archive's own. */
function unreadable(error: unknown, file: string, what = "the archive"): Error {
  if (error instanceof BrokenBody || error instanceof LevadaError) return error;
  const code = errnoOf(error);
  if (/^E[A-Z]+$/.test(code)) return storageError(error, `read ${file}`);
  const message = error instanceof Error ? error.message : String(error);
  return new BrokenBody({ kind: "body_broken", detail: `${what} cannot be read (${shownName(message)})` });
}
