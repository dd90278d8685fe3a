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
export function createRootLock(root: string, kind: LockKind = WRITING): RootLock {
  const place = { root: resolve(root), ...kind };
  return { acquire: (purpose) => acquire(place, purpose) };
}

/** What a lock of a root is for. */
interface LockKind {
  /** Its file in `data/state/`, without `.lock`. */
  readonly name: string;
  /** What to say of the process that holds it, before and after the root. */
  readonly holder: readonly [does: string, advice: string];
}

type Place = LockKind & { readonly root: string };

const WRITING: LockKind = {
  name: "levada",
  holder: ["is writing to", "wait for it, or use another --root. `levada status` works beside it."],
};

/** One schedule per root: besides the lock of writing, which each of its tasks takes for itself. */
export const SCHEDULING: LockKind = {
  name: "schedule",
  holder: [
    "runs the schedule of",
    "it does what is due; one is enough. `levada schedule list` works beside it.",
  ],
};

/** One process tells hooks at a time, so that none is told the same by two; what it finds it tells for others, too. */
export const TELLING: LockKind = { name: "hooks", holder: ["tells the hooks of", "it tells what waits."] };

/** Who holds the root, if somebody who is alive does; as far as known. */
export async function readLockOwner(root: string, { name }: LockKind = WRITING): Promise<LockOwner | null> {
  try {
    const owner = JSON.parse(await readFile(ownerFileOf({ root, name }), "utf8")) as LockOwner;
    const isOwner = typeof owner?.pid === "number" && typeof owner.purpose === "string";
    return isOwner && isAlive(owner) ? owner : null;
  } catch {
    return null;
  }
}

async function acquire(place: Place, purpose: string): Promise<{ release(): Promise<void> }> {
  const { root, name } = place;
  await new Folders(root, new Durability()).ensure(["data", "state"]);
  const file = join(root, "data", "state", `${name}.lock`);
  const database = await openExclusive(place, file);
  HELD.add(database);
  let released = false;
  const release = async () => {
    if (released) return;
    released = true;
    await unlink(ownerFileOf(place)).catch(() => {});
    HELD.delete(database);
    database.close();
  };
  try {
    await writeOwner(place, purpose);
  } catch (error) {
    await release();
    throw storageError(error, `write ${ownerFileOf(place)}`);
  }
  return { release };
}

async function openExclusive(place: Place, file: string): Promise<DatabaseSync> {
  refuseLink(file);
  try {
    return await beginExclusive(file);
  } catch (error) {
    if (sqliteCode(error) !== SQLITE_NOTADB) throw await lockError(error, place, file);
  }
  // Somebody wrote into the file. Whoever held the lock would have been reported busy, so nobody does.
  await truncate(file).catch(() => {});
  return beginExclusive(file).catch(async (error: unknown) => {
    throw await lockError(error, place, file);
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

async function lockError(error: unknown, place: Place, file: string): Promise<Error> {
  const code = sqliteCode(error);
  if (code === SQLITE_BUSY || code === SQLITE_LOCKED) return refusal(place, error);
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
    `cannot lock ${place.root} for writing: ${file}: ${reason}. Check that the folder can be written to.`,
    { cause: error },
  );
}

async function refusal(place: Place, cause: unknown): Promise<LockedError> {
  const owner = await ownerWhoMayHaveJustBegun(place);
  const [does, advice] = place.holder;
  const known =
    owner === null
      ? ""
      : ` (pid ${owner.pid}${owner.host === hostname() ? "" : ` on ${owner.host}`}, ${JSON.stringify(owner.purpose)}, since ${owner.started})`;
  return new LockedError(`another levada process${known} ${does} ${place.root}; ${advice}`, { cause });
}

/** Whoever has the lock writes who it is a moment later: a process that starts at the same instant can be faster. */
async function ownerWhoMayHaveJustBegun(place: Place): Promise<LockOwner | null> {
  for (let looks = 1; ; looks += 1) {
    const owner = await readLockOwner(place.root, place);
    if (owner !== null || looks === OWNER_LOOKS) return owner;
    await setTimeout(OWNER_LOOK_MS);
  }
}

/** Renamed into place, so that nobody reads half of it; under one name, so that a kill leaves no litter to grow. */
async function writeOwner(place: Place, purpose: string): Promise<void> {
  const owner: LockOwner = {
    pid: process.pid,
    purpose,
    host: hostname(),
    started: new Date().toISOString(),
  };
  const temporary = `${ownerFileOf(place)}.tmp`;
  try {
    // Removed and created anew: a link planted under this name is not followed.
    await rm(temporary, { force: true });
    await writeFile(temporary, `${JSON.stringify(owner)}\n`, { flag: "wx" });
    await rename(temporary, ownerFileOf(place));
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

function ownerFileOf({ root, name }: Pick<Place, "root" | "name">): string {
  return join(root, "data", "state", `${name}.lock.json`);
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
