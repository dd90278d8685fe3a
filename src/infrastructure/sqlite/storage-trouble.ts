import { LevadaError, MisuseError, StorageError } from "../../domain/errors.ts";
import { storageError as fileError } from "../files/storage-error.ts";

/** Primary result codes (sqlite.org/rescode.html). */
const BUSY = 5;
const NOMEM = 7;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
/** The index beside the log cannot be read, and whoever may only read cannot make it anew. */
const PROTOCOL = 15;
const NOTADB = 26;
/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const FSYNC = new Set([IOERR | (4 << 8), IOERR | (5 << 8)]);

/** The index beside the log could not be made as large as it must be: what SQLite says of a full disk when it opens. */
const SHMSIZE = IOERR | (19 << 8);

/** After these nothing more may be acknowledged (E5). */
const FATAL = new Set([BUSY, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB]);

function sqliteCode(error: unknown): number | null {
  const errcode = (error as { errcode?: unknown } | null)?.errcode;
  return typeof errcode === "number" ? errcode : null;
}

/** The database file is not one, or is damaged. */
export function isCorruption(error: unknown): boolean {
  const code = sqliteCode(error);
  return code !== null && [CORRUPT, NOTADB].includes(code & 0xff);
}

/** Trouble of the storage, as opposed to one bad operation. */
export function isStorageTrouble(error: unknown): boolean {
  if (error instanceof StorageError) return true;
  const code = sqliteCode(error);
  return code !== null && FATAL.has(code & 0xff);
}

/** Any error of SQLite or the file system as the one kind that callers know. */
export function stateError(error: unknown, path: string): LevadaError {
  const code = sqliteCode(error);
  if (code === null) return fileError(error, `keep the state in ${path}`);
  const detail = (error as Error).message;
  if ((code & 0xff) === FULL || code === SHMSIZE) {
    return new StorageError(
      "disk_full",
      `the disk of ${path} is full: free some space and run the same command again; nothing that was stored is lost`,
      { cause: error },
    );
  }
  if (FSYNC.has(code)) {
    return new StorageError(
      "fsync_failed",
      `the disk did not confirm ${path} (${detail}). Nothing since then was acknowledged. Check the disk.`,
      { cause: error },
    );
  }
  return new StorageError(
    "storage_failed",
    `${path}: ${detail}. Check the disk, then run the same command again.`,
    { cause: error },
  );
}

/** An error as it travels between threads: a class does not survive the way. */
export interface TroubleMessage {
  readonly storage: boolean;
  readonly code: string;
  readonly message: string;
}

export function toMessage(error: unknown): TroubleMessage {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof LevadaError ? error.code : "operation_refused";
  return { storage: error instanceof StorageError, code, message };
}

export function fromMessage({ storage, code, message }: TroubleMessage): LevadaError {
  if (code === "misuse") return new MisuseError(message);
  if (!storage) return new LevadaError(code, message);
  return new StorageError(code as ConstructorParameters<typeof StorageError>[0], message);
}
