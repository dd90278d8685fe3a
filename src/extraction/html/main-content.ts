/**
 * The main content of a page. Several ways to read it are tried, from the cheapest, and what each keeps is measured
 * against the others: a sheet of sections is read by its structure, prose by the model, and where too little is left,
 * Readability is asked, and at last the page is taken as it is.
 */
import { DEFAULT_PATH_PATTERNS, matchingPattern } from "../../finders/procedure-markers.ts";
import { keepArticle } from "./article-content.ts";
import { containerOf } from "./container.ts";
import type { ContentModel } from "./content-model.ts";
import {
  DOMAIN_SELECTORS,
  type DomainSelectors,
  matchesSelector,
  selected,
  selectorsFor,
} from "./domain-selectors.ts";
import { elementsOf, firstOf, PageElement, squeezed, textOf } from "./element.ts";
import { shown, withoutHelperTexts } from "./hidden-text.ts";
import { type Measure, measured, type Measures, NOTHING } from "./measure.ts";
import { headNamedParts } from "./named-heads.ts";
import { without, withoutTags } from "./pruning.ts";
import { withoutMisleadingNames } from "./misnamed-content.ts";
import { headingOfPage, withHeading } from "./page-heading.ts";
import { readabilityContent } from "./readability-content.ts";
import { revealed } from "./reveal.ts";
import { headedSections, labelledParts } from "./sections.ts";
import { headSetLines, isHeadedByTags } from "./set-heads.ts";
import { sheetIn } from "./sheet-labels.ts";
import { withoutSiteFrame } from "./site-frame.ts";
import { keepStructure } from "./structure-content.ts";
import { INLINE } from "./tag-names.ts";
import { styleRules } from "./type-setting.ts";

export type Strategy = "selector" | "structure" | "article" | "readability" | "page";

export interface PageContent extends MainContent {
  /** The page's own heading; empty where it has none. */
  readonly heading: string;
}

export interface MainContent {
  readonly root: PageElement;
  readonly strategy: Strategy;
  /** Of the text that is no link, how much was kept of what stands on the page without its frame. */
  readonly coverage: number;
}

/** So many sections of a procedure make a sheet. */
const SECTIONS_OF_SHEET = 3;
/** The model looks long at every run of text; a page beyond this is no article. */
const MAX_ELEMENTS = 40_000;
const WITHOUT_TEXT_OF_THEIR_OWN = new Set(["br", "hr", "td", "th"]);
const PARTS_OF_SHEET = 6;
/** Of the text, what a part of the page has to hold to stand for all of it. */
const MOST_TEXT = 0.6;
/** Characters: longer parts are chapters of a text. */
const LENGTH_OF_PART = 150;
/** Characters; about fifty words (P13). */
const ENOUGH = 300;
/** Prose of which less is kept was no prose. */
const MIN_COVERAGE = 0.25;
/** Characters: there is too little for the model to tell what belongs together. */
const SHORT = 1500;
const MIN_COVERAGE_OF_SHORT = 0.5;
const NEARLY_ALL = 0.9;
const MOST_LINKS = 0.2;
/** What else is found has to hold so many times as much: it holds the frame of the page too. */
const MUCH_MORE = 2;

export interface PageFacts {
  /** What the page calls itself in its head. */
  readonly title: string;
  readonly address: URL | null;
  /** @default those of the portals that are known */
  readonly selectors?: readonly DomainSelectors[];
  /** @default the one that was learnt from all pages of the corpus */
  readonly model?: ContentModel;
}

/** Takes the tree of a whole page; it is changed. */
export function mainContent(page: PageElement, facts: PageFacts): PageContent {
  const size = prepared(page, facts.title);
  const heading = headingOfPage(page, facts.title);
  withoutSiteFrame(page, heading);
  withoutMisleadingNames(page);
  const content = contentOf(page, facts, size);
  withoutBareMarks(content.root);
  withHeading(content.root, heading);
  return { ...content, heading: heading === null ? "" : squeezed(textOf(heading)) };
}

const MAY_BE_MARKS = new Set(["td", "th", "dd", "dt", "li", "pre", "code"]);

/** "|" and "»" that stood between links which are gone. */
function withoutBareMarks(root: PageElement): void {
  for (const element of elementsOf(root)) {
    if (MAY_BE_MARKS.has(element.name) || element.children.some((child) => typeof child !== "string"))
      continue;
    if (/^[\s|·•»›>/–—-]+$/u.test(element.children.join(""))) element.children = [];
  }
}

function contentOf(page: PageElement, facts: PageFacts, size: number): MainContent {
  const structure = copyOf(page);
  keepStructure(structure, facts.title);
  const whole = Math.max(1, ownText(structure));
  const found = (root: PageElement, strategy: Strategy): MainContent => ({
    root,
    strategy,
    coverage: Math.min(1, ownText(root) / whole),
  });
  const chosen = bySelector(page, facts);
  if (chosen !== null && ownText(chosen) >= ENOUGH) return found(chosen, "selector");
  if (size > MAX_ELEMENTS || isShortMain(structure, whole) || isSheet(structure, whole, facts.address))
    return found(structure, "structure");
  const article = copyOf(page);
  keepArticle(article, facts.title, facts.model);
  const length = ownText(article);
  const least = whole < SHORT ? MIN_COVERAGE_OF_SHORT : MIN_COVERAGE;
  if (length >= ENOUGH && length >= whole * least) return found(article, "article");
  return fallback(page, [found(article, "article"), found(structure, "structure")], found);
}

