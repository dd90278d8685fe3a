import { readFileSync } from "node:fs";
import { MisuseError } from "../../domain/errors.ts";
import type { GivenFile } from "../../domain/source.ts";
import { FINDING_METHODS, type FindingMethod } from "../../finders/page-reference.ts";
import { SEED_SOURCE_ID, selectedIds } from "./registry-selection.ts";
import { type RegistrySource, parseRegistry } from "./source-registry.ts";

export interface TramitesOptions {
  readonly sources: readonly RegistrySource[];
  /** Ids of the sources to look at, `seed` for the user's own list. */
  readonly ids: ReadonlySet<string>;
  /** Null: all of them. */
  readonly method: FindingMethod | null;
  /** The user's list of pages, `data/ingestion/seeds.txt`; null where there is none. */
  readonly seeds: GivenFile | null;
}

export function resolveTramitesOptions(given: Readonly<Record<string, unknown>>): TramitesOptions {
  const { registry, only, method, seeds } = given;
  const sources = registryOf(registry as GivenFile | undefined);
  return {
    sources,
    ids:
      only === undefined
        ? new Set([...sources.map(({ id }) => id), SEED_SOURCE_ID])
        : selectedIds(sources, only as readonly string[]),
    method: methodOf(method),
    seeds: (seeds as GivenFile | undefined) ?? null,
  };
}

function registryOf(file: GivenFile | undefined): readonly RegistrySource[] {
  const shipped = readFileSync(new URL("./registry.yaml", import.meta.url), "utf8");
  return file === undefined
    ? parseRegistry(shipped, "the shipped registry")
    : parseRegistry(file.text, file.path, shipped);
}

function methodOf(method: unknown): FindingMethod | null {
  const known = FINDING_METHODS.find((one) => one === method);
  if (method === undefined || known !== undefined) return known ?? null;
  throw new MisuseError(`--method is ${JSON.stringify(method)}; it takes ${FINDING_METHODS.join(", ")}`);
}
