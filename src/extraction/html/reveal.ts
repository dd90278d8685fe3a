/**
 * Collapsed parts of a page as plain sections. Pages of e-offices keep most of their text in panels that a script opens;
 * here nothing is hidden, the title of a panel becomes its heading, and lists of tabs go, since each title then stands
 * where its text is. Elements that a style or an attribute hides are simply not hidden: nobody asks.
 */
import { elementsOf, hasText, isWithin, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import { namedSection } from "../section-matching.ts";
import { isHidden } from "./hidden-text.ts";
import { isNamedTitle, panelsByTitle, withoutToggle } from "./panel-titles.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";

const MAX_TITLE = 200;
const TOGGLES = new Set(["collapse", "tab", "pill", "accordion"]);

export function revealed(root: PageElement): void {
  const elements = [...elementsOf(root)];
  const byId = new Map<string, PageElement>();
  for (const element of elements) if (element.has("id")) byId.set(element.get("id"), element);
  const filled = new Map<PageElement, boolean>();
  const following = panelsByTitle(elements);
  const levels = new Levels();
  /** What holds a title and its panel, and the level of the title. */
  const items = new Map<PageElement, number>();
  const titles = headingsOfPanels(elements, byId, filled);
  for (const element of elements) {
    if (HEADINGS.has(element.name)) levels.heading(element, titles.has(element));
    if (element.name === "summary") {
      const level = levels.below(element);
      if (element.parent !== null) items.set(element.parent, level);
      becomeHeading(element, level);
    }
    const opened = isTrigger(element) ? panelOf(element, byId, filled) : null;
    const panel = opened ?? following.get(element) ?? null;
    if (panel === null || levels.titled.has(panel) || isWithin(element, panel)) continue;
    const level = levels.below(element);
    levels.titled.set(panel, level);
    for (const item of [panel, panel.parent]) if (item !== null && !items.has(item)) items.set(item, level);
    if (isTab(element)) moveTitle(element, panel, level);
    else becomeHeading(element, level);
  }
  for (const [panel, tab] of panelsByOrder(elements, (one) => levels.titled.has(one))) {
    const level = levels.below(panel);
    levels.titled.set(panel, level);
    moveTitle(tab, panel, level);
  }
  for (const [panel, tab] of panelsNamedByTab(elements, byId))
    if (!levels.titled.has(panel)) moveTitle(tab, panel, levels.below(panel));
  for (const element of elements) if (isEmptyTabList(element)) element.children = [];
  for (const element of elements) headTermsBeside(element, items);
}

/** Terms of a list that stands right beside panels are titles like theirs. */
function headTermsBeside(parent: PageElement, items: Map<PageElement, number>): void {
  const inside = parent.children.filter((child) => child instanceof PageElement);
  inside.forEach((list, at) => {
    if (list.name !== "dl") return;
    const neighbours = [inside[at - 1], inside[at + 1]];
    const level = neighbours
      .map((beside) => beside && items.get(beside))
      .find((known) => known !== undefined);
    if (level === undefined) return;
    items.set(list, level);
    for (const child of list.children) {
      if (!(child instanceof PageElement)) continue;
      if (child.name === "dt") becomeHeading(child, level);
      else if (child.name === "dd") replace(child, "div");
    }
    replace(list, "div");
  });
}

/** A panel is a section of its own: headings in it say nothing of the level of the next panel's title. */
class Levels {
  /** Panels with a title, and its level. */
  readonly titled = new Map<PageElement, number>();
  readonly #last = new Map<PageElement | null, number>();

  /** One that opens a panel stands beside the titles of others, whatever they are written as. */
  heading(element: PageElement, isTitle: boolean): void {
    const level = Number(element.name[1]);
    const beside = this.below(element);
    if (isTitle && level >= beside) element.name = headingName(beside);
    else this.#last.set(this.#panelAround(element), level);
  }

  /** The level of a title that stands below the last heading around it. */
  below(element: PageElement): number {
    const panel = this.#panelAround(element);
    const around = panel === null ? 1 : (this.titled.get(panel) ?? 1);
    return (this.#last.get(panel) ?? around) + 1;
  }

  #panelAround(element: PageElement): PageElement | null {
    for (let above = element.parent; above !== null; above = above.parent)
      if (this.titled.has(above)) return above;
    return null;
  }
}

/** Headings that hold what opens a panel, or are called the header of one. */
function headingsOfPanels(
  elements: readonly PageElement[],
  byId: ReadonlyMap<string, PageElement>,
  filled: Map<PageElement, boolean>,
): ReadonlySet<PageElement> {
  const titles = new Set(elements.filter((element) => HEADINGS.has(element.name) && isNamedTitle(element)));
  for (const element of elements) {
    const above = element.parent;
    const heading = HEADINGS.has(above?.name ?? "") ? above : (above?.parent ?? null);
    if (heading === null || !HEADINGS.has(heading.name) || !isTrigger(element)) continue;
    if (panelOf(element, byId, filled) !== null) titles.add(heading);
  }
  return titles;
}

function isTab(element: PageElement): boolean {
  const toggle = element.get("data-toggle") || element.get("data-bs-toggle");
  return element.get("role") === "tab" || toggle === "tab" || toggle === "pill" || isInTabList(element);
}

/** A list of links to parts of the same page, told to be tabs by a role or a name. */
function isInTabList(element: PageElement): boolean {
  const list = element.parent?.name === "li" ? element.parent.parent : element.parent;
  if (list === null || list === undefined) return false;
  return (
    list.get("role") === "tablist" ||
    /(?:^|[\s_-])(?:tabs?|pestañas|pestanas|nav-tabs|solapas)(?:$|[\s_-])/i.test(
      `${list.get("class")} ${list.parent?.get("class") ?? ""}`,
    )
  );
}

function isTrigger(element: PageElement): boolean {
  if (
    element.name !== "a" &&
    element.name !== "button" &&
    element.get("role") !== "tab" &&
    element.get("role") !== "button"
  )
    return false;
  if (element.has("aria-controls") || element.has("aria-expanded") || element.get("role") === "tab")
    return true;
  const toggle = element.get("data-toggle") || element.get("data-bs-toggle");
  return TOGGLES.has(toggle) || (element.get("href").startsWith("#") && isInTabList(element));
}

function panelOf(
  trigger: PageElement,
  byId: ReadonlyMap<string, PageElement>,
  filled: Map<PageElement, boolean>,
): PageElement | null {
  const names = [
    trigger.get("aria-controls"),
    trigger.get("href"),
    trigger.get("data-target"),
    trigger.get("data-bs-target"),
  ];
  for (const name of names) {
    const panel = byId.get(name.replace(/^#/, ""));
    if (panel === undefined) continue;
    const isFilled = filled.get(panel) ?? hasText(panel);
    filled.set(panel, isFilled);
    if (isFilled) return panel;
  }
  return null;
}

function* panelsNamedByTab(
  elements: readonly PageElement[],
  byId: ReadonlyMap<string, PageElement>,
): Generator<[PageElement, PageElement]> {
  for (const element of elements) {
    if (element.get("role") !== "tabpanel") continue;
    const tab = byId.get(element.get("aria-labelledby"));
    if (tab !== undefined) yield [element, tab];
  }
}

const MOST_TABS = 20;
const MAX_TAB = 60;

/** Tabs that nothing ties to their panels: so many short titles, and beside them as many blocks of which some are hidden. */
function* panelsByOrder(
  elements: readonly PageElement[],
  isTitled: (panel: PageElement) => boolean,
): Generator<[PageElement, PageElement]> {
  for (const parent of elements) {
    const blocks = parent.children.filter((child) => child instanceof PageElement);
    for (const [at, list] of blocks.entries()) {
      const tabs = partsOf(list);
      const panels = blocks[at + 1] === undefined ? [] : partsOf(blocks[at + 1]);
      if (tabs.length < 2 || tabs.length > MOST_TABS || tabs.length !== panels.length) continue;
      if (isHidden(list) || !tabs.every(readsAsTab) || !areTabs(list, tabs) || panels.some(isTitled))
        continue;
      // One of them is open.
      const hidden = panels.filter(isHidden).length;
      if (hidden < panels.length - 1 || panels.some(({ name }) => INLINE.has(name))) continue;
      yield* tabs.map((tab, place): [PageElement, PageElement] => [panels[place] ?? tab, tab]);
    }
  }
}

const TAB_NAMES =
  /(?:^|[\s_-])(?:tabs?|pesta[nñ]as?|pestanyes|solapas?|pills?|nav|tabbed|accordion|fitxa)(?=$|[\s_-])/i;

/** By a name, a role, what a click does, or because two of them name parts of a procedure. */
function areTabs(list: PageElement, tabs: readonly PageElement[]): boolean {
  const isNamed = (one: PageElement) => one.get("role") === "tab" || TAB_NAMES.test(one.get("class"));
  if (isNamed(list) || (list.parent !== null && isNamed(list.parent))) return true;
  const opens = tabs.filter(
    (tab) =>
      isNamed(tab) ||
      elementsOf(tab).some((one) => one.name === "button" || one.has("onclick") || one.has("href")),
  );
  if (opens.length === tabs.length) return true;
  return tabs.filter((tab) => namedSection(squeezed(textOf(tab))) !== null).length >= 2;
}

const readsAsTab = (tab: PageElement) => !isHidden(tab) && squeezed(textOf(tab)).length <= MAX_TAB;

function partsOf(element: PageElement | undefined): PageElement[] {
  return (element?.children ?? []).filter(
    (child): child is PageElement => child instanceof PageElement && hasText(child),
  );
}

/** The trigger itself becomes the heading, unless it stands in one. */
function becomeHeading(trigger: PageElement, level: number): void {
  const title = withoutToggle(squeezed(textOf(trigger)));
  if (title === "" || title.length > MAX_TITLE) return;
  for (let above = trigger.parent; above !== null; above = above.parent) {
    if (HEADINGS.has(above.name)) return unwrapButton(trigger);
  }
  const inner = [...elementsOf(trigger)].some(({ name }) => HEADINGS.has(name));
  replace(trigger, inner ? "div" : headingName(level));
  // What is a button in it opens the same panel.
  if (!inner) trigger.children = [title];
}

function unwrapButton(trigger: PageElement): void {
  if (trigger.name === "button" || trigger.get("href").startsWith("#")) replace(trigger, "span");
}

function moveTitle(tab: PageElement, panel: PageElement, level: number): void {
  const title = withoutToggle(squeezed(textOf(tab)));
  if (title === "" || title.length > MAX_TITLE) return;
  tab.children = [];
  const first = [...elementsOf(panel)].find(({ name }) => HEADINGS.has(name));
  if (first !== undefined && squeezed(textOf(first)) === title) return;
  const heading = new PageElement(headingName(level), NO_ATTRIBUTES, panel);
  heading.children = [title];
  panel.children.unshift(heading);
}

function headingName(level: number): string {
  return `h${Math.min(Math.max(level, 2), 4)}`;
}

function replace(element: PageElement, name: string): void {
  element.name = name;
  element.attributes = NO_ATTRIBUTES;
}

function isEmptyTabList(element: PageElement): boolean {
  return element.get("role") === "tablist" && !hasText(element);
}