/** Where the portal is known. */
function bySelector(
  page: PageElement,
  { address, selectors = DOMAIN_SELECTORS }: PageFacts,
): PageElement | null {
  const known = selectorsFor(address, selectors);
  const element = known === null ? null : selected(page, known.content);
  if (known === null || element === null) return null;
  const content = copyOf(element);
  without(content, (part) => known.drop.some((selector) => matchesSelector(part, selector)));
  return content;
}

/** Opens what is collapsed and takes out what is never content; says how many elements there were. */
export function prepared(page: PageElement, title: string): number {
  const rules = isHeadedByTags(page) ? null : styleRules(page);
  withoutHelperTexts(page);
  revealed(page);
  shown(page);
  withoutTags(page);
  if (rules !== null) headSetLines(page, title, rules);
  headNamedParts(page);
  return withoutEmpty(page);
}

/** Takes out what holds no text, and leaves the blank that it was; says how many elements there were. */
function withoutEmpty(page: PageElement): number {
  const measures = measured(page);
  for (const parent of elementsOf(page))
    // `<span style="mso-spacerun:yes"> </span>` between two words.
    parent.children = parent.children.map((child) =>
      typeof child !== "string" && isBlank(child, measures) ? " " : child,
    );
  without(
    page,
    (element) => !WITHOUT_TEXT_OF_THEIR_OWN.has(element.name) && (measures.get(element)?.text ?? 0) === 0,
  );
  return measures.size;
}

/** Headed like a procedure, or made of many short parts. */
function isSheet(structure: PageElement, length: number, address: URL | null): boolean {
  const sections = headedSections(structure);
  if (sections >= SECTIONS_OF_SHEET) return true;
  if (sections > 0 && address !== null && matchingPattern(address, DEFAULT_PATH_PATTERNS) !== null)
    return true;
  if (sheetIn(structure) !== null) return true;
  const parts = labelledParts(partWithText(structure));
  return parts >= PARTS_OF_SHEET && length / parts < LENGTH_OF_PART;
}

/** What stands beside an article has headings too: only those count that stand where nearly all sentences do. */
function partWithText(structure: PageElement): PageElement {
  const measures = measured(structure);
  const container = containerOf(structure, measures, { nearlyAll: 0.95, most: 0.9 });
  const own = ({ text, linkText }: Measure) => text - linkText;
  const share =
    own(measures.get(container) ?? NOTHING) / Math.max(1, own(measures.get(structure) ?? NOTHING));
  return share < MOST_TEXT ? structure : container;
}

/** What a page calls its main part is kept whole where it is little: there is nothing to choose from. */
function isShortMain(structure: PageElement, length: number): boolean {
  if (length >= SHORT) return false;
  const measures = measured(structure);
  for (const element of elementsOf(structure)) {
    if (element.name !== "main" && element.get("role") !== "main") continue;
    const { text, linkText } = measures.get(element) ?? NOTHING;
    const isWhole = text - linkText >= length * NEARLY_ALL && linkText < text * MOST_LINKS;
    return isWhole && hasParts(element);
  }
  return false;
}

/** Headed like a procedure, or in parts, and not said to be an article. */
function hasParts(main: PageElement): boolean {
  return headedSections(main) > 0 || (labelledParts(main) > 1 && firstOf(main, "article") === null);
}

/** The page without its frame, where it has enough; else what has the most, unless that is hardly more. */
function fallback(
  page: PageElement,
  [article, structure]: readonly [MainContent, MainContent],
  found: (root: PageElement, strategy: Strategy) => MainContent,
): MainContent {
  if (ownText(structure.root) >= ENOUGH) return structure;
  const read = readabilityContent(page);
  const all = [article, ...(read === null ? [] : [found(read, "readability")])];
  const best = all.reduce(
    (most, candidate) =>
      ownText(candidate.root) > ownText(most.root) * (most === structure ? MUCH_MORE : 1) ? candidate : most,
    structure,
  );
  return ownText(best.root) > 0 ? best : found(page, "page");
}

function isBlank(element: PageElement, measures: Measures): boolean {
  if (!INLINE.has(element.name) || WITHOUT_TEXT_OF_THEIR_OWN.has(element.name)) return false;
  return (measures.get(element)?.text ?? 0) === 0 && /\s/u.test(textOf(element));
}

/** Characters of text that is no link. */
function ownText(root: PageElement): number {
  const { text, linkText } = measured(root).get(root) ?? NOTHING;
  return text - linkText;
}

export function copyOf(root: PageElement): PageElement {
  const copied = new PageElement(root.name, root.attributes, null);
  const stack: (readonly [PageElement, PageElement])[] = [[root, copied]];
  for (let pair = stack.pop(); pair !== undefined; pair = stack.pop()) {
    const [from, to] = pair;
    for (const child of from.children) {
      const copy = typeof child === "string" ? child : new PageElement(child.name, child.attributes, to);
      to.children.push(copy);
      if (copy instanceof PageElement && child instanceof PageElement) stack.push([child, copy]);
    }
  }
  return copied;
}
