/** Captions of tables that stand beside them, as documents of an office have them: above, or else below. */
import { hasText, NO_ATTRIBUTES, PageElement, textOf } from "./element.ts";

/** The class of paragraphs that are captions: of a table, or of something else. */
export const CAPTION = "caption";
const OF_A_PICTURE = /^\s*(?:fig|ilustraci|il·lustraci|irudi|gr[áà]fic)/i;

/** Only of tables that are children of the root: those in cells have none. */
export function captionTables(root: PageElement): void {
  const blocks = root.children.filter(
    (child): child is PageElement => child instanceof PageElement && hasText(child),
  );
  const moved = new Set<unknown>();
  for (const [at, block] of blocks.entries()) {
    if (block.get("class") !== CAPTION || OF_A_PICTURE.test(textOf(block))) continue;
    const table = [blocks[at + 1], blocks[at - 1]].find(isWithoutCaption);
    if (table === undefined) continue;
    const caption = new PageElement("caption", NO_ATTRIBUTES, table);
    caption.children = block.children;
    table.children.unshift(caption);
    moved.add(block);
  }
  root.children = root.children.filter((child) => !moved.has(child));
}

function isWithoutCaption(block: PageElement | undefined): boolean {
  return (
    block?.name === "table" &&
    !block.children.some((child) => child instanceof PageElement && child.name === "caption")
  );
}
