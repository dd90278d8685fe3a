/**
 * Heads of parts that are no headings: a division, a paragraph, a label or a button whose words name a part of a
 * procedure. Where a page names three parts so, those lines become headings, and with them all that look like them: by
 * their own names and those around them, whatever they say. Lines without any such looks must say it themselves.
 */
import { soundsLikeSite } from "../line-sound.ts";
import { doubtfullyNamedSection, namedSection } from "../section-matching.ts";
import { headCaptions } from "./caption-heads.ts";
import { headFields } from "./field-heads.ts";
import { elementsOf, firstOf, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import { type Measures, measured } from "./measure.ts";
import { headRows, headTiles } from "./row-heads.ts";
import { sectionHeadedBy } from "./sections.ts";
import { HEADINGS, INLINE, WITHOUT_TEXT } from "./tag-names.ts";

const MAX_LENGTH = 90;
const MAX_WORDS = 12;
const ENOUGH_PARTS = 3;
const ENOUGH_OF_A_LOOK = 2;
const MIN_SHARE = 0.3;
/** A box with a name that holds a line and what it heads. */
const FEW = 3;
/** Below the headings that a page has of its own. */
const HEADING = "h4";

const MAY_HEAD = new Set([
  "div",
  "p",
  "span",
  "label",
  "button",
  "a",
  "font",
  "u",
  "center",
  "legend",
  "figcaption",
]);
/** Marks of their own, which stay what they are. */
const MARKS = new Set(["strong", "b", "em", "i"]);
/** What they hold is named by them already, or is a value. */
const NEVER_IN = new Set([...HEADINGS, "td", "th", "dt", "dd", "li", "caption", "summary"]);
/** Parts that a page names by one everyday word. */
const DOUBTFUL = new Set(["tasas", "datos_importantes", "plazos", "donde_solicitar"]);
const FIELDS = new Set(["input", "select", "textarea"]);

interface Candidate {
  readonly element: PageElement;
  readonly section: string | null;
  /** The part that it may name, or be an item of. */
  readonly doubtful: string | null;
  /** A few words without a full stop between texts that end in one. */
  readonly isBetween: boolean;
  /** Empty where there is nothing but the bare tag. */
  readonly look: string;
}

export function headNamedParts(root: PageElement): void {
  for (const element of elementsOf(root))
    if (element.get("role") === "heading") becomeHeading(element, levelOf(element));
  headByClass(root);
  headLegends(root);
  headFields(root, becomeHeading);
  headCaptions(root, becomeHeading);
  headRows(root);
  headTiles(root, becomeHeading);
  breakBeforeHeads(root);
  wrapBrokenLines(root);
  const candidates = withoutRepeated(candidatesIn(root));
  if (partsNamed(candidates) < ENOUGH_PARTS) return;
  const heading = headingLooks(candidates);
  const named = new Set(candidates.flatMap(({ section }) => section ?? []));
  for (const { element, section, look, doubtful, isBetween } of candidates) {
    const isNew = doubtful !== null && DOUBTFUL.has(doubtful) && !named.has(doubtful);
    if (section !== null || heading.has(look) || isNew || (look === "" && isBetween))
      becomeHeading(element, HEADING);
  }
}

/** `<span class="h2">`: what a framework sets as headings; the first is the page's where it has none. */
function headByClass(root: PageElement): void {
  const elements = [...elementsOf(root)];
  let hasName = elements.some(({ name }) => name === "h1");
  for (const element of elements) {
    if (NAME_OF_PAGE.test(element.get("class")) && headCell(element, hasName)) hasName = true;
    const [, level] = element.has("class")
      ? (/(?:^|\s)h([1-6])(?=\s|$)/.exec(element.get("class")) ?? [])
      : [];
    if (level === undefined || !mayHead(element) || isInLinkOrHeading(element)) continue;
    const { length } = squeezed(textOf(element));
    if (length < 2 || length > MAX_LENGTH || holdsLines(element)) continue;
    becomeHeading(element, hasName ? `h${level}` : "h1");
    hasName = true;
  }
}

const NAME_OF_PAGE =
  /(?:^|\s)(?:contentheading|titulo[-_]?(?:tramite|procedimiento|ficha|servicio)|(?:tramite|procedimiento|ficha|entry|node|page)[-_]?(?:titulo|title))(?=\s|$)/i;

/** What a content system calls the name of a page, in a cell or a box of its own. */
function headCell(cell: PageElement, hasName: boolean): boolean {
  const text = squeezed(textOf(cell));
  if (hasName || text.length < 2 || text.length > MAX_NAME || isInLinkOrHeading(cell)) return false;
  const heading = new PageElement("h1", NO_ATTRIBUTES, cell);
  heading.children = [text];
  cell.children = [heading];
  return true;
}

const MAX_NAME = 200;

/** Of a set that nothing is filled in. */
function headLegends(root: PageElement): void {
  for (const set of elementsOf(root)) {
    if (set.name !== "fieldset" || elementsOf(set).some(({ name }) => FIELDS.has(name))) continue;
    const legend = firstOf(set, "legend");
    if (legend?.parent === set && squeezed(textOf(legend)).length <= MAX_LENGTH)
      becomeHeading(legend, HEADING);
  }
}

/** "Qué necesitas" in each of three cards says something of each. */
function withoutRepeated(candidates: readonly Candidate[]): readonly Candidate[] {
  const byText = Map.groupBy(candidates, ({ element }) => squeezed(textOf(element)).toLowerCase());
  const isBroken = ({ element }: Candidate) =>
    element.parent?.children.some((child) => typeof child !== "string" && child.name === "br") === true;
  return [...byText.values()].filter((alike) => alike.length < MANY_TIMES || !alike.every(isBroken)).flat();
}

const MANY_TIMES = 3;

/** "Requisitos<br>Ser mayor de edad<br>Plazo<br>…": lines that are broken by hand are elements like others. */
function wrapBrokenLines(root: PageElement): void {
  for (const parent of elementsOf(root)) {
    const { children } = parent;
    if (!children.some((child) => typeof child !== "string" && child.name === "br")) continue;
    parent.children = children.map((child, at) => {
      if (typeof child !== "string" || child.length > MAX_WRITTEN || !/\S/.test(child)) return child;
      if (TYPED_ITEM.test(child)) return child;
      const isLine = [children[at - 1], children[at + 1]].every((one) => one === undefined || isBreak(one));
      if (!isLine) return child;
      const line = new PageElement("span", NO_ATTRIBUTES, parent);
      line.children = [child];
      return line;
    });
  }
}

/** "a) Formulario de solicitud", "- Plazos" are of a list. */
const TYPED_ITEM = /^\s*(?:[-*•·–—»>]|[a-z][).])\s/;

