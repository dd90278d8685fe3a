import { constants, copyFile, open } from "node:fs/promises";
import { errnoOf } from "../files/storage-error.ts";

/** Salts and checkpoint counter of a log (sqlite.org/fileformat2.html, 4.1): they change when it starts over. */
const WAL_HEADER_BYTES = 32;
const TRIES = 20;

/**
 * Copies a database that may be in use. While the log has not started over, every page that a checkpoint moves
 * into the database is in the log as well; so the copy is sound if the log that is copied after the database is
 * the one that was there before.
 */
export async function copyLive(database: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await walHeader(database);
    await copyFile(database, target, constants.COPYFILE_FICLONE);
    if (before !== null) await copyWal(database, target);
    const after = await walHeader(database);
    if (before === after) return;
    if (attempt === TRIES) throw new Error(`${database} changes too fast to be copied`);
  }
}

async function copyWal(database: string, target: string): Promise<void> {
  await copyFile(`${database}-wal`, `${target}-wal`, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    // Gone meanwhile: the headers will differ.
    if (errnoOf(error) !== "ENOENT") throw error;
  });
}

async function walHeader(database: string): Promise<string | null> {
  try {
    await using file = await open(`${database}-wal`, "r");
    const { bytesRead, buffer } = await file.read(Buffer.alloc(WAL_HEADER_BYTES), 0, WAL_HEADER_BYTES, 0);
    return buffer.toString("hex", 0, bytesRead);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}
