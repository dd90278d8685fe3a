/**
 * The content of a page that is made of sections rather than of prose: a sheet of a procedure, a form, a list. Short
 * facts count here, so nothing goes but what the page itself names as standing around the content, what leads
 * elsewhere, and lists of links that no section heads.
 */
import { isAction } from "./action-links.ts";
import { cellsOfMany } from "./cells.ts";
import { elementsOf, PageElement, squeezed, textOf } from "./element.ts";
import { type Measures, measured, NOTHING } from "./measure.ts";
import { namingOf } from "./naming.ts";
import { NOISE_ROLES, UTILITY_PHRASES } from "./noise-rules.ts";
import { without } from "./pruning.ts";
import { withoutRelatedPages } from "./related-pages.ts";
import { runsOf } from "./runs.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";
import { isLabel, sectionHeadedBy, sectionHeads } from "./sections.ts";
import { sheetIn } from "./sheet-labels.ts";
import { withoutSiteLooks } from "./site-looks.ts";
import { placeOfTitle, withoutSurroundings } from "./sheet-surroundings.ts";
import { folded, leadsAway } from "./trimming.ts";

const AROUND = new Set(["header", "footer", "aside"]);
const MOST = 0.5;
const UTILITIES = new Set(UTILITY_PHRASES);
const MAX_LINE = 90;

/** Takes what stands around the content out of a tree that is without noise tags. */
export function keepStructure(root: PageElement, title = ""): void {
  withoutFrame(root, marksIn(root));
  const anchors = anchorsIn(root);
  const main = mainOf(root, anchors, title);
  const sheet = { anchors: anchors.headings, holders: anchors.holders, title };
  if (anchors.isSheet) {
    withoutRelatedPages(main, (element) => anchors.headings.has(element));
    withoutSiteLooks(main, sheet);
  }
  withoutSections(main);
  withoutUtilities(main);
  withoutMenus(main, anchors);
  if (anchors.isSheet) withoutSurroundings(main, sheet);
  if (main === root) return;
  main.parent = root;
  root.children = [main];
}

/** What heads sections of a procedure, by what it says or by its shape; where there is neither, all headings. */
function anchorsIn(root: PageElement): Marks {
  const labels = new Set(sheetIn(root));
  const headsSection = sectionHeads(root);
  const known = marksIn(root, (element) => headsSection(element) || labels.has(element));
  if (known.headings.size > 0) return { ...known, isSheet: labels.size > 0 || known.headings.size >= 3 };
  return marksIn(root, isLabel);
}

/** Headings of sections that a procedure has, and all elements that one of them stands in. */
interface Marks {
  readonly headings: ReadonlySet<PageElement>;
  readonly holders: ReadonlyMap<PageElement, number>;
  /** They are known to be those of a sheet. */
  readonly isSheet: boolean;
}

function marksIn(root: PageElement, isMark: (element: PageElement) => boolean = sectionHeads(root)): Marks {
  const headings = new Set<PageElement>();
  const holders = new Map<PageElement, number>();
  for (const element of elementsOf(root)) {
    if (!isMark(element)) continue;
    headings.add(element);
    for (let above = element.parent; above !== null; above = above.parent)
      holders.set(above, (holders.get(above) ?? 0) + 1);
  }
  return { headings, holders, isSheet: false };
}

function withoutFrame(root: PageElement, marks: Marks): void {
  const measures = measured(root);
  const whole = Math.max(1, measures.get(root)?.text ?? 0);
  without(root, (element) => {
    const text = measures.get(element)?.text ?? 0;
    if (element.name === "body" || element.name === "main" || text > whole * MOST) return false;
    if (NOISE_ROLES.has(element.get("role"))) return true;
    const isAround = AROUND.has(element.name) && !isInArticle(element);
    const naming = namingOf(element);
    const marked = (marks.holders.get(element) ?? 0) > 0 || marks.headings.has(element);
    if (isAround) return !marked || element.name === "footer";
    if (INLINE.has(element.name) && element.name !== "button") return false;
    return (
      !marked &&
      (naming.noise || (naming.list && isListOfLinks(measures.get(element))) || isIdleButton(element))
    );
  });
}

/** A grid of the layout, where one link is among the words, is none. */
function isListOfLinks({ links, text, linkText } = NOTHING): boolean {
  return links > 0 && text - linkText < links * LENGTH_OF_TEASER;
}

/** Characters; the model asks for the same (`pruning.ts`). */
const LENGTH_OF_TEASER = 120;

/** Most buttons are for using the page. */
function isIdleButton(element: PageElement): boolean {
  return element.name === "button" && !isAction(squeezed(textOf(element)));
}

