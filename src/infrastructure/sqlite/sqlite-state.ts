import { join, resolve } from "node:path";
import { createCheckpoints } from "../files/checkpoints.ts";
import { Durability } from "../files/durability.ts";
import { Folders } from "../files/folders.ts";
import { SyncGate } from "../sync-gate.ts";
import type { DatabaseOptions } from "./open-database.ts";
import { connectScratch } from "./scratch.ts";
import { connectInThread, connectWorker } from "./state-client.ts";
import { StateDatabase } from "./state-database.ts";
import { type SqliteState, stateOn } from "./state-ports.ts";

export type { SqliteState } from "./state-ports.ts";

export interface SqliteStateOptions extends DatabaseOptions {
  /** Where SQLite works. @default "worker" */
  readonly thread?: "worker" | "same";
  /** Where all syncs of a run pass. @default one of its own */
  readonly gate?: SyncGate;
}

/** For the process that holds the root's lock. */
export async function openSqliteState(root: string, options: SqliteStateOptions = {}): Promise<SqliteState> {
  await new Folders(resolve(root), new Durability()).ensure(["data", "state"]);
  const { thread = "worker", gate = new SyncGate(), ...database } = options;
  const path = databaseFileOf(root);
  const client =
    thread === "worker"
      ? await connectWorker(path, database, gate)
      : connectInThread(StateDatabase.open(path, database), gate);
  return stateOn(client, createCheckpoints(root, client), gate);
}

/**
 * The state of a root beside whoever writes to it, without a lock and without a byte written under the root:
 * everything works, and what is written goes to a copy that `close` removes. Empty where the root has no state, or
 * none that can be read.
 */
export async function openScratchState(
  root: string,
  options: Pick<DatabaseOptions, "pagesFile"> = {},
): Promise<SqliteState> {
  const client = await connectScratch(databaseFileOf(root), options.pagesFile);
  return stateOn(client, createCheckpoints(root, client, { readOnly: true }), new SyncGate());
}

function databaseFileOf(root: string): string {
  return join(resolve(root), "data", "state", "levada.db");
}
