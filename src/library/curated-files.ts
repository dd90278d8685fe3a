import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { MisuseError } from "../domain/errors.ts";

/** No procedure is larger. */
const MAX_BYTES = 8 << 20;

/** Folders as the `*.json` files in them, in the order of their names. What is not there was not meant: nothing is begun. */
export async function filesGiven(paths: readonly string[]): Promise<readonly string[]> {
  const given = await Promise.all(paths.map(filesOf));
  return given.flat();
}

async function filesOf(path: string): Promise<readonly string[]> {
  const stats = await stat(resolve(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new MisuseError(`there is no such file: ${path}`);
    return null;
  });
  if (stats?.isDirectory() !== true) return [path];
  const entries = await readdir(resolve(path), { withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".json") && !entry.name.startsWith("."))
    .map(({ name }) => join(path, name))
    .toSorted();
}

export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** What a person's file holds, or what is wrong with it in a few words. */
export async function readJsonFile(path: string): Promise<ReadJson> {
  try {
    const { size } = await stat(resolve(path));
    if (size > MAX_BYTES)
      return { ok: false, problem: `is larger than ${MAX_BYTES >> 20} MB: no procedure is` };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(resolve(path)));
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof SyntaxError) return `is not JSON: ${error.message}`;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ENOENT") return "there is no such file";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "is not written in UTF-8; save it as UTF-8";
  return `cannot be read: ${message}`;
}
