import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { RunRequest } from "../application/engine.ts";
import { MisuseError } from "../domain/errors.ts";

const KINDS = [
  ["documents", "documents"],
  ["calls", "the log of calls"],
] as const;

/** Folders of the user's choice that are files are refused before anything is written. */
export async function refuseFiles<O>({ source, options }: RunRequest<O>, root: string): Promise<void> {
  const chosen = source.folders?.(options) ?? {};
  const usual = source.folders?.((await source.resolveOptions?.({})) ?? options) ?? {};
  for (const [name, what] of KINDS) {
    const folder = chosen[name];
    if (folder === undefined || folder === usual[name]) continue;
    const path = resolve(root, folder);
    await refuseFile(path, path, `name a folder for ${what}`);
  }
}

/** A folder that is not there yet is fine: whoever writes creates it. */
export async function refuseFile(path: string, name: string, accepted: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  const isBelowFile = found instanceof Error && found.code === "ENOTDIR";
  if (!isBelowFile && (found instanceof Error || found.isDirectory())) return;
  throw new MisuseError(`${name} ${isBelowFile ? "leads through a file" : "is not a folder"}; ${accepted}`);
}
