import { constants, type FileHandle, open } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { CallLog } from "../../application/ports.ts";
import { Durability, type DurabilityOptions } from "./durability.ts";
import { Places } from "./places.ts";
import { storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

const LINE_FEED = Buffer.from("\n");
const MAX_PIECE_BYTES = 1 << 20;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/**
 * `api_calls_{run_id}.jsonl` in the folder of the user's choice: one JSON object a line, synced before the caller goes
 * on, so that nothing is stored that the log does not know of. The file comes with its first line.
 */
export function createCallLog(
  root: string,
  source: string,
  folder: string,
  runId: string,
  options: DurabilityOptions = {},
): CallLog {
  const durability = new Durability(options);
  const { folders, parts: place } = new Places(resolve(root), durability, { [source]: folder }).of(source);
  const file = join(folders.pathOf(place), `api_calls_${runId}.jsonl`);
  let handle: Promise<FileHandle> | null = null;
  let turn: Promise<void> = Promise.resolve();

  const openLog = async () => {
    const path = await folders.ensure(place);
    const opened = await open(file, APPEND, 0o644).catch((error: unknown) => {
      throw storageError(error, `open ${file}`);
    });
    await durability.syncFolder(path);
    return opened;
  };
  const write = async (line: string | readonly Uint8Array[]) => {
    durability.assertIntact();
    const log = await (handle ??= openLog());
    const parts = [...(typeof line === "string" ? [Buffer.from(line)] : line), LINE_FEED];
    for (const piece of inPieces(parts)) await writeWhole(log, piece, file);
    await durability.syncFile(log, file);
  };
  return {
    append: (line) => {
      const mine = turn.then(() => write(line));
      turn = mine.catch(() => {});
      return mine;
    },
    close: async () => {
      await turn;
      await (await handle?.catch(() => null))?.close();
    },
  };
}

/** In one, but for megabytes, which would be there once more. */
function inPieces(parts: readonly Uint8Array[]): readonly Uint8Array[] {
  const bytes = parts.reduce((sum, { length }) => sum + length, 0);
  return bytes > MAX_PIECE_BYTES ? parts : [Buffer.concat(parts)];
}

/** For sources that keep no log, and for plans, which write nothing. */
export const noCallLog: CallLog = { append: async () => {}, close: async () => {} };
