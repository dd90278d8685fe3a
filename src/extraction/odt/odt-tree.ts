/** The body of an ODT, element by element, as the tree that is written as Markdown (ODF 1.2, 5 and 9). */
import type { MarkupHandler } from "../../finders/markup.ts";
import { Refusal } from "../document-reading.ts";
import { appendText, hasText, NO_ATTRIBUTES, PageElement, type PageNode } from "../html/element.ts";
import { CAPTION } from "../html/captions.ts";
import { OdtFields } from "./odt-fields.ts";
import type { OdtStyles } from "./odt-styles.ts";
import { OdtTables } from "./odt-tables.ts";

type Attributes = ReadonlyMap<string, string>;

interface Open {
  readonly name: string;
  /** Where what it holds goes. */
  readonly element: PageElement;
  readonly attributes: Attributes;
}

/** No text of the document: what was deleted, comments, pictures, what stands below a cell that spans. */
const SKIPPED = new Set([
  "text:tracked-changes",
  "text:sequence-decls",
  "text:variable-decls",
  "text:user-field-decls",
  "text:note-citation",
  "text:ruby-text",
  "text:script",
  "text:toc-mark-start",
  "office:annotation",
  "office:scripts",
  "office:binary-data",
  "svg:title",
  "svg:desc",
  "draw:object",
  "draw:image",
  "draw:plugin",
  "table:covered-table-cell",
]);
const MAX_DEPTH = 1000;
const MAX_ELEMENTS = 1_000_000;
const DEEPEST_HEADING = 6;
const MAX_CITATION = 100;

export class OdtTree implements MarkupHandler {
  readonly root = new PageElement("div", NO_ATTRIBUTES, null);
  readonly #styles: OdtStyles;
  readonly #fields = new OdtFields();
  readonly #tables = new OdtTables();
  readonly #notes: PageElement[] = [];
  readonly #open: Open[] = [];
  /** How deep inside of something that is skipped. */
  #skipped = 0;
  #elements = 0;
  #paragraphs = 0;
  #isBody = false;
  #hadBody = false;
  /** The mark of the note that is being read. */
  #citation = "";
  /** It stands before the first words of the note. */
  #isNoteBegun = false;
  /** The styles of the lists that are open. */
  readonly #lists: string[] = [];
  /** The number after the last of each numbered list, by its id and its style. */
  readonly #nextNumber = new Map<string, number>();

  constructor(styles: OdtStyles) {
    this.#styles = styles;
  }

  get fields() {
    return this.#fields.fields;
  }

  /** Whether it is a text at all: the part of a sheet, or one that nobody can read, has none. */
  get hasBody(): boolean {
    return this.#hadBody;
  }

  /** It ends inside of an element. */
  get isCut(): boolean {
    return this.#open.length > 0 || this.#skipped > 0;
  }

