/**
 * Heads of parts that are no headings: a division, a paragraph, a label or a button whose words name a part of a
 * procedure. Where a page names three parts so, those lines become headings, and with them all that look like them: by
 * their own names and those around them, whatever they say. Lines without any such looks must say it themselves.
 */
import { soundsLikeSite } from "../line-sound.ts";
import { doubtfullyNamedSection, namedSection } from "../section-matching.ts";
import { breakBeforeHeads, wrapBrokenLines } from "./broken-lines.ts";
import { headCaptions } from "./caption-heads.ts";
import { headDeclared } from "./declared-heads.ts";
import { elementsOf, PageElement, squeezed, textOf } from "./element.ts";
import { headFields } from "./field-heads.ts";
import {
  becomeHeading,
  FIELDS,
  HEADING,
  holdsLines,
  isBreak,
  isInLinkOrHeading,
  MAX_HEADING,
  mayHead,
} from "./heading-element.ts";
import { type Measures, measured } from "./measure.ts";
import { headRows, headTiles } from "./row-heads.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";

const MAX_WORDS = 12;
const ENOUGH_PARTS = 3;
const ENOUGH_OF_A_LOOK = 2;
const MIN_SHARE = 0.3;
/** A box with a name that holds a line and what it heads. */
const FEW = 3;

/** Marks of their own, which stay what they are. */
const MARKS = new Set(["strong", "b", "em", "i"]);
/** What they hold is named by them already, or is a value. */
const NEVER_IN = new Set([...HEADINGS, "td", "th", "dt", "dd", "li", "caption", "summary"]);
/** Parts that a page names by one everyday word. */
const DOUBTFUL = new Set(["tasas", "datos_importantes", "plazos", "donde_solicitar"]);

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
  headDeclared(root);
  headFields(root, becomeHeading);
  headCaptions(root, becomeHeading);
  headRows(root);
  headTiles(root);
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

/** "Qué necesitas" in each of three cards says something of each. */
function withoutRepeated(candidates: readonly Candidate[]): readonly Candidate[] {
  const byText = Map.groupBy(candidates, ({ element }) => squeezed(textOf(element)).toLowerCase());
  const isBroken = ({ element }: Candidate) =>
    element.parent?.children.some((child) => typeof child !== "string" && child.name === "br") === true;
  return [...byText.values()].filter((alike) => alike.length < MANY_TIMES || !alike.every(isBroken)).flat();
}

const MANY_TIMES = 3;

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
  return length > 1 && length <= MAX_HEADING;
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

/** Bold and a heading are marks that are read as they are, and a line with a field is its label. */
function isMarked(element: PageElement, measures: Measures): boolean {
  const whole = measures.get(element)?.text;
  for (const inner of elementsOf(element)) {
    const isMark = inner !== element && (MARKS.has(inner.name) || HEADINGS.has(inner.name));
    if (FIELDS.has(inner.name) || (isMark && measures.get(inner)?.text === whole)) return true;
  }
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
