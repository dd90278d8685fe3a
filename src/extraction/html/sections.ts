/** Sections that a procedure has, by what heads them. */
import type { MarkerSection } from "../../finders/marker-phrases.ts";
import { markersIn } from "../../finders/procedure-markers.ts";
import { elementsOf, type PageElement, squeezed, textOf } from "./element.ts";
import { HEADINGS } from "./tag-names.ts";

const LABELS = new Set(["dt", "th", "strong", "b", "legend", "summary", "caption"]);
const MAX_LENGTH = 90;

export function isHeadingLike(element: PageElement): boolean {
  return HEADINGS.has(element.name) || LABELS.has(element.name);
}

export function sectionHeadedBy(line: string): MarkerSection | null {
  if (line === "" || line.length > MAX_LENGTH) return null;
  return markersIn(line).find(({ place }) => place === "heading")?.section ?? null;
}

/** How many different sections of a procedure are headed in a tree. */
export function headedSections(root: PageElement): number {
  const sections = new Set<MarkerSection>();
  for (const element of elementsOf(root)) {
    const section = isHeadingLike(element) ? sectionHeadedBy(squeezed(textOf(element))) : null;
    if (section !== null) sections.add(section);
  }
  return sections.size;
}

const BLOCK_LABELS = new Set(["dt", "th", "legend", "summary"]);

/** A heading that is a link stands over a teaser of another page. */
function isLinked(label: PageElement): boolean {
  if (label.parent?.name === "a") return true;
  for (const element of elementsOf(label))
    if (element.name === "a" && !element.get("href").startsWith("#")) return true;
  return false;
}

/** How many parts of a tree have a heading or a label of their own. */
export function labelledParts(root: PageElement): number {
  let parts = 0;
  for (const element of elementsOf(root)) if (isLabel(element) && !isLinked(element)) parts++;
  return parts;
}

export function isLabel({ name }: PageElement): boolean {
  return HEADINGS.has(name) || BLOCK_LABELS.has(name);
}
