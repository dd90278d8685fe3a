import { CommanderError } from "commander";
import { LevadaError } from "../domain/errors.ts";
import type { Io } from "./io.ts";
import { visible } from "./terminal-text.ts";

/** Errors of the system that mean that the disk, not Levada, is in trouble. */
const STORAGE_ERRNO = new Set([
  "ENOSPC",
  "EDQUOT",
  "EACCES",
  "EPERM",
  "EROFS",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOTDIR",
]);

/** Says on one line of stderr what happened; answers the exit code (E22). A bug exits 1. */
export function reportTrouble(error: unknown, io: Io, { debug }: { readonly debug: boolean }): number {
  // Help and version are "thrown" too; commander has written them already.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const { line, code } = explain(error);
  io.stderr.write(`levada: ${visible(line)}\n`);
  if (debug && error instanceof Error) io.stderr.write(`${stackOf(error)}\n`);
  return code;
}

function explain(error: unknown): { readonly line: string; readonly code: number } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof LevadaError) return { line: message, code: error.code === "misuse" ? 2 : 4 };
  if (STORAGE_ERRNO.has((error as NodeJS.ErrnoException | null)?.code ?? ""))
    return { line: message, code: 4 };
  return { line: `${message} (this is a bug in Levada; --log-level debug shows where)`, code: 1 };
}

function stackOf(error: Error): string {
  const own = (error.stack ?? error.message).split("\n").map(visible).join("\n");
  return error.cause instanceof Error ? `${own}\ncaused by: ${stackOf(error.cause)}` : own;
}