/** The header of an article holds its title and its lead. */
function isInArticle(element: PageElement): boolean {
  for (let above = element.parent; above !== null; above = above.parent) {
    if (above.name === "article" || above.name === "section" || above.name === "main")
      return element.name === "header";
  }
  return false;
}

/** What the page calls its main part; else the smallest element with all marked headings and the title. */
function mainOf(root: PageElement, { headings, holders, isSheet }: Marks, title: string): PageElement {
  const measures = measured(root);
  const whole = Math.max(1, measures.get(root)?.text ?? 0);
  let main: PageElement | null = null;
  let heading: PageElement | null = null;
  for (const element of elementsOf(root)) {
    const isMain = element.name === "main" || element.get("role") === "main";
    if (
      isMain &&
      (holders.get(element) ?? 0) >= headings.size &&
      (measures.get(element)?.text ?? 0) > whole * 0.3
    )
      main = element;
    if (element.name === "h1") heading = element;
  }
  return (
    main ??
    smallestAround(root, holders, headings.size, isSheet ? titleIn(root, headings, holders, title) : heading)
  );
}

function titleIn(
  root: PageElement,
  anchors: ReadonlySet<PageElement>,
  holders: ReadonlyMap<PageElement, number>,
  title: string,
): PageElement | null {
  const runs = runsOf(root);
  return runs[placeOfTitle(runs, { anchors, holders, title })]?.block ?? null;
}

function smallestAround(
  root: PageElement,
  holders: ReadonlyMap<PageElement, number>,
  count: number,
  title: PageElement | null,
): PageElement {
  const titleHolders = new Set<PageElement>();
  for (let above = title?.parent ?? null; above !== null; above = above.parent) titleHolders.add(above);
  let current = root;
  for (;;) {
    const next = current.children.find(
      (child): child is PageElement =>
        child instanceof PageElement &&
        count > 0 &&
        (holders.get(child) ?? 0) >= count &&
        (title === null || titleHolders.has(child)),
    );
    if (next === undefined) return current;
    current = next;
  }
}

/**
 * A heading that leads away goes, with all that follows it up to the next heading of its level; where a part of the
 * procedure is headed there by a label, the heading is a line of the site between two parts, and goes alone.
 */
function withoutSections(root: PageElement): void {
  const out = new Set<PageElement>();
  const isHead = sectionHeads(root);
  for (const parent of elementsOf(root))
    for (const [heading, ...headed] of sectionsAway(parent)) {
      const isBetweenParts = headed.some((element) => elementsOf(element).some(isHead));
      for (const element of isBetweenParts ? [heading] : [heading, ...headed]) out.add(element);
    }
  without(root, (element) => out.has(element));
}

function sectionsAway({ children }: PageElement): (readonly [PageElement, ...PageElement[]])[] {
  const found: [PageElement, ...PageElement[]][] = [];
  let open: [PageElement, ...PageElement[]] | null = null;
  for (const child of children) {
    if (!(child instanceof PageElement)) continue;
    if (open !== null && holdsHeading(child, open[0].name)) open = null;
    if (HEADINGS.has(child.name) && headsAway(child)) found.push((open = [child]));
    else open?.push(child);
  }
  return found;
}

function headsAway(heading: PageElement): boolean {
  const text = squeezed(textOf(heading));
  return leadsAway(text, false) && sectionHeadedBy(text) === null;
}

function holdsHeading(element: PageElement, atMost: string): boolean {
  for (const { name } of elementsOf(element)) if (HEADINGS.has(name) && name <= atMost) return true;
  return false;
}

/** Lines that are for using the page: print, share, back to the top. */
function withoutUtilities(root: PageElement): void {
  const measures = measured(root);
  const isCellOfMany = cellsOfMany();
  without(root, (element) => {
    const measure = measures.get(element);
    if (measure === undefined || measure.text === 0 || measure.text > MAX_LINE || HEADINGS.has(element.name))
      return false;
    if (isCellOfMany(element)) return false;
    const text = folded(textOf(element))
      .replaceAll(/[^\p{L}\p{N}\s]/gu, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    return UTILITIES.has(text);
  });
}

const MENU_LINKS = 3;

/** Lists of links before the first section, and after it those that no section heads. */
function withoutMenus(root: PageElement, marks: Marks): void {
  const measures: Measures = measured(root);
  let seen = marks.headings.size === 0;
  const out = new Set<PageElement>();
  for (const element of elementsOf(root)) {
    if (marks.headings.has(element)) seen = true;
    const measure = measures.get(element);
    if (seen || measure === undefined || measure.links < MENU_LINKS || (marks.holders.get(element) ?? 0) > 0)
      continue;
    if (measure.linkText > measure.text * 0.8) out.add(element);
  }
  without(root, (element) => out.has(element));
}
