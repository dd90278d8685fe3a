import { lstatSync } from "node:fs";
import { readFile, rename, rm, truncate, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import type { RootLock } from "../../application/ports.ts";
import { LockedError, StorageError } from "../../domain/errors.ts";
import { Durability } from "./durability.ts";
import { Folders } from "./folders.ts";
import { storageError } from "./storage-error.ts";

/** Who writes to a root. For people only: the lock itself is the database's, and dies with its process. */
export interface LockOwner {
  readonly pid: number;
  readonly purpose: string;
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly started: string;
}

/** https://sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

/** Half a second in all: a refusal takes less than one (R6). */
const OWNER_LOOKS = 26;
const OWNER_LOOK_MS = 20;

/**
 * Locks that are held. SQLite's lock goes with the object, so it must not be collected while its holder, who may
 * have dropped the handle, goes on writing.
 */
const HELD = new Set<DatabaseSync>();

/**
 * One writer per root (E6): `BEGIN EXCLUSIVE` on `data/state/levada.lock`. The kernel gives it back however the
 * process ends, so a stale lock cannot be. Nothing else may open that file: closing any descriptor of a file
 * drops all POSIX locks the process has on it.
 */
export function createRootLock(root: string): RootLock {
  const place = resolve(root);
  return { acquire: (purpose) => acquire(place, purpose) };
}

/** Who holds the root, if somebody who is alive does; as far as known. */
export async function readLockOwner(root: string): Promise<LockOwner | null> {
  try {
    const owner = JSON.parse(await readFile(ownerFileOf(root), "utf8")) as LockOwner;
    const isOwner = typeof owner?.pid === "number" && typeof owner.purpose === "string";
    return isOwner && isAlive(owner) ? owner : null;
  } catch {
    return null;
  }
}

async function acquire(root: string, purpose: string): Promise<{ release(): Promise<void> }> {
  await new Folders(root, new Durability()).ensure(["data", "state"]);
  const file = join(root, "data", "state", "levada.lock");
  const database = await openExclusive(root, file);
  HELD.add(database);
  let released = false;
  const release = async () => {
    if (released) return;
    released = true;
    await unlink(ownerFileOf(root)).catch(() => {});
    HELD.delete(database);
    database.close();
  };
  try {
    await writeOwner(root, purpose);
  } catch (error) {
    await release();
    throw storageError(error, `write ${ownerFileOf(root)}`);
  }
  return { release };
}

async function openExclusive(root: string, file: string): Promise<DatabaseSync> {
  refuseLink(file);
  try {
    return await beginExclusive(file);
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_NOTADB) throw await lockError(error, root, file);
  }
  // Somebody wrote into the file. Whoever held the lock would have been reported busy, so nobody does.
  await truncate(file).catch(() => {});
  return beginExclusive(file).catch(async (error: unknown) => {
    throw await lockError(error, root, file);
  });
}

async function beginExclusive(file: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function refuseLink(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new StorageError("storage_failed", `${file} is a symbolic link; it is not followed. Move it away.`);
}

async function lockError(error: unknown, root: string, file: string): Promise<Error> {
  const code = sqliteCode(error);
  if (code === SQLITE_BUSY || code === SQLITE_LOCKED) return refusal(root, error);
  if (code === SQLITE_FULL) {
    return new StorageError(
      "disk_full",
      `the disk of ${file} is full: free some space and run the same command again; nothing that was stored is lost`,
      { cause: error },
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new StorageError(
    "storage_failed",
    `cannot lock ${root} for writing: ${file}: ${reason}. Check that the folder can be written to.`,
    { cause: error },
  );
}

async function refusal(root: string, cause: unknown): Promise<LockedError> {
  const owner = await ownerWhoMayHaveJustBegun(root);
  const known =
    owner === null
      ? ""
      : ` (pid ${owner.pid}${owner.host === hostname() ? "" : ` on ${owner.host}`}, ${JSON.stringify(owner.purpose)}, since ${owner.started})`;
  return new LockedError(
    `another levada process${known} is writing to ${root}; wait for it, or use another --root. ` +
      "`levada status` works beside it.",
    { cause },
  );
}

/** Whoever has the lock writes who it is a moment later: a process that starts at the same instant can be faster. */
async function ownerWhoMayHaveJustBegun(root: string): Promise<LockOwner | null> {
  for (let looks = 1; ; looks += 1) {
    const owner = await readLockOwner(root);
    if (owner !== null || looks === OWNER_LOOKS) return owner;
    await setTimeout(OWNER_LOOK_MS);
  }
}

/** Renamed into place, so that nobody reads half of it; under one name, so that a kill leaves no litter to grow. */
async function writeOwner(root: string, purpose: string): Promise<void> {
  const owner: LockOwner = {
    pid: process.pid,
    purpose,
    host: hostname(),
    started: new Date().toISOString(),
  };
  const temporary = `${ownerFileOf(root)}.tmp`;
  try {
    // Removed and created anew: a link planted under this name is not followed.
    await rm(temporary, { force: true });
    await writeFile(temporary, `${JSON.stringify(owner)}\n`, { flag: "wx" });
    await rename(temporary, ownerFileOf(root));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

function ownerFileOf(root: string): string {
  return join(root, "data", "state", "levada.lock.json");
}

function isAlive(owner: LockOwner): boolean {
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function sqliteCode(error: unknown): number {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  // Extended codes carry the primary one in their low byte.
  return typeof code === "number" ? code & 0xff : 0;
}
