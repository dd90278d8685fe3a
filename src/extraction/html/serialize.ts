/** HTML of a tree, for parsers that want text. */
import type { PageElement } from "./element.ts";
import { VOID } from "./tag-names.ts";
import { walk } from "./walk.ts";

export function htmlOf(root: PageElement): string {
  const pieces: string[] = [];
  walk(root, {
    enter(element) {
      if (element.name.startsWith("#")) return true;
      pieces.push(`<${element.name}${attributesOf(element)}>`);
      return !VOID.has(element.name);
    },
    leave(element) {
      if (!element.name.startsWith("#")) pieces.push(`</${element.name}>`);
    },
    text(text) {
      pieces.push(text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
    },
  });
  return pieces.join("");
}

/** Names that no parser takes for a name stay out. */
function attributesOf({ attributes }: PageElement): string {
  return [...attributes]
    .filter(([name]) => /^[a-z][\w:.-]*$/.test(name))
    .map(([name, value]) => ` ${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
    .join("");
}
