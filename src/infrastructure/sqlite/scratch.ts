import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { StorageError } from "../../domain/errors.ts";
import { type Call, isWrite } from "./calls.ts";
import { copyLive } from "./live-copy.ts";
import { migrate, MIGRATIONS, refuseNewer, schemaVersion } from "./migrations.ts";
import {
  assertSound,
  type DatabaseOptions,
  isMarkedDamaged,
  type StartedFresh,
  unusableRegistry,
} from "./open-database.ts";
import { SyncGate } from "../sync-gate.ts";
import { connectInThread, connectWorker, type StateClient } from "./state-client.ts";
import { StateDatabase } from "./state-database.ts";
import { isCorruption, isStorageTrouble, stateError } from "./storage-trouble.ts";

/**
 * A database to look at and to try things on. Reads go to the file where it is; with the first write everything
 * moves to a copy in the system's temporary folder. So a look costs the same however large the database is.
 */
export async function connectScratch(path: string, pagesFile?: string): Promise<StateClient> {
  const look = lookAt(path);
  if (look === null) return connectCopy(path, pagesFile);
  const isSound = look.startedFresh === null;
  // A file of the user's is looked at in a copy, too: SQLite would leave its marks beside it.
  if (pagesFile !== undefined && existsSync(pagesFile)) {
    look.close();
    const client = await connectCopy(isSound ? path : null, pagesFile);
    return { ...client, startedFresh: look.startedFresh };
  }
  const looking = connectInThread(look, new SyncGate());
  let copy: Promise<StateClient> | null = null;
  const current = async (writes: boolean) => {
    if (writes) copy ??= connectCopy(isSound ? path : null);
    return copy ?? looking;
  };
  const call = async (facet: string, method: string, ...args: readonly unknown[]) => {
    const client = await current(isWrite({ facet, method }));
    return (client.call as (...request: readonly unknown[]) => Promise<unknown>)(facet, method, ...args);
  };
  return {
    startedFresh: look.startedFresh,
    call: call as Call,
    saveCheckpoint: async (source, lastRun) => (await current(true)).saveCheckpoint(source, lastRun),
    stats: async () => (await current(false)).stats(),
    close: async () => {
      await looking.close();
      await (await copy?.catch(() => null))?.close();
    },
  };
}

/** Null where only a copy can be read: its log has lost its index, or its schema is an older one. */
function lookAt(path: string): StateDatabase | null {
  if (!existsSync(path)) return nothing("missing");
  if (isMarkedDamaged(path)) return nothing("corrupt");
  try {
    const db = openInPlace(path);
    return db === null ? null : new StateDatabase({ db, log: null }, path, null, false);
  } catch (error) {
    if (isCorruption(error)) return nothing("corrupt");
    throw stateError(error, path);
  }
}

function nothing(startedFresh: StartedFresh): StateDatabase {
  const db = new DatabaseSync(":memory:");
  migrate(db, "memory");
  return new StateDatabase({ db, log: null }, ":memory:", startedFresh, false);
}

/**
 * A database that nobody has open is complete without its log. With a log, the shared index beside it is mapped
 * for reading only; SQLite then takes its usual read locks, and reads the log by itself where the writer is dead.
 */
function openInPlace(path: string): DatabaseSync | null {
  const url = pathToFileURL(path);
  url.searchParams.set(existsSync(`${path}-wal`) ? "readonly_shm" : "immutable", "1");
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(url, { readOnly: true, timeout: 5_000 });
    const version = schemaVersion(db);
    refuseNewer(version, path);
    if (version === MIGRATIONS.length) {
      assertSound(db, path, "quick_check");
      return db;
    }
    db.close();
    return null;
  } catch (error) {
    db?.close();
    if (isOnlyUnreadableHere(error)) return null;
    throw error;
  }
}

function isOnlyUnreadableHere(error: unknown): boolean {
  return !(error instanceof StorageError) && isStorageTrouble(error) && !isCorruption(error);
}

async function copyPages(
  file: string,
  folder: string,
): Promise<Pick<DatabaseOptions, "pagesFile" | "pagesFileName">> {
  const copy = join(folder, "pages.db");
  await copyLive(file, copy).catch((error: unknown) => {
    throw unusableRegistry(file, error);
  });
  return { pagesFile: copy, pagesFileName: file };
}

async function connectCopy(path: string | null, pagesFile?: string): Promise<StateClient> {
  const folder = await mkdtemp(join(tmpdir(), "levada-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const copy = join(folder, "levada.db");
  try {
    if (path !== null) await copyLive(path, copy);
    const pages = pagesFile !== undefined && existsSync(pagesFile) ? await copyPages(pagesFile, folder) : {};
    const client = await connectWorker(copy, { synchronous: "OFF", ...pages }, new SyncGate());
    return { ...client, close: () => client.close().finally(remove) };
  } catch (error) {
    await remove();
    throw stateError(error, path ?? copy);
  }
}
