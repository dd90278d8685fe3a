import type { Archive } from "../application/ports.ts";
import type { Source } from "../domain/source.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { builtInSource } from "../sources/index.ts";
import type { Configuration } from "./configuration.ts";
import { optionsFor } from "./source-options.ts";

/** The archive of a source where its section of the configuration says that its documents are. */
export async function archiveOf(
  name: string,
  configuration: Pick<Configuration, "root" | "config" | "files">,
): Promise<Archive> {
  const source = builtInSource(name) as Source<unknown>;
  const folders =
    source.folders === undefined ? {} : source.folders(await optionsFor(source, {}, configuration));
  return createArchive(configuration.root, {
    folders: { [name]: folders.documents },
    pages: source.pages === undefined ? [] : [name],
  });
}