/** A bold name of a part that a line begins with, where the line before it was never ended. */
function breakBeforeHeads(root: PageElement): void {
  for (const parent of elementsOf(root)) {
    const { children } = parent;
    let last: PageElement | string | null = null;
    const broken: (PageElement | string)[] = [];
    children.forEach((child, at) => {
      if (isRunOn(child, last, children[at + 1]) && !goesOnSmall(children[at + 2]))
        broken.push(new PageElement("br", NO_ATTRIBUTES, parent));
      broken.push(child);
      if (typeof child !== "string" || /\S/.test(child)) last = child;
    });
    if (broken.length > children.length) parent.children = broken;
  }
}

/** The sentence goes on in the next line. */
const goesOnSmall = (next: PageElement | string | undefined) =>
  next !== undefined && /^\s*\p{Ll}/u.test(typeof next === "string" ? next : textOf(next));

function isRunOn(
  child: PageElement | string,
  before: PageElement | string | null,
  after: PageElement | string | undefined,
): boolean {
  if (typeof child === "string" || !INLINE.has(child.name)) return false;
  if (after === undefined || typeof after === "string" || after.name !== "br") return false;
  if (before === null || typeof before === "string" || isBreak(before)) return false;
  const text = squeezed(textOf(child));
  if (text.length > MAX_LENGTH || !isAllBold(child)) return false;
  return (
    namedSection(text.replace(/\s*:$/, "")) !== null || (isCapital(text) && sectionHeadedBy(text) !== null)
  );
}

const isCapital = (text: string) => text === text.toUpperCase() && /\p{Lu}{4}/u.test(text);

function isAllBold(element: PageElement): boolean {
  for (let inner: PageElement | undefined = element; inner !== undefined;) {
    if (inner.name === "b" || inner.name === "strong") return true;
    const said: readonly (PageElement | string)[] = inner.children.filter(
      (child) => typeof child !== "string" || /\S/.test(child),
    );
    inner = said.length === 1 && said[0] instanceof PageElement ? said[0] : undefined;
  }
  return false;
}

