import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outbox } from "../../application/ports.ts";
import type { HookMessage, HookName } from "../../domain/hook-message.ts";
import type { JsonObject } from "../../domain/json.ts";
import { Durability } from "./durability.ts";
import { remove } from "./file-moves.ts";
import { Folders } from "./folders.ts";
import { putInPlace } from "./put-in-place.ts";
import { errnoOf, storageError } from "./storage-error.ts";

/** Below the root. */
const OUTBOX = "data/state/outbox";

/** Ids, as `messageId` makes them: nothing else becomes a path. */
const NAME = /^(\d{8}T\d{6}Z-[0-9a-f]{6}\.on_(?:run_end|alert))\.json$/;

interface Row {
  readonly hook: HookName;
  readonly tries: number;
  readonly source: string;
  readonly run_id: string;
  readonly exit_code: number;
  readonly told: JsonObject;
}

/**
 * One small file a message. Not in the database: that belongs to whoever writes to the root, and a hook is called, and
 * what came of it noted, when the root is free for others.
 */
export function createOutbox(root: string): Outbox {
  const durability = new Durability();
  const folders = new Folders(root, durability);
  const folder = join(root, OUTBOX);
  return {
    async put({ id, runId, exitCode, ...rest }) {
      const text = `${JSON.stringify({ ...rest, run_id: runId, exit_code: exitCode } satisfies Row)}\n`;
      await durability.syncFolder(await putInPlace(`${OUTBOX}/${id}.json`, text, folders, durability));
    },
    async all() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (errnoOf(error) === "ENOENT") return [];
        throw storageError(error, `read ${folder}`);
      });
      const ids = names.flatMap((name) => NAME.exec(name)?.[1] ?? []);
      const found = await Promise.all(ids.map((id) => read(join(folder, `${id}.json`), id)));
      return found.filter((one) => one !== null);
    },
    remove: (id) => remove(join(folder, `${id}.json`)),
  };
}

/** Null where another process has told it meanwhile, and where somebody has damaged the file: nothing can be told of it. */
async function read(file: string, id: string): Promise<HookMessage | null> {
  const text = await readFile(file, "utf8").catch(() => "null");
  try {
    const row = JSON.parse(text) as Row | null;
    return row === null ? null : messageOf(row, id);
  } catch {
    return null;
  }
}

function messageOf({ tries, source, run_id, exit_code, told }: Row, id: string): HookMessage | null {
  const isWhole = Number.isInteger(tries) && typeof source === "string" && typeof told === "object";
  if (!isWhole || told === null) return null;
  const hook = id.endsWith("on_alert") ? "on_alert" : "on_run_end";
  return { id, hook, tries, source, runId: String(run_id), exitCode: Number(exit_code), told };
}
