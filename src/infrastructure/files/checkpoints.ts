import { access, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Checkpoint, Checkpoints, LoadedCheckpoint } from "../../application/ports.ts";
import { MisuseError } from "../../domain/errors.ts";
import type { StateClient } from "../sqlite/state-client.ts";
import { parseCheckpoint } from "./checkpoint-format.ts";
import { isSameFile, stampOf } from "./checkpoint-writer.ts";
import { errnoOf, storageError } from "./storage-error.ts";

export interface CheckpointOptions {
  /** Reads the files of the root and changes none. @default false */
  readonly readOnly?: boolean;
}

/** `data/state/{source}.json`. Files are read here and written by the thread that owns the database. */
export function createCheckpoints(
  root: string,
  state: Pick<StateClient, "call" | "saveCheckpoint">,
  { readOnly = false }: CheckpointOptions = {},
): Checkpoints {
  const fileOf = (source: string) => join(root, "data", "state", `${checkedName(source)}.json`);
  return {
    load: (source) => read(source, fileOf(source)),
    loadBackup: (source) => read(source, `${fileOf(source)}.bak`),
    isAsSaved: async (source) =>
      isSameFile(await stampOf(fileOf(source)), await state.call("manifests", "savedCheckpoint", source)),
    setAside: (source) => setAside(fileOf(source), readOnly),
    save: async (source, lastRun) => {
      fileOf(source);
      if (!readOnly) await state.saveCheckpoint(source, lastRun);
    },
    restore: (checkpoint) => restore(state, checkpoint),
  };
}

function checkedName(source: string): string {
  if (/^[a-z][a-z0-9]{0,30}$/.test(source)) return source;
  throw new MisuseError(`source name ${JSON.stringify(source)}: use lower-case letters and digits`);
}

async function read(source: string, file: string): Promise<LoadedCheckpoint> {
  try {
    return parseCheckpoint(source, await readFile(file, "utf8"));
  } catch (error) {
    const code = errnoOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing" };
    if (code === "EISDIR") return { kind: "corrupt", problem: "it is a folder" };
    throw storageError(error, `read the checkpoint ${file}`);
  }
}

async function setAside(file: string, readOnly: boolean): Promise<string> {
  const name = await freeName(`${file}.corrupt-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`);
  if (readOnly) return name;
  await rename(file, name).catch((error: unknown) => {
    throw storageError(error, `set ${file} aside`);
  });
  return name;
}

async function freeName(wanted: string): Promise<string> {
  let name = wanted;
  for (let n = 2; await exists(name); n += 1) name = `${wanted}-${n}`;
  return name;
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function restore({ call }: Pick<StateClient, "call">, checkpoint: Checkpoint): Promise<void> {
  const { sourceName: source } = checkpoint;
  await Promise.all([
    call("items", "restore", source, checkpoint.items),
    call("hosts", "restore", source, checkpoint.hosts),
    ...(checkpoint.cursor === null ? [] : [call("runs", "saveCursor", source, checkpoint.cursor)]),
  ]);
}