  /** Notes come last, each with the mark by which the text refers to it. */
  finish(): PageElement {
    this.root.children = [...this.root.children, ...this.#notes];
    return this.root;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped === 0 && name === "text:note-citation") this.#citation = "";
    if (this.#skipped > 0 || this.#isSkipped(name, attributes)) return void this.#skipped++;
    if (name.startsWith("style:") || name.startsWith("text:list-style") || name.startsWith("text:list-level"))
      this.#styles.open(name, attributes);
    if (name === "office:text") this.#isBody = this.#hadBody = true;
    if (name.startsWith("form:")) this.#fields.open(name, attributes);
    if (++this.#elements > MAX_ELEMENTS || this.#open.length >= MAX_DEPTH)
      throw new Refusal(
        "too_large",
        `it has more than ${MAX_ELEMENTS} elements, or more than ${MAX_DEPTH} in one another`,
      );
    this.#open.push({ name, attributes, element: this.#isBody ? this.#begin(name, attributes) : this.root });
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      if (--this.#skipped === 0 && name === "text:note-citation") this.#cite();
      return;
    }
    const at = this.#open.findLastIndex((open) => open.name === name);
    if (at === -1) return;
    for (const open of this.#open.splice(at).toReversed()) this.#end(open);
  }

  text(text: string): void {
    if (this.#skipped > 0) return void (this.#citation = (this.#citation + text).slice(0, MAX_CITATION));
    if (this.#isBody && this.#paragraphs > 0) appendText(this.#current(), text);
  }

  #isSkipped(name: string, attributes: Attributes): boolean {
    if (SKIPPED.has(name)) return true;
    if (name === "text:section" && attributes.get("text:display") === "none") return true;
    return name === "text:span" && this.#styles.isHidden(attributes.get("text:style-name") ?? "");
  }

  #current(): PageElement {
    return this.#open.at(-1)?.element ?? this.root;
  }

  #begin(name: string, attributes: Attributes): PageElement {
    const value = (attribute: string) => attributes.get(attribute) ?? "";
    switch (name) {
      case "text:h":
      case "text:p":
        this.#paragraphs++;
        return this.#beginNote(this.#addParagraph(name, value));
      case "text:span":
        return this.#addSpan(value("text:style-name"));
      case "text:a":
        return this.#add("a", new Map([["href", withoutPackage(value("xlink:href"))]]));
      case "text:s":
      case "text:tab":
        if (this.#paragraphs > 0) appendText(this.#current(), " ");
        return this.#current();
      case "text:line-break":
        this.#add("br");
        return this.#current();
      case "text:list":
        return this.#addList(value);
      case "text:list-item":
        return this.#add("li");
      case "text:list-header":
        return this.#add("div");
      case "text:note-body":
        return this.#addNote();
      default:
        return this.#tables.begin(name, value, this.#current()) ?? this.#current();
    }
  }

  #end({ name, element, attributes }: Open): void {
    if (name === "text:h" || name === "text:p") this.#paragraphs--;
    else if (name === "text:list") this.#endList(element, attributes);
    else if (name === "text:list-item") giveUpMark(element);
    else if (name === "office:text") this.#isBody = false;
    else if (name.startsWith("table:")) this.#tables.end(name, element, attributes);
    else if (name.startsWith("style:") || name.startsWith("text:list-style")) this.#styles.close(name);
  }

  #add(name: string, attributes: Attributes = NO_ATTRIBUTES): PageElement {
    return childOf(this.#current(), name, attributes);
  }

  /** A paragraph in bold may be a heading; in tables many are, and none is. */
  #addParagraph(name: string, value: (attribute: string) => string): PageElement {
    const style = value("text:style-name");
    const paragraph = this.#add(this.#paragraphName(name, value));
    if (paragraph.name !== "p" || this.#open.some((open) => open.name === "table:table")) return paragraph;
    if (this.#styles.isCaption(style)) paragraph.attributes = new Map([["class", CAPTION]]);
    return this.#styles.isBold(style) ? childOf(paragraph, "strong") : paragraph;
  }

  #paragraphName(name: string, value: (attribute: string) => string): string {
    const own = name === "text:h" ? Number(value("text:outline-level")) || 1 : null;
    const level = own ?? this.#styles.headingLevel(value("text:style-name"));
    return level === null ? "p" : `h${Math.min(level, DEEPEST_HEADING)}`;
  }

  #addSpan(style: string): PageElement {
    const outer = this.#styles.isBold(style) ? this.#add("strong") : this.#current();
    if (this.#styles.isItalic(style)) return childOf(outer, "em");
    return outer === this.#current() ? this.#add("span") : outer;
  }

  /** A list in a list has the style of the outer one, unless it names one. */
  #addList(value: (attribute: string) => string): PageElement {
    const style = value("text:style-name") || (this.#lists.at(-1) ?? "");
    this.#lists.push(style);
    if (!this.#styles.isNumbered(style, this.#lists.length)) return this.#bullets();
    const continued =
      value("text:continue-list") || (value("text:continue-numbering") === "true" ? style : "");
    const start = this.#nextNumber.get(continued) ?? 1;
    return this.#add("ol", start === 1 ? NO_ATTRIBUTES : new Map([["start", String(start)]]));
  }

  /** Programs write a list of its own for each item; what stands together is one list. */
  #bullets(): PageElement {
    const last = this.#current().children.at(-1);
    return last instanceof PageElement && last.name === "ul" ? last : this.#add("ul");
  }

  #endList(list: PageElement, attributes: Attributes): void {
    const style = this.#lists.pop() ?? "";
    if (list.name !== "ol") return;
    const items = list.children.filter((child) => child instanceof PageElement && child.name === "li").length;
    const next = (Number(list.get("start")) || 1) + items;
    this.#nextNumber.set(style, next);
    const id = attributes.get("xml:id");
    if (id !== undefined) this.#nextNumber.set(id, next);
  }

  #cite(): void {
    appendText(this.#current(), `[${this.#citation.trim()}]`);
  }

  #addNote(): PageElement {
    const note = new PageElement("div", NO_ATTRIBUTES, this.root);
    this.#notes.push(note);
    this.#isNoteBegun = true;
    return note;
  }

  #beginNote(paragraph: PageElement): PageElement {
    if (this.#isNoteBegun) appendText(paragraph, `[${this.#citation.trim()}] `);
    this.#isNoteBegun = false;
    return paragraph;
  }
}

function childOf(parent: PageElement, name: string, attributes: Attributes = NO_ATTRIBUTES): PageElement {
  const element = new PageElement(name, attributes, parent);
  parent.children.push(element);
  return element;
}

/** The package counts as a folder: `../x` is beside the document (ODF 1.2 part 3, 3.7). */
function withoutPackage(href: string): string {
  return href.replace(/^\.\.\//, "");
}

/** Numbered headings stand in lists, and lists that only hold lists; neither is an item. */
function giveUpMark(item: PageElement): void {
  const first: PageNode | undefined = item.children.find(
    (child) => typeof child !== "string" && isFilled(child),
  );
  if (first instanceof PageElement && /^(?:ul|ol|h[1-6])$/.test(first.name)) item.name = "div";
}

function isFilled(element: PageElement): boolean {
  return element.name !== "p" || hasText(element);
}
