/**
 * A whole XML document as a tree. There is no DTD here: what a document declares stays as it is written, so that no
 * entity can explode. Depth and number of elements are bounded.
 */
import { foldedName, MarkupReader } from "../../finders/markup.ts";
import { Refusal } from "../document-reading.ts";
import { appendText, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "../html/element.ts";

export interface XmlTree {
  /** Stands above the root element. */
  readonly root: PageElement;
  /** It ends inside of an element. */
  readonly isCut: boolean;
}

/** Deeper elements become siblings. */
const MAX_DEPTH = 512;
const MAX_ELEMENTS = 1_000_000;

class XmlTreeBuilder {
  readonly root = new PageElement("#document", NO_ATTRIBUTES, null);
  readonly #open: { readonly name: string; readonly element: PageElement }[] = [];
  #elements = 0;

  get isCut(): boolean {
    return this.#open.length > 0;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (++this.#elements > MAX_ELEMENTS)
      throw new Refusal("too_large", `it has more than ${MAX_ELEMENTS} elements`);
    const parent = this.#open.at(-1)?.element ?? this.root;
    const element = new PageElement(name, attributes.size === 0 ? NO_ATTRIBUTES : attributes, parent);
    parent.children.push(element);
    this.#open.push({ name, element: this.#open.length >= MAX_DEPTH ? parent : element });
  }

  /** What closes nothing that is open is not heeded. */
  close(name: string): void {
    const last = this.#open.length - 1;
    for (let at = last; at >= 0 && at > last - MAX_DEPTH; at--) {
      if (this.#open[at]?.name === name) return void this.#open.splice(at);
    }
  }

  /** What stands outside of the root element is no text: it may be the rest of a document type. */
  text(text: string): void {
    const parent = this.#open.at(-1)?.element;
    if (parent !== undefined) appendText(parent, text);
  }
}

export function xmlTreeOf(text: string): XmlTree {
  const builder = new XmlTreeBuilder();
  const reader = new MarkupReader(builder, { xml: true });
  reader.write(text);
  reader.end();
  return { root: builder.root, isCut: builder.isCut };
}

/** Names are compared as `foldedName` spells them. */
export function childrenNamed(parent: PageElement | undefined, ...names: readonly string[]): PageElement[] {
  const isNamed = (name: string) => names.includes(foldedName(name));
  return (parent?.children ?? []).filter(
    (child): child is PageElement => child instanceof PageElement && isNamed(child.name),
  );
}

export function childNamed(
  parent: PageElement | undefined,
  ...names: readonly string[]
): PageElement | undefined {
  return childrenNamed(parent, ...names)[0];
}

/** The first of these fields that says something, be it an attribute or a child; null where none does. */
export function fieldOf(parent: PageElement | undefined, ...names: readonly string[]): string | null {
  for (const name of parent === undefined ? [] : names) {
    const child = childNamed(parent, name);
    const text = squeezed(attributeOf(parent, name)) || (child === undefined ? "" : squeezed(textOf(child)));
    if (text !== "") return text.normalize("NFC");
  }
  return null;
}

function attributeOf(element: PageElement | undefined, name: string): string {
  for (const [key, value] of element?.attributes ?? []) if (foldedName(key) === name) return value;
  return "";
}
