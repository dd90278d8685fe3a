import { storedDocument } from "../domain/manifest.ts";
import type { Source } from "../domain/source.ts";
import { lastManifestLine } from "../infrastructure/files/manifest-tail.ts";

/** Options that what is stored tells of: a root goes on with the site it has its documents from. */
export async function rememberedOptions<O>(
  source: Source<O>,
  root: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (source.optionsOf === undefined) return {};
  const line = await lastManifestLine(root, source.name);
  return line === null ? {} : source.optionsOf(storedDocument(line));
}
