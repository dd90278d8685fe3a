/** A second opinion: Readability on a DOM of its own. It costs many times what our own reading does. */
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { elementsOf, type PageElement } from "./element.ts";
import { htmlOf } from "./serialize.ts";
import { treeOf } from "./tree-builder.ts";

/** It goes over the page many times. */
const MAX_ELEMENTS = 20_000;

export function readabilityContent(root: PageElement): PageElement | null {
  let count = 0;
  for (const _ of elementsOf(root)) if (++count > MAX_ELEMENTS) return null;
  try {
    const { document } = parseHTML(`<!doctype html>${htmlOf(root)}`);
    const content = new Readability(document).parse()?.content;
    return content === undefined || content === null ? null : treeOf(content);
  } catch {
    // It throws on documents without a body and on selectors that it cannot read; then there is no second opinion.
    return null;
  }
}
