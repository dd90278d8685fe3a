/**
 * In which letters a page sets its text, by what stands in the page itself: styles of elements, the rules of its style
 * elements for single classes, and the tags that set letters. Sizes are in pixels; what other files say nobody knows.
 */
import { elementsOf, NO_ATTRIBUTES, PageElement, textOf } from "./element.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";

export interface Setting {
  readonly size: number;
  readonly isBold: boolean;
  readonly color: string;
}

const PLAIN: Setting = { size: 16, isBold: false, color: "" };
const MAX_STYLES = 200_000;
const SIZES: Readonly<Record<string, number>> = {
  "xx-small": 9,
  "x-small": 10,
  small: 13,
  medium: 16,
  large: 18,
  "x-large": 24,
  "xx-large": 32,
};
/** Of `font`, from 1 on; 3 is the usual one. */
const OF_FONT = [10, 13, 16, 18, 24, 32, 48];
const USUAL_FONT = 3;
const PIXELS: Readonly<Record<string, number>> = { px: 1, pt: 4 / 3, rem: 16 };

/** Declarations that the style elements of a page have for single classes. */
export type StyleRules = ReadonlyMap<string, string>;

export function styleRules(page: PageElement): StyleRules {
  const rules = new Map<string, string>();
  let left = MAX_STYLES;
  for (const element of elementsOf(page)) {
    if (element.name !== "style" || left <= 0) continue;
    const sheet = textOf(element).slice(0, left);
    left -= sheet.length;
    for (const rule of withoutComments(sheet).split("}")) addRule(rules, rule);
  }
  return rules;
}

const withoutComments = (sheet: string) =>
  sheet
    .split("/*")
    .map((piece, at) => (at === 0 ? piece : (piece.split("*/")[1] ?? "")))
    .join("");

const MAX_RULES = 2_000;
/** Of what is declared for one element, the end counts. */
const MAX_DECLARED = 500;

function addRule(rules: Map<string, string>, rule: string): void {
  const at = rule.lastIndexOf("{");
  const declarations = rule.slice(at + 1);
  if (at === -1 || !/font/i.test(declarations)) return;
  // Within `@media` another brace stands before it.
  for (const selector of rule.slice(rule.lastIndexOf("{", at - 1) + 1, at).split(",")) {
    const [, name] = /^[a-z0-9]*\.([\w-]+)$/i.exec(selector.trim()) ?? [];
    if (name === undefined || (rules.size >= MAX_RULES && !rules.has(name))) continue;
    rules.set(name, `${rules.get(name) ?? ""};${declarations}`.slice(-MAX_DECLARED));
  }
}

const OF_LETTERS = /font|color/i;

/** Of each element below the root; null where nothing in the page sets its letters. */
export function settingsIn(root: PageElement, rules: StyleRules): ReadonlyMap<PageElement, Setting> | null {
  const elements = [...elementsOf(root)];
  if (rules.size === 0 && !elements.some(setsLetters)) return null;
  const settings = new Map<PageElement, Setting>();
  for (const element of elements)
    settings.set(
      element,
      settingOf(element, (element.parent && settings.get(element.parent)) ?? PLAIN, rules),
    );
  return settings;
}

function setsLetters(element: PageElement): boolean {
  if (element.name === "font" || element.name === "big") return true;
  return element.attributes.size > 0 && /font/i.test(element.get("style"));
}

function settingOf(element: PageElement, around: Setting, rules: StyleRules): Setting {
  const ofTag = setByTag(element, around);
  if (element.attributes.size === 0) return ofTag;
  const classes = rules.size === 0 ? [] : new Set(element.get("class").trim().split(/\s+/, MOST_CLASSES));
  const ofClasses = [...classes].map((name) => rules.get(name) ?? "");
  const declared = [...ofClasses, element.get("style").slice(0, MAX_DECLARED)].join(";");
  return OF_LETTERS.test(declared) ? setByStyle(declared, ofTag) : ofTag;
}

const MOST_CLASSES = 20;

function setByTag(element: PageElement, around: Setting): Setting {
  const { name } = element;
  if (name === "b" || name === "strong" || name === "th") return { ...around, isBold: true };
  if (name === "big") return { ...around, size: around.size * 1.2 };
  if (name === "small") return { ...around, size: around.size / 1.2 };
  if (name !== "font") return around;
  const [, sign = "", digits] = /^([+-]?)(\d)$/.exec(element.get("size").trim()) ?? [];
  const steps = Number(digits) * (sign === "-" ? -1 : 1) + (sign === "" ? 0 : USUAL_FONT);
  const size =
    digits === undefined ? around.size : (OF_FONT[Math.max(1, Math.min(7, steps)) - 1] ?? around.size);
  return { ...around, size, color: element.get("color").toLowerCase() || around.color };
}

function setByStyle(declared: string, around: Setting): Setting {
  const [, font = ""] = /(?:^|;)\s*font\s*:([^;]*)/i.exec(declared) ?? [];
  const size = /(?:^|;)\s*font-size\s*:([^;]*)/i.exec(declared)?.[1] ?? font;
  const weight = /(?:^|;)\s*font-weight\s*:([^;]*)/i.exec(declared)?.[1] ?? font;
  const color = /(?:^|;)\s*color\s*:([^;]*)/i.exec(declared)?.[1];
  return {
    size: sizeOf(size, around.size),
    isBold: /\bbold|\b[6-9]00\b/i.test(weight) || (around.isBold && !/normal|\b[1-5]00\b/i.test(weight)),
    color: color?.trim().toLowerCase() ?? around.color,
  };
}

function sizeOf(declared: string, around: number): number {
  const [, figure, unit = ""] =
    /(?<![\d.])(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(px|pt|rem|em|%)/i.exec(declared) ?? [];
  const known = SIZES[/\b(?:xx?-)?(?:small|large)\b|\bmedium\b/i.exec(declared)?.[0].toLowerCase() ?? ""];
  if (figure === undefined) return known ?? around;
  const pixels = PIXELS[unit.toLowerCase()];
  if (pixels !== undefined) return Number(figure) * pixels;
  return (around * Number(figure)) / (unit === "%" ? 100 : 1);
}

const MAX_BOLD = 200;
const SETS_LETTERS = new Set(["span", "font"]);

/** What a style sets in bold is bold: a label in its line, a line over a part. */
export function markBold(settings: ReadonlyMap<PageElement, Setting>): void {
  for (const [element, { isBold }] of settings) {
    const { parent } = element;
    if (!isBold || parent === null || settings.get(parent)?.isBold === true || element.name === "b") continue;
    if (element.name === "strong" || HEADINGS.has(element.name) || element.name === "th") continue;
    const text = textOf(element).trim();
    if (text === "" || text.length > MAX_BOLD) continue;
    if (SETS_LETTERS.has(element.name)) element.name = "b";
    else if (!INLINE.has(element.name) && holdsLine(element) && isLabel(text)) boldChildren(element);
  }
}

/** A line in bold that says something says it of its part. */
const isLabel = (text: string) =>
  /^[\p{Lu}¿¡]/u.test(text) && !/:\s*\S|\d/.test(text) && text.split(/\s+/).length <= WORDS_OF_LABEL;

const WORDS_OF_LABEL = 9;

function holdsLine(element: PageElement): boolean {
  return element.children.every((child) => typeof child === "string" || INLINE.has(child.name));
}

function boldChildren(element: PageElement): void {
  const bold = new PageElement("b", NO_ATTRIBUTES, element);
  bold.children = element.children;
  for (const child of bold.children) if (child instanceof PageElement) child.parent = bold;
  element.children = [bold];
}
