/**
 * From text to a tree, by the rules of HTML that matter for reading: implied end tags, void elements, scopes. Linear in
 * the page: nothing looks farther up the open elements than `MAX_LOOK`, and the tree is never deeper than `MAX_DEPTH`
 * (as in browsers, deeper elements become siblings).
 */
import { MarkupReader } from "../../finders/markup.ts";
import { appendText, NO_ATTRIBUTES, PageElement } from "./element.ts";
import {
  ENDS,
  ENDS_PARAGRAPH,
  HEADINGS,
  HOLDS_PARTS,
  IN_HEAD,
  INLINE,
  SCOPES,
  TABLE_PARTS,
  VOID,
} from "./tag-names.ts";

const MAX_DEPTH = 512;
const MAX_LOOK = 256;
const ONLY_ONCE = new Set(["html", "body"]);

interface Open {
  readonly name: string;
  /** Where children go: the element, or above the greatest depth its ancestor. */
  readonly element: PageElement;
}

class TreeBuilder {
  readonly root = new PageElement("#page", NO_ATTRIBUTES, null);
  readonly #open: Open[] = [{ name: "#page", element: this.root }];
  readonly #counts = new Map<string, number>();
  readonly #once = new Set<string>();

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (ONLY_ONCE.has(name) && this.#once.has(name)) return;
    this.#once.add(name);
    if (!IN_HEAD.has(name)) this.#endHead();
    if (ENDS_PARAGRAPH.has(name)) this.#endParagraph();
    if (HEADINGS.has(name) && HEADINGS.has(this.#open.at(-1)?.name ?? "")) this.#popTo(this.#open.length - 1);
    const ends = ENDS.get(name);
    if (ends !== undefined) this.#endNearest(ends.ended, ends.within);
    const parent = this.#current();
    const element = new PageElement(name, attributes, parent);
    parent.children.push(element);
    if (VOID.has(name)) return;
    const isDeep = this.#open.length >= MAX_DEPTH;
    this.#open.push({ name, element: isDeep ? parent : element });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    // A deep element keeps its place, but what it holds goes beside it.
  }

  close(name: string): void {
    if (name === "br") this.open("br", NO_ATTRIBUTES);
    if (VOID.has(name) || ONLY_ONCE.has(name)) return;
    // Any of them ends the one that is open (HTML 13.2.6.4.7).
    const isHeading = HEADINGS.has(name);
    if (!isHeading && (this.#counts.get(name) ?? 0) === 0) return;
    const at = this.#findToClose(name, isHeading);
    if (at !== -1) this.#popTo(at);
  }

  text(written: string): void {
    if (/\S/.test(written)) this.#endHead();
    appendText(this.#current(), written);
  }

  #current(): PageElement {
    return this.#open.at(-1)?.element ?? this.root;
  }

  #findToClose(name: string, isHeading: boolean): number {
    const isInline = INLINE.has(name) && !HOLDS_PARTS.has(name);
    const isTablePart = TABLE_PARTS.has(name);
    const last = this.#open.length - 1;
    for (let at = last; at > Math.max(0, last - MAX_LOOK); at--) {
      const open = this.#open[at]?.name ?? "";
      if (open === name || (isHeading && HEADINGS.has(open))) return at;
      if (isTablePart ? open === "table" : SCOPES.has(open)) return -1;
      if (isInline && !INLINE.has(open)) return -1;
    }
    return -1;
  }

  /** Many pages leave its end tag out (HTML 13.2.6.4.4). */
  #endHead(): void {
    if (this.#open.at(-1)?.name === "head") this.#popTo(this.#open.length - 1);
  }

  #endParagraph(): void {
    if ((this.#counts.get("p") ?? 0) === 0) return;
    const last = this.#open.length - 1;
    for (let at = last; at > Math.max(0, last - MAX_LOOK); at--) {
      const name = this.#open[at]?.name ?? "";
      if (name === "p") return this.#popTo(at);
      if (!INLINE.has(name) || name === "button") return;
    }
  }

  #endNearest(ended: ReadonlySet<string>, within: ReadonlySet<string>): void {
    const last = this.#open.length - 1;
    let found = -1;
    for (let at = last; at > Math.max(0, last - MAX_LOOK); at--) {
      const name = this.#open[at]?.name ?? "";
      if (ended.has(name)) found = at;
      else if (within.has(name)) break;
    }
    if (found !== -1) this.#popTo(found);
  }

  #popTo(at: number): void {
    for (const { name } of this.#open.splice(at)) this.#counts.set(name, (this.#counts.get(name) ?? 1) - 1);
  }
}

/** The page as a tree; its root stands above `html`. */
export function treeOf(html: string): PageElement {
  const builder = new TreeBuilder();
  const reader = new MarkupReader(builder, { xml: false });
  reader.write(html);
  reader.end();
  return builder.root;
}
