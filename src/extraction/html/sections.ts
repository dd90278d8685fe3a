/** Sections that a procedure has, by what heads them. */
import { markersIn } from "../../finders/procedure-markers.ts";
import { namedSection } from "../section-matching.ts";
import { elementsOf, type PageElement, squeezed, textOf } from "./element.ts";
import { HEADINGS } from "./tag-names.ts";

const LABELS = new Set(["dt", "th", "strong", "b", "legend", "summary", "caption"]);
const MAX_LENGTH = 90;

function isHeadingLike(element: PageElement): boolean {
  return HEADINGS.has(element.name) || LABELS.has(element.name);
}

const LISTS = new Set(["ul", "ol", "dl", "table"]);
const MAX_WORDS = 6;

/** Paragraphs of a few words right before a list: pages that know no headings head their parts so. */
function listHeads(root: PageElement): ReadonlySet<PageElement> {
  const found = new Set<PageElement>();
  for (const { children } of elementsOf(root)) {
    let before: PageElement | null = null;
    for (const child of children) {
      if (typeof child === "string") before = child.trim() === "" ? before : null;
      else {
        if (before !== null && LISTS.has(child.name) && isFewWords(before)) found.add(before);
        before = child.name === "p" ? child : null;
      }
    }
  }
  return found;
}

function isFewWords({ children: [text, ...more] }: PageElement): boolean {
  if (typeof text !== "string" || more.length > 0 || text.length > MAX_LENGTH) return false;
  const line = squeezed(text);
  return line.split(" ").length <= MAX_WORDS && !/[.;,]$/.test(line);
}

/** The elements of a tree that head a section of a procedure. */
export function sectionHeads(root: PageElement): (element: PageElement) => boolean {
  const heads = listHeads(root);
  return (element) =>
    (isHeadingLike(element) || heads.has(element)) && sectionHeadedBy(squeezed(textOf(element))) !== null;
}

export function sectionHeadedBy(line: string): string | null {
  if (line === "" || line.length > MAX_LENGTH) return null;
  return markersIn(line).find(({ place }) => place === "heading")?.section ?? namedSection(line);
}

/** How many different sections of a procedure are headed in a tree. */
export function headedSections(root: PageElement): number {
  const sections = new Set<string>();
  const heads = listHeads(root);
  for (const element of elementsOf(root)) {
    const section =
      isHeadingLike(element) || heads.has(element) ? sectionHeadedBy(squeezed(textOf(element))) : null;
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
