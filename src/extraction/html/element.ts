/**
 * A page as a tree: elements and strings, nothing else. Its depth is bounded where it is built, and whoever walks it
 * does so with a stack of their own all the same.
 */
export type PageNode = PageElement | string;

export class PageElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  parent: PageElement | null;
  children: PageNode[] = [];

  constructor(name: string, attributes: ReadonlyMap<string, string>, parent: PageElement | null) {
    this.name = name;
    this.attributes = attributes;
    this.parent = parent;
  }

  /** Empty where there is none: nothing here tells `hidden` from `hidden=""`; `has` does. */
  get(attribute: string): string {
    return this.attributes.get(attribute) ?? "";
  }

  has(attribute: string): boolean {
    return this.attributes.has(attribute);
  }
}

export const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** What moves a cursor or ends a string; also after references have been opened (`&#27;`). */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, "");
}

/** Text that follows text is one string. */
export function appendText({ children }: PageElement, written: string): void {
  const text = withoutControls(written);
  if (text === "") return;
  const last = children.length - 1;
  const before = children[last];
  if (typeof before === "string") children[last] = before + text;
  else children.push(text);
}

/** All elements below a root, parents before children, in the order of the page. */
export function* elementsOf(root: PageElement): Generator<PageElement> {
  const stack: PageElement[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    yield element;
    for (let at = element.children.length - 1; at >= 0; at--) {
      const child = element.children[at];
      if (child instanceof PageElement) stack.push(child);
    }
  }
}

/** The text below an element, as it stands, without what separates blocks. */
export function textOf(root: PageElement): string {
  const pieces: string[] = [];
  const stack: PageNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === "string") pieces.push(node);
    else for (let at = node.children.length - 1; at >= 0; at--) stack.push(node.children[at] ?? "");
  }
  return pieces.join("");
}

/** Whether anything but white space stands below an element. */
export function hasText(root: PageElement): boolean {
  const stack: PageNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "string") for (const child of node.children) stack.push(child);
    else if (/\S/.test(node)) return true;
  }
  return false;
}

export function squeezed(text: string): string {
  return withoutZeroWidth(text)
    .replaceAll(/[\s\u{a0}]+/gu, " ")
    .trim();
}

/** Where a word may be broken, and where not: no part of it. Joiners are, in other scripts than ours. */
const MAY_BE_ZERO_WIDTH = /[\u{ad}\u{200b}-\u{200d}\u{2060}\u{feff}]/u;
const ZERO_WIDTH = /[\u{ad}\u{200b}\u{2060}\u{feff}]|(?<=\p{Script=Latin})[\u{200c}\u{200d}]/gu;

export function withoutZeroWidth(text: string): string {
  return MAY_BE_ZERO_WIDTH.test(text) ? text.replaceAll(ZERO_WIDTH, "") : text;
}

/** The first element of a name, in the order of the page. */
export function firstOf(root: PageElement, name: string): PageElement | null {
  for (const element of elementsOf(root)) if (element.name === name) return element;
  return null;
}

/** It is the other one, or stands somewhere in it. */
export function isWithin(element: PageElement, other: PageElement): boolean {
  for (let above: PageElement | null = element; above !== null; above = above.parent)
    if (above === other) return true;
  return false;
}
