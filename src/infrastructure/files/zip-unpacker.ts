import { open } from "node:fs/promises";
import type { Entry, ZipFile } from "yauzl";
import type { HeldFile, OpenedArchive, Unpacker } from "../../application/ports.ts";
import { LevadaError } from "../../domain/errors.ts";
import { BrokenBody } from "../../domain/failure.ts";
import { type ArchiveEntry, entryProblem, shownName, UNPACK_LIMITS } from "../../domain/unpacking.ts";
import {
  CENTRAL_HEADER,
  entryBytes,
  listedEntry,
  slim,
  ZipEntryError,
} from "../../extraction/zip/zip-entry.ts";
import { openZipFile } from "./checked-zip-reader.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/** ZIP archives (PKWARE APPNOTE.TXT). The directory at the end of the file decides; local headers only say where. */
export const zipUnpacker: Unpacker = { open: openZip };

async function openZip({ file }: HeldFile): Promise<OpenedArchive> {
  const options = { autoClose: false, decodeStrings: false };
  const zip = await openZipFile(file, options).catch((error: unknown) => {
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
  if (!Number.isSafeInteger(position)) return false;
  const handle = await open(file, "r");
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, position);
    return bytesRead === 4 && buffer.readUInt32LE(0) === CENTRAL_HEADER;
  } finally {
    await handle.close();
  }
}

async function* bytesOf(zip: ZipFile, found: Found | undefined, file: string): AsyncGenerator<Uint8Array> {
  if (found === undefined) throw new RangeError("no such entry");
  const what = `entry ${JSON.stringify(shownName(found.listed.name))}`;
  try {
    yield* entryBytes(zip, found.entry);
  } catch (error) {
    if (error instanceof ZipEntryError) throw refusal(`${what} ${error.message}`);
    throw unreadable(error, file, what);
  }
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
