import { MisuseError } from "../../domain/errors.ts";
import type { RegistrySource } from "./source-registry.ts";

/** URLs that a user added belong to this source, which no registry need list. */
export const SEED_SOURCE_ID = "seed";

/**
 * The sources that `--only` names, in the registry's order; all of them where it names none. Throws a MisuseError that
 * says which ids there are.
 */
export function selectSources(
  sources: readonly RegistrySource[],
  only: readonly string[] | null,
): readonly RegistrySource[] {
  if (only === null) return sources;
  const wanted = selectedIds(sources, only);
  return sources.filter((source) => wanted.has(source.id));
}

/** The ids that `--only` names, `seed` included. */
export function selectedIds(
  sources: readonly RegistrySource[],
  only: readonly string[],
): ReadonlySet<string> {
  const accepted = [...new Set([...sources.map((source) => source.id), SEED_SOURCE_ID])];
  const wanted = only.map((id) => id.trim()).filter((id) => id !== "");
  if (wanted.length === 0) throw new MisuseError(`--only names no source; accepted: ${accepted.join(", ")}`);
  const unknown = wanted.find((id) => !accepted.includes(id));
  if (unknown === undefined) return new Set(wanted);
  throw new MisuseError(
    `unknown source id ${JSON.stringify(unknown.slice(0, 64))}${didYouMean(unknown, accepted)}; accepted: ${accepted.join(", ")}`,
  );
}

/** Why a source is listed and not fetched; null for one that is fetched. */
export function whyNotFetched(source: RegistrySource): string | null {
  switch (source.accessMethod) {
    case "informational":
      return "informational: described here, nothing to fetch";
    case "auth_only":
      return "its pages are behind a login";
    case "api":
      return source.apiKind === null ? "the kind of its API is not known; set api_kind" : null;
    default:
      return null;
  }
}

/** People leave the prefix out (`sepe` for `age-sepe`) or mix up its separators. */
function didYouMean(word: string, accepted: readonly string[]): string {
  const plain = (id: string) => id.toLowerCase().replace(/[^a-z0-9]/g, "");
  const meant = plain(word);
  const guess = accepted.find((id) => {
    const other = plain(id);
    return meant.length > 1 && (other.includes(meant) || (other.length > 3 && meant.includes(other)));
  });
  return guess === undefined ? "" : ` (did you mean ${guess}?)`;
}
