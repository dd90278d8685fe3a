import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { MisuseError } from "../domain/errors.ts";
import { identifyPage } from "../finders/page-identity.ts";
import { Durability } from "../infrastructure/files/durability.ts";
import { Folders } from "../infrastructure/files/folders.ts";
import { putInPlace } from "../infrastructure/files/put-in-place.ts";
import { addSeed as addToList, parseSeedList, serialiseSeedList } from "../sources/tramites/seed-list.ts";
import { SEEDS_FILE, tramites } from "../sources/tramites/source.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";

export interface AddedSeed {
  /** False where the list had it already. */
  readonly added: boolean;
  readonly url: string;
  readonly source: string;
  readonly file: string;
}

/** Adds a page to those that a source fetches besides what it finds: one line in `data/ingestion/seeds.txt`. */
export async function addSeed(
  url: string,
  options: CommonOptions & { readonly source?: string } = {},
): Promise<AddedSeed> {
  const source = options.source ?? tramites.name;
  if (source !== tramites.name)
    throw new MisuseError(
      `${JSON.stringify(source)} takes no seeds; the source that does is ${tramites.name}`,
    );
  const { root } = await loadConfiguration(options);
  const file = join(root, SEEDS_FILE);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const canonical = (address: string) => identifyPage(address)?.canonicalUrl ?? null;
  const { added, list, url: known } = addToList(parseSeedList(text), url, canonical);
  if (added) {
    const durability = new Durability();
    const folder = await putInPlace(
      SEEDS_FILE,
      serialiseSeedList(list),
      new Folders(root, durability),
      durability,
    );
    await durability.syncFolder(folder);
  }
  return { added, url: known, source, file };
}
