/** Where an element stands beside the core of the page, the element whose own paragraphs hold the most text, and among others like it. */
import { PageElement } from "./element.ts";
import { type Measures, NOTHING } from "./measure.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";

export interface Site {
  /** Levels from the core up to where the way to this element leaves its line. */
  readonly fork: number;
  /** Levels from there down to the element. */
  readonly steps: number;
  readonly depth: number;
  /** How many others like it stand beside the element or beside one that it stands in, and how many of them before it. */
  readonly twins: number;
  readonly twinsBefore: number;
  /** Of the prose of all of these, the part that its own holds. */
  readonly twinShare: number;
  /** Of the prose of the page, the part of the nearest article around it; -1 outside of any. */
  readonly articleShare: number;
}

const OUTSIDE: Site = {
  fork: 0,
  steps: 0,
  depth: 0,
  twins: 0,
  twinsBefore: 0,
  twinShare: 1,
  articleShare: -1,
};
/** Many of these side by side are one text. */
const PARTS_OF_TEXT = new Set([
  ...INLINE,
  ...HEADINGS,
  ..."p li dt dd tr td th tbody thead tfoot pre blockquote html body center".split(" "),
]);

export function sitesIn(
  root: PageElement,
  measures: Measures,
  core: PageElement,
): ReadonlyMap<PageElement, Site> {
  const line = new Map<PageElement, number>();
  for (let above: PageElement | null = core; above !== null; above = above.parent) line.set(above, line.size);
  const whole = Math.max(1, measures.get(root)?.prose ?? 0);
  const sites = new Map<PageElement, Site>([[root, { ...OUTSIDE, fork: line.get(root) ?? 0 }]]);
  const stack = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const above = sites.get(element) ?? OUTSIDE;
    const families = familiesAmong(element, measures);
    for (const child of element.children) {
      if (!(child instanceof PageElement)) continue;
      sites.set(child, siteOf(child, above, line.get(child), families, measures, whole));
      stack.push(child);
    }
  }
  return sites;
}

interface Family {
  members: number;
  seen: number;
  prose: number;
}

function familiesAmong(parent: PageElement, measures: Measures): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>();
  for (const child of parent.children) {
    if (!(child instanceof PageElement) || PARTS_OF_TEXT.has(child.name)) continue;
    const key = kinOf(child);
    const family = families.get(key) ?? { members: 0, seen: 0, prose: 0 };
    family.members++;
    family.prose += measures.get(child)?.prose ?? 0;
    families.set(key, family);
  }
  return families;
}

function kinOf(element: PageElement): string {
  return `${element.name}.${element.get("class").trim().split(/\s/, 1)[0] ?? ""}`;
}

function siteOf(
  element: PageElement,
  above: Site,
  level: number | undefined,
  families: ReadonlyMap<string, Family>,
  measures: Measures,
  whole: number,
): Site {
  const { prose } = measures.get(element) ?? NOTHING;
  const family = families.get(kinOf(element));
  const isTwin = family !== undefined && family.members > 1 && !PARTS_OF_TEXT.has(element.name);
  return {
    fork: level ?? above.fork,
    steps: level === undefined ? above.steps + 1 : 0,
    depth: above.depth + 1,
    twins: isTwin ? family.members - 1 : above.twins,
    twinsBefore: isTwin ? family.seen++ : above.twinsBefore,
    twinShare: isTwin ? prose / Math.max(1, family.prose) : above.twinShare,
    articleShare: element.name === "article" ? prose / whole : above.articleShare,
  };
}

/** Of the elements that prose stands right in, the one with the most of it. */
export function coreOf(
  root: PageElement,
  prose: Iterable<{ readonly block: PageElement; readonly length: number }>,
): PageElement {
  const held = new Map<PageElement, number>();
  let core = root;
  for (const { block, length } of prose) {
    const holder = block.parent ?? block;
    const sum = (held.get(holder) ?? 0) + length;
    held.set(holder, sum);
    if (sum > (held.get(core) ?? 0)) core = holder;
  }
  return core;
}

export function ofSite(site: Site): Record<string, number> {
  return {
    fork: Math.min(site.fork, 20),
    steps: Math.min(site.steps, 20),
    depth: Math.min(site.depth, 40),
    twins: Math.min(site.twins, 20),
    twins_before: Math.min(site.twinsBefore, 20),
    twin_share: site.twinShare,
    article_share: site.articleShare,
  };
}
