/** Where the content of a page is by its rules alone. */
import { type Content, containerOf, contentIn } from "./container.ts";
import { PageElement } from "./element.ts";
import { measured } from "./measure.ts";
import type { Noise } from "./pruning.ts";

export interface Found extends Content {
  readonly loose: PageElement;
}

/** Where the content is once the noise is gone, in terms of the tree with the noise. */
export function contentAmid(root: PageElement, noise: ReadonlyMap<PageElement, Noise>): Found {
  const originals = new Map<PageElement, PageElement>();
  const copyOf = (element: PageElement, parent: PageElement | null): PageElement => {
    const copy = new PageElement(element.name, element.attributes, parent);
    originals.set(copy, element);
    return copy;
  };
  const copied = copyOf(root, null);
  const stack = [copied];
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    for (const child of originals.get(parent)?.children ?? []) {
      if (typeof child !== "string" && noise.has(child)) continue;
      const copy = typeof child === "string" ? child : copyOf(child, parent);
      parent.children.push(copy);
      if (typeof copy !== "string") stack.push(copy);
    }
  }
  const measures = measured(copied);
  const { container, lead, rest } = contentIn(copied, measures);
  const original = (element: PageElement) => originals.get(element) ?? element;
  const loose = original(containerOf(copied, measures, { nearlyAll: 0.97, most: 0.95 }));
  return { container: original(container), lead: lead.map(original), rest: rest.map(original), loose };
}
