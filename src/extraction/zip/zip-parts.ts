/**
 * The parts of a document that is an archive (DOCX, ODT). Nothing is written, and nothing is opened before the whole
 * directory was looked at; what is opened is counted while it is inflated. A document that opens into more than is read
 * costs no more than the limit.
 */
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { entryProblem, shownName, UNPACK_LIMITS } from "../../domain/unpacking.ts";
import { Refusal } from "../document-reading.ts";
import { CENTRAL_HEADER, entryBytes, listedEntry, slim, ZipEntryError } from "./zip-entry.ts";

export interface PartLimits {
  /** Of all entries together, as the directory claims. */
  readonly claimedBytes: number;
  /** Of all parts that are opened, as they are. */
  readonly openedBytes: number;
}

export interface ZipParts {
  has(name: string): boolean;
  /** Nothing where there is no such part. */
  stream(name: string): AsyncGenerator<Uint8Array>;
  read(name: string): Promise<Uint8Array>;
}

/** Pictures may be many and large, and are never opened. */
export const PART_LIMITS: PartLimits = { claimedBytes: 512 << 20, openedBytes: 48 << 20 };

export async function openParts(bytes: Uint8Array, limits: PartLimits = PART_LIMITS): Promise<ZipParts> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zip = await fromBufferPromise(buffer, { decodeStrings: false }).catch((error: unknown) => {
    throw broken(error, "the archive");
  });
  return new OpenedParts(zip, await directoryOf(zip, buffer, limits), limits);
}

async function directoryOf(zip: ZipFile, buffer: Buffer, limits: PartLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > UNPACK_LIMITS.entries) throw tooMany(zip.entryCount);
  const found = new Map<string, Entry>();
  let claimed = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { name, size } = checked(entry, found);
      claimed += size;
      if (claimed > limits.claimedBytes) throw tooLarge(limits.claimedBytes);
      found.set(name, slim(entry));
    }
  } catch (error) {
    throw broken(error, "the archive");
  }
  // A count of 16 bits can be an overflow, or a lie.
  const next = Number(zip.readEntryCursor);
  if (next + 4 <= buffer.length && buffer.readUInt32LE(next) === CENTRAL_HEADER) throw tooMany(found.size);
  return found;
}

function checked(
  entry: Entry,
  found: ReadonlyMap<string, Entry>,
): { readonly name: string; readonly size: number } {
  const listed = listedEntry(entry);
  const { name, size, compressedSize, encrypted } = listed;
  const problem = found.has(name) ? "is there twice" : entryProblem(listed);
  if (problem === null) return { name, size };
  const message = `entry ${JSON.stringify(shownName(name))} ${problem}`;
  if (encrypted) throw new Refusal("encrypted", message);
  const isBomb = size > UNPACK_LIMITS.ratioFromBytes && size > compressedSize * UNPACK_LIMITS.ratio;
  throw new Refusal(isBomb ? "too_large" : "unreadable", message);
}

class OpenedParts implements ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #limits: PartLimits;
  #opened = 0;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: PartLimits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  async *stream(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    const { openedBytes } = this.#limits;
    if (this.#opened + entry.uncompressedSize > openedBytes) throw tooLarge(openedBytes);
    try {
      for await (const chunk of entryBytes(this.#zip, entry)) {
        this.#opened += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw broken(error, `entry ${JSON.stringify(shownName(name))}`);
    }
  }

  async read(name: string): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.stream(name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
}

function tooMany(count: number): Refusal {
  return new Refusal(
    "too_large",
    `an archive of ${count} entries or more; ${UNPACK_LIMITS.entries} are read`,
  );
}

function tooLarge(limit: number): Refusal {
  return new Refusal("too_large", `it opens into more than ${limit >> 20} MB`);
}

/** A part that says it is small and is not may be endless: that is a matter of size, the rest is damage. */
function broken(error: unknown, what: string): Refusal {
  if (error instanceof Refusal) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof ZipEntryError)
    return new Refusal(error.isLarger ? "too_large" : "unreadable", `${what} ${detail}`);
  return new Refusal("unreadable", `${what} cannot be read (${shownName(detail)})`);
}
