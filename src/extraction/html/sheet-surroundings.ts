/**
 * What portals put right among the parts of a sheet, where no name and no tag tells it: the way to the page before its
 * title, when it was changed, whether it was of use, links back to the top.
 */
import { isAnswer } from "../answers.ts";
import { siteScore, soundsLikeSite } from "../line-sound.ts";
import { headsOtherPages } from "../other-pages.ts";
import { isAction } from "./action-links.ts";
import { elementsOf, isWithin, PageElement } from "./element.ts";
import { measured, type Measures, NOTHING } from "./measure.ts";
import { FEEDBACK_PHRASES, STAMP_PHRASES } from "./noise-rules.ts";
import { partsOf } from "./page-title.ts";
import { without } from "./pruning.ts";
import { type Run, runsOf, withoutRuns } from "./runs.ts";
import { sectionHeadedBy } from "./sections.ts";
import { HEADINGS } from "./tag-names.ts";
import { folded, leadsAway } from "./trimming.ts";

export interface Sheet {
  /** What heads its parts. */
  readonly anchors: ReadonlySet<PageElement>;
  /** All elements that an anchor stands in, and how many do. */
  readonly holders: ReadonlyMap<PageElement, number>;
  /** What the page calls itself in its head. */
  readonly title: string;
}

const MAX_LINE = 120;
/** Of the text, what a box that leads away may hold at most. */
const LITTLE = 0.25;
const MENU_LINKS = 3;
const MOSTLY_LINKS = 0.7;
const NEARLY_ALL = 0.9;
const MAX_LABEL = 80;
const FEEDBACK = startingWith(FEEDBACK_PHRASES);
const STAMP = startingWith(STAMP_PHRASES);

function startingWith(phrases: readonly string[]): RegExp {
  return new RegExp(`^[^\\p{L}]{0,6}(?:${phrases.join("|")})(?!\\p{L})`, "u");
}

/** Takes it out of the main part of a page. */
export function withoutSurroundings(main: PageElement, sheet: Sheet): void {
  const runs = runsOf(main);
  const titleAt = placeOfTitle(runs, sheet);
  const standing = standingIn(main, sheet, runs[titleAt]);
  const firsts = firstRuns(runs);
  const lines: Run[] = [];
  const boxes = new Set<PageElement>();
  let before: Before = null;
  runs.forEach((run, at) => {
    const isPart = at === titleAt || isHeadedBy(run, sheet);
    if (!isPart && before !== null && goesOn(before, run)) return lines.push(run);
    before = null;
    if (isPart) return;
    const isInCore = standing.core.has(run.block);
    if (at < titleAt ? isShortOrLink(run) : isOfPage(run)) return lines.push(run);
    before = beginsAt(run, runs[at + 1], isInCore);
    if (before !== null) {
      lines.push(run);
      const others = before === "question" ? runs.slice(at + 1, at + 1 + MOST_IN_BOX) : [];
      addTo(
        boxes,
        boxOf(run, standing, (element) => firsts.get(element) === run && asksOnly(element, others)),
      );
    } else if (!isInCore && run.links > 0) addTo(boxes, menuOf(run, standing));
  });
  withoutRuns(lines);
  without(main, (element) => boxes.has(element));
}

/** What a line that goes says of those that follow it. */
type Before = "pages" | "question" | null;

function goesOn(before: "pages" | "question", run: Run): boolean {
  return before === "question" ? isAnswer(run.text) : isLinks(run);
}

/** Within a part other pages are told by what heads them and by being links; beside the parts the head will do. */
function beginsAt(run: Run, next: Run | undefined, isInCore: boolean): Before {
  if (isFeedback(run)) return "question";
  if (!isInCore && isAway(run)) return "pages";
  return run.links === 0 && next !== undefined && isLinks(next) && headsOtherPages(run.text) ? "pages" : null;
}

/** A survey that stands over what a part says is no reason to lose the part. */
function asksOnly(box: PageElement, others: readonly Run[]): boolean {
  const end = others.findIndex(({ block }) => !isWithin(block, box));
  return (end === -1 ? others : others.slice(0, end)).every(
    ({ text }) => isAnswer(text) || siteScore(text) > 0,
  );
}

const MOST_IN_BOX = 60;

const isLinks = ({ text, linkLength, links }: Run) => links > 0 && linkLength >= text.length * NEARLY_ALL;

/** The line that each element begins with. */
function firstRuns(runs: readonly Run[]): ReadonlyMap<PageElement, Run> {
  const firsts = new Map<PageElement, Run>();
  for (const run of runs)
    for (
      let above: PageElement | null = run.block;
      above !== null && !firsts.has(above);
      above = above.parent
    )
      firsts.set(above, run);
  return firsts;
}

function addTo(boxes: Set<PageElement>, box: PageElement | null): void {
  if (box !== null) boxes.add(box);
}

