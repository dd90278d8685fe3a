/** Markdown of a tree: headings, lists, tables, definition lists, quotations, links and emphasis. */
import { webUrl } from "../../finders/web-url.ts";
import { BlockWriter } from "./block-writer.ts";
import { type PageElement, squeezed, textOf } from "./element.ts";
import { areApart, isLabel, isStruck, kindsOf } from "./inline-kinds.ts";
import { InlineText } from "./inline-text.ts";
import { bracketed, withMarkupEscaped, withoutMarks, withStartsEscaped } from "./markdown-marks.ts";
import { isDataTable, partOf, shapeOf } from "./table-grid.ts";
import { cellTexts, contentOf, listed, tableMarkdown } from "./table-markdown.ts";
import { HEADINGS, INLINE, WITHOUT_TEXT } from "./tag-names.ts";
import { type Visitor, walk } from "./walk.ts";

export interface ReadHeading {
  readonly level: number;
  readonly text: string;
}
export interface ReadTable {
  readonly caption: string;
  readonly markdown: string;
  readonly rows: readonly (readonly string[])[];
}
export interface ReadLink {
  readonly text: string;
  readonly url: string;
}

export interface Reading {
  readonly markdown: string;
  readonly headings: readonly ReadHeading[];
  readonly tables: readonly ReadTable[];
  readonly links: readonly ReadLink[];
}

const SKIPPED = new Set([
  ...WITHOUT_TEXT,
  "input",
  "select",
  "textarea",
  "img",
  "option",
  "progress",
  "meter",
]);

const ENDS_LIST = new Set(["ul", "ol", "menu", "dl", "dt"]);

export function readingOf(root: PageElement, baseUrl: string): Reading {
  return rendered(root, baseUrl, "page");
}

function rendered(root: PageElement, baseUrl: string, place: "page" | "cell"): Reading {
  const renderer = new Renderer(baseUrl, place);
  walk(root, renderer);
  return renderer.finished();
}

class Renderer implements Visitor {
  readonly #base: string;
  readonly #place: "page" | "cell";
  readonly #blocks = new BlockWriter();
  readonly #line = new InlineText();
  readonly #headings: ReadHeading[] = [];
  readonly #tables: ReadTable[] = [];
  readonly #links: ReadLink[] = [];
  /** The next number of each open ordered list; null for the others. */
  readonly #lists: (number | null)[] = [];
  #heading: number | null = null;
  /** What was left last, with nothing behind it yet. */
  #left: PageElement | null = null;

  constructor(base: string, place: "page" | "cell") {
    this.#base = base;
    this.#place = place;
  }

  finished(): Reading {
    this.#flush();
    return {
      markdown: this.#blocks.toString(),
      headings: this.#headings,
      tables: this.#tables,
      links: this.#links,
    };
  }

  enter(element: PageElement): boolean {
    const { name } = element;
    if (SKIPPED.has(name)) return false;
    if (name === "br" || name === "wbr") return this.#break(name);
    if (INLINE.has(name)) return this.#enterInline(element);
    this.#flush();
    if (partOf(element) === "table") return this.#enterTable(element);
    if (HEADINGS.has(name)) this.#heading = Number(name[1]);
    else if (name === "pre") return this.#writeCode(element);
    else this.#enterContainer(element);
    if (isStruck(element)) this.#line.open("struck");
    return true;
  }

  leave(element: PageElement): void {
    const { name } = element;
    this.#left = element;
    if (INLINE.has(name)) return this.#leaveInline(element);
    if (isStruck(element)) this.#line.close("struck");
    // A header cell that is walked is one of a table that only lays out: what it heads stands beside it.
    if (name === "dt" || name === "th") this.#line.close("strong");
    this.#flush();
    if (HEADINGS.has(name)) this.#heading = null;
    if (name === "li" || name === "blockquote" || name === "dd") this.#blocks.closeContainer();
    if (name === "ul" || name === "ol" || name === "menu") this.#lists.pop();
    if (ENDS_LIST.has(name)) this.#blocks.endList();
  }

  text(text: string): void {
    if (text !== "") this.#left = null;
    const begun = text.startsWith("(") && this.#line.tail.endsWith("]") ? `\\${text}` : text;
    this.#line.text(withEndClosed(withMarkupEscaped(begun)));
  }