/** Characters with white space around them. */
const MAX_WRITTEN = 300;

function levelOf(element: PageElement): string {
  const level = Number.parseInt(element.get("aria-level"), 10);
  return level >= 1 && level <= 6 ? `h${level}` : "h2";
}

function partsNamed(candidates: readonly Candidate[]): number {
  return new Set(candidates.flatMap(({ section }) => section ?? [])).size;
}

/** Looks that name several parts, and not once in a while. */
function headingLooks(candidates: readonly Candidate[]): ReadonlySet<string> {
  const byLook = Map.groupBy(candidates, ({ look }) => look);
  byLook.delete("");
  const looks = [...byLook].filter(([, alike]) => {
    const named = alike.filter(({ section }) => section !== null).length;
    return partsNamed(alike) >= ENOUGH_OF_A_LOOK && named >= alike.length * MIN_SHARE;
  });
  return new Set(looks.map(([look]) => look));
}

type Neighbour = PageElement | string | null;

/** In the order of the page; each parent is looked through once. */
function candidatesIn(root: PageElement): Candidate[] {
  const measures = measured(root);
  return [...elementsOf(root)].flatMap((parent) => {
    const said = parent.children.filter((node) => says(node, measures));
    return said.flatMap((node, at) => {
      if (typeof node === "string" || !isOutermost(node, measures)) return [];
      return candidateOf(node, said[at - 1] ?? null, said[at + 1] ?? null, said.length) ?? [];
    });
  });
}

function candidateOf(
  element: PageElement,
  before: Neighbour,
  after: Neighbour,
  beside: number,
): Candidate | null {
  if (!standsAlone(element, before, after) || isInLinkOrHeading(element)) return null;
  const text = squeezed(textOf(element));
  if (text === "" || text.split(" ").length > MAX_WORDS || /[.;,]$/.test(text)) return null;
  // What a heading follows is the last line of a part, or heads parts that have headings.
  const isLast = after instanceof PageElement && HEADINGS.has(after.name);
  const line = text.replace(/\s*:$/, "");
  return {
    element,
    section: isLast ? null : namedSection(line),
    doubtful: isLast ? null : doubtfullyNamedSection(line),
    // "Torna a dalt" between two texts is the site's, and what follows goes on with the part before.
    isBetween:
      MAY_BE_HEAD.test(line) &&
      endsText(before) &&
      endsText(after) &&
      !leadsIn(text, after) &&
      !soundsLikeSite(line),
    look: lookOf(element, before === null && beside <= FEW),
  };
}

const MAY_BE_HEAD = /^[\p{Lu}¿][^:.,;\d]*$/u;

function endsText(node: Neighbour): boolean {
  if (!(node instanceof PageElement) || INLINE.has(node.name) || HEADINGS.has(node.name)) return false;
  if (LISTS.has(node.name)) return true;
  return node.name === "p" && /[.!?…]\s*$/.test(squeezed(textOf(node)));
}

const LISTS = new Set(["ul", "ol", "dl"]);
const MAX_WORDS_OF_NAME = 4;

/** "Hay que aportar los papeles siguientes:" and the list of them. */
function leadsIn(text: string, after: Neighbour): boolean {
  if (!text.endsWith(":") || text.split(" ").length <= MAX_WORDS_OF_NAME) return false;
  return after instanceof PageElement && LISTS.has(after.name);
}

function says(node: PageElement | string, measures: Measures): boolean {
  if (typeof node === "string") return /\S/.test(node);
  return node.name === "br" || FIELDS.has(node.name) || (measures.get(node)?.text ?? 0) > 0;
}

const isShort = (element: PageElement, measures: Measures) => {
  const length = measures.get(element)?.text ?? 0;
  return length > 1 && length <= MAX_LENGTH;
};

/** A short line, with nothing around it that says the same and could head as well. */
function isOutermost(element: PageElement, measures: Measures): boolean {
  if (!mayHead(element) || !isShort(element, measures) || isMarked(element, measures)) return false;
  if (holdsBlocks(element, measures) || holdsLines(element)) return false;
  const above = element.parent;
  if (above === null || measures.get(above)?.text !== measures.get(element)?.text) return true;
  return !mayHead(above) && !NEVER_IN.has(above.name);
}

