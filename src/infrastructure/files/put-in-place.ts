import { basename, dirname, join } from "node:path";
import type { Durability } from "./durability.ts";
import { move } from "./file-moves.ts";
import type { Folders } from "./folders.ts";
import { writeAnew } from "./new-file.ts";

/** Writes a file whole under another name, syncs it and moves it to `path`. Answers the folder, which is to be synced. */
export async function putInPlace(
  path: string,
  text: string,
  folders: Folders,
  durability: Durability,
): Promise<string> {
  const folder = await folders.ensure(dirname(path).split("/"));
  const file = join(folder, basename(path));
  const part = join(folder, `.${basename(path)}.part`);
  await writeAnew(part, text, durability);
  await move(part, file);
  return folder;
}
