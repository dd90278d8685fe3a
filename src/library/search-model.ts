import { resolve } from "node:path";
import { MisuseError } from "../domain/errors.ts";
import type { ConfigFile } from "../infrastructure/files/config-files.ts";
import type { LoadedModel } from "../infrastructure/search/static-model-file.ts";

/** The model that the configuration names; null where words are enough. Loaded only where it is wanted. */
export async function searchModel(
  root: string,
  { search = {} }: Pick<ConfigFile, "search">,
): Promise<LoadedModel | null> {
  if (search.retriever !== "hybrid") return null;
  if (search.model === undefined)
    throw new MisuseError(
      "search.retriever is hybrid, which takes a model: set search.model to a folder with tokenizer.json and model.safetensors, or search.retriever to lexical",
    );
  const { loadStaticModel } = await import("../infrastructure/search/static-model-file.ts");
  return loadStaticModel(resolve(root, search.model));
}