  #break(name: string): false {
    if (name === "br") this.#line.lineBreak();
    return false;
  }

  #enterInline(element: PageElement): boolean {
    if (this.#left !== null && areApart(this.#left, element, this.#line.tail)) this.#line.text(" ");
    this.#left = null;
    if (element.name === "a") this.#line.open("link", this.#addressOf(element));
    for (const kind of kindsOf(element)) this.#line.open(kind);
    if (element.name === "q") this.#line.text("«");
    if (element.name === "sup" || element.name === "sub") this.#setApart(element);
    return true;
  }

  #leaveInline(element: PageElement): void {
    if (element.name === "a") this.#noteLink(element);
    for (const kind of kindsOf(element).toReversed()) this.#line.close(kind);
    if (element.name === "a") this.#line.close("link");
    if (element.name === "q") this.#line.text("»");
    if (isLabel(element)) this.#line.text(" ");
  }

  /** Digits that are raised are no more digits of the number before them: 10³ is not 103. */
  #setApart(element: PageElement): void {
    if (/\d[*~]*$/.test(this.#line.tail) && /^\s*[-+−]?\d/.test(textOf(element)))
      this.#line.text(element.name === "sup" ? "^" : "_");
  }

  #addressOf(element: PageElement): string | null {
    const href = element.get("href").trim();
    if (href === "" || href.startsWith("#")) return null;
    if (/^(?:mailto|tel):/i.test(href)) return bracketed(href);
    const url = webUrl(href, this.#base);
    return url === null ? null : bracketed(url);
  }

  #noteLink(element: PageElement): void {
    const url = this.#addressOf(element);
    const text = squeezed(textOf(element));
    if (url !== null && text !== "") this.#links.push({ text, url });
  }

  #enterContainer({ name, attributes }: PageElement): void {
    if (name === "ul" || name === "menu") this.#lists.push(null);
    else if (name === "ol") this.#lists.push(Number.parseInt(attributes.get("start") ?? "1", 10) || 1);
    else if (name === "li") this.#openItem();
    else if (name === "blockquote") this.#blocks.openContainer("> ", "> ", false);
    else if (name === "dd") this.#blocks.openContainer(": ", "  ", true);
    else if (name === "dt" || name === "th") this.#line.open("strong");
    else if (name === "hr") this.#blocks.block("---");
  }

  #openItem(): void {
    const number = this.#lists.at(-1) ?? null;
    const mark = number === null ? "- " : `${number}. `;
    if (number !== null) this.#lists[this.#lists.length - 1] = number + 1;
    this.#blocks.openContainer(mark, " ".repeat(mark.length), true);
  }

  #writeCode(element: PageElement): false {
    const code = textOf(element).replaceAll(/^\n+|\s+$/g, "");
    if (code !== "") this.#blocks.block(`\`\`\`\n${code.replaceAll("```", "'''")}\n\`\`\``);
    return false;
  }

  #enterTable(table: PageElement): boolean {
    const shape = shapeOf(table);
    if (!isDataTable(table, shape)) return true;
    const before = this.#tables.length;
    const cells = cellTexts(shape, (cell) => this.#cellText(cell));
    if (cells.length === 0) return false;
    const caption = shape.caption === null ? "" : squeezed(textOf(shape.caption));
    const markdown = tableMarkdown(cells);
    const rows = cells.map((row) => row.map(withoutMarks));
    // Tables in its cells have been read already, and come behind it.
    this.#tables.splice(before, 0, { caption, rows, markdown });
    if (caption !== "") this.#blocks.block(`**${caption}**`);
    this.#blocks.block(this.#place === "cell" ? listed(cells) : markdown);
    return false;
  }

  /** A cell is one line; its parts are told apart by `<br>`, as in every Markdown that has tables. */
  #cellText(element: PageElement): string {
    const isStruckCell = this.#line.isIn("struck") || isStruck(element) || isStruck(element.parent);
    const content = contentOf(element, isStruckCell);
    const { markdown, links, tables } = rendered(content, this.#base, "cell");
    for (const link of links) this.#links.push(link);
    for (const table of tables) this.#tables.push(table);
    return inOneLine(markdown.replaceAll(/(?<!\\)\|/g, String.raw`\|`));
  }

  #flush(): void {
    const line = this.#line.take();
    if (line === "") return;
    if (this.#heading === null) return this.#blocks.block(withStartsEscaped(line));
    const text = line.replaceAll("\n", " ").replaceAll("**", "");
    this.#headings.push({ level: this.#heading, text: withoutMarks(text) });
    this.#blocks.block(`${"#".repeat(this.#heading)} ${text}`);
  }
}

/** What stands behind a list would be read as the end of its last item, so an empty line stays between them. */
function inOneLine(markdown: string): string {
  return markdown.replaceAll(/\s*\n+\s*/g, (gap, at: number) =>
    gap.includes("\n\n") &&
    IS_ITEM.test(lineBefore(markdown, at)) &&
    !IS_ITEM.test(markdown.slice(at + gap.length, at + gap.length + 8))
      ? "<br><br>"
      : "<br>",
  );
}

const IS_ITEM = /^\s*(?:[-*+]|\d{1,3}\.)\s/;
const lineBefore = (text: string, at: number) => text.slice(text.lastIndexOf("\n", at - 1) + 1, at);

/** A backslash at the end would escape what follows, or take the escape from it. */
function withEndClosed(text: string): string {
  let slashes = 0;
  while (slashes < text.length && text[text.length - 1 - slashes] === "\\") slashes++;
  return text + "\\".repeat(slashes);
}