/** The last line before the first part that is the title; -1 where there is none. */
export function placeOfTitle(runs: readonly Run[], sheet: Sheet): number {
  const end = runs.findIndex((run) => isHeadedBy(run, sheet));
  // What heads the first part may be the title itself, where they look alike.
  const before = end === -1 ? runs : runs.slice(0, end + 1);
  const isTitle = ({ block, text, links }: Run) =>
    block.name === "h1" || (links === 0 && text.length > 8 && isCalled(text, sheet.title));
  const named = before.findLastIndex(isTitle);
  return named === -1 && end !== -1 ? runs.slice(0, end).findLastIndex(isSetLarge) : named;
}

/** A short line is most of a part of it: "DIRECCIÓN" heads a part, though the page is of a "Dirección General". */
function isCalled(text: string, title: string): boolean {
  const line = text.toLowerCase();
  const called = [title, ...partsOf(title)].map((part) => part.toLowerCase());
  return called.some(
    (part) => part.includes(line) && (line.length >= LONG || line.length >= part.length * MOST_OF_TITLE),
  );
}

const LONG = 15;
const MOST_OF_TITLE = 0.5;

/** Where the head of a page only names its site, the title is what is set in large letters. */
function isSetLarge({ block, nodes, text, links }: Run): boolean {
  if (links > 0 || text.length < LEAST_OF_TITLE || text.length > MOST_LETTERS_OF_TITLE) return false;
  const large = [
    block,
    ...nodes.flatMap((node) => (node instanceof PageElement ? [...elementsOf(node)] : [])),
  ];
  return large.some(isLarge) && !soundsLikeSite(text);
}

const LEAST_OF_TITLE = 9;
const MOST_LETTERS_OF_TITLE = 200;

function isLarge(element: PageElement): boolean {
  if (element.name === "big" || HEADINGS.has(element.name)) return true;
  if (element.name === "font" && /^\+?[4-7]$|^\+[1-3]$/.test(element.get("size").trim())) return true;
  const [, size = "0", unit] =
    /font(?:-size)?\s*:[^;]*?(\d+(?:\.\d+)?)\s*(px|pt|em|rem|%)/i.exec(element.get("style")) ?? [];
  return Number(size) >= (LARGE[unit?.toLowerCase() ?? ""] ?? Number.POSITIVE_INFINITY);
}

const LARGE: Readonly<Record<string, number>> = { px: 18, pt: 14, em: 1.3, rem: 1.3, "%": 130 };

function isHeadedBy({ block, nodes }: Run, { anchors }: Sheet): boolean {
  return anchors.has(block) || nodes.some((node) => node instanceof PageElement && anchors.has(node));
}

interface Standing {
  readonly measures: Measures;
  /** What stands in the smallest element with all parts. */
  readonly core: ReadonlySet<PageElement>;
  /** All elements with a part or the title in them. */
  readonly holders: ReadonlySet<PageElement>;
  readonly whole: number;
}

function standingIn(main: PageElement, { anchors, holders }: Sheet, title: Run | undefined): Standing {
  let core = main;
  for (const element of elementsOf(main)) if ((holders.get(element) ?? 0) >= anchors.size) core = element;
  const above = new Set(holders.keys());
  for (let element = title?.block ?? null; element !== null; element = element.parent) above.add(element);
  const measures = measured(main);
  return { measures, core: new Set(elementsOf(core)), holders: above, whole: measures.get(main)?.text ?? 0 };
}

/** The largest element around a line that holds neither a part nor the title, and little at all. */
function boxOf(
  { block }: Run,
  { holders, measures, whole }: Standing,
  isBox: (element: PageElement) => boolean = () => true,
): PageElement | null {
  let box: PageElement | null = null;
  for (let above: PageElement | null = block; above !== null && !holders.has(above); above = above.parent) {
    if (!isBox(above) || (measures.get(above)?.text ?? 0) > whole * LITTLE) break;
    box = above;
  }
  return box;
}

function menuOf(run: Run, standing: Standing): PageElement | null {
  const box = boxOf(run, standing);
  const { links, linkText, text } = (box === null ? null : standing.measures.get(box)) ?? NOTHING;
  return links >= MENU_LINKS && linkText > text * MOSTLY_LINKS ? box : null;
}

function isShortOrLink({ text, links }: Run): boolean {
  return links > 0 || text.length < MAX_LABEL;
}

/** When the page was changed, and links within it. */
function isOfPage({ text, nodes, linkLength }: Run): boolean {
  if (text.length < MAX_LABEL && STAMP.test(folded(text))) return true;
  if (linkLength < text.length || isAction(text)) return false;
  return nodes.every((node) => typeof node === "string" || leadsWithin(node));
}

function leadsWithin(element: PageElement): boolean {
  return element.name !== "a" || /^#./.test(element.get("href"));
}

function isFeedback({ text }: Run): boolean {
  return text.length <= MAX_LINE && FEEDBACK.test(folded(text));
}

function isAway({ text, links }: Run): boolean {
  return (leadsAway(text, links > 0) || headsOtherPages(text)) && sectionHeadedBy(text) === null;
}
