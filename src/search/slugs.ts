/** Names of places and kinds as the index keeps them: `Castilla-La Mancha` and `castilla_la_mancha` are one. */
import { COMMUNITIES } from "../procedures/territory-names.ts";
import { foldText } from "./words.ts";

export function slugOf(name: string): string {
  return foldText(name.replaceAll("_", " ")).replaceAll(" ", "_");
}

const BY_NAME: ReadonlyMap<string, string> = new Map(
  COMMUNITIES.flatMap(({ slug, names }) => [
    [slug, slug] as const,
    ...names.map((name) => [slugOf(name), slug] as const),
  ]),
);

export const COMMUNITY_SLUGS: readonly string[] = COMMUNITIES.map(({ slug }) => slug);

/** The slug of a community by any of its names, in any language of its own; null where it is none. */
export function communitySlug(name: string): string | null {
  return BY_NAME.get(slugOf(name)) ?? null;
}
