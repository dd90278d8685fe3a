/** What people call where they live (P27): of kindred procedures of two regions it tells the right one. */
import type { Territory } from "./procedure-doc.ts";
import { COMMUNITIES, PROVINCE_ALIASES, PROVINCES, TOWNS } from "./territory-names.ts";

const spoken = (slug: string) => slug.replaceAll("_", " ");

/** Names of the region, of its provinces and towns; of a town its own. Nothing where it is for all. */
export function placesOf({ nivel, ccaa, municipio }: Territory): string[] {
  if (nivel === "local") return municipio == null ? [] : [spoken(municipio)];
  if (nivel !== "autonomico" || ccaa == null) return [];
  const postals = Object.keys(PROVINCES).filter((postal) => PROVINCES[postal]?.[1] === ccaa);
  const provinces = postals.flatMap((postal) => PROVINCES[postal]?.[0] ?? []);
  return [
    ...new Set([
      ...COMMUNITIES.filter(({ slug }) => slug === ccaa).flatMap(({ names }) => names),
      ...provinces.map(spoken),
      ...PROVINCE_ALIASES.filter(([, province]) => provinces.includes(province)).map(([name]) => name),
      ...TOWNS.filter(([, , postal]) => postals.includes(postal)).map(([, town]) => spoken(town)),
    ]),
  ];
}

/** Places that words of everybody begin with: papers are "en vigor". */
const BEGINS_WORDS: ReadonlySet<string> = new Set(["vigo"]);

/** A place is said behind a small word, and heard with it: "soria" alone stands in "asesoria". */
export function formsOfPlace(place: string): string[] {
  return BEGINS_WORDS.has(place) ? [] : ["en", "de", "a", "desde"].map((before) => `${before} ${place}`);
}
