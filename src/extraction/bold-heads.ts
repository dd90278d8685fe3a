/**
 * Documents in which nothing but the title is a heading, and parts are headed by lines in bold: those lines are its
 * headings. Where a document has headings of its own, bold lines are what they are.
 */
import { elementsOf, hasText, PageElement, squeezed, textOf } from "./html/element.ts";
import { HEADINGS } from "./html/tag-names.ts";

const MAX_LENGTH = 120;
/** Behind a heading may stand a colon; these end a sentence, or a part of one. */
const ENDS_SENTENCE = /[.,;!]$/;
const BOLD = new Set(["strong", "b"]);
/** More bold lines on end are a text in bold. */
const MAX_ON_END = 3;

/** Lines are looked for among the children of the root. The first of all is the title. */
export function headBoldLines(root: PageElement): void {
  const blocks = root.children.filter(
    (child): child is PageElement => child instanceof PageElement && hasText(child),
  );
  const hasHeadings = (block: PageElement) => elementsOf(block).some(({ name }) => HEADINGS.has(name));
  if (blocks.slice(1).some(hasHeadings)) return;
  let from = 0;
  // What stands last heads nothing.
  for (let at = 0; at < blocks.length; at++) {
    if (isBoldLine(blocks[at])) continue;
    if (at - from <= MAX_ON_END) becomeHeadings(blocks, from, at);
    from = at + 1;
  }
}

function becomeHeadings(blocks: readonly PageElement[], from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const block = blocks[at];
    if (block !== undefined) block.name = at === 0 ? "h1" : "h2";
  }
}

function isBoldLine(block: PageElement | undefined): boolean {
  if (block?.name !== "p") return false;
  const isAllBold = block.children.every((child) =>
    typeof child === "string" ? child.trim() === "" : BOLD.has(child.name) || !hasText(child),
  );
  const text = squeezed(textOf(block));
  return isAllBold && text.length <= MAX_LENGTH && !ENDS_SENTENCE.test(text);
}