/** A label and its value, each a block: "¿Cuánto cuesta?", "Nada". They are no line, however short. */
function holdsBlocks(element: PageElement, measures: Measures): boolean {
  const blocks = element.children.filter(
    (child) => child instanceof PageElement && !INLINE.has(child.name) && says(child, measures),
  );
  return blocks.filter((block) => block instanceof PageElement && block.name !== "br").length > 1;
}

/** "**Servicio:** Urbanismo<br>**Tfno.** 010": two lines are no head. */
function holdsLines(element: PageElement): boolean {
  let said = false;
  let isBroken = false;
  const stack: (PageElement | string)[] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "string") {
      if (node.name === "br") isBroken = said;
      else for (const child of node.children.toReversed()) stack.push(child);
    } else if (/\S/.test(node)) {
      if (isBroken) return true;
      said = true;
    }
  }
  return false;
}

/** Bold and a heading are marks that are read as they are, and a line with a field is its label. */
function isMarked(element: PageElement, measures: Measures): boolean {
  const whole = measures.get(element)?.text;
  for (const inner of elementsOf(element)) {
    const isMark = inner !== element && (MARKS.has(inner.name) || HEADINGS.has(inner.name));
    if (FIELDS.has(inner.name) || (isMark && measures.get(inner)?.text === whole)) return true;
  }
  return false;
}

function mayHead({ name }: PageElement): boolean {
  return MAY_HEAD.has(name) || (name.includes("-") && !name.startsWith("amp-"));
}

function isInLinkOrHeading(element: PageElement): boolean {
  if (holdsLink(element)) return true;
  for (let above: PageElement | null = element.parent; above !== null; above = above.parent) {
    if (isLink(above) || HEADINGS.has(above.name) || above.name === "nav" || WITHOUT_TEXT.has(above.name))
      return true;
  }
  return false;
}

const isLink = (element: PageElement) =>
  element.name === "a" && element.has("href") && !/^(?:#?$|javascript:)/i.test(element.get("href").trim());

function holdsLink(root: PageElement): boolean {
  for (const element of elementsOf(root)) if (isLink(element)) return true;
  return false;
}

/** A block stands alone; what stands in a line does where no text is beside it, or where it is the first of two boxes. */
function standsAlone(element: PageElement, before: Neighbour, after: Neighbour): boolean {
  if (after instanceof PageElement && FIELDS.has(after.name)) return false;
  if (!INLINE.has(element.name)) return true;
  if (before !== null && !isBreak(before)) return false;
  if (after === null || isBreak(after)) return true;
  return (
    typeof after !== "string" && before === null && (element.name === "span" || element.name === "label")
  );
}

const isBreak = (node: PageElement | string) =>
  typeof node !== "string" && (node.name === "br" || FIELDS.has(node.name) || !INLINE.has(node.name));

/** Names of tags and classes, of the line, of what is in it and of what it stands in. */
function lookOf(element: PageElement, isFirstOfFew: boolean): string {
  const inner = element.children.find((child) => child instanceof PageElement);
  const named = [element, ...(inner instanceof PageElement ? [inner] : [])];
  const isBare = named.every(
    (one) => one.get("class") === "" && one.get("style") === "" && isPlain(one.name),
  );
  const isInBox = isFirstOfFew && element.parent?.get("class") !== "";
  const isBold = MARKS.has(element.parent?.name ?? "");
  if (isBare && !isInBox && !isBold) return "";
  // A box may have a name for every part, behind the one that they share.
  const [box = ""] = (element.parent?.get("class") ?? "").trim().split(/\s+/, 1);
  const names = named.map((one) => `${one.name}.${one.get("class")}.${one.get("slot")}`);
  return [`${element.parent?.name}.${box}.${element.parent?.get("slot")}`, ...names].join(">");
}

const isPlain = (name: string) =>
  name === "p" || name === "div" || name === "span" || name === "font" || name === "center";

function becomeHeading(element: PageElement, name: string): void {
  const text = squeezed(textOf(element)).replace(/\s*:$/, "");
  if (text === "") return;
  element.name = name;
  element.attributes = NO_ATTRIBUTES;
  element.children = [text];
}
