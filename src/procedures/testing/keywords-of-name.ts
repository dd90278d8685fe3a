/** Keywords of a name alone, and how loud it is heard by them. */
import { keywordsOf } from "../keywords.ts";
import type { Territory } from "../procedure-doc.ts";
import { slugOfName } from "../procedure-id.ts";

export function keywordsOfName(name: string, territory?: Territory): string[] {
  return keywordsOf({
    name,
    organism: "Ayuntamiento de Villa",
    abbreviation: "VILLA",
    slug: slugOfName(name),
    description: "",
    ...(territory === undefined ? {} : { territory }),
  });
}

export function timesHeard(name: string, said: string): number {
  return keywordsOfName(name).filter((keyword) => said.includes(keyword)).length;
}
