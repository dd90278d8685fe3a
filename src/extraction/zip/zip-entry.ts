/** Entries of ZIP archives (PKWARE APPNOTE.TXT): what the directory lists, and their bytes, held against it. */
import { pipeline, type Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import { type Entry, getFileNameLowLevel, type ZipFile } from "yauzl";
import type { ArchiveEntry } from "../../domain/unpacking.ts";

/** APPNOTE.TXT 4.4.5. */
const STORED = 0;
const DEFLATED = 8;
/** 4.3.12: the signature of an entry in the central directory. */
export const CENTRAL_HEADER = 0x02014b50;
const CHUNK_BYTES = 64 * 1024;

/** An entry is not what the directory says. */
export class ZipEntryError extends Error {
  readonly isLarger: boolean;

  constructor(message: string, isLarger = false) {
    super(message);
    this.isLarger = isLarger;
  }
}

/** For archives that were opened without `decodeStrings`: yauzl would put slashes for backslashes, and hide what the archive says. */
export function listedEntry(entry: Entry): ArchiveEntry {
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

/** Comments and extra fields can be 128 KiB each entry; nobody asks for them again. */
export function slim(entry: Entry): Entry {
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

/** Counted while they are inflated: no more than the directory claims, no less, and with its checksum. */
export async function* entryBytes(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  let [size, checksum] = [0, 0];
  for await (const chunk of await inflated(zip, entry)) {
    size += (chunk as Buffer).length;
    if (size > entry.uncompressedSize) throw new ZipEntryError("is larger than it claims", true);
    checksum = crc32(chunk as Buffer, checksum);
    yield chunk as Buffer;
  }
  if (size < entry.uncompressedSize) throw new ZipEntryError("is smaller than it claims");
  if (checksum !== entry.crc32) throw new ZipEntryError("does not match its checksum");
}

async function inflated(zip: ZipFile, entry: Entry): Promise<Readable> {
  const method = entry.compressionMethod;
  if (method !== STORED && method !== DEFLATED) throw new ZipEntryError(`is compressed by method ${method}`);
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false });
  if (method === STORED) return raw;
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES });
  // What goes wrong shows where the bytes are read; giving them up ends both.
  pipeline(raw, inflate, () => {});
  return inflate;
}
