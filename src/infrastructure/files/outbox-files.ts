import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Outbox } from "../../application/ports.ts";
import { type HookMessage, partsOfId } from "../../domain/hook-message.ts";
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

/** The first line of a file; the second is its sum. Which hook it is for, its name says. */
interface Row {
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
    async put({ id, tries, source, runId, exitCode, told }) {
      const row: Row = { tries, source, run_id: runId, exit_code: exitCode, told };
      const line = JSON.stringify(row);
      const text = `${line}\n${sumOf(line)}\n`;
      await durability.syncFolder(await putInPlace(`${OUTBOX}/${id}.json`, text, folders, durability));
    },
    async waiting() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (errnoOf(error) === "ENOENT") return [];
        throw storageError(error, `read ${folder}`);
      });
      const ids = names.flatMap((name) => NAME.exec(name)?.[1] ?? []);
      const found = await Promise.all(ids.map((id) => read(join(folder, `${id}.json`), id)));
      return {
        messages: found.filter((one) => typeof one === "object"),
        damaged: ids.filter((_, at) => found[at] === "damaged"),
      };
    },
    remove: (id) => remove(join(folder, `${id}.json`)),
  };
}

const sumOf = (line: string) => createHash("sha256").update(line).digest("hex");

/** `gone` where another process has told it meanwhile. */
async function read(file: string, id: string): Promise<HookMessage | "gone" | "damaged"> {
  try {
    const [line = "", sum = ""] = (await readFile(file, "utf8")).split("\n");
    // Without its sum a line counts for what it says: earlier versions wrote none.
    if (sum !== "" && sum !== sumOf(line)) return "damaged";
    return messageOf(JSON.parse(line) as Row | null, id) ?? "damaged";
  } catch (error) {
    if (error instanceof SyntaxError) return "damaged";
    if (errnoOf(error) === "ENOENT") return "gone";
    throw storageError(error, `read ${file}`);
  }
}

function messageOf(row: Row | null, id: string): HookMessage | null {
  if (row === null) return null;
  const { tries, source, run_id, exit_code, told } = row;
  const isWhole = Number.isInteger(tries) && typeof source === "string" && typeof told === "object";
  if (!isWhole || told === null) return null;
  const { hook } = partsOfId(id);
  return { id, hook, tries, source, runId: String(run_id), exitCode: Number(exit_code), told };
}
