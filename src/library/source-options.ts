import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { MisuseError } from "../domain/errors.ts";
import type { GivenFile, Source } from "../domain/source.ts";
import type { Configuration } from "./configuration.ts";

/**
 * The options of a source, complete: what was given stands above its section of the configuration, and that above what
 * is remembered. Files are read here: one of the configuration is relative to the root, one that was given to the
 * current folder.
 */
export async function optionsFor<O>(
  { name, flags = [], files = {}, resolveOptions }: Source<O>,
  given: Readonly<Record<string, unknown>>,
  { config, root, files: { config: configFile } }: Pick<Configuration, "config" | "root" | "files">,
  remembered: Readonly<Record<string, unknown>> = {},
): Promise<O> {
  const configured: Record<string, unknown> = {
    ...config.sources?.[name as keyof typeof config.sources],
  };
  const chosen = { ...given };
  for (const { option } of flags.filter(({ kind }) => kind === "file")) {
    const isGiven = chosen[option] !== undefined;
    const [values, folder] = isGiven ? [chosen, "."] : [configured, root];
    const said = isGiven ? "" : `${configFile}: sources.${name}.${option}: `;
    if (typeof values[option] === "string")
      values[option] = await givenFile(resolve(folder, values[option]), said);
  }
  for (const [option, path] of Object.entries(files)) {
    const file = await givenFile(resolve(root, path)).catch(missing);
    if (file !== null) configured[option] = file;
  }
  const all = { ...remembered, ...configured, ...chosen };
  return resolveOptions === undefined ? (all as O) : resolveOptions(all);
}

/** A file that need not be there. */
function missing(error: unknown): null {
  const { cause } = error as { readonly cause?: NodeJS.ErrnoException };
  if (cause?.code === "ENOENT") return null;
  throw error;
}

/** `said`: where its name stands, so that whoever reads of the trouble knows what to mend. */
async function givenFile(path: string, said = ""): Promise<GivenFile> {
  try {
    return { path, text: await readFile(path, "utf8") };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const why = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : code;
    throw new MisuseError(`${said}cannot read ${path}: ${why}`, { cause: error });
  }
}
