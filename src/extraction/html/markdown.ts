/** Markdown of a tree: headings, lists, tables, definition lists, quotations, links and emphasis. */
import { webUrl } from "../../finders/web-url.ts";
import { BlockWriter } from "./block-writer.ts";
import { NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import { type InlineKind, InlineText } from "./inline-text.ts";
import { isDataTable, partOf, shapeOf, type TableShape } from "./table-grid.ts";
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

const INLINE_KINDS: Readonly<Record<string, InlineKind>> = {
  strong: "strong",
  b: "strong",
  em: "em",
  i: "em",
  code: "code",
  kbd: "code",
  samp: "code",
  del: "struck",
  s: "struck",
  strike: "struck",
};
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

/** Characters that cells which span may fill by being repeated. */
const MAX_REPEATED = 1 << 20;
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
    this.#line.text(text.replaceAll(/<(?=[A-Za-z/!?])|~(?=~)/g, String.raw`\$&`));
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
    const cells = this.#readCells(shape);
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

  #readCells(shape: TableShape): string[][] {
    const texts = new Map<PageElement, string>();
    const textOfCell = (element: PageElement): string => {
      const known = texts.get(element) ?? this.#cellText(element);
      texts.set(element, known);
      return known;
    };
    let repeats = MAX_REPEATED;
    const textAgain = (element: PageElement): string => {
      const isAgain = texts.has(element);
      const text = textOfCell(element);
      if (isAgain) repeats -= text.length;
      return isAgain && repeats < 0 ? "" : text;
    };
    return shape.rows
      .map((row) => row.map(({ element }) => textAgain(element)))
      .filter((row) => row.some((text) => text !== ""));
  }

  /** A cell is one line; its parts are told apart by `<br>`, as in every Markdown that has tables. */
  #cellText(element: PageElement): string {
    const isStruckCell = this.#line.isIn("struck") || isStruck(element) || isStruck(element.parent);
    const content = new CellContent(element, isStruckCell);
    const { markdown, links, tables } = rendered(content, this.#base, "cell");
    for (const link of links) this.#links.push(link);
    for (const table of tables) this.#tables.push(table);
    return markdown.replaceAll(/(?<!\\)\|/g, String.raw`\|`).replaceAll(/\s*\n+\s*/g, "<br>");
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

/** The children of a cell, without the cell: walking it must not look like a stray cell. */
class CellContent extends PageElement {
  constructor(cell: PageElement, isStruckOut: boolean) {
    super(isStruckOut ? "del" : "div", NO_ATTRIBUTES, null);
    this.children = cell.children;
  }
}

/** Rows that are short are filled up, unless a table is so ragged that it would be mostly that. */
const MAX_FILLED = 1 << 20;

function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  const isFilled = width * rows.length <= MAX_FILLED;
  const lines = rows.map((row) => {
    const length = isFilled ? width : row.length;
    return `| ${Array.from({ length }, (_, at) => row[at] ?? "").join(" | ")} |`;
  });
  const [head = "", ...rest] = lines;
  return [head, `|${" --- |".repeat(width)}`, ...rest].join("\n");
}

/** A table in a cell: a line for a row. */
function listed(rows: readonly (readonly string[])[]): string {
  return rows
    .map((row) => row.filter((text) => text !== "").join(row.length === 2 ? ": " : " · "))
    .join("\n");
}

/** Prose that begins like a heading, an item or a quotation (CommonMark 2.4, 4.2, 5.1, 5.2). */
function withStartsEscaped(line: string): string {
  const escaped = line.replaceAll(/^(?:#{1,6}(?=\s|$)|>)/gm, String.raw`\$&`);
  // Lines that all begin so are the list that their author meant.
  if ((escaped.match(/^(?:[-+*]|\d{1,9}[.)])\s/gm)?.length ?? 0) > 1) return escaped;
  return escaped.replaceAll(
    /^(\d{1,9}(?=[.)])|(?=[-+*]))[-+*.)](?=\s|$)/gm,
    (mark, number: string) => `${number}\\${mark.slice(number.length)}`,
  );
}

/** Parentheses would end the address of a link. */
function bracketed(url: string): string {
  return url.replaceAll("(", "%28").replaceAll(")", "%29").replaceAll(/\s/g, "%20");
}

export function withoutMarks(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)\s]*\)/g, "$1")
    .replaceAll(/<br>/g, "\n")
    .replaceAll(/(?<!\\)\*\*|(?<![\p{L}\p{N}\\])\*(?=\S)|(?<=[^\s\\])\*(?![\p{L}\p{N}])/gu, "")
    .replaceAll(/\\([|<~#>+*.)-])/g, "$1");
}

const BESIDE = new Set(["span", "b", "strong", "em", "label", "a", "small", "time"]);

/**
 * Elements that a style sheet sets apart, a label and its value: `<span>Plazo</span><span>3 meses</span>`. A word is
 * also split over elements, so that there has to be a sign that a new one begins, or a block with these two alone.
 */
function areApart(left: PageElement, right: PageElement, tail: string): boolean {
  const { parent } = right;
  if (left.parent !== parent || parent === null || INLINE.has(parent.name)) return false;
  if (!BESIDE.has(left.name) || !BESIDE.has(right.name)) return false;
  const before = /[\p{L}\p{N}%€).:;ºª?](?=[*~]*$)/u.exec(tail)?.[0];
  const after = /^\s*(\S{0,2})/u.exec(textOf(right))?.[1] ?? "";
  if (before === undefined || !/^[\p{L}\p{N}]/u.test(after)) return false;
  if (/\d/.test(before) && /^\d/.test(after)) return false;
  const isPair = parent.children.length === 2 && parent.name !== "p" && !HEADINGS.has(parent.name);
  const isNewWord =
    (/^\p{Lu}/u.test(after) && !/\p{Lu}/u.test(before)) || /^(?:\p{Lu}\p{Ll}|\d)/u.test(after);
  return isPair || isNewWord;
}

const NOTHING: readonly InlineKind[] = [];

function kindsOf(element: PageElement): readonly InlineKind[] {
  const kind = INLINE_KINDS[element.name];
  if (kind !== "struck" && isStruck(element)) return kind === undefined ? ["struck"] : ["struck", kind];
  return kind === undefined ? NOTHING : [kind];
}

const STRUCK_CLASS = /(?:^|\s)(?:(?:text-decoration-)?line-through|strikethrough|tachad[oa])(?:$|\s)/i;

/** By its style, or by the class that the usual style sheets have for it. */
function isStruck(element: PageElement | null): boolean {
  if (element === null || element.attributes.size === 0) return false;
  return (
    /text-decoration[^;]*line-through/i.test(element.get("style")) || STRUCK_CLASS.test(element.get("class"))
  );
}

const LABEL = /(?:^|[\s_-])(?:label|etiqueta|titulo|campo|key|term|clave|lbl)(?:$|[\s_-])/i;

function isLabel(element: PageElement): boolean {
  return (
    (element.name === "span" || element.name === "label") &&
    (element.name === "label" || LABEL.test(element.get("class")))
  );
}
