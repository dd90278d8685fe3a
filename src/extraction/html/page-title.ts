import { firstOf, type PageElement, squeezed, textOf } from "./element.ts";

const MAX_LENGTH = 500;

/** What the page calls itself in its head. */
export function pageTitle(root: PageElement): string {
  const title = firstOf(root, "title");
  return title === null ? "" : squeezed(textOf(title)).slice(0, MAX_LENGTH);
}
