import { MisuseError } from "../domain/errors.ts";
import type { Source } from "../domain/source.ts";
import { site } from "./site/source.ts";
import { tramites } from "./tramites/source.ts";
import { usgs } from "./usgs/source.ts";
import { wiki } from "./wiki/source.ts";

/** Every source that ships with Levada. Options differ, so a list of them can only promise what they share. */
export const BUILT_IN_SOURCES: readonly Source<never>[] = [
  usgs as unknown as Source<never>,
  tramites as unknown as Source<never>,
  wiki as unknown as Source<never>,
  site as unknown as Source<never>,
];

/** One source by its name, or `all` of them. */
export function sourceNames(name: string): readonly string[] {
  return name === "all" ? BUILT_IN_SOURCES.map((source) => source.name) : [builtInSource(name).name];
}

export function builtInSource(name: string): Source<never> {
  const found = BUILT_IN_SOURCES.find((source) => source.name === name);
  if (found !== undefined) return found;
  const names = BUILT_IN_SOURCES.map((source) => source.name).join(", ");
  throw new MisuseError(`unknown source ${JSON.stringify(name)}. Sources: ${names}.`);
}
