import { constants, type FileHandle, open, readFile } from "node:fs/promises";
import type { ReviewDecision } from "../../domain/procedure.ts";
import type { Durability } from "./durability.ts";
import { errnoOf, storageError } from "./storage-error.ts";
import { writeWhole } from "./whole-write.ts";

const APPEND = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** What people have decided, a line each (`reviews.jsonl`). A line that is none counts for nothing, and is told. */
export async function readDecisions(file: string): Promise<ReviewDecision[]> {
  return (await linesOf(file)).flatMap((line) => decisionIn(line) ?? []);
}

/** The numbers of lines that are no decisions. */
export async function undecidedLines(file: string): Promise<number[]> {
  const lines = await linesOf(file);
  return lines.flatMap((line, nth) => (line === "" || decisionIn(line) !== null ? [] : [nth + 1]));
}

/** Durable when it resolves. A last line that a kill has cut goes: nobody was told that it was decided. */
export async function appendDecision(
  file: string,
  decision: ReviewDecision,
  durability: Durability,
): Promise<void> {
  const handle = await open(file, APPEND, 0o644).catch((error: unknown) => {
    throw storageError(error, `open ${file}`);
  });
  try {
    const isEnded = await endLastLine(handle);
    await writeWhole(handle, Buffer.from(`${isEnded ? "" : "\n"}${JSON.stringify(decision)}\n`), file);
    await durability.syncFile(handle, file);
  } finally {
    await handle.close();
  }
}

/** False where the last line is whole and only its end is missing, as editors leave it. */
async function endLastLine(handle: FileHandle): Promise<boolean> {
  const bytes = await handle.readFile();
  const start = bytes.lastIndexOf("\n") + 1;
  if (start === bytes.length) return true;
  if (decisionIn(bytes.toString("utf8", start)) !== null) return false;
  await handle.truncate(start);
  return true;
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (errnoOf(error) === "ENOENT") return "";
    throw storageError(error, `read ${file}`);
  });
  return text.split("\n");
}

function decisionIn(line: string): ReviewDecision | null {
  try {
    const found = JSON.parse(line) as Partial<ReviewDecision> | null;
    const isWhole =
      ["accept", "reject"].includes(found?.decision ?? "") &&
      [found?.url_hash, found?.of, found?.by, found?.at].every((value) => typeof value === "string") &&
      (found?.fields === null || Array.isArray(found?.fields));
    return isWhole ? (found as ReviewDecision) : null;
  } catch {
    return null;
  }
}
