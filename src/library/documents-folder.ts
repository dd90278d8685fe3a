import type { Archive } from "../application/ports.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { builtInSource } from "../sources/index.ts";
import type { Configuration } from "./configuration.ts";

/** The archive of a source where its section of the configuration says that its documents are. */
export function archiveOf(source: string, { root, config }: Pick<Configuration, "root" | "config">): Archive {
  const { folders, resolveOptions } = builtInSource(source);
  const configured = config.sources?.[source as keyof typeof config.sources] ?? {};
  const options = (resolveOptions?.({ ...configured }) ?? configured) as never;
  return createArchive(root, { folders: { [source]: folders?.(options).documents } });
}
