/** What a field of a form is called: by reference, around it, by description, or by what stands beside it. */
import { elementsOf, PageElement, type PageNode, squeezed } from "./element.ts";
import { HEADINGS } from "./tag-names.ts";

export interface Labels {
  readonly byId: ReadonlyMap<string, PageElement>;
  readonly byField: ReadonlyMap<string, PageElement>;
}

export const MAX_LABEL = 300;
/** How far up a label that is wrapped around a field is looked for. */
const FAR = 4;
/** What stands before a field on its line is near it. */
const NEAR = 3;
const FIELDS = new Set(["input", "select", "textarea"]);
/** A label does not reach over their edge. */
const EDGES = new Set(["form", "fieldset", "body", "html", "#page", "main", "section", "article", "table"]);

export function labelsIn(elements: readonly PageElement[]): Labels {
  const byId = new Map<string, PageElement>();
  const byField = new Map<string, PageElement>();
  for (const element of elements) {
    if (element.has("id")) byId.set(element.get("id"), element);
    if (element.name === "label" && element.has("for")) byField.set(element.get("for"), element);
  }
  return { byId, byField };
}

export function labelOf(element: PageElement, labels: Labels, isChoice: boolean): string {
  const written = labelElementOf(element, labels);
  if (written !== null) return lineOf(written);
  const described = describedBy(element, labels) || element.get("title");
  if (described !== "") return described;
  if (isChoice) return textAfter(element) || textBefore(element, 0);
  return textBefore(cellOf(element), 0) || element.get("placeholder") || textBefore(element, NEAR);
}

export function labelElementOf(element: PageElement, labels: Labels): PageElement | null {
  const own = element.has("id") ? labels.byField.get(element.get("id")) : undefined;
  return own ?? labelAround(element);
}

function labelAround(element: PageElement): PageElement | null {
  for (let above = element.parent, step = 0; above !== null && step < FAR; above = above.parent, step++) {
    if (above.name === "label") return above;
  }
  return null;
}

function describedBy(element: PageElement, { byId }: Labels): string {
  const named = element
    .get("aria-labelledby")
    .split(/\s+/)
    .flatMap((id) => byId.get(id) ?? [])
    .map(lineOf)
    .join(" ");
  return named || element.get("aria-label");
}

/** In a table or a list of definitions the label stands in the cell on the left. */
function cellOf(element: PageElement): PageElement {
  const { parent } = element;
  return parent !== null && (parent.name === "td" || parent.name === "dd") ? parent : element;
}

/** What a choice is among others: the legend, the name of the group, or the text before the first of them. */
export function groupOf(
  element: PageElement,
  labels: Labels,
  isWhole: (fieldset: PageElement) => boolean,
): string | null {
  for (let above = element.parent; above !== null && above.name !== "form"; above = above.parent) {
    const role = above.get("role");
    const name = role === "radiogroup" || role === "group" ? describedBy(above, labels) : "";
    if (name !== "") return name;
    if (above.name !== "fieldset") continue;
    const legend = legendOf(above);
    if (legend !== null && isWhole(above)) return legend;
    break;
  }
  return textBefore(labelAround(element) ?? element, NEAR) || null;
}

function legendOf(fieldset: PageElement): string | null {
  const legend = fieldset.children.find((child) => child instanceof PageElement && child.name === "legend");
  return legend instanceof PageElement ? lineOf(legend) : null;
}

/** The nearest text before it, with no other field between; `steps` up where nothing stands before it. */
function textBefore(element: PageElement, steps: number): string {
  let holder = element;
  for (let step = 0; step <= steps; step++) {
    const { parent } = holder;
    if (parent === null) return "";
    const at = parent.children.indexOf(holder);
    for (const sibling of parent.children.slice(Math.max(0, at - 3), at).toReversed()) {
      if (isOthers(sibling, step)) return "";
      const text = typeof sibling === "string" ? squeezed(sibling) : lineOf(sibling);
      if (text !== "") return text.slice(0, MAX_LABEL);
    }
    if (EDGES.has(parent.name)) return "";
    holder = parent;
  }
  return "";
}

/** Another field, what belongs to it, or the heading of a part of the form. */
function isOthers(node: PageNode, step: number): boolean {
  if (typeof node === "string") return false;
  if (node.name === "label" && node.has("for")) return true;
  if (node.name === "legend" || node.name === "fieldset" || (step > 0 && HEADINGS.has(node.name)))
    return true;
  return elementsOf(node).some(
    (part) =>
      FIELDS.has(part.name) && !(part.name === "input" && part.get("type").toLowerCase() === "hidden"),
  );
}

/** Choices have their text behind them. */
function textAfter(element: PageElement): string {
  const siblings = element.parent?.children ?? [];
  const at = siblings.indexOf(element);
  for (const sibling of siblings.slice(at + 1, at + 3)) {
    if (isOthers(sibling, 0)) return "";
    const text = typeof sibling === "string" ? squeezed(sibling) : lineOf(sibling);
    if (text !== "") return text.slice(0, MAX_LABEL);
  }
  return "";
}

/** Its text, without that of what can be chosen in it. */
export function lineOf(element: PageElement): string {
  const pieces: string[] = [];
  const stack: PageNode[] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === "string") pieces.push(node);
    else if (!NO_LABEL.has(node.name))
      for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at] ?? "");
  }
  return squeezed(pieces.join("")).slice(0, MAX_LABEL);
}

const NO_LABEL = new Set(["select", "textarea", "datalist", "script", "style"]);
