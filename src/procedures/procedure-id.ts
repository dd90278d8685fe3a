/** `{source_type}-{organismo_abrev}-{slug}`, lower case all through; two of one name are the caller's to tell apart. */
import { slugOf } from "./plain-text.ts";
import type { SourceType } from "./procedure-doc.ts";

const MAX_ID = 80;
const SMALL = new Set(
  "de del la el los las un una y e o a al en por para con i els les dels per amb da do das dos".split(" "),
);

/** Without small words; names in other scripts leave nothing, and the caller's hash tells them apart. */
export function slugOfName(name: string): string {
  const words = slugOf(name).split("-");
  const telling = words.filter((word) => !SMALL.has(word));
  return (telling.length > 0 ? telling : words).join("-") || "tramite";
}

export function idOf(sourceType: SourceType, abbreviation: string, slug: string): string {
  const start = `${sourceType}-${abbreviation.toLowerCase()}-`;
  return start + cutAtWord(slug, MAX_ID - start.length);
}

function cutAtWord(slug: string, room: number): string {
  if (slug.length <= room) return slug;
  const cut = slug.slice(0, room + 1).replace(/-[^-]*$/, "");
  return cut.length > room ? slug.slice(0, room) : cut;
}
